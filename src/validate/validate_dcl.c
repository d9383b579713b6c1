/* Declarations: registers, counts, dimensions, system values, and their place in the program. */
#include "validate/validate_state.h"

/* ---- the declared register ---- */

/* D3D11.3 9.5, 5.3.9. Not for SM5.1, where register numbers are relative to a space. */
static const struct slot_rule {
    uint8_t file;
    uint32_t limit;
} slot_rules[] = {{ISA_FILE_CBUFFER, 15}, {ISA_FILE_SAMPLER, 16}, {ISA_FILE_SRV, 128}, {ISA_FILE_UAV, 64}};

static void check_slot(struct validate *v, const struct program_operand *operand)
{
    for (size_t i = 0; i < BASE_COUNT(slot_rules); i++)
        if (slot_rules[i].file == operand->file && operand->index_count &&
            operand->index[0].imm >= slot_rules[i].limit)
            VALIDATE_REPORT(v, VALIDATE_SLOT, isa_file(operand->file)->text, (unsigned)operand->index[0].imm,
                            slot_rules[i].limit);
}

static void check_register(struct validate *v, const struct isa_op *row,
                           const struct program_operand *operand)
{
    uint8_t wanted = row->operands[0].count;
    if (wanted != ISA_FILE_ANY && wanted != operand->file)
        VALIDATE_REPORT(v, VALIDATE_DCL_REGISTER, row->mnemonic, isa_file(wanted)->text);
    else if (validate_file(v, operand->file) && !program_is_51(v->program))
        check_slot(v, operand);
    if (operand->min_precision)
        validate_need_flag(v, isa_name(ISA_NAMES_MIN_PRECISION, operand->min_precision),
                           ISA_GLOBAL_MIN_PRECISION);
}

/* Registers without a number have fixed components; vDomain has three for triangles and two for other domains
   (D3D11.3 23.10). */
static void check_file_mask(struct validate *v, const struct program_operand *operand)
{
    uint32_t count = isa_file(operand->file)->components;
    if (operand->file == ISA_FILE_DOMAIN_POINT && v->program->decls.stage.domain != ISA_DOMAIN_TRI)
        count = 2;
    static const char *const masks[] = {[1] = ".x", [2] = ".xy", [3] = ".xyz"};
    if (count >= 1 && count < BASE_COUNT(masks) && operand_write_mask(operand) >> count)
        VALIDATE_REPORT(v, VALIDATE_FILE_MASK, isa_file(operand->file)->text, masks[count], "declared");
}

/* Before 4.1 a vertex has 16 elements (D3D11.3 9.3). */
static void check_vertex_slot(struct validate *v, const struct program_operand *operand)
{
    enum { ELEMENTS = 16 };
    bool old = v->program->stage == ISA_VERTEX && !validate_in_model(v, ISA_MODEL_SM41);
    if (old && operand->index_count && operand->index[0].imm >= ELEMENTS)
        VALIDATE_REPORT(v, VALIDATE_SLOT, isa_file(operand->file)->text, (unsigned)operand->index[0].imm,
                        (unsigned)ELEMENTS);
}

/* D3D11.3 22.3.10, 22.3.31: dcl_input declares inputs, dcl_output outputs. */
static void check_direction(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    const struct isa_file_info *file = isa_file(instr->operands[0].file);
    bool output = row->flags & ISA_DECLARES_OUT;
    uint8_t wanted = ISA_USE_DECLARED | (output ? ISA_USE_WRITTEN : ISA_USE_READ);
    if ((file->use & wanted) != wanted)
        VALIDATE_REPORT(v, VALIDATE_DCL_REGISTER, row->mnemonic, output ? "an output" : "an input");
}

/* ---- views ---- */

enum { VIEW_DIMENSIONS = 0x7fe }; /* buffer to texturecubearray */

static void check_return_types(struct validate *v, uint32_t types, bool uav)
{
    for (unsigned c = 0; c < 4; c++) {
        uint32_t type = types >> 4 * c & 0xf;
        bool plain = type >= ISA_RETURN_UNORM && type <= ISA_RETURN_FLOAT;
        bool wide = type >= ISA_RETURN_DOUBLE && type <= ISA_RETURN_UNUSED;
        if (plain || (wide && !uav))
            continue;
        VALIDATE_REPORT(v, VALIDATE_RETURN_TYPE, type);
        return;
    }
}

static void check_view(struct validate *v, const struct program_instr *instr, bool uav)
{
    uint32_t dimension = isa_control_value(ISA_CONTROL_DIMENSION, instr->controls);
    uint32_t allowed = uav ? isa_resource(ISA_RESOURCE_TYPED_VIEW)->dimensions : VIEW_DIMENSIONS;
    if (dimension > 31 || !(allowed >> dimension & 1))
        VALIDATE_REPORT(v, VALIDATE_DIMENSION,
                        isa_name(ISA_NAMES_DIMENSION, dimension) ? isa_name(ISA_NAMES_DIMENSION, dimension)
                                                                 : "unknown",
                        uav ? "u#" : "t#");
    else if (dimension == ISA_DIM_TEXTURECUBEARRAY && !validate_in_model(v, ISA_MODEL_SM41))
        VALIDATE_REPORT(v, VALIDATE_MODEL, "texturecubearray", "4.1", v->program->major, v->program->minor);
    uint32_t samples = uav ? 0 : instr->controls >> 16 & 0x7f;
    if (samples > LIMIT_SAMPLES)
        VALIDATE_REPORT(v, VALIDATE_SAMPLE_COUNT, samples, LIMIT_SAMPLES);
    check_return_types(v, instr_dword(instr, 0), uav);
}

/* ---- counts ---- */

static void check_cbuffer(struct validate *v, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t rows = program_is_51(v->program)  ? instr_dword(instr, 0)
                    : operand->index_count > 1 ? operand->index[1].imm
                                               : 0;
    if (rows > LIMIT_CBUFFER_ROWS)
        VALIDATE_REPORT(v, VALIDATE_CBUFFER_SIZE, (unsigned)rows, LIMIT_CBUFFER_ROWS);
}

static void check_thread_group(struct validate *v, const struct program_instr *instr)
{
    static const uint32_t limit[3] = {LIMIT_GROUP_X, LIMIT_GROUP_X, LIMIT_GROUP_Z};
    for (unsigned i = 0; i < 3; i++)
        if (instr_dword(instr, i) > limit[i]) {
            VALIDATE_REPORT(v, VALIDATE_THREAD_GROUP, instr_dword(instr, i), "xyz"[i], limit[i]);
            return;
        }
    uint32_t threads = instr_dword(instr, 0) * instr_dword(instr, 1) * instr_dword(instr, 2);
    if (v->program->major < 5 && threads > LIMIT_GROUP_THREADS_SM4)
        VALIDATE_REPORT(v, VALIDATE_CS4_THREADS, threads);
}

static void check_tessellation_factor(struct validate *v, const struct program_instr *instr)
{
    float factor = float_of_bits(instr_dword(instr, 0));
    if (!(factor >= 1 && factor <= LIMIT_TESS_FACTOR))
        VALIDATE_REPORT(v, VALIDATE_TESS_FACTOR, (double)factor);
}

/* D3D11.3 22.3.30: at least two registers, all below the limit. */
static void check_index_range(struct validate *v, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t first = operand_register(operand);
    uint64_t count = instr_dword(instr, 0);
    bool pixel_output = v->program->stage == ISA_PIXEL && operand->file == ISA_FILE_OUTPUT;
    if (!(isa_file(operand->file)->use & ISA_USE_DECLARED) || pixel_output)
        VALIDATE_REPORT(v, VALIDATE_DCL_REGISTER, "dcl_indexrange", "registers that can be indexed");
    else if (count < 2 || first + count > VALIDATE_REGISTERS)
        VALIDATE_REPORT(v, VALIDATE_INDEX_RANGE, (unsigned)first, (unsigned)count);
}

/* ---- system values (D3D11.3 4.4.4, 4.4.5) ---- */

static void check_value(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (!(row->flags & (ISA_GENERATED | ISA_INTERPRETED)))
        return;
    uint32_t value = instr_dword(instr, 0), stage = v->program->stage;
    const struct isa_system_value_info *info = isa_system_value(value);
    bool fits = info && (row->flags & info->declared) && (row->stages >> stage & 1);
    if (fits && (row->flags & ISA_DECLARES_IN ? info->inputs : info->outputs) >> stage & 1)
        return;
    const char *name = isa_name(ISA_NAMES_SYSTEM_VALUE, value);
    VALIDATE_REPORT(v, VALIDATE_SYSTEM_VALUE, row->mnemonic, name ? name : "unknown", validate_stage_name(v));
}

/* v[VERTICES][#], vicp and vocp declare all vertices or control points (D3D11.3 22.3.10); fork and join
   phases may declare fewer (10.8.3, 10.9.3). */
static void check_vertices(struct validate *v, const struct program_operand *operand)
{
    const struct program_stage *stage = &v->program->decls.stage;
    bool of_patch = v->program->stage == ISA_HULL && operand->file != ISA_FILE_INPUT;
    uint32_t wanted = operand->file == ISA_FILE_OUTPUT_CONTROL_POINT ? stage->points_out
                      : v->program->stage == ISA_GEOMETRY            ? stage->vertices_in
                                                                     : stage->points_in;
    uint64_t count = operand->index_count == 2 ? operand->index[0].imm : wanted;
    if (count != wanted && !(of_patch && count > 0 && count < wanted))
        VALIDATE_REPORT(v, VALIDATE_VERTICES, isa_file(operand->file)->text, (unsigned)operand->index[0].imm,
                        wanted);
}

/* D3D11.3 16.4; sample modes require 4.1. */
static void check_interpolation(struct validate *v, const struct program_instr *instr)
{
    uint32_t mode = isa_control_value(ISA_CONTROL_INTERPOLATION, instr->controls);
    const char *name = isa_name(ISA_NAMES_INTERPOLATION, mode);
    bool samples = mode == ISA_INTERPOLATION_LINEAR_SAMPLE || mode == ISA_INTERPOLATION_NOPERSPECTIVE_SAMPLE;
    bool none = mode == ISA_INTERPOLATION_UNDEFINED && instr->opcode == ISA_DCL_INPUT_PS;
    if (!name || none)
        VALIDATE_REPORT(v, VALIDATE_INTERPOLATION, name ? name : "unknown", v->program->major,
                        v->program->minor);
    else if (samples && !validate_in_model(v, ISA_MODEL_SM41))
        VALIDATE_REPORT(v, VALIDATE_MODEL, name, "4.1", v->program->major, v->program->minor);
}

/* ---- one declaration ---- */

static void check_kind(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    switch (instr->opcode) {
    case ISA_DCL_RESOURCE: check_view(v, instr, false); break;
    case ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED: check_view(v, instr, true); break;
    case ISA_DCL_CONSTANT_BUFFER: check_cbuffer(v, instr); break;
    case ISA_DCL_THREAD_GROUP: check_thread_group(v, instr); break;
    case ISA_DCL_HS_MAX_TESSFACTOR: check_tessellation_factor(v, instr); break;
    case ISA_DCL_INDEX_RANGE: check_index_range(v, instr); break;
    default: break;
    }
    if (row->flags & (ISA_DECLARES_IN | ISA_DECLARES_OUT)) {
        check_direction(v, instr, row);
        check_vertex_slot(v, &instr->operands[0]);
        check_value(v, instr, row);
        check_vertices(v, &instr->operands[0]);
        check_file_mask(v, &instr->operands[0]);
        if (v->program->stage == ISA_PIXEL && instr->opcode == ISA_DCL_INPUT &&
            instr->operands[0].file == ISA_FILE_INPUT)
            VALIDATE_REPORT(v, VALIDATE_INTERPOLATION, "undefined", v->program->major, v->program->minor);
    }
    bool view = row->control == ISA_CONTROL_UAV || row->control == ISA_CONTROL_UAV_DIMENSION;
    if (view && (instr->controls & ISA_TOKEN_ROV) && v->program->stage != ISA_PIXEL)
        VALIDATE_REPORT(v, VALIDATE_STAGE, "a rasterizer-ordered view", validate_stage_name(v),
                        v->program->major, v->program->minor);
    if (row->control == ISA_CONTROL_INTERPOLATION)
        check_interpolation(v, instr);
}

void validate_declaration(struct validate *v, const struct program_instr *instr, const struct isa_op *row)
{
    if (row->group != ISA_GROUP_DECLARATION)
        return;
    if (v->code_began)
        VALIDATE_REPORT(v, VALIDATE_LATE, row->mnemonic);
    if (row->operand_count) {
        v->operand = 0;
        check_register(v, row, &instr->operands[0]);
        v->operand = VALIDATE_NO_OPERAND;
    }
    check_kind(v, instr, row);
}

/* ---- all declarations ---- */

/* At most one immediate constant buffer, over all phases (D3D11.3 22.3.4). */
static void check_single_icb(struct validate *v)
{
    bool seen = false;
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode != ISA_CUSTOMDATA || instr->custom != ISA_CUSTOM_ICB)
            continue;
        if (seen)
            VALIDATE_REPORT(v, VALIDATE_DCL_TWICE, isa_op(ISA_CUSTOMDATA)->mnemonic);
        seen = true;
    }
}

static void check_single(struct validate *v)
{
    bool seen[ISA_OPCODE_COUNT] = {0};
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        uint16_t opcode = validate_instr(v)->opcode;
        if (isa_flow(opcode) == ISA_FLOW_PHASE)
            memset(seen, 0, sizeof seen);
        if (seen[opcode])
            VALIDATE_REPORT(v, VALIDATE_DCL_TWICE, isa_op(opcode)->mnemonic);
        seen[opcode] = isa_has(opcode, ISA_ONCE);
    }
}

static uint32_t lowest_view(const struct program_decls *decls)
{
    uint32_t lowest = UINT32_MAX;
    for (uint32_t i = 0; i < decls->resource_count; i++)
        if (decls->resources[i].file == ISA_FILE_UAV && decls->resources[i].lower < lowest)
            lowest = decls->resources[i].lower;
    return lowest;
}

/* D3D11.3 5.3.9: o# and u# of a pixel shader share slots. */
static void check_targets(struct validate *v)
{
    uint32_t lowest = lowest_view(&v->program->decls);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode != ISA_DCL_OUTPUT || instr->operands[0].file != ISA_FILE_OUTPUT ||
            !instr->operands[0].index_count)
            continue;
        uint64_t target = instr->operands[0].index[0].imm;
        if (target >= lowest)
            VALIDATE_REPORT(v, VALIDATE_TARGET_SLOT, (unsigned)target, lowest);
    }
}

/* Bits of SFI0 that u# require: in other stages than pixel and compute, and from slot 8 on. */
static void check_features(struct validate *v)
{
    enum { EVERY_STAGE = 2, SLOTS_64 = 3, SLOTS = 8 };
    const struct sm5_program *program = v->program;
    bool graphics = program->stage != ISA_COMPUTE && program->stage != ISA_PIXEL;
    if (!program->container.present || program_is_51(program))
        return;
    for (uint32_t i = 0; i < program->decls.resource_count; i++) {
        const struct program_resource *r = &program->decls.resources[i];
        uint64_t missing = r->file == ISA_FILE_UAV ? ~program->features : 0;
        v->at = r->instr;
        if (graphics && (missing >> EVERY_STAGE & 1))
            VALIDATE_REPORT(v, VALIDATE_FEATURE, r->id, isa_name(ISA_NAMES_FEATURE, EVERY_STAGE));
        if (r->id >= SLOTS && (missing >> SLOTS_64 & 1))
            VALIDATE_REPORT(v, VALIDATE_FEATURE, r->id, isa_name(ISA_NAMES_FEATURE, SLOTS_64));
    }
}

void validate_declarations(struct validate *v)
{
    const struct sm5_program *program = v->program;
    check_single(v);
    check_single_icb(v);
    if (program->stage == ISA_PIXEL && !program_is_51(program))
        check_targets(v);
    check_features(v);
    v->at = program->instr_count;
    if (program->stage == ISA_COMPUTE && !program->decls.thread_group[0])
        VALIDATE_REPORT(v, VALIDATE_NO_THREAD_GROUP);
}
