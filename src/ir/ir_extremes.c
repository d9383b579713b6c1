/* Groups min and max operations, so that gen_extremes.c can emit one guarded fast path for all. max and min (D3D11.3 22.10.10,
   22.10.11) return the operand that is not NaN, and order -0 below +0: seven instructions on processors without vrange, one if
   the inputs have neither. Operations are deferred to the first use of one of them, and so become consecutive in their list. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { LEAST = 3, MOST = 64 };

struct extremes {
    struct ir_function *f;
    ir_ref pending[MOST];
    uint32_t count;
    bool *is_pending; /* by value */
};

static bool is_constant(const struct ir_function *f, const struct ir_value *v, uint32_t i)
{
    return f->values[ir_arg(f, v, i)].kind == IR_CONST;
}

/* With a constant operand, one instruction is enough (gen_lane.c). */
static bool is_extreme(const struct ir_function *f, const struct ir_value *v)
{
    return v->kind == IR_LANE && (v->op == ISA_MIN || v->op == ISA_MAX) && v->level == IR_WARP &&
           v->shape == IR_VARYING && !v->byte_of && !is_constant(f, v, 0) && !is_constant(f, v, 1);
}

static bool uses_pending(const struct extremes *e, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (e->is_pending[ir_arg(e->f, v, i)])
            return true;
    return false;
}

/* It has no side effect: operations may be deferred past it. */
static bool is_pure(const struct ir_value *v)
{
    switch ((enum ir_kind)v->kind) {
    case IR_LANE:
    case IR_PART:
    case IR_LOAD:
    case IR_TEXEL:
    case IR_TEXTURE:
    case IR_CBUFFER:
    case IR_ICB:
    case IR_BUFINFO:
    case IR_XREAD: return true;
    default: return false;
    }
}

static bool is_input_of(const struct extremes *e, ir_ref ref, uint32_t at)
{
    const struct ir_value *v = &e->f->values[e->pending[at]];
    return ir_arg(e->f, v, 0) == ref || ir_arg(e->f, v, 1) == ref;
}

/* Inputs that no earlier pending operation has. */
static uint32_t new_inputs(const struct extremes *e, uint32_t at)
{
    const struct ir_value *v = &e->f->values[e->pending[at]];
    uint32_t count = 0;
    for (uint32_t k = 0; k < 2; k++) {
        ir_ref arg = ir_arg(e->f, v, k);
        bool is_new = !e->is_pending[arg] && (k == 0 || arg != ir_arg(e->f, v, 0));
        for (uint32_t i = 0; i < at && is_new; i++)
            is_new = !is_input_of(e, arg, i);
        count += is_new;
    }
    return count;
}

/* The fast path tests each input with two instructions and saves six for each operation; its branch ends a basic block. */
static bool is_profitable(const struct extremes *e)
{
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < e->count; i++)
        inputs += new_inputs(e, i);
    return e->count >= LEAST && 3 * e->count >= 2 * inputs;
}

/* Appends the pending operations to the list, as a group if that is profitable. */
static void flush(struct extremes *e, uint32_t *items, uint32_t *count)
{
    bool is_group = is_profitable(e);
    for (uint32_t i = 0; i < e->count; i++) {
        struct ir_value *v = &e->f->values[e->pending[i]];
        items[(*count)++] = e->pending[i];
        e->is_pending[e->pending[i]] = false;
        if (!is_group)
            continue;
        v->bundle = e->pending[0];
        v->bundle_next = i + 1 < e->count ? e->pending[i + 1] : 0;
    }
    e->count = 0;
}

static void gather(struct extremes *e, struct ir_list *list)
{
    uint32_t count = 0; /* of items in the new order: never more than have been read */
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        struct ir_node *node = &e->f->nodes[item & ~IR_NODE_BIT];
        const struct ir_value *v = &e->f->values[item & IR_NODE_BIT ? 0 : item];
        if (!(item & IR_NODE_BIT) && is_extreme(e->f, v) && e->count < MOST) {
            e->pending[e->count++] = item;
            e->is_pending[item] = true;
            continue;
        }
        if ((item & IR_NODE_BIT) || !is_pure(v) || uses_pending(e, v))
            flush(e, list->items, &count);
        list->items[count++] = item;
        if (item & IR_NODE_BIT) {
            gather(e, &node->bodies[0]);
            gather(e, &node->bodies[1]);
        }
    }
    flush(e, list->items, &count);
}

enum sm5_status ir_gather_extremes(struct ir_function *f)
{
    struct extremes e = {.f = f};
    e.is_pending = calloc((size_t)f->value_count + 1, sizeof *e.is_pending);
    if (!e.is_pending)
        return SM5_ERR_MEMORY;
    gather(&e, &f->nodes[0].bodies[0]);
    free(e.is_pending);
    return SM5_OK;
}
