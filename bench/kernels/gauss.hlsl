// Nine taps of a Gaussian along x of an RGBA8 image, by five bilinear samples.
Texture2D<float4> from : register(t0);
SamplerState linear_clamp : register(s0);
RWTexture2D<unorm float4> to : register(u0);
cbuffer sizes : register(b0) { float inverse_width, inverse_height; };

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 size = float2(inverse_width, inverse_height), at = (float2(id.xy) + 0.5) * size;
    float4 sum = 0.2270270 * from.SampleLevel(linear_clamp, at, 0);
    sum += 0.3162162 * from.SampleLevel(linear_clamp, at + float2(1.3846154, 0) * size, 0);
    sum += 0.3162162 * from.SampleLevel(linear_clamp, at - float2(1.3846154, 0) * size, 0);
    sum += 0.0702703 * from.SampleLevel(linear_clamp, at + float2(3.2307692, 0) * size, 0);
    sum += 0.0702703 * from.SampleLevel(linear_clamp, at - float2(3.2307692, 0) * size, 0);
    to[id.xy] = sum;
}
