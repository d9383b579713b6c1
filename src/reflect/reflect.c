/* Counts, resources, signatures and chunks of a program. */
#include "dxbc/dxbc.h"
#include "layout/layout.h"
#include "sm5/resource.h"

static uint32_t count_instructions(const struct sm5_program *program)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->instr_count; i++)
        count += !isa_is_declaration(program->instrs[i].opcode);
    return count;
}

void sm5_program_info(const struct sm5_program *program, struct sm5_info *info)
{
    const struct program_decls *decls = &program->decls;
    uint32_t instructions = count_instructions(program);
    *info = (struct sm5_info){
        .stage = isa_name(ISA_NAMES_STAGE, program->stage),
        .major = program->major,
        .minor = program->minor,
        .code_chunk = program->code_fourcc,
        .instructions = instructions,
        .declarations = program->instr_count - instructions,
        .temps = decls->temps,
        .thread_group = {decls->thread_group[0], decls->thread_group[1], decls->thread_group[2]},
        .tgsm_bytes = decls->tgsm_bytes,
        .global_flags = decls->global_flags,
        .features = program->has_features ? program->features : dxbc_make_features(program),
        .resources = decls->resource_count,
        .chunks = program->container.chunk_count,
        .inputs = program->signatures[PROGRAM_SIGNATURE_INPUT].count,
        .outputs = program->signatures[PROGRAM_SIGNATURE_OUTPUT].count,
        .patch_constants = program->signatures[PROGRAM_SIGNATURE_PATCH].count,
        .slots_used = program->statistics.words ? program->statistics.word[0] : 0,
        .from_container = program->container.present,
        .checksum_ok = program->container.checksum_ok,
    };
}

const char *sm5_global_flag_name(uint32_t bit)
{
    return isa_name(ISA_NAMES_GLOBAL_FLAG, bit);
}

const char *sm5_feature_name(uint32_t bit)
{
    return isa_name(ISA_NAMES_FEATURE, bit);
}

static const char *layout_name(const struct program_resource *resource)
{
    if (resource->file == ISA_FILE_CBUFFER)
        return "cbuffer";
    if (resource->file == ISA_FILE_SAMPLER)
        return "sampler";
    if (resource->dimension == ISA_DIM_STRUCTURED)
        return "structured";
    if (resource->dimension == ISA_DIM_RAW)
        return "raw";
    const char *name = isa_name(ISA_NAMES_DIMENSION, resource->dimension);
    return name ? name : "unknown";
}

static char kind_of(const struct program_resource *resource)
{
    switch (resource->file) {
    case ISA_FILE_SRV: return 't';
    case ISA_FILE_UAV: return 'u';
    case ISA_FILE_CBUFFER: return 'b';
    case ISA_FILE_SAMPLER: return 's';
    default: return 'g';
    }
}

bool sm5_resource_at(const struct sm5_program *program, uint32_t index, struct sm5_resource_info *info)
{
    if (index >= program->decls.resource_count)
        return false;
    const struct program_resource *resource = &program->decls.resources[index];
    const struct program_binding_info *binding = layout_binding_of(program, resource);
    *info = (struct sm5_resource_info){
        .kind = kind_of(resource),
        .layout = layout_name(resource),
        .name = binding ? binding->name : NULL,
        .reg = resource->lower,
        .last = resource->upper,
        .space = resource->space,
        .id = resource->id,
        .stride = resource->stride,
        .count = resource->count,
        .return_types = resource->return_types,
        .counter = resource->counted || resource->opc,
        .coherent = resource->glc,
        .ordered = resource->rov,
    };
    return true;
}

/* ---- formats ---- */

/* Use of a typed u#: atomics and loads of x imply a one-component format; other loads permit SEVERAL. */
enum typed_use { UNUSED, ONE_COMPONENT, SEVERAL };

static enum typed_use use_of(const struct program_instr *instr, uint32_t id)
{
    bool load = instr->opcode == ISA_LD_UAV_TYPED || instr->opcode == ISA_LD_UAV_TYPED_FEEDBACK;
    if (!load && isa_op(instr->opcode)->group != ISA_GROUP_ATOMIC)
        return UNUSED;
    for (unsigned i = 0; i < instr->operand_count; i++) {
        const struct program_operand *operand = &instr->operands[i];
        if (operand->file != ISA_FILE_UAV || !operand->index_count || operand->index[0].imm != id)
            continue;
        uint32_t mask = load ? operand_write_mask(&instr->operands[0]) : 0;
        for (unsigned c = 0; c < 4; c++)
            if (mask >> c & 1 && operand_component(operand, c) != 0)
                return SEVERAL;
        return ONE_COMPONENT;
    }
    return UNUSED;
}

sm5_format sm5_resource_format(const struct sm5_program *program, uint32_t index)
{
    enum { R32_FLOAT = 41, R32_UINT = 42, R32_SINT = 43 };
    static const sm5_format formats[] = {
        [ISA_RETURN_SINT] = R32_SINT, [ISA_RETURN_UINT] = R32_UINT, [ISA_RETURN_FLOAT] = R32_FLOAT};
    const struct program_decls *decls = &program->decls;
    const struct program_resource *resource = index < decls->resource_count ? &decls->resources[index] : NULL;
    uint32_t type = resource ? resource->return_types & 15 : 0;
    if (!resource || resource->file != ISA_FILE_UAV || resource->dimension == ISA_DIM_RAW ||
        resource->dimension == ISA_DIM_STRUCTURED || type >= BASE_COUNT(formats))
        return 0;
    enum typed_use use = UNUSED;
    for (uint32_t i = 0; i < program->instr_count && use != SEVERAL; i++) {
        enum typed_use of = use_of(&program->instrs[i], resource->id);
        use = of > use ? of : use;
    }
    return use == ONE_COMPONENT ? formats[type] : 0;
}

/* ---- signatures and chunks ---- */

bool sm5_element_at(const struct sm5_program *program, enum sm5_signature which, uint32_t index,
                    struct sm5_element_info *info)
{
    if ((unsigned)which >= PROGRAM_SIGNATURE_KINDS || index >= program->signatures[which].count)
        return false;
    const struct program_signature_element *element = &program->signatures[which].elements[index];
    /* rw_mask: components that are never written (OSGN), or that are read (ISGN). */
    bool complement =
        which == SM5_SIGNATURE_OUTPUT || (which == SM5_SIGNATURE_PATCH && program->stage == ISA_HULL);
    *info = (struct sm5_element_info){
        .semantic = element->name,
        .index = element->semantic_index,
        .system_value = element->system_value,
        .type = element->component_type,
        .reg = element->reg,
        .mask = element->mask,
        .used_mask = complement ? element->mask & ~element->rw_mask : element->rw_mask,
        .stream = element->stream,
    };
    return true;
}

bool sm5_chunk_at(const struct sm5_program *program, uint32_t index, struct sm5_chunk_info *info)
{
    if (index >= program->container.chunk_count)
        return false;
    const struct program_chunk *chunk = &program->container.chunks[index];
    *info = (struct sm5_chunk_info){.offset = chunk->offset, .size = (uint32_t)chunk->payload.size};
    memcpy(info->fourcc, chunk->fourcc, sizeof info->fourcc);
    return true;
}
