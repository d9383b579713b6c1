// Product of square matrices by tiles of 8 x 8 in g#.
StructuredBuffer<float> left : register(t0);
StructuredBuffer<float> right : register(t1);
RWStructuredBuffer<float> product : register(u0);
cbuffer sizes : register(b0) { uint size; };
groupshared float rows[64];
groupshared float columns[64];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    float sum = 0;
    for (uint tile = 0; tile < size; tile += 8) {
        rows[flat] = left[id.y * size + tile + local.x];
        columns[flat] = right[(tile + local.y) * size + id.x];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 8; k++)
            sum += rows[8 * local.y + k] * columns[8 * k + local.x];
        GroupMemoryBarrierWithGroupSync();
    }
    product[id.y * size + id.x] = sum;
}
