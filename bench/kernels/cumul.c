/* cumul: sums down the columns of an image. */
#include "peer.h"

void peer_cumul(const struct peer_args *args)
{
    const float *restrict image = args->buffers[0];
    float *restrict sums = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], part = width / 4;
#pragma omp parallel for
    for (int64_t first = 0; first < width; first += part) {
        for (int64_t x = first; x < first + part; x++)
            sums[x] = image[x];
        for (int64_t y = 1; y < height; y++)
            for (int64_t x = first; x < first + part; x++)
                sums[y * width + x] = sums[(y - 1) * width + x] + image[y * width + x];
    }
}
