/* A test case of a stage other than compute while it runs. */
#ifndef SM5_CLI_CASE_STAGE_H
#define SM5_CLI_CASE_STAGE_H

#include "case/case_run.h"

struct stage_case {
    struct case_runner *r;
    struct case_kernel step;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
    struct sm5_stage_outputs out; /* of the latest run */
    float (*locations)[3];
    uint32_t *coverage;
    /* By index in stage_case.outputs: what all runs have given, where runs are many. */
    struct io_bytes *collected;
};

/* Which records a register of a case is in, and which register of them: "v0", "vicp1", "o3", "vpc0",
 * "oDepth". */
bool stage_register(struct stage_case *s, const struct case_register *named, enum sm5_stage_part *part,
                    uint32_t *reg, unsigned *component);

/* ---- case_stage_check.c ---- */

/* Keeps what a run has put out. */
bool stage_collect(struct stage_case *s);
/* All that the case expects of outputs. */
bool stage_check(struct stage_case *s);

#endif
