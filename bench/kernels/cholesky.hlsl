// Cholesky factors of matrices of 16 x 16 in g#, a group a matrix, and the logarithms of their determinants.
StructuredBuffer<float> matrices : register(t0);
RWStructuredBuffer<float> factors : register(u0);
RWStructuredBuffer<float> logs : register(u1);
cbuffer sizes : register(b0) { float added; };
groupshared float words[16 * 17];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint row = thread.y, column = thread.x, own = row * 17 + column, at = group.x * 256 + row * 16 + column;
    words[own] = matrices[at] + (row == column ? added : 0);
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint k = 0; k < 16; k++) {
        if (row == k && column == k)
            words[own] = sqrt(words[own]);
        GroupMemoryBarrierWithGroupSync();
        if (column == k && row > k)
            words[own] /= words[k * 17 + k];
        GroupMemoryBarrierWithGroupSync();
        if (column > k && row >= column)
            words[own] -= words[row * 17 + k] * words[column * 17 + k];
        GroupMemoryBarrierWithGroupSync();
    }
    factors[at] = column <= row ? words[own] : 0;
    if (row == 0 && column == 0) {
        float sum = 0;
        for (uint n = 0; n < 16; n++)
            sum += log(words[n * 17 + n]);
        logs[group.x] = 2 * sum;
    }
}
