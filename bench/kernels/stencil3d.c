/* stencil3d: heat in a box, seven points with clamped coordinates. */
#include "peer.h"

void peer_stencil3d(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], depth = args->words[2];
    float rate = peer_float(args->words[3]);
#pragma omp parallel for collapse(2)
    for (int64_t z = 0; z < depth; z++)
        for (int64_t y = 0; y < height; y++) {
            const float *row = from + (z * height + y) * width;
            const float *above = y ? row - width : row, *below = y + 1 < height ? row + width : row;
            const float *front = z ? row - width * height : row;
            const float *back = z + 1 < depth ? row + width * height : row;
            float *out = to + (z * height + y) * width;
#define POINT(left, right)                                                                                   \
    out[x] = row[x] + rate * (((((row[left] + row[right]) + above[x]) + below[x]) + front[x]) + back[x] -    \
                              6.0f * row[x])
            int64_t x = 0;
            POINT(0, 1);
            for (x = 1; x + 1 < width; x++)
                POINT(x - 1, x + 1);
            POINT(x - 1, x);
        }
}
