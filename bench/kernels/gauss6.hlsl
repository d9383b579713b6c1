// Linear systems of six unknowns, a system a thread: elimination without pivots and back substitution.
StructuredBuffer<float> systems : register(t0);
RWStructuredBuffer<float> solutions : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float a[42];
    uint i, j, k;
    for (i = 0; i < 42; i++)
        a[i] = systems[id.x * 42 + i];
    for (i = 0; i < 6; i++)
        a[8 * i] += 6;
    for (k = 0; k < 6; k++)
        for (i = k + 1; i < 6; i++) {
            float factor = a[7 * i + k] / a[8 * k];
            for (j = k + 1; j < 7; j++)
                a[7 * i + j] -= factor * a[7 * k + j];
        }
    for (i = 6; i-- > 0;) {
        float x = a[7 * i + 6];
        for (j = i + 1; j < 6; j++)
            x -= a[7 * i + j] * a[7 * j + 6];
        a[7 * i + 6] = x / a[8 * i];
        solutions[id.x * 6 + i] = a[7 * i + 6];
    }
}
