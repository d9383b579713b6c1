/* STAT: counts that follow from the instructions. docs/container.md says which words are filled and why. */
#include "dxbc/dxbc.h"

enum {
    STAT_INSTRUCTIONS = 0,
    STAT_TEMPS = 1,
    STAT_ARRAY_WORDS = 10,
    STAT_CUTS = 12,
    STAT_EMITS = 13,
    STAT_MOVC = 20,
    STAT_GS_INPUT = 23,
    STAT_GS_OUTPUT = 24,
    STAT_GS_MAX_VERTICES = 25,
    STAT_GATHER = 26,
    STAT_GS_INSTANCES = 29,
    STAT_CONTROL_POINTS = 30,
    STAT_HS_OUTPUT_PRIMITIVE = 31,
    STAT_HS_PARTITIONING = 32,
    STAT_DOMAIN = 33,
    STAT_BARRIERS = 34,
    WORDS_SM4 = 29,
    WORDS_SM5 = 37,
};

/* Words that count an opcode. */
static const struct counted {
    uint16_t opcode;
    uint8_t word;
} counted[] = {
    {ISA_CUT, STAT_CUTS},          {ISA_CUT_STREAM, STAT_CUTS},   {ISA_EMIT, STAT_EMITS},
    {ISA_EMIT_STREAM, STAT_EMITS}, {ISA_MOVC, STAT_MOVC},         {ISA_GATHER4, STAT_GATHER},
    {ISA_GATHER4_C, STAT_GATHER},  {ISA_GATHER4_PO, STAT_GATHER}, {ISA_GATHER4_PO_C, STAT_GATHER},
    {ISA_SYNC, STAT_BARRIERS},
};

/* Words that hold a declaration's control field, or its first DWORD. */
static const struct declared {
    uint16_t opcode;
    uint8_t word;
} declared[] = {
    {ISA_DCL_GS_INPUT_PRIMITIVE, STAT_GS_INPUT},
    {ISA_DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY, STAT_GS_OUTPUT},
    {ISA_DCL_MAX_OUTPUT_VERTEX_COUNT, STAT_GS_MAX_VERTICES},
    {ISA_DCL_GS_INSTANCE_COUNT, STAT_GS_INSTANCES},
    {ISA_DCL_INPUT_CONTROL_POINT_COUNT, STAT_CONTROL_POINTS},
    {ISA_DCL_TESS_OUTPUT_PRIMITIVE, STAT_HS_OUTPUT_PRIMITIVE},
    {ISA_DCL_TESS_PARTITIONING, STAT_HS_PARTITIONING},
    {ISA_DCL_TESS_DOMAIN, STAT_DOMAIN},
};

static uint32_t declared_value(const struct program_instr *instr)
{
    enum isa_control control = isa_op(instr->opcode)->control;
    if (control != ISA_CONTROL_NONE)
        return isa_control_value(control, instr->controls);
    return instr->dword_count ? instr->dwords[0] : 0;
}

static void count_instr(const struct program_instr *instr, struct program_statistics *out)
{
    for (size_t i = 0; i < BASE_COUNT(counted); i++)
        if (counted[i].opcode == instr->opcode)
            out->word[counted[i].word]++;
    for (size_t i = 0; i < BASE_COUNT(declared); i++)
        if (declared[i].opcode == instr->opcode)
            out->word[declared[i].word] = declared_value(instr);
    out->word[STAT_INSTRUCTIONS] += !isa_is_declaration(instr->opcode) && isa_is_executable(instr->opcode);
}

void dxbc_make_statistics(const struct sm5_program *program, struct program_statistics *out)
{
    *out = (struct program_statistics){.words = program->major >= 5 ? WORDS_SM5 : WORDS_SM4};
    for (uint32_t i = 0; i < program->instr_count; i++)
        count_instr(&program->instrs[i], out);
    out->word[STAT_TEMPS] = program->decls.temps;
    for (uint32_t i = 0; i < program->decls.indexable_count; i++)
        out->word[STAT_ARRAY_WORDS] += program->decls.indexables[i].size;
}
