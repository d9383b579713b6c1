/* What stages other than compute have besides r#: input and output registers, which are records in memory,
   and the rows of pixel and geometry shaders. */
#include "interp/plan.h"

static const struct program_instr *instr_of(const struct plan_builder *b)
{
    return &b->program->instrs[b->at];
}

/* ---- registers that stand in records ---- */

/* Which records an operand names; none when `length` is 0. */
struct stage_file {
    enum plan_records records;
    uint32_t item;     /* system value: the number of the vertex, patch or primitive of a lane */
    uint32_t vertices; /* records of an item; 1 and no vertex index, or as many as the index may name */
    uint32_t length;   /* registers of a record */
    uint32_t reg;      /* of registers without a number */
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

/* The step that moves a word of the record: all but its columns. */
static bool make_step(struct plan_builder *b, const struct program_operand *operand,
                      const struct stage_file *file, unsigned depth, struct plan_step *step)
{
    unsigned count = file->has_vertex + file->has_number;
    if (operand->index_count < count)
        return PLAN_FAIL(b, INTERP_INDICES, isa_file(operand->file)->text, count);
    step->slot = (uint32_t)file->records;
    step->s2 = b->plan->system + file->item;
    step->first = file->vertices;
    step->length = file->length;
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

/* System values that are columns; PLAN_NONE when the operand is none of them. */
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

/* One unit a written component, through scratch: a quad's lanes read one another. */
static void add_units(struct plan_builder *b, struct plan_op *op, uint32_t s2, uint32_t s4)
{
    const struct program_operand *dst = &instr_of(b)->operands[0];
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
        if (instr_saturates(instr_of(b)))
            plan_saturate(b, unit.d[0], PLAN_NONE);
        plan_store(b, dst, c, unit.d[0]);
        plan_unit_add(b, op, &unit);
    }
}

void plan_derivative_op(struct plan_builder *b, struct plan_op *op)
{
    op->run = RUN_DERIVATIVE;
    op->value = isa_op(op->opcode)->derivative;
    op->test_nz = operand_ignores_mask(&instr_of(b)->operands[1]);
    add_units(b, op, PLAN_NONE, PLAN_NONE);
}

void plan_pull_op(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = instr_of(b);
    uint32_t s2 = PLAN_NONE, s4 = PLAN_NONE;
    if (instr->operands[1].file != ISA_FILE_INPUT) {
        PLAN_FAIL(b, INTERP_FILE, isa_file(instr->operands[1].file)->text);
        return;
    }
    op->run = RUN_PULL;
    op->test_nz = operand_ignores_mask(&instr->operands[1]);
    op->value = program_interpolation_of(b->program, &instr->operands[1]);
    if (op->opcode != ISA_EVAL_CENTROID)
        s2 = plan_source(b, 2, 0);
    if (op->opcode == ISA_EVAL_SNAPPED)
        s4 = plan_source(b, 2, 1);
    add_units(b, op, s2, s4);
}

/* ---- rows of geometry shaders ---- */

void plan_stream_op(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = instr_of(b);
    op->run = RUN_STREAM;
    op->value = 0;
    if (instr->operand_count && instr->operands[0].index_count)
        op->value = (uint32_t)instr->operands[0].index[0].imm;
    if (op->value > 3)
        PLAN_FAIL(b, INTERP_UNDECLARED, "m", op->value);
    op->target = (isa_has(op->opcode, ISA_EMITS) ? PLAN_STREAM_EMIT : 0) |
                 (isa_has(op->opcode, ISA_CUTS) ? PLAN_STREAM_CUT : 0);
}
