/* Rows that work on textures: sampling, loads by coordinates, accesses of typed u# textures, queries. */
#include "interp/plan.h"
#include "texture/texture.h"

static const struct program_instr *instr_of(const struct plan_builder *b)
{
    return &b->program->instrs[b->at];
}

bool plan_is_texture(const struct program_resource *resource)
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
    uint8_t sources[3]; /* enum plan_texture_read + 1; 0: no more */
} rows[] = {
    {ISA_LD, PLAN_TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_FEEDBACK, PLAN_TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_UAV_TYPED, PLAN_TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_UAV_TYPED_FEEDBACK, PLAN_TEXTURE_LOAD, false, false, {0}},
    {ISA_LD_MS, PLAN_TEXTURE_LOAD, false, false, {READ_INDEX + 1}},
    {ISA_LD_MS_FEEDBACK, PLAN_TEXTURE_LOAD, false, false, {READ_INDEX + 1}},
    {ISA_STORE_UAV_TYPED, PLAN_TEXTURE_STORE, false, false, {READ_VALUE + 1}},
    {ISA_SAMPLE, PLAN_TEXTURE_SAMPLE, true, false, {0}},
    {ISA_SAMPLE_CLAMP_FEEDBACK, PLAN_TEXTURE_SAMPLE, true, false, {READ_CLAMP + 1}},
    {ISA_SAMPLE_B, PLAN_TEXTURE_SAMPLE, true, false, {READ_BIAS + 1}},
    {ISA_SAMPLE_B_CLAMP_FEEDBACK, PLAN_TEXTURE_SAMPLE, true, false, {READ_BIAS + 1, READ_CLAMP + 1}},
    {ISA_SAMPLE_C, PLAN_TEXTURE_SAMPLE, true, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_C_CLAMP_FEEDBACK, PLAN_TEXTURE_SAMPLE, true, true, {READ_REFERENCE + 1, READ_CLAMP + 1}},
    {ISA_SAMPLE_C_LZ, PLAN_TEXTURE_SAMPLE, false, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_C_LZ_FEEDBACK, PLAN_TEXTURE_SAMPLE, false, true, {READ_REFERENCE + 1}},
    {ISA_SAMPLE_L, PLAN_TEXTURE_SAMPLE, false, false, {READ_LOD + 1}},
    {ISA_SAMPLE_L_FEEDBACK, PLAN_TEXTURE_SAMPLE, false, false, {READ_LOD + 1}},
    {ISA_SAMPLE_D, PLAN_TEXTURE_SAMPLE, false, false, {READ_DDX + 1, READ_DDY + 1}},
    {ISA_SAMPLE_D_CLAMP_FEEDBACK,
     PLAN_TEXTURE_SAMPLE,
     false,
     false,
     {READ_DDX + 1, READ_DDY + 1, READ_CLAMP + 1}},
    {ISA_LOD, PLAN_TEXTURE_LOD, true, false, {0}},
    {ISA_GATHER4, PLAN_TEXTURE_GATHER, false, false, {0}},
    {ISA_GATHER4_FEEDBACK, PLAN_TEXTURE_GATHER, false, false, {0}},
    {ISA_GATHER4_C, PLAN_TEXTURE_GATHER, false, true, {READ_REFERENCE + 1}},
    {ISA_GATHER4_C_FEEDBACK, PLAN_TEXTURE_GATHER, false, true, {READ_REFERENCE + 1}},
    {ISA_GATHER4_PO, PLAN_TEXTURE_GATHER, false, false, {READ_OFFSET + 1}},
    {ISA_GATHER4_PO_FEEDBACK, PLAN_TEXTURE_GATHER, false, false, {READ_OFFSET + 1}},
    {ISA_GATHER4_PO_C, PLAN_TEXTURE_GATHER, false, true, {READ_OFFSET + 1, READ_REFERENCE + 1}},
    {ISA_GATHER4_PO_C_FEEDBACK, PLAN_TEXTURE_GATHER, false, true, {READ_OFFSET + 1, READ_REFERENCE + 1}},
    {ISA_RESINFO, PLAN_TEXTURE_SIZE, false, false, {READ_INDEX + 1}},
    {ISA_SAMPLE_INFO, PLAN_TEXTURE_SAMPLES, false, false, {0}},
    {ISA_SAMPLE_POS, PLAN_TEXTURE_POSITION, false, false, {READ_INDEX + 1}},
};

static const struct row atomic_row = {0, PLAN_TEXTURE_ATOMIC, false, false, {0}};

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

static void take_results(struct plan_builder *b, const struct program_operand *memory, unsigned operand,
                         struct plan_texture *t)
{
    const struct program_operand *dst = &instr_of(b)->operands[operand];
    uint32_t mask = operand_write_mask(dst);
    for (unsigned c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        bool is_atomic = t->kind == PLAN_TEXTURE_ATOMIC;
        t->word[t->count] = is_atomic ? 0 : (uint8_t)operand_component(memory, c);
        t->column[t->count++] = plan_result(b, dst, c);
    }
}

static void take_status(struct plan_builder *b, unsigned operand, struct plan_texture *t)
{
    const struct program_operand *dst = &instr_of(b)->operands[operand];
    uint32_t mask = operand_write_mask(dst);
    if (mask)
        t->status = plan_result(b, dst, (unsigned)__builtin_ctz(mask));
}

static void take_source(struct plan_builder *b, unsigned operand, unsigned read, unsigned count,
                        struct plan_texture *t)
{
    for (unsigned i = 0; i < count; i++)
        t->reads[read + i] = plan_source(b, operand, i);
}

/* Texture coordinates and the layer; ld has the mip behind them. */
static void take_coords(struct plan_builder *b, unsigned operand, uint8_t dimension, struct plan_texture *t)
{
    unsigned count = axes_of(dimension) + is_array(dimension);
    uint16_t opcode = instr_of(b)->opcode;
    take_source(b, operand, READ_COORD, count, t);
    if (opcode == ISA_LD || opcode == ISA_LD_FEEDBACK)
        t->reads[READ_COORD + 3] = plan_source(b, operand, 3);
    uint8_t file = instr_of(b)->operands[operand].file;
    t->whole = file == ISA_FILE_INPUT || file == ISA_FILE_IMM32 || file == ISA_FILE_CBUFFER;
}

static void take_sampler(struct plan_builder *b, unsigned operand, struct plan_texture *t)
{
    const struct program_operand *sampler = &instr_of(b)->operands[operand];
    plan_resource(b, sampler, &t->sampler, &t->sampler_reg);
    t->component = (uint8_t)operand_component(sampler, 0);
}

/* Bits 12:9, 16:13 and 20:17 of the extended opcode token: signed numbers of 4 bits. */
static void take_offsets(struct plan_builder *b, struct plan_texture *t)
{
    const uint32_t *token = instr_extended(instr_of(b), ISA_EXT_OFFSETS);
    for (unsigned i = 0; token && i < 3; i++)
        t->offset[i] = (int8_t)((int32_t)(*token << (19 - 4 * i)) >> 28);
}

/* Of a texture that is declared nowhere the instruction alone tells (_indexable). */
static uint8_t said_dimension(const struct program_instr *instr)
{
    enum { DIMENSION_SHIFT = 6, DIMENSION_MASK = 31 };
    const uint32_t *token = instr_extended(instr, ISA_EXT_DIMENSION);
    return token ? (uint8_t)(*token >> DIMENSION_SHIFT & DIMENSION_MASK) : ISA_DIM_TEXTURE2D;
}

/* The texture, or the rasterizer of sampleinfo and samplepos. */
static bool take_texture(struct plan_builder *b, unsigned operand, uint8_t *dimension, struct plan_texture *t)
{
    const struct program_operand *texture = &instr_of(b)->operands[operand];
    if (texture->file == ISA_FILE_RASTERIZER)
        return true;
    if (!plan_resource(b, texture, &t->slot, &t->reg))
        return false;
    if (t->slot == PLAN_BY_LANE) {
        *dimension = said_dimension(instr_of(b));
        return true;
    }
    const struct program_resource *declared = &b->program->decls.resources[t->slot];
    *dimension = declared->dimension;
    return plan_is_texture(declared) || PLAN_FAIL(b, INTERP_RESOURCE, isa_op(instr_of(b)->opcode)->mnemonic,
                                                  isa_file(declared->file)->text, declared->id);
}

/* The operand of a role, or PLAN_NONE; `nth` counts from 0. */
static unsigned find_role(const struct isa_op *row, enum isa_role role, unsigned nth)
{
    for (unsigned i = 0; i < row->operand_count; i++)
        if (row->operands[i].role == role && nth-- == 0)
            return i;
    return PLAN_NONE;
}

static unsigned texture_operand(const struct isa_op *row)
{
    static const enum isa_role roles[] = {ISA_ROLE_SRV,     ISA_ROLE_UAV, ISA_ROLE_VIEW,
                                          ISA_ROLE_SAMPLED, ISA_ROLE_MEM, ISA_ROLE_WMEM};
    for (unsigned i = 0; i < BASE_COUNT(roles); i++)
        if (find_role(row, roles[i], 0) != PLAN_NONE)
            return find_role(row, roles[i], 0);
    return 0;
}

static void take_sources(struct plan_builder *b, const struct row *how, uint8_t dimension,
                         struct plan_texture *t)
{
    const struct isa_op *row = isa_op(instr_of(b)->opcode);
    unsigned operand;
    for (unsigned i = 0; (operand = find_role(row, ISA_ROLE_SRC, i)) != PLAN_NONE; i++) {
        unsigned read = how->kind == PLAN_TEXTURE_ATOMIC ? READ_VALUE + i : how->sources[i] - 1u;
        unsigned width = how->kind == PLAN_TEXTURE_ATOMIC ? 1 : width_of(read, axes_of(dimension));
        take_source(b, operand, read, width, t);
    }
}

static uint8_t form_of(const struct program_instr *instr)
{
    uint32_t value = isa_control_value((enum isa_control)isa_op(instr->opcode)->control, instr->controls);
    if (instr->opcode == ISA_SAMPLE_INFO)
        return value ? TEXTURE_UINT : TEXTURE_FLOAT;
    return value == TEXTURE_RCPFLOAT ? TEXTURE_RCPFLOAT
           : value == TEXTURE_UINT   ? TEXTURE_UINT
                                     : TEXTURE_FLOAT;
}

static void take_derivatives(struct plan_builder *b, uint8_t dimension, struct plan_texture *t)
{
    for (unsigned i = 0; i < axes_of(dimension); i++) {
        t->reads[READ_DDX + i] = plan_scratch(b);
        t->reads[READ_DDY + i] = plan_scratch(b);
    }
}

static void lower(struct plan_builder *b, const struct row *how, struct plan_texture *t)
{
    const struct isa_op *row = isa_op(instr_of(b)->opcode);
    uint8_t dimension = ISA_DIM_TEXTURE2DMS;
    unsigned memory = texture_operand(row), found;
    if (!take_texture(b, memory, &dimension, t))
        return;
    t->dimension = dimension;
    if ((found = find_role(row, ISA_ROLE_ADDR, 0)) != PLAN_NONE)
        take_coords(b, found, dimension, t);
    if ((found = find_role(row, ISA_ROLE_SAMPLER, 0)) != PLAN_NONE)
        take_sampler(b, found, t);
    take_sources(b, how, dimension, t);
    if (how->derives)
        take_derivatives(b, dimension, t);
    take_offsets(b, t);
    if ((found = find_role(row, ISA_ROLE_DST, 0)) != PLAN_NONE)
        take_results(b, &instr_of(b)->operands[memory], found, t);
    if ((found = find_role(row, ISA_ROLE_DST, 1)) != PLAN_NONE)
        take_status(b, found, t);
}

void plan_texture_op(struct plan_builder *b, struct plan_op *op)
{
    const struct row *how = find_row(op->opcode);
    struct plan_texture t = {.slot = PLAN_NONE, .sampler = PLAN_NONE, .status = PLAN_NONE};
    t.reg.index = t.sampler_reg.index = PLAN_NONE;
    memset(t.reads, 0xff, sizeof t.reads);
    if (!how) { /* ld_structured and the like on a texture */
        unsigned memory = texture_operand(isa_op(op->opcode));
        const struct program_operand *operand = &instr_of(b)->operands[memory];
        PLAN_FAIL(b, INTERP_RESOURCE, isa_op(op->opcode)->mnemonic, isa_file(operand->file)->text,
                  (uint32_t)operand->index[0].imm);
        return;
    }
    t.kind = how->kind;
    t.derives = how->derives;
    t.compares = how->compares;
    t.form = form_of(instr_of(b));
    if (t.kind == PLAN_TEXTURE_ATOMIC)
        t.atomic = plan_atomic_of(op->opcode);
    lower(b, how, &t);
    op->run = RUN_TEXTURE;
    op->memory = (uint32_t)b->plan->textures.count;
    if (!VEC_PUSH(&b->plan->textures, t))
        plan_fail(b, SM5_ERR_MEMORY);
}
