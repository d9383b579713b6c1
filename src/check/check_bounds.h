/* Out-of-bounds accesses. */
#ifndef CHECK_BOUNDS_H
#define CHECK_BOUNDS_H

#include "interp/interp.h"

struct check;

/* Views that do not match their declarations; called once, before the run. */
void check_bounds_views(struct check *check);

/* Hooks of the interpreter (interp.h); the context is the check. */
void check_bounds_instruction(void *context, const struct interp_event *event);
void check_bounds_indexed(void *context, const struct interp_event *event,
                          const struct program_operand *operand, unsigned component, uint32_t base,
                          const uint32_t *index, bool write);
void check_bounds_memory(void *context, const struct interp_event *event, const struct interp_access *access);
void check_bounds_counter(void *context, const struct interp_event *event,
                          const struct program_resource *resource, uint32_t reg, const uint32_t *regs,
                          const uint32_t *result);
/* Constant buffers whose register differs by lane. */
void check_bounds_operation(struct check *check, const struct interp_worker *worker,
                            const struct plan_op *op);

#endif
