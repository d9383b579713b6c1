/* Input and output registers as operands, and instructions of some stages: emit, discard, pull. */
#include "gen.h"

static bool is_here(const struct gen *g, const struct prog_io *r, bool output)
{
    return r->output == output && r->phase == g->phase_number;
}

static const struct prog_io *pick(struct gen *g, bool output, bool (*fits)(const struct prog_io *r))
{
    const struct prog_frame *frame = &g->prog->frame;
    const struct prog_io *found = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < frame->register_count; i++)
        if (is_here(g, &frame->registers[i], output) && fits(&frame->registers[i]) &&
            rng_once_in(&g->rng, ++count))
            found = &frame->registers[i];
    return found;
}

static bool anything(const struct prog_io *r)
{
    (void)r;
    return true;
}

static bool has_points(const struct gen *g, uint8_t file)
{
    bool vertices = g->prog->stage == ISA_HULL || g->prog->stage == ISA_GEOMETRY;
    return file == ISA_FILE_INPUT_CONTROL_POINT || file == ISA_FILE_OUTPUT_CONTROL_POINT ||
           (file == ISA_FILE_INPUT && vertices);
}

/* The register, or an indexed register of its range. */
static struct prog_index element_of(struct gen *g, const struct prog_io *r)
{
    struct prog_index index = {.imm = r->reg};
    if (r->range && rng_percent(&g->rng, 60)) {
        index = gen_index(g, r->range);
        index.imm = r->reg + index.imm % r->range;
    }
    return index;
}

/* Components that the mask names, each often enough. */
static unsigned swizzle_of(struct gen *g, uint8_t mask)
{
    unsigned swizzle = 0, named[4], count = 0;
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            named[count++] = c;
    if (mask == 15 && rng_percent(&g->rng, 50))
        return 0xe4;
    for (unsigned c = 0; c < 4; c++)
        swizzle |= named[rng_below(&g->rng, count)] << 2 * c;
    return swizzle;
}

static bool is_scalar_file(uint8_t file)
{
    return isa_file(file)->components == 1;
}

bool gen_input(struct gen *g, enum isa_type type, unsigned positions, struct prog_operand *out)
{
    const struct prog_io *r = pick(g, false, anything);
    if (!r || type == ISA_TYPE_D)
        return false;
    *out = (struct prog_operand){.file = r->file};
    if (has_points(g, r->file)) {
        uint32_t points =
            r->file == ISA_FILE_OUTPUT_CONTROL_POINT ? g->prog->frame.points_out : g->prog->frame.points_in;
        out->index[out->index_count++] = gen_index(g, points);
    }
    if (isa_file(r->file)->indices)
        out->index[out->index_count++] = element_of(g, r);
    if (r->file == ISA_FILE_PRIMITIVE_ID || r->file == ISA_FILE_OUTPUT_CONTROL_POINT_ID)
        return true; /* printed without a component */
    unsigned swizzle = is_scalar_file(r->file) ? 0 : swizzle_of(g, r->mask);
    if (positions == 1 || is_scalar_file(r->file)) {
        out->selection = PROG_ONE;
        out->select = swizzle & 3;
    } else {
        out->selection = PROG_SWIZZLE;
        out->select = (uint8_t)swizzle;
    }
    return true;
}

/* ---- outputs ---- */

/* Patch constants of several instances: each its own. */
static bool is_shared(const struct gen *g)
{
    return g->phase_number &&
           g->prog->frame.phases[g->phase_number - 1].opcode != ISA_HS_CONTROL_POINT_PHASE &&
           g->prog->frame.phases[g->phase_number - 1].instances > 1;
}

static struct prog_operand output_operand(struct gen *g, const struct prog_io *r, unsigned mask)
{
    struct prog_operand operand = {.file = r->file, .selection = PROG_MASK, .select = (uint8_t)mask};
    if (is_scalar_file(r->file))
        operand.selection = PROG_BARE;
    if (!isa_file(r->file)->indices)
        return operand;
    operand.index_count = 1;
    if (!is_shared(g)) {
        operand.index[0] = element_of(g, r);
        return operand;
    }
    operand.index[0] = (struct prog_index){
        .imm = r->reg, .relative = true, .file = ISA_FILE_TEMP, .reg = PROG_R_ID, .component = 3};
    operand.pinned = true;
    return operand;
}

static bool starts_range(const struct prog_io *r)
{
    return r->range != 0;
}

bool gen_output(struct gen *g, unsigned mask, struct prog_operand *out)
{
    const struct prog_io *r = pick(g, true, is_shared(g) ? starts_range : anything);
    if (!r || (mask & ~(unsigned)r->mask) || (is_scalar_file(r->file) && mask != 1))
        return false;
    *out = output_operand(g, r, mask);
    return true;
}

/* ---- at the end ---- */

static void emit_on(struct gen *g, struct prog_node *node, bool cuts_only)
{
    const struct prog_frame *frame = &g->prog->frame;
    uint16_t opcode = cuts_only ? ISA_CUT : rng_percent(&g->rng, 25) ? ISA_EMITTHENCUT : ISA_EMIT;
    if (!frame->streams) {
        prog_instr_add(g->prog, &node->head, opcode);
        return;
    }
    unsigned stream = rng_below(&g->rng, 4);
    while (!(frame->streams >> stream & 1))
        stream = (stream + 1) % 4;
    opcode = opcode == ISA_CUT    ? ISA_CUT_STREAM
             : opcode == ISA_EMIT ? ISA_EMIT_STREAM
                                  : ISA_EMITTHENCUT_STREAM;
    prog_operand_add(prog_instr_add(g->prog, &node->head, opcode), prog_bare(ISA_FILE_STREAM, stream));
}

static void write_output(struct gen *g, struct prog_node *node, const struct prog_io *r)
{
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_MOV);
    prog_operand_add(instr, output_operand(g, r, r->mask));
    prog_operand_add(instr,
                     prog_swizzle(ISA_FILE_TEMP, PROG_R_GENERAL + rng_below(&g->rng, g->general), 0xe4));
}

void gen_outputs(struct gen *g)
{
    const struct prog_frame *frame = &g->prog->frame;
    unsigned turns = g->prog->stage == ISA_GEOMETRY ? rng_between(&g->rng, 1, 3) : 1;
    while (turns--) {
        for (unsigned i = 0; i < frame->register_count; i++) {
            const struct prog_io *r = &frame->registers[i];
            if (is_here(g, r, true) && (!is_shared(g) || r->range) && rng_percent(&g->rng, 85))
                write_output(g, prog_node_add(g->prog, g->list), r);
        }
        if (g->prog->stage == ISA_GEOMETRY)
            emit_on(g, prog_node_add(g->prog, g->list), false);
    }
}

void gen_emit(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    const struct prog_io *r = pick(g, true, anything);
    bool cuts = rng_percent(&g->rng, 25);
    if (!cuts && r && rng_percent(&g->rng, 60))
        write_output(g, node, r);
    emit_on(g, node, cuts);
}

/* ---- pull-model inputs ---- */

static bool may_pull(const struct prog_io *r)
{
    return r->file == ISA_FILE_INPUT && r->interpolation && !r->system_value && r->fill != PROG_FILL_NUMBER;
}

static struct prog_operand place(struct gen *g, uint16_t opcode)
{
    if (opcode == ISA_EVAL_SAMPLE_INDEX)
        return rng_percent(&g->rng, 60) ? prog_imm(rng_below(&g->rng, 18)) : gen_word(g, ISA_TYPE_I, false);
    if (rng_percent(&g->rng, 40))
        return gen_source(g, ISA_TYPE_I, 2);
    struct prog_operand imm = prog_imm(0);
    imm.words = 4;
    for (unsigned c = 0; c < 2; c++)
        imm.imm[c] = rng_below(&g->rng, 20) - 10;
    return imm;
}

void gen_pull(struct gen *g)
{
    static const uint16_t opcodes[] = {ISA_EVAL_SNAPPED, ISA_EVAL_SAMPLE_INDEX, ISA_EVAL_CENTROID};
    const struct prog_io *r = pick(g, false, may_pull);
    if (!r || g->prog->old)
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *instr =
        prog_instr_add(g->prog, &node->head, opcodes[rng_below(&g->rng, BASE_COUNT(opcodes))]);
    prog_operand_add(instr, gen_destination(g, ISA_TYPE_F, gen_mask(g)));
    prog_operand_add(instr, prog_swizzle(ISA_FILE_INPUT, r->reg, swizzle_of(g, r->mask)));
    if (instr->opcode != ISA_EVAL_CENTROID)
        prog_operand_add(instr, place(g, instr->opcode));
}
