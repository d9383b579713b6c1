/* Used registers are declared, with the used elements and components. */
#include "validate/validate_state.h"

static bool is_literal(const struct program_operand *operand, unsigned i)
{
    return i < operand->index_count && !operand->index[i].relative;
}

static void report_undeclared(struct validate *v, const struct program_operand *operand)
{
    const struct isa_file_info *file = isa_file(operand->file);
    uint32_t number = file->indices ? (uint32_t)operand->index[0].imm : 0;
    char name[16] = "";
    if (file->indices)
        snprintf(name, sizeof name, "%u", number);
    VALIDATE_REPORT(v, VALIDATE_UNDECLARED, file->text, name);
}

/* ---- r# and x# ---- */

static void check_temp(struct validate *v, const struct program_operand *operand)
{
    if (is_literal(operand, 0) && operand->index[0].imm >= v->temps)
        VALIDATE_REPORT(v, VALIDATE_TEMP, (unsigned)operand->index[0].imm, v->temps);
}

static void check_array(struct validate *v, const struct program_operand *operand, uint32_t components)
{
    if (!is_literal(operand, 0))
        return;
    const struct program_indexable *x = program_indexable_of(v->program, operand);
    if (!x)
        report_undeclared(v, operand);
    else if (is_literal(operand, 1) && operand->index[1].imm >= x->size)
        VALIDATE_REPORT(v, VALIDATE_ARRAY_ELEMENT, x->reg, (unsigned)operand->index[1].imm, x->size);
    else if (components >> x->components)
        VALIDATE_REPORT(v, VALIDATE_ARRAY_COMPONENT, x->reg, x->components);
}

/* ---- t#, u#, s#, cb#, g#, icb ---- */

static void check_range(struct validate *v, const struct program_operand *operand,
                        const struct program_resource *resource)
{
    if (!is_literal(operand, 1))
        return;
    uint64_t reg = operand->index[1].imm;
    if (reg < resource->lower || reg > resource->upper)
        VALIDATE_REPORT(v, VALIDATE_RANGE, isa_file(operand->file)->text, (unsigned)reg, resource->lower,
                        resource->upper);
}

static void check_constant(struct validate *v, const struct program_operand *operand,
                           const struct program_resource *resource)
{
    unsigned last = operand->index_count - 1u;
    if (operand->index[last].relative && !resource->dynamic_index)
        VALIDATE_REPORT(v, VALIDATE_CBUFFER_DYNAMIC, resource->id);
    else if (is_literal(operand, last) && resource->count && operand->index[last].imm >= resource->count)
        VALIDATE_REPORT(v, VALIDATE_CBUFFER_ROW, resource->id, (unsigned)operand->index[last].imm,
                        resource->count);
}

static void check_resource(struct validate *v, const struct program_operand *operand)
{
    if (!is_literal(operand, 0))
        return;
    const struct program_resource *resource = program_resource_of(v->program, operand);
    if (!resource) {
        report_undeclared(v, operand);
        return;
    }
    if (program_is_51(v->program) && operand->file != ISA_FILE_TGSM)
        check_range(v, operand, resource);
    if (operand->file == ISA_FILE_CBUFFER)
        check_constant(v, operand, resource);
}

static void check_icb(struct validate *v, const struct program_operand *operand)
{
    const struct program_decls *decls = &v->program->decls;
    if (!decls->icb)
        report_undeclared(v, operand);
    else if (is_literal(operand, 0) && operand->index[0].imm >= decls->icb_rows)
        VALIDATE_REPORT(v, VALIDATE_ICB_ROW, (unsigned)operand->index[0].imm, decls->icb_rows);
}

/* ---- inputs and outputs ---- */

static bool is_output(uint8_t file)
{
    return isa_file(file)->use & ISA_USE_WRITTEN;
}

static void check_declared(struct validate *v, const struct program_operand *operand, uint32_t components)
{
    unsigned last = operand->index_count ? operand->index_count - 1u : 0;
    uint64_t reg = operand->index_count ? operand->index[last].imm : 0;
    uint32_t found = reg < VALIDATE_REGISTERS ? v->declared[operand->file][reg] : 0;
    if (operand->index_count && operand->index[last].relative) {
        if (!(found & VALIDATE_RANGED))
            VALIDATE_REPORT(v, VALIDATE_INDEX_UNRANGED, isa_file(operand->file)->text, (unsigned)reg);
        return;
    }
    bool vector = isa_file(operand->file)->components > 1;
    if (!found)
        report_undeclared(v, operand);
    else if (vector && (components & ~found))
        VALIDATE_REPORT(v, VALIDATE_COMPONENT, isa_file(operand->file)->text,
                        is_output(operand->file) ? "written" : "read");
}

/* ---- declarations up to the current instruction ---- */

static void declare_range(struct validate *v, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t first = operand_register(operand);
    uint64_t count = instr_dword(instr, 0);
    for (uint64_t i = first; i < VALIDATE_REGISTERS && i - first < count; i++)
        v->declared[operand->file][i] |= VALIDATE_RANGED;
}

static void report_overlap(struct validate *v, const struct program_operand *operand)
{
    char name[16] = "";
    if (operand->index_count)
        snprintf(name, sizeof name, "%u", (unsigned)operand->index[operand->index_count - 1].imm);
    VALIDATE_REPORT(v, VALIDATE_DCL_OVERLAP, isa_file(operand->file)->text, name);
}

static void declare_register(struct validate *v, const struct program_operand *operand)
{
    uint64_t reg = operand_register(operand);
    uint32_t mask = operand_write_mask(operand);
    if (reg >= VALIDATE_REGISTERS)
        return;
    uint8_t *claimed = &v->claimed[operand->file][reg];
    if (*claimed & mask)
        report_overlap(v, operand);
    *claimed |= (uint8_t)mask;
    if (operand->index_count == 2 && operand->index[0].imm <= UINT8_MAX &&
        operand->index[0].imm > v->vertices[operand->file][reg])
        v->vertices[operand->file][reg] = (uint8_t)operand->index[0].imm;
    v->declared[operand->file][reg] |= (uint8_t)(VALIDATE_DECLARED | mask);
}

void validate_declare(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    bool declares_register = row->flags & (ISA_DECLARES_IN | ISA_DECLARES_OUT);
    if (instr->opcode == ISA_DCL_TEMPS && instr->dword_count && instr->dwords[0] > v->temps)
        v->temps = instr->dwords[0];
    if (instr->opcode == ISA_DCL_STREAM) /* each stream has its own outputs */
        memset(v->claimed[ISA_FILE_OUTPUT], 0, sizeof v->claimed[ISA_FILE_OUTPUT]);
    if (instr->opcode == ISA_DCL_INDEX_RANGE)
        declare_range(v, instr);
    if (declares_register && row->operand_count)
        declare_register(v, &instr->operands[0]);
}

/* ---- operands ---- */

static void check_register(struct validate *v, const struct program_operand *operand, uint32_t components)
{
    switch (operand->file) {
    case ISA_FILE_TEMP: check_temp(v, operand); break;
    case ISA_FILE_INDEXABLE_TEMP: check_array(v, operand, components); break;
    case ISA_FILE_SRV:
    case ISA_FILE_UAV:
    case ISA_FILE_SAMPLER:
    case ISA_FILE_CBUFFER:
    case ISA_FILE_TGSM: check_resource(v, operand); break;
    case ISA_FILE_ICB: check_icb(v, operand); break;
    default:
        if (isa_file(operand->file)->use & ISA_USE_DECLARED)
            check_declared(v, operand, components);
        break;
    }
}

static void check_index_registers(struct validate *v, const struct program_operand *operand)
{
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_operand *inner = operand->index[i].relative;
        if (!inner)
            continue;
        check_register(v, inner, 1u << operand_component(inner, 0));
        for (unsigned k = 0; k < inner->index_count; k++) /* x0[x1[r2.x].x] */
            if (inner->index[k].relative)
                check_register(v, inner->index[k].relative, 1);
    }
}

void validate_registers(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (!isa_is_executable(instr->opcode))
        return;
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        bool written = row->operands[k].role == ISA_ROLE_DST;
        v->operand = (int)k;
        if (v->refused >> k & 1)
            continue;
        uint32_t components = written ? operand_write_mask(operand) : validate_components(v, instr, k);
        check_register(v, operand, components);
        check_index_registers(v, operand);
    }
}
