// Exclusive sums of blocks of 512 with Blelloch's two sweeps over a tree in g#.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
groupshared uint tree[512];

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint base = group.x * 512;
    tree[2 * lane] = from[base + 2 * lane];
    tree[2 * lane + 1] = from[base + 2 * lane + 1];
    uint offset = 1;
    [loop] for (uint d = 256; d > 0; d /= 2) {
        GroupMemoryBarrierWithGroupSync();
        if (lane < d)
            tree[offset * (2 * lane + 2) - 1] += tree[offset * (2 * lane + 1) - 1];
        offset *= 2;
    }
    if (lane == 0)
        tree[511] = 0;
    [loop] for (uint e = 1; e < 512; e *= 2) {
        offset /= 2;
        GroupMemoryBarrierWithGroupSync();
        if (lane < e) {
            uint a = offset * (2 * lane + 1) - 1, b = offset * (2 * lane + 2) - 1, sum = tree[a];
            tree[a] = tree[b];
            tree[b] += sum;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    to[base + 2 * lane] = tree[2 * lane];
    to[base + 2 * lane + 1] = tree[2 * lane + 1];
}
