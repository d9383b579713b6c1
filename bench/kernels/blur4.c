/* blur4: nine taps along x on four floats, with clamped coordinates. */
#include "peer.h"

struct float4 {
    float v[4];
};

static inline int64_t clamp(int64_t x, int64_t most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

void peer_blur4(const struct peer_args *args)
{
    const struct float4 *restrict from = args->buffers[0];
    const float *restrict weights = args->buffers[1];
    struct float4 *restrict to = args->buffers[2];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t row = 0; row < height; row++)
        for (int64_t x = 0; x < width; x++) {
            struct float4 sum = {{0}};
            for (int i = -4; i <= 4; i++) {
                const struct float4 *in = &from[row * width + clamp(x + i, width - 1)];
                for (int c = 0; c < 4; c++)
                    sum.v[c] += weights[i + 4] * in->v[c];
            }
            to[row * width + x] = sum;
        }
}
