/* State of a test case of a stage other than compute. */
#ifndef SM5_CLI_CASE_STAGE_H
#define SM5_CLI_CASE_STAGE_H

#include "case/case_run.h"

struct stage_case {
    struct case_runner *r;
    struct case_kernel step;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
    struct sm5_stage_outputs out; /* of the last run */
    float (*locations)[3];
    uint32_t *coverage;
    /* By index in stage_case.outputs: outputs of all runs, for cases with several runs. */
    struct io_bytes *collected;
};

/* Finds the records that a register of a case is in, and its number there: "v0", "vicp1", "o3", "vpc0",
   "oDepth". */
bool stage_register(struct stage_case *s, const struct case_register *named, enum sm5_stage_part *part,
                    uint32_t *reg, unsigned *component);

/* ---- case_stage_check.c ---- */

/* Appends the outputs of a run. */
bool stage_collect(struct stage_case *s);
/* Checks the expected outputs. */
bool stage_check(struct stage_case *s);

#endif
