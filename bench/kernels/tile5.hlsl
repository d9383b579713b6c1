// A 5 x 5 filter with its tile of 20 x 20 in g#, groups of 16 x 16.
StructuredBuffer<float> from : register(t0);
StructuredBuffer<float> weights : register(t1);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, pitch; };
groupshared float tile[20 * 20];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 at : SV_GroupThreadID, uint lane : SV_GroupIndex)
{
    for (uint i = lane; i < 400; i += 256)
        tile[i] = from[(group.y * 16 + i / 20) * pitch + group.x * 16 + i % 20];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    [unroll] for (uint y = 0; y < 5; y++)
        [unroll] for (uint x = 0; x < 5; x++)
            sum += weights[y * 5 + x] * tile[(at.y + y) * 20 + at.x + x];
    to[(group.y * 16 + at.y) * width + group.x * 16 + at.x] = sum;
}
