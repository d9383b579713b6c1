// A matrix of an odd number of columns times a vector: 64 threads a row, four rows a group.
StructuredBuffer<float> rows : register(t0);
StructuredBuffer<float> x : register(t1);
RWStructuredBuffer<float> y : register(u0);
cbuffer sizes : register(b0) { uint columns; };
groupshared float parts[256];

[numthreads(64, 4, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint own : SV_GroupIndex)
{
    uint row = group.x * 4 + thread.y;
    float sum = 0;
    for (uint k = thread.x; k < columns; k += 64)
        sum += rows[row * columns + k] * x[k];
    parts[own] = sum;
    GroupMemoryBarrierWithGroupSync();
    for (uint half = 32; half > 0; half /= 2) {
        if (thread.x < half)
            parts[own] += parts[own + half];
        GroupMemoryBarrierWithGroupSync();
    }
    if (thread.x == 0)
        y[row] = parts[own];
}
