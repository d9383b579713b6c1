/* batch4: products of 4 x 4 matrices plus the first factor. */
#include "peer.h"

void peer_batch4(const struct peer_args *args)
{
    const float(*restrict left)[4][4] = args->buffers[0], (*restrict right)[4][4] = args->buffers[1];
    float(*restrict to)[4][4] = args->buffers[2];
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel for
    for (int64_t m = 0; m < count; m++)
        for (int r = 0; r < 4; r++) {
            float sum[4];
            for (int c = 0; c < 4; c++)
                sum[c] = left[m][r][c];
            for (int k = 0; k < 4; k++)
                for (int c = 0; c < 4; c++)
                    sum[c] += left[m][r][k] * right[m][k][c];
            for (int c = 0; c < 4; c++)
                to[m][r][c] = sum[c];
        }
}
