/* k8: histogram of 256 bins, one a thread and then the sum of them. */
#include "peer.h"

enum { BINS = 256 };

void peer_k8(const struct peer_args *args)
{
    const uint32_t *restrict in = args->buffers[0];
    uint32_t *restrict out = args->buffers[1];
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel
    {
        uint32_t bins[BINS] = {0};
#pragma omp for
        for (int64_t i = 0; i < count; i++)
            bins[in[i] % BINS]++;
#pragma omp critical
        for (int i = 0; i < BINS; i++)
            out[i] += bins[i];
    }
}
