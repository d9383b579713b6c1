// Binomial blur of 3 x 3 of a picture of four bytes a word, clamped at the edges: a thread a word, its bytes as components.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };

uint4 pixel(int x, int y)
{
    uint word = from[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
    return uint4(word, word >> 8, word >> 16, word >> 24) & 255;
}

[numthreads(16, 16, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    uint4 sum = 0;
    [unroll] for (int y = -1; y <= 1; y++)
        [unroll] for (int x = -1; x <= 1; x++)
            sum += pixel(id.x + x, id.y + y) * ((2 - abs(x)) * (2 - abs(y)));
    sum = (sum + 8) >> 4;
    to[id.y * width + id.x] = sum.x | sum.y << 8 | sum.z << 16 | sum.w << 24;
}
