/* Rules on the operands of single instructions that the instruction table does not express. */
#include "validate/validate_state.h"

static bool is_file(const struct program_instr *instr, unsigned k, enum isa_file file)
{
    return instr->operands[k].file == file;
}

/* All positions that are read select one component; those of an immediate are equal. */
static bool is_scalar(const struct validate *v, const struct program_instr *instr, unsigned k)
{
    const struct program_operand *operand = &instr->operands[k];
    uint32_t components = validate_components(v, instr, k);
    if (operand->file != ISA_FILE_IMM32)
        return operand->comps != ISA_COMPS_4 || (components & (components - 1)) == 0;
    for (unsigned c = 1; operand->comps == ISA_COMPS_4 && c < 4; c++)
        if ((components >> c & 1) && operand->imm[c] != operand->imm[__builtin_ctz(components)])
            return false;
    return true;
}

/* D3D11.3 22.11.7, 22.11.8, 22.11.12: from Shader Model 5 on ishl, ishr and ushr have an amount per
   component. */
static void check_shift(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    v->operand = 2;
    if (v->program->major < 5 && !is_scalar(v, instr, 2))
        VALIDATE_REPORT(v, VALIDATE_SHIFT_SCALAR, row->mnemonic, validate_clause(row));
}

static bool same_index(const struct program_index *a, const struct program_index *b)
{
    if (a->imm != b->imm || !a->relative != !b->relative)
        return false;
    return !a->relative || operand_equal(a->relative, b->relative);
}

/* The results of swapc are different registers, whatever their masks. The clause lists no modifiers; the
   engines apply those of movc (D3D11.3 22.9.3). */
static void check_swap(struct validate *v, const struct program_instr *instr)
{
    bool modified =
        instr->operands[3].modifier != ISA_MODIFIER_NONE || instr->operands[4].modifier != ISA_MODIFIER_NONE;
    if (modified || instr_saturates(instr))
        VALIDATE_REPORT(v, VALIDATE_SWAP_MODIFIER);
    const struct program_operand *a = &instr->operands[0], *b = &instr->operands[1];
    bool same = a->index_count == b->index_count && a->file == b->file && a->file != ISA_FILE_NULL;
    for (unsigned i = 0; same && i < a->index_count; i++)
        same = same_index(&a->index[i], &b->index[i]);
    if (same && (operand_write_mask(a) & operand_write_mask(b)))
        VALIDATE_REPORT(v, VALIDATE_SWAP);
    else if (same)
        VALIDATE_REPORT(v, VALIDATE_SWAP_REGISTER);
}

/* D3D11.3 22.4.7: rules of 4.0 that later models drop. */
static void check_samples4(struct validate *v, const struct program_instr *instr)
{
    const struct program_resource *view = program_resource_of(v->program, &instr->operands[2]);
    if (v->program->major > 4 || v->program->minor > 0)
        return;
    if (v->program->stage != ISA_PIXEL)
        VALIDATE_REPORT(v, VALIDATE_STAGE, "ldms", validate_stage_name(v), v->program->major,
                        v->program->minor);
    if (!is_file(instr, 3, ISA_FILE_IMM32) || (view && !view->sample_count))
        VALIDATE_REPORT(v, VALIDATE_SAMPLES4);
}

/* ---- only red: comparisons, and gather4 of 4.1 (D3D11.3 22.4.2, 22.4.19). For gather4_c real shaders select
   any component of the sampler, so that is accepted. ---- */

static int operand_with(const struct isa_op *row, enum isa_role role)
{
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role == role)
            return (int)k;
    return -1;
}

static void check_red_texel(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    int k = operand_with(row, ISA_ROLE_SRV);
    if (k < 0 || instr->operands[k].comps != ISA_COMPS_4)
        return;
    v->operand = k;
    if (validate_components(v, instr, (unsigned)k) & ~1u)
        VALIDATE_REPORT(v, VALIDATE_RED, row->mnemonic, "t#", validate_clause(row));
}

static void check_red_sampler(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        bool selects = operand->file == ISA_FILE_SAMPLER && operand->comps == ISA_COMPS_4;
        v->operand = (int)k;
        if (selects && operand_component(operand, 0) != 0)
            VALIDATE_REPORT(v, VALIDATE_RED, row->mnemonic, "the sampler", validate_clause(row));
    }
}

/* sample_b: D3D11.3 22.4.16. */
static void check_bias(struct validate *v, const struct program_instr *instr, const struct isa_op *row,
                       unsigned k)
{
    static const float least = -16, most = 15.99f;
    float bias = float_of_bits(instr->operands[k].imm[0]);
    if (is_file(instr, k, ISA_FILE_IMM32) && !(bias >= least && bias <= most))
        VALIDATE_REPORT(v, VALIDATE_BIAS, (double)bias, validate_clause(row));
}

/* ---- restricted registers ---- */

static uint32_t points_of(const struct validate *v, uint8_t file)
{
    const struct program_stage *stage = &v->program->decls.stage;
    if (file == ISA_FILE_INPUT)
        return v->program->stage == ISA_GEOMETRY ? stage->vertices_in : stage->points_in;
    return file == ISA_FILE_OUTPUT_CONTROL_POINT ? stage->points_out : stage->points_in;
}

static void check_vertex(struct validate *v, const struct program_operand *operand)
{
    bool points = operand->file == ISA_FILE_INPUT || operand->file == ISA_FILE_INPUT_CONTROL_POINT ||
                  operand->file == ISA_FILE_OUTPUT_CONTROL_POINT;
    if (!points || operand->index_count != 2 || operand->index[0].relative)
        return;
    uint64_t reg = operand->index[1].relative ? VALIDATE_REGISTERS : operand->index[1].imm;
    uint32_t count = points_of(v, operand->file);
    if (reg < VALIDATE_REGISTERS && v->vertices[operand->file][reg])
        count = v->vertices[operand->file][reg]; /* a phase may declare fewer (10.8.3) */
    if (operand->index[0].imm >= count)
        VALIDATE_REPORT(v, VALIDATE_VERTEX_INDEX, isa_file(operand->file)->text,
                        (unsigned)operand->index[0].imm, count);
}

/* D3D11.3 7.15. */
static void check_cycles(struct validate *v, const struct program_instr *instr,
                         const struct program_operand *operand, const struct isa_op *row)
{
    if (operand->file == ISA_FILE_CYCLE_COUNTER && instr->opcode != ISA_MOV)
        VALIDATE_REPORT(v, VALIDATE_CYCLES, row->mnemonic);
}

/* D3D11.3 22.4.23, 22.4.24, 22.4.25: eval_* cannot evaluate the position. */
static void check_evaluated(struct validate *v, const struct program_operand *operand,
                            const struct isa_op *row)
{
    uint64_t reg = operand_index(operand, 0);
    if (reg < VALIDATE_REGISTERS && (v->positions >> reg & 1))
        VALIDATE_REPORT(v, VALIDATE_PULL_POSITION, row->mnemonic, (unsigned)reg, validate_clause(row));
}

/* Only .x of registers with one component can be read. */
static void check_single(struct validate *v, const struct program_instr *instr, unsigned k)
{
    const struct program_operand *operand = &instr->operands[k];
    const struct isa_file_info *file = isa_file(operand->file);
    bool single = file->components == 1 && (file->use & ISA_USE_READ) && operand->comps == ISA_COMPS_4;
    if (single && (validate_components(v, instr, k) & ~1u))
        VALIDATE_REPORT(v, VALIDATE_FILE_MASK, file->text, ".x", "read");
}

static void check_operand(struct validate *v, const struct program_instr *instr, const struct isa_op *row,
                          unsigned k)
{
    const struct program_operand *operand = &instr->operands[k];
    v->operand = (int)k;
    check_vertex(v, operand);
    check_single(v, instr, k);
    check_cycles(v, instr, operand, row);
    if (row->operands[k].role == ISA_ROLE_INPUT)
        check_evaluated(v, operand, row);
    if (row->operands[k].meaning == ISA_MEANING_BIAS)
        check_bias(v, instr, row, k);
}

void validate_shape(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (!isa_is_executable(instr->opcode) || v->refused)
        return;
    for (unsigned k = 0; k < row->operand_count; k++)
        check_operand(v, instr, row, k);
    v->operand = VALIDATE_NO_OPERAND;
    if (row->flags & ISA_SHIFT)
        check_shift(v, instr, row);
    if (row->resource == ISA_RESOURCE_COMPARABLE)
        check_red_texel(v, instr, row);
    switch (instr->opcode) {
    case ISA_SWAPC: check_swap(v, instr); break;
    case ISA_LD_MS: check_samples4(v, instr); break;
    case ISA_GATHER4:
        if (v->program->major < 5)
            check_red_sampler(v, instr, row);
        break;
    default: break;
    }
}
