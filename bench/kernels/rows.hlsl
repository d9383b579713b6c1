// A dense matrix times a vector: each thread has a row.
StructuredBuffer<float> entries : register(t0);
StructuredBuffer<float> vec : register(t1);
RWStructuredBuffer<float> result : register(u0);
cbuffer sizes : register(b0) { uint width; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [loop] for (uint i = 0; i < width; i++)
        sum += entries[id.x * width + i] * vec[i];
    result[id.x] = sum;
}
