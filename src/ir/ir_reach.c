/* Which stores to g# a load may read, by word where the words of all accesses are known, so that what is stored may depend on
   what its loads observe (ir_nan.c). Conservative: an implication too many does no harm. */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_facts.h"

enum { IMPLICATIONS_MOST = 1 << 14 };

struct reach {
    const struct ir_function *f;
    struct ir_reach *result;
    ir_ref *store;  /* by word of the group's memory: the last store */
    ir_ref *load;   /* by word: the last load since the last barrier that all threads reach */
    ir_ref *linked; /* by value: the last one that was linked to it */
    uint32_t
        unsure; /* ifs around the code whose condition is not known for each thread, and exits before it */
    bool failed;
};

/* Accesses of many threads alternate between few stores, or loads. */
static bool is_linked(const struct reach *r, ir_ref from, ir_ref to)
{
    enum { RECENT = 8 };
    const struct ir_reach *all = r->result;
    bool found = r->linked[to] == from;
    for (uint32_t i = all->count; i > 0 && i + RECENT > all->count && !found; i--)
        found = all->items[i - 1].from == from && all->items[i - 1].to == to;
    return found;
}

static void link(struct reach *r, ir_ref from, ir_ref to)
{
    struct ir_reach *all = r->result;
    if (!from || !to || from == to || is_linked(r, from, to))
        return;
    r->linked[to] = from;
    if (all->count == all->capacity) {
        uint32_t capacity = all->capacity ? 2 * all->capacity : 64;
        struct ir_implication *items = realloc(all->items, capacity * sizeof *items);
        if (!items || capacity > IMPLICATIONS_MOST) {
            r->failed = true;
            all->items = items ? items : all->items;
            return;
        }
        all->items = items;
        all->capacity = capacity;
    }
    all->items[all->count++] = (struct ir_implication){from, to};
}

/* A load may also read what another thread stores later, up to the next barrier. */
static void visit_access(struct reach *r, ir_ref ref)
{
    const struct ir_function *f = r->f;
    const struct ir_value *v = &f->values[ref];
    for (uint32_t i = 0; v->cells && i < f->warps * f->lanes && !r->failed; i++) {
        uint32_t word = v->cells->words[i];
        if (word == IR_NONE)
            continue;
        if (v->kind == IR_LOAD) {
            link(r, ref, r->store[word]);
            link(r, r->load[word], ref);
            r->load[word] = ref;
        } else {
            link(r, r->load[word], ref);
            if (r->unsure)
                link(r, ref, r->store[word]);
            r->store[word] = ref;
        }
    }
}

static void visit_list(struct reach *r, const struct ir_list *list)
{
    const struct ir_function *f = r->f;
    for (uint32_t i = 0; i < list->count && !r->failed; i++) {
        const struct ir_value *v = &f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        const struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (!(list->items[i] & IR_NODE_BIT)) {
            if ((v->kind == IR_LOAD || v->kind == IR_STORE) && ir_is_tgsm(f, v))
                visit_access(r, list->items[i]);
            else if (v->kind == IR_SYNC && (v->sync & ISA_SYNC_T) && !r->unsure)
                memset(r->load, 0, f->program->decls.tgsm_bytes / 4 * sizeof *r->load);
            continue;
        }
        bool is_unsure = node->kind == IR_IF && !f->values[node->condition].table;
        r->unsure += is_unsure;
        visit_list(r, &node->bodies[0]);
        visit_list(r, &node->bodies[1]);
        r->unsure -= is_unsure;
        r->unsure += node->kind == IR_EXIT;
    }
}

/* ---- slots of which no words are known ---- */

static void find_coarse(struct reach *r, const struct ir_list *list, bool in_loop)
{
    const struct ir_function *f = r->f;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (list->items[i] & IR_NODE_BIT) {
            bool is_loop = in_loop || node->kind == IR_LOOP;
            find_coarse(r, &node->bodies[0], is_loop);
            find_coarse(r, &node->bodies[1], is_loop);
            continue;
        }
        const struct ir_value *v = &f->values[list->items[i]];
        if ((v->kind == IR_LOAD || v->kind == IR_STORE) && ir_is_tgsm(f, v))
            r->result->is_coarse[v->slot] |= !v->cells || in_loop || f->is_masked;
    }
}

void ir_free_reach(struct ir_reach *reach)
{
    free(reach->items);
    free(reach->is_coarse);
    *reach = (struct ir_reach){.items = NULL};
}

enum sm5_status ir_find_reach(const struct ir_function *f, struct ir_reach *reach)
{
    uint32_t words = f->program->decls.tgsm_bytes / 4 + 1, slots = f->program->decls.resource_count + 1;
    struct reach r = {.f = f, .result = reach};
    *reach = (struct ir_reach){.is_coarse = calloc(slots, sizeof *reach->is_coarse)};
    r.store = calloc(2 * (size_t)words, sizeof *r.store);
    r.linked = calloc(f->value_count + 1, sizeof *r.linked);
    if (!reach->is_coarse || !r.store || !r.linked) {
        free(r.store);
        free(r.linked);
        ir_free_reach(reach);
        return SM5_ERR_MEMORY;
    }
    r.load = r.store + words;
    find_coarse(&r, &f->nodes[0].bodies[0], false);
    visit_list(&r, &f->nodes[0].bodies[0]);
    for (uint32_t i = 0; i < slots && r.failed; i++)
        reach->is_coarse[i] = true;
    free(r.store);
    free(r.linked);
    return SM5_OK;
}
