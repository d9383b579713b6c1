// Product of square matrices: 4 x 4 results a thread, tiles of 64 x 16 and 16 x 64 in g#.
StructuredBuffer<float> left : register(t0);
StructuredBuffer<float> right : register(t1);
RWStructuredBuffer<float> product : register(u0);
cbuffer sizes : register(b0) { uint size; };
groupshared float columns[16 * 64];
groupshared float rows[16 * 64];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    float sums[16];
    uint i, j;
    [unroll] for (i = 0; i < 16; i++)
        sums[i] = 0;
    [loop] for (uint tile = 0; tile < size; tile += 16) {
        [unroll] for (i = 0; i < 4; i++) {
            uint at = flat + 256 * i;
            columns[at % 16 * 64 + at / 16] = left[(group.y * 64 + at / 16) * size + tile + at % 16];
            rows[at] = right[(tile + at / 64) * size + group.x * 64 + at % 64];
        }
        GroupMemoryBarrierWithGroupSync();
        [loop] for (uint k = 0; k < 16; k++)
            [unroll] for (i = 0; i < 4; i++)
                [unroll] for (j = 0; j < 4; j++)
                    sums[4 * i + j] += columns[64 * k + 4 * local.y + i] * rows[64 * k + 4 * local.x + j];
        GroupMemoryBarrierWithGroupSync();
    }
    [unroll] for (i = 0; i < 4; i++)
        [unroll] for (j = 0; j < 4; j++)
            product[(group.y * 64 + 4 * local.y + i) * size + group.x * 64 + 4 * local.x + j] = sums[4 * i + j];
}
