// Products of 128 x 128 weights with vectors: a vector a group, a row of float4 a thread.
StructuredBuffer<float4> weights : register(t0);
StructuredBuffer<float4> vectors : register(t1);
RWStructuredBuffer<float> products : register(u0);

[numthreads(128, 1, 1)]
void main(uint3 group : SV_GroupID, uint row : SV_GroupIndex)
{
    float sum = 0;
    [loop] for (uint i = 0; i < 32; i++)
        sum += dot(weights[row * 32 + i], vectors[group.x * 32 + i]);
    products[group.x * 128 + row] = sum;
}
