/* Iterations of whole warps. A loop such as "for (i = thread; i < limit; i += threads)" is divergent, but most of its
   iterations are executed by all lanes. While lane 0's number, the stride and the limit prove in scalars that no lane
   leaves, the loop runs in a form without masks; the general form makes the remaining iterations. */
#include "ir/ir_facts.h"
#include "jit/llvm/gen.h"

enum { BODY_MOST = 64 }; /* items: the code of the loop is emitted twice */

/* Values without side effects that may be computed again. */
static bool is_pure(const struct ir_value *v)
{
    return v->kind == IR_LANE || v->kind == IR_PART || v->kind == IR_CBUFFER || v->kind == IR_ICB ||
           v->kind == IR_BUFINFO;
}

/* Ifs are the only control flow. */
static bool stays_inside(const struct gen *g, const struct ir_list *list, uint32_t *items)
{
    *items += list->count;
    if (*items > BODY_MOST)
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        const struct ir_node *node = &g->f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (node->kind != IR_IF || !stays_inside(g, &node->bodies[0], items) ||
            !stays_inside(g, &node->bodies[1], items))
            return false;
    }
    return true;
}

/* The side that leaves the loop and does nothing else; 2: none. */
static unsigned leaving_side(const struct gen *g, const struct ir_node *node, uint32_t loop)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct ir_list *body = &node->bodies[side];
        if (body->count != 1 || !(body->items[0] & IR_NODE_BIT))
            continue;
        const struct ir_node *exit = &g->f->nodes[body->items[0] & ~IR_NODE_BIT];
        if (exit->kind == IR_EXIT && exit->target == loop && !exit->is_continue)
            return side;
    }
    return 2;
}

/* Lanes stay while index < limit, or index <= limit. */
static bool find_limit(const struct gen *g, const struct ir_value *condition, struct gen_whole *whole)
{
    if (condition->kind != IR_LANE || condition->count != 2)
        return false;
    bool is_less = condition->op == ISA_ULT || condition->op == ISA_ILT;
    if (!is_less && condition->op != ISA_UGE && condition->op != ISA_IGE)
        return false;
    /* index < limit or !(index >= limit); limit >= index or !(limit < index) */
    unsigned index = is_less == (whole->stays == 0) ? 0 : 1;
    whole->index = ir_arg(g->f, condition, index);
    whole->limit = ir_arg(g->f, condition, !index);
    whole->is_signed = condition->op == ISA_ILT || condition->op == ISA_IGE;
    whole->includes_limit = index == 1;
    return ir_is_uniform(gen_value(g, whole->limit));
}

bool gen_whole_exit(const struct gen *g, uint32_t at, struct gen_whole *whole)
{
    const struct ir_node *loop = &g->f->nodes[at];
    const struct ir_list *body = &loop->bodies[0];
    uint32_t items = 0;
    if (loop->kind != IR_LOOP || loop->group || loop->continues || loop->breaks != 1 || !loop->ends[0])
        return false;
    for (whole->item = 0; whole->item < body->count; whole->item++) {
        uint32_t item = body->items[whole->item];
        if (item & IR_NODE_BIT)
            break;
        if (!is_pure(gen_value(g, item)))
            return false;
    }
    if (whole->item == body->count)
        return false;
    const struct ir_node *node = &g->f->nodes[body->items[whole->item] & ~IR_NODE_BIT];
    if (node->kind != IR_IF)
        return false;
    unsigned leaves = leaving_side(g, node, at);
    if (leaves > 1)
        return false;
    whole->stays = !leaves;
    struct ir_list rest = {body->items + whole->item + 1, body->count - whole->item - 1, 0};
    return find_limit(g, gen_value(g, node->condition), whole) &&
           stays_inside(g, &node->bodies[whole->stays], &items) && stays_inside(g, &rest, &items);
}

bool gen_whole_find(const struct gen *g, uint32_t at, struct gen_whole *whole)
{
    const struct ir_node *loop = &g->f->nodes[at];
    if (!loop->divergent || loop->has_stream || !gen_whole_exit(g, at, whole))
        return false;
    const struct ir_value *index = gen_value(g, whole->index);
    return index->shape == IR_AFFINE && index->stride > 0;
}

/* ---- the test ---- */

bool gen_warp_growth(const struct gen *g, ir_ref ref, unsigned depth, uint32_t *growth)
{
    const struct ir_value *v = gen_value(g, ref);
    uint32_t args[3] = {0};
    *growth = 0;
    if (v->level < IR_WARP || v->kind == IR_CONST || (v->is_shared && ir_is_uniform(v)))
        return true;
    bool is_row = g->group[0] == g->threads && (v->system == IR_LOCAL_X || v->system == IR_THREAD_X);
    if (v->kind == IR_SYSTEM) {
        *growth = g->lanes * g->f->jam_step;
        return v->system == IR_FLAT || is_row;
    }
    if (depth == 0)
        return false;
    if (v->kind == IR_PHI) { /* a header's: grows as its first value if every iteration adds the same */
        const struct ir_value *next = v->count == 2 && ir_arg(g->f, v, 1) ? gen_arg(g, v, 1) : NULL;
        if (!next || next->kind != IR_LANE || next->op != ISA_IADD)
            return false;
        unsigned added = ir_arg(g->f, next, 0) == ref ? 1 : 0;
        uint32_t none = 0;
        return ir_arg(g->f, next, !added) == ref &&
               gen_warp_growth(g, ir_arg(g->f, next, added), depth - 1, &none) && none == 0 &&
               gen_warp_growth(g, ir_arg(g->f, v, 0), depth - 1, growth);
    }
    if (v->kind != IR_LANE || v->count > 3)
        return false;
    for (uint32_t i = 0; i < v->count; i++)
        if (!gen_warp_growth(g, ir_arg(g->f, v, i), depth - 1, &args[i]))
            return false;
    return ir_linear(g->f, v, 0, args, growth);
}

static LLVMValueRef widen(const struct gen *g, LLVMValueRef word, bool is_signed)
{
    return is_signed ? LLVMBuildSExt(g->b, word, g->i64, "") : LLVMBuildZExt(g->b, word, g->i64, "");
}

LLVMValueRef gen_whole_stays(struct gen *g, const struct gen_whole *whole, uint64_t reach)
{
    LLVMValueRef last = widen(g, gen_clean(g, whole->index), whole->is_signed);
    last = LLVMBuildAdd(g->b, last, gen_i64(g, reach), "");
    LLVMIntPredicate below = whole->includes_limit ? LLVMIntSLE : LLVMIntSLT;
    return LLVMBuildICmp(g->b, below, last, widen(g, gen_clean(g, whole->limit), whole->is_signed), "");
}

/* In 64 bits: where the last lane's number would wrap it exceeds every limit. */
LLVMValueRef gen_whole_test(struct gen *g, const struct gen_whole *whole)
{
    enum { DEPTH = 4 };
    uint32_t growth, copies = g->end_copy - g->first_copy;
    uint64_t reach = (uint64_t)(uint32_t)gen_value(g, whole->index)->stride * (g->lanes - 1);
    LLVMValueRef all = NULL;
    if (copies > 1 && gen_warp_growth(g, whole->index, DEPTH, &growth) && growth <= INT32_MAX) {
        gen_switch(g, g->first_copy);
        return gen_whole_stays(g, whole, reach + (uint64_t)growth * (copies - 1));
    }
    GEN_FOR_COPIES (g, k) {
        LLVMValueRef one = gen_whole_stays(g, whole, reach);
        all = all ? LLVMBuildAnd(g->b, all, one, "") : one;
    }
    return all;
}
