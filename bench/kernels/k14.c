/* k14: k13 of one float. */
#include "peer.h"

void peer_k14(const struct peer_args *args)
{
    const float *restrict in = args->buffers[0];
    float *restrict out = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], pitch = args->words[2];
    static const float weights[3] = {0.25f, 0.5f, 0.25f};
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            float sum = 0.0f;
            for (int64_t row = 0; row < 3; row++)
                for (int64_t column = 0; column < 3; column++)
                    sum = sum + in[(y + row) * pitch + column + x] * (weights[row] * weights[column]);
            out[y * width + x] = sum;
        }
}
