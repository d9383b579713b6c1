// A sparse matrix times a vector: each thread has the row between two offsets.
StructuredBuffer<uint> offsets : register(t0);
struct entry { uint column; float value; };
StructuredBuffer<uint> columns : register(t1);
StructuredBuffer<float> values : register(t2);
StructuredBuffer<float> vec : register(t3);
RWStructuredBuffer<float> result : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    uint end = offsets[id.x + 1];
    for (uint i = offsets[id.x]; i < end; i++)
        sum += values[i] * vec[columns[i]];
    result[id.x] = sum;
}
