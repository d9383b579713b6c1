// Keeps the odd words of blocks of 256: their places by a sum over all threads in g#, and their number.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
RWStructuredBuffer<uint> counts : register(u1);
groupshared uint sums[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint word = from[id.x], keep = word & 1;
    sums[lane] = keep;
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 1; step < 256; step *= 2) {
        uint sum = sums[lane];
        if (lane >= step)
            sum += sums[lane - step];
        GroupMemoryBarrierWithGroupSync();
        sums[lane] = sum;
        GroupMemoryBarrierWithGroupSync();
    }
    if (keep)
        to[group.x * 256 + sums[lane] - 1] = word;
    if (lane == 255)
        counts[group.x] = sums[255];
}
