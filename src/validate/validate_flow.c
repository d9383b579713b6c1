/* Control flow: blocks, switches, routines (D3D11.3 22.7). */
#include "validate/validate_parts.h"

struct block {
    uint16_t opener;
    uint32_t at;
    bool has_else, has_case, has_default;
    bool starts_early;  /* switch: code before the first case */
    bool falls;         /* switch: code since the last case, which goes on behind it */
    size_t first_value; /* switch: its case values start here */
};

struct case_value {
    uint32_t value, at;
};

struct walk {
    struct validate *v;
    struct block blocks[VALIDATE_NESTING];
    unsigned depth;
    VEC(struct case_value) values;
    uint16_t before; /* the instruction before, at any depth; ISA_OPCODE_COUNT: none */
    bool routine_begins, broken;
};

#define BROKEN(w, id, ...) (VALIDATE_REPORT((w)->v, id, ##__VA_ARGS__), (w)->broken = true)

static struct block *top(struct walk *w)
{
    return w->depth ? &w->blocks[w->depth - 1] : NULL;
}

static const char *name_of(uint16_t opcode)
{
    return isa_op(opcode)->mnemonic;
}

static void open_block(struct walk *w, uint16_t opcode)
{
    if (w->depth == VALIDATE_NESTING) {
        BROKEN(w, VALIDATE_NESTING, (unsigned)VALIDATE_NESTING);
        return;
    }
    w->blocks[w->depth++] = (struct block){.opener = opcode, .at = w->v->at, .first_value = w->values.count};
}

static bool stands_in(struct walk *w, uint16_t opcode, uint16_t opener)
{
    if (w->depth && top(w)->opener == opener)
        return true;
    BROKEN(w, VALIDATE_BLOCK, name_of(opcode), name_of(opener));
    return false;
}

/* ---- switches ---- */

static int by_value(const void *a, const void *b)
{
    const struct case_value *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void check_values(struct walk *w, const struct block *block)
{
    size_t count = w->values.count - block->first_value;
    uint32_t here = w->v->at;
    if (count < 2) {
        w->values.count = block->first_value;
        return;
    }
    struct case_value *values = &w->values.data[block->first_value];
    qsort(values, count, sizeof *values, by_value);
    for (size_t i = 1; i < count; i++)
        if (values[i].value == values[i - 1].value) {
            w->v->at = values[i].at;
            VALIDATE_REPORT(w->v, VALIDATE_CASE_TWICE, values[i].value);
        }
    w->v->at = here;
    w->values.count = block->first_value;
}

static void add_value(struct walk *w, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    if (operand->file != ISA_FILE_IMM32 || operand->comps != ISA_COMPS_1) {
        VALIDATE_REPORT(w->v, VALIDATE_CASE_LITERAL);
        return;
    }
    struct case_value value = {operand->imm[0], w->v->at};
    if (!VEC_PUSH(&w->values, value))
        w->v->no_memory = true;
}

static void add_case(struct walk *w, const struct program_instr *instr)
{
    bool is_default = instr->opcode == ISA_DEFAULT;
    if (!stands_in(w, instr->opcode, ISA_SWITCH))
        return;
    struct block *block = top(w);
    if (is_default && block->has_default)
        VALIDATE_REPORT(w->v, VALIDATE_DEFAULT_TWICE);
    if (block->falls)
        VALIDATE_REPORT(w->v, VALIDATE_FALL_THROUGH, name_of(instr->opcode));
    block->has_default |= is_default;
    block->has_case = true;
    block->falls = false;
    if (!is_default)
        add_value(w, instr);
}

/* Blocks may leave in all their branches: what stands behind one is given the benefit of the doubt. */
static bool goes_on(uint16_t opcode)
{
    switch (opcode) {
    case ISA_BREAK:
    case ISA_CONTINUE:
    case ISA_RET:
    case ISA_IF:
    case ISA_LOOP:
    case ISA_SWITCH: return false;
    default: return true;
    }
}

/* What every instruction directly in a switch means to it. */
static void follow_switch(struct walk *w, const struct program_instr *instr)
{
    struct block *block = top(w);
    if (!block || block->opener != ISA_SWITCH || instr->opcode == ISA_CASE || instr->opcode == ISA_DEFAULT ||
        instr->opcode == ISA_ENDSWITCH)
        return;
    if (!block->has_case && !block->starts_early)
        VALIDATE_REPORT(w->v, VALIDATE_SWITCH_START);
    block->starts_early |= !block->has_case;
    block->falls = block->has_case && goes_on(instr->opcode);
}

/* ---- blocks ---- */

static void close_block(struct walk *w, uint16_t opcode, uint16_t opener)
{
    if (!stands_in(w, opcode, opener))
        return;
    if (opener == ISA_SWITCH)
        check_values(w, top(w));
    w->depth--;
}

static void add_else(struct walk *w)
{
    if (!stands_in(w, ISA_ELSE, ISA_IF))
        return;
    if (top(w)->has_else)
        BROKEN(w, VALIDATE_ELSE_TWICE);
    top(w)->has_else = true;
}

static void check_jump(struct walk *w, uint16_t opcode, bool leaves_switch)
{
    for (unsigned i = 0; i < w->depth; i++)
        if (w->blocks[i].opener == ISA_LOOP || (leaves_switch && w->blocks[i].opener == ISA_SWITCH))
            return;
    BROKEN(w, VALIDATE_JUMP, name_of(opcode), leaves_switch ? "loop or switch" : "loop");
}

/* ---- routines ---- */

static bool is_phase(uint16_t opcode)
{
    return opcode == ISA_HS_CONTROL_POINT_PHASE || opcode == ISA_HS_FORK_PHASE || opcode == ISA_HS_JOIN_PHASE;
}

static void end_routine(struct walk *w)
{
    while (w->depth) {
        uint32_t here = w->v->at;
        w->v->at = top(w)->at;
        BROKEN(w, VALIDATE_UNCLOSED, name_of(top(w)->opener));
        w->v->at = here;
        w->depth--;
    }
}

static void add_label(struct walk *w)
{
    if (w->depth || w->before != ISA_RET)
        VALIDATE_REPORT(w->v, VALIDATE_LABEL_PLACE);
    end_routine(w);
}

static void add_phase(struct walk *w)
{
    if (w->before != ISA_RET && w->before != ISA_OPCODE_COUNT)
        VALIDATE_REPORT(w->v, VALIDATE_END, "a phase");
    end_routine(w);
    w->before = ISA_OPCODE_COUNT;
}

static void follow(struct walk *w, const struct program_instr *instr)
{
    switch (instr->opcode) {
    case ISA_IF:
    case ISA_LOOP:
    case ISA_SWITCH: open_block(w, instr->opcode); break;
    case ISA_ELSE: add_else(w); break;
    case ISA_ENDIF: close_block(w, instr->opcode, ISA_IF); break;
    case ISA_ENDLOOP: close_block(w, instr->opcode, ISA_LOOP); break;
    case ISA_ENDSWITCH: close_block(w, instr->opcode, ISA_SWITCH); break;
    case ISA_CASE:
    case ISA_DEFAULT: add_case(w, instr); break;
    case ISA_BREAK:
    case ISA_BREAKC: check_jump(w, instr->opcode, true); break;
    case ISA_CONTINUE:
    case ISA_CONTINUEC: check_jump(w, instr->opcode, false); break;
    case ISA_LABEL: add_label(w); break;
    default: break;
    }
}

static void walk(struct walk *w)
{
    struct validate *v = w->v;
    uint32_t last = v->program->instr_count;
    w->before = ISA_OPCODE_COUNT;
    for (v->at = 0; v->at < v->program->instr_count && !w->broken; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (is_phase(instr->opcode)) {
            add_phase(w);
            last = v->at;
        }
        if (!isa_is_executable(instr->opcode))
            continue;
        follow_switch(w, instr);
        follow(w, instr);
        w->before = instr->opcode;
        last = v->at;
    }
    if (w->broken)
        return;
    end_routine(w);
    v->at = last;
    if (!w->broken && w->before != ISA_RET)
        VALIDATE_REPORT(v, VALIDATE_END, "the program");
}

bool validate_flow(struct validate *v)
{
    struct walk w = {.v = v};
    v->operand = VALIDATE_WHOLE;
    walk(&w);
    VEC_FREE(&w.values);
    if (!w.broken)
        validate_calls(v);
    v->at = v->program->instr_count;
    return !w.broken && !v->no_memory;
}
