/* mirror: elements in reverse order. */
#include "peer.h"

void peer_mirror(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++)
        to[i] = from[count - 1 - i] * 2;
}
