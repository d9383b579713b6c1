/* march: light along samples of a volume. Samples are at the slices' centres. */
#include <math.h>

#include "peer.h"

enum { SIZE = 64, RAYS = 256 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

void peer_march(const struct peer_args *args)
{
    const float *restrict volume = args->buffers[0];
    float *restrict light = args->buffers[1];
    int64_t height = (int64_t)args->counts[1] / RAYS;
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        float v = (float)(y + 0.5) / RAYS * SIZE - 0.5f;
        int y0 = (int)floorf(v), y1 = least(y0 + 1, SIZE - 1);
        float b = v - (float)y0;
        y0 = y0 < 0 ? 0 : y0;
        float sum[RAYS] = {0}, left[RAYS];
        for (int x = 0; x < RAYS; x++)
            left[x] = 1;
        for (int z = 0; z < SIZE; z++) {
            const float *p = volume + (z * SIZE + y0) * SIZE, *q = volume + (z * SIZE + y1) * SIZE;
            for (int x = 0; x < RAYS; x++) {
                float u = ((float)x + 0.5f) / RAYS * SIZE - 0.5f, a = u - floorf(u);
                int x0 = (int)floorf(u), x1 = least(x0 + 1, SIZE - 1);
                x0 = x0 < 0 ? 0 : x0;
                float top = p[x0] + (p[x1] - p[x0]) * a, bottom = q[x0] + (q[x1] - q[x0]) * a;
                float density = (top + (bottom - top) * b) * 0.1f;
                sum[x] += left[x] * density;
                left[x] *= 1 - density;
            }
        }
        for (int x = 0; x < RAYS; x++)
            light[y * RAYS + x] = sum[x];
    }
}
