/* Minima and maxima of a list, one after the other: max and min (D3D11.3 22.10.10, 22.10.11) return the operand that is a
   number, and order -0 below +0, for which processors without vrange need seven instructions. Neither occurs in most data: code for all of a
   sorting network, or of an image's extremes, tests its inputs once (gen_extremes.c). A value is computed where the first
   other one needs it. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { LEAST = 3, MOST = 64 };

struct extremes {
    struct ir_function *f;
    ir_ref waiting[MOST];
    uint32_t count;
    bool *waits; /* by value */
};

static bool is_constant(const struct ir_function *f, const struct ir_value *v, uint32_t i)
{
    return f->values[ir_arg(f, v, i)].kind == IR_CONST;
}

/* A constant has a cheaper form. */
static bool is_extreme(const struct ir_function *f, const struct ir_value *v)
{
    return v->kind == IR_LANE && (v->op == ISA_MIN || v->op == ISA_MAX) && v->level == IR_WARP &&
           v->shape == IR_VARYING && !v->byte_of && !is_constant(f, v, 0) && !is_constant(f, v, 1);
}

static bool uses_waiting(const struct extremes *e, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (e->waits[ir_arg(e->f, v, i)])
            return true;
    return false;
}

/* It has no effect, so that its order with operations does not matter. */
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
    const struct ir_value *v = &e->f->values[e->waiting[at]];
    return ir_arg(e->f, v, 0) == ref || ir_arg(e->f, v, 1) == ref;
}

/* Inputs that are not operands of one of those that wait before this one. */
static uint32_t new_inputs(const struct extremes *e, uint32_t at)
{
    const struct ir_value *v = &e->f->values[e->waiting[at]];
    uint32_t count = 0;
    for (uint32_t k = 0; k < 2; k++) {
        ir_ref arg = ir_arg(e->f, v, k);
        bool is_new = !e->waits[arg] && (k == 0 || arg != ir_arg(e->f, v, 0));
        for (uint32_t i = 0; i < at && is_new; i++)
            is_new = !is_input_of(e, arg, i);
        count += is_new;
    }
    return count;
}

/* An input's tests take two instructions, an operation seven instead of one; the branch ends a block, too. */
static bool is_profitable(const struct extremes *e)
{
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < e->count; i++)
        inputs += new_inputs(e, i);
    return e->count >= LEAST && 3 * e->count >= 2 * inputs;
}

/* Adds those that wait to the items. */
static void flush(struct extremes *e, uint32_t *items, uint32_t *count)
{
    bool gains = is_profitable(e);
    for (uint32_t i = 0; i < e->count; i++) {
        struct ir_value *v = &e->f->values[e->waiting[i]];
        items[(*count)++] = e->waiting[i];
        e->waits[e->waiting[i]] = false;
        if (!gains)
            continue;
        v->extreme_of = e->waiting[0];
        v->next_extreme = i + 1 < e->count ? e->waiting[i + 1] : 0;
    }
    e->count = 0;
}

static void gather(struct extremes *e, struct ir_list *list)
{
    uint32_t count = 0; /* of items in their new order, which are never ahead of those read */
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        struct ir_node *node = &e->f->nodes[item & ~IR_NODE_BIT];
        const struct ir_value *v = &e->f->values[item & IR_NODE_BIT ? 0 : item];
        if (!(item & IR_NODE_BIT) && is_extreme(e->f, v) && e->count < MOST) {
            e->waiting[e->count++] = item;
            e->waits[item] = true;
            continue;
        }
        if ((item & IR_NODE_BIT) || !is_pure(v) || uses_waiting(e, v))
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
    e.waits = calloc((size_t)f->value_count + 1, sizeof *e.waits);
    if (!e.waits)
        return SM5_ERR_MEMORY;
    gather(&e, &f->nodes[0].bodies[0]);
    free(e.waits);
    return SM5_OK;
}
