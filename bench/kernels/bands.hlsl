// Projections of the 512 samples of each channel on six waves, in steps of the group by its threads' numbers.
StructuredBuffer<float> samples : register(t0);
StructuredBuffer<float2> places : register(t1);
RWStructuredBuffer<float> bands : register(u0);
groupshared float parts[6 * 64];

[numthreads(8, 8, 1)]
void main(uint channel : SV_GroupID, uint thread : SV_GroupIndex)
{
    float sum[6] = {0, 0, 0, 0, 0, 0};
    for (uint i = thread; i < 512; i += 64) {
        float2 at = places[i];
        float value = samples[channel * 512 + i];
        sum[0] += value;
        sum[1] += value * at.x;
        sum[2] += value * at.y;
        sum[3] += value * at.x * at.y;
        sum[4] += value * (3 * at.y * at.y - 1);
        sum[5] += value * (at.x * at.x - at.y * at.y);
    }
    [unroll] for (uint k = 0; k < 6; k++)
        parts[k * 64 + thread] = sum[k];
    GroupMemoryBarrierWithGroupSync();
    if (thread < 6) {
        float total = 0;
        for (uint part = 0; part < 64; part++)
            total += parts[thread * 64 + part];
        bands[channel * 6 + thread] = total;
    }
}
