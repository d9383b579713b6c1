/* life: the game of life on a torus. */
#include "peer.h"

void peer_life(const struct peer_args *args)
{
    const uint32_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint32_t *a = from + (y ? y - 1 : height - 1) * width, *b = from + y * width;
        const uint32_t *c = from + (y + 1 < height ? y + 1 : 0) * width;
        uint32_t *out = to + y * width;
#define CELL(l, x, r)                                                                                        \
    do {                                                                                                     \
        uint32_t sum = (a[l] + a[x] + a[r] + b[l] + b[r] + c[l] + c[x] + c[r]) & 7;                          \
        out[x] = sum == 3 || (sum == 2 && (b[x] & 1));                                                       \
    } while (0)
        CELL(width - 1, 0, 1);
        for (int64_t x = 1; x + 1 < width; x++)
            CELL(x - 1, x, x + 1);
        CELL(width - 2, width - 1, 0);
    }
}
