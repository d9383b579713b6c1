/* Hoists loads above a loop's first `continue`. A loop in which each thread has a range of its own, such as a row of a sparse
   matrix, often skips some elements: `if (column[k] == row) { diagonal = value[k]; continue; }`. The loads after that execute
   under a mask and are gathers. Above the `continue` all lanes in the loop execute them, and they are streams (ir_stream.c).
   Only loads of SRVs are hoisted: no thread writes to these, so that a speculated load has no effect. */
#include <stdlib.h>

#include "ir/ir_facts.h"

struct hoists {
    struct ir_function *f;
    /* By value: the loop in which it is defined after, or inside, the first node that has a `continue`. */
    uint32_t *late;
    bool changed, no_memory;
};

static const struct ir_node *node_of(const struct hoists *h, uint32_t item)
{
    return item & IR_NODE_BIT ? &h->f->nodes[item & ~IR_NODE_BIT] : NULL;
}

static void mark_late(struct hoists *h, const struct ir_list *list, uint32_t first, uint32_t loop)
{
    for (uint32_t i = first; i < list->count; i++) {
        const struct ir_node *node = node_of(h, list->items[i]);
        if (!node) {
            h->late[list->items[i]] = loop;
            continue;
        }
        for (uint32_t k = 0; k < node->headers.count; k++)
            h->late[node->headers.items[k]] = loop;
        for (uint32_t k = 0; k < node->phis.count; k++)
            h->late[node->phis.items[k]] = loop;
        mark_late(h, &node->bodies[0], 0, loop);
        mark_late(h, &node->bodies[1], 0, loop);
    }
}

static bool is_srv_load(const struct hoists *h, const struct ir_value *v)
{
    return (v->kind == IR_LOAD || v->kind == IR_TEXEL) && v->view != IR_NONE &&
           h->f->program->decls.resources[v->slot].file == ISA_FILE_SRV;
}

static bool is_available(const struct hoists *h, const struct ir_value *v, uint32_t loop)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (h->late[ir_arg(h->f, v, i)] == loop)
            return false;
    return true;
}

static bool is_header(const struct hoists *h, ir_ref ref, uint32_t loop)
{
    const struct ir_list *headers = &h->f->nodes[loop].headers;
    for (uint32_t i = 0; i < headers->count; i++)
        if (headers->items[i] == ref)
            return true;
    return false;
}

/* Uniform, as far as is known before the analysis. */
static bool is_uniform(const struct ir_value *v)
{
    return v->kind == IR_CONST || v->kind == IR_CBUFFER;
}

/* A loop counter whose start may differ by thread, or its sum with such a number. A load at a uniform counter is a scalar load,
   which is no faster above the `continue`. */
static bool is_divergent_counter(const struct hoists *h, ir_ref ref, uint32_t loop)
{
    const struct ir_function *f = h->f;
    const struct ir_value *v = &f->values[ref];
    if (is_header(h, ref, loop))
        return !is_uniform(&f->values[ir_arg(f, v, 0)]);
    for (unsigned i = 0; v->kind == IR_LANE && v->op == ISA_IADD && i < 2; i++)
        if (is_header(h, ir_arg(f, v, i), loop) && !is_uniform(&f->values[ir_arg(f, v, !i)]))
            return true;
    return false;
}

/* Some SRV is loaded at the same index: the hoisted load's range is then one that the thread reads anyway. */
static bool is_loaded_before(const struct hoists *h, const struct ir_list *list, uint32_t end, ir_ref index)
{
    for (uint32_t i = 0; i < end; i++) {
        const struct ir_value *v = &h->f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        if (is_srv_load(h, v) && ir_arg(h->f, v, 0) == index)
            return true;
    }
    return false;
}

/* Forwards all loads in the list that equal `ref` to the one with the lowest ref, and returns it: refs of users stay above
   those of definitions. */
static ir_ref merge_loads(struct hoists *h, const struct ir_list *list, uint32_t first, ir_ref ref)
{
    struct ir_function *f = h->f;
    for (uint32_t i = first; i < list->count; i++) {
        const struct ir_node *node = node_of(h, list->items[i]);
        ir_ref other = node ? 0 : list->items[i];
        if (node) {
            ref = merge_loads(h, &node->bodies[0], 0, ref);
            ref = merge_loads(h, &node->bodies[1], 0, ref);
        } else if (other != ref && !f->values[other].forward &&
                   ir_same_value(f, &f->values[other], &f->values[ref])) {
            f->values[other < ref ? ref : other].forward = other < ref ? other : ref;
            ref = other < ref ? other : ref;
        }
    }
    return ref;
}

static bool remove_item(struct hoists *h, struct ir_list *list, uint32_t first, ir_ref ref)
{
    for (uint32_t i = first; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            struct ir_node *node = &h->f->nodes[item & ~IR_NODE_BIT];
            if (remove_item(h, &node->bodies[0], 0, ref) || remove_item(h, &node->bodies[1], 0, ref))
                return true;
        } else if (item == ref) {
            memmove(list->items + i, list->items + i + 1, (list->count - i - 1) * sizeof *list->items);
            list->count--;
            return true;
        }
    }
    return false;
}

static void visit_loop(struct hoists *h, uint32_t loop)
{
    enum { LOADS_MOST = 16 };
    struct ir_list *list = &h->f->nodes[loop].bodies[0];
    uint32_t first = 0, moved = 0;
    while (first < list->count &&
           !(list->items[first] & IR_NODE_BIT && ir_continues(h->f, list->items[first] & ~IR_NODE_BIT, loop)))
        first++;
    mark_late(h, list, first, loop);
    for (uint32_t i = first + 1; i < list->count && moved < LOADS_MOST && !h->no_memory; i++) {
        ir_ref ref = list->items[i] & IR_NODE_BIT ? 0 : list->items[i];
        const struct ir_value *v = &h->f->values[ref];
        if (!is_srv_load(h, v) || v->forward || !is_available(h, v, loop) ||
            !is_divergent_counter(h, ir_arg(h->f, v, 0), loop) ||
            !is_loaded_before(h, list, first, ir_arg(h->f, v, 0)))
            continue;
        ref = merge_loads(h, list, first, ref);
        if (!remove_item(h, list, first, ref) || !ir_insert(h->f, list, first, &ref, 1)) {
            h->no_memory = true;
            return;
        }
        h->late[ref] = 0;
        h->changed = true;
        moved++;
        first++;
    }
}

enum sm5_status ir_hoist_loads(struct ir_function *f)
{
    struct hoists h = {.f = f};
    if (f->alias || f->keeps_loads)
        return SM5_OK;
    h.late = calloc(f->value_count + 1, sizeof *h.late);
    for (uint32_t i = 1; h.late && i < f->node_count; i++)
        if (f->nodes[i].kind == IR_LOOP && f->nodes[i].continues)
            visit_loop(&h, i);
    h.no_memory |= !h.late;
    free(h.late);
    return h.no_memory ? SM5_ERR_MEMORY : h.changed ? ir_clean(f) : SM5_OK;
}
