/* upmap: a map of heights at twice its resolution, bilinear. */
#include "peer.h"

void peer_upmap(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < 2 * height; y++) {
        int64_t low = y ? (y - 1) / 2 : 0, high = low + 1 < height ? low + 1 : low;
        float down = y ? (y & 1 ? 0.25f : 0.75f) : 0;
        const float *restrict above = from + low * width, *restrict below = from + high * width;
        float *restrict row = to + y * 2 * width;
        float last = above[0] + down * (below[0] - above[0]);
        row[0] = last;
        for (int64_t x = 0; x < width; x++) {
            int64_t next = x + 1 < width ? x + 1 : x;
            float a = above[x] + down * (below[x] - above[x]),
                  b = above[next] + down * (below[next] - above[next]);
            row[2 * x + 1] = a + 0.25f * (b - a);
            if (x + 1 < width)
                row[2 * x + 2] = a + 0.75f * (b - a);
        }
    }
}
