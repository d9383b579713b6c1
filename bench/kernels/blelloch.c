/* blelloch: exclusive sums of blocks of 512. */
#include "peer.h"

enum { BLOCK = 512 };

void peer_blelloch(const struct peer_args *args)
{
    const uint32_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        uint32_t sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            to[block * BLOCK + i] = sum;
            sum += from[block * BLOCK + i];
        }
    }
}
