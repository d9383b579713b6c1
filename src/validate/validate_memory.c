/* Accesses to t#, u#, g# and s# match their declarations. */
#include "validate/validate_state.h"

/* ---- layouts ---- */

static const char *layout_name(uint8_t dimension)
{
    const char *name = isa_name(ISA_NAMES_DIMENSION, dimension);
    return name ? name : "unknown";
}

static void check_layout(struct validate *v, const struct program_resource *resource,
                         const struct isa_op *row)
{
    if (!isa_takes(row, resource->dimension))
        VALIDATE_REPORT(v, VALIDATE_LAYOUT, row->mnemonic, isa_file(resource->file)->text, resource->id,
                        layout_name(resource->dimension),
                        isa_resource((enum isa_resource)row->resource)->expected, validate_clause(row));
}

/* ---- dimension and types ---- */

/* _indexable(dimension, stride)(types) repeats the declaration (tokens of SM5.0). */
static void check_indexable(struct validate *v, const struct program_instr *instr,
                            const struct program_resource *resource)
{
    const uint32_t *token = instr_extended(instr, ISA_EXT_DIMENSION);
    if (!token)
        return;
    uint32_t dimension = *token >> 6 & 0x1f, stride = *token >> 11 & 0xfff;
    bool strides = dimension == ISA_DIM_STRUCTURED && stride != resource->stride;
    if (dimension != resource->dimension || strides)
        VALIDATE_REPORT(v, VALIDATE_INDEXABLE, isa_file(resource->file)->text, resource->id,
                        layout_name(resource->dimension), resource->stride);
}

/* Atomics on typed views require integers (D3D11.3 22.17.8); fxc exchanges floats too. */
static void check_atomic_type(struct validate *v, const struct program_instr *instr,
                              const struct program_resource *resource, const struct isa_op *row)
{
    uint32_t type = resource->return_types & 0xf;
    if (instr->opcode == ISA_IMM_ATOMIC_EXCH && type == ISA_RETURN_FLOAT)
        return;
    bool typed = resource->dimension != ISA_DIM_RAW && resource->dimension != ISA_DIM_STRUCTURED;
    if (typed && type != ISA_RETURN_UINT && type != ISA_RETURN_SINT)
        VALIDATE_REPORT(v, VALIDATE_ATOMIC_TYPE, row->mnemonic, resource->id, validate_clause(row));
}

static bool compares(const struct isa_op *row)
{
    for (unsigned i = 0; i < row->operand_count; i++)
        if (row->operands[i].meaning == ISA_MEANING_REFERENCE)
            return true;
    return false;
}

/* Maxima and minima are signed or unsigned (D3D11.3 22.17.13 to 22.17.16, 22.17.25 to 22.17.28). */
static void check_atomic_sign(struct validate *v, const struct program_resource *resource,
                              const struct isa_op *row)
{
    uint32_t type = resource->return_types & 0xf, wanted = type;
    if (row->atomic == ISA_ATOMIC_OP_IMAX || row->atomic == ISA_ATOMIC_OP_IMIN)
        wanted = ISA_RETURN_SINT;
    else if (row->atomic == ISA_ATOMIC_OP_UMAX || row->atomic == ISA_ATOMIC_OP_UMIN)
        wanted = ISA_RETURN_UINT;
    bool integer = type == ISA_RETURN_UINT || type == ISA_RETURN_SINT;
    if (resource->dimension != ISA_DIM_RAW && resource->dimension != ISA_DIM_STRUCTURED && integer &&
        type != wanted)
        VALIDATE_REPORT(v, VALIDATE_ATOMIC_SIGN, row->mnemonic, resource->id,
                        wanted == ISA_RETURN_SINT ? "sint" : "uint", validate_clause(row));
}

/* Integers cannot be filtered. Gathers and ldms do not filter. */
static void check_sampled_type(struct validate *v, const struct program_resource *resource,
                               const struct isa_op *row)
{
    uint32_t type = resource->return_types & 0xf;
    bool filters = row->operand_count && row->operands[0].type == ISA_TYPE_F;
    if (filters && resource->file == ISA_FILE_SRV && (type == ISA_RETURN_UINT || type == ISA_RETURN_SINT))
        VALIDATE_REPORT(v, VALIDATE_SAMPLED_TYPE, row->mnemonic, resource->id, validate_clause(row));
}

/* _aoffimmi(u,v,w): not on buffers and cubes (D3D11.3 22.4.6, 22.4.15). */
static void check_texel_offsets(struct validate *v, const struct program_instr *instr,
                                const struct program_resource *resource, const struct isa_op *row)
{
    bool accepted =
        isa_dimensions[resource->dimension].is_texture && !isa_dimensions[resource->dimension].is_cube;
    if (instr_extended(instr, ISA_EXT_OFFSETS) && !accepted)
        VALIDATE_REPORT(v, VALIDATE_TEXEL_OFFSET, row->mnemonic, layout_name(resource->dimension),
                        validate_clause(row));
}

/* ---- literal offsets ---- */

static unsigned words_of(const struct program_instr *instr, const struct isa_layout *at)
{
    const struct program_operand *memory = &instr->operands[at->memory];
    if (!at->dsts)
        return (unsigned)__builtin_popcount(operand_write_mask(memory));
    unsigned words = 0;
    uint32_t mask = operand_write_mask(&instr->operands[at->dst]);
    for (unsigned c = 0; c < 4; c++)
        if ((mask >> c & 1) && operand_component(memory, c) >= words)
            words = operand_component(memory, c) + 1;
    return words;
}

static void check_offset(struct validate *v, const struct program_instr *instr,
                         const struct program_resource *resource, const struct isa_op *row)
{
    struct isa_layout at = isa_layout(row);
    bool structured = resource->dimension == ISA_DIM_STRUCTURED && at.addresses == 2;
    bool raw = resource->dimension == ISA_DIM_RAW && at.addresses == 1 && row->form == ISA_FORM_MEMORY;
    if (!structured && !raw)
        return;
    unsigned k = structured ? at.offset : at.address;
    const struct program_operand *operand = &instr->operands[k];
    if (operand->file != ISA_FILE_IMM32)
        return;
    v->operand = (int)k;
    uint64_t end = (uint64_t)(operand->imm[0] & ~3u) + 4 * words_of(instr, &at);
    if (operand->imm[0] % 4)
        VALIDATE_REPORT(v, VALIDATE_OFFSET_ALIGNMENT, operand->imm[0]);
    else if (structured && end > resource->stride)
        VALIDATE_REPORT(v, VALIDATE_OFFSET_STRIDE, (unsigned)end, resource->stride, validate_clause(row));
}

/* A program either increments or decrements a counter (D3D11.3 5.3.10). */
static void check_counter(struct validate *v, const struct program_instr *instr,
                          const struct program_resource *resource)
{
    enum { ALLOC = 1, CONSUME = 2 };
    uint8_t *uses = &v->counter_uses[resource - v->program->decls.resources];
    uint8_t before = *uses;
    *uses |= instr->opcode == ISA_IMM_ATOMIC_ALLOC ? ALLOC : CONSUME;
    if (before != *uses && *uses == (ALLOC | CONSUME))
        VALIDATE_REPORT(v, VALIDATE_COUNTER, resource->id);
}

/* ---- samplers ---- */

/* Samplers of mode_mono are for sample_l in pixel shaders before Shader Model 5. */
static bool accepts_mono(const struct validate *v, const struct program_instr *instr)
{
    return instr->opcode == ISA_SAMPLE_L && v->program->stage == ISA_PIXEL && v->program->major < 5;
}

/* D3D11.3 22.3.34: comparisons require a comparison sampler, other instructions another mode. */
static void check_sampler(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        if (row->operands[k].role != ISA_ROLE_SAMPLER)
            continue;
        const struct program_resource *sampler = program_resource_of(v->program, &instr->operands[k]);
        bool comparison = compares(row);
        v->operand = (int)k;
        if (!sampler)
            continue;
        bool fits =
            comparison == (sampler->sampler_mode == ISA_SAMPLER_MODE_COMPARISON) || instr->opcode == ISA_LOD;
        if (!fits || (sampler->sampler_mode == ISA_SAMPLER_MODE_MONO && !accepts_mono(v, instr)))
            VALIDATE_REPORT(v, VALIDATE_SAMPLER_MODE, row->mnemonic,
                            comparison ? "mode_comparison" : "mode_default");
    }
}

void validate_memory(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    int view = isa_is_executable(instr->opcode) ? validate_view_operand(row) : -1;
    if (view < 0 || !row->resource)
        return;
    const struct program_resource *resource = program_resource_of(v->program, &instr->operands[view]);
    v->operand = view;
    if (!resource || (v->refused >> view & 1))
        return;
    check_layout(v, resource, row);
    check_indexable(v, instr, resource);
    check_texel_offsets(v, instr, resource, row);
    if (row->form == ISA_FORM_ATOMIC)
        check_atomic_type(v, instr, resource, row);
    if (row->form == ISA_FORM_ATOMIC)
        check_atomic_sign(v, resource, row);
    if (row->form == ISA_FORM_TEXTURE && (row->resource == ISA_RESOURCE_FILTERABLE || compares(row)))
        check_sampled_type(v, resource, row);
    if (row->form == ISA_FORM_COUNTER)
        check_counter(v, instr, resource);
    if (row->form == ISA_FORM_MEMORY)
        check_offset(v, instr, resource, row);
    check_sampler(v, instr, row);
}
