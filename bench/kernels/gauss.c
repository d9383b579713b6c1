/* gauss: nine taps of a Gaussian along x of an RGBA8 image, by five bilinear samples; rows are whole texels. */
#include <math.h>

#include "peer.h"

static inline int64_t clamped(int64_t at, int64_t size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

void peer_gauss(const struct peer_args *args)
{
    static const float offsets[5] = {0.0f, 1.3846154f, -1.3846154f, 3.2307692f, -3.2307692f};
    static const float weights[5] = {0.2270270f, 0.3162162f, 0.3162162f, 0.0702703f, 0.0702703f};
    const uint8_t *restrict from = args->buffers[0];
    uint8_t *restrict to = args->buffers[1];
    int64_t width = args->words[2], height = args->words[3];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            float sum[4] = {0};
            for (int tap = 0; tap < 5; tap++) {
                float at = (float)x + offsets[tap], left = floorf(at), u = at - left;
                const uint8_t *a = from + 4 * (y * width + clamped((int64_t)left, width));
                const uint8_t *b = from + 4 * (y * width + clamped((int64_t)left + 1, width));
                for (int c = 0; c < 4; c++)
                    sum[c] += weights[tap] * ((float)a[c] + ((float)b[c] - (float)a[c]) * u);
            }
            for (int c = 0; c < 4; c++)
                to[4 * (y * width + x) + c] = (uint8_t)(sum[c] + 0.5f);
        }
}
