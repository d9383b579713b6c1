/* Arithmetic: any row with a lane form, with operands by the row. */
#include "gen.h"
#include "program/program.h"

/* Derivatives, in pixel shaders only, are generated like arithmetic. */
static bool is_lane_form(uint8_t form)
{
    return form == ISA_FORM_DERIVATIVE || (form >= ISA_FORM_W_W && form <= ISA_FORM_DP4);
}

static bool is_wanted(const struct gen_mood *mood, const struct isa_op *row)
{
    switch (row->group) {
    case ISA_GROUP_DOUBLE: return mood->doubles;
    case ISA_GROUP_FLOAT: return mood->floats;
    case ISA_GROUP_INTEGER:
    case ISA_GROUP_BITWISE: return mood->integers;
    default: return true;
    }
}

/* f16tof32 of arbitrary bits makes NaNs and denormals; msad and tiled resources are optional features. */
static bool is_portable(const struct gen *g, uint16_t opcode)
{
    bool is_out = opcode == ISA_F16TOF32 || opcode == ISA_MSAD || opcode == ISA_CHECK_ACCESS_FULLY_MAPPED ||
                  (g->without && g->without->opcodes[opcode]);
    return !g->prog->portable || (!is_out && gen_is_exact_row(isa_op(opcode)));
}

static bool is_in_model(const struct gen *g, const struct isa_op *row)
{
    return !g->prog->old || row->model <= ISA_MODEL_SM41;
}

void gen_lanes_setup(struct gen *g)
{
    for (unsigned opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (row && is_lane_form(row->form) && (row->stages >> g->prog->stage & 1) &&
            is_wanted(&g->mood, row) && is_in_model(g, row) && is_portable(g, (uint16_t)opcode) &&
            g->lane_row_count < GEN_LANE_ROWS)
            g->lane_rows[g->lane_row_count++] = (uint16_t)opcode;
    }
}

/* ---- shape of an instruction ---- */

static bool writes_double(const struct isa_op *row)
{
    return row->operands[0].type == ISA_TYPE_D;
}

static bool reads_doubles_only(const struct isa_op *row)
{
    return row->form == ISA_FORM_W_D || row->form == ISA_FORM_W_DD;
}

static unsigned some_mask(struct gen *g, const struct isa_op *row)
{
    static const uint8_t pairs[] = {3, 12, 15}, narrow[] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12};
    if (writes_double(row))
        return pairs[rng_below(&g->rng, BASE_COUNT(pairs))];
    if (reads_doubles_only(row))
        return narrow[rng_below(&g->rng, BASE_COUNT(narrow))];
    return gen_mask(g);
}

/* Components that are read of an operand: one when it or the mask is scalar. */
static unsigned positions_of(const struct isa_operand *operand, unsigned mask)
{
    if (operand->count == ISA_COUNT_M)
        return (unsigned)__builtin_popcount(mask);
    return operand->count;
}

/* A condition of operands of another type has no modifier: its bits are tested. */
static bool is_condition(const struct isa_op *row, unsigned operand)
{
    bool choice = row->form == ISA_FORM_D_WDD || row->group == ISA_GROUP_MOVE;
    return choice && row->operands[operand].type == ISA_TYPE_U;
}

/* Signs, | | and _sat that validation rejects but engines define. */
static bool has_no_modifiers(const struct gen *g, const struct isa_op *row)
{
    return g->valid && row == isa_op(ISA_SWAPC);
}

static uint8_t some_modifier(struct gen *g, const struct isa_op *row, unsigned operand)
{
    bool negate = row->flags & ISA_NEG, absolute = row->flags & ISA_ABS;
    uint8_t type = row->operands[operand].type;
    if (g->prog->portable && type == ISA_TYPE_ANY) /* signs of NaNs */
        return ISA_MODIFIER_NONE;
    if (is_condition(row, operand) || has_no_modifiers(g, row) || !rng_percent(&g->rng, 16))
        return ISA_MODIFIER_NONE;
    if (type == ISA_TYPE_I || type == ISA_TYPE_U || type == ISA_TYPE_B)
        absolute = false;
    if (negate && absolute)
        return (uint8_t)rng_between(&g->rng, ISA_MODIFIER_NEG, ISA_MODIFIER_ABS_NEG);
    return negate ? ISA_MODIFIER_NEG : absolute ? ISA_MODIFIER_ABS : ISA_MODIFIER_NONE;
}

/* Shader Model 4 shifts all components by one amount. */
static bool is_shift_amount(const struct gen *g, uint16_t opcode, unsigned operand)
{
    bool shift = opcode == ISA_ISHL || opcode == ISA_ISHR || opcode == ISA_USHR;
    return g->prog->old && shift && operand == 2;
}

static void add_source(struct gen *g, struct prog_instr *instr, unsigned operand, unsigned mask)
{
    const struct isa_op *row = isa_op(instr->opcode);
    const struct isa_operand *wanted = &row->operands[operand];
    struct prog_operand source;
    if (wanted->count == 1 || is_shift_amount(g, instr->opcode, operand))
        source = gen_word(g, (enum isa_type)wanted->type, false);
    else
        source = gen_source(g, (enum isa_type)wanted->type, positions_of(wanted, mask));
    source.modifier = some_modifier(g, row, operand);
    if (source.file == ISA_FILE_IMM32 || source.file == ISA_FILE_IMM64)
        source.modifier = ISA_MODIFIER_NONE;
    if (!has_no_modifiers(g, row))
        gen_loose_modifier(g, &source);
    prog_operand_add(instr, source);
}

/* ---- two destinations ---- */

static bool has_two_destinations(uint16_t opcode)
{
    return isa_op(opcode)->operands[1].role == ISA_ROLE_DST;
}

static bool may_drop(uint16_t opcode)
{
    return opcode == ISA_IMUL || opcode == ISA_UMUL || opcode == ISA_UDIV || opcode == ISA_SINCOS;
}

/* Both in different registers: the order of the writes is not observable. */
static void choose_destinations(struct gen *g, struct prog_node *node, uint16_t opcode, unsigned mask,
                                struct prog_operand out[2])
{
    const struct isa_op *row = isa_op(opcode);
    unsigned dropped = may_drop(opcode) ? rng_below(&g->rng, 6) : 2;
    for (unsigned k = 0; k < 2; k++) {
        struct prog_operand d = gen_destination(g, (enum isa_type)row->operands[k].type, mask);
        if (k == 1 && out[0].file == d.file)
            d = prog_mask(ISA_FILE_TEMP, PROG_R_GENERAL + rng_below(&g->rng, g->general), mask);
        if (k == 1 && d.file == out[0].file && d.index[0].imm == out[0].index[0].imm)
            d.index[0].imm = PROG_R_GENERAL + (d.index[0].imm - PROG_R_GENERAL + 1) % g->general;
        if (k == dropped)
            d = prog_bare(ISA_FILE_NULL, 0);
        out[k] = d;
        if (rng_percent(&g->rng, 20) && !g->mood.plain)
            mask = gen_mask(g);
    }
    gen_entangle(g, node, out, (enum isa_type)row->operands[0].type);
}

static unsigned written(const struct prog_instr *instr, unsigned count)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++)
        if (instr->operands[i].selection == PROG_MASK)
            mask |= instr->operands[i].select;
    return mask;
}

/* A float row of a portable program, or a row with float sources. */
static void exact_row(struct gen *g, uint16_t opcode)
{
    const struct isa_op *row = isa_op(opcode);
    struct prog_node *node = prog_node_add(g->prog, g->list);
    unsigned mask = gen_mask(g);
    bool to_float = row->operands[0].type == ISA_TYPE_F;
    struct prog_operand sources[GEN_EXACT_SOURCES];
    struct prog_operand to = gen_destination(g, ISA_TYPE_I, mask);
    for (unsigned i = 1; i < row->operand_count; i++) {
        sources[i - 1] = gen_exact_source(g, node, i - 1);
        sources[i - 1].select = (uint8_t)rng_word(&g->rng);
        sources[i - 1].modifier = some_modifier(g, row, i);
    }
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    prog_operand_add(instr, to_float ? gen_exact_result(g, mask) : to);
    for (unsigned i = 1; i < row->operand_count; i++)
        prog_operand_add(instr, sources[i - 1]);
    instr->saturate = (row->flags & ISA_SAT) && rng_percent(&g->rng, 14);
    if ((row->flags & ISA_PREC) && rng_percent(&g->rng, 5))
        instr->precise = (uint8_t)mask;
    if (to_float)
        gen_exact_store(g, node, to);
}

static bool reads_floats(const struct isa_op *row)
{
    for (unsigned i = 1; i < row->operand_count; i++)
        if (row->operands[i].role == ISA_ROLE_SRC && row->operands[i].type == ISA_TYPE_F)
            return true;
    return false;
}

static void lane_row(struct gen *g, uint16_t opcode)
{
    if (g->prog->portable && reads_floats(isa_op(opcode))) {
        exact_row(g, opcode);
        return;
    }
    const struct isa_op *row = isa_op(opcode);
    struct prog_node *node = prog_node_add(g->prog, g->list);
    unsigned mask = some_mask(g, row), destinations = has_two_destinations(opcode) ? 2 : 1;
    struct prog_operand to[2];
    if (destinations == 2)
        choose_destinations(g, node, opcode, mask, to);
    else
        to[0] = gen_destination(g, (enum isa_type)row->operands[0].type, mask);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    for (unsigned i = 0; i < destinations; i++)
        prog_operand_add(instr, to[i]);
    mask = written(instr, destinations);
    for (unsigned i = destinations; i < row->operand_count; i++)
        add_source(g, instr, i, mask);
    bool saturates = g->prog->portable        ? false
                     : (row->flags & ISA_SAT) ? !has_no_modifiers(g, row)
                                              : g->prog->loose && row_may_saturate(row);
    instr->saturate = saturates && rng_percent(&g->rng, 14);
    if ((row->flags & ISA_PREC) && rng_percent(&g->rng, 5))
        instr->precise = (uint8_t)mask;
}

void gen_lanes(struct gen *g)
{
    uint16_t opcode = g->lane_rows[rng_below(&g->rng, g->lane_row_count)];
    if (rng_percent(&g->rng, 8)) /* few rows have two destinations */
        for (unsigned tries = 0; tries < 8 && !has_two_destinations(opcode); tries++)
            opcode = g->lane_rows[rng_below(&g->rng, g->lane_row_count)];
    lane_row(g, opcode);
}

void gen_derivative(struct gen *g)
{
    static const uint16_t opcodes[] = {ISA_DERIV_RTX,      ISA_DERIV_RTY,        ISA_DERIV_RTX_COARSE,
                                       ISA_DERIV_RTX_FINE, ISA_DERIV_RTY_COARSE, ISA_DERIV_RTY_FINE};
    lane_row(g, opcodes[rng_below(&g->rng, g->prog->old ? 2 : BASE_COUNT(opcodes))]);
}

/* ---- registers with a meaning ---- */

/* Far out of bounds; the product with 4, 16 or so wraps to a small number in 32 bits. */
static void gen_wrapping(struct gen *g, struct prog_node *node)
{
    unsigned component = rng_below(&g->rng, 4);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_OR);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_SMALL, 1u << component));
    prog_operand_add(instr, prog_one(ISA_FILE_TEMP, PROG_R_SMALL, component));
    prog_operand_add(instr, prog_imm(rng_between(&g->rng, 1, 15) << 28));
}

void gen_small(struct gen *g)
{
    static const uint32_t masks[] = {1, 3, 7, 15, 31};
    struct prog_node *node = prog_node_add(g->prog, g->list);
    if (g->valid && rng_percent(&g->rng, 20)) {
        gen_wrapping(g, node);
        return;
    }
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_AND);
    unsigned component = rng_below(&g->rng, 4);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_SMALL, 1u << component));
    prog_operand_add(instr, gen_word(g, ISA_TYPE_U, false));
    prog_operand_add(instr, prog_imm(masks[g->clean ? 0 : rng_below(&g->rng, BASE_COUNT(masks))]));
}

void gen_uniform(struct gen *g)
{
    static const uint16_t opcodes[] = {ISA_IADD, ISA_AND,  ISA_MUL, ISA_ADD,
                                       ISA_UMAX, ISA_ISHL, ISA_MOV, ISA_XOR};
    if (!g->flow.uniform)
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    uint16_t opcode = opcodes[rng_below(&g->rng, BASE_COUNT(opcodes))];
    if (g->prog->portable && isa_op(opcode)->group == ISA_GROUP_FLOAT)
        opcode = ISA_IADD;
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    const struct isa_op *row = isa_op(instr->opcode);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_UNIFORM, 1u << rng_below(&g->rng, 4)));
    for (unsigned i = 1; i < row->operand_count; i++)
        prog_operand_add(instr, gen_word(g, (enum isa_type)row->operands[i].type, true));
}

static void move_number(struct gen *g, struct prog_node *node, struct prog_operand to)
{
    struct prog_instr *move = prog_instr_add(g->prog, &node->head, ISA_MOV);
    struct prog_operand number = prog_imm(0);
    number.words = 4;
    for (unsigned c = 0; c < 4; c++)
        number.imm[c] = gen_number(g, ISA_TYPE_ANY);
    prog_operand_add(move, to);
    prog_operand_add(move, number);
}

/* Values that vary by thread, floats or integers. */
static void first_value(struct gen *g, uint32_t reg, bool is_float)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, is_float ? ISA_UTOF : ISA_IMAD);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, reg, 15));
    prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, PROG_R_ID, rng_word(&g->rng) & 0xff));
    for (unsigned i = 0; i < 2 && !is_float; i++) {
        struct prog_operand imm = prog_imm(0);
        imm.words = 4;
        for (unsigned c = 0; c < 4; c++)
            imm.imm[c] = gen_number(g, ISA_TYPE_U);
        prog_operand_add(instr, imm);
    }
}

/* and r4.xyzw, r0.xyzw, l(1, 1, 1, 1); mov r3.xyzw, and every x#, a number */
static void all_values(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_AND);
    struct prog_operand ones = prog_imm(1);
    ones.words = 4;
    ones.imm[1] = ones.imm[2] = ones.imm[3] = 1;
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_SMALL, 15));
    prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, PROG_R_ID, 0xe4));
    prog_operand_add(instr, ones);
    move_number(g, node, prog_mask(ISA_FILE_TEMP, PROG_R_UNIFORM, 15));
    for (unsigned x = 0; x < g->prog->indexable_count && (g->clean || rng_percent(&g->rng, 50)); x++)
        for (unsigned i = 0; i < g->prog->indexables[x].size; i++) {
            struct prog_operand element =
                prog_mask(ISA_FILE_INDEXABLE_TEMP, x, (1u << g->prog->indexables[x].components) - 1);
            element.index[element.index_count++].imm = i;
            move_number(g, node, element);
        }
}

void gen_first_values(struct gen *g)
{
    if (g->clean || g->valid)
        all_values(g);
    for (unsigned i = 0; i < g->general; i++)
        if (g->clean || g->valid || rng_percent(&g->rng, 85))
            first_value(g, PROG_R_GENERAL + i, i % 2 == 0);
    if (rng_percent(&g->rng, 80))
        gen_small(g);
    if (rng_percent(&g->rng, 80))
        gen_uniform(g);
    if (g->clean)
        gen_first_tgsm(g);
}
