/* Declared inputs and outputs match the signatures of the container (D3D11.3 22.3.10, 22.3.31). */
#include "validate/validate_state.h"

enum { STREAMS = 4, NONE = PROGRAM_SIGNATURE_KINDS };

/* A register in a signature. */
struct slot {
    uint8_t mask;
    uint8_t value[4]; /* system value of each component */
};

struct slots {
    struct slot slot[PROGRAM_SIGNATURE_KINDS][STREAMS][VALIDATE_REGISTERS];
};

static void add(struct slot *slot, const struct program_signature_element *element)
{
    slot->mask |= element->mask;
    for (unsigned c = 0; c < 4; c++)
        if (element->mask >> c & 1)
            slot->value[c] = element->system_value < 256 ? (uint8_t)element->system_value : 0;
}

static void collect(const struct sm5_program *program, struct slots *slots)
{
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        const struct program_signature *signature = &program->signatures[kind];
        for (uint32_t i = 0; signature->present && i < signature->count; i++) {
            const struct program_signature_element *e = &signature->elements[i];
            if (e->reg < VALIDATE_REGISTERS && e->stream < STREAMS)
                add(&slots->slot[kind][e->stream][e->reg], e);
        }
    }
}

/* The signature that describes a declared register. */
static unsigned signature_of(const struct sm5_program *program, const struct program_register *r)
{
    bool patch = program_writes_patch(program, r->instr);
    switch (r->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return PROGRAM_SIGNATURE_INPUT;
    case ISA_FILE_OUTPUT: return patch ? PROGRAM_SIGNATURE_PATCH : PROGRAM_SIGNATURE_OUTPUT;
    case ISA_FILE_OUTPUT_CONTROL_POINT: return PROGRAM_SIGNATURE_OUTPUT;
    case ISA_FILE_PATCH_CONSTANT: return PROGRAM_SIGNATURE_PATCH;
    default: return NONE;
    }
}

/* Declarations and signatures number position to sampleIndex alike; signatures group tessellation factors. */
static bool same_value(const struct program_register *r, const struct slot *slot)
{
    for (unsigned c = 0; c < 4; c++)
        if ((r->mask >> c & 1) && r->system_value && r->system_value <= ISA_SYSTEM_VALUE_SAMPLE_INDEX &&
            slot->value[c] != r->system_value)
            return false;
    return true;
}

void validate_signatures(struct validate *v)
{
    static const char *const names[] = {"input", "output", "patch constant"};
    const struct program_stage *stage = &v->program->decls.stage;
    struct slots slots = {0};
    collect(v->program, &slots);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        unsigned kind = signature_of(v->program, r);
        if (kind == NONE || !v->program->signatures[kind].present || r->reg >= VALIDATE_REGISTERS)
            continue;
        v->at = r->instr;
        const struct slot *slot = &slots.slot[kind][r->stream % STREAMS][r->reg];
        if (r->mask & ~slot->mask)
            VALIDATE_REPORT(v, VALIDATE_SIGNATURE, isa_file(r->file)->text, r->reg, names[kind]);
        else if (!same_value(r, slot))
            VALIDATE_REPORT(v, VALIDATE_SIGNATURE_VALUE, isa_file(r->file)->text, r->reg,
                            isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value), names[kind]);
    }
    v->at = v->program->instr_count;
}
