// Determinants of 3 x 3 matrices, whose distance is in the constants.
StructuredBuffer<float> matrices : register(t0);
RWStructuredBuffer<float> determinants : register(u0);
cbuffer sizes : register(b0) { uint pitch; };

float element(uint matrix_, uint i)
{
    return matrices[matrix_ * pitch + i];
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint m = id.x;
    float a = element(m, 4) * element(m, 8) - element(m, 5) * element(m, 7);
    float b = element(m, 3) * element(m, 8) - element(m, 5) * element(m, 6);
    float c = element(m, 3) * element(m, 7) - element(m, 4) * element(m, 6);
    determinants[m] = element(m, 0) * a - element(m, 1) * b + element(m, 2) * c;
}
