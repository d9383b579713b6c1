/* k2: y = a * x + y. */
#include "peer.h"

void peer_k2(const struct peer_args *args)
{
    const float *restrict x = args->buffers[0];
    float *restrict y = args->buffers[1];
    float a = peer_float(args->words[0]);
    int64_t count = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++)
        y[i] = a * x[i] + y[i];
}
