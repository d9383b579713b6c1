// A sparse matrix times eight vectors, interleaved: a thread for each row and vector.
StructuredBuffer<uint> offsets : register(t0);
StructuredBuffer<uint> columns : register(t1);
StructuredBuffer<float> values : register(t2);
StructuredBuffer<float> vectors : register(t3);
RWStructuredBuffer<float> result : register(u0);

[numthreads(8, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    uint end = offsets[id.y + 1];
    for (uint i = offsets[id.y]; i < end; i++)
        sum += values[i] * vectors[columns[i] * 8 + id.x];
    result[id.y * 8 + id.x] = sum;
}
