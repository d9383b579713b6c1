/* bayer: a mosaic of bytes, interpolated to RGBA8. */
#include <stdbool.h>

#include "peer.h"

static inline uint32_t interpolate(const uint8_t *above, const uint8_t *own, const uint8_t *below,
                                   int64_t left, int64_t x, int64_t right, bool is_lower)
{
    uint32_t beside = own[left] + own[right], over = above[x] + below[x];
    uint32_t cross = (beside + over + 2) >> 2;
    uint32_t corners = (above[left] + above[right] + below[left] + below[right] + 2u) >> 2;
    beside = (beside + 1) >> 1;
    over = (over + 1) >> 1;
    uint32_t red, green, blue;
    if (is_lower) {
        red = x & 1 ? corners : over;
        green = x & 1 ? cross : own[x];
        blue = x & 1 ? own[x] : beside;
    } else {
        red = x & 1 ? beside : own[x];
        green = x & 1 ? own[x] : cross;
        blue = x & 1 ? over : corners;
    }
    return red | green << 8 | blue << 16 | 0xff000000;
}

void peer_bayer(const struct peer_args *args)
{
    const uint8_t *restrict mosaic = args->buffers[0];
    uint32_t *restrict pixels = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint8_t *own = mosaic + y * width, *above = mosaic + (y ? y - 1 : 1) * width,
                      *below = mosaic + (y < height - 1 ? y + 1 : height - 2) * width;
        uint32_t *row = pixels + y * width;
        row[0] = interpolate(above, own, below, 1, 0, 1, y & 1);
        for (int64_t x = 1; x < width - 1; x++)
            row[x] = interpolate(above, own, below, x - 1, x, x + 1, y & 1);
        row[width - 1] = interpolate(above, own, below, width - 2, width - 1, width - 2, y & 1);
    }
}
