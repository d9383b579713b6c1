/* k5: product of square matrices, row by row so that the inner loop runs along rows. */
#include "peer.h"

void peer_k5(const struct peer_args *args)
{
    const float *restrict a = args->buffers[0], *restrict b = args->buffers[1];
    float *restrict out = args->buffers[2];
    int64_t n = args->words[0];
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++)
            out[i * n + j] = 0.0f;
        for (int64_t k = 0; k < n; k++)
            for (int64_t j = 0; j < n; j++)
                out[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
