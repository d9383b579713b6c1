/* Loads and stores by threads in a row, recorded as runs instead of word by word. */
#ifndef CHECK_RUNS_H
#define CHECK_RUNS_H

#include "check/check_shadow.h"
#include "interp/interp_region.h"

struct check;

/* Records a load or store by a whole group of a compute shader as runs, if no pair of accesses that it is part of
   can race. False: nothing is recorded. */
bool check_runs_access(struct check *check, const struct interp_worker *worker, const struct plan_op *op,
                       const struct shadow_block *block, const struct interp_cursor *cursor);
/* The same for an operation on a u# texture, whose elements are check->texels. */
bool check_runs_texture(struct check *check, const struct interp_worker *worker, const struct plan_op *op);

/* Value i is values[0] + i * step. */
bool check_is_progression(const uint32_t *values, uint32_t count, uint32_t step);

#endif
