/* Texture instructions: sampling, gathers, loads, accesses to typed u# textures, queries. */
#include "program/program_texture.h"

#include "base/base.h"

bool program_is_texture(const struct program_resource *resource)
{
    return resource->file != ISA_FILE_TGSM && isa_dimensions[resource->dimension].is_texture;
}

/* ---- operands ---- */

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

/* Return forms in the numbering of resinfo: float, rcpFloat, uint. sampleinfo has one bit for uint. */
static uint8_t form_of(const struct program_instr *instr)
{
    enum { FLOAT, RCPFLOAT, UINT };
    uint32_t value = isa_control_value((enum isa_control)isa_op(instr->opcode)->control, instr->controls);
    if (instr->opcode == ISA_SAMPLE_INFO)
        return value ? UINT : FLOAT;
    return value == RCPFLOAT || value == UINT ? (uint8_t)value : FLOAT;
}

static void add_reads(struct program_texture *t, unsigned operand, unsigned read, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        t->reads[read + i].operand = (uint8_t)operand;
        t->reads[read + i].position = (uint8_t)i;
    }
}

/* Texture coordinates and the array slice; in ld the last component is the mip level. */
static void add_coords(struct program_texture *t, unsigned operand)
{
    if (operand == PROGRAM_NO_OPERAND)
        return;
    add_reads(t, operand, READ_COORD, t->axes + isa_dimensions[t->dimension].layers);
    if (t->opcode == ISA_LD || t->opcode == ISA_LD_FEEDBACK) {
        t->reads[READ_COORD + 3].operand = (uint8_t)operand;
        t->reads[READ_COORD + 3].position = 3;
    }
}

static void add_sources(struct program_texture *t, const struct isa_op *row)
{
    static const uint8_t read_of[] = {
        [ISA_MEANING_VALUE] = READ_VALUE,
        [ISA_MEANING_INDEX] = READ_INDEX,
        [ISA_MEANING_OFFSET] = READ_OFFSET,
        [ISA_MEANING_LOD] = READ_LOD,
        [ISA_MEANING_BIAS] = READ_BIAS,
        [ISA_MEANING_CLAMP] = READ_CLAMP,
        [ISA_MEANING_REFERENCE] = READ_REFERENCE,
        [ISA_MEANING_DDX] = READ_DDX,
        [ISA_MEANING_DDY] = READ_DDY,
    };
    unsigned values = 0; /* cmp_store has two of one component, a store one of four */
    for (unsigned i = 0; i < row->operand_count; i++) {
        const struct isa_operand *source = &row->operands[i];
        bool is_value = source->meaning == ISA_MEANING_VALUE;
        bool is_derivative = source->meaning == ISA_MEANING_DDX || source->meaning == ISA_MEANING_DDY;
        unsigned width = source->meaning == ISA_MEANING_OFFSET ? 2 : is_derivative ? t->axes : source->count;
        if (source->meaning)
            add_reads(t, i, read_of[source->meaning] + (is_value ? values++ : 0), width);
        t->compares |= source->meaning == ISA_MEANING_REFERENCE;
    }
}

/* Bits 12:9, 16:13 and 20:17 of the extended opcode token: signed numbers of 4 bits. */
static void add_offsets(struct program_texture *t, const struct program_instr *instr)
{
    const uint32_t *token = instr_extended(instr, ISA_EXT_OFFSETS);
    for (unsigned i = 0; token && i < 3; i++)
        t->offset[i] = (int8_t)((int32_t)(*token << (19 - 4 * i)) >> 28);
}

uint8_t program_texture_dimension(const struct program_instr *instr)
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
    if (!isa_takes(row, ISA_DIM_TEXTURE2D) && !isa_takes(row, ISA_DIM_TEXTURE2DMS))
        return false;
    const struct isa_dimension_info *info = &isa_dimensions[dimension];
    *out = (struct program_texture){.kind = row->access,
                                    .opcode = instr->opcode,
                                    .dimension = dimension,
                                    .form = form_of(instr),
                                    .axes = info->is_texture ? info->coordinates : 2,
                                    .derives = (row->flags & ISA_QUAD) != 0,
                                    .texture = (uint8_t)texture_operand(row),
                                    .sampler = (uint8_t)find_role(row, ISA_ROLE_SAMPLER, 0),
                                    .dst = (uint8_t)find_role(row, ISA_ROLE_DST, 0),
                                    .status = (uint8_t)find_role(row, ISA_ROLE_DST, 1)};
    memset(out->reads, PROGRAM_NO_OPERAND, sizeof out->reads);
    if (out->sampler != PROGRAM_NO_OPERAND)
        out->component = (uint8_t)operand_component(&instr->operands[out->sampler], 0);
    add_coords(out, find_role(row, ISA_ROLE_ADDR, 0));
    add_sources(out, row);
    add_offsets(out, instr);
    return true;
}
