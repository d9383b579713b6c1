/* edges: Sobel's gradient on a picture with a border. */
#include <math.h>

#include "peer.h"

void peer_edges(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], pitch = args->words[2];
#pragma omp parallel for
    for (int64_t row = 0; row < height; row++) {
        const float *a = from + row * pitch, *d = a + pitch, *g = d + pitch;
        for (int64_t i = 0; i < width; i++) {
            float x = (a[i + 2] - a[i]) + 2.0f * (d[i + 2] - d[i]) + (g[i + 2] - g[i]);
            float y = (g[i] - a[i]) + 2.0f * (g[i + 1] - a[i + 1]) + (g[i + 2] - a[i + 2]);
            to[row * width + i] = sqrtf(x * x + y * y);
        }
    }
}
