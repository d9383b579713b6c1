/* compact: keeps the odd words of blocks of 256. */
#include "peer.h"

enum { BLOCK = 256 };

void peer_compact(const struct peer_args *args)
{
    const uint32_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1], *restrict counts = args->buffers[2];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        uint32_t count = 0;
        for (int i = 0; i < BLOCK; i++) {
            uint32_t word = from[block * BLOCK + i];
            if (word & 1)
                to[block * BLOCK + count++] = word;
        }
        counts[block] = count;
    }
}
