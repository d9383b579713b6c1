/* block8: a sparse matrix times eight vectors, interleaved. */
#include "peer.h"

void peer_block8(const struct peer_args *args)
{
    const uint32_t *restrict offsets = args->buffers[0], *restrict columns = args->buffers[1];
    const float *restrict values = args->buffers[2], *restrict vectors = args->buffers[3];
    float *restrict result = args->buffers[4];
    int64_t rows = (int64_t)args->counts[4] / 8;
#pragma omp parallel for
    for (int64_t row = 0; row < rows; row++) {
        float sum[8] = {0};
        for (uint32_t i = offsets[row]; i < offsets[row + 1]; i++)
            for (int k = 0; k < 8; k++)
                sum[k] += values[i] * vectors[8 * columns[i] + k];
        for (int k = 0; k < 8; k++)
            result[8 * row + k] = sum[k];
    }
}
