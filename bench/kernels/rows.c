/* rows: a dense matrix times a vector. */
#include "peer.h"

void peer_rows(const struct peer_args *args)
{
    const float *restrict entries = args->buffers[0], *restrict vector = args->buffers[1];
    float *restrict result = args->buffers[2];
    int64_t count = (int64_t)args->counts[2], width = args->words[0];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float sum = 0;
        for (int64_t i = 0; i < width; i++)
            sum += entries[n * width + i] * vector[i];
        result[n] = sum;
    }
}
