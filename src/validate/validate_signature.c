/* Declared inputs and outputs are in the signatures of the container (D3D11.3 22.3.10, 22.3.31). */
#include "validate/validate_parts.h"

enum { STREAMS = 4, NONE = PROGRAM_SIGNATURE_KINDS };

struct masks {
    uint8_t mask[PROGRAM_SIGNATURE_KINDS][STREAMS][VALIDATE_REGISTERS];
};

static void gather(const struct sm5_program *program, struct masks *masks)
{
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        const struct program_signature *signature = &program->signatures[kind];
        for (uint32_t i = 0; signature->present && i < signature->count; i++) {
            const struct program_signature_element *e = &signature->elements[i];
            if (e->reg < VALIDATE_REGISTERS && e->stream < STREAMS)
                masks->mask[kind][e->stream][e->reg] |= e->mask;
        }
    }
}

/* The signature that tells of a declared register. */
static unsigned signature_of(const struct sm5_program *program, const struct program_register *r)
{
    const struct program_stage *stage = &program->decls.stage;
    bool patch = program->stage == ISA_HULL && r->phase < stage->phase_count &&
                 stage->phases[r->phase].kind != PROGRAM_PHASE_POINTS;
    switch (r->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return PROGRAM_SIGNATURE_INPUT;
    case ISA_FILE_OUTPUT: return patch ? PROGRAM_SIGNATURE_PATCH : PROGRAM_SIGNATURE_OUTPUT;
    case ISA_FILE_OUTPUT_CONTROL_POINT: return PROGRAM_SIGNATURE_OUTPUT;
    case ISA_FILE_PATCH_CONSTANT: return PROGRAM_SIGNATURE_PATCH;
    default: return NONE;
    }
}

void validate_signatures(struct validate *v)
{
    static const char *const names[] = {"input", "output", "patch constant"};
    const struct program_stage *stage = &v->program->decls.stage;
    struct masks masks = {0};
    gather(v->program, &masks);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        unsigned kind = signature_of(v->program, r);
        if (kind == NONE || !v->program->signatures[kind].present || r->reg >= VALIDATE_REGISTERS)
            continue;
        v->at = r->instr;
        if (r->mask & ~masks.mask[kind][r->stream % STREAMS][r->reg])
            VALIDATE_REPORT(v, VALIDATE_SIGNATURE, isa_file(r->file)->text, r->reg, names[kind]);
    }
    v->at = v->program->instr_count;
}
