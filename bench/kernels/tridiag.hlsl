// Thomas' algorithm for many tridiagonal systems, a thread a system, interleaved; the middle diagonal is 4.
StructuredBuffer<float> sides : register(t0);
StructuredBuffer<float> right : register(t1);
RWStructuredBuffer<float> solution : register(u0);
RWStructuredBuffer<float> factors : register(u1);
cbuffer sizes : register(b0) { uint systems, rows; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float factor = 0, value = 0;
    for (uint i = 0; i < rows; i++) {
        uint at = i * systems + id.x;
        float side = sides[at], scale = 1 / (4 - side * factor);
        factor = side * scale;
        value = (right[at] - side * value) * scale;
        factors[at] = factor;
        solution[at] = value;
    }
    for (int k = int(rows) - 2; k >= 0; k--) {
        uint at = k * systems + id.x;
        value = solution[at] - factors[at] * value;
        solution[at] = value;
    }
}
