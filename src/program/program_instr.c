#include "program.h"

const uint32_t *instr_extended(const struct program_instr *instr, enum isa_extended kind)
{
    for (uint8_t i = 0; i < instr->ext_count; i++)
        if ((instr->ext[i] & 0x3f) == (uint32_t)kind)
            return &instr->ext[i];
    return NULL;
}

uint32_t operand_write_mask(const struct program_operand *operand)
{
    if (operand->file == ISA_FILE_NULL)
        return 0;
    if (operand->comps != ISA_COMPS_4)
        return 1;
    switch (operand->selection) {
    case ISA_SELECT_MASK: return operand->select & 0xf;
    case ISA_SELECT_ONE: return 1u << (operand->select & 3);
    default: return 0xf;
    }
}

enum program_interpolation program_interpolation_mode(uint8_t mode)
{
    switch (mode) {
    case ISA_INTERPOLATION_CONSTANT: return PROGRAM_CONSTANT;
    case ISA_INTERPOLATION_LINEAR_CENTROID:
    case ISA_INTERPOLATION_NOPERSPECTIVE_CENTROID: return PROGRAM_FROM_CENTROID;
    case ISA_INTERPOLATION_LINEAR_SAMPLE:
    case ISA_INTERPOLATION_NOPERSPECTIVE_SAMPLE: return PROGRAM_FROM_SAMPLE;
    default: return PROGRAM_FROM_CENTRE;
    }
}

enum program_interpolation program_interpolation_of(const struct sm5_program *program,
                                                    const struct program_operand *operand)
{
    const struct program_stage *stage = &program->decls.stage;
    uint32_t reg = (uint32_t)operand_index(operand, 0);
    uint32_t bit = 1u << operand_component(operand, 0);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file == ISA_FILE_INPUT && r->reg == reg && (r->mask & bit))
            return program_interpolation_mode(r->interpolation);
    }
    return PROGRAM_FROM_CENTRE;
}

bool operand_ignores_mask(const struct program_operand *operand)
{
    for (uint8_t i = 0; i < operand->index_count; i++)
        if (operand->index[i].relative)
            return false;
    return operand->file == ISA_FILE_INPUT || operand->file == ISA_FILE_IMM32 ||
           operand->file == ISA_FILE_CBUFFER;
}

static bool index_equal(const struct program_index *a, const struct program_index *b)
{
    if (a->form != b->form || a->imm != b->imm || !a->relative != !b->relative)
        return false;
    return !a->relative || operand_equal(a->relative, b->relative);
}

static bool head_equal(const struct program_operand *a, const struct program_operand *b)
{
    return a->file == b->file && a->comps == b->comps && a->selection == b->selection &&
           a->select == b->select && a->index_count == b->index_count && a->modifier == b->modifier &&
           a->min_precision == b->min_precision && a->nonuniform == b->nonuniform &&
           a->extended == b->extended && a->spare == b->spare && a->ext_spare == b->ext_spare;
}

bool operand_equal(const struct program_operand *a, const struct program_operand *b)
{
    if (!head_equal(a, b) || memcmp(a->imm, b->imm, sizeof a->imm) != 0)
        return false;
    for (uint8_t i = 0; i < a->index_count; i++)
        if (!index_equal(&a->index[i], &b->index[i]))
            return false;
    return true;
}
