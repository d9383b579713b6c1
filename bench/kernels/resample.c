/* resample: samples at 8/5 of their rate. */
#include "peer.h"

void peer_resample(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0], *restrict taps = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t up = args->words[0], down = args->words[1], length = args->words[2];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        const float *newest = from + i * down / up + length, *own = taps + i * down % up * length;
        float sum = 0;
        for (int64_t k = 0; k < length; k++)
            sum += own[k] * newest[-k];
        to[i] = sum;
    }
}
