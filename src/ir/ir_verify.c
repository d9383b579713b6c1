/* Checks the invariants of ir.h on a whole function. */
#include <stdlib.h>

#include "ir/ir.h"

struct verify {
    const struct ir_function *f;
    struct strbuf *out;
    bool *made;    /* values that have been defined and are in scope */
    ir_ref *reach; /* stack of them */
    uint32_t depth;
    uint8_t *seen;   /* nodes */
    uint8_t *listed; /* values: number of lists that contain them */
    bool good;
};

static bool fail(struct verify *v, const char *what, uint32_t number)
{
    strbuf_printf(v->out, "%s (%u)\n", what, number);
    return v->good = false;
}

static bool is_free(const struct ir_value *value)
{
    return value->kind == IR_CONST || value->kind == IR_SYSTEM;
}

static void make(struct verify *v, ir_ref ref)
{
    if (v->listed[ref]++)
        fail(v, "a value is in two lists", ref);
    v->made[ref] = true;
    v->reach[v->depth++] = ref;
}

static void forget(struct verify *v, uint32_t mark)
{
    while (v->depth > mark)
        v->made[v->reach[--v->depth]] = false;
}

static void use(struct verify *v, ir_ref ref, uint32_t by)
{
    if (!ref)
        return;
    if (ref >= v->f->value_count || v->f->values[ref].kind == IR_UNUSED)
        fail(v, "a value uses one that does not exist", by);
    else if (!is_free(&v->f->values[ref]) && !v->made[ref])
        fail(v, "a value is used where its code has not been passed", ref);
}

static uint32_t args_of(const struct ir_value *value)
{
    return value->kind == IR_LANE ? ir_lane_info(value->op).args : value->count;
}

static void verify_value(struct verify *v, ir_ref ref)
{
    if (ref >= v->f->value_count || v->f->values[ref].kind == IR_UNUSED || is_free(&v->f->values[ref])) {
        fail(v, "a list holds what does not belong there", ref);
        return;
    }
    const struct ir_value *value = &v->f->values[ref];
    if (value->kind == IR_PHI)
        fail(v, "a phi is in a code list", ref);
    if ((uint64_t)value->first + value->count > v->f->arg_count || args_of(value) != value->count)
        fail(v, "a value has too many args or too few", ref);
    for (uint32_t i = 0; i < value->count && v->good; i++)
        use(v, ir_arg(v->f, value, i), ref);
    make(v, ref);
}

/* Arg number `arg` of all phis must be in scope here. */
static void use_phis(struct verify *v, const struct ir_list *phis, uint32_t arg)
{
    for (uint32_t i = 0; i < phis->count && v->good; i++) {
        const struct ir_value *phi = &v->f->values[phis->items[i]];
        if (phi->kind != IR_PHI || arg >= phi->count || !ir_arg(v->f, phi, arg))
            fail(v, "a phi has no arg for a place that control comes from", phis->items[i]);
        else
            use(v, ir_arg(v->f, phi, arg), phis->items[i]);
    }
}

static void make_phis(struct verify *v, const struct ir_list *phis, uint32_t count)
{
    for (uint32_t i = 0; i < phis->count && v->good; i++) {
        if (v->f->values[phis->items[i]].count != count)
            fail(v, "a phi has an arg for no place that control comes from", phis->items[i]);
        make(v, phis->items[i]);
    }
}

static void verify_list(struct verify *v, const struct ir_list *list, uint32_t parent);

static void verify_exit(struct verify *v, const struct ir_node *exit)
{
    uint32_t at = exit->parent;
    while (at != IR_NONE && at != exit->target)
        at = v->f->nodes[at].parent;
    if (at == IR_NONE) {
        fail(v, "the target of an exit does not enclose it", exit->target);
        return;
    }
    const struct ir_node *target = &v->f->nodes[at];
    if (target->kind != IR_LOOP && (target->kind != IR_SCOPE || exit->is_continue)) {
        fail(v, "an exit leaves what has none", exit->target);
        return;
    }
    if (exit->is_continue)
        use_phis(v, &target->headers, 2 + exit->site);
    else
        use_phis(v, &target->phis, exit->site + (target->kind == IR_SCOPE));
}

static void verify_if(struct verify *v, const struct ir_node *node, uint32_t at)
{
    use(v, node->condition, at);
    for (unsigned side = 0; side < 2; side++) {
        uint32_t mark = v->depth;
        verify_list(v, &node->bodies[side], at);
        if (node->ends[side])
            use_phis(v, &node->phis, side);
        forget(v, mark);
    }
    make_phis(v, &node->phis, 2);
}

static void verify_region(struct verify *v, const struct ir_node *node, uint32_t at)
{
    bool is_loop = node->kind == IR_LOOP;
    if (is_loop)
        use_phis(v, &node->headers, 0);
    uint32_t mark = v->depth;
    make_phis(v, &node->headers, 2 + node->continues);
    verify_list(v, &node->bodies[0], at);
    if (node->ends[0])
        use_phis(v, is_loop ? &node->headers : &node->phis, is_loop);
    forget(v, mark);
    make_phis(v, &node->phis, node->breaks + !is_loop);
}

static void verify_node(struct verify *v, uint32_t at, uint32_t parent)
{
    if (at >= v->f->node_count || v->seen[at]++) {
        fail(v, "a node is in two lists, or does not exist", at);
        return;
    }
    const struct ir_node *node = &v->f->nodes[at];
    if (node->parent != parent)
        fail(v, "a node has a wrong parent", at);
    if (node->kind == IR_EXIT)
        verify_exit(v, node);
    else if (node->kind == IR_IF)
        verify_if(v, node, at);
    else
        verify_region(v, node, at);
}

static void verify_list(struct verify *v, const struct ir_list *list, uint32_t parent)
{
    for (uint32_t i = 0; i < list->count && v->good; i++) {
        if (list->items[i] & IR_NODE_BIT)
            verify_node(v, list->items[i] & ~IR_NODE_BIT, parent);
        else
            verify_value(v, list->items[i]);
    }
}

enum sm5_status ir_verify(const struct ir_function *function, struct strbuf *out)
{
    struct verify v = {.f = function, .out = out, .good = true};
    v.made = calloc(function->value_count + 1, sizeof *v.made);
    v.reach = calloc(function->value_count + 1, sizeof *v.reach);
    v.seen = calloc(function->node_count + 1, 1);
    v.listed = calloc(function->value_count + 1, 1);
    bool has_memory = v.made && v.reach && v.seen && v.listed;
    if (has_memory)
        verify_node(&v, 0, IR_NONE);
    free(v.made);
    free(v.reach);
    free(v.seen);
    free(v.listed);
    if (!has_memory)
        return SM5_ERR_MEMORY;
    return v.good ? SM5_OK : SM5_ERR_PROGRAM;
}
