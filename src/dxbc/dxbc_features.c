/* SFI0: the optional features that a program's code and declarations need. */
#include "dxbc/dxbc.h"

enum { UAV_SLOTS_11_0 = 8 };

static uint64_t of_flags(uint32_t flags)
{
    uint64_t features = 0;
    if (flags & ISA_GLOBAL_DOUBLE)
        features |= ISA_FEATURE_DOUBLE;
    if (flags & ISA_GLOBAL_RAW_STRUCTURED)
        features |= ISA_FEATURE_RAW_STRUCTURED;
    if (flags & ISA_GLOBAL_MIN_PRECISION)
        features |= ISA_FEATURE_MIN_PRECISION;
    if (flags & ISA_GLOBAL_DOUBLE_EXTENSIONS)
        features |= ISA_FEATURE_DOUBLE_EXTENSIONS;
    if (flags & ISA_GLOBAL_SHADER_EXTENSIONS)
        features |= ISA_FEATURE_SHADER_EXTENSIONS;
    return features;
}

static uint64_t of_resources(const struct sm5_program *program)
{
    uint64_t features = 0;
    for (uint32_t i = 0; i < program->decls.resource_count; i++) {
        const struct program_resource *resource = &program->decls.resources[i];
        if (resource->file != ISA_FILE_UAV)
            continue;
        if (program->stage != ISA_PIXEL && program->stage != ISA_COMPUTE)
            features |= ISA_FEATURE_UAVS_EVERYWHERE;
        if (!program_is_51(program) && resource->upper >= UAV_SLOTS_11_0)
            features |= ISA_FEATURE_64_UAVS;
        if (resource->rov)
            features |= ISA_FEATURE_ROVS;
    }
    return features;
}

static bool writes_layer(const struct sm5_program *program, const struct program_instr *instr)
{
    return program->stage != ISA_GEOMETRY && instr->opcode == ISA_DCL_OUTPUT_SIV && instr->dword_count &&
           (instr->dwords[0] == ISA_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX ||
            instr->dwords[0] == ISA_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX);
}

/* R32 formats can always be loaded from a typed u#, others cannot: a load of any component but x implies one.
   The declaration does not say how many components a format has. */
static bool loads_wide_format(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    if (row->resource != ISA_RESOURCE_TYPED_VIEW || row->access != ISA_ACCESS_LOAD)
        return false;
    uint32_t mask = operand_write_mask(&instr->operands[0]);
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1 && operand_component(&instr->operands[instr->operand_count - 1], c) != 0)
            return true;
    return false;
}

static uint64_t of_instr(const struct sm5_program *program, const struct program_instr *instr)
{
    uint64_t features = 0;
    if (isa_op(instr->opcode)->group == ISA_GROUP_FEEDBACK)
        features |= ISA_FEATURE_TILED;
    if (loads_wide_format(instr))
        features |= ISA_FEATURE_TYPED_LOADS;
    if (writes_layer(program, instr))
        features |= ISA_FEATURE_LAYER_ANYWHERE;
    for (unsigned i = 0; i < instr->operand_count; i++) {
        if (instr->operands[i].file == ISA_FILE_OUTPUT_STENCIL_REF)
            features |= ISA_FEATURE_STENCIL_REF;
        if (instr->operands[i].file == ISA_FILE_INNER_COVERAGE)
            features |= ISA_FEATURE_INNER_COVERAGE;
    }
    return features;
}

uint64_t dxbc_make_features(const struct sm5_program *program)
{
    uint64_t features = of_flags(program->decls.global_flags) | of_resources(program);
    for (uint32_t i = 0; i < program->instr_count; i++)
        features |= of_instr(program, &program->instrs[i]);
    return features;
}
