// Median of 3 x 3 of a picture, clamped: groups of 8 x 8 with a tile of 10 x 10 in g#, a network of exchanges.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };
groupshared float tile[100];

void order(inout float a, inout float b)
{
    float low = min(a, b);
    b = max(a, b);
    a = low;
}

[numthreads(8, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    int2 first = int2(group.xy) * 8 - 1;
    for (uint i = flat; i < 100; i += 64) {
        int x = clamp(first.x + int(i % 10), 0, width - 1), y = clamp(first.y + int(i / 10), 0, height - 1);
        tile[i] = from[y * width + x];
    }
    GroupMemoryBarrierWithGroupSync();
    uint at = thread.y * 10 + thread.x;
    float a = tile[at], b = tile[at + 1], c = tile[at + 2], d = tile[at + 10], e = tile[at + 11], f = tile[at + 12];
    float g = tile[at + 20], h = tile[at + 21], i9 = tile[at + 22];
    order(b, c), order(e, f), order(h, i9), order(a, b), order(d, e), order(g, h), order(b, c), order(e, f), order(h, i9);
    order(a, d), order(f, i9), order(e, h), order(d, g), order(b, e), order(c, f), order(e, h), order(e, c), order(g, e), order(e, c);
    to[(group.y * 8 + thread.y) * width + group.x * 8 + thread.x] = e;
}
