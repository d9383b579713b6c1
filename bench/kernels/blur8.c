/* blur8: binomial sums of a picture in bytes. */
#include "peer.h"

void peer_blur8(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint8_t *a = from + (y ? y - 1 : 0) * width, *b = from + y * width;
        const uint8_t *c = from + (y + 1 < height ? y + 1 : y) * width;
        uint32_t *out = to + y * width;
#define PIXEL(l, x, r)                                                                                       \
    out[x] = (uint32_t)(a[l] + 2 * a[x] + a[r] + 2 * (b[l] + 2 * b[x] + b[r]) + c[l] + 2 * c[x] + c[r])
        PIXEL(0, 0, 1);
        for (int64_t x = 1; x + 1 < width; x++)
            PIXEL(x - 1, x, x + 1);
        PIXEL(width - 2, width - 1, width - 1);
    }
}
