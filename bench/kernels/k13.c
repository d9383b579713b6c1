/* k13: weighted sums of 3 x 3 neighbours, four floats each; the image has an edge of its own on two sides. */
#include "peer.h"

void peer_k13(const struct peer_args *args)
{
    const float *restrict in = args->buffers[0];
    float *restrict out = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], pitch = args->words[2];
    static const float weights[3] = {0.25f, 0.5f, 0.25f};
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < 4 * width; x++) {
            float sum = 0.0f;
            for (int64_t row = 0; row < 3; row++)
                for (int64_t column = 0; column < 3; column++)
                    sum = sum + in[4 * ((y + row) * pitch + column) + x] * (weights[row] * weights[column]);
            out[4 * y * width + x] = sum;
        }
}
