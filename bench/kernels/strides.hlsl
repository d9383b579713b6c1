// A sum: each thread adds every 8192nd number, then its group adds the threads' sums in g#.
StructuredBuffer<float> numbers : register(t0);
RWStructuredBuffer<float> sums : register(u0);
cbuffer sizes : register(b0) { uint count; };
groupshared float parts[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    float sum = 0;
    for (uint i = id.x; i < count; i += 8192)
        sum += numbers[i];
    parts[thread] = sum;
    GroupMemoryBarrierWithGroupSync();
    for (uint below = 128; below > 0; below >>= 1) {
        if (thread < below)
            parts[thread] += parts[thread + below];
        GroupMemoryBarrierWithGroupSync();
    }
    if (thread == 0)
        sums[group.x] = parts[0];
}
