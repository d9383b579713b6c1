// A filter of 7 x 7 whose weights, by the distance from the middle, are in a constant buffer.
StructuredBuffer<float> image : register(t0);
RWStructuredBuffer<float> sums : register(u0);
cbuffer filter : register(b0) { float4 weights[2]; };

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [loop] for (int j = 0; j < 7; j++)
        for (int i = 0; i < 7; i++) {
            uint from = abs(j - 3) + abs(i - 3);
            sum += image[(id.y + j) * 1030 + id.x + i] * weights[from / 4][from % 4];
        }
    sums[id.y * 1024 + id.x] = sum;
}
