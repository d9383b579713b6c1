/* Numbers declared twice (D3D11.3 22.3): arrays, function bodies, tables, interfaces. */
#include "validate/validate_state.h"

struct number {
    uint16_t opcode;
    uint32_t phase, id, at; /* phase: of arrays in a hull shader */
    uint32_t count;         /* of consecutive numbers that it declares */
};

static int by_number(const void *a, const void *b)
{
    const struct number *x = a, *y = b;
    if (x->opcode != y->opcode)
        return x->opcode < y->opcode ? -1 : 1;
    if (x->phase != y->phase)
        return x->phase < y->phase ? -1 : 1;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

static const char *prefix_of(uint16_t opcode)
{
    switch (opcode) {
    case ISA_DCL_INDEXABLE_TEMP: return "x";
    case ISA_DCL_FUNCTION_BODY: return "fb";
    case ISA_DCL_FUNCTION_TABLE: return "ft";
    case ISA_DCL_INTERFACE: return "fp";
    default: return NULL;
    }
}

/* An interface array declares a number for each element (D3D11.3 22.3.51). */
static uint32_t count_of(const struct program_instr *instr)
{
    uint32_t length =
        instr->opcode == ISA_DCL_INTERFACE && instr->dword_count > 2 ? instr->dwords[2] >> 16 : 1;
    return length ? length : 1;
}

void validate_twice(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    VEC(struct number) numbers = {0};
    uint32_t next = 0;
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        next += next < stage->phase_count && stage->phases[next].first == v->at;
        struct number number = {instr->opcode, instr->opcode == ISA_DCL_INDEXABLE_TEMP ? next : 0,
                                instr_dword(instr, 0), v->at, count_of(instr)};
        if (prefix_of(instr->opcode) && !VEC_PUSH(&numbers, number))
            v->no_memory = true;
    }
    if (numbers.count > 1)
        qsort(numbers.data, numbers.count, sizeof *numbers.data, by_number);
    for (size_t i = 1; i < numbers.count; i++) {
        const struct number *a = &numbers.data[i - 1], *b = &numbers.data[i];
        char text[16];
        if (a->opcode != b->opcode || a->phase != b->phase || b->id - a->id >= a->count)
            continue;
        snprintf(text, sizeof text, "%s%u", prefix_of(b->opcode), b->id);
        v->at = b->at;
        VALIDATE_REPORT(v, VALIDATE_NUMBER_TWICE, text);
    }
    v->at = v->program->instr_count;
    VEC_FREE(&numbers);
}
