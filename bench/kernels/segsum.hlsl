// Sums since the last head, in blocks of 256: a scan in place of pairs of a sum and a flag, two arrays in g#.
StructuredBuffer<float> from : register(t0);
StructuredBuffer<uint> heads : register(t1);
RWStructuredBuffer<float> to : register(u0);
groupshared float sums[256];
groupshared uint flags[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    float sum = from[id.x];
    uint is_closed = heads[id.x] < 0x10000000;
    sums[lane] = sum;
    flags[lane] = is_closed;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint step = 1; step < 256; step *= 2) {
        float before = lane >= step ? sums[lane - step] : 0;
        uint flag = lane >= step ? flags[lane - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        sum += is_closed ? 0 : before;
        is_closed |= flag;
        sums[lane] = sum;
        flags[lane] = is_closed;
        GroupMemoryBarrierWithGroupSync();
    }
    to[id.x] = sum;
}
