// Product of a matrix of 1024 columns and a vector: a group for each row, partial sums in g#.
StructuredBuffer<float> rows : register(t0);
StructuredBuffer<float> x : register(t1);
RWStructuredBuffer<float> y : register(u0);
groupshared float sums[64];

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = lane; i < 1024; i += 64)
        sum += rows[group.x * 1024 + i] * x[i];
    sums[lane] = sum;
    GroupMemoryBarrierWithGroupSync();
    for (uint half_at = 32; half_at > 0; half_at >>= 1) {
        if (lane < half_at)
            sums[lane] += sums[lane + half_at];
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane == 0)
        y[group.x] = sums[0];
}
