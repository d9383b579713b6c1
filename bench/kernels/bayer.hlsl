// A mosaic of red, green and blue bytes, interpolated to RGBA8; coordinates are mirrored at the edges.
Buffer<uint> mosaic : register(t0);
RWStructuredBuffer<uint> pixels : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(32, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint left = id.x == 0 ? 1 : id.x - 1, right = id.x == width - 1 ? width - 2 : id.x + 1;
    uint above = (id.y == 0 ? 1 : id.y - 1) * width, below = (id.y == height - 1 ? height - 2 : id.y + 1) * width;
    uint row = id.y * width, own = mosaic[row + id.x];
    uint beside = mosaic[row + left] + mosaic[row + right], over = mosaic[above + id.x] + mosaic[below + id.x];
    uint cross = (beside + over + 2) >> 2;
    uint corners = (mosaic[above + left] + mosaic[above + right] + mosaic[below + left] + mosaic[below + right] + 2) >> 2;
    beside = (beside + 1) >> 1;
    over = (over + 1) >> 1;
    uint3 color;
    if (id.y & 1)
        color = id.x & 1 ? uint3(corners, cross, own) : uint3(over, own, beside);
    else
        color = id.x & 1 ? uint3(beside, own, over) : uint3(own, cross, corners);
    pixels[row + id.x] = color.r | color.g << 8 | color.b << 16 | 0xff000000;
}
