// A polynomial of degree 7 by Horner's rule, its coefficients in a constant buffer, groups of 96.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer polynomial : register(b0) { float4 coefficients[2]; };

[numthreads(96, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = from[id.x], sum = 0;
    [loop] for (int i = 7; i >= 0; i--)
        sum = sum * x + coefficients[i >> 2][i & 3];
    to[id.x] = sum;
}
