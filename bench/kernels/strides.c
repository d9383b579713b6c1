/* strides: sums of 256 numbers of every 8192. */
#include "peer.h"

enum { THREADS = 256 };

void peer_strides(const struct peer_args *args)
{
    const float *restrict numbers = args->buffers[0];
    float *restrict sums = args->buffers[1];
    int64_t count = args->words[0], groups = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t group = 0; group < groups; group++) {
        float parts[THREADS] = {0}, sum = 0;
        for (int64_t i = group * THREADS; i < count; i += groups * THREADS)
            for (int64_t k = 0; k < THREADS; k++)
                parts[k] += numbers[i + k];
        for (int64_t k = 0; k < THREADS; k++)
            sum += parts[k];
        sums[group] = sum;
    }
}
