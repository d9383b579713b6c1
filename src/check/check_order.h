/* Orders: does the result depend on the order in which groups and threads run? */
#ifndef CHECK_ORDER_H
#define CHECK_ORDER_H

#include "runtime/runtime.h"

struct check;

/* What may be written: a buffer, or a hidden counter that stands in none. */
struct check_copy {
    const struct sm5_buffer *buffer;
    _Atomic uint32_t *counter;
    uint8_t *bytes;
    uint32_t count; /* the counter's */
};

/* All memory behind the u# of the bindings, as it was. */
struct check_memory {
    struct check_copy *list;
    size_t count;
};

/* Keeps what a dispatch may change; false when memory is out. */
bool check_order_keep(struct check_memory *memory, const struct sm5_bindings *bindings);
void check_order_free(struct check_memory *memory);

/* Behind a dispatch in the plain order that found memory as `before`: dispatches again in the orders that the
   check's options ask for, adds a finding for each u# that gets another result, and leaves memory as the
   plain order made it. `how` is that of the first dispatch. */
enum sm5_status check_order_run(struct check *check, struct sm5_bindings *bindings,
                                const struct sm5_dispatch_options *how, const struct check_memory *before,
                                struct sm5_diags *diags);

#endif
