/* lu4: LU decompositions of 4 x 4 matrices. */
#include "peer.h"

void peer_lu4(const struct peer_args *args)
{
    float *restrict matrices = args->buffers[0], *restrict determinants = args->buffers[1];
    int64_t count = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float m[16], det = 1;
        for (int i = 0; i < 16; i++)
            m[i] = matrices[16 * n + i];
        for (int i = 0; i < 4; i++)
            m[5 * i] += 4;
        for (int k = 0; k < 4; k++) {
            det *= m[5 * k];
            for (int i = k + 1; i < 4; i++) {
                m[4 * i + k] /= m[5 * k];
                for (int j = k + 1; j < 4; j++)
                    m[4 * i + j] -= m[4 * i + k] * m[4 * k + j];
            }
        }
        for (int i = 0; i < 16; i++)
            matrices[16 * n + i] = m[i] * 0.25f;
        determinants[n] = det;
    }
}
