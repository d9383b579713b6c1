// Sums down the columns of an image, a thread a column.
StructuredBuffer<float> image : register(t0);
RWStructuredBuffer<float> sums : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < height; y++) {
        sum += image[y * width + id.x];
        sums[y * width + id.x] = sum;
    }
}
