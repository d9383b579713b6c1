/* depths: least and greatest of each 4 x 4 words. */
#include "peer.h"

void peer_depths(const struct peer_args *args)
{
    const float *restrict depth = args->buffers[0];
    float *restrict range = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            const float *in = depth + 16 * y * width + 4 * x;
            float least = in[0], most = in[0];
            for (int row = 0; row < 4; row++)
                for (int column = 0; column < 4; column++) {
                    float texel = in[4 * row * width + column];
                    least = texel < least ? texel : least;
                    most = texel > most ? texel : most;
                }
            range[2 * (y * width + x)] = least;
            range[2 * (y * width + x) + 1] = most;
        }
}
