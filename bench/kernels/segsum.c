/* segsum: sums since the last head, in blocks of 256. */
#include "peer.h"

enum { BLOCK = 256, HEADS = 0x10000000 };

void peer_segsum(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    const uint32_t *restrict heads = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        float sum = 0;
        for (int64_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
            sum = from[i] + (heads[i] < HEADS ? 0 : sum);
            to[i] = sum;
        }
    }
}
