/* Exits of loops and scopes. */
#include "ir/ir.h"

void ir_find_escapes(const struct ir_function *f, bool *escapes)
{
    for (uint32_t i = 0; i < f->node_count; i++) {
        const struct ir_node *exit = &f->nodes[i];
        if (exit->kind != IR_EXIT)
            continue;
        for (uint32_t at = exit->parent; at != exit->target && at != IR_NONE; at = f->nodes[at].parent)
            escapes[at] = true;
    }
}
