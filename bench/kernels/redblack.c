/* redblack: relaxes the words of one colour of a chessboard, in place. */
#include "peer.h"

void peer_redblack(const struct peer_args *args)
{
    float *field = args->buffers[0];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 1; y <= height; y++)
#pragma omp simd
        for (int64_t i = 0; i < width / 2 - 1; i++) {
            float *at = field + y * width + 2 * i + 1 + (y & 1);
            at[0] = 0.2f * at[0] + 0.2f * (at[-1] + at[1] + at[-width] + at[width]);
        }
}
