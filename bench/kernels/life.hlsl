// The game of life on a torus, groups of 8 x 8.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint left = (id.x + width - 1) % width, right = (id.x + 1) % width;
    uint up = (id.y + height - 1) % height, down = (id.y + 1) % height;
    uint sum = from[up * width + left] + from[up * width + id.x] + from[up * width + right];
    sum += from[id.y * width + left] + from[id.y * width + right];
    sum += from[down * width + left] + from[down * width + id.x] + from[down * width + right];
    uint alive = from[id.y * width + id.x];
    to[id.y * width + id.x] = (sum & 7) == 3 || ((sum & 7) == 2 && (alive & 1)) ? 1 : 0;
}
