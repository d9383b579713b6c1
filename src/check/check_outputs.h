/* Outputs of the stages other than compute: which components of which registers have been written. */
#ifndef CHECK_OUTPUTS_H
#define CHECK_OUTPUTS_H

#include "interp/interp_worker.h"

struct check;

enum { CHECK_STREAMS = 4 };

/* The records of one kind in a batch. */
struct check_records {
    uint32_t records, registers; /* in the batch; in a record */
    uint8_t *written;            /* by record and register: mask of components */
    uint8_t *declared;           /* by stream (patch constants: 0) and register: mask of components */
};

struct check_outputs {
    struct check_records of[PLAN_RECORDS]; /* PLAN_OUTPUTS, PLAN_CONSTANTS */
    bool has_batch;
    uint64_t batch; /* that `written` describes */
};

bool check_outputs_open(struct check *check, const struct interp_worker *worker);
void check_outputs_close(struct check_outputs *outputs);

void check_outputs_start(struct check *check, const struct interp_worker *worker);
/* For a STEP_OUTPUT: marks components as written. For a STEP_RECORD of an output of the hull shader: true
   when the component that the lane reads has been written. */
void check_outputs_write(struct check *check, const struct interp_worker *worker,
                         const struct plan_step *step);
bool check_outputs_written(const struct check *check, const struct interp_worker *worker,
                           const struct plan_step *step, uint32_t lane);
/* An emit reads the outputs of its stream, and makes all outputs undefined (D3D11.3 13.5.2, 22.8.4). */
void check_outputs_emit(struct check *check, const struct interp_worker *worker, const struct plan_op *op);
/* An interp_hooks.finish; the context is the check. Reports missing outputs of a batch. */
void check_outputs_finish(void *context, const struct interp_worker *worker);

#endif
