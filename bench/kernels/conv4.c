/* conv4: convolution of 3 x 3 from four planes to four, zeros outside. */
#include <string.h>

#include "peer.h"

enum { PLANES = 4, WIDTH_MOST = 1024 };

static void add_row(float *restrict sum, const float *restrict row, const float *restrict weights,
                    int64_t width)
{
    float left = weights[0], middle = weights[PLANES], right = weights[2 * PLANES];
    for (int64_t x = 0; x < width; x++)
        sum[x] += left * row[x] + middle * row[x + 1] + right * row[x + 2];
}

void peer_conv4(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0], *restrict weights = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        float sums[PLANES][WIDTH_MOST] = {{0}}, row[WIDTH_MOST + 2];
        row[0] = row[width + 1] = 0;
        for (int plane = 0; plane < PLANES; plane++)
            for (int k = 0; k < 3; k++) {
                if (y + k < 1 || y + k > height)
                    continue;
                memcpy(row + 1, from + (plane * height + y + k - 1) * width, (size_t)width * sizeof *row);
                for (int out = 0; out < PLANES; out++)
                    add_row(sums[out], row, weights + (plane * 9 + k * 3) * PLANES + out, width);
            }
        for (int out = 0; out < PLANES; out++)
            memcpy(to + (out * height + y) * width, sums[out], (size_t)width * sizeof *row);
    }
}
