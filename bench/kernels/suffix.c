/* suffix: sums from the ends of rows, of several rows at once: an addition waits for the one before it. */
#include "peer.h"

enum { ROWS = 8 };

void peer_suffix(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t first = 0; first < height; first += ROWS) {
        float sums[ROWS] = {0};
        for (int64_t x = width - 1; x >= 0; x--)
            for (int64_t k = 0; k < ROWS; k++)
                to[(first + k) * width + x] = sums[k] += from[(first + k) * width + x];
    }
}
