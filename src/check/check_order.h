/* Finds results that depend on the order in which groups and threads run. */
#ifndef CHECK_ORDER_H
#define CHECK_ORDER_H

#include "runtime/runtime.h"

struct check;

/* A buffer, or a hidden counter that is not in a buffer. */
struct check_copy {
    const struct sm5_buffer *buffer;
    _Atomic uint32_t *counter;
    uint8_t *bytes;
    uint32_t count; /* the counter's */
};

/* A copy of all memory that u# view. */
struct check_memory {
    struct check_copy *list;
    size_t count;
};

/* Saves all memory that a dispatch may modify; false when memory is exhausted. */
bool check_order_save(struct check_memory *memory, const struct sm5_bindings *bindings);
void check_order_free(struct check_memory *memory);

/* Called after a dispatch in the default order, with the memory before it and its options: dispatches
   again in the orders that the check's options select, adds a finding for each u# with another result, and
   restores the result of the first dispatch. */
enum sm5_status check_order_run(struct check *check, struct sm5_bindings *bindings,
                                const struct sm5_dispatch_options *how, const struct check_memory *before,
                                struct sm5_diags *diags);

/* The message of a finding for a run that stops in an order. */
extern const char check_order_stop[];

#endif
