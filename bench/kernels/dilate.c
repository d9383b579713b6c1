/* dilate: greatest of each 2 x 2 words, clamped. */
#include "peer.h"

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

void peer_dilate(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[2], height = args->words[3];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const float *row = from + y * width, *next = from + (y + 1 < height ? y + 1 : y) * width;
        float *restrict out = to + y * width;
        for (int64_t x = 0; x + 1 < width; x++)
            out[x] = greater(greater(row[x], row[x + 1]), greater(next[x], next[x + 1]));
        out[width - 1] = greater(row[width - 1], next[width - 1]);
    }
}
