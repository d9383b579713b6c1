// A filter that depends on its own results, along rows: a group of one thread each.
StructuredBuffer<float> source : register(t0);
RWStructuredBuffer<float> result : register(u0);
cbuffer sizes : register(b0) { uint width; };

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    float level = 0, peak = 0;
    for (uint i = 0; i < width; i++) {
        level = level * 0.95 + source[group.x * width + i];
        peak = max(peak * 0.99, abs(level));
        result[group.x * width + i] = level / (1 + peak);
    }
}
