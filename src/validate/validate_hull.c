/* Hull and domain shaders: order of phases, registers of each phase, tessellation factors (D3D11.3 chapter
   10). */
#include "validate/validate_state.h"

enum { POINTS = 1 << PROGRAM_PHASE_POINTS, FORK = 1 << PROGRAM_PHASE_FORK, JOIN = 1 << PROGRAM_PHASE_JOIN };

static const char *const phase_names[] = {"hs_control_point_phase", "hs_fork_phase", "hs_join_phase"};

/* ---- order ---- */

static void check_order(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    for (uint32_t i = 1; i < stage->phase_count; i++) {
        uint8_t kind = stage->phases[i].kind, before = stage->phases[i - 1].kind;
        v->at = stage->phases[i].first;
        if (kind < before || (kind == before && kind == PROGRAM_PHASE_POINTS))
            VALIDATE_REPORT(v, VALIDATE_PHASE_ORDER, phase_names[kind], phase_names[before]);
    }
    v->at = 0;
    if (!v->program->instr_count || validate_instr(v)->opcode != ISA_HS_DECLS)
        VALIDATE_REPORT(v, VALIDATE_HS_DECLS);
}

/* ---- registers ---- */

/* D3D11.3 10.7, 10.8, 10.9. */
static const struct phase_rule {
    uint8_t file, phases;
} phase_rules[] = {
    {ISA_FILE_INPUT, POINTS},
    {ISA_FILE_OUTPUT_CONTROL_POINT_ID, POINTS},
    {ISA_FILE_FORK_INSTANCE_ID, FORK},
    {ISA_FILE_JOIN_INSTANCE_ID, JOIN},
    {ISA_FILE_INPUT_CONTROL_POINT, FORK | JOIN},
    {ISA_FILE_OUTPUT_CONTROL_POINT, FORK | JOIN},
    {ISA_FILE_PATCH_CONSTANT, JOIN},
};

/* Declarations of a phase, and of the hs_decls section (D3D11.3 10.6, 22.3.15 to 22.3.27). */
static bool is_phase_declaration(uint16_t opcode)
{
    bool registers = opcode >= ISA_DCL_INPUT && opcode <= ISA_DCL_INDEXABLE_TEMP;
    return registers || opcode == ISA_DCL_INDEX_RANGE || opcode == ISA_DCL_HS_FORK_PHASE_INSTANCE_COUNT ||
           opcode == ISA_DCL_HS_JOIN_PHASE_INSTANCE_COUNT;
}

static bool is_patch_declaration(uint16_t opcode)
{
    return opcode >= ISA_DCL_INPUT_CONTROL_POINT_COUNT && opcode <= ISA_DCL_HS_MAX_TESSFACTOR;
}

static void check_hs_decls(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint32_t end = stage->phase_count ? stage->phases[0].first : v->program->instr_count;
    for (v->at = 0; v->at < end; v->at++)
        if (is_phase_declaration(validate_instr(v)->opcode))
            VALIDATE_REPORT(v, VALIDATE_PHASE_REGISTER, isa_op(validate_instr(v)->opcode)->mnemonic,
                            "hs_decls");
}

static void check_phase_registers(struct validate *v, const struct program_phase *phase)
{
    for (v->at = phase->first; v->at < phase->end; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        bool other =
            (instr->opcode == ISA_DCL_HS_FORK_PHASE_INSTANCE_COUNT && phase->kind != PROGRAM_PHASE_FORK) ||
            (instr->opcode == ISA_DCL_HS_JOIN_PHASE_INSTANCE_COUNT && phase->kind != PROGRAM_PHASE_JOIN);
        if (other || is_patch_declaration(instr->opcode))
            VALIDATE_REPORT(v, VALIDATE_PHASE_REGISTER, isa_op(instr->opcode)->mnemonic,
                            phase_names[phase->kind]);
        bool input = instr->opcode == ISA_DCL_INPUT || instr->opcode == ISA_DCL_INPUT_SIV ||
                     instr->opcode == ISA_DCL_INPUT_SGV;
        for (size_t i = 0; input && i < BASE_COUNT(phase_rules); i++)
            if (phase_rules[i].file == instr->operands[0].file && !(phase_rules[i].phases >> phase->kind & 1))
                VALIDATE_REPORT(v, VALIDATE_PHASE_REGISTER, isa_file(phase_rules[i].file)->text,
                                phase_names[phase->kind]);
    }
}

/* Patch constants: each component is written by one phase (D3D11.3 10.8). */
static void check_patch(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    struct {
        uint32_t phase[4];
    } owner[VALIDATE_REGISTERS] = {0};
    v->at = v->program->instr_count;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        bool constant = r->output && program_writes_patch(v->program, r->instr);
        for (unsigned c = 0; constant && r->reg < VALIDATE_REGISTERS && c < 4; c++) {
            if (!(r->mask >> c & 1))
                continue;
            uint32_t *first = &owner[r->reg].phase[c];
            v->at = r->instr;
            if (*first && *first != r->phase + 1)
                VALIDATE_REPORT(v, VALIDATE_PATCH_TWICE, r->reg, "xyzw"[c]);
            *first = r->phase + 1;
        }
    }
}

/* Components written by phases of `kind`, by register. */
static void outputs_of(const struct program_stage *stage, uint8_t kind, uint8_t masks[VALIDATE_REGISTERS])
{
    memset(masks, 0, VALIDATE_REGISTERS);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->output && r->phase < stage->phase_count && stage->phases[r->phase].kind == kind &&
            r->reg < VALIDATE_REGISTERS)
            masks[r->reg] |= r->mask;
    }
}

/* vocp are the outputs of the control point phase, vpc those of the fork phases (D3D11.3 10.8.2, 10.9.2). */
static void check_inputs_of(struct validate *v, uint8_t file, uint8_t kind)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint8_t masks[VALIDATE_REGISTERS];
    outputs_of(stage, kind, masks);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        v->at = r->instr;
        if (r->file == file && !r->output && r->reg < VALIDATE_REGISTERS && (r->mask & ~masks[r->reg]))
            VALIDATE_REPORT(v, VALIDATE_PHASE_INPUT, isa_file(file)->text, r->reg, phase_names[kind]);
    }
}

static void check_phase_inputs(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    if (stage->phase_count && stage->phases[0].kind == PROGRAM_PHASE_POINTS)
        check_inputs_of(v, ISA_FILE_OUTPUT_CONTROL_POINT, PROGRAM_PHASE_POINTS);
    check_inputs_of(v, ISA_FILE_PATCH_CONSTANT, PROGRAM_PHASE_FORK);
}

static void check_point_size(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint32_t scalars = 0;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->output && r->phase < stage->phase_count &&
            stage->phases[r->phase].kind == PROGRAM_PHASE_POINTS)
            scalars += (uint32_t)__builtin_popcount(r->mask);
    }
    v->at = v->program->instr_count;
    if ((uint64_t)scalars * stage->points_out > LIMIT_POINT_SCALARS)
        VALIDATE_REPORT(v, VALIDATE_POINT_SIZE, stage->points_out, scalars, (unsigned)LIMIT_POINT_SCALARS);
}

/* ---- tessellation ---- */

/* System values required by each domain (D3D11.3 10.10): a range of factors. */
#define FACTORS(first, last) ((2u << ISA_SYSTEM_VALUE_##last) - (1u << ISA_SYSTEM_VALUE_##first))
static const uint32_t factors[] = {
    [ISA_DOMAIN_ISOLINE] = FACTORS(LINE_DETAIL, LINE_DENSITY),
    [ISA_DOMAIN_TRI] = FACTORS(TRI_U0_EDGE, TRI_INSIDE),
    [ISA_DOMAIN_QUAD] = FACTORS(QUAD_U0_EDGE, QUAD_V_INSIDE),
};

static uint32_t declared_factors(const struct program_stage *stage)
{
    uint32_t values = 0;
    for (uint32_t i = 0; i < stage->register_count; i++)
        if (stage->registers[i].output && stage->registers[i].system_value < 32)
            values |= 1u << stage->registers[i].system_value;
    return values;
}

static void check_factors(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint32_t wanted = factors[stage->domain], all = FACTORS(QUAD_U0_EDGE, LINE_DENSITY);
    uint32_t declared = declared_factors(stage) & all;
    uint32_t wrong = declared ^ wanted;
    if (wrong)
        VALIDATE_REPORT(v, VALIDATE_TESS_VALUES, isa_name(ISA_NAMES_DOMAIN, stage->domain),
                        isa_name(ISA_NAMES_SYSTEM_VALUE, (uint32_t)__builtin_ctz(wrong)),
                        wrong & wanted ? "missing" : "not of this domain");
}

static void check_tessellator(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    bool hull = v->program->stage == ISA_HULL;
    v->at = v->program->instr_count;
    if (stage->domain < ISA_DOMAIN_ISOLINE || stage->domain > ISA_DOMAIN_QUAD)
        VALIDATE_REPORT(v, VALIDATE_TESSELLATOR, "dcl_tessellator_domain");
    else if (hull)
        check_factors(v);
    if (hull && (stage->partitioning < ISA_PARTITIONING_INTEGER ||
                 stage->partitioning > ISA_PARTITIONING_FRACTIONAL_EVEN))
        VALIDATE_REPORT(v, VALIDATE_TESSELLATOR, "dcl_tessellator_partitioning");
    uint8_t primitive = stage->output_primitive;
    bool fits = stage->domain == ISA_DOMAIN_ISOLINE ? primitive <= ISA_OUTPUT_PRIMITIVE_LINE
                                                    : primitive != ISA_OUTPUT_PRIMITIVE_LINE;
    if (hull &&
        (primitive < ISA_OUTPUT_PRIMITIVE_POINT || primitive > ISA_OUTPUT_PRIMITIVE_TRIANGLE_CCW || !fits))
        VALIDATE_REPORT(v, VALIDATE_TESSELLATOR, "dcl_tessellator_output_primitive");
}

void validate_hull(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    check_order(v);
    check_hs_decls(v);
    for (uint32_t i = 0; i < stage->phase_count; i++)
        check_phase_registers(v, &stage->phases[i]);
    check_patch(v);
    check_phase_inputs(v);
    check_point_size(v);
    check_tessellator(v);
}

/* A domain shader reads only the factors of its own domain (D3D11.3 22.3.11). */
static void check_inputs(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint32_t all = FACTORS(QUAD_U0_EDGE, LINE_DENSITY);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        uint32_t value = r->system_value < 32 ? 1u << r->system_value : 0;
        bool known = stage->domain >= ISA_DOMAIN_ISOLINE && stage->domain <= ISA_DOMAIN_QUAD;
        v->at = r->instr;
        if (known && (value & all & ~factors[stage->domain]))
            VALIDATE_REPORT(v, VALIDATE_TESS_VALUES, isa_name(ISA_NAMES_DOMAIN, stage->domain),
                            isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value), "not of this domain");
    }
}

void validate_domain(struct validate *v)
{
    check_inputs(v);
    check_tessellator(v);
}
