// A plane that recedes to the right: trilinear samples at a level of detail that grows with x.
Texture2D<float> from : register(t0);
SamplerState trilinear : register(s0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { float inverse_width, inverse_height; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (float2(id.xy) + 0.5) * float2(inverse_width, inverse_height);
    to[id.xy] = from.SampleLevel(trilinear, at, at.x * 6);
}
