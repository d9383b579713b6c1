/* patches: of 3 x 3 words, zeros outside. */
#include <string.h>

#include "peer.h"

/* A row that is moved by one word at most. */
static void shift(const float *restrict from, float *restrict to, int64_t width, int64_t by)
{
    int64_t first = by == -1 ? 1 : 0;
    int64_t end = by == 1 ? width - 1 : width;
    to[0] = to[width - 1] = 0;
    memcpy(to + first, from + first + by, (size_t)(end - first) * sizeof *to);
}

void peer_patches(const struct peer_args *args)
{
    const float *restrict picture = args->buffers[0];
    float *restrict rows = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], channels = args->words[2];
#pragma omp parallel for
    for (int64_t row = 0; row < 9 * channels; row++) {
        int64_t x = row % 3 - 1, y = row % 9 / 3 - 1;
        for (int64_t i = 0; i < height; i++) {
            float *to = rows + (row * height + i) * width;
            if (i + y < 0 || i + y >= height)
                memset(to, 0, (size_t)width * sizeof *to);
            else
                shift(picture + (row / 9 * height + i + y) * width, to, width, x);
        }
    }
}
