/* Declarations of stages other than compute: phases, primitives, control points, input and output
   registers. */
#include <stdlib.h>

#include "program/program_diag.h"
#include "program_stage.h"

enum {
    PHASE_INSTANCES = 128,
    DECLARATION_LIMIT = 4096, /* of registers: large hull shaders declare them in each phase */
};

struct stage_collector {
    const struct sm5_program *program;
    struct program_stage *stage;
    struct sm5_diags *diags;
    VEC(struct program_phase) phases;
    VEC(struct program_register) registers;
    uint32_t at;
    uint8_t stream;
    enum sm5_status status;
};

#define ERROR(c, id, ...)                                                                                    \
    do {                                                                                                     \
        diag_add((c)->diags, id, program_instr_place((c)->program, (c)->at), __VA_ARGS__);                   \
        (c)->status = SM5_ERR_INPUT;                                                                         \
    } while (0)

/* The count, or 0 after reporting that it is out of limits. */
static uint32_t check_count(struct stage_collector *c, uint32_t count, uint32_t least, uint32_t most)
{
    if (count >= least && count <= most)
        return count;
    ERROR(c, PROGRAM_STAGE_COUNT, isa_op(c->program->instrs[c->at].opcode)->mnemonic, count, least, most);
    return 0;
}

/* ---- registers ---- */

static uint32_t register_limit(const struct stage_collector *c, uint8_t file)
{
    return c->program->stage == ISA_PIXEL && file == ISA_FILE_OUTPUT ? LIMIT_TARGETS : LIMIT_REGISTERS;
}

static void add_register(struct stage_collector *c, const struct program_instr *instr, bool output)
{
    const struct program_operand *operand = &instr->operands[0];
    bool has_value = isa_has(instr->opcode, ISA_GENERATED | ISA_INTERPRETED);
    struct program_register r = {
        .file = operand->file,
        .mask = (uint8_t)operand_write_mask(operand),
        .system_value = has_value && instr_dword(instr, 0) < 256 ? (uint8_t)instr_dword(instr, 0) : 0,
        .stream = output ? c->stream : 0,
        .output = output,
        .reg = (uint32_t)operand_register(operand),
        .phase = c->phases.count ? (uint32_t)c->phases.count - 1 : 0,
        .instr = c->at,
    };
    if (isa_op(instr->opcode)->control == ISA_CONTROL_INTERPOLATION)
        r.interpolation = (uint8_t)isa_control_value(ISA_CONTROL_INTERPOLATION, instr->controls);
    if (c->registers.count == DECLARATION_LIMIT)
        return;
    if (operand->index_count && r.reg >= register_limit(c, r.file))
        ERROR(c, PROGRAM_STAGE_REGISTER, isa_file(r.file)->text, r.reg, register_limit(c, r.file));
    else if (!VEC_PUSH(&c->registers, r))
        c->status = SM5_ERR_MEMORY;
}

/* ---- hull phases ---- */

static void open_phase(struct stage_collector *c, enum program_phase_kind kind)
{
    struct program_phase phase = {.kind = (uint8_t)kind, .first = c->at, .instances = 1};
    if (c->phases.count)
        c->phases.data[c->phases.count - 1].end = c->at;
    if (!VEC_PUSH(&c->phases, phase))
        c->status = SM5_ERR_MEMORY;
}

static void set_instances(struct stage_collector *c, const struct program_instr *instr)
{
    uint32_t instances = check_count(c, instr_dword(instr, 0), 1, PHASE_INSTANCES);
    if (c->phases.count)
        c->phases.data[c->phases.count - 1].instances = instances;
}

/* ---- one declaration ---- */

static void set_stream(struct stage_collector *c, const struct program_instr *instr)
{
    uint32_t stream = instr->operand_count ? (uint32_t)instr->operands[0].index[0].imm : 0;
    if (stream < LIMIT_STREAMS)
        c->stream = (uint8_t)stream;
    else
        ERROR(c, PROGRAM_STAGE_REGISTER, "m", stream, LIMIT_STREAMS);
}

/* Values of the opcode token. */
static void read_controls(struct stage_collector *c, const struct program_instr *instr)
{
    enum isa_control control = (enum isa_control)isa_op(instr->opcode)->control;
    uint32_t value = isa_control_value(control, instr->controls);
    struct program_stage *stage = c->stage;
    switch (instr->opcode) {
    case ISA_DCL_INPUT_CONTROL_POINT_COUNT:
        stage->points_in = check_count(c, value, c->program->stage == ISA_HULL, LIMIT_CONTROL_POINTS);
        break;
    case ISA_DCL_OUTPUT_CONTROL_POINT_COUNT:
        stage->points_out = check_count(c, value, 0, LIMIT_CONTROL_POINTS);
        break;
    case ISA_DCL_TESS_DOMAIN: stage->domain = (uint8_t)value; break;
    case ISA_DCL_TESS_PARTITIONING: stage->partitioning = (uint8_t)value; break;
    case ISA_DCL_TESS_OUTPUT_PRIMITIVE: stage->output_primitive = (uint8_t)value; break;
    case ISA_DCL_GS_INPUT_PRIMITIVE: stage->vertices_in = isa_primitive_vertices(value); break;
    case ISA_DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY: stage->topologies[c->stream] = (uint8_t)value; break;
    default: break;
    }
}

static void read_declaration(struct stage_collector *c, const struct program_instr *instr)
{
    if (isa_has(instr->opcode, ISA_DECLARES_IN | ISA_DECLARES_OUT))
        add_register(c, instr, isa_has(instr->opcode, ISA_DECLARES_OUT));
    switch (instr->opcode) {
    case ISA_HS_CONTROL_POINT_PHASE: open_phase(c, PROGRAM_PHASE_POINTS); break;
    case ISA_HS_FORK_PHASE: open_phase(c, PROGRAM_PHASE_FORK); break;
    case ISA_HS_JOIN_PHASE: open_phase(c, PROGRAM_PHASE_JOIN); break;
    case ISA_DCL_HS_FORK_PHASE_INSTANCE_COUNT:
    case ISA_DCL_HS_JOIN_PHASE_INSTANCE_COUNT: set_instances(c, instr); break;
    case ISA_DCL_STREAM: set_stream(c, instr); break;
    case ISA_DCL_MAX_OUTPUT_VERTEX_COUNT:
        c->stage->max_vertices = check_count(c, instr_dword(instr, 0), 1, LIMIT_GS_SCALARS);
        break;
    case ISA_DCL_GS_INSTANCE_COUNT:
        c->stage->instances = check_count(c, instr_dword(instr, 0), 1, LIMIT_GS_INSTANCES);
        break;
    default: read_controls(c, instr); break;
    }
}

/* ---- records: the registers of a vertex, control point, pixel or patch ---- */

static void extend(uint32_t *registers, uint32_t reg)
{
    if (*registers <= reg)
        *registers = reg + 1;
}

static void count_register(struct stage_collector *c, const struct program_register *r, bool *special)
{
    struct program_stage *stage = c->stage;
    *special |= program_special_mask(r->file) != 0;
    switch (r->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: extend(&stage->inputs, r->reg); break;
    case ISA_FILE_OUTPUT:
        extend(program_writes_patch(c->program, r->instr) ? &stage->constants : &stage->outputs, r->reg);
        break;
    case ISA_FILE_OUTPUT_CONTROL_POINT: extend(&stage->outputs, r->reg); break;
    case ISA_FILE_PATCH_CONSTANT: extend(&stage->constants, r->reg); break;
    default: break;
    }
}

static bool at_samples(const struct program_register *r)
{
    bool mode = program_interpolation_mode(r->interpolation) == PROGRAM_FROM_SAMPLE;
    return !r->output &&
           (mode || (r->file == ISA_FILE_INPUT && r->system_value == ISA_SYSTEM_VALUE_SAMPLE_INDEX));
}

static bool has_point_phase(const struct stage_collector *c)
{
    for (size_t i = 0; i < c->phases.count; i++)
        if (c->phases.data[i].kind == PROGRAM_PHASE_POINTS)
            return true;
    return false;
}

static void count_registers(struct stage_collector *c)
{
    struct program_stage *stage = c->stage;
    bool special = false;
    for (size_t i = 0; i < c->registers.count; i++) {
        count_register(c, &c->registers.data[i], &special);
        stage->sample_frequency |= c->program->stage == ISA_PIXEL && at_samples(&c->registers.data[i]);
    }
    if (special)
        stage->special = stage->outputs++;
    bool passes = c->program->stage == ISA_HULL && stage->points_out && !has_point_phase(c);
    if (passes) /* control points are passed through, undeclared */
        stage->inputs = stage->outputs = LIMIT_REGISTERS;
}

/* ---- required declarations ---- */

static void require(struct stage_collector *c, bool is_present, enum isa_opcode opcode)
{
    if (!is_present)
        ERROR(c, PROGRAM_STAGE_MISSING, isa_name(ISA_NAMES_STAGE, c->program->stage),
              isa_op(opcode)->mnemonic);
}

static void check_required(struct stage_collector *c)
{
    const struct program_stage *stage = c->stage;
    c->at = UINT32_MAX;
    if (c->status != SM5_OK)
        return;
    if (c->program->stage == ISA_HULL)
        require(c, stage->points_in, ISA_DCL_INPUT_CONTROL_POINT_COUNT);
    if (c->program->stage == ISA_GEOMETRY) {
        require(c, stage->vertices_in, ISA_DCL_GS_INPUT_PRIMITIVE);
        require(c, stage->max_vertices, ISA_DCL_MAX_OUTPUT_VERTEX_COUNT);
    }
    /* D3D11.3 10.6: without a control point phase control points are passed through unchanged. */
    if (c->program->stage == ISA_HULL && stage->points_out && stage->points_out != stage->points_in)
        require(c, has_point_phase(c), ISA_HS_CONTROL_POINT_PHASE);
}

static void store(struct stage_collector *c, struct arena *arena)
{
    struct program_stage *stage = c->stage;
    size_t phases = c->phases.count * sizeof *c->phases.data;
    size_t registers = c->registers.count * sizeof *c->registers.data;
    if (c->phases.count)
        c->phases.data[c->phases.count - 1].end = c->program->instr_count;
    stage->phases = arena_copy(arena, c->phases.data, phases);
    stage->registers = arena_copy(arena, c->registers.data, registers);
    stage->phase_count = stage->phases ? (uint32_t)c->phases.count : 0;
    stage->register_count = stage->registers ? (uint32_t)c->registers.count : 0;
    if (!stage->phases || !stage->registers)
        c->status = SM5_ERR_MEMORY;
}

enum sm5_status program_stage_collect(struct sm5_program *program, struct sm5_diags *diags)
{
    struct program_stage *stage = &program->decls.stage;
    struct stage_collector c = {.program = program, .stage = stage, .diags = diags};
    *stage = (struct program_stage){.instances = 1, .special = UINT32_MAX};
    if (program->stage == ISA_COMPUTE)
        return SM5_OK;
    for (c.at = 0; c.at < program->instr_count; c.at++)
        read_declaration(&c, &program->instrs[c.at]);
    store(&c, &program->arena);
    count_registers(&c);
    check_required(&c);
    VEC_FREE(&c.phases);
    VEC_FREE(&c.registers);
    return c.status;
}
