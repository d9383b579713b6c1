/* Rows that work on textures: sampling, loads by coordinates, accesses of typed u# textures, queries. */
#include "program/program_texture.h"

#include "base/base.h"

bool program_is_texture(const struct program_resource *resource)
{
    return resource->file != ISA_FILE_TGSM && resource->dimension >= ISA_DIM_TEXTURE1D &&
           resource->dimension <= ISA_DIM_TEXTURECUBEARRAY;
}

/* ---- what each row does ---- */

/* What the scalar and vector sources behind the sampler mean, in order. */
static const struct row {
    uint16_t opcode;
    uint8_t kind;
    bool derives, compares;
    uint8_t sources[3]; /* enum texture_read + 1; 0: no more */
} rows[] = {
    {ISA_LD, TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_FEEDBACK, TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_UAV_TYPED, TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_UAV_TYPED_FEEDBACK, TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_MS, TEXTURE_LOAD, false, false, {READ_INDEX + 1}},
    {ISA_LD_MS_FEEDBACK, TEXTURE_LOAD, false, false, {READ_INDEX + 1}},
    {ISA_STORE_UAV_TYPED, TEXTURE_STORE, false, false, {READ_VALUE + 1}},
    {ISA_SAMPLE, TEXTURE_SAMPLE, true, false, {0}},
    {ISA_SAMPLE_CLAMP_FEEDBACK, TEXTURE_SAMPLE, true, false, {READ_CLAMP + 1}},
    {ISA_SAMPLE_B, TEXTURE_SAMPLE, true, false, {READ_BIAS + 1}},
    {ISA_SAMPLE_B_CLAMP_FEEDBACK, TEXTURE_SAMPLE, true, false, {READ_BIAS + 1, READ_CLAMP + 1}},
    {ISA_SAMPLE_C, TEXTURE_SAMPLE, true, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_C_CLAMP_FEEDBACK, TEXTURE_SAMPLE, true, true, {READ_REFERENCE + 1, READ_CLAMP + 1}},
    {ISA_SAMPLE_C_LZ, TEXTURE_SAMPLE, false, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_C_LZ_FEEDBACK, TEXTURE_SAMPLE, false, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_L, TEXTURE_SAMPLE, false, false, {READ_LOD + 1}},
    {ISA_SAMPLE_L_FEEDBACK, TEXTURE_SAMPLE, false, false, {READ_LOD + 1}},
    {ISA_SAMPLE_D, TEXTURE_SAMPLE, false, false, {READ_DDX + 1, READ_DDY + 1}},
    {ISA_SAMPLE_D_CLAMP_FEEDBACK, TEXTURE_SAMPLE, false, false, {READ_DDX + 1, READ_DDY + 1, READ_CLAMP + 1}},
    {ISA_LOD, TEXTURE_LOD, true, false, {0}},
    {ISA_GATHER4, TEXTURE_GATHER, false, false, {0}},
    {ISA_GATHER4_FEEDBACK, TEXTURE_GATHER, false, false, {0}},
    {ISA_GATHER4_C, TEXTURE_GATHER, false, true, {READ_REFERENCE + 1}},
    {ISA_GATHER4_C_FEEDBACK, TEXTURE_GATHER, false, true, {READ_REFERENCE + 1}},
    {ISA_GATHER4_PO, TEXTURE_GATHER, false, false, {READ_OFFSET + 1}},
    {ISA_GATHER4_PO_FEEDBACK, TEXTURE_GATHER, false, false, {READ_OFFSET + 1}},
    {ISA_GATHER4_PO_C, TEXTURE_GATHER, false, true, {READ_OFFSET + 1, READ_REFERENCE + 1}},
    {ISA_GATHER4_PO_C_FEEDBACK, TEXTURE_GATHER, false, true, {READ_OFFSET + 1, READ_REFERENCE + 1}},
    {ISA_RESINFO, TEXTURE_SIZE, false, false, {READ_INDEX + 1}},
    {ISA_SAMPLE_INFO, TEXTURE_SAMPLES, false, false, {0}},
    {ISA_SAMPLE_POS, TEXTURE_POSITION, false, false, {READ_INDEX + 1}},
};

static const struct row atomic_row = {0, TEXTURE_ATOMIC, false, false, {0}};

static const struct row *find_row(uint16_t opcode)
{
    if (isa_op(opcode)->form == ISA_FORM_ATOMIC)
        return &atomic_row;
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].opcode == opcode)
            return &rows[i];
    return NULL;
}

/* How many components of an operand `read` are wanted. */
static unsigned width_of(unsigned read, unsigned axes)
{
    switch (read) {
    case READ_DDX:
    case READ_DDY: return axes;
    case READ_OFFSET: return 2;
    case READ_VALUE: return 4;
    default: return 1;
    }
}

/* ---- operands ---- */

/* Coordinates of a direction or of texels. */
static unsigned axes_of(uint8_t dimension)
{
    switch (dimension) {
    case ISA_DIM_TEXTURE1D:
    case ISA_DIM_TEXTURE1DARRAY: return 1;
    case ISA_DIM_TEXTURE3D:
    case ISA_DIM_TEXTURECUBE:
    case ISA_DIM_TEXTURECUBEARRAY: return 3;
    default: return 2;
    }
}

static bool is_array(uint8_t dimension)
{
    return dimension == ISA_DIM_TEXTURE1DARRAY || dimension == ISA_DIM_TEXTURE2DARRAY ||
           dimension == ISA_DIM_TEXTURE2DMSARRAY || dimension == ISA_DIM_TEXTURECUBEARRAY;
}

/* The operand of a role, or PROGRAM_NO_OPERAND; `nth` counts from 0. */
static unsigned find_role(const struct isa_op *row, enum isa_role role, unsigned nth)
{
    for (unsigned i = 0; i < row->operand_count; i++)
        if (row->operands[i].role == role && nth-- == 0)
            return i;
    return PROGRAM_NO_OPERAND;
}

static unsigned texture_operand(const struct isa_op *row)
{
    static const enum isa_role roles[] = {ISA_ROLE_SRV,     ISA_ROLE_UAV, ISA_ROLE_VIEW,
                                          ISA_ROLE_SAMPLED, ISA_ROLE_MEM, ISA_ROLE_WMEM};
    for (unsigned i = 0; i < BASE_COUNT(roles); i++)
        if (find_role(row, roles[i], 0) != PROGRAM_NO_OPERAND)
            return find_role(row, roles[i], 0);
    return 0;
}

/* Return forms, as the token numbers them: float, rcpFloat, uint. sampleinfo has one bit for the last. */
static uint8_t form_of(const struct program_instr *instr)
{
    enum { FLOAT, RCPFLOAT, UINT };
    uint32_t value = isa_control_value((enum isa_control)isa_op(instr->opcode)->control, instr->controls);
    if (instr->opcode == ISA_SAMPLE_INFO)
        return value ? UINT : FLOAT;
    return value == RCPFLOAT || value == UINT ? (uint8_t)value : FLOAT;
}

static void take(struct program_texture *t, unsigned operand, unsigned read, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        t->reads[read + i].operand = (uint8_t)operand;
        t->reads[read + i].position = (uint8_t)i;
    }
}

/* Texture coordinates and the layer; ld has the mip behind them. */
static void take_coords(struct program_texture *t, unsigned operand)
{
    if (operand == PROGRAM_NO_OPERAND)
        return;
    take(t, operand, READ_COORD, axes_of(t->dimension) + is_array(t->dimension));
    if (t->opcode == ISA_LD || t->opcode == ISA_LD_FEEDBACK) {
        t->reads[READ_COORD + 3].operand = (uint8_t)operand;
        t->reads[READ_COORD + 3].position = 3;
    }
}

static void take_sources(struct program_texture *t, const struct row *how)
{
    const struct isa_op *row = isa_op(t->opcode);
    unsigned operand;
    for (unsigned i = 0; (operand = find_role(row, ISA_ROLE_SRC, i)) != PROGRAM_NO_OPERAND; i++) {
        bool is_atomic = how->kind == TEXTURE_ATOMIC;
        unsigned read = is_atomic ? READ_VALUE + i : how->sources[i] - 1u;
        take(t, operand, read, is_atomic ? 1 : width_of(read, t->axes));
    }
}

/* Bits 12:9, 16:13 and 20:17 of the extended opcode token: signed numbers of 4 bits. */
static void take_offsets(struct program_texture *t, const struct program_instr *instr)
{
    const uint32_t *token = instr_extended(instr, ISA_EXT_OFFSETS);
    for (unsigned i = 0; token && i < 3; i++)
        t->offset[i] = (int8_t)((int32_t)(*token << (19 - 4 * i)) >> 28);
}

uint8_t program_texture_said(const struct program_instr *instr)
{
    enum { DIMENSION_SHIFT = 6, DIMENSION_MASK = 31 };
    const uint32_t *token = instr_extended(instr, ISA_EXT_DIMENSION);
    return token ? (uint8_t)(*token >> DIMENSION_SHIFT & DIMENSION_MASK) : ISA_DIM_TEXTURE2D;
}

unsigned program_texture_operand(const struct program_instr *instr)
{
    return texture_operand(isa_op(instr->opcode));
}

bool program_texture_of(const struct program_instr *instr, uint8_t dimension, struct program_texture *out)
{
    const struct isa_op *row = isa_op(instr->opcode);
    const struct row *how = find_row(instr->opcode);
    if (!how)
        return false;
    *out = (struct program_texture){.kind = how->kind,
                                    .opcode = instr->opcode,
                                    .dimension = dimension,
                                    .form = form_of(instr),
                                    .axes = (uint8_t)axes_of(dimension),
                                    .derives = how->derives,
                                    .compares = how->compares,
                                    .texture = (uint8_t)texture_operand(row),
                                    .sampler = (uint8_t)find_role(row, ISA_ROLE_SAMPLER, 0),
                                    .dst = (uint8_t)find_role(row, ISA_ROLE_DST, 0),
                                    .status = (uint8_t)find_role(row, ISA_ROLE_DST, 1)};
    memset(out->reads, PROGRAM_NO_OPERAND, sizeof out->reads);
    if (out->sampler != PROGRAM_NO_OPERAND)
        out->component = (uint8_t)operand_component(&instr->operands[out->sampler], 0);
    take_coords(out, find_role(row, ISA_ROLE_ADDR, 0));
    take_sources(out, how);
    take_offsets(out, instr);
    return true;
}
