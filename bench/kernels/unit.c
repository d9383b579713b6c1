/* unit: rows scaled to length 1. */
#include <math.h>

#include "peer.h"

void peer_unit(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], rows = (int64_t)args->counts[1] / width;
#pragma omp parallel for
    for (int64_t n = 0; n < rows; n++) {
        float sum = 0;
        for (int64_t i = 0; i < width; i++)
            sum += from[n * width + i] * from[n * width + i];
        float scale = 1 / sqrtf(sum);
        for (int64_t i = 0; i < width; i++)
            to[n * width + i] = from[n * width + i] * scale;
    }
}
