/* noise: Perlin's noise, four octaves. */
#include <math.h>

#include "peer.h"

static inline float gradient(uint32_t hash, float x, float y)
{
    float a = hash & 4 ? y : x, b = hash & 4 ? x : y;
    return (hash & 1 ? -a : a) + (hash & 2 ? -2.0f : 2.0f) * b;
}

static inline float mix(float a, float b, float t)
{
    return t * (b - a) + a;
}

static inline float noise(const uint32_t *restrict table, float x, float y)
{
    float cx = floorf(x), cy = floorf(y), dx = x - cx, dy = y - cy;
    float tx = dx * dx * dx * (dx * (dx * 6 - 15) + 10), ty = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    uint32_t ix = (uint32_t)(int)cx & 255, iy = (uint32_t)(int)cy & 255;
    uint32_t left = table[ix & 255], right = table[(ix + 1) & 255];
    float a = gradient(table[(left + iy) & 255], dx, dy), b = gradient(table[(right + iy) & 255], dx - 1, dy);
    float e = gradient(table[(left + iy + 1) & 255], dx, dy - 1);
    float f = gradient(table[(right + iy + 1) & 255], dx - 1, dy - 1);
    return mix(mix(a, b, tx), mix(e, f, tx), ty);
}

void peer_noise(const struct peer_args *args)
{
    const uint32_t *restrict table = args->buffers[0];
    float *restrict image = args->buffers[1];
    int width = (int)args->words[0], height = (int)args->words[1];
    float scale = peer_float(args->words[2]);
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = 0; i < 4; i++)
                sum += noise(table, (float)x * scale * (float)(1 << i), (float)y * scale * (float)(1 << i)) /
                       (float)(1 << i);
            image[y * width + x] = sum;
        }
}
