/* Programs stepped to the end and back, with generated inputs of stages. */
#ifndef SM5_TEST_WALK_H
#define SM5_TEST_WALK_H

#include <stddef.h>

#include "sm5/sm5.h"

struct walk {
    size_t positions;
    bool reached_end;
    double longest; /* step back, in seconds of the processor */
};

/* Steps forwards, to the end or through `most` positions, and back to the start. True when the states of each position
   have the same hash. */
bool walk_both_ways(struct sm5_debug *debug, size_t most, struct walk *walk);

/* Inputs for `count` vertices, patches, points, primitives or pixels, some of them helpers. */
struct walk_inputs {
    struct sm5_stage_run run;
    float (*locations)[3];
    uint32_t *coverage;
};
void walk_inputs_make(struct walk_inputs *inputs, const struct sm5_program *program, uint32_t count);
void walk_inputs_free(struct walk_inputs *inputs);

#endif
