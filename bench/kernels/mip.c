/* mip: the next mip of an RGBA8 image, the mean of 2 x 2 texels. */
#include "peer.h"

void peer_mip(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0];
    uint8_t *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++)
            for (int c = 0; c < 4; c++) {
                const uint8_t *in = from + 16 * y * width + 8 * x + c;
                int sum = in[0] + in[4] + in[8 * width] + in[8 * width + 4];
                to[4 * (y * width + x) + c] = (uint8_t)((float)sum * 0.25f + 0.5f);
            }
}
