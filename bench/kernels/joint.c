/* joint: joint histogram of two pictures in bytes. */
#include "peer.h"

enum { BINS = 256 * 256 };

void peer_joint(const struct peer_args *args)
{
    const uint8_t *restrict first = args->buffers[0], *restrict second = args->buffers[1];
    uint32_t *restrict bins = args->buffers[2];
    int64_t pixels = (int64_t)args->counts[0] * 4;
#pragma omp parallel for reduction(+ : bins[:BINS])
    for (int64_t i = 0; i < pixels; i++)
        bins[first[i] * 256 + second[i]]++;
}
