/* tile3d: seven points in 3D, zeros outside. */
#include "peer.h"

void peer_tile3d(const struct peer_args *args)
{
    const float *restrict solution = args->buffers[0], *restrict sources = args->buffers[1];
    float *restrict next = args->buffers[2];
    int64_t width = args->words[0], height = args->words[1], depth = args->words[2];
    static const float zeros[1024];
#pragma omp parallel for
    for (int64_t z = 0; z < depth; z++)
        for (int64_t y = 0; y < height; y++) {
            int64_t row = (z * height + y) * width;
            const float *own = solution + row, *source = sources + row;
            const float *above = y ? own - width : zeros, *below = y + 1 < height ? own + width : zeros;
            const float *back = z ? own - width * height : zeros;
            const float *front = z + 1 < depth ? own + width * height : zeros;
            float *out = next + row;
#define POINT(x, left, right)                                                                                \
    out[x] = ((left) + (right) + above[x] + below[x] + back[x] + front[x] - source[x]) * (1.0f / 6)
            POINT(0, 0, own[1]);
            for (int64_t x = 1; x + 1 < width; x++)
                POINT(x, own[x - 1], own[x + 1]);
            POINT(width - 1, own[width - 2], 0);
        }
}
