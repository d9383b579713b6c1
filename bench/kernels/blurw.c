/* blurw: binomial blur of 3 x 3 of a picture of four bytes a word. */
#include "peer.h"

void peer_blurw(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0];
    uint8_t *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint8_t *b = from + 4 * y * width, *a = y ? b - 4 * width : b;
        const uint8_t *c = y + 1 < height ? b + 4 * width : b;
        uint8_t *out = to + 4 * y * width;
#define WORD(left, x, right)                                                                                 \
    for (int k = 0; k < 4; k++) {                                                                            \
        int64_t l = 4 * (left) + k, m = 4 * (x) + k, r = 4 * (right) + k;                                    \
        int sum = a[l] + 2 * a[m] + a[r] + 2 * b[l] + 4 * b[m] + 2 * b[r] + c[l] + 2 * c[m] + c[r];          \
        out[m] = (uint8_t)((sum + 8) >> 4);                                                                  \
    }
        WORD(0, 0, 1)
        for (int64_t x = 1; x + 1 < width; x++)
            WORD(x - 1, x, x + 1)
        WORD(width - 2, width - 1, width - 1)
    }
}
