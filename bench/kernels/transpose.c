/* transpose: a matrix, in tiles that fit the first cache. */
#include "peer.h"

enum { TILE = 32 };

void peer_transpose(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t size = args->words[0];
#pragma omp parallel for
    for (int64_t top = 0; top < size; top += TILE)
        for (int64_t left = 0; left < size; left += TILE)
            for (int64_t y = 0; y < TILE; y++)
                for (int64_t x = 0; x < TILE; x++)
                    to[(left + y) * size + top + x] = from[(top + x) * size + left + y];
}
