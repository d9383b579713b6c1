// Product of 300 x 300 matrices in tiles of 12 x 12, whose elements the threads find by signed division.
StructuredBuffer<float> left : register(t0);
StructuredBuffer<float> right : register(t1);
RWStructuredBuffer<float> product : register(u0);
cbuffer sizes : register(b0) { int size; };
static const int side = 12, words = 144;
groupshared float a[words];
groupshared float b[words];

[numthreads(12, 12, 1)]
void main(int3 group : SV_GroupID, int3 thread : SV_GroupThreadID, int flat : SV_GroupIndex)
{
    float sum = 0;
    for (int first = 0; first < size; first += side) {
        for (int i = flat; i < words; i += words) {
            a[i] = left[(group.y * side + i / side) * size + first + i % side];
            b[i] = right[(first + i / side) * size + group.x * side + i % side];
        }
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (int k = 0; k < side; k++)
            sum += a[thread.y * side + k] * b[k * side + thread.x];
        GroupMemoryBarrierWithGroupSync();
    }
    product[(group.y * side + thread.y) * size + group.x * side + thread.x] = sum;
}
