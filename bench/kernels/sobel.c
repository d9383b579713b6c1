/* sobel: gradients of a picture in bytes. */
#include <stdlib.h>

#include "peer.h"

void peer_sobel(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0];
    uint8_t *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint8_t *a = from + (y ? y - 1 : 0) * width, *b = from + y * width;
        const uint8_t *c = from + (y + 1 < height ? y + 1 : y) * width;
        uint8_t *out = to + y * width;
#define PIXEL(l, x, r)                                                                                       \
    do {                                                                                                     \
        int across = a[r] + 2 * b[r] + c[r] - a[l] - 2 * b[l] - c[l];                                        \
        int down = c[l] + 2 * c[x] + c[r] - a[l] - 2 * a[x] - a[r];                                          \
        int sum = abs(across) + abs(down);                                                                   \
        out[x] = (uint8_t)(sum < 255 ? sum : 255);                                                           \
    } while (0)
        PIXEL(0, 0, 1);
        for (int64_t x = 1; x + 1 < width; x++)
            PIXEL(x - 1, x, x + 1);
        PIXEL(width - 2, width - 1, width - 1);
    }
}
