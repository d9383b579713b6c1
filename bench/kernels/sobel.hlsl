// Magnitude of the Sobel gradient of a picture in bytes, clamped at the edges: four pixels a thread.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

int pixel(int x, int y)
{
    uint at = clamp(y, 0, int(height) - 1) * width + clamp(x, 0, int(width) - 1);
    return (from.Load(at & ~3u) >> (8 * (at & 3))) & 255;
}

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint packed = 0;
    int y = id.y;
    for (int i = 0; i < 4; i++) {
        int x = 4 * id.x + i;
        int across = pixel(x + 1, y - 1) + 2 * pixel(x + 1, y) + pixel(x + 1, y + 1);
        int down = pixel(x - 1, y + 1) + 2 * pixel(x, y + 1) + pixel(x + 1, y + 1);
        across -= pixel(x - 1, y - 1) + 2 * pixel(x - 1, y) + pixel(x - 1, y + 1);
        down -= pixel(x - 1, y - 1) + 2 * pixel(x, y - 1) + pixel(x + 1, y - 1);
        packed |= min(uint(abs(across) + abs(down)), 255u) << (8 * i);
    }
    to.Store(id.y * width + 4 * id.x, packed);
}
