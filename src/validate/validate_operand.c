/* Operands: register files, indices, masks and swizzles, modifiers. */
#include "validate/validate_state.h"

static const char *file_text(const struct program_operand *operand)
{
    return operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64 ? "an immediate"
                                                                              : isa_file(operand->file)->text;
}

static bool check_role(struct validate *v, const struct isa_operand *required,
                       const struct program_operand *operand, const struct isa_op *row)
{
    struct isa_role_info role = isa_role((enum isa_role)required->role);
    bool fits = role.files >> operand->file & 1;
    if (!fits)
        VALIDATE_REPORT(v, VALIDATE_ROLE, row->mnemonic, file_text(operand), role.expected,
                        validate_clause(row));
    return fits;
}

/* The tables of each stage's registers in D3D11.3. */
static const char *const register_clauses[] = {
    [ISA_VERTEX] = "9.5",    [ISA_HULL] = "10.7, 10.8.2, 10.9.2",
    [ISA_DOMAIN] = "12.2.2", [ISA_GEOMETRY] = "13.9",
    [ISA_PIXEL] = "16.7",    [ISA_COMPUTE] = "18.6.10",
};

bool validate_file(struct validate *v, uint8_t number)
{
    const struct isa_file_info *file = isa_file(number);
    const struct sm5_program *program = v->program;
    bool newer = number == ISA_FILE_UAV && program->major < 5 && program->stage != ISA_COMPUTE;
    bool exists = file->stages & 1u << program->stage;
    if (!exists)
        VALIDATE_REPORT(v, VALIDATE_REGISTER_STAGE, file->text, validate_stage_name(v), program->major,
                        program->minor, register_clauses[program->stage]);
    else if (newer || !validate_in_model(v, file->model))
        VALIDATE_REPORT(v, VALIDATE_REGISTER_MODEL, file->text,
                        newer ? "5.0" : validate_model_name(file->model), program->major, program->minor,
                        register_clauses[program->stage]);
    return exists;
}

/* ---- indices ---- */

static bool is_range(const struct validate *v, uint8_t file)
{
    return program_is_51(v->program) && (file == ISA_FILE_SRV || file == ISA_FILE_UAV ||
                                         file == ISA_FILE_SAMPLER || file == ISA_FILE_CBUFFER);
}

static unsigned index_count(const struct validate *v, const struct program_operand *operand)
{
    unsigned count = isa_file(operand->file)->indices;
    bool vertices = v->program->stage == ISA_GEOMETRY || v->program->stage == ISA_HULL;
    count += is_range(v, operand->file);
    count += vertices && operand->file == ISA_FILE_INPUT;
    count += operand->file == ISA_FILE_THIS && operand->index_count == 2;
    return count;
}

/* Which indices may be relative, a bit each, in Shader Model 4.x, 5.0 and 5.1. Model 5.0 indexes the slots of
   cb#, t# and s# (D3D11.3 7.11), 5.1 the registers of a range. */
static const struct dynamic_rule {
    uint8_t file, model4, model50, model51;
} dynamic_rules[] = {
    {ISA_FILE_INPUT, 3, 3, 3},
    {ISA_FILE_OUTPUT, 1, 1, 1},
    {ISA_FILE_INDEXABLE_TEMP, 2, 2, 2},
    {ISA_FILE_CBUFFER, 2, 3, 6},
    {ISA_FILE_ICB, 1, 1, 1},
    {ISA_FILE_SRV, 0, 1, 2},
    {ISA_FILE_SAMPLER, 0, 1, 2},
    {ISA_FILE_UAV, 0, 0, 2},
    {ISA_FILE_INTERFACE, 0, 2, 2},
    {ISA_FILE_INPUT_CONTROL_POINT, 3, 3, 3},
    {ISA_FILE_THIS, 3, 3, 3},
    {ISA_FILE_OUTPUT_CONTROL_POINT, 3, 3, 3},
    {ISA_FILE_PATCH_CONSTANT, 1, 1, 1},
};

static uint8_t dynamic_indices(const struct validate *v, uint8_t file)
{
    for (size_t i = 0; i < BASE_COUNT(dynamic_rules); i++) {
        const struct dynamic_rule *rule = &dynamic_rules[i];
        if (rule->file == file)
            return program_is_51(v->program) ? rule->model51
                   : v->program->major >= 5  ? rule->model50
                                             : rule->model4;
    }
    return 0;
}

/* A value without modifiers; of x# an element with a literal index (D3D11.3 7.3). */
static bool is_index_value(const struct validate *v, const struct program_operand *operand)
{
    bool nested =
        operand->file == ISA_FILE_INDEXABLE_TEMP && operand->index_count > 1 && operand->index[1].relative;
    bool value = isa_role(ISA_ROLE_SRC).files >> operand->file & 1 && operand->file != ISA_FILE_IMM64;
    return value && !nested && operand->modifier == ISA_MODIFIER_NONE &&
           operand->index_count == index_count(v, operand);
}

/* One component of r# or of an element of x# (D3D11.3 7.3). */
static bool is_conforming_index(const struct program_operand *operand)
{
    bool file = operand->file == ISA_FILE_TEMP || operand->file == ISA_FILE_INDEXABLE_TEMP ||
                operand->file == ISA_FILE_THIS;
    return file && operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_ONE;
}

static bool check_index(struct validate *v, const struct program_operand *operand, unsigned i)
{
    const struct program_index *index = &operand->index[i];
    bool wide = index->form == ISA_INDEX_IMM64 || index->form == ISA_INDEX_IMM64_RELATIVE;
    if (wide || index->imm > UINT32_MAX)
        VALIDATE_REPORT(v, VALIDATE_INDEX_WIDE, file_text(operand));
    else if (index->relative && !(dynamic_indices(v, operand->file) >> i & 1))
        VALIDATE_REPORT(v, VALIDATE_INDEX_DYNAMIC, file_text(operand), v->program->major, v->program->minor);
    else if (index->relative && !is_index_value(v, index->relative))
        VALIDATE_REPORT(v, VALIDATE_INDEX_REGISTER, file_text(index->relative));
    else {
        if (index->relative && !is_conforming_index(index->relative))
            VALIDATE_REPORT(v, VALIDATE_INDEX_OPERAND, file_text(index->relative));
        return !index->relative || validate_file(v, index->relative->file);
    }
    return false;
}

static bool check_indices(struct validate *v, const struct program_operand *operand)
{
    unsigned count = index_count(v, operand);
    if (operand->index_count != count) {
        VALIDATE_REPORT(v, VALIDATE_INDEX_COUNT, file_text(operand), (unsigned)operand->index_count, count);
        return false;
    }
    for (unsigned i = 0; i < operand->index_count; i++)
        if (!check_index(v, operand, i))
            return false;
    return true;
}

/* ---- components ---- */

static bool is_scalar(const struct program_operand *operand)
{
    return operand->comps != ISA_COMPS_4 && isa_file(operand->file)->components == 1;
}

static void check_result(struct validate *v, const struct isa_operand *required,
                         const struct program_operand *operand, const struct isa_op *row)
{
    if (operand->file == ISA_FILE_NULL || is_scalar(operand))
        return;
    if (operand->comps != ISA_COMPS_4 || operand->selection != ISA_SELECT_MASK || !operand->select)
        VALIDATE_REPORT(v, VALIDATE_WRITE_MASK, file_text(operand), validate_clause(row));
    else if (required->count == 1 && (operand->select & (operand->select - 1)))
        VALIDATE_REPORT(v, VALIDATE_ONE_RESULT, row->mnemonic, validate_clause(row));
}

/* The swizzle names all four components, so the one that is read is ambiguous. */
static bool names_all_components(const struct program_operand *operand)
{
    uint32_t named = 0;
    for (unsigned c = 0; c < 4; c++)
        named |= 1u << operand_component(operand, c);
    return named == 0xf;
}

/* One letter. Compilers other than fxc also emit unused letters, r0.xyxx. */
static bool selects_component(const struct program_operand *operand)
{
    const uint32_t *imm = operand->imm;
    if (operand->file == ISA_FILE_IMM32)
        return operand->comps == ISA_COMPS_1 || (imm[0] == imm[1] && imm[0] == imm[2] && imm[0] == imm[3]);
    if (operand->comps != ISA_COMPS_4)
        return is_scalar(operand);
    return operand->selection != ISA_SELECT_MASK && !names_all_components(operand);
}

static bool is_immediate(const struct program_operand *operand)
{
    return operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64;
}

static void check_source(struct validate *v, const struct isa_operand *required,
                         const struct program_operand *operand, const struct isa_op *row)
{
    if (required->count == 1 && !selects_component(operand))
        VALIDATE_REPORT(v, VALIDATE_ONE_COMPONENT, row->mnemonic, file_text(operand), validate_clause(row));
    else if (!is_immediate(operand) && !is_scalar(operand) &&
             (operand->comps != ISA_COMPS_4 || operand->selection == ISA_SELECT_MASK))
        VALIDATE_REPORT(v, VALIDATE_SWIZZLE, file_text(operand), validate_clause(row));
}

/* Stores write consecutive words (D3D11.3 22.4.11, 22.4.13); typed stores write all four (22.4.9). */
static void check_store(struct validate *v, const struct isa_operand *required,
                        const struct program_operand *operand, const struct isa_op *row)
{
    uint32_t mask =
        operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_MASK ? operand->select : 0;
    if (required->count == 4 && mask != 0xf)
        VALIDATE_REPORT(v, VALIDATE_TYPED_MASK);
    else if (required->count == ISA_COUNT_M && (mask == 0 || (mask & (mask + 1))))
        VALIDATE_REPORT(v, VALIDATE_STORE_MASK, row->mnemonic, validate_clause(row));
}

/* ---- doubles (D3D11.3 3.1.4) ---- */

static bool is_double_swizzle(const struct program_operand *operand)
{
    enum { XYZW = 0xe4, XYXY = 0x44, ZWXY = 0x4e, ZWZW = 0xee };
    uint8_t s = operand->select;
    return operand->selection == ISA_SELECT_SWIZZLE && (s == XYZW || s == XYXY || s == ZWXY || s == ZWZW);
}

static void check_double(struct validate *v, const struct isa_operand *required,
                         const struct program_operand *operand, const struct isa_op *row)
{
    uint32_t mask = operand_write_mask(operand);
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    bool written = required->role == ISA_ROLE_DST, wide = required->type == ISA_TYPE_D;
    if (written && wide && mask && mask != 3 && mask != 12 && mask != 15)
        VALIDATE_REPORT(v, VALIDATE_DOUBLE_MASK, row->mnemonic);
    else if (written && !wide && shape->wide_src && __builtin_popcount(mask) > 2)
        VALIDATE_REPORT(v, VALIDATE_DOUBLE_RESULTS, row->mnemonic, validate_clause(row));
    else if (!written && wide && !is_immediate(operand) && !is_double_swizzle(operand))
        VALIDATE_REPORT(v, VALIDATE_DOUBLE_SWIZZLE, row->mnemonic);
}

/* ---- modifiers, immediates, precision ---- */

/* fxc accepts | | for dtof too, for which the specification has only -. */
static bool accepts_modifier(const struct isa_op *row, const struct isa_operand *required, uint8_t modifier)
{
    if (required->role != ISA_ROLE_SRC)
        return false;
    if (required->type == ISA_TYPE_U && (row->flags & ISA_ABS))
        return false; /* the condition of movc, swapc and dmovc */
    bool negates = modifier == ISA_MODIFIER_NEG || modifier == ISA_MODIFIER_ABS_NEG;
    bool absolute = modifier == ISA_MODIFIER_ABS || modifier == ISA_MODIFIER_ABS_NEG;
    bool floats = (row->flags & ISA_NEG) && (required->type == ISA_TYPE_F || required->type == ISA_TYPE_D);
    return (!negates || row->flags & ISA_NEG) && (!absolute || row->flags & ISA_ABS || floats);
}

/* Raw and structured views, but not shared memory. */
static bool is_word_access(const struct program_instr *instr, const struct isa_op *row)
{
    return row->form == ISA_FORM_MEMORY && !isa_takes(row, ISA_DIM_BUFFER) &&
           instr->operands[validate_view_operand(row)].file == ISA_FILE_UAV;
}

/* Doubles and the results of their comparisons. Reduced precision is allowed for the 32-bit side of
   conversions and for conditions (D3D11.3 7.20.3.3, 7.20.3.4). */
static bool is_double_side(const struct isa_op *row, const struct isa_operand *required)
{
    return row->group == ISA_GROUP_DOUBLE && (required->type == ISA_TYPE_D || required->type == ISA_TYPE_B);
}

static void check_precision(struct validate *v, const struct isa_operand *required,
                            const struct program_operand *operand, const struct isa_op *row)
{
    const char *name = isa_name(ISA_NAMES_MIN_PRECISION, operand->min_precision);
    bool value = required->role == ISA_ROLE_DST || required->role == ISA_ROLE_SRC;
    validate_need_flag(v, name ? name : "minimum precision", ISA_GLOBAL_MIN_PRECISION);
    if ((value && (is_word_access(validate_instr(v), row) || row->group == ISA_GROUP_ATOMIC)) ||
        is_double_side(row, required))
        VALIDATE_REPORT(v, VALIDATE_PRECISION_PLACE, row->mnemonic);
}

static void check_extras(struct validate *v, const struct isa_operand *required,
                         const struct program_operand *operand, const struct isa_op *row)
{
    bool source = required->role == ISA_ROLE_SRC || required->role == ISA_ROLE_ADDR;
    if (operand->modifier != ISA_MODIFIER_NONE && !source)
        VALIDATE_REPORT(v, VALIDATE_MODIFIER_PLACE, row->mnemonic);
    else if (operand->modifier != ISA_MODIFIER_NONE && !accepts_modifier(row, required, operand->modifier))
        VALIDATE_REPORT(v, VALIDATE_MODIFIER, row->mnemonic);
    if (operand->file == ISA_FILE_IMM64 && required->type != ISA_TYPE_D)
        VALIDATE_REPORT(v, VALIDATE_DOUBLE_IMMEDIATE, row->mnemonic, validate_clause(row));
    if (operand->min_precision)
        check_precision(v, required, operand, row);
}

/* ---- operands of an instruction ---- */

static void check_components(struct validate *v, const struct isa_operand *required,
                             const struct program_operand *operand, const struct isa_op *row)
{
    switch (required->role) {
    case ISA_ROLE_DST: check_result(v, required, operand, row); break;
    case ISA_ROLE_SRC:
    case ISA_ROLE_ADDR:
    case ISA_ROLE_INPUT: check_source(v, required, operand, row); break;
    case ISA_ROLE_WMEM: check_store(v, required, operand, row); break;
    default: break;
    }
    if (row->group == ISA_GROUP_DOUBLE)
        check_double(v, required, operand, row);
}

/* Results that may be null, a bit each; D3D11.3 5.9.4.5 for the status of the _s forms. */
static uint32_t optional_results(const struct isa_op *row)
{
    if (row->flags & ISA_NULL_ANY || row->group == ISA_GROUP_FEEDBACK)
        return 3;
    return row->flags & ISA_NULL_SECOND ? 2 : 0;
}

static void check_null(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    unsigned results = 0;
    uint32_t nulls = 0;
    for (unsigned k = 0; k < row->operand_count; k++) {
        if (row->operands[k].role != ISA_ROLE_DST)
            continue;
        nulls |= instr->operands[k].file == ISA_FILE_NULL ? 1u << results : 0;
        results++;
    }
    v->operand = VALIDATE_NO_OPERAND;
    if (nulls & ~optional_results(row))
        VALIDATE_REPORT(v, VALIDATE_NULL_RESULT, row->mnemonic, validate_clause(row));
    else if (nulls && nulls == (1u << results) - 1)
        VALIDATE_REPORT(v, VALIDATE_NULL, row->mnemonic, validate_clause(row));
}

void validate_operands(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (!isa_is_executable(instr->opcode))
        return;
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct isa_operand *required = &row->operands[k];
        const struct program_operand *operand = &instr->operands[k];
        v->operand = (int)k;
        if (!check_role(v, required, operand, row) || !validate_file(v, operand->file) ||
            !check_indices(v, operand)) {
            v->refused |= 1u << k;
            continue;
        }
        check_components(v, required, operand, row);
        check_extras(v, required, operand, row);
    }
    check_null(v, instr, row);
}
