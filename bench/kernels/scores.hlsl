// Softmax of a query's products with all keys of 64 words, a group a query.
StructuredBuffer<float4> queries : register(t0);
StructuredBuffer<float4> keys : register(t1);
RWStructuredBuffer<float> weights : register(u0);
cbuffer sizes : register(b0) { uint count; float scale; };
groupshared float4 query[16];
groupshared float parts[128];

[numthreads(128, 1, 1)]
void main(uint3 group : SV_GroupID, uint3 id : SV_GroupThreadID)
{
    uint thread = id.x, row = group.x * count;
    if (thread < 16)
        query[thread] = queries[group.x * 16 + thread] * scale;
    GroupMemoryBarrierWithGroupSync();
    float most = -3e38;
    for (uint key = thread; key < count; key += 128) {
        float sum = 0;
        for (uint i = 0; i < 16; i++)
            sum += dot(query[i], keys[key * 16 + i]);
        weights[row + key] = sum;
        most = max(most, sum);
    }
    parts[thread] = most;
    GroupMemoryBarrierWithGroupSync();
    for (uint below = 64; below > 0; below /= 2) {
        if (thread < below)
            parts[thread] = max(parts[thread], parts[thread + below]);
        GroupMemoryBarrierWithGroupSync();
    }
    most = parts[0];
    GroupMemoryBarrierWithGroupSync();
    float total = 0;
    for (uint n = thread; n < count; n += 128) {
        float weight = exp(weights[row + n] - most);
        weights[row + n] = weight;
        total += weight;
    }
    parts[thread] = total;
    GroupMemoryBarrierWithGroupSync();
    for (uint rest = 64; rest > 0; rest /= 2) {
        if (thread < rest)
            parts[thread] += parts[thread + rest];
        GroupMemoryBarrierWithGroupSync();
    }
    total = parts[0];
    for (uint m = thread; m < count; m += 128)
        weights[row + m] /= total;
}
