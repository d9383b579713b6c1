/* middle3: the median of 3 x 3 texels of a float image, clamped at its edges. */
#include "peer.h"

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

static inline float middle(float a, float b, float c)
{
    return most(least(a, b), least(most(a, b), c));
}

void peer_middle3(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const float *row[3];
        for (int k = 0; k < 3; k++) {
            int64_t at = y + k - 1;
            row[k] = from + width * (at < 0 ? 0 : at < height ? at : height - 1);
        }
        for (int64_t x = 0; x < width; x++) {
            int64_t before = x ? x - 1 : 0, after = x + 1 < width ? x + 1 : x;
            float low[3], mid[3], high[3];
            for (int k = 0; k < 3; k++) {
                float a = row[k][before], b = row[k][x], c = row[k][after];
                low[k] = least(least(a, b), c);
                mid[k] = middle(a, b, c);
                high[k] = most(most(a, b), c);
            }
            to[y * width + x] = middle(most(low[0], most(low[1], low[2])), middle(mid[0], mid[1], mid[2]),
                                       least(high[0], least(high[1], high[2])));
        }
    }
}
