/* Barriers that some threads of a group do not reach. */
#ifndef CHECK_BARRIER_H
#define CHECK_BARRIER_H

#include "interp/interp.h"

struct check;

/* Before a group. */
void check_barrier_start(struct check *check, const struct interp_worker *worker);
/* An interp_hooks.missed; the context is the check. */
void check_barrier_missed(void *context, const struct interp_event *event, const uint32_t *live);

#endif
