// Binomial blur of 3 x 3 of a picture in bytes, clamped at the edges: a thread a pixel, sums as words.
ByteAddressBuffer from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

uint pixel(int x, int y)
{
    uint at = clamp(y, 0, int(height) - 1) * width + clamp(x, 0, int(width) - 1);
    return (from.Load(at & ~3u) >> (8 * (at & 3))) & 255;
}

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int x = id.x, y = id.y;
    uint above = pixel(x - 1, y - 1) + 2 * pixel(x, y - 1) + pixel(x + 1, y - 1);
    uint here = pixel(x - 1, y) + 2 * pixel(x, y) + pixel(x + 1, y);
    uint below = pixel(x - 1, y + 1) + 2 * pixel(x, y + 1) + pixel(x + 1, y + 1);
    to[id.y * width + id.x] = above + 2 * here + below;
}
