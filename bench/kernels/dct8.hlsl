// Cosine transforms of blocks of 8 x 8: rows, then columns, in g#.
StructuredBuffer<float> from : register(t0);
StructuredBuffer<float> cosines : register(t1);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint pitch; };
groupshared float block[64], rows[64];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 at : SV_GroupThreadID, uint lane : SV_GroupIndex)
{
    block[lane] = from[id.y * pitch + id.x];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    [unroll] for (uint i = 0; i < 8; i++)
        sum += block[at.y * 8 + i] * cosines[at.x * 8 + i];
    rows[lane] = sum;
    GroupMemoryBarrierWithGroupSync();
    sum = 0;
    [unroll] for (uint k = 0; k < 8; k++)
        sum += rows[k * 8 + at.x] * cosines[at.y * 8 + k];
    to[id.y * pitch + id.x] = sum;
}
