/* STAT: counts that follow from the instructions. docs/container.md lists the DWORDs that are filled, and how
   their meaning was determined. */
#include "dxbc/dxbc.h"

enum {
    WORDS_SM4 = 29,
    WORDS_SM5 = 37,
    PATCH_PRIMITIVE = 7, /* a patch of n control points is primitive 7 + n */
};

static bool names_file(const struct program_instr *instr, uint8_t file)
{
    for (unsigned i = 0; i < instr->operand_count; i++)
        if (instr->operands[i].file == file)
            return true;
    return false;
}

/* A branch on a constant counts as static. */
static bool is_static_flow(const struct program_instr *instr)
{
    return instr->operand_count == 0 || instr->opcode == ISA_CALL ||
           instr->operands[0].file == ISA_FILE_CBUFFER;
}

/* Only a negating move counts as arithmetic; a move from or to x# counts as an array access. */
static bool counts_mov(const struct program_instr *instr, uint8_t word)
{
    if (instr->operand_count < 2)
        return false;
    bool array = names_file(instr, ISA_FILE_INDEXABLE_TEMP);
    if (word == ISA_STAT_ARRAY)
        return array;
    return !array && instr->operands[1].modifier == ISA_MODIFIER_NEG && !instr_saturates(instr);
}

/* Whether an instruction of an opcode that counts in `word` does so. */
static bool counts(const struct program_instr *instr, uint8_t word)
{
    switch (word) {
    case ISA_STAT_STATIC_FLOW: return is_static_flow(instr);
    case ISA_STAT_DYNAMIC_FLOW: return !is_static_flow(instr);
    case ISA_STAT_LOADS:
    case ISA_STAT_STORES: return !names_file(instr, ISA_FILE_TGSM);
    default: break;
    }
    if (instr->opcode == ISA_MOV)
        return counts_mov(instr, word);
    if (instr->opcode == ISA_SINCOS) /* both results at once count as a macro */
        return names_file(instr, ISA_FILE_NULL);
    return true;
}

static void count_classes(const struct program_instr *instr, struct program_statistics *out)
{
    const struct isa_op *row = isa_op(instr->opcode);
    for (unsigned i = 0; i < BASE_COUNT(row->stat); i++)
        if (row->stat[i] && counts(instr, row->stat[i]))
            out->word[row->stat[i]]++;
    out->word[ISA_STAT_EMITS] += (row->flags & ISA_EMITS) != 0;
    out->word[ISA_STAT_CUTS] += (row->flags & ISA_CUTS) != 0;
    out->word[ISA_STAT_INTERLOCKED] += row->group == ISA_GROUP_ATOMIC;
}

static uint32_t declared_value(const struct program_instr *instr)
{
    enum isa_control control = isa_op(instr->opcode)->control;
    if (control != ISA_CONTROL_NONE)
        return isa_control_value(control, instr->controls);
    return instr_dword(instr, 0);
}

/* SV_SampleIndex or an input interpolated at samples makes a pixel shader run once a sample. */
static bool runs_per_sample(const struct program_instr *instr)
{
    if (instr->opcode == ISA_DCL_INPUT_PS_SGV)
        return instr->dword_count && instr->dwords[0] == ISA_SYSTEM_VALUE_SAMPLE_INDEX;
    return instr->opcode == ISA_DCL_INPUT_PS &&
           isa_control_value(ISA_CONTROL_INTERPOLATION, instr->controls) >= ISA_INTERPOLATION_LINEAR_SAMPLE;
}

static void count_declaration(const struct sm5_program *program, const struct program_instr *instr,
                              struct program_statistics *out)
{
    const struct isa_op *row = isa_op(instr->opcode);
    bool patch = instr->opcode == ISA_DCL_INPUT_CONTROL_POINT_COUNT && program->stage == ISA_HULL;
    if (patch)
        out->word[ISA_STAT_INPUT_PRIMITIVE] = PATCH_PRIMITIVE + declared_value(instr);
    else if (isa_is_declaration(instr->opcode) && row->stat[0] && row->stages >> program->stage & 1)
        out->word[row->stat[0]] = declared_value(instr);
    if (runs_per_sample(instr))
        out->word[ISA_STAT_SAMPLE_FREQUENCY] = 1;
    bool in_or_out = row->flags & (ISA_DECLARES_IN | ISA_DECLARES_OUT);
    out->word[ISA_STAT_DECLARATIONS] += in_or_out && program->stage != ISA_HULL;
}

void dxbc_make_statistics(const struct sm5_program *program, struct program_statistics *out)
{
    *out = (struct program_statistics){.words = program->major >= 5 ? WORDS_SM5 : WORDS_SM4};
    /* Of a hull shader only the control point phase is counted by class. */
    bool counted = program->stage != ISA_HULL;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (program->stage == ISA_HULL && isa_op(instr->opcode)->group == ISA_GROUP_HULL)
            counted = instr->opcode == ISA_HS_CONTROL_POINT_PHASE;
        count_declaration(program, instr, out);
        if (isa_is_declaration(instr->opcode) || !isa_is_executable(instr->opcode))
            continue;
        out->word[ISA_STAT_INSTRUCTIONS] += instr->opcode != ISA_LABEL;
        if (counted)
            count_classes(instr, out);
    }
    out->word[ISA_STAT_TEMPS] = program->decls.temps;
    out->word[ISA_STAT_ICB_ROWS] = program->decls.icb_rows;
    for (uint32_t i = 0; i < program->decls.indexable_count; i++)
        out->word[ISA_STAT_ARRAY_DWORDS] += program->decls.indexables[i].size;
}
