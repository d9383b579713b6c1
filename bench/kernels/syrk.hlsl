// Products of each two rows of a matrix of 256 x 256.
StructuredBuffer<float> rows : register(t0);
RWStructuredBuffer<float> products : register(u0);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [loop] for (uint i = 0; i < 256; i++)
        sum += rows[id.y * 256 + i] * rows[id.x * 256 + i];
    products[id.y * 256 + id.x] = sum;
}
