// An image of one float, rotated: bilinear, clamped at its edges.
Texture2D<float> from : register(t0);
SamplerState linear_clamp : register(s0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { float cosine, sine, inverse_width, inverse_height; };

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (float2(id.xy) + 0.5) * float2(inverse_width, inverse_height) - 0.5;
    float2 turned = float2(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y) + 0.5;
    to[id.xy] = from.SampleLevel(linear_clamp, turned, 0);
}
