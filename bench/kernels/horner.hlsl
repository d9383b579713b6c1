// A polynomial of many coefficients at each number: one sum that depends on the one before.
StructuredBuffer<float> coefficients : register(t0);
StructuredBuffer<float> numbers : register(t1);
RWStructuredBuffer<float> values : register(u0);
cbuffer sizes : register(b0) { uint degree; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = numbers[id.x], value = 0;
    [loop] for (uint i = 0; i < degree; i++)
        value = value * x + coefficients[i];
    values[id.x] = value;
}
