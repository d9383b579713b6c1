/* Instructions and operands in words, from the rows of the instruction table. */
#include "lsp/lsp.h"

static const char *const type_names[] = {
    [ISA_TYPE_F] = "float", [ISA_TYPE_I] = "int",    [ISA_TYPE_U] = "uint",
    [ISA_TYPE_B] = "mask",  [ISA_TYPE_D] = "double", [ISA_TYPE_ANY] = "any type",
};

static const char *const meaning_names[] = {
    [ISA_MEANING_VALUE] = "value",
    [ISA_MEANING_INDEX] = "index",
    [ISA_MEANING_OFFSET] = "offset",
    [ISA_MEANING_LOD] = "lod",
    [ISA_MEANING_BIAS] = "bias",
    [ISA_MEANING_CLAMP] = "clamp",
    [ISA_MEANING_REFERENCE] = "reference",
    [ISA_MEANING_DDX] = "ddx",
    [ISA_MEANING_DDY] = "ddy",
};

/* Operands that are not numbered. */
static const char *const role_names[] = {
    [ISA_ROLE_SRV] = "t#",       [ISA_ROLE_UAV] = "u#",        [ISA_ROLE_VIEW] = "view",
    [ISA_ROLE_SAMPLED] = "view", [ISA_ROLE_MEM] = "memory",    [ISA_ROLE_WMEM] = "memory",
    [ISA_ROLE_SAMPLER] = "s#",   [ISA_ROLE_INPUT] = "v#",      [ISA_ROLE_LABEL] = "label",
    [ISA_ROLE_STREAM] = "m#",    [ISA_ROLE_INTERFACE] = "fp#",
};

static unsigned count_alike(const struct isa_op *op, unsigned end, const struct isa_operand *like)
{
    unsigned count = 0;
    for (unsigned i = 0; i < end; i++)
        count += op->operands[i].role == like->role && op->operands[i].meaning == like->meaning;
    return count;
}

/* The address of structured memory is an index and an offset. */
static const char *address_name(const struct isa_op *op, unsigned before)
{
    bool structured = op->resource == ISA_RESOURCE_STRUCTURED;
    return !structured ? "address" : before ? "offset" : "index";
}

void lsp_operand_name(const struct isa_op *op, unsigned i, struct strbuf *out)
{
    const struct isa_operand *operand = &op->operands[i];
    unsigned before = count_alike(op, i, operand), all = count_alike(op, op->operand_count, operand);
    if (operand->role == ISA_ROLE_DCL)
        strbuf_printf(out, "%s#", operand->count == ISA_FILE_ANY ? "" : isa_file(operand->count)->text);
    else if (operand->role == ISA_ROLE_ADDR)
        strbuf_add(out, address_name(op, before));
    else if (role_names[operand->role < BASE_COUNT(role_names) ? operand->role : 0])
        strbuf_add(out, role_names[operand->role]);
    else {
        const char *name = operand->role == ISA_ROLE_DST ? "dst"
                           : operand->meaning            ? meaning_names[operand->meaning]
                                                         : "src";
        strbuf_add(out, name);
        if (all > 1)
            strbuf_printf(out, "%u", before);
    }
}

void lsp_describe_operand(const struct isa_op *op, unsigned i, struct strbuf *out)
{
    const struct isa_operand *operand = &op->operands[i];
    if (operand->role == ISA_ROLE_DCL) {
        strbuf_add(out, isa_role(ISA_ROLE_DCL).expected);
        return;
    }
    if (operand->type)
        strbuf_printf(out, "%s, ", type_names[operand->type]);
    if (operand->count > 1 && operand->count != ISA_COUNT_M)
        strbuf_printf(out, "%u components, ", operand->count);
    strbuf_add(out, isa_role((enum isa_role)operand->role).expected);
}

void lsp_describe_origin(const struct isa_op *op, struct strbuf *out)
{
    static const char *const models[] = {
        [ISA_MODEL_SM40] = "Shader Model 4.0",
        [ISA_MODEL_SM41] = "Shader Model 4.1",
        [ISA_MODEL_SM50] = "Shader Model 5.0",
        [ISA_MODEL_SM50_EXT] = "Shader Model 5.0, optional in Direct3D 11.1",
        [ISA_MODEL_SM50_TILED] = "Shader Model 5.0 with tiled resources",
    };
    if (*op->clause)
        strbuf_printf(out, "D3D11.3 %s, ", op->clause);
    strbuf_printf(out, "%s, stages", models[op->model]);
    for (uint32_t stage = 0; stage < ISA_STAGE_COUNT; stage++)
        if (op->stages & 1u << stage)
            strbuf_printf(out, " %s", isa_name(ISA_NAMES_STAGE, stage));
}
