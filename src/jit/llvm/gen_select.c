/* Ifs in programs with barriers that select some of the group's warps: the first ones, every second one, those whose
   threads have a bit set. Each is a segment that only these warps execute, where the condition is known for every thread
   (ir_threads.c) or compares the thread's number, row or column with uniform limits. */
#include "jit/llvm/gen.h"

static uint32_t table_word(const struct gen *g, const struct ir_table *table, uint32_t warp, uint32_t lane)
{
    return table->words[(size_t)warp * g->lanes + lane];
}

static bool selects_thread(const struct gen *g, const struct ir_table *table, uint32_t warp, uint32_t lane)
{
    return warp * g->lanes + lane < g->threads && table_word(g, table, warp, lane);
}

static bool selects_warp(const struct gen *g, const struct ir_table *table, uint32_t warp)
{
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        if (selects_thread(g, table, warp, lane))
            return true;
    return false;
}

/* ---- limits ----

   A condition such as "k < thread and thread < limit" holds for threads of a range of warps. */

enum { LEAVES = 6 };

/* T >= word + added, or, of an upper one, T < word + added, where T numbers threads or rows of them. */
struct limit {
    ir_ref word;
    bool is_upper, is_signed;
    uint32_t added;
    uint32_t unit, size; /* threads of a T; values that T has */
};

struct limits {
    struct limit all[4 * LEAVES];
    unsigned count;
};

/* The conditions that all hold where `ref` does. */
static unsigned leaves_of(const struct gen *g, ir_ref ref, ir_ref *leaves, unsigned count)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind == IR_LANE && v->op == ISA_AND && count + 2 <= LEAVES) {
        count = leaves_of(g, ir_arg(g->f, v, 0), leaves, count);
        return count < LEAVES ? leaves_of(g, ir_arg(g->f, v, 1), leaves, count) : count;
    }
    leaves[count++] = ref;
    return count;
}

static bool is_uniform_word(const struct ir_value *v)
{
    return v->level < IR_WARP && ir_is_uniform(v);
}

/* Threads with consecutive coordinates are consecutive. False: other threads are between them. */
static bool find_unit(const struct gen *g, const struct ir_value *coordinate, struct limit *limit)
{
    const uint32_t *group = g->group;
    unsigned axis = coordinate->system == IR_FLAT ? 0 : coordinate->system - IR_LOCAL_X;
    limit->unit = axis == 0 ? 1 : axis == 1 ? group[0] : group[0] * group[1];
    limit->size = coordinate->system == IR_FLAT ? g->threads : group[axis];
    return limit->unit * limit->size == g->threads;
}

static void add_limit(const struct gen *g, const struct ir_value *coordinate, struct limit limit,
                      struct limits *limits)
{
    if (find_unit(g, coordinate, &limit))
        limits->all[limits->count++] = limit;
}

/* Adds the limits that the leaf sets to the coordinate `of`, as those of `to`: the same one, or one that is not less where lower
   ones are wanted and not greater where upper ones are. */
static void limit_by(const struct gen *g, const struct ir_value *leaf, ir_ref of, const struct ir_value *to,
                     bool upper, bool lower, struct limits *limits)
{
    ir_ref x = ir_arg(g->f, leaf, 0), y = ir_arg(g->f, leaf, 1);
    bool is_first = x == of, is_less = leaf->op == ISA_ULT || leaf->op == ISA_ILT;
    struct limit limit = {.word = is_first ? y : x, .is_signed = leaf->op == ISA_ILT || leaf->op == ISA_IGE};
    if ((x != of && y != of) || !is_uniform_word(gen_value(g, limit.word)))
        return;
    bool has_upper = leaf->op == ISA_IEQ || is_first == is_less;
    bool has_lower = leaf->op == ISA_IEQ || is_first != is_less;
    if (has_lower && lower) {
        limit.added = is_less;
        add_limit(g, to, limit, limits);
    }
    if (has_upper && upper) {
        limit.is_upper = true;
        limit.added = !is_less;
        add_limit(g, to, limit, limits);
    }
}

static bool is_comparison(const struct ir_value *v)
{
    return ir_is_test(v) && v->op != ISA_INE;
}

/* x >= y: limits of y from below are those of x, and limits of x from above those of y. */
static void limit_each_other(const struct gen *g, const struct ir_value *leaf, const ir_ref *leaves,
                             unsigned count, struct limits *limits)
{
    bool is_less = leaf->op == ISA_ULT || leaf->op == ISA_ILT;
    ir_ref great = ir_arg(g->f, leaf, is_less), small = ir_arg(g->f, leaf, !is_less);
    for (unsigned i = 0; i < count; i++) {
        const struct ir_value *other = gen_value(g, leaves[i]);
        if (!is_comparison(other))
            continue;
        limit_by(g, other, small, gen_value(g, great), false, true, limits);
        limit_by(g, other, great, gen_value(g, small), true, false, limits);
    }
}

static void find_limits(const struct gen *g, ir_ref condition, struct limits *limits)
{
    ir_ref leaves[LEAVES];
    unsigned count = leaves_of(g, condition, leaves, 0);
    limits->count = 0;
    for (unsigned i = 0; i < count && limits->count + 2 * LEAVES <= 4 * LEAVES; i++) {
        const struct ir_value *leaf = gen_value(g, leaves[i]);
        if (!is_comparison(leaf))
            continue;
        ir_ref x = ir_arg(g->f, leaf, 0), y = ir_arg(g->f, leaf, 1);
        if (ir_is_local(gen_value(g, x)) && ir_is_local(gen_value(g, y)) && leaf->op != ISA_IEQ)
            limit_each_other(g, leaf, leaves, count, limits);
        else if (ir_is_local(gen_value(g, x)) || ir_is_local(gen_value(g, y)))
            limit_by(g, leaf, ir_is_local(gen_value(g, x)) ? x : y,
                     gen_value(g, ir_is_local(gen_value(g, x)) ? x : y), true, true, limits);
    }
}

static bool has_limits(const struct gen *g, const struct ir_node *node)
{
    struct limits limits;
    find_limits(g, node->condition, &limits);
    return limits.count > 0 && g->warps > 1;
}

/* ---- ifs ---- */

/* The phi of a group's loop whose place in the storage a result of the if has where its condition does not hold; 0: none. */
static ir_ref kept_phi(const struct gen *g, ir_ref result)
{
    const struct ir_value *v = gen_value(g, result);
    ir_ref kept = v->count == 2 ? ir_arg(g->f, v, 1) : 0;
    const struct ir_value *phi = gen_value(g, kept);
    bool is_carried = kept && phi->kind == IR_PHI && phi->count == 2 && ir_arg(g->f, phi, 1) == result;
    return is_carried && v->level == IR_WARP && gen_is_stored(g, kept) ? kept : 0;
}

/* An if in code that all threads reach. */
static bool is_candidate(const struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    bool all = node->kind == IR_IF && !node->bodies[1].count && !g->f->is_masked && !g->escapes[at] &&
               node->condition;
    for (uint32_t i = 0; i < node->phis.count && all; i++)
        all = kept_phi(g, node->phis.items[i]) != 0;
    return all;
}

/* Some but not all warps. */
static bool selects_some(const struct gen *g, const struct ir_table *table)
{
    uint32_t count = 0;
    for (uint32_t warp = 0; warp < g->warps; warp++)
        count += selects_warp(g, table, warp);
    return count && count < g->warps;
}

bool gen_is_selective(const struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    if (!is_candidate(g, at))
        return false;
    const struct ir_table *table = gen_value(g, node->condition)->table;
    return table ? !node->phis.count && selects_some(g, table) : has_limits(g, node);
}

/* ---- the warps ---- */

static void list_warps(const struct gen *g, const struct ir_table *table, struct gen_selection *s)
{
    for (uint32_t warp = 0; warp < g->warps; warp++)
        if (selects_warp(g, table, warp))
            s->warps[s->count++] = warp;
    s->first = s->warps[0];
    s->step = s->count > 1 ? s->warps[1] - s->warps[0] : 0;
    s->is_linear = true;
    for (uint32_t i = 0; i < s->count; i++)
        s->is_linear &= s->warps[i] == s->first + i * s->step;
}

static bool is_all(const struct gen *g, const struct ir_table *table, const struct gen_selection *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            if (s->warps[i] * g->lanes + lane < g->threads && !table_word(g, table, s->warps[i], lane))
                return false;
    return true;
}

/* NULL: warps differ. */
static LLVMValueRef common_words(const struct gen *g, const struct ir_table *table,
                                 const struct gen_selection *s)
{
    LLVMValueRef words[JIT_LANES];
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        uint32_t word = table_word(g, table, s->warps[0], lane);
        for (uint32_t i = 1; i < s->count; i++)
            if (table_word(g, table, s->warps[i], lane) != word)
                return NULL;
        words[lane] = gen_i32(g, word);
    }
    return LLVMConstVector(words, g->lanes);
}

bool gen_select(struct gen *g, uint32_t at, struct gen_selection *s)
{
    const struct ir_value *condition = gen_value(g, g->f->nodes[at].condition);
    *s = (struct gen_selection){.count = 0};
    if (!condition->table)
        return false;
    s->warps = arena_array(&g->arena, g->warps, sizeof *s->warps);
    if (!s->warps) {
        g->failed = true;
        return false;
    }
    list_warps(g, condition->table, s);
    s->is_full = is_all(g, condition->table, s);
    if (!s->is_full && condition->shape == IR_VARYING)
        s->mask = common_words(g, condition->table, s);
    return true;
}

LLVMValueRef gen_selected_warp(struct gen *g, LLVMValueRef number)
{
    const struct gen_selection *s = g->selection;
    if (LLVMIsAConstantInt(number))
        return gen_i32(g, s->warps[LLVMConstIntGetZExtValue(number)]);
    g->warp_number = number;
    return gen_of_warp(g, s->is_linear, s->first, s->step, s->warps);
}

static LLVMValueRef extreme(struct gen *g, const char *name, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef args[] = {x, y};
    return gen_intrinsic(g, name, g->i32, args, 2);
}

/* The first thread past the limit, or, of an upper one, the end of those below it. */
static LLVMValueRef thread_at(struct gen *g, const struct limit *limit)
{
    LLVMValueRef word = gen_clean(g, limit->word), added = gen_i32(g, limit->added),
                 size = gen_i32(g, limit->size);
    if (limit->is_signed)
        word = extreme(g, "llvm.smax", word, gen_i32(g, 0u - limit->added));
    else
        word = extreme(g, "llvm.umin", word, size);
    word = extreme(g, "llvm.umin", LLVMBuildAdd(g->b, word, added, ""), size);
    return LLVMBuildMul(g->b, word, gen_i32(g, limit->unit), "");
}

/* All results stay where the phis are that they replace. */
static bool keeps_results(const struct gen *g, const struct ir_node *node)
{
    bool all = true;
    for (uint32_t i = 0; i < node->phis.count && all; i++) {
        ir_ref result = node->phis.items[i];
        uint64_t at = g->slots[result].storage;
        all = at && at == g->slots[kept_phi(g, result)].storage;
    }
    return all;
}

void gen_selection_limit(struct gen *g, const struct ir_node *node)
{
    struct limits limits;
    LLVMValueRef first = gen_i32(g, 0), end = gen_i32(g, g->threads);
    if (!keeps_results(g, node))
        return;
    find_limits(g, node->condition, &limits);
    for (unsigned i = 0; i < limits.count; i++) {
        LLVMValueRef thread = thread_at(g, &limits.all[i]);
        if (limits.all[i].is_upper)
            end = extreme(g, "llvm.umin", end, thread);
        else
            first = extreme(g, "llvm.umax", first, thread);
    }
    LLVMValueRef lanes = gen_i32(g, g->lanes);
    first = extreme(g, "llvm.umin", LLVMBuildUDiv(g->b, first, lanes, ""), gen_i32(g, g->warps - 1));
    end = LLVMBuildUDiv(g->b, LLVMBuildAdd(g->b, end, gen_i32(g, g->lanes - 1), ""), lanes, "");
    g->segment_first = first;
    g->segment_limit = extreme(g, "llvm.umax", end, LLVMBuildAdd(g->b, first, gen_i32(g, 1), ""));
}

/* ---- values before the if ---- */

static uint32_t uses_in(const struct gen *g, const struct ir_list *list, ir_ref ref);

static uint32_t uses_by(const struct gen *g, const struct ir_value *v, ir_ref ref)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->count; i++)
        count += ir_arg(g->f, v, i) == ref;
    return count;
}

static uint32_t uses_by_phis(const struct gen *g, const struct ir_list *phis, ir_ref ref)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < phis->count; i++)
        count += uses_by(g, gen_value(g, phis->items[i]), ref);
    return count;
}

static uint32_t uses_in(const struct gen *g, const struct ir_list *list, ir_ref ref)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT)) {
            count += uses_by(g, gen_value(g, list->items[i]), ref);
            continue;
        }
        const struct ir_node *node = &g->f->nodes[list->items[i] & ~IR_NODE_BIT];
        count += node->kind == IR_IF && node->condition == ref;
        count += uses_by_phis(g, &node->headers, ref) + uses_by_phis(g, &node->phis, ref);
        count += uses_in(g, &node->bodies[0], ref) + uses_in(g, &node->bodies[1], ref);
    }
    return count;
}

/* Only these items use the value. */
static bool is_own(const struct gen *g, const struct ir_list *items, ir_ref ref)
{
    return uses_in(g, items, ref) == gen_value(g, ref)->uses;
}

bool gen_is_rematerialised(const struct gen *g, ir_ref ref)
{
    return gen_value(g, ref)->level < IR_WARP || gen_is_cheap(g, ref, 6);
}

static bool is_for(const struct gen *g, const struct ir_list *items, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    bool is_pure = v->kind == IR_LANE || v->kind == IR_PART || (v->kind == IR_LOAD && !g->f->keeps_loads);
    if (v->kind == IR_SYNC)
        return !ir_is_barrier(v);
    return v->level < IR_WARP || (is_pure && (gen_is_rematerialised(g, ref) || is_own(g, items, ref)));
}

uint32_t gen_selection_end(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    enum { ITEMS_MOST = 8 };
    uint32_t end = first;
    while (end < list->count && end - first < ITEMS_MOST && !(list->items[end] & IR_NODE_BIT) &&
           !ir_is_barrier(gen_value(g, list->items[end])))
        end++;
    if (end == list->count || !(list->items[end] & IR_NODE_BIT) || gen_is_group_node(g, list->items[end]) ||
        !gen_is_selective(g, list->items[end] & ~IR_NODE_BIT))
        return list->count;
    const struct ir_list items = {list->items + first, end - first + 1, 0};
    for (uint32_t i = first; i < end; i++)
        if (!is_for(g, &items, list->items[i]))
            return list->count;
    return end;
}
