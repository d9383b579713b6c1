/* ragged: product of a matrix of an odd number of columns and a vector. */
#include "peer.h"

void peer_ragged(const struct peer_args *args)
{
    const float *restrict rows = args->buffers[0], *restrict x = args->buffers[1];
    float *restrict y = args->buffers[2];
    int64_t count = (int64_t)args->counts[2], columns = args->words[0];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        float sum = 0;
        for (int64_t k = 0; k < columns; k++)
            sum += rows[i * columns + k] * x[k];
        y[i] = sum;
    }
}
