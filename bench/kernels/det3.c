/* det3: determinants of 3 x 3 matrices. */
#include "peer.h"

void peer_det3(const struct peer_args *args)
{
    const float *restrict matrices = args->buffers[0];
    float *restrict determinants = args->buffers[1];
    int64_t pitch = args->words[0], count = (int64_t)args->counts[1];
#pragma omp parallel for simd
    for (int64_t n = 0; n < count; n++) {
        const float *m = matrices + n * pitch;
        float a = m[4] * m[8] - m[5] * m[7], b = m[3] * m[8] - m[5] * m[6], c = m[3] * m[7] - m[4] * m[6];
        determinants[n] = m[0] * a - m[1] * b + m[2] * c;
    }
}
