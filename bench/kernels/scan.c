/* scan: inclusive sums of blocks of 256. */
#include "peer.h"

enum { BLOCK = 256, ROW = 16 };

void peer_scan(const struct peer_args *args)
{
    const uint32_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        const uint32_t *in = from + block * BLOCK;
        uint32_t *out = to + block * BLOCK, before = 0;
        for (int row = 0; row < BLOCK; row += ROW) {
            uint32_t items[ROW], shifted[ROW];
            for (int i = 0; i < ROW; i++)
                items[i] = in[row + i];
            for (int step = 1; step < ROW; step *= 2) {
                for (int i = 0; i < ROW; i++)
                    shifted[i] = i >= step ? items[i - step] : 0;
                for (int i = 0; i < ROW; i++)
                    items[i] += shifted[i];
            }
            for (int i = 0; i < ROW; i++)
                out[row + i] = items[i] + before;
            before += items[ROW - 1];
        }
    }
}
