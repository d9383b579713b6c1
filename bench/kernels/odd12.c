/* odd12: product of matrices whose size is not a multiple of a vector. */
#include "peer.h"

void peer_odd12(const struct peer_args *args)
{
    const float *restrict a = args->buffers[0], *restrict b = args->buffers[1];
    float *restrict c = args->buffers[2];
    int64_t size = args->words[0];
#pragma omp parallel for
    for (int64_t i = 0; i < size; i++) {
        for (int64_t j = 0; j < size; j++)
            c[i * size + j] = 0;
        for (int64_t k = 0; k < size; k++)
            for (int64_t j = 0; j < size; j++)
                c[i * size + j] += a[i * size + k] * b[k * size + j];
    }
}
