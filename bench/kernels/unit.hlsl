// Rows scaled to length 1: each thread sums the squares of its row and stores the scaled row.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint row = id.x * width;
    float sum = 0;
    [loop] for (uint i = 0; i < width; i++)
        sum += from[row + i] * from[row + i];
    float scale = rsqrt(sum);
    [loop] for (uint k = 0; k < width; k++)
        to[row + k] = from[row + k] * scale;
}
