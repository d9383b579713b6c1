/* Outputs of the stages other than compute: which components of which registers have been written. */
#ifndef CHECK_OUTPUTS_H
#define CHECK_OUTPUTS_H

#include "interp/interp_worker.h"

struct check;

enum { CHECK_STREAMS = 4 };

/* One kind of records. All arrays have an entry a register. */
struct check_records {
    uint32_t records, registers; /* of a batch; of a record */
    uint8_t *written;            /* by record and register: components */
    uint8_t *declared;           /* by stream (patch constants: of 0) and register: components */
};

struct check_outputs {
    struct check_records of[PLAN_RECORDS]; /* PLAN_OUTPUTS, PLAN_CONSTANTS */
    bool has_batch;
    uint64_t batch; /* that `written` is of */
};

bool check_outputs_open(struct check *check, const struct interp_worker *worker);
void check_outputs_close(struct check_outputs *outputs);

void check_outputs_start(struct check *check, const struct interp_worker *worker);
/* A STEP_OUTPUT; a STEP_RECORD of what a hull shader writes: is it there in that lane? */
void check_outputs_write(struct check *check, const struct interp_worker *worker,
                         const struct plan_step *step);
bool check_outputs_written(const struct check *check, const struct interp_worker *worker,
                           const struct plan_step *step, uint32_t lane);
/* A vertex takes the outputs of its stream, and leaves all undefined (D3D11.3 13.5.2, 22.8.4). */
void check_outputs_emit(struct check *check, const struct interp_worker *worker, const struct plan_op *op);
/* Behind a batch: what should be there and is not. */
void check_outputs_finish(struct check *check, const struct interp_worker *worker);

#endif
