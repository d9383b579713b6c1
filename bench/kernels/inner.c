/* inner: inner products of blocks of 4,096 floats. */
#include "peer.h"

enum { BLOCK = 4096 };

void peer_inner(const struct peer_args *args)
{
    const float *restrict first = args->buffers[0], *restrict second = args->buffers[1];
    float *restrict products = args->buffers[2];
    int64_t blocks = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        float sum = 0;
        for (int64_t i = block * BLOCK; i < (block + 1) * BLOCK; i++)
            sum += first[i] * second[i];
        products[block] = sum;
    }
}
