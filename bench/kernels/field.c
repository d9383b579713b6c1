/* field: a step of an electric field, the curl of the magnetic one, vectors of three floats. */
#include "peer.h"

enum { SIZE = 80, ROW = 3 * SIZE, SLICE = ROW * SIZE };

void peer_field(const struct peer_args *args)
{
    const float *restrict magnetic = args->buffers[0], *restrict matter = args->buffers[1];
    float *restrict electric = args->buffers[2];
#pragma omp parallel for
    for (int z = 1; z < SIZE; z++)
        for (int y = 1; y < SIZE; y++)
            for (int x = 1; x < SIZE; x++) {
                int64_t at = ((int64_t)z * SIZE + y) * SIZE + x;
                const float *h = magnetic + 3 * at, *before = h - 3, *above = h - ROW, *under = h - SLICE;
                float *e = electric + 3 * at, kept = matter[2 * at], step = matter[2 * at + 1];
                e[0] = e[0] * kept + ((h[2] - above[2]) - (h[1] - under[1])) * step;
                e[1] = e[1] * kept + ((h[0] - under[0]) - (h[2] - before[2])) * step;
                e[2] = e[2] * kept + ((h[1] - before[1]) - (h[0] - above[0])) * step;
            }
}
