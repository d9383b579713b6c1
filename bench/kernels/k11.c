/* k11: an RGBA8 image in another size, bilinear, clamped at its edges. */
#include <math.h>

#include "peer.h"

static int64_t clamped(int64_t at, int64_t size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

static float channel(uint32_t texel, unsigned shift)
{
    return (float)(int32_t)(texel >> shift & 255);
}

void peer_k11(const struct peer_args *args)
{
    const uint32_t *restrict in = args->buffers[0];
    uint32_t *restrict out = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
    int64_t in_width = args->words[4], in_height = args->words[5];
    float step_x = peer_float(args->words[2]) * (float)in_width;
    float step_y = peer_float(args->words[3]) * (float)in_height;
#pragma omp parallel for
    for (int64_t row = 0; row < height; row++) {
        float y = ((float)row + 0.5f) * step_y - 0.5f, top = floorf(y), v = y - top;
        const uint32_t *first = in + clamped((int64_t)top, in_height) * in_width;
        const uint32_t *second = in + clamped((int64_t)top + 1, in_height) * in_width;
        for (int64_t column = 0; column < width; column++) {
            float x = ((float)(int32_t)column + 0.5f) * step_x - 0.5f, left = floorf(x), u = x - left;
            int64_t x0 = clamped((int32_t)left, in_width), x1 = clamped((int32_t)left + 1, in_width);
            uint32_t packed = 0;
            for (unsigned shift = 0; shift < 32; shift += 8) {
                float a = channel(first[x0], shift), b = channel(first[x1], shift);
                float c = channel(second[x0], shift), d = channel(second[x1], shift);
                float upper = a + (b - a) * u, lower = c + (d - c) * u;
                packed |= (uint32_t)(int32_t)(upper + (lower - upper) * v + 0.5f) << shift;
            }
            out[row * width + column] = packed;
        }
    }
}
