/* gemv: product of a matrix of 1024 columns and a vector. */
#include "peer.h"

enum { COLUMNS = 1024 };

void peer_gemv(const struct peer_args *args)
{
    const float *restrict rows = args->buffers[0], *restrict x = args->buffers[1];
    float *restrict y = args->buffers[2];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < COLUMNS; k++)
            sum += rows[i * COLUMNS + k] * x[k];
        y[i] = sum;
    }
}
