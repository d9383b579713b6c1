// Light along 64 samples of a volume of 64 x 64 x 64 for each of 256 x 256 rays, unrolled.
Texture3D<float> volume : register(t0);
SamplerState linear_clamp : register(s0);
RWStructuredBuffer<float> light : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (id.xy + 0.5) / 256.0;
    float sum = 0, left = 1;
    [unroll]
    for (uint i = 0; i < 64; i++) {
        float density = volume.SampleLevel(linear_clamp, float3(at, (i + 0.5) / 64.0), 0) * 0.1;
        sum += left * density;
        left *= 1 - density;
    }
    light[id.y * 256 + id.x] = sum;
}
