// Rows of a sparse matrix, of which each thread treats some elements by themselves and continues with the next.
StructuredBuffer<uint> offsets : register(t0);
StructuredBuffer<uint> columns : register(t1);
StructuredBuffer<float> values : register(t2);
StructuredBuffer<float> vec : register(t3);
RWStructuredBuffer<float> result : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float own = 0, others = 0;
    uint end = offsets[id.x + 1];
    for (uint i = offsets[id.x]; i < end; i++) {
        uint column = columns[i];
        if (((column ^ id.x) & 15) == 0) {
            own += values[i];
            continue;
        }
        others += values[i] * vec[column];
    }
    result[id.x] = own + 0.5 * others;
}
