// Inclusive sums of blocks of 256: rows of 16 in g#, then their totals.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
groupshared uint items[256];
groupshared uint totals[16];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    items[lane] = from[id.x];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 1; step < 16; step *= 2) {
        uint other = (lane & 15) >= step ? items[lane - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        items[lane] += other;
        GroupMemoryBarrierWithGroupSync();
    }
    if ((lane & 15) == 15)
        totals[lane >> 4] = items[lane];
    GroupMemoryBarrierWithGroupSync();
    uint before = 0;
    for (uint row = 0; row < lane >> 4; row++)
        before += totals[row];
    to[id.x] = items[lane] + before;
}
