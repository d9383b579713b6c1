/* Quads of pixels: derivatives, helper and discarded pixels, and pull-model inputs.

   A pixel that is not covered, or is discarded, may still provide the derivatives of its neighbours. Where
   a program can observe that, it continues with side effects disabled; elsewhere it returns. */
#include "ir/lower/lower.h"

static ir_ref constant(struct lower *l, uint32_t word)
{
    return lower_constant(l, word);
}

static ir_ref lane1(struct lower *l, uint16_t op, ir_ref a)
{
    return lower_lane(l, op, &a, 1);
}

static ir_ref lane2(struct lower *l, uint16_t op, ir_ref a, ir_ref b)
{
    return lower_lane(l, op, (const ir_ref[]){a, b}, 2);
}

static ir_ref lane3(struct lower *l, uint16_t op, ir_ref a, ir_ref b, ir_ref c)
{
    return lower_lane(l, op, (const ir_ref[]){a, b, c}, 3);
}

/* ---- coverage and samples ---- */

/* At sample frequency the quads of a pixel's samples are consecutive. */
static ir_ref sample_of(struct lower *l)
{
    if (!l->program->decls.stage.sample_frequency)
        return constant(l, 0);
    ir_ref quad = lane2(l, ISA_USHR, l->self.record, constant(l, 2));
    return lower_part(l, lane2(l, ISA_UDIV, quad, lower_stage_parameter(l, IR_STAGE_SAMPLES)), 1);
}

static ir_ref all_samples(struct lower *l)
{
    ir_ref bit = lane2(l, ISA_ISHL, constant(l, 1), lower_stage_parameter(l, IR_STAGE_SAMPLES));
    return lane2(l, ISA_IADD, bit, constant(l, UINT32_MAX));
}

/* Those that the invocation shades: the pixel's or, at sample frequency, its own. */
static ir_ref own_samples(struct lower *l)
{
    if (!l->program->decls.stage.sample_frequency)
        return all_samples(l);
    return lane2(l, ISA_ISHL, constant(l, 1), sample_of(l));
}

ir_ref lower_quad_coverage(struct lower *l)
{
    return lower_stage_load(l, IR_STAGE_COVERAGE, l->self.record, constant(l, 0));
}

ir_ref lower_quad_inner_coverage(struct lower *l)
{
    ir_ref is_whole = lane2(l, ISA_IEQ, lower_quad_coverage(l), all_samples(l));
    return lane2(l, ISA_AND, is_whole, constant(l, 1));
}

/* ---- helper and discarded pixels ---- */

/* The operand whose differences across the quad an instruction takes, or NULL. */
static const struct program_operand *differing(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    struct program_texture access;
    if (!row || instr->operand_count < row->operand_count)
        return NULL;
    switch (row->form) {
    case ISA_FORM_DERIVATIVE:
    case ISA_FORM_PULL: return &instr->operands[1];
    case ISA_FORM_TEXTURE:
        if (!program_texture_of(instr, ISA_DIM_TEXTURE2D, &access) || !access.derives)
            return NULL;
        return &instr->operands[access.reads[READ_COORD].operand];
    default: return NULL;
    }
}

/* A fault of a helper pixel still ends the run. */
static bool may_fault(const struct program_instr *instr)
{
    return instr->opcode == ISA_ABORT || instr->opcode == ISA_INTERFACE_CALL;
}

bool lower_quad_needed(const struct sm5_program *program)
{
    for (uint32_t at = 0; program->stage == ISA_PIXEL && at < program->instr_count; at++) {
        const struct program_operand *operand = differing(&program->instrs[at]);
        if (may_fault(&program->instrs[at]) || (operand && !operand_ignores_mask(operand)))
            return true;
    }
    return false;
}

void lower_quad_open(struct lower *l)
{
    ir_ref covered = lane2(l, ISA_AND, lower_quad_coverage(l), own_samples(l));
    ir_ref helper = lane2(l, ISA_IEQ, covered, constant(l, 0));
    if (l->disabled == IR_NONE)
        lower_leave_where(l, helper);
    else
        lower_assign(l, l->disabled, helper);
}

static void discard_body(struct lower *l, void *context)
{
    (void)context;
    struct ir_value v = lower_stage_access(l, IR_STAGE_DISCARDED, IR_STORE);
    lower_effect(l, &v, (const ir_ref[]){l->self.record, constant(l, 0), constant(l, UINT32_MAX)}, 3);
    if (l->disabled == IR_NONE)
        lower_leave_all(l);
    else
        lower_assign(l, l->disabled, constant(l, UINT32_MAX));
}

void lower_quad_discard(struct lower *l)
{
    if (l->program->stage != ISA_PIXEL)
        lower_fail(l, SM5_ERR_SUPPORT);
    else
        lower_make_if(l, lower_condition_of(l), discard_body, NULL, NULL);
}

/* ---- side effects ---- */

void lower_quad_guarded(struct lower *l, lower_body *body, void *context)
{
    if (l->disabled == IR_NONE)
        body(l, context);
    else
        lower_make_if(l, lane2(l, ISA_IEQ, l->variables[l->disabled], constant(l, 0)), body, NULL, context);
}

struct effect {
    const struct ir_value *value;
    const ir_ref *args;
    unsigned count;
};

static void effect_body(struct lower *l, void *context)
{
    const struct effect *effect = context;
    ir_ref result = lower_effect(l, effect->value, effect->args, effect->count);
    if (effect->value->results)
        lower_assign(l, l->effect, result);
}

ir_ref lower_quad_effect(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count)
{
    struct effect effect = {value, args, count};
    if (l->disabled == IR_NONE)
        return lower_effect(l, value, args, count);
    lower_assign(l, l->effect, constant(l, 0));
    lower_quad_guarded(l, effect_body, &effect);
    return l->variables[l->effect];
}

/* ---- differences ---- */

static ir_ref difference(struct lower *l, enum isa_derivative kind, unsigned operand, unsigned position)
{
    struct ir_value v = {
        .kind = IR_QUAD, .op = (uint16_t)kind, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    ir_ref word = lower_source(l, operand, position);
    /* The active mask is the same until the next node. */
    return l->status ? 0 : lower_read(l, &v, &word, 1, (uint32_t)l->nodes.count);
}

/* The entry of l->differences for an input; NULL for other operands. */
static ir_ref *prepared(const struct lower *l, enum isa_derivative kind, unsigned operand, unsigned position)
{
    const struct program_operand *source = &lower_instr(l)->operands[operand];
    uint32_t component = operand_component(source, position), modifier = source->modifier & 3u;
    bool is_input =
        source->file == ISA_FILE_INPUT && source->index_count == 1 && operand_ignores_mask(source);
    if (!l->differences || !is_input || source->index[0].imm >= l->program->decls.stage.inputs)
        return NULL;
    return &l->differences[(((uint32_t)source->index[0].imm * 4 + component) * 4 + modifier) * 4 + kind];
}

/* Operands other than inputs are uniform here. */
ir_ref lower_quad_difference(struct lower *l, enum isa_derivative kind, unsigned operand, unsigned position)
{
    if (!operand_ignores_mask(&lower_instr(l)->operands[operand]))
        return difference(l, kind, operand, position);
    const ir_ref *made = prepared(l, kind, operand, position);
    if (made)
        return *made ? *made : lower_fail(l, SM5_ERR_SUPPORT);
    ir_ref word = lower_source(l, operand, position);
    return l->status ? 0 : lane2(l, ISA_ADD, word, lane1(l, IR_MODIFIER + LANE_NEG_F32, word));
}

/* The kinds of difference that an instruction uses. */
static unsigned kinds_of(const struct program_instr *instr, enum isa_derivative kinds[2])
{
    enum isa_form form = (enum isa_form)isa_op(instr->opcode)->form;
    kinds[0] = form == ISA_FORM_DERIVATIVE ? isa_op(instr->opcode)->derivative
               : form == ISA_FORM_PULL     ? ISA_DERIVATIVE_X_FINE
                                           : ISA_DERIVATIVE_X_COARSE;
    kinds[1] = form == ISA_FORM_PULL ? ISA_DERIVATIVE_Y_FINE : ISA_DERIVATIVE_Y_COARSE;
    return form == ISA_FORM_DERIVATIVE ? 1 : 2;
}

static void prepare(struct lower *l, unsigned operand)
{
    enum isa_derivative kinds[2];
    unsigned count = kinds_of(lower_instr(l), kinds);
    for (unsigned position = 0; position < 4; position++)
        for (unsigned i = 0; i < count && !l->status; i++) {
            ir_ref *made = prepared(l, kinds[i], operand, position);
            if (made && !*made)
                *made = difference(l, kinds[i], operand, position);
        }
}

/* Unused differences become dead code. */
void lower_quad_prepare(struct lower *l)
{
    l->differences = arena_array(&l->f->arena, l->program->decls.stage.inputs * 64u, sizeof *l->differences);
    if (!l->differences)
        lower_fail(l, SM5_ERR_MEMORY);
    for (l->at = 0; l->at < l->program->instr_count && !l->status; l->at++) {
        const struct program_operand *operand = differing(lower_instr(l));
        if (operand)
            prepare(l, (unsigned)(operand - lower_instr(l)->operands));
    }
    l->at = 0;
}

void lower_quad_derivative(struct lower *l)
{
    const struct program_operand *dst = &lower_instr(l)->operands[0];
    struct lower_results results = {.count = 0};
    if (l->program->stage != ISA_PIXEL) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    for (unsigned c = 0; c < 4 && !l->status; c++) {
        if (!(operand_write_mask(dst) >> c & 1))
            continue;
        ir_ref difference = lower_quad_difference(l, isa_op(lower_instr(l)->opcode)->derivative, 1, c);
        lower_result(l, &results, dst, c, lower_saturated(l, difference));
    }
    lower_write(l, &results);
}

/* ---- pull-model inputs ---- */

/* In 1/16 pixels from the centre. */
struct place {
    ir_ref axis[2];
};

/* Samples that do not exist are read past the end: the centre. */
static struct place place_of_sample(struct lower *l, ir_ref sample)
{
    return (struct place){{lower_stage_load(l, IR_STAGE_POSITIONS, sample, constant(l, 0)),
                           lower_stage_load(l, IR_STAGE_POSITIONS, sample, constant(l, 4))}};
}

/* stage_centroid; of no coverage firstbit_lo gives a sample that does not exist. */
static struct place centroid(struct lower *l)
{
    ir_ref covered = lower_quad_coverage(l), is_whole = lane2(l, ISA_IEQ, covered, all_samples(l));
    ir_ref first = lane1(l, ISA_FIRSTBIT_LO, covered);
    return place_of_sample(l, lane3(l, ISA_MOVC, is_whole, constant(l, UINT32_MAX), first));
}

/* D3D11.3 22.4.25: the low four bits, signed. */
static ir_ref snapped(struct lower *l, unsigned position)
{
    ir_ref up = lane2(l, ISA_ISHL, lower_source(l, 2, position), constant(l, 28));
    return l->status ? 0 : lane2(l, ISA_ISHR, up, constant(l, 28));
}

static struct place place_of(struct lower *l)
{
    switch (lower_instr(l)->opcode) {
    case ISA_EVAL_SNAPPED: return (struct place){{snapped(l, 0), snapped(l, 1)}};
    case ISA_EVAL_SAMPLE_INDEX: return place_of_sample(l, lower_source(l, 2, 0));
    default: return centroid(l);
    }
}

/* The offset from the position at which the input was evaluated to the requested one. */
struct shift {
    ir_ref moves, x, y;
};

static ir_ref pixels(struct lower *l, ir_ref to, ir_ref from)
{
    ir_ref sixteenths = lane2(l, ISA_IADD, to, lane1(l, ISA_INEG, from));
    return lane2(l, ISA_MUL, lane1(l, ISA_ITOF, sixteenths), constant(l, 0x3d800000)); /* 1/16 */
}

static struct shift shift_of(struct lower *l, enum program_interpolation mode)
{
    struct place to = place_of(l), from = {{constant(l, 0), constant(l, 0)}};
    if (l->status)
        return (struct shift){0, 0, 0};
    if (mode == PROGRAM_FROM_SAMPLE)
        from = place_of_sample(l, sample_of(l));
    if (mode == PROGRAM_FROM_CENTROID)
        from = centroid(l);
    ir_ref moves = lane2(l, ISA_OR, lane2(l, ISA_INE, to.axis[0], from.axis[0]),
                         lane2(l, ISA_INE, to.axis[1], from.axis[1]));
    return (struct shift){moves, pixels(l, to.axis[0], from.axis[0]), pixels(l, to.axis[1], from.axis[1])};
}

/* The inputs of the quad define the plane of the attribute. */
static ir_ref pulled(struct lower *l, const struct shift *shift, unsigned component)
{
    ir_ref here = lower_source(l, 1, component);
    ir_ref dx = lower_quad_difference(l, ISA_DERIVATIVE_X_FINE, 1, component);
    ir_ref dy = lower_quad_difference(l, ISA_DERIVATIVE_Y_FINE, 1, component);
    if (l->status)
        return 0;
    ir_ref there = lane3(l, ISA_MAD, shift->y, dy, lane3(l, ISA_MAD, shift->x, dx, here));
    return lane3(l, ISA_MOVC, shift->moves, there, here);
}

void lower_quad_pull(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    struct lower_results results = {.count = 0};
    if (l->program->stage != ISA_PIXEL || instr->operands[1].file != ISA_FILE_INPUT) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    enum program_interpolation mode = program_interpolation_of(l->program, &instr->operands[1]);
    struct shift shift = {0, 0, 0};
    if (mode != PROGRAM_CONSTANT)
        shift = shift_of(l, mode);
    for (unsigned c = 0; c < 4 && !l->status; c++)
        if (operand_write_mask(&instr->operands[0]) >> c & 1)
            lower_result(l, &results, &instr->operands[0], c,
                         mode == PROGRAM_CONSTANT ? lower_source(l, 1, c) : pulled(l, &shift, c));
    lower_write(l, &results);
}
