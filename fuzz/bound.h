/* Resources and stage inputs for any program, from a seed: the same seed gives the same bytes. */
#ifndef SM5_FUZZ_BOUND_H
#define SM5_FUZZ_BOUND_H

#include "sm5/sm5.h"

enum { BOUND_BUFFERS = 32, BOUND_INVOCATIONS = 40 };

struct bound {
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffers[BOUND_BUFFERS];
    size_t count;
    struct sm5_stage_run run; /* stages other than compute */
    float locations[BOUND_INVOCATIONS][3];
};

/* Binds what fits the declarations; other slots stay unbound. False when memory is exhausted. */
bool bound_make(struct bound *bound, const struct sm5_program *program, uint64_t seed);
void bound_free(struct bound *bound);

/* A well-mixed number of a seed. */
static inline uint64_t bound_mix(uint64_t seed)
{
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
    return seed ^ seed >> 31;
}

#endif
