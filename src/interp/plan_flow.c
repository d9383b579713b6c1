/* Flow control: where execution continues when no lane is active, and what loops, cases and calls refer to.
   Fails on blocks that do not match and on labels that do not exist. */
#include "interp/plan.h"

#include <stdlib.h>

/* By block of the program: its operations after the one that is visited. */
struct ahead {
    uint32_t resume; /* else, case, default or closer: the next at which lanes can become active */
    uint32_t label;  /* the next case or default */
    uint32_t closer;
};

struct flow {
    struct plan_builder *b;
    struct ahead *ahead;
    uint32_t routine_end;
    bool calls;
};

static bool misplaced(struct plan_builder *b, uint32_t at, const char *expected)
{
    b->at = at;
    return PLAN_FAIL(b, INTERP_FLOW, isa_op(b->program->instrs[at].opcode)->mnemonic, expected);
}

static bool check_blocks(struct plan_builder *b)
{
    const struct program_blocks *blocks = &b->program->blocks;
    uint32_t at = blocks->error_at;
    uint16_t opcode = at < b->program->instr_count ? b->program->instrs[at].opcode : ISA_OPCODE_COUNT;
    switch (blocks->error) {
    case PROGRAM_BLOCK_OK: return true;
    case PROGRAM_BLOCK_NESTING: b->at = at; return PLAN_FAIL(b, INTERP_NESTING, (unsigned)PROGRAM_NESTING);
    case PROGRAM_BLOCK_UNOPENED:
        opcode = isa_block_opener(opcode);
        return misplaced(b, at,
                         opcode == ISA_IF     ? "an if around it"
                         : opcode == ISA_LOOP ? "a loop around it"
                                              : "a switch around it");
    case PROGRAM_BLOCK_ELSE_TWICE: return misplaced(b, at, "one else in an if");
    case PROGRAM_BLOCK_JUMP:
        return misplaced(b, at,
                         opcode == ISA_BREAK || opcode == ISA_BREAKC ? "a loop or switch around it"
                                                                     : "a loop around it");
    case PROGRAM_BLOCK_UNCLOSED: break;
    }
    return misplaced(b, blocks->list.data[blocks->error_block].first, "its end in the same routine");
}

static bool resolve_call(struct flow *f, struct plan_op *op)
{
    struct plan_builder *b = f->b;
    const struct program_instr *instr = &b->program->instrs[op->instr];
    const struct program_operand *operand = &instr->operands[instr->opcode == ISA_CALLC ? 1 : 0];
    const struct program_label *label = program_label_of(b->program, operand);
    b->at = op->instr;
    if (!label)
        return PLAN_FAIL(b, INTERP_LABEL, operand->index_count ? (uint32_t)operand->index[0].imm : PLAN_NONE);
    op->routine = b->plan->labels[label - b->program->decls.labels];
    return true;
}

/* Operations are visited from the last to the first. */
static bool visit(struct flow *f, uint32_t at)
{
    struct plan_op *ops = f->b->plan->ops.data, *op = &ops[at];
    const struct program_block *block = program_block_of(f->b->program, op->instr);
    struct ahead *ahead = &f->ahead[block - f->b->program->blocks.list.data];
    if (op->run == RUN_END) {
        f->routine_end = at;
        return true;
    }
    if (op->run == RUN_ENDIF || op->run == RUN_ENDLOOP || op->run == RUN_ENDSWITCH) {
        *ahead = (struct ahead){at, PLAN_NONE, at};
        ahead = &f->ahead[block->parent];
        block = &f->b->program->blocks.list.data[block->parent];
    }
    op->skip = block->depth ? ahead->resume : f->routine_end;
    switch (op->run) {
    case RUN_LOOP: ops[ahead->closer].loop = at; break;
    case RUN_ELSE: ahead->resume = at; break;
    case RUN_CASE:
    case RUN_DEFAULT:
        if (op->run == RUN_DEFAULT && block->otherwise != op->instr)
            return misplaced(f->b, op->instr, "one default in a switch");
        op->label.next = ahead->label;
        ahead->label = ahead->resume = at;
        break;
    case RUN_CALL: f->calls = true; return resolve_call(f, op);
    case RUN_FCALL: f->calls = true; break;
    default: break;
    }
    return true;
}

bool plan_flow(struct plan_builder *b)
{
    struct flow f = {.b = b};
    if (!check_blocks(b))
        return false;
    f.ahead = calloc(b->program->blocks.list.count, sizeof *f.ahead);
    if (!f.ahead)
        return plan_fail(b, SM5_ERR_MEMORY);
    bool ok = true;
    for (uint32_t at = (uint32_t)b->plan->ops.count; ok && at-- > 0;)
        ok = visit(&f, at);
    free(f.ahead);
    /* A call takes an entry of its own and fcall one more; calls nest PLAN_CALL_DEPTH deep. */
    uint32_t routine = b->program->blocks.deepest + 2;
    b->plan->flow_depth = f.calls ? routine * (PLAN_CALL_DEPTH + 1) : routine;
    return ok;
}
