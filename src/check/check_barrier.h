/* Barriers that some threads of a group miss. */
#ifndef CHECK_BARRIER_H
#define CHECK_BARRIER_H

#include "interp/interp.h"

struct check;

/* Before a group. */
void check_barrier_start(struct check *check, const struct interp_worker *worker);
/* An interp_hooks.missed. */
void check_barrier_missed(struct check *check, const struct interp_event *event, const uint32_t *live);

#endif
