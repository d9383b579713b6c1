/* STAT: counts that follow from the instructions. docs/container.md says which words are filled, and how that
   was found out. */
#include "dxbc/dxbc.h"

enum {
    STAT_INSTRUCTIONS = 0,
    STAT_TEMPS = 1,
    STAT_ICB_ROWS = 2,
    STAT_DECLARATIONS = 3,
    STAT_FLOAT = 4,
    STAT_INT = 5,
    STAT_UINT = 6,
    STAT_STATIC_FLOW = 7,
    STAT_DYNAMIC_FLOW = 8,
    STAT_ARRAY_WORDS = 10,
    STAT_ARRAY = 11,
    STAT_CUTS = 12,
    STAT_EMITS = 13,
    STAT_SAMPLES = 14,
    STAT_LOADS = 15,
    STAT_COMPARISONS = 16,
    STAT_BIASED = 17,
    STAT_GRADIENTS = 18,
    STAT_MOVC = 20,
    STAT_CONVERSIONS = 21,
    STAT_INPUT_PRIMITIVE = 23,
    STAT_GS_OUTPUT = 24,
    STAT_GS_MAX_VERTICES = 25,
    STAT_GATHER = 26,
    STAT_LOD = 27,
    STAT_SAMPLE_FREQUENCY = 28,
    STAT_GS_INSTANCES = 29,
    STAT_CONTROL_POINTS = 30,
    STAT_HS_OUTPUT_PRIMITIVE = 31,
    STAT_HS_PARTITIONING = 32,
    STAT_DOMAIN = 33,
    STAT_BARRIERS = 34,
    STAT_INTERLOCKED = 35,
    STAT_STORES = 36,
    WORDS_SM4 = 29,
    WORDS_SM5 = 37,
    PATCH_PRIMITIVE = 7, /* a patch of n control points is primitive 7 + n */
    SYSTEM_VALUE_SAMPLE_INDEX = 10,
    INTERPOLATION_SAMPLE = 6, /* linear sample; 7 is linear noperspective sample */
};

/* The words that an opcode counts in, 0 for none; conditions are added by `counts`. */
static const uint8_t words_of[ISA_OPCODE_COUNT][2] = {
    [ISA_ADD] = {STAT_FLOAT},
    [ISA_DERIV_RTX] = {STAT_FLOAT},
    [ISA_DERIV_RTX_COARSE] = {STAT_FLOAT},
    [ISA_DERIV_RTX_FINE] = {STAT_FLOAT},
    [ISA_DERIV_RTY] = {STAT_FLOAT},
    [ISA_DERIV_RTY_COARSE] = {STAT_FLOAT},
    [ISA_DERIV_RTY_FINE] = {STAT_FLOAT},
    [ISA_DFMA] = {STAT_FLOAT},
    [ISA_DIV] = {STAT_FLOAT},
    [ISA_DP2] = {STAT_FLOAT},
    [ISA_DP3] = {STAT_FLOAT},
    [ISA_DP4] = {STAT_FLOAT},
    [ISA_EQ] = {STAT_FLOAT},
    [ISA_EXP] = {STAT_FLOAT},
    [ISA_FRC] = {STAT_FLOAT, STAT_CONVERSIONS},
    [ISA_GE] = {STAT_FLOAT},
    [ISA_LOG] = {STAT_FLOAT},
    [ISA_LT] = {STAT_FLOAT},
    [ISA_MAX] = {STAT_FLOAT},
    [ISA_MIN] = {STAT_FLOAT},
    [ISA_MOV] = {STAT_FLOAT, STAT_ARRAY},
    [ISA_MUL] = {STAT_FLOAT},
    [ISA_NE] = {STAT_FLOAT},
    [ISA_ROUND_NE] = {STAT_FLOAT, STAT_CONVERSIONS},
    [ISA_ROUND_NI] = {STAT_FLOAT, STAT_CONVERSIONS},
    [ISA_ROUND_PI] = {STAT_FLOAT, STAT_CONVERSIONS},
    [ISA_ROUND_Z] = {STAT_FLOAT, STAT_CONVERSIONS},
    [ISA_RSQ] = {STAT_FLOAT},
    [ISA_SINCOS] = {STAT_FLOAT},
    [ISA_SQRT] = {STAT_FLOAT},

    [ISA_IADD] = {STAT_INT},
    [ISA_IEQ] = {STAT_INT},
    [ISA_IGE] = {STAT_INT},
    [ISA_ILT] = {STAT_INT},
    [ISA_IMAX] = {STAT_INT},
    [ISA_IMIN] = {STAT_INT},
    [ISA_IMUL] = {STAT_INT},
    [ISA_INE] = {STAT_INT},
    [ISA_INEG] = {STAT_INT},
    [ISA_ISHL] = {STAT_INT},
    [ISA_ISHR] = {STAT_INT},

    [ISA_AND] = {STAT_UINT},
    [ISA_NOT] = {STAT_UINT},
    [ISA_OR] = {STAT_UINT},
    [ISA_UDIV] = {STAT_UINT},
    [ISA_UGE] = {STAT_UINT},
    [ISA_ULT] = {STAT_UINT},
    [ISA_UMAD] = {STAT_UINT},
    [ISA_UMAX] = {STAT_UINT},
    [ISA_UMIN] = {STAT_UINT},
    [ISA_UMUL] = {STAT_UINT},
    [ISA_USHR] = {STAT_UINT},
    [ISA_XOR] = {STAT_UINT},

    [ISA_DTOF] = {STAT_CONVERSIONS},
    [ISA_DTOI] = {STAT_CONVERSIONS},
    [ISA_DTOU] = {STAT_CONVERSIONS},
    [ISA_FTOD] = {STAT_CONVERSIONS},
    [ISA_FTOI] = {STAT_CONVERSIONS},
    [ISA_FTOU] = {STAT_CONVERSIONS},
    [ISA_ITOD] = {STAT_CONVERSIONS},
    [ISA_ITOF] = {STAT_CONVERSIONS},
    [ISA_UTOD] = {STAT_CONVERSIONS},
    [ISA_UTOF] = {STAT_CONVERSIONS},
    [ISA_MOVC] = {STAT_MOVC},

    [ISA_BREAK] = {STAT_STATIC_FLOW},
    [ISA_CALL] = {STAT_STATIC_FLOW},
    [ISA_ELSE] = {STAT_STATIC_FLOW},
    [ISA_RET] = {STAT_STATIC_FLOW},
    [ISA_BREAKC] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},
    [ISA_CALLC] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},
    [ISA_CONTINUEC] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},
    [ISA_IF] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},
    [ISA_RETC] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},
    [ISA_SWITCH] = {STAT_STATIC_FLOW, STAT_DYNAMIC_FLOW},

    [ISA_CUT] = {STAT_CUTS},
    [ISA_CUT_STREAM] = {STAT_CUTS},
    [ISA_EMIT] = {STAT_EMITS},
    [ISA_EMIT_STREAM] = {STAT_EMITS},
    [ISA_EMITTHENCUT] = {STAT_EMITS, STAT_CUTS},
    [ISA_EMITTHENCUT_STREAM] = {STAT_EMITS, STAT_CUTS},

    [ISA_SAMPLE] = {STAT_SAMPLES},
    [ISA_SAMPLE_CLAMP_FEEDBACK] = {STAT_SAMPLES},
    [ISA_SAMPLE_C] = {STAT_COMPARISONS},
    [ISA_SAMPLE_C_LZ] = {STAT_COMPARISONS},
    [ISA_SAMPLE_C_LZ_FEEDBACK] = {STAT_COMPARISONS},
    [ISA_SAMPLE_C_CLAMP_FEEDBACK] = {STAT_COMPARISONS},
    [ISA_SAMPLE_B] = {STAT_BIASED},
    [ISA_SAMPLE_B_CLAMP_FEEDBACK] = {STAT_BIASED},
    [ISA_SAMPLE_D] = {STAT_GRADIENTS},
    [ISA_SAMPLE_D_CLAMP_FEEDBACK] = {STAT_GRADIENTS},
    [ISA_GATHER4] = {STAT_GATHER},
    [ISA_GATHER4_PO] = {STAT_GATHER},
    [ISA_GATHER4_FEEDBACK] = {STAT_GATHER},
    [ISA_GATHER4_C_FEEDBACK] = {STAT_GATHER},
    [ISA_GATHER4_PO_FEEDBACK] = {STAT_GATHER},
    [ISA_GATHER4_PO_C_FEEDBACK] = {STAT_GATHER},
    [ISA_LOD] = {STAT_LOD},

    [ISA_LD] = {STAT_LOADS},
    [ISA_LD_MS] = {STAT_LOADS},
    [ISA_LD_RAW] = {STAT_LOADS},
    [ISA_LD_STRUCTURED] = {STAT_LOADS},
    [ISA_LD_UAV_TYPED] = {STAT_LOADS},
    [ISA_SAMPLE_L] = {STAT_LOADS},
    [ISA_LD_FEEDBACK] = {STAT_LOADS},
    [ISA_LD_MS_FEEDBACK] = {STAT_LOADS},
    [ISA_LD_RAW_FEEDBACK] = {STAT_LOADS},
    [ISA_LD_STRUCTURED_FEEDBACK] = {STAT_LOADS},
    [ISA_LD_UAV_TYPED_FEEDBACK] = {STAT_LOADS},
    [ISA_SAMPLE_L_FEEDBACK] = {STAT_LOADS},
    [ISA_STORE_RAW] = {STAT_STORES},
    [ISA_STORE_STRUCTURED] = {STAT_STORES},
    [ISA_STORE_UAV_TYPED] = {STAT_STORES},
    [ISA_SYNC] = {STAT_BARRIERS},
};

static bool names_file(const struct program_instr *instr, uint8_t file)
{
    for (unsigned i = 0; i < instr->operand_count; i++)
        if (instr->operands[i].file == file)
            return true;
    return false;
}

/* A branch on a constant counts as static: all threads go the same way. */
static bool is_static_flow(const struct program_instr *instr)
{
    return instr->operand_count == 0 || instr->opcode == ISA_CALL ||
           instr->operands[0].file == ISA_FILE_CBUFFER;
}

/* Plain moves are no arithmetic; a negating one is, and one that touches an x# counts as an array access. */
static bool counts_mov(const struct program_instr *instr, uint8_t word)
{
    if (instr->operand_count < 2)
        return false;
    bool array = names_file(instr, ISA_FILE_INDEXABLE_TEMP);
    if (word == STAT_ARRAY)
        return array;
    return !array && instr->operands[1].modifier == ISA_MODIFIER_NEG && !instr_saturates(instr);
}

/* Whether an instruction of an opcode that counts in `word` does so. */
static bool counts(const struct program_instr *instr, uint8_t word)
{
    switch (word) {
    case STAT_STATIC_FLOW: return is_static_flow(instr);
    case STAT_DYNAMIC_FLOW: return !is_static_flow(instr);
    case STAT_LOADS:
    case STAT_STORES: return !names_file(instr, ISA_FILE_TGSM);
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
    for (unsigned i = 0; i < 2; i++) {
        uint8_t word = words_of[instr->opcode][i];
        if (word && counts(instr, word))
            out->word[word]++;
    }
    out->word[STAT_INTERLOCKED] += isa_op(instr->opcode)->group == ISA_GROUP_ATOMIC;
}

/* Words that hold a declaration's control field, or its first DWORD. */
static const struct declared {
    uint16_t opcode;
    uint8_t word;
    uint8_t stages; /* bit 1 << isa_stage */
    uint8_t bias;
} declared[] = {
    {ISA_DCL_GS_INPUT_PRIMITIVE, STAT_INPUT_PRIMITIVE, 1 << ISA_GEOMETRY, 0},
    {ISA_DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY, STAT_GS_OUTPUT, 1 << ISA_GEOMETRY, 0},
    {ISA_DCL_MAX_OUTPUT_VERTEX_COUNT, STAT_GS_MAX_VERTICES, 1 << ISA_GEOMETRY, 0},
    {ISA_DCL_GS_INSTANCE_COUNT, STAT_GS_INSTANCES, 1 << ISA_GEOMETRY, 0},
    {ISA_DCL_INPUT_CONTROL_POINT_COUNT, STAT_INPUT_PRIMITIVE, 1 << ISA_HULL, PATCH_PRIMITIVE},
    {ISA_DCL_INPUT_CONTROL_POINT_COUNT, STAT_CONTROL_POINTS, 1 << ISA_DOMAIN, 0},
    {ISA_DCL_OUTPUT_CONTROL_POINT_COUNT, STAT_CONTROL_POINTS, 1 << ISA_HULL, 0},
    {ISA_DCL_TESS_OUTPUT_PRIMITIVE, STAT_HS_OUTPUT_PRIMITIVE, 1 << ISA_HULL, 0},
    {ISA_DCL_TESS_PARTITIONING, STAT_HS_PARTITIONING, 1 << ISA_HULL, 0},
    {ISA_DCL_TESS_DOMAIN, STAT_DOMAIN, 1 << ISA_HULL | 1 << ISA_DOMAIN, 0},
};

static uint32_t declared_value(const struct program_instr *instr)
{
    enum isa_control control = isa_op(instr->opcode)->control;
    if (control != ISA_CONTROL_NONE)
        return isa_control_value(control, instr->controls);
    return instr->dword_count ? instr->dwords[0] : 0;
}

/* SV_SampleIndex or an input interpolated at samples makes a pixel shader run once a sample. */
static bool runs_per_sample(const struct program_instr *instr)
{
    if (instr->opcode == ISA_DCL_INPUT_PS_SGV)
        return instr->dword_count && instr->dwords[0] == SYSTEM_VALUE_SAMPLE_INDEX;
    return instr->opcode == ISA_DCL_INPUT_PS &&
           isa_control_value(ISA_CONTROL_INTERPOLATION, instr->controls) >= INTERPOLATION_SAMPLE;
}

static void count_declaration(const struct sm5_program *program, const struct program_instr *instr,
                              struct program_statistics *out)
{
    for (size_t i = 0; i < BASE_COUNT(declared); i++)
        if (declared[i].opcode == instr->opcode && declared[i].stages >> program->stage & 1)
            out->word[declared[i].word] = declared_value(instr) + declared[i].bias;
    if (runs_per_sample(instr))
        out->word[STAT_SAMPLE_FREQUENCY] = 1;
    bool in_or_out = instr->opcode >= ISA_DCL_INPUT && instr->opcode <= ISA_DCL_OUTPUT_SIV;
    out->word[STAT_DECLARATIONS] += in_or_out && program->stage != ISA_HULL;
}

void dxbc_make_statistics(const struct sm5_program *program, struct program_statistics *out)
{
    *out = (struct program_statistics){.words = program->major >= 5 ? WORDS_SM5 : WORDS_SM4};
    /* Of a hull shader only the control point phase goes into the classes. */
    bool counted = program->stage != ISA_HULL;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (program->stage == ISA_HULL && isa_op(instr->opcode)->group == ISA_GROUP_HULL)
            counted = instr->opcode == ISA_HS_CONTROL_POINT_PHASE;
        count_declaration(program, instr, out);
        if (isa_is_declaration(instr->opcode) || !isa_is_executable(instr->opcode))
            continue;
        out->word[STAT_INSTRUCTIONS] += instr->opcode != ISA_LABEL;
        if (counted)
            count_classes(instr, out);
    }
    out->word[STAT_TEMPS] = program->decls.temps;
    out->word[STAT_ICB_ROWS] = program->decls.icb_rows;
    for (uint32_t i = 0; i < program->decls.indexable_count; i++)
        out->word[STAT_ARRAY_WORDS] += program->decls.indexables[i].size;
}
