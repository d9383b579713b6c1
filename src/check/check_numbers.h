/* NaNs and infinities computed from finite values, divisions by zero, and conversions out of range. */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include "interp/interp.h"

enum { CHECK_GROUP_THREADS = LIMIT_GROUP_THREADS, CHECK_UNITS = 4 };

/* State between the two hooks of an operation. */
struct check_numbers {
    uint8_t must_check[CHECK_UNITS][CHECK_GROUP_THREADS]; /* by unit and lane: all sources are finite */
};

/* An interp_hooks.operation and an interp_hooks.result; the context is struct check. */
void check_numbers_sources(void *context, const struct interp_worker *worker, const struct plan_op *op);
void check_numbers_results(void *context, const struct interp_worker *worker, const struct plan_op *op);

#endif
