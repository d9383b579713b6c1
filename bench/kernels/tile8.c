/* tile8: product of square matrices, row by row of the right one. */
#include <string.h>

#include "peer.h"

void peer_tile8(const struct peer_args *args)
{
    const float *restrict left = args->buffers[0], *restrict right = args->buffers[1];
    float *restrict product = args->buffers[2];
    int64_t size = args->words[0];
#pragma omp parallel for
    for (int64_t y = 0; y < size; y++) {
        float *restrict row = product + y * size;
        memset(row, 0, (size_t)size * sizeof *row);
        for (int64_t k = 0; k < size; k++)
            for (int64_t x = 0; x < size; x++)
                row[x] += left[y * size + k] * right[k * size + x];
    }
}
