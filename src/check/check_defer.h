/* Loads of g# that wait to be recorded until something may race with them. */
#ifndef CHECK_DEFER_H
#define CHECK_DEFER_H

#include "base/base.h"
#include "interp/interp_region.h"

struct check;

/* A word for each lane: `first + lane * step`, or those from index `at` of the words on. */
struct defer_operand {
    uint32_t first, step, at;
};

struct defer_load {
    const struct plan_op *op;
    uint32_t stamp;
    struct defer_operand address, offset, active;
};

/* Of one g#. */
struct check_defer {
    VEC(struct defer_load) loads;
    VEC(uint32_t) words;
    uint32_t synced;            /* interval after the barrier that precedes the loads */
    uint32_t written;           /* interval of the last store or atomic */
    uint32_t recorded, dropped; /* times that loads waited in vain, or not */
};

void check_defer_free(struct check_defer *defer);

/* A load is executed. False: it must be recorded, as must all that wait, which is done. */
bool check_defer_load(struct check *check, struct check_defer *defer, const struct interp_worker *worker,
                      const struct plan_op *op, const struct interp_cursor *cursor);
/* A store or atomic is executed: records the loads that wait. */
void check_defer_write(struct check *check, struct check_defer *defer, const struct interp_worker *worker);

/* Some loads wait that precede no barrier. */
bool check_defer_waits(const struct check *check, const struct check_defer *defer);

#endif
