// A matrix transposed in tiles of 32 x 32 in g#, groups of 32 x 8.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint size; };
groupshared float tile[32 * 33];

[numthreads(32, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 at : SV_GroupThreadID)
{
    uint x = group.x * 32 + at.x, y = group.y * 32 + at.y;
    [unroll] for (uint i = 0; i < 32; i += 8)
        tile[(at.y + i) * 33 + at.x] = from[(y + i) * size + x];
    GroupMemoryBarrierWithGroupSync();
    x = group.y * 32 + at.x;
    y = group.x * 32 + at.y;
    [unroll] for (uint k = 0; k < 32; k += 8)
        to[(y + k) * size + x] = tile[at.x * 33 + at.y + k];
}
