// Rows of 256 are shifted and scaled to mean 0 and deviation 1: a group a row, sums by two trees in g#.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
groupshared float sums[256], squares[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    float x = from[id.x];
    sums[lane] = x;
    squares[lane] = x * x;
    GroupMemoryBarrierWithGroupSync();
    for (uint half = 128; half > 0; half /= 2) {
        if (lane < half) {
            sums[lane] += sums[lane + half];
            squares[lane] += squares[lane + half];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    float mean = sums[0] / 256, variance = squares[0] / 256 - mean * mean;
    to[id.x] = (x - mean) * rsqrt(variance + 0.00001);
}
