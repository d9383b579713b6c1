// Greatest of each 2 x 2 texels, by gather4.
Texture2D<float> from : register(t0);
SamplerState linear_clamp : register(s0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { float inverse_width, inverse_height; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 near = from.Gather(linear_clamp, float2(id.xy + 1) * float2(inverse_width, inverse_height));
    to[id.xy] = max(max(near.x, near.y), max(near.z, near.w));
}
