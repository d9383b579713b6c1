/* Inputs and outputs of a program of a stage other than compute. */
#ifndef SM5_RANDOM_RUN_STAGE_H
#define SM5_RANDOM_RUN_STAGE_H

#include "run.h"
#include "sm5/stage.h"

struct run_inputs {
    struct sm5_stage_run run;
    float (*locations)[3];
    uint32_t *coverage, *primitive_ids, *patches;
};

/* Generated from the program's seed only. */
void run_inputs_make(const struct prog *prog, struct run_inputs *inputs);
void run_inputs_free(struct run_inputs *inputs);
/* False with the first difference in `message`. */
bool run_outputs_agree(const struct sm5_stage_outputs *wanted, const struct sm5_stage_outputs *got,
                       const char *name, char *message, size_t size);

#endif
