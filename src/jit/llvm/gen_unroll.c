/* Loops with streams, unrolled: as many iterations as a lane's run of words serves are one pass of straight code, in which
   the words stay in registers. The general form makes the remaining iterations. Bounded by the size of the code: a pass is
   up to 16 iterations. */
#include "jit/llvm/gen_memory.h"

enum { COST_MOST = 20 }; /* of an iteration, in LLVM instructions, roughly */

static uint32_t cost_of_load(const struct gen *g, ir_ref ref)
{
    enum { STREAM = 2, UNIFORM = 3 };
    const struct ir_value *v = gen_value(g, ref);
    ir_ref offset = v->access == IR_STRUCTURED ? ir_arg(g->f, v, 1) : 0;
    if (v->stream) /* clusters of raw words that grow by one are no streams */
        return v->access == IR_RAW && v->stream == 1 && (g->slots[ref].leader != ref || g->slots[ref].next)
                   ? COST_MOST
                   : STREAM;
    bool is_uniform = v->view != IR_NONE && ir_is_uniform(gen_arg(g, v, 0)) &&
                      (!offset || gen_value(g, offset)->kind == IR_CONST);
    return is_uniform ? UNIFORM : COST_MOST;
}

/* Words are loaded, stored and converted. */
static uint32_t cost_of_texel(const struct gen *g, const struct ir_value *v)
{
    enum { WORD = 2, CHANNELS = 8 };
    uint32_t step = gen_stream_step(g, v);
    return !step ? COST_MOST : gen_texel_kind(g, v) <= JIT_TEXEL_FOUR ? WORD * step : CHANNELS;
}

static uint32_t cost_of(const struct gen *g, ir_ref ref)
{
    enum { COSTLY = 24, READ = 2 };
    const struct ir_value *v = gen_value(g, ref);
    if (v->level < IR_WARP)
        return 0;
    switch (v->kind) {
    case IR_PART: return 0;
    case IR_LANE: return isa_has(v->op, ISA_COSTLY) ? COSTLY : 1;
    case IR_CBUFFER:
    case IR_ICB: return ir_is_uniform(v) ? READ : COST_MOST;
    case IR_LOAD: return cost_of_load(g, ref);
    case IR_STORE: return v->stream ? 1 : COST_MOST;
    case IR_TEXEL:
    case IR_TEXTURE:
    case IR_STORE_TEXEL:
    case IR_TEXTURE_WRITE: return cost_of_texel(g, v);
    default: return COST_MOST;
    }
}

static uint32_t cost_of_list(const struct gen *g, const struct ir_list *list)
{
    enum { BRANCH = 4 };
    uint32_t cost = 0;
    for (uint32_t i = 0; i < list->count && cost <= COST_MOST; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &g->f->nodes[item & ~IR_NODE_BIT];
        if (!(item & IR_NODE_BIT))
            cost += cost_of(g, item);
        else if (node->kind == IR_IF)
            cost += BRANCH + cost_of_list(g, &node->bodies[0]) + cost_of_list(g, &node->bodies[1]);
    }
    return cost;
}

static bool contains(const struct gen *g, const struct ir_list *list, ir_ref ref)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &g->f->nodes[item & ~IR_NODE_BIT];
        if (item == ref)
            return true;
        if (!(item & IR_NODE_BIT))
            continue;
        if (contains(g, &node->phis, ref) || contains(g, &node->bodies[0], ref) ||
            contains(g, &node->bodies[1], ref))
            return true;
    }
    return false;
}

/* The loop's own counter is compared with what does not change in the loop. */
static bool find_counter(const struct gen *g, const struct ir_node *loop, struct gen_unroll *unroll)
{
    enum { STEP_MOST = 1 << 16 };
    const struct ir_value *index = gen_value(g, unroll->exit.index),
                          *limit = gen_value(g, unroll->exit.limit);
    const struct ir_value *part = limit->kind == IR_PART ? gen_arg(g, limit, 0) : limit;
    if (!contains(g, &loop->headers, unroll->exit.index) || !ir_is_uniform(index) || !ir_arg(g->f, index, 1))
        return false;
    const struct ir_value *next = gen_arg(g, index, 1);
    if (next->kind != IR_LANE || next->op != ISA_IADD)
        return false;
    unsigned added = ir_arg(g->f, next, 0) == unroll->exit.index ? 1 : 0;
    unroll->step = gen_arg(g, next, added)->word;
    return ir_arg(g->f, next, !added) == unroll->exit.index && gen_arg(g, next, added)->kind == IR_CONST &&
           unroll->step - 1 < STEP_MOST &&
           (part->level < IR_WARP || (!contains(g, &loop->headers, unroll->exit.limit) &&
                                      !contains(g, &loop->bodies[0], unroll->exit.limit)));
}

/* Words of the smallest stream; 0: there is none, or no room for its stores, or the copies have streams of their own. */
static uint32_t smallest_stream(const struct gen *g, const struct ir_list *list)
{
    uint32_t words = 0, chunks = g->chunks;
    bool is_alone = g->end_copy - g->first_copy == 1;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] & IR_NODE_BIT)
            continue;
        const struct ir_value *v = gen_value(g, list->items[i]);
        uint32_t step = gen_stream_step(g, v);
        if (step && !is_alone && !gen_is_shared(g, list->items[i]))
            return 0;
        if (step && (!words || step < words))
            words = step;
        chunks += step && !v->results ? 2 * GEN_KEPT_COST : 0;
    }
    return chunks <= GEN_KEPT_MOST ? words : 0;
}

bool gen_unroll_find(const struct gen *g, uint32_t at, struct gen_unroll *unroll)
{
    const struct ir_node *loop = &g->f->nodes[at];
    *unroll = (struct gen_unroll){.iteration = 0};
    if (loop->divergent || !gen_whole_exit(g, at, &unroll->exit) || !find_counter(g, loop, unroll) ||
        cost_of_list(g, &loop->bodies[0]) > COST_MOST)
        return false;
    uint32_t words = smallest_stream(g, &loop->bodies[0]);
    unroll->iterations = words ? gen_stream_turns(GEN_RUN, words) : 0;
    return words != 0;
}

LLVMValueRef gen_unroll_test(struct gen *g, const struct gen_unroll *unroll)
{
    return gen_whole_stays(g, &unroll->exit, (uint64_t)unroll->step * (unroll->iterations - 1));
}
