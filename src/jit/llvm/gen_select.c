/* Ifs in programs with barriers that select some of the group's warps: the first ones, every second one, those whose
   threads have a bit set. Each is a segment that only these warps execute, where the condition is known for every thread
   (ir_threads.c) or compares the thread's number with a uniform limit. */
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

/* An if without results in code that all threads reach. */
static bool is_candidate(const struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    return node->kind == IR_IF && !node->bodies[1].count && !node->phis.count && !g->f->is_masked &&
           !g->escapes[at] && node->condition;
}

/* "thread < limit" with a uniform limit. */
static bool has_limit(const struct gen *g, const struct ir_node *node)
{
    const struct ir_value *condition = gen_value(g, node->condition);
    if (condition->kind != IR_LANE || condition->op != ISA_ULT)
        return false;
    const struct ir_value *thread = gen_arg(g, condition, 0), *limit = gen_arg(g, condition, 1);
    bool is_number =
        thread->kind == IR_SYSTEM &&
        (thread->system == IR_FLAT || (thread->system == IR_LOCAL_X && g->group[0] == g->threads));
    return is_number && limit->kind != IR_CONST && limit->level < IR_WARP && ir_is_uniform(limit);
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
    return table ? selects_some(g, table) : has_limit(g, node);
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

/* Warps that hold the first `limit` threads; at least one, whose mask is empty for a limit of 0. */
LLVMValueRef gen_selection_limit(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef limit = gen_clean(g, ir_arg(g->f, gen_value(g, node->condition), 1));
    LLVMValueRef args[] = {limit, gen_i32(g, g->threads)};
    LLVMValueRef threads = gen_intrinsic(g, "llvm.umin", g->i32, args, 2);
    threads = LLVMBuildAdd(g->b, threads, gen_i32(g, g->lanes - 1), "");
    return LLVMBuildUDiv(g->b, threads, gen_i32(g, g->lanes), "");
}

/* ---- values of conditions ---- */

/* Values that any segment can compute again, and the condition, if only the selection uses it. */
bool gen_is_for_selection(const struct gen *g, const struct ir_list *list, uint32_t i)
{
    enum { ITEMS_MOST = 8 };
    uint32_t end = i;
    while (end < list->count && end - i < ITEMS_MOST && !(list->items[end] & IR_NODE_BIT))
        end++;
    if (end == list->count || end == i || gen_value(g, list->items[i])->level < IR_WARP ||
        !(list->items[end] & IR_NODE_BIT) || gen_is_group_node(g, list->items[end]) ||
        !gen_is_selective(g, list->items[end] & ~IR_NODE_BIT))
        return false;
    ir_ref condition = g->f->nodes[list->items[end] & ~IR_NODE_BIT].condition;
    for (uint32_t k = i; k < end; k++) {
        ir_ref ref = list->items[k];
        const struct ir_value *v = gen_value(g, ref);
        bool is_pure = v->kind == IR_LANE || v->kind == IR_PART;
        bool is_own = ref == condition && v->uses == 1;
        if (v->level == IR_WARP && !(is_pure && (is_own || gen_is_cheap(g, ref, 6))))
            return false;
    }
    return true;
}
