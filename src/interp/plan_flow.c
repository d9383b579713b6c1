/* Flow control: which block each operation belongs to, where it goes on when no lane is left, and what calls
   reach. Fails on blocks that do not match and on labels that do not exist. */
#include "interp/plan.h"

#include <stdlib.h>

/* An open block. Operations that need to know the next place in this block where lanes can come alive (else,
   endif, case, ... or the routine's end) wait in a list through their own `skip`. */
struct block {
    uint8_t run;      /* RUN_IF, RUN_LOOP, RUN_SWITCH, or RUN_END for the routine itself */
    uint32_t opener;  /* op */
    uint32_t waiting; /* list head */
    uint32_t last;    /* switch: the latest case or default; if: the else */
    bool has_default;
};

struct walk {
    struct plan_builder *b;
    struct plan *plan;
    struct block blocks[PLAN_NESTING + 1];
    unsigned depth, deepest;
    bool calls;
};

static void wait_for_next(struct walk *w, uint32_t at)
{
    struct block *block = &w->blocks[w->depth];
    w->plan->ops.data[at].skip = block->waiting;
    block->waiting = at;
}

static void arrive(struct walk *w, uint32_t at)
{
    struct block *block = &w->blocks[w->depth];
    while (block->waiting != PLAN_NONE) {
        struct plan_op *op = &w->plan->ops.data[block->waiting];
        block->waiting = op->skip;
        op->skip = at;
    }
}

static bool misplaced(struct walk *w, uint32_t at, const char *expected)
{
    const struct plan_op *op = &w->plan->ops.data[at];
    w->b->at = op->instr;
    return PLAN_FAIL(w->b, INTERP_FLOW, isa_op(op->opcode)->mnemonic, expected);
}

static void open_routine(struct walk *w)
{
    w->depth = 0;
    w->blocks[0] =
        (struct block){.run = RUN_END, .opener = PLAN_NONE, .waiting = PLAN_NONE, .last = PLAN_NONE};
}

static bool open_block(struct walk *w, uint32_t at)
{
    const struct plan_op *op = &w->plan->ops.data[at];
    if (w->depth == PLAN_NESTING) {
        w->b->at = op->instr;
        return PLAN_FAIL(w->b, INTERP_NESTING, (unsigned)PLAN_NESTING);
    }
    w->blocks[++w->depth] =
        (struct block){.run = op->run, .opener = at, .waiting = PLAN_NONE, .last = PLAN_NONE};
    if (w->depth > w->deepest)
        w->deepest = w->depth;
    wait_for_next(w, at);
    return true;
}

static bool close_block(struct walk *w, uint32_t at, enum plan_run opener, const char *expected)
{
    struct block *block = &w->blocks[w->depth];
    if (block->run != opener)
        return misplaced(w, at, expected);
    arrive(w, at);
    w->plan->ops.data[at].target = block->opener;
    w->depth--;
    wait_for_next(w, at);
    return true;
}

static bool add_else(struct walk *w, uint32_t at)
{
    struct block *block = &w->blocks[w->depth];
    if (block->run != RUN_IF || block->last != PLAN_NONE)
        return misplaced(w, at, "one else in an if");
    block->last = at;
    arrive(w, at);
    wait_for_next(w, at);
    return true;
}

/* The cases of a switch are chained through `target`: default looks at those behind it. */
static bool add_case(struct walk *w, uint32_t at)
{
    struct block *block = &w->blocks[w->depth];
    bool is_default = w->plan->ops.data[at].run == RUN_DEFAULT;
    if (block->run != RUN_SWITCH || (is_default && block->has_default))
        return misplaced(w, at, is_default ? "one default in a switch" : "a switch round it");
    block->has_default |= is_default;
    if (block->last != PLAN_NONE)
        w->plan->ops.data[block->last].target = at;
    block->last = at;
    arrive(w, at);
    wait_for_next(w, at);
    return true;
}

static bool add_jump(struct walk *w, uint32_t at, bool to_switch)
{
    for (unsigned i = w->depth; i > 0; i--)
        if (w->blocks[i].run == RUN_LOOP || (to_switch && w->blocks[i].run == RUN_SWITCH)) {
            wait_for_next(w, at);
            return true;
        }
    return misplaced(w, at, to_switch ? "a loop or switch round it" : "a loop round it");
}

static bool add_call(struct walk *w, uint32_t at)
{
    struct plan_op *op = &w->plan->ops.data[at];
    const struct program_instr *instr = &w->b->program->instrs[op->instr];
    const struct program_operand *label = &instr->operands[instr->opcode == ISA_CALLC ? 1 : 0];
    bool named = label->file == ISA_FILE_LABEL || label->file == ISA_FILE_FUNCTION_BODY;
    uint32_t id = label->index_count ? (uint32_t)label->index[0].imm : PLAN_NONE;
    w->b->at = op->instr;
    op->target = named ? plan_find(w->plan, label->file, id) : PLAN_NONE;
    if (op->target == PLAN_NONE)
        return PLAN_FAIL(w->b, INTERP_LABEL, id);
    w->calls = true;
    wait_for_next(w, at);
    return true;
}

static bool end_routine(struct walk *w, uint32_t at)
{
    if (w->depth != 0)
        return misplaced(w, w->blocks[w->depth].opener, "its end in the same routine");
    arrive(w, at);
    open_routine(w);
    return true;
}

static bool visit(struct walk *w, uint32_t at)
{
    switch (w->plan->ops.data[at].run) {
    case RUN_IF:
    case RUN_LOOP:
    case RUN_SWITCH: return open_block(w, at);
    case RUN_ELSE: return add_else(w, at);
    case RUN_ENDIF: return close_block(w, at, RUN_IF, "an if before it");
    case RUN_ENDLOOP: return close_block(w, at, RUN_LOOP, "a loop before it");
    case RUN_ENDSWITCH: return close_block(w, at, RUN_SWITCH, "a switch before it");
    case RUN_CASE:
    case RUN_DEFAULT: return add_case(w, at);
    case RUN_BREAK: return add_jump(w, at, true);
    case RUN_CONTINUE: return add_jump(w, at, false);
    case RUN_CALL: return add_call(w, at);
    case RUN_FCALL: w->calls = true; return true;
    case RUN_FCALL_NEXT:
    case RUN_STREAM:
    case RUN_RET: wait_for_next(w, at); return true;
    case RUN_END: return end_routine(w, at);
    default: return true;
    }
}

/* A call takes an entry of its own and fcall one more; so deep can the chain of calls be. */
static uint32_t flow_depth(const struct walk *w)
{
    uint32_t routine = w->deepest + 2;
    return w->calls ? routine * (PLAN_CALL_DEPTH + 1) : routine;
}

bool plan_flow(struct plan_builder *b)
{
    struct walk walk = {.b = b, .plan = b->plan};
    if (!plan_names_sort(b))
        return false;
    open_routine(&walk);
    for (uint32_t at = 0; at < b->plan->ops.count; at++)
        if (!visit(&walk, at))
            return false;
    b->plan->flow_depth = flow_depth(&walk);
    return true;
}
