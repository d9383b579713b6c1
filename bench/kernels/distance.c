/* distance: trilinear samples of one float, at a level of detail that grows with x. */
#include <math.h>

#include "peer.h"

enum { SIZE = 1024, MIPS = 11 };

static inline int clamped(int at, int size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

static inline float bilinear(const float *restrict mip, int size, float x, float y)
{
    float u = x * (float)size - 0.5f, v = y * (float)size - 0.5f, left = floorf(u), top = floorf(v);
    int x0 = clamped((int)left, size), x1 = clamped((int)left + 1, size);
    int y0 = clamped((int)top, size), y1 = clamped((int)top + 1, size);
    float upper = mip[y0 * size + x0] + (mip[y0 * size + x1] - mip[y0 * size + x0]) * (u - left);
    float lower = mip[y1 * size + x0] + (mip[y1 * size + x1] - mip[y1 * size + x0]) * (u - left);
    return upper + (lower - upper) * (v - top);
}

void peer_distance(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    float across = peer_float(args->words[0]), down = peer_float(args->words[1]);
    int width = (int)args->words[2], height = (int)args->words[3], starts[MIPS + 1] = {0};
    for (int i = 0; i < MIPS; i++)
        starts[i + 1] = starts[i] + (SIZE >> i) * (SIZE >> i);
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * across, v = ((float)y + 0.5f) * down;
            float level = floorf(u * 6);
            int mip = (int)level;
            float near = bilinear(from + starts[mip], SIZE >> mip, u, v);
            float far = bilinear(from + starts[mip + 1], SIZE >> (mip + 1), u, v);
            to[y * width + x] = near + (far - near) * (u * 6 - level);
        }
}
