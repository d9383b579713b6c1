// Inner products of blocks of 1,024 vectors of four floats; the sum by halves, unrolled.
StructuredBuffer<float4> first : register(t0);
StructuredBuffer<float4> second : register(t1);
RWStructuredBuffer<float> products : register(u0);
groupshared float sums[256];

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    float sum = 0;
    [unroll] for (uint i = 0; i < 4; i++) {
        uint at = group.x * 1024 + i * 256 + thread;
        sum += dot(first[at], second[at]);
    }
    sums[thread] = sum;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint half = 128; half > 0; half >>= 1) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        GroupMemoryBarrierWithGroupSync();
    }
    if (thread == 0)
        products[group.x] = sums[0];
}
