/* csr: a sparse matrix times a vector. */
#include "peer.h"

void peer_csr(const struct peer_args *args)
{
    const uint32_t *restrict offsets = args->buffers[0], *restrict columns = args->buffers[1];
    const float *restrict values = args->buffers[2], *restrict vector = args->buffers[3];
    float *restrict result = args->buffers[4];
    int64_t rows = (int64_t)args->counts[4];
#pragma omp parallel for
    for (int64_t row = 0; row < rows; row++) {
        float sum = 0;
        for (uint32_t i = offsets[row]; i < offsets[row + 1]; i++)
            sum += values[i] * vector[columns[i]];
        result[row] = sum;
    }
}
