// Fourier transforms of 256 complex numbers in g#, one a group: eight butterflies for each thread.
StructuredBuffer<float2> from : register(t0);
StructuredBuffer<float2> roots : register(t1);
RWStructuredBuffer<float2> to : register(u0);
groupshared float2 data[256];

uint reversed(uint x) // eight bits
{
    x = (x & 0x55) << 1 | x >> 1 & 0x55;
    x = (x & 0x33) << 2 | x >> 2 & 0x33;
    return (x & 0x0f) << 4 | x >> 4;
}

[numthreads(128, 1, 1)]
void main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint base = group.x * 256;
    data[reversed(lane)] = from[base + lane];
    data[reversed(lane + 128)] = from[base + lane + 128];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint half = 1; half < 256; half *= 2) {
        uint j = lane & (half - 1), a = (lane - j) * 2 + j, b = a + half;
        float2 w = roots[half + j], x = data[a], y = data[b];
        float2 t = float2(w.x * y.x - w.y * y.y, w.x * y.y + w.y * y.x);
        data[a] = x + t;
        data[b] = x - t;
        GroupMemoryBarrierWithGroupSync();
    }
    to[base + lane] = data[lane];
    to[base + lane + 128] = data[lane + 128];
}
