// A histogram of the luminance of an image of four floats.
Texture2D<float4> from : register(t0);
RWStructuredBuffer<uint> counts : register(u0);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float tone = dot(from.Load(int3(id.xy, 0)).xyz, float3(0.2126, 0.7152, 0.0722));
    uint old;
    InterlockedAdd(counts[uint(saturate(tone) * 255.0)], 1, old);
}
