/* mat4: product of square matrices, by rows. */
#include "peer.h"

void peer_mat4(const struct peer_args *args)
{
    const float *restrict left = args->buffers[0], *restrict right = args->buffers[1];
    float *restrict product = args->buffers[2];
    int64_t size = args->words[0];
#pragma omp parallel for
    for (int64_t y = 0; y < size; y++) {
        float *restrict row = product + y * size;
        for (int64_t x = 0; x < size; x++)
            row[x] = 0;
        for (int64_t k = 0; k < size; k++)
            for (int64_t x = 0; x < size; x++)
                row[x] += left[y * size + k] * right[k * size + x];
    }
}
