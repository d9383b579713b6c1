/* tile5: a 5 x 5 filter. */
#include "peer.h"

void peer_tile5(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0], *restrict weights = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t width = args->words[0], height = args->words[1], pitch = args->words[2];
#pragma omp parallel for
    for (int64_t row = 0; row < height; row++)
        for (int64_t i = 0; i < width; i++) {
            float sum = 0;
            for (int y = 0; y < 5; y++)
                for (int x = 0; x < 5; x++)
                    sum += weights[y * 5 + x] * from[(row + y) * pitch + i + x];
            to[row * width + i] = sum;
        }
}
