// A step of Jacobi's method for Poisson's equation, and the greatest change of each block of 16 x 16, reduced in g#.
StructuredBuffer<float> solution : register(t0);
StructuredBuffer<float> sources : register(t1);
RWStructuredBuffer<float> next : register(u0);
RWStructuredBuffer<float> changes : register(u1);
cbuffer sizes : register(b0) { uint width, height; };
groupshared float greatest[256];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint flat : SV_GroupIndex)
{
    uint at = id.y * width + id.x;
    float change = 0;
    if (id.x > 0 && id.y > 0 && id.x < width - 1 && id.y < height - 1) {
        float value = 0.25 * (solution[at - 1] + solution[at + 1] + solution[at - width] + solution[at + width] - sources[at]);
        change = abs(value - solution[at]);
        next[at] = value;
    } else {
        next[at] = solution[at];
    }
    greatest[flat] = change;
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 128; step > 0; step >>= 1) {
        if (flat < step)
            greatest[flat] = max(greatest[flat], greatest[flat + step]);
        GroupMemoryBarrierWithGroupSync();
    }
    if (flat == 0)
        changes[group.y * (width / 16) + group.x] = greatest[0];
}
