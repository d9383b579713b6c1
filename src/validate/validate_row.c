/* Instructions and declarations exist in this stage and model; the global flags that they require. */
#include "validate/validate_state.h"

static bool in_model(const struct sm5_program *program, uint8_t model)
{
    switch (model) {
    case ISA_MODEL_NONE:
    case ISA_MODEL_SM40: return true;
    case ISA_MODEL_SM41: return program->major >= 5 || program->minor >= 1;
    default: return program->major >= 5;
    }
}

const char *validate_clause(const struct isa_op *row)
{
    return *row->clause ? row->clause : "22.1";
}

bool validate_in_model(const struct validate *v, uint8_t model)
{
    return in_model(v->program, model);
}

const char *validate_model_name(uint8_t model)
{
    return model == ISA_MODEL_SM41 ? "4.1" : "5.0";
}

static void check_place(struct validate *v, const struct isa_op *row)
{
    const struct sm5_program *program = v->program;
    if (!(row->stages & 1u << program->stage))
        VALIDATE_REPORT(v, VALIDATE_STAGE, row->mnemonic, validate_stage_name(v), program->major,
                        program->minor);
    else if (program->major < 5 && program->stage != ISA_COMPUTE && (row->flags & ISA_COMPUTE4))
        VALIDATE_REPORT(v, VALIDATE_MODEL, row->mnemonic, "5.0", program->major, program->minor);
    else if (!in_model(program, row->model))
        VALIDATE_REPORT(v, VALIDATE_MODEL, row->mnemonic, validate_model_name(row->model), program->major,
                        program->minor);
}

/* ---- global flags ---- */

static const struct flag_rule {
    uint32_t flag;
    uint8_t group, model; /* of the rows that require it */
} flag_rules[] = {
    {ISA_GLOBAL_DOUBLE, ISA_GROUP_DOUBLE, ISA_MODEL_SM50},
    {ISA_GLOBAL_DOUBLE_EXTENSIONS, ISA_GROUP_DOUBLE, ISA_MODEL_SM50_EXT},
    {ISA_GLOBAL_SHADER_EXTENSIONS, ISA_GROUP_INTEGER, ISA_MODEL_SM50_EXT},
};

void validate_need_flag(struct validate *v, const char *what, uint32_t flag)
{
    if (v->program->decls.global_flags & flag)
        return;
    VALIDATE_REPORT(v, VALIDATE_FLAG_MISSING, what,
                    isa_name(ISA_NAMES_GLOBAL_FLAG, (uint32_t)__builtin_ctz(flag)));
}

static void check_flags(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    for (size_t i = 0; i < BASE_COUNT(flag_rules); i++)
        if (flag_rules[i].group == row->group && flag_rules[i].model == row->model)
            validate_need_flag(v, row->mnemonic, flag_rules[i].flag);
    /* fxc omits it in compute shaders, which always have such buffers (D3D11.3 18.7.2.5). */
    bool raw_or_structured =
        instr->opcode == ISA_DCL_RESOURCE_RAW || instr->opcode == ISA_DCL_RESOURCE_STRUCTURED;
    if (raw_or_structured && v->program->major < 5 && v->program->stage != ISA_COMPUTE)
        validate_need_flag(v, row->mnemonic, ISA_GLOBAL_RAW_STRUCTURED);
}

/* Stages and models of each flag; flags that are not listed do not exist. */
static const struct flag_scope {
    uint32_t flag;
    uint8_t major, minor; /* from this model on */
    bool pixel;           /* pixel shaders only */
} flag_scopes[] = {
    {ISA_GLOBAL_REFACTORING, 4, 0, false},         {ISA_GLOBAL_DOUBLE, 5, 0, false},
    {ISA_GLOBAL_EARLY_DEPTH_STENCIL, 5, 0, true},  {ISA_GLOBAL_RAW_STRUCTURED, 4, 0, false},
    {ISA_GLOBAL_SKIP_OPTIMIZATION, 4, 0, false},   {ISA_GLOBAL_MIN_PRECISION, 4, 0, false},
    {ISA_GLOBAL_DOUBLE_EXTENSIONS, 5, 0, false},   {ISA_GLOBAL_SHADER_EXTENSIONS, 5, 0, false},
    {ISA_GLOBAL_ALL_RESOURCES_BOUND, 5, 0, false},
};

static uint32_t known_flags(const struct sm5_program *program)
{
    uint32_t known = 0;
    for (size_t i = 0; i < BASE_COUNT(flag_scopes); i++) {
        const struct flag_scope *scope = &flag_scopes[i];
        bool model = program->major > scope->major ||
                     (program->major == scope->major && program->minor >= scope->minor);
        if (model && (!scope->pixel || program->stage == ISA_PIXEL))
            known |= scope->flag;
    }
    return known;
}

static void check_known_flags(struct validate *v, const struct program_instr *instr)
{
    const struct sm5_program *program = v->program;
    uint32_t unknown = instr->controls & isa_control_mask(ISA_CONTROL_GLOBAL_FLAGS) & ~known_flags(program);
    if (!unknown)
        return;
    const char *name = isa_name(ISA_NAMES_GLOBAL_FLAG, (uint32_t)__builtin_ctz(unknown));
    VALIDATE_REPORT(v, VALIDATE_FLAG_UNKNOWN, name ? name : "(an unknown bit)", validate_stage_name(v),
                    program->major, program->minor);
}

/* ---- bits of the opcode token, extended opcode tokens ---- */

static void check_extended(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    for (uint8_t i = 0; i < instr->ext_count; i++) {
        uint32_t kind = instr->ext[i] & 0x3f;
        bool fits = kind == ISA_EXT_EMPTY || (kind == ISA_EXT_OFFSETS && (row->flags & ISA_OFFSETS)) ||
                    ((kind == ISA_EXT_DIMENSION || kind == ISA_EXT_RETURN) && (row->flags & ISA_TYPED));
        if (!fits)
            VALIDATE_REPORT(v, VALIDATE_EXTENDED, row->mnemonic, validate_clause(row));
    }
}

static void check_precise(struct validate *v, const struct program_instr *instr)
{
    if (instr_precise_mask(instr) && !(v->program->decls.global_flags & ISA_GLOBAL_REFACTORING))
        VALIDATE_REPORT(v, VALIDATE_PRECISE);
}

static void check_saturate(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (!instr_has_saturate_bit(instr) || (row->flags & ISA_SAT))
        return;
    if (row_may_saturate(row))
        VALIDATE_REPORT(v, VALIDATE_SATURATE, row->mnemonic);
    else
        VALIDATE_REPORT(v, VALIDATE_SATURATE_RESULT, row->mnemonic);
}

/* D3D11.3 22.17.7: graphics stages have only the global fence, compute at least one fence. */
static void check_sync(struct validate *v, const struct program_instr *instr)
{
    uint32_t flags = instr->controls & (ISA_SYNC_T | ISA_SYNC_G | ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL);
    uint32_t fences = flags & ~(uint32_t)ISA_SYNC_T, views = ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL;
    bool good =
        v->program->stage == ISA_COMPUTE ? fences && (flags & views) != views : flags == ISA_SYNC_UGLOBAL;
    if (!good)
        VALIDATE_REPORT(v, VALIDATE_SYNC_FLAGS);
}

void validate_row(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    check_place(v, row);
    check_flags(v, instr, row);
    if (instr->opcode == ISA_DCL_GLOBAL_FLAGS)
        check_known_flags(v, instr);
    check_extended(v, instr, row);
    if (!isa_is_executable(instr->opcode))
        return;
    check_precise(v, instr);
    check_saturate(v, instr, row);
    if (instr->opcode == ISA_SYNC)
        check_sync(v, instr);
}
