/* hillis: inclusive sums of blocks of 512, in steps that double the distance. */
#include <string.h>

#include "peer.h"

enum { BLOCK = 512 };

void peer_hillis(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        float sums[2][BLOCK];
        int at = 0;
        memcpy(sums[0], from + block * BLOCK, sizeof sums[0]);
        for (int offset = 1; offset < BLOCK; offset *= 2, at = 1 - at) {
            memcpy(sums[1 - at], sums[at], (size_t)offset * sizeof(float));
            for (int i = offset; i < BLOCK; i++)
                sums[1 - at][i] = sums[at][i] + sums[at][i - offset];
        }
        memcpy(to + block * BLOCK, sums[at], sizeof sums[0]);
    }
}
