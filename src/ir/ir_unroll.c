/* Whether to unroll the group: emit a copy of each segment for every warp. Where each access to a g# is to words that are known
   for every thread, LLVM then promotes g# to registers, and a sum by a tree is vector additions and shuffles. */
#include "ir/ir_jam.h"

/* Estimated instructions of an access: one for each vector around all lanes' words, or one for each word; 0: too many. */
static uint32_t access_size(const struct ir_function *f, const struct ir_value *v)
{
    const struct ir_cells *cells = v->cells;
    uint32_t used = 0, warps = 0;
    int32_t low = INT32_MAX, high = INT32_MIN;
    if (v->kind == IR_ATOMIC || !cells || !cells->is_regular)
        return 0;
    for (uint32_t i = 0; i < f->lanes; i++) {
        if (!cells->uses[i])
            continue;
        used++;
        low = cells->offsets[i] < low ? cells->offsets[i] : low;
        high = cells->offsets[i] > high ? cells->offsets[i] : high;
    }
    for (uint32_t w = 0; w < f->warps; w++)
        warps += cells->runs[w];
    uint64_t vectors = (uint64_t)((int64_t)high - low) / f->lanes + 1;
    if (used == 0 || vectors <= IR_WINDOW)
        return used ? (uint32_t)vectors : 1;
    return used * warps <= IR_SINGLE_WORDS ? used : 0;
}

/* Warps in which the condition may hold, of so many. */
static uint32_t selected_warps(const struct ir_function *f, const struct ir_node *node, uint32_t warps)
{
    const struct ir_table *table = node->kind == IR_IF ? f->values[node->condition].table : NULL;
    uint32_t count = 0;
    for (uint32_t w = 0; table && w < f->warps; w++) {
        bool any = false;
        for (uint32_t i = 0; i < f->lanes && !any; i++)
            any = table->words[w * f->lanes + i] != 0;
        count += any;
    }
    return table && count < warps ? count : warps;
}

struct unrolled {
    const struct ir_function *f;
    uint32_t size, accesses; /* of values, to g#, in all copies */
    bool is_known;           /* no access takes too many values */
};

/* In divergent code an access to a view is emitted twice, as a row and lane by lane. */
static void visit(struct unrolled *w, const struct ir_list *list, uint32_t warps, bool divergent)
{
    enum { DIVERGENT = 8 };
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = &w->f->nodes[list->items[i] & ~IR_NODE_BIT];
        const struct ir_value *v = &w->f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        bool accesses = v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_ATOMIC;
        if (list->items[i] & IR_NODE_BIT) {
            visit(w, &node->bodies[0], selected_warps(w->f, node, warps), divergent || node->divergent);
            visit(w, &node->bodies[1], warps, divergent || node->divergent);
        } else if (accesses && ir_is_tgsm(w->f, v)) {
            uint32_t each = access_size(w->f, v);
            w->size += each * warps;
            w->accesses += warps;
            w->is_known &= each > 0;
        } else {
            w->size += (accesses && divergent ? DIVERGENT : 1) * warps;
        }
    }
}

bool ir_has_full_warps(const struct ir_function *f)
{
    const uint32_t *group = f->program->decls.thread_group;
    return group[0] * group[1] * group[2] % f->lanes == 0;
}

/* With a partial last warp, unrolling removes the masks of the other warps: profitable for few warps, even if g# stays in memory. */
static bool is_small(const struct ir_function *f)
{
    enum { WARPS_MOST = 4, VALUES_MOST = 200 };
    return !ir_has_full_warps(f) && f->warps > 1 && f->warps <= WARPS_MOST && f->value_count <= VALUES_MOST;
}

/* Vectors that loops past barriers carry in an unrolled group, and those of g#. They are live throughout the loop: beyond the
   number of registers they are spilled. */
static uint32_t carried_vectors(const struct ir_function *f)
{
    uint32_t phis = 0;
    bool has_loop = false;
    for (uint32_t i = 1; i < f->node_count; i++) {
        const struct ir_node *node = &f->nodes[i];
        if (node->kind != IR_LOOP || !node->group)
            continue;
        has_loop = true;
        for (uint32_t k = 0; k < node->headers.count; k++)
            phis += f->values[node->headers.items[k]].shape == IR_VARYING;
    }
    return has_loop ? phis * f->warps + f->program->decls.tgsm_bytes / (4 * f->lanes) : 0;
}

/* Compile time grows with the copies. The barriers of a group of one warp are removed. */
bool ir_may_unroll_group(const struct ir_function *f)
{
    enum { BYTES_MOST = 1 << 13, SIZE_MOST = 1500, VECTORS_MOST = 32 };
    struct unrolled w = {.f = f, .is_known = true};
    if (f->is_masked || f->array_count || f->is_double || f->warps > IR_UNROLLED ||
        f->program->decls.tgsm_bytes > BYTES_MOST)
        return false;
    visit(&w, &f->nodes[0].bodies[0], f->warps, false);
    bool is_alone = f->warps == 1 && w.accesses > 0;
    bool fits = w.is_known && w.size <= SIZE_MOST && carried_vectors(f) <= VECTORS_MOST;
    return (f->has_barrier || is_alone) && (is_small(f) || fits);
}
