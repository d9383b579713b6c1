/* down2: means of 2 x 2 elements of a plane. */
#include "peer.h"

enum { WIDTH = 1024 };

void peer_down2(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t height = (int64_t)args->counts[1] / WIDTH;
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < WIDTH; x++) {
            const float *a = from + 4 * WIDTH * y + 2 * x, *b = a + 2 * WIDTH;
            to[WIDTH * y + x] = (a[0] + a[1] + b[0] + b[1]) * 0.25f;
        }
}
