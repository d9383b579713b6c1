/* mat64: the product of two matrices of doubles, without tiles. */
#include "peer.h"

enum { BLOCK = 64 };

void peer_mat64(const struct peer_args *args)
{
    const double *restrict a = args->buffers[0], *restrict b = args->buffers[1];
    double *restrict to = args->buffers[2];
    int64_t n = args->words[0];
#pragma omp parallel for
    for (int64_t row = 0; row < n; row++)
        for (int64_t first = 0; first < n; first += BLOCK) {
            double sum[BLOCK] = {0};
            for (int64_t k = 0; k < n; k++)
                for (int i = 0; i < BLOCK; i++)
                    sum[i] += a[row * n + k] * b[k * n + first + i];
            for (int i = 0; i < BLOCK; i++)
                to[row * n + first + i] = sum[i];
        }
}
