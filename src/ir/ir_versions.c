/* Versions: a g# that threads store to several times between barriers becomes one g# for each store, as if each had
   memory of its own (array renaming). A step of a scan then neither overwrites what another thread's step before
   loads, nor waits for it; ir_cells.c removes the barriers whose only dependences lead to higher warps.

   Stores share a version where a load reads words of both. A word keeps its value in its version until it is stored again,
   and each load is of the version of the last store: renaming changes no result where no two threads access a
   word between two barriers, one of which stores to it. A g# where two do stays as it is. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { BYTES_MOST = 64 * 1024 }; /* of g# in all: of a processor's second cache */
enum { ALIGN = 64 };

/* Accesses to a word since the last barrier. */
struct touch {
    uint32_t segment;
    uint32_t by, writer; /* 1 + the thread; 0: none, IR_NONE: several */
};

struct versions {
    struct ir_function *f;
    uint32_t threads;
    uint32_t *parents; /* by version: union-find */
    uint32_t count;
    uint32_t *last; /* by word: the version of its last store; first the number of the slot */
    uint32_t *of;   /* by access: its version; IR_NONE: it touches no word */
    struct touch *touches;
    bool *keeps;   /* by slot: stays as it is */
    bool *escapes; /* by node: threads may leave a node around it there */
    uint32_t segment;
    uint32_t *slots;  /* by version that is a root: its slot */
    uint32_t *owners; /* by new slot: the slot that it is a version of */
};

static uint32_t root_of(const struct versions *p, uint32_t version)
{
    while (p->parents[version] != version)
        version = p->parents[version] = p->parents[p->parents[version]];
    return version;
}

/* The least number stays the root: a slot's own. */
static void unite(const struct versions *p, uint32_t a, uint32_t b)
{
    a = root_of(p, a);
    b = root_of(p, b);
    p->parents[a < b ? b : a] = a < b ? a : b;
}

/* Returns false at a race. */
static bool touch(const struct versions *p, uint32_t word, uint32_t thread, bool writes)
{
    struct touch *at = &p->touches[word];
    uint32_t who = thread + 1;
    if (at->segment != p->segment)
        *at = (struct touch){.segment = p->segment};
    if ((at->writer && at->writer != who) || (writes && at->by && at->by != who))
        return false;
    at->by = !at->by || at->by == who ? who : IR_NONE;
    at->writer = writes ? who : at->writer;
    return true;
}

/* `certain`: all threads that have a word access it. */
static void rename_access(struct versions *p, ir_ref ref, bool certain)
{
    const struct ir_value *v = &p->f->values[ref];
    bool stores = v->kind == IR_STORE;
    p->keeps[v->slot] |= !v->cells || v->kind == IR_ATOMIC;
    p->of[ref] = stores ? p->count : IR_NONE;
    if (stores)
        p->parents[p->count] = p->count;
    for (uint32_t i = 0; i < p->threads && !p->keeps[v->slot]; i++) {
        uint32_t word = v->cells->words[i];
        if (word == IR_NONE)
            continue;
        p->keeps[v->slot] = !touch(p, word, i, stores);
        if (stores && !certain)
            unite(p, p->count, p->last[word]);
        if (!stores && p->of[ref] != IR_NONE)
            unite(p, p->of[ref], p->last[word]);
        if (!stores)
            p->of[ref] = root_of(p, p->last[word]);
    }
    for (uint32_t i = 0; stores && i < p->threads && !p->keeps[v->slot]; i++)
        if (v->cells->words[i] != IR_NONE)
            p->last[v->cells->words[i]] = p->count;
    p->count += stores;
}

/* Slots that code of unknown order or number accesses. */
static void keep_slots(struct versions *p, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = &p->f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (list->items[i] & IR_NODE_BIT) {
            keep_slots(p, &node->bodies[0]);
            keep_slots(p, &node->bodies[1]);
        } else if (ir_is_tgsm(p->f, &p->f->values[list->items[i]])) {
            p->keeps[p->f->values[list->items[i]].slot] = true;
        }
    }
}

/* Also one that has been removed. */
static bool is_barrier(const struct ir_value *v)
{
    return v->kind == IR_SYNC && v->sync & ISA_SYNC_T;
}

static void rename_list(struct versions *p, const struct ir_list *list, bool certain)
{
    const struct ir_function *f = p->f;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i], at = item & ~IR_NODE_BIT;
        const struct ir_node *node = &f->nodes[at];
        if (!(item & IR_NODE_BIT)) {
            p->segment += is_barrier(&f->values[item]);
            if (ir_is_tgsm(f, &f->values[item]))
                rename_access(p, item, certain);
            continue;
        }
        bool is_known = node->kind == IR_SCOPE || (node->kind == IR_IF && f->values[node->condition].table);
        if (node->kind == IR_LOOP || node->group) {
            keep_slots(p, &node->bodies[0]);
            keep_slots(p, &node->bodies[1]);
            p->segment++;
        } else {
            rename_list(p, &node->bodies[0], certain && is_known);
            rename_list(p, &node->bodies[1], certain && is_known);
        }
        certain &= !p->escapes[at];
    }
}

/* Gives each version a slot, the first one of a slot its own; returns how many are new. */
static uint32_t number_slots(struct versions *p, bool *taken)
{
    const struct ir_function *f = p->f;
    const struct program_decls *d = &f->program->decls;
    uint32_t added = 0;
    uint64_t bytes = d->tgsm_bytes;
    for (uint32_t i = 0; i < p->count; i++)
        p->slots[i] = IR_NONE;
    for (ir_ref i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (!ir_is_tgsm(f, v) || p->keeps[v->slot] || p->of[i] == IR_NONE)
            continue;
        uint32_t *slot = &p->slots[root_of(p, p->of[i])];
        if (*slot != IR_NONE)
            continue;
        *slot = taken[v->slot] ? d->resource_count + added : v->slot;
        if (taken[v->slot]) {
            p->owners[added++] = v->slot;
            bytes += d->resources[v->slot].bytes + ALIGN;
        }
        taken[v->slot] = true;
    }
    return bytes <= BYTES_MOST ? added : 0;
}

static bool declare(struct ir_function *f, const uint32_t *owners, uint32_t added)
{
    struct ir_slots grown;
    if (!ir_add_slots(f, added, &grown))
        return false;
    struct program_decls *d = &grown.program->decls;
    uint32_t first = d->resource_count - added;
    for (uint32_t i = 0; i < added; i++) {
        uint32_t at = (d->tgsm_bytes + ALIGN - 1) / ALIGN * ALIGN;
        grown.resources[first + i] = grown.resources[owners[i]];
        grown.firsts[first + i] = at;
        d->tgsm_bytes = at + grown.resources[first + i].bytes;
    }
    return true;
}

static enum sm5_status rename_all(struct versions *p, bool *renamed)
{
    struct ir_function *f = p->f;
    bool *taken = arena_array(&f->arena, f->program->decls.resource_count + 1, sizeof *taken);
    if (!taken)
        return SM5_ERR_MEMORY;
    uint32_t added = number_slots(p, taken);
    if (!added)
        return SM5_OK;
    if (!declare(f, p->owners, added))
        return SM5_ERR_MEMORY;
    for (ir_ref i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        if (ir_is_tgsm(f, v) && !p->keeps[v->slot] && p->of[i] != IR_NONE)
            v->slot = p->slots[root_of(p, p->of[i])];
    }
    *renamed = true;
    return SM5_OK;
}

enum sm5_status ir_split_versions(struct ir_function *f, bool *renamed)
{
    const struct program_decls *d = &f->program->decls;
    uint32_t words = d->tgsm_bytes / 4 + 1, versions = d->resource_count + f->value_count;
    struct versions p = {.f = f, .threads = f->warps * f->lanes, .count = d->resource_count, .segment = 1};
    p.parents = arena_array(&f->arena, versions, sizeof *p.parents);
    p.slots = arena_array(&f->arena, versions, sizeof *p.slots);
    p.owners = arena_array(&f->arena, versions, sizeof *p.owners);
    p.escapes = arena_array(&f->arena, f->node_count, sizeof *p.escapes);
    p.of = arena_array(&f->arena, f->value_count + 1, sizeof *p.of);
    p.last = arena_array(&f->arena, words, sizeof *p.last);
    p.touches = arena_array(&f->arena, words, sizeof *p.touches);
    p.keeps = arena_array(&f->arena, d->resource_count + 1, sizeof *p.keeps);
    if (!p.parents || !p.slots || !p.owners || !p.escapes || !p.of || !p.last || !p.touches || !p.keeps)
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < d->resource_count; i++) {
        p.parents[i] = i;
        bool is_tgsm = d->resources[i].file == ISA_FILE_TGSM;
        for (uint32_t k = 0; is_tgsm && k < d->resources[i].bytes / 4; k++)
            p.last[f->tgsm_first[i] / 4 + k] = i;
    }
    ir_find_escapes(f, p.escapes);
    rename_list(&p, &f->nodes[0].bodies[0], true);
    return rename_all(&p, renamed);
}
