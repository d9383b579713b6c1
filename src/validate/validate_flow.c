/* Control flow: blocks, switches, the places of labels and phases (D3D11.3 22.7). */
#include "validate/validate_state.h"

struct case_value {
    uint32_t block, value, at;
};

struct flow {
    struct validate *v;
    VEC(struct case_value) values; /* of the open switches */
    uint32_t before;               /* the executable instruction before, in this phase; PROGRAM_NONE: none */
};

static const char *name_of(uint16_t opcode)
{
    return isa_op(opcode)->mnemonic;
}

static uint16_t opcode_at(const struct validate *v, uint32_t at)
{
    return at == PROGRAM_NONE ? ISA_OPCODE_COUNT : v->program->instrs[at].opcode;
}

/* ---- switches ---- */

static int by_value(const void *a, const void *b)
{
    const struct case_value *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* At the end of a switch: the values of its cases are the last ones. */
static void check_values(struct flow *f, uint32_t block)
{
    size_t count = 0;
    while (count < f->values.count && f->values.data[f->values.count - count - 1].block == block)
        count++;
    f->values.count -= count;
    if (count < 2)
        return;
    struct case_value *values = &f->values.data[f->values.count];
    uint32_t here = f->v->at;
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 1; i < count; i++)
        if (values[i].value == values[i - 1].value) {
            f->v->at = values[i].at;
            VALIDATE_REPORT(f->v, VALIDATE_CASE_TWICE, values[i].value);
        }
    f->v->at = here;
}

static void add_value(struct flow *f, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    struct case_value value = {f->v->program->blocks.of.data[f->v->at], operand->imm[0], f->v->at};
    if (operand->file != ISA_FILE_IMM32 || operand->comps != ISA_COMPS_1)
        VALIDATE_REPORT(f->v, VALIDATE_CASE_LITERAL);
    else if (!VEC_PUSH(&f->values, value))
        f->v->no_memory = true;
}

/* The instruction before a case, directly in its switch, continues with it. Whether a block leaves the switch
   in all of its branches is not analysed. */
static bool falls_through(const struct flow *f, const struct program_block *block)
{
    switch (opcode_at(f->v, f->before)) {
    case ISA_BREAK:
    case ISA_CONTINUE:
    case ISA_RET:
    case ISA_CASE:
    case ISA_DEFAULT: return false;
    default: return f->before > block->split && program_block_of(f->v->program, f->before) == block;
    }
}

static void check_case(struct flow *f, const struct program_instr *instr, const struct program_block *block)
{
    struct validate *v = f->v;
    if (instr->opcode == ISA_DEFAULT && block->otherwise != v->at)
        VALIDATE_REPORT(v, VALIDATE_DEFAULT_TWICE);
    if (v->at != block->split && falls_through(f, block))
        VALIDATE_REPORT(v, VALIDATE_FALL_THROUGH, name_of(instr->opcode));
    if (instr->opcode == ISA_CASE)
        add_value(f, instr);
}

/* ---- block errors ---- */

/* The blocks that are open where a label, a phase or the end of the program is, the innermost first. */
static void report_unclosed(struct validate *v)
{
    const struct program_block *blocks = v->program->blocks.list.data;
    for (uint32_t i = v->program->blocks.error_block; blocks[i].depth; i = blocks[i].parent) {
        v->at = blocks[i].first;
        VALIDATE_REPORT(v, VALIDATE_UNCLOSED, name_of(blocks[i].opener));
    }
}

static void report_error(struct validate *v)
{
    uint16_t opcode = v->at < v->program->instr_count ? validate_instr(v)->opcode : ISA_OPCODE_COUNT;
    bool is_break = isa_flow(opcode) == ISA_FLOW_BREAK;
    switch (v->program->blocks.error) {
    case PROGRAM_BLOCK_OK: break;
    case PROGRAM_BLOCK_NESTING: VALIDATE_REPORT(v, VALIDATE_NESTING, (unsigned)PROGRAM_NESTING); break;
    case PROGRAM_BLOCK_UNOPENED:
        VALIDATE_REPORT(v, VALIDATE_BLOCK, name_of(opcode), name_of(isa_block_opener(opcode)));
        break;
    case PROGRAM_BLOCK_ELSE_TWICE: VALIDATE_REPORT(v, VALIDATE_ELSE_TWICE); break;
    case PROGRAM_BLOCK_JUMP:
        VALIDATE_REPORT(v, VALIDATE_JUMP, name_of(opcode), is_break ? "loop or switch" : "loop");
        break;
    case PROGRAM_BLOCK_UNCLOSED: report_unclosed(v); break;
    }
}

/* ---- instructions ---- */

static void check_instruction(struct flow *f, const struct program_instr *instr)
{
    struct validate *v = f->v;
    const struct program_block *block = program_block_of(v->program, v->at);
    bool is_bad = v->program->blocks.error && v->program->blocks.error_at == v->at;
    bool is_first = opcode_at(v, f->before) == ISA_SWITCH; /* of a switch */
    switch (isa_flow(instr->opcode)) {
    case ISA_FLOW_CASE:
    case ISA_FLOW_DEFAULT:
        if (!is_bad)
            check_case(f, instr, block);
        return;
    case ISA_FLOW_ENDSWITCH:
        if (!is_bad)
            check_values(f, v->program->blocks.of.data[v->at]);
        return;
    case ISA_FLOW_LABEL:
        if (is_bad || opcode_at(v, f->before) != ISA_RET)
            VALIDATE_REPORT(v, VALIDATE_LABEL_PLACE);
        break;
    default: break;
    }
    if (is_first)
        VALIDATE_REPORT(v, VALIDATE_SWITCH_START);
}

bool validate_flow(struct validate *v)
{
    struct flow f = {.v = v, .before = PROGRAM_NONE};
    const struct program_blocks *blocks = &v->program->blocks;
    uint32_t count = v->program->instr_count, last = count;
    v->operand = VALIDATE_NO_OPERAND;
    for (v->at = 0; v->at < count && (!blocks->error || v->at <= blocks->error_at); v->at++) {
        const struct program_instr *instr = validate_instr(v);
        bool is_phase = isa_flow(instr->opcode) == ISA_FLOW_PHASE;
        if (is_phase && f.before != PROGRAM_NONE && opcode_at(v, f.before) != ISA_RET)
            VALIDATE_REPORT(v, VALIDATE_END, "this phase");
        if (is_phase)
            f.before = PROGRAM_NONE;
        else if (isa_is_executable(instr->opcode))
            check_instruction(&f, instr);
        else
            continue;
        f.before = is_phase ? PROGRAM_NONE : v->at;
        last = v->at;
    }
    VEC_FREE(&f.values);
    if (blocks->error) {
        v->at = blocks->error_at;
        report_error(v);
    } else {
        v->at = last;
        if (opcode_at(v, f.before) != ISA_RET)
            VALIDATE_REPORT(v, VALIDATE_END, "the end of the program");
        validate_calls(v);
    }
    v->at = v->program->instr_count;
    return !blocks->error && !v->no_memory;
}
