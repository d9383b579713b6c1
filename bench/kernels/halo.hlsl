// Sums of 3 x 3 words with a tile of 14 x 14 in g#, groups of 12 x 12.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, pitch; };
groupshared float tile[14 * 14];

[numthreads(12, 12, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 at : SV_GroupThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    for (uint i = thread; i < 196; i += 144)
        tile[i] = from[(group.y * 12 + i / 14) * pitch + group.x * 12 + i % 14];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    [unroll] for (uint y = 0; y < 3; y++)
        [unroll] for (uint x = 0; x < 3; x++)
            sum += tile[(at.y + y) * 14 + at.x + x];
    to[id.y * width + id.x] = sum;
}
