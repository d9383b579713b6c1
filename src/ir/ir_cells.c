/* The words of group shared memory that accesses touch, by thread, where their addresses depend on the thread's
   number only; and from them the barriers that no warp has to wait at.

   A segment (the code between two barriers) is a loop over the group's warps. Two segments become one when no
   warp reads or writes in the second what a later warp accesses in the first: in the fused loop it does so earlier.
   Loop reversal: where no warp does so with what an earlier one accesses, the loops are fused in descending order of
   warps. A step of a scan loads the words of threads before its own and then stores its own: the dependences of these
   stores on the loads lead from higher warps to lower ones. */
#include <stdlib.h>

#include "ir/ir_facts.h"

/* Warps that access a word in the code between two barriers; 1 + their number, 0: none. */
struct accessors {
    uint16_t low, high; /* of those that read or write it */
    uint16_t writer;
};

struct cells {
    struct ir_function *f;
    uint32_t threads; /* of all warps */
    ir_ref *user;     /* the only use of a value; 0: none, or several */
    uint32_t words;   /* of the group's memory */
    /* By word: 1 + the last warp that reads or writes it since the last barrier; of other memory: that some
       thread does. */
    uint16_t *reads, *writes;
    ir_ref *store;              /* by word: what has written it last, since the last barrier */
    struct accessors *sides[2]; /* by word, before and after a barrier */
    bool reads_view, writes_view;
    bool has_group_nodes; /* besides the root */
    uint32_t fences;
    bool failed;
};

/* ---- which threads access ---- */

static void find_users(struct cells *c)
{
    const struct ir_function *f = c->f;
    for (ir_ref i = 1; i < f->value_count; i++)
        for (uint32_t k = 0; k < f->values[i].count; k++) {
            ir_ref *user = &c->user[ir_arg(f, &f->values[i], k)];
            *user = *user ? IR_NONE : i;
        }
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->nodes[i].kind == IR_IF)
            c->user[f->nodes[i].condition] = IR_NONE;
}

/* The selection by the thread's number that is the only use of the load, or of what is computed of it: the result is
   used where words[t] != 0 is `wanted`. */
static const uint32_t *selection_of(const struct cells *c, ir_ref load, bool *wanted)
{
    enum { STEPS_MOST = 4 };
    const struct ir_function *f = c->f;
    ir_ref value = load, user = c->user[load];
    for (unsigned i = 0; user && user != IR_NONE && f->values[user].kind == IR_LANE && i < STEPS_MOST; i++) {
        const struct ir_value *v = &f->values[user];
        bool selects = v->op == ISA_MOVC && f->values[ir_arg(f, v, 0)].table && ir_arg(f, v, 0) != value;
        *wanted = selects && ir_arg(f, v, 1) == value;
        if (selects)
            return f->values[ir_arg(f, v, 0)].table->words;
        value = user;
        user = c->user[user];
    }
    return NULL;
}

/* The threads of `active` (NULL: all) on one side of an if. */
static uint8_t *active_side(struct cells *c, const struct ir_node *node, unsigned side, const uint8_t *active)
{
    const struct ir_table *table = c->f->values[node->condition].table;
    uint8_t *threads = table ? arena_array(&c->f->arena, c->threads, 1) : NULL;
    c->failed |= table && !threads;
    for (uint32_t i = 0; threads && i < c->threads; i++)
        threads[i] = (!active || active[i]) && (table->words[i] == 0) == side;
    return threads;
}

/* ---- addresses ---- */

static uint32_t word_of(const struct ir_function *f, ir_ref ref, uint32_t thread)
{
    const struct ir_value *v = &f->values[ref];
    return v->kind == IR_CONST ? v->word : v->table->words[thread];
}

static bool is_known(const struct ir_function *f, ir_ref ref)
{
    return f->values[ref].kind == IR_CONST || f->values[ref].table;
}

uint32_t ir_cell_of(const struct ir_function *f, const struct ir_value *v, uint32_t thread)
{
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    uint32_t index = word_of(f, ir_arg(f, v, 0), thread), part = v->kind == IR_ATOMIC ? 0 : 4u * v->component;
    uint64_t byte = (uint64_t)(index & ~3u) + part, end = r->bytes;
    if (v->access == IR_STRUCTURED) {
        uint64_t inside = (uint64_t)(word_of(f, ir_arg(f, v, 1), thread) & ~3u) + part;
        if (index >= r->count || inside + 4 > r->stride)
            return IR_NONE;
        byte = (uint64_t)index * r->stride + inside;
    }
    return byte + 4 <= end ? (uint32_t)((f->tgsm_first[v->slot] + byte) / 4) : IR_NONE;
}

bool ir_has_cells(const struct ir_function *f, const struct ir_value *v)
{
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    if (r->file != ISA_FILE_TGSM || f->tgsm_first[v->slot] % 4 || !is_known(f, ir_arg(f, v, 0)))
        return false;
    if (v->access != IR_STRUCTURED)
        return true;
    ir_ref offset = ir_arg(f, v, 1);
    return r->stride % 4 == 0 && offset && is_known(f, offset);
}

/* ---- what is the same in all warps ---- */

static bool fit_warp(struct ir_cells *cells, uint32_t lanes, uint32_t warp, bool *is_open)
{
    const uint32_t *words = cells->words + (size_t)warp * lanes;
    bool has_base = false, any = false;
    uint32_t base = 0;
    for (uint32_t i = 0; i < lanes && !has_base; i++) {
        any |= words[i] != IR_NONE;
        has_base = words[i] != IR_NONE && cells->uses[i];
        base = has_base ? words[i] - (uint32_t)cells->offsets[i] : 0;
    }
    if (any && !has_base && !*is_open)
        return false; /* no lane in common with the warps before */
    for (uint32_t i = 0; i < lanes && any; i++) {
        if (words[i] == IR_NONE)
            continue;
        base = has_base ? base : words[i];
        has_base = true;
        if (cells->uses[i] && cells->offsets[i] != (int32_t)(words[i] - base))
            return false;
        cells->uses[i] = true;
        cells->offsets[i] = (int32_t)(words[i] - base);
    }
    *is_open &= !any;
    cells->bases[warp] = any ? base : IR_NONE;
    return true;
}

/* Warps that access nothing get a base of their own choice: on the line of the others, or one of theirs. */
static void fill_bases(const struct ir_function *f, struct ir_cells *cells)
{
    uint32_t known[2], count = 0;
    for (uint32_t w = 0; w < f->warps && count < 2; w++)
        if (cells->bases[w] != IR_NONE)
            known[count++] = w;
    if (!count)
        return;
    uint32_t rise = count == 2 ? cells->bases[known[1]] - cells->bases[known[0]] : 0;
    uint32_t run = count == 2 ? known[1] - known[0] : 1;
    uint32_t step = (uint32_t)((int32_t)rise / (int32_t)run),
             first = cells->bases[known[0]] - step * known[0];
    bool fits = true;
    for (uint32_t w = 0; w < f->warps; w++)
        fits &= cells->bases[w] == IR_NONE || cells->bases[w] == first + step * w;
    for (uint32_t w = 0; w < f->warps; w++)
        if (cells->bases[w] == IR_NONE)
            cells->bases[w] = fits ? first + step * w : cells->bases[known[0]];
    cells->is_linear = ir_fit_warps(cells->bases, f->warps, &cells->first, &cells->step);
}

static void find_access(struct cells *c, ir_ref ref, const uint8_t *active)
{
    struct ir_function *f = c->f;
    struct ir_value *v = &f->values[ref];
    const uint32_t *group = f->program->decls.thread_group;
    if (!ir_has_cells(f, v))
        return;
    struct ir_cells *cells = arena_array(&f->arena, 1, sizeof *cells);
    uint32_t *words = arena_array(&f->arena, c->threads, sizeof *words);
    uint32_t *bases = arena_array(&f->arena, f->warps, sizeof *bases);
    bool *runs = arena_array(&f->arena, f->warps, sizeof *runs);
    if (!cells || !words || !bases || !runs) {
        c->failed = true;
        return;
    }
    bool wanted = true, is_regular = true, is_open = true;
    const uint32_t *selection = v->kind == IR_LOAD ? selection_of(c, ref, &wanted) : NULL;
    for (uint32_t i = 0; i < c->threads; i++) {
        words[i] = IR_NONE;
        bool is_pad = f->padded && ir_local_id(group, 0, i) >= f->padded;
        bool is_active = i < group[0] * group[1] * group[2] && !is_pad && (!active || active[i]);
        runs[i / f->lanes] |= is_active;
        if (!is_active || (selection && (selection[i] != 0) != wanted))
            continue;
        words[i] = ir_cell_of(f, v, i);
        is_regular &= words[i] != IR_NONE;
    }
    *cells = (struct ir_cells){.words = words, .bases = bases, .runs = runs};
    for (uint32_t w = 0; w < f->warps && is_regular; w++)
        is_regular = fit_warp(cells, f->lanes, w, &is_open);
    cells->is_regular = is_regular && !is_open;
    if (cells->is_regular)
        fill_bases(f, cells);
    v->cells = cells;
}

static void find_list(struct cells *c, const struct ir_list *list, const uint8_t *active)
{
    for (uint32_t i = 0; i < list->count && !c->failed; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT)) {
            uint8_t kind = c->f->values[item].kind;
            if (kind == IR_LOAD || kind == IR_STORE || kind == IR_ATOMIC)
                find_access(c, item, active);
            continue;
        }
        const struct ir_node *node = &c->f->nodes[item & ~IR_NODE_BIT];
        const uint8_t *sides[2] = {active, active};
        for (unsigned side = 0; side < 2; side++) {
            const uint8_t *here = node->kind == IR_IF ? active_side(c, node, side, active) : NULL;
            sides[side] = here ? here : active;
            find_list(c, &node->bodies[side], sides[side]);
        }
        /* Threads that leave there do not execute the rest. */
        if (node->kind == IR_IF && node->ends[0] != node->ends[1])
            active = sides[node->ends[0] ? 0 : 1];
    }
}

/* ---- segments ---- */

unsigned ir_accesses_of(const struct ir_value *v)
{
    switch (v->kind) {
    case IR_LOAD:
    case IR_TEXEL:
    case IR_TEXTURE: return IR_READS;
    case IR_STORE:
    case IR_STORE_TEXEL: return IR_WRITES;
    case IR_ATOMIC:
    case IR_TEXTURE_WRITE:
    case IR_COUNTER:
    case IR_FAULT: return IR_READS | IR_WRITES;
    default: return 0;
    }
}

/* t# never changes unless views may overlap. */
static bool is_constant(const struct ir_function *f, const struct ir_value *v)
{
    uint32_t slot = v->kind == IR_TEXTURE ? f->textures[v->texture].slot : v->slot;
    return ir_accesses_of(v) == IR_READS && !f->alias && slot != IR_NONE &&
           f->program->decls.resources[slot].file == ISA_FILE_SRV;
}

static bool conflicts_at(const struct cells *c, uint32_t word, uint32_t warp, unsigned how)
{
    return c->writes[word] > warp + 1 || ((how & IR_WRITES) && c->reads[word] > warp + 1);
}

/* All its words are what one store has stored, in lanes at one distance (ir_shift.c). */
static bool is_shift(const struct cells *c, const struct ir_value *v)
{
    const struct ir_function *f = c->f;
    uint32_t first = 0, distance;
    while (first < c->threads && v->cells->words[first] == IR_NONE)
        first++;
    ir_ref store = first < c->threads ? c->store[v->cells->words[first]] : 0;
    return store && f->values[store].cells && ir_is_shift(f, v, &f->values[store], &distance);
}

/* A vector of which this warp has just stored a part only, or its parts by several stores: the processor cannot forward these,
   and waits until they are in the cache. In a segment of its own the load follows the stores of several warps. */
static bool waits_for_stores(const struct cells *c, const struct ir_value *v)
{
    enum { WARPS_LEAST = 4 };
    const struct ir_function *f = c->f;
    if (v->kind != IR_LOAD || f->warps < WARPS_LEAST || is_shift(c, v))
        return false;
    for (uint32_t w = 0; w < f->warps; w++) {
        uint32_t first = IR_NONE;
        bool is_own = false, differs = false;
        for (uint32_t i = w * f->lanes; i < (w + 1) * f->lanes; i++) {
            uint32_t word = v->cells->words[i];
            if (word == IR_NONE)
                continue;
            first = first == IR_NONE ? word : first;
            is_own |= c->writes[word] == w + 1;
            differs |= c->writes[word] != c->writes[first] || c->store[word] != c->store[first];
        }
        if (is_own && differs)
            return true;
    }
    return false;
}

static bool conflicts(const struct cells *c, const struct ir_value *v)
{
    const struct ir_function *f = c->f;
    unsigned how = ir_accesses_of(v);
    if (!how || is_constant(f, v))
        return false;
    if (!ir_is_tgsm(f, v))
        return v->kind == IR_FAULT || c->writes_view || (c->reads_view && (how & IR_WRITES));
    if (v->cells) {
        for (uint32_t i = 0; i < c->threads; i++)
            if (v->cells->words[i] != IR_NONE && conflicts_at(c, v->cells->words[i], i / f->lanes, how))
                return true;
        return waits_for_stores(c, v);
    }
    uint32_t first = f->tgsm_first[v->slot] / 4, count = f->program->decls.resources[v->slot].bytes / 4;
    for (uint32_t i = first; i < first + count; i++)
        if (conflicts_at(c, i, 0, how))
            return true;
    return false;
}

static void note_at(struct cells *c, uint32_t word, uint32_t warp, unsigned how, ir_ref by)
{
    if (how & IR_WRITES)
        c->store[word] = by;
    if ((how & IR_READS) && c->reads[word] < warp + 1)
        c->reads[word] = (uint16_t)(warp + 1);
    if ((how & IR_WRITES) && c->writes[word] < warp + 1)
        c->writes[word] = (uint16_t)(warp + 1);
}

static void note(struct cells *c, ir_ref ref)
{
    const struct ir_value *v = &c->f->values[ref];
    const struct ir_function *f = c->f;
    unsigned how = ir_accesses_of(v);
    if (!how || is_constant(f, v))
        return;
    if (!ir_is_tgsm(f, v)) {
        c->reads_view |= (how & IR_READS) != 0;
        c->writes_view |= (how & IR_WRITES) != 0;
        return;
    }
    uint32_t first = f->tgsm_first[v->slot] / 4, count = f->program->decls.resources[v->slot].bytes / 4;
    for (uint32_t i = 0; v->cells && i < c->threads; i++)
        if (v->cells->words[i] != IR_NONE)
            note_at(c, v->cells->words[i], i / f->lanes, how, ref);
    for (uint32_t i = first; !v->cells && i < first + count; i++)
        note_at(c, i, f->warps - 1, how, ref);
}

static bool visit(struct cells *c, uint32_t item, bool adds)
{
    const struct ir_function *f = c->f;
    if (!(item & IR_NODE_BIT)) {
        if (adds)
            note(c, item);
        return !adds && conflicts(c, &f->values[item]);
    }
    const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t i = 0; i < node->bodies[side].count; i++)
            if (visit(c, node->bodies[side].items[i], adds))
                return true;
    return false;
}

static void open_segment(struct cells *c)
{
    memset(c->reads, 0, c->words * sizeof *c->reads);
    memset(c->writes, 0, c->words * sizeof *c->writes);
    memset(c->store, 0, c->words * sizeof *c->store);
    c->reads_view = c->writes_view = false;
}

static bool ends_segment(const struct ir_function *f, uint32_t item)
{
    if (!(item & IR_NODE_BIT))
        return ir_is_barrier(&f->values[item]);
    const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
    return node->group || node->kind == IR_EXIT;
}

static uint32_t segment_end(const struct ir_function *f, const struct ir_list *list, uint32_t first)
{
    while (first < list->count && !ends_segment(f, list->items[first]))
        first++;
    return first;
}

/* Whole warps skip an if that the segment from here to `end` starts with: its own segment is for the others only. */
static bool starts_with_few_warps(const struct cells *c, const struct ir_list *list, uint32_t at,
                                  uint32_t end)
{
    const struct ir_function *f = c->f;
    while (at < end && !(list->items[at] & IR_NODE_BIT) && !ir_accesses_of(&f->values[list->items[at]]))
        at++;
    if (at == list->count || !(list->items[at] & IR_NODE_BIT))
        return false;
    const struct ir_node *node = &f->nodes[list->items[at] & ~IR_NODE_BIT];
    const struct ir_table *table = node->kind == IR_IF ? f->values[node->condition].table : NULL;
    if (!table || node->bodies[1].count || node->phis.count)
        return false;
    for (uint32_t w = 1; w < f->warps; w++) {
        bool any = false;
        for (uint32_t i = 0; i < f->lanes; i++)
            any |= table->words[w * f->lanes + i] != 0;
        if (!any)
            return true;
    }
    return false;
}

/* The items after a barrier, up to the end of their segment, where dependences alone decide whether the barrier is
   removed. The last barrier of a list remains, so that the node remains group-level control flow, unless the whole
   program becomes one segment. One before a loop does, too: several warps may execute the loop together (ir_jam.c),
   but not a segment with a removed barrier. */
static bool find_second(const struct cells *c, const struct ir_list *list, uint32_t at,
                        struct ir_list *second)
{
    const struct ir_function *f = c->f;
    uint32_t end = segment_end(f, list, at + 1);
    bool is_last = end == list->count || list->items[end] & IR_NODE_BIT;
    *second = (struct ir_list){list->items + at + 1, end - at - 1, 0};
    return !(f->values[list->items[at]].sync & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL)) &&
           !(is_last && c->has_group_nodes) && !ir_has_loop(f, second) &&
           !starts_with_few_warps(c, list, at + 1, end);
}

/* In ascending order of warps. */
static bool is_removable(struct cells *c, const struct ir_list *second)
{
    for (uint32_t i = 0; i < second->count; i++)
        if (visit(c, second->items[i], false))
            return false;
    return true;
}

/* ---- descending order of warps ---- */

/* False: a conflict without a barrier in between, whose result depends on the order of warps. */
static bool add_accessor(struct accessors *word, uint16_t warp, bool writes)
{
    bool is_first = !word->high, is_own = word->low == warp && word->high == warp;
    if (!is_first && !is_own && (writes || word->writer))
        return false;
    word->low = is_first || warp < word->low ? warp : word->low;
    word->high = warp > word->high ? warp : word->high;
    word->writer = writes ? warp : word->writer;
    return true;
}

static bool add_accessors(struct cells *c, const struct ir_value *v, struct accessors *side)
{
    const struct ir_function *f = c->f;
    unsigned how = ir_accesses_of(v);
    if (!how || is_constant(f, v))
        return true;
    if (!ir_is_tgsm(f, v) || !v->cells || v->kind == IR_ATOMIC)
        return false;
    for (uint32_t i = 0; i < c->threads; i++) {
        uint32_t word = v->cells->words[i];
        if (word != IR_NONE && !add_accessor(&side[word], (uint16_t)(i / f->lanes + 1), how & IR_WRITES))
            return false;
    }
    return true;
}

static bool add_item(struct cells *c, ir_ref ref, unsigned side)
{
    const struct ir_value *v = &c->f->values[ref];
    return !v->is_fence && add_accessors(c, v, c->sides[side]) &&
           !(side && v->cells && waits_for_stores(c, v));
}

static bool add_items(struct cells *c, const struct ir_list *list, unsigned side)
{
    const struct ir_function *f = c->f;
    bool holds = true;
    for (uint32_t i = 0; i < list->count && holds; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
        if (!(item & IR_NODE_BIT))
            holds = add_item(c, item, side);
        for (unsigned k = 0; item & IR_NODE_BIT && k < 2 && holds; k++)
            holds = node->kind != IR_LOOP && add_items(c, &node->bodies[k], side);
    }
    return holds;
}

/* Each dependence leads from an access of a warp to one of the same warp or a lower one. */
static bool descends(struct accessors before, struct accessors after)
{
    return (!before.writer || after.high <= before.writer) &&
           (!after.writer || !before.high || before.low >= after.writer);
}

static bool is_reversible(struct cells *c, const struct ir_list *first, const struct ir_list *second)
{
    memset(c->sides[0], 0, c->words * sizeof *c->sides[0]);
    memset(c->sides[1], 0, c->words * sizeof *c->sides[1]);
    bool holds = add_items(c, first, 0) && add_items(c, second, 1);
    for (uint32_t i = 0; i < c->words && holds; i++)
        holds = descends(c->sides[0][i], c->sides[1][i]);
    return holds;
}

/* Removes the barrier at `at` if the segment before, from `start` on, and the one after can be fused. */
static bool remove_barrier(struct cells *c, const struct ir_list *list, uint32_t start, uint32_t at)
{
    struct ir_value *sync = &c->f->values[list->items[at]];
    struct ir_list first = {list->items + start, at - start, 0}, second;
    if (!find_second(c, list, at, &second))
        return false;
    bool ascends = is_removable(c, &second);
    sync->is_reversed = !ascends && at + 1 + second.count < list->count && is_reversible(c, &first, &second);
    sync->is_fence = ascends || sync->is_reversed;
    c->fences += sync->is_fence;
    return sync->is_fence;
}

static void merge_segments(struct cells *c, const struct ir_list *list)
{
    struct ir_function *f = c->f;
    uint32_t start = 0; /* of the segment */
    bool is_reversed = false;
    open_segment(c);
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (!ends_segment(f, item)) {
            visit(c, item, true);
            continue;
        }
        if (item & IR_NODE_BIT) {
            const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
            merge_segments(c, &node->bodies[0]);
            merge_segments(c, &node->bodies[1]);
        } else if (!is_reversed && remove_barrier(c, list, start, i)) {
            is_reversed = f->values[item].is_reversed;
            continue;
        }
        open_segment(c);
        start = i + 1;
        is_reversed = false;
    }
}

static enum sm5_status find_and_merge(struct ir_function *f, uint32_t *fences)
{
    struct cells c = {.f = f, .threads = f->warps * f->lanes, .words = f->program->decls.tgsm_bytes / 4};
    c.user = calloc(f->value_count + 1, sizeof *c.user);
    c.reads = calloc(c.words + 1, sizeof *c.reads);
    c.writes = calloc(c.words + 1, sizeof *c.writes);
    c.store = calloc(c.words + 1, sizeof *c.store);
    for (unsigned i = 0; i < 2; i++)
        c.sides[i] = calloc(c.words + 1, sizeof *c.sides[i]);
    c.failed = !c.user || !c.reads || !c.writes || !c.store || !c.sides[0] || !c.sides[1];
    if (!c.failed) {
        find_users(&c);
        for (uint32_t i = 1; i < f->node_count; i++)
            c.has_group_nodes |= f->nodes[i].group;
        find_list(&c, &f->nodes[0].bodies[0], NULL);
        if (!c.failed && !f->is_masked)
            merge_segments(&c, &f->nodes[0].bodies[0]);
    }
    free(c.user);
    free(c.reads);
    free(c.writes);
    free(c.store);
    free(c.sides[0]);
    free(c.sides[1]);
    *fences = c.fences;
    return c.failed ? SM5_ERR_MEMORY : SM5_OK;
}

/* As before any barrier was removed. */
static void keep_barriers(struct ir_function *f)
{
    for (ir_ref i = 1; i < f->value_count; i++)
        f->values[i].is_fence = f->values[i].is_reversed = false;
}

/* With versions where more barriers are removed then. */
static enum sm5_status merge_versions(struct ir_function *f, uint32_t *fences)
{
    const struct sm5_program *program = f->program;
    uint32_t *firsts = f->tgsm_first, *slots = arena_array(&f->arena, f->value_count + 1, sizeof *slots);
    bool renamed = false;
    if (!slots)
        return SM5_ERR_MEMORY;
    for (ir_ref i = 1; i < f->value_count; i++)
        slots[i] = f->values[i].slot;
    enum sm5_status status = ir_split_versions(f, &renamed);
    uint32_t before = *fences;
    if (status || !renamed)
        return status;
    keep_barriers(f);
    status = find_and_merge(f, fences);
    if (status || *fences > before)
        return status;
    for (ir_ref i = 1; i < f->value_count; i++)
        f->values[i].slot = slots[i];
    f->program = program;
    f->tgsm_first = firsts;
    keep_barriers(f);
    return find_and_merge(f, fences);
}

enum sm5_status ir_find_cells(struct ir_function *f, bool *merged)
{
    enum { BARRIERS_LEAST = 3 };
    uint32_t barriers = 0, fences;
    for (ir_ref i = 1; i < f->value_count; i++)
        barriers += ir_is_barrier(&f->values[i]);
    enum sm5_status status = find_and_merge(f, &fences);
    if (!status && barriers >= BARRIERS_LEAST && !f->is_masked && !f->keeps_loads)
        status = merge_versions(f, &fences);
    *merged = fences > 0;
    return !status && fences && !f->keeps_loads ? ir_shift_values(f) : status;
}
