/* skips: rows of a sparse matrix, some elements of which are treated by themselves. */
#include "peer.h"

void peer_skips(const struct peer_args *args)
{
    const uint32_t *restrict offsets = args->buffers[0], *restrict columns = args->buffers[1];
    const float *restrict values = args->buffers[2], *restrict vector = args->buffers[3];
    float *restrict result = args->buffers[4];
    int64_t rows = (int64_t)args->counts[4];
#pragma omp parallel for
    for (int64_t row = 0; row < rows; row++) {
        float own = 0, others = 0;
        for (uint32_t i = offsets[row]; i < offsets[row + 1]; i++) {
            uint32_t column = columns[i];
            if (((column ^ (uint32_t)row) & 15) == 0) {
                own += values[i];
                continue;
            }
            others += values[i] * vector[column];
        }
        result[row] = own + 0.5f * others;
    }
}
