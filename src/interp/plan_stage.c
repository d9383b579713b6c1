/* Stages other than compute: input and output registers, which are records in memory, and the rows of
   pixel and geometry shaders. */
#include "interp/plan.h"

/* ---- registers in records ---- */

/* The records of an operand; none when `length` is 0. */
struct stage_file {
    enum plan_records records;
    uint32_t item;     /* system value: the number of the vertex, patch or primitive of a lane */
    uint32_t vertices; /* of an item; 1 without a vertex index */
    uint32_t length;   /* registers of a record */
    uint32_t reg;      /* the register, when the operand has no number */
    unsigned component;
    bool has_vertex, has_number;
};

static struct stage_file input_file(const struct plan_builder *b, unsigned component)
{
    const struct program_stage *stage = &b->program->decls.stage;
    struct stage_file file = {PLAN_INPUTS, STAGE_ITEM, 1, stage->inputs, 0, component, false, true};
    enum isa_stage kind = b->program->stage;
    file.has_vertex = kind == ISA_GEOMETRY || kind == ISA_HULL || kind == ISA_DOMAIN;
    if (file.has_vertex)
        file.vertices = kind == ISA_GEOMETRY ? stage->vertices_in : stage->points_in;
    return file;
}

static struct stage_file read_file(const struct plan_builder *b, uint8_t file, unsigned component)
{
    const struct program_stage *stage = &b->program->decls.stage;
    switch (file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return input_file(b, component);
    case ISA_FILE_OUTPUT_CONTROL_POINT:
        return (struct stage_file){PLAN_OUTPUTS, STAGE_ITEM, stage->points_out, stage->outputs, 0, component,
                                   true,         true};
    case ISA_FILE_PATCH_CONSTANT:
        return (struct stage_file){PLAN_CONSTANTS, STAGE_ITEM, 1,   stage->constants, 0,
                                   component,      false,      true};
    default: return (struct stage_file){0};
    }
}

static struct stage_file write_file(const struct plan_builder *b, uint8_t file, unsigned component)
{
    const struct program_stage *stage = &b->program->decls.stage;
    uint8_t special = program_special_mask(file);
    if (special)
        return (struct stage_file){PLAN_OUTPUTS,   STAGE_RECORD,   1,
                                   stage->outputs, stage->special, (unsigned)__builtin_ctz(special),
                                   false,          false};
    if (file != ISA_FILE_OUTPUT)
        return (struct stage_file){0};
    if (program_writes_patch(b->program, b->at))
        return (struct stage_file){PLAN_CONSTANTS, STAGE_ITEM, 1,   stage->constants, 0,
                                   component,      false,      true};
    return (struct stage_file){PLAN_OUTPUTS, STAGE_RECORD, 1, stage->outputs, 0, component, false, true};
}

/* Fills a step for a word of a record, except d and s. */
static bool make_step(struct plan_builder *b, const struct program_operand *operand,
                      const struct stage_file *file, unsigned depth, struct plan_step *step)
{
    unsigned count = file->has_vertex + file->has_number;
    if (operand->index_count < count)
        return PLAN_FAIL(b, INTERP_INDICES, isa_file(operand->file)->text, count);
    step->record.records = (uint32_t)file->records;
    step->record.item = b->plan->system + file->item;
    step->record.vertices = file->vertices;
    step->record.registers = file->length;
    step->component = (uint8_t)file->component;
    step->reg = (struct plan_index){0, PLAN_NONE};
    step->element = (struct plan_index){file->reg, PLAN_NONE};
    if (file->has_vertex)
        step->reg = plan_relative_at(b, &operand->index[0], depth + 1);
    if (file->has_number)
        step->element = plan_relative_at(b, &operand->index[count - 1], depth + 1);
    return b->status == SM5_OK;
}

/* ---- reading ---- */

/* Operands that are columns of system values; PLAN_NONE for others. */
static uint32_t read_value(const struct plan *plan, uint8_t file, unsigned component)
{
    switch (file) {
    case ISA_FILE_PRIMITIVE_ID: return plan->system + STAGE_PRIMITIVE;
    case ISA_FILE_OUTPUT_CONTROL_POINT_ID:
    case ISA_FILE_FORK_INSTANCE_ID:
    case ISA_FILE_JOIN_INSTANCE_ID:
    case ISA_FILE_GS_INSTANCE_ID: return plan->system + STAGE_INSTANCE;
    case ISA_FILE_DOMAIN_POINT: return component < 3 ? plan->system + STAGE_DOMAIN + component : plan->zero;
    case ISA_FILE_COVERAGE: return plan->system + STAGE_COVERAGE;
    case ISA_FILE_INNER_COVERAGE: return plan->system + STAGE_INNER;
    default: return PLAN_NONE;
    }
}

bool plan_stage_read(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                     unsigned depth, uint32_t *column)
{
    if (b->program->stage == ISA_COMPUTE)
        return false;
    *column = read_value(b->plan, operand->file, component);
    if (*column != PLAN_NONE)
        return true;
    struct stage_file file = read_file(b, operand->file, component);
    struct plan_step step = plan_step_make(STEP_RECORD);
    if (!file.item)
        return false;
    if (!make_step(b, operand, &file, depth, &step))
        return true;
    step.d = *column = plan_scratch(b);
    plan_step_add(b, &step);
    return true;
}

/* ---- writing ---- */

bool plan_stage_writes(const struct plan_builder *b, const struct program_operand *operand)
{
    return b->program->stage != ISA_COMPUTE && write_file(b, operand->file, 0).item;
}

static struct plan_index fetch_index(struct plan_builder *b, struct plan_index index)
{
    struct plan_step step = plan_step_make(STEP_ADD);
    if (index.index == PLAN_NONE)
        return index;
    step.element = index;
    step.d = plan_scratch(b);
    plan_step_add(b, &step);
    return (struct plan_index){0, step.d};
}

/* Indices are fetched before the operation, which may overwrite the register that holds them. */
void plan_stage_store(struct plan_builder *b, const struct program_operand *operand, unsigned c,
                      uint32_t from)
{
    struct stage_file file = write_file(b, operand->file, c);
    struct plan_step step = plan_step_make(STEP_OUTPUT);
    if (!make_step(b, operand, &file, 0, &step))
        return;
    step.element = fetch_index(b, step.element);
    step.s = from;
    if (!VEC_PUSH(&b->finishes, step))
        plan_fail(b, SM5_ERR_MEMORY);
}

/* ---- rows of pixel shaders ---- */

/* One unit for each written component, to scratch: lanes of a quad read each other. */
static void add_units(struct plan_builder *b, struct plan_op *op, uint32_t s2, uint32_t s4)
{
    const struct program_operand *dst = &plan_instr(b)->operands[0];
    uint32_t mask = operand_write_mask(dst);
    op->units = (uint32_t)b->plan->units.count;
    for (unsigned c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        struct plan_unit unit;
        memset(&unit, 0xff, sizeof unit);
        unit.s[0] = plan_source(b, 1, c);
        unit.s[2] = s2;
        unit.s[4] = s4;
        unit.d[0] = plan_scratch(b);
        unit.d[1] = b->plan->trash;
        if (instr_saturates(plan_instr(b)))
            plan_saturate(b, unit.d[0], PLAN_NONE);
        plan_store(b, dst, c, unit.d[0]);
        plan_unit_add(b, op, &unit);
    }
}

void plan_derivative_op(struct plan_builder *b, struct plan_op *op)
{
    op->run = RUN_DERIVATIVE;
    op->quad.kind = isa_op(op->opcode)->derivative;
    op->quad.all_lanes = operand_ignores_mask(&plan_instr(b)->operands[1]);
    add_units(b, op, PLAN_NONE, PLAN_NONE);
}

void plan_pull_op(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = plan_instr(b);
    uint32_t s2 = PLAN_NONE, s4 = PLAN_NONE;
    if (instr->operands[1].file != ISA_FILE_INPUT) {
        PLAN_FAIL(b, INTERP_FILE, isa_file(instr->operands[1].file)->text);
        return;
    }
    op->run = RUN_PULL;
    op->quad.all_lanes = operand_ignores_mask(&instr->operands[1]);
    op->quad.kind = (uint8_t)program_interpolation_of(b->program, &instr->operands[1]);
    if (op->opcode != ISA_EVAL_CENTROID)
        s2 = plan_source(b, 2, 0);
    if (op->opcode == ISA_EVAL_SNAPPED)
        s4 = plan_source(b, 2, 1);
    add_units(b, op, s2, s4);
}

/* ---- rows of geometry shaders ---- */

void plan_stream_op(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = plan_instr(b);
    uint32_t number = 0;
    if (instr->operand_count && instr->operands[0].index_count)
        number = (uint32_t)instr->operands[0].index[0].imm;
    if (number > 3)
        PLAN_FAIL(b, INTERP_UNDECLARED, "m", number);
    op->run = RUN_STREAM;
    op->stream.number = (uint8_t)number;
    op->stream.emits = isa_has(op->opcode, ISA_EMITS);
    op->stream.cuts = isa_has(op->opcode, ISA_CUTS);
}
