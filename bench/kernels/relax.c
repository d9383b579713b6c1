/* relax: seven points in 3D. */
#include "peer.h"

void peer_relax(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], depth = args->words[2], slice = width * height;
#pragma omp parallel for
    for (int64_t z = 1; z < depth - 1; z++)
        for (int64_t y = 1; y < height - 1; y++)
            for (int64_t x = 1; x < width - 1; x++) {
                const float *at = from + z * slice + y * width + x;
                float sides = at[-1] + at[1] + at[-width] + at[width];
                to[z * slice + y * width + x] = 0.25f * at[0] + 0.125f * (at[-slice] + at[slice] + sides);
            }
}
