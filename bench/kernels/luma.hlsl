// Packed pixels of four bytes to luminance and chroma, packed again.
StructuredBuffer<uint> pixels : register(t0);
RWStructuredBuffer<uint> converted : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint at = (group.y * 8 + thread.y) * 2048 + group.x * 8 + thread.x;
    uint c = pixels[at];
    int r = c & 255, g = c >> 8 & 255, b = c >> 16 & 255;
    int y = (66 * r + 129 * g + 25 * b + 128 >> 8) + 16;
    int u = (-38 * r - 74 * g + 112 * b + 128 >> 8) + 128;
    int v = (112 * r - 94 * g - 18 * b + 128 >> 8) + 128;
    converted[at] = (uint)clamp(y, 0, 255) | (uint)clamp(u, 0, 255) << 8 | (uint)clamp(v, 0, 255) << 16 | (c & 0xff000000);
}
