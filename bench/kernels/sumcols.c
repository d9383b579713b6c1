/* sumcols: running sums along columns, a strip of them a thread. */
#include "peer.h"

enum { STRIP = 256 };

void peer_sumcols(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t first = 0; first < width; first += STRIP) {
        float sums[STRIP] = {0};
        for (int64_t y = 0; y < height; y++)
            for (int64_t x = 0; x < STRIP; x++)
                to[y * width + first + x] = sums[x] += from[y * width + first + x];
    }
}
