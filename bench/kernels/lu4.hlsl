// LU decomposition of a 4 x 4 matrix for each thread, in place, in an indexable array; and its determinant.
struct matrix4 { float4 rows[4]; };
RWStructuredBuffer<matrix4> matrices : register(u0);
RWStructuredBuffer<float> determinants : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float m[16];
    uint i, j, k;
    [unroll] for (i = 0; i < 4; i++) {
        float4 row = matrices[id.x].rows[i];
        m[4 * i] = row.x;
        m[4 * i + 1] = row.y;
        m[4 * i + 2] = row.z;
        m[4 * i + 3] = row.w;
    }
    for (i = 0; i < 4; i++)
        m[5 * i] += 4;
    float det = 1;
    for (k = 0; k < 4; k++) {
        det *= m[5 * k];
        for (i = k + 1; i < 4; i++) {
            m[4 * i + k] /= m[5 * k];
            for (j = k + 1; j < 4; j++)
                m[4 * i + j] -= m[4 * i + k] * m[4 * k + j];
        }
    }
    [unroll] for (i = 0; i < 4; i++)
        matrices[id.x].rows[i] = float4(m[4 * i], m[4 * i + 1], m[4 * i + 2], m[4 * i + 3]) * 0.25;
    determinants[id.x] = det;
}
