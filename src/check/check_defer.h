/* Loads and atomics of g# that wait to be recorded until something may race with them. */
#ifndef CHECK_DEFER_H
#define CHECK_DEFER_H

#include "base/base.h"
#include "interp/interp_region.h"

struct check;

/* A word for each lane: `first + lane * step`, or those from index `at` of the words on. */
struct defer_operand {
    uint32_t first, step, at;
};

struct defer_access {
    const struct plan_op *op;
    uint32_t stamp;
    struct defer_operand address, offset, active;
};

/* Of one g#. */
struct check_defer {
    VEC(struct defer_access) accesses; /* that wait, of one kind */
    VEC(uint32_t) words;
    uint8_t kind;
    uint32_t synced;            /* interval after the barrier that precedes the accesses */
    uint32_t last[3];           /* by enum interp_access_kind: interval of the last one */
    uint32_t recorded, dropped; /* times that accesses waited in vain, or not */
};

void check_defer_free(struct check_defer *defer);

/* Before an access: drops those that wait since before the last barrier, and records those of another kind. */
void check_defer_start(struct check *check, struct check_defer *defer, const struct interp_worker *worker,
                       enum interp_access_kind kind);
/* Some accesses wait. */
bool check_defer_waits(const struct check_defer *defer);
/* A load or atomic waits. False: it must be recorded, as must all that wait, which is done. */
bool check_defer_access(struct check *check, struct check_defer *defer, const struct interp_worker *worker,
                        const struct plan_op *op, enum interp_access_kind kind,
                        const struct interp_cursor *cursor);

#endif
