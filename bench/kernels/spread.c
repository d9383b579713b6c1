/* spread: structures of eight words at permuted places. */
#include "peer.h"

struct particle {
    float position[3], life, velocity[3];
    uint32_t id;
};

void peer_spread(const struct peer_args *args)
{
    const struct particle *restrict from = args->buffers[0];
    struct particle *restrict to = args->buffers[1];
    uint32_t last = args->words[0];
#pragma omp parallel for
    for (uint32_t n = 0; n <= last; n++)
        if (from[n].life > 0.25f)
            to[(n * 40503) & last] = from[n];
}
