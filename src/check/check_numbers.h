/* Numbers: where arithmetic leaves the finite, and conversions their range. */
#ifndef CHECK_NUMBERS_H
#define CHECK_NUMBERS_H

#include "interp/interp.h"

enum { CHECK_GROUP_THREADS = 1024, CHECK_UNITS = 4 };

/* Between an operation's sources and its results. */
struct check_numbers {
    uint8_t watch[CHECK_UNITS][CHECK_GROUP_THREADS]; /* all sources are finite, by unit and lane */
};

/* An interp_hooks.operation and an interp_hooks.result; the context is struct check. */
void check_numbers_sources(void *context, const struct interp_worker *worker, const struct plan_op *op);
void check_numbers_results(void *context, const struct interp_worker *worker, const struct plan_op *op);

#endif
