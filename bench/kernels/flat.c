/* flat: heat in 3D, edges repeated. */
#include "peer.h"

void peer_flat(const struct peer_args *args)
{
    const float *restrict heat = args->buffers[0];
    float *restrict next = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], depth = args->words[2];
#pragma omp parallel for
    for (int64_t z = 0; z < depth; z++)
        for (int64_t y = 0; y < height; y++) {
            int64_t row = (z * height + y) * width, plane = width * height;
            const float *own = heat + row;
            const float *above = y ? own - width : own, *below = y + 1 < height ? own + width : own;
            const float *back = z ? own - plane : own, *front = z + 1 < depth ? own + plane : own;
            float *out = next + row;
#define POINT(x, left, right)                                                                                \
    out[x] = own[x] + 0.125f * ((left) + (right) + above[x] + below[x] + back[x] + front[x] - 6 * own[x])
            POINT(0, own[0], own[1]);
            for (int64_t x = 1; x + 1 < width; x++)
                POINT(x, own[x - 1], own[x + 1]);
            POINT(width - 1, own[width - 2], own[width - 1]);
        }
}
