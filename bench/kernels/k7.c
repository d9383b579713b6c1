/* k7: sums of blocks of 1024 floats, as trees of halves. */
#include "peer.h"

enum { LANES = 256 };

void peer_k7(const struct peer_args *args)
{
    const float *restrict in = args->buffers[0];
    float *restrict out = args->buffers[1];
    int64_t blocks = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        const float *a = in + block * 4 * LANES;
        float sums[LANES];
        for (int i = 0; i < LANES; i++)
            sums[i] = (a[i] + a[i + LANES]) + (a[i + 2 * LANES] + a[i + 3 * LANES]);
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int i = 0; i < half; i++)
                sums[i] += sums[i + half];
        out[block] = sums[0];
    }
}
