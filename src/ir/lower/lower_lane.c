/* Rows of the lane forms, expanded over components. */
#include "ir/lower/lower.h"

/* Args of one operation: words are read at `position`, doubles are pair number `pair`. */
static unsigned sources(struct lower *l, const struct isa_shape *form, unsigned position, unsigned pair,
                        ir_ref out[8])
{
    const struct isa_op *row = isa_op(lower_instr(l)->opcode);
    unsigned count = 0;
    for (unsigned k = 0; k < form->sources; k++) {
        unsigned operand = form->dsts + k;
        if (form->wide_src >> k & 1) {
            lower_source_double(l, operand, 2 * pair, &out[count]);
            count += 2;
        } else {
            out[count++] = lower_source(l, operand, row->operands[operand].count == 1 ? 0 : position);
        }
    }
    return count;
}

ir_ref lower_saturated(struct lower *l, ir_ref word)
{
    if (!instr_saturates(lower_instr(l)) || l->status)
        return word;
    return lower_lane(l, IR_MODIFIER + LANE_SATURATE_F32, &word, 1);
}

/* Words to words: one operation a written component. */
static void words(struct lower *l, const struct isa_shape *form, struct lower_results *results)
{
    const struct program_instr *instr = lower_instr(l);
    uint32_t mask = 0;
    for (unsigned k = 0; k < form->dsts; k++)
        mask |= operand_write_mask(&instr->operands[k]);
    for (unsigned c = 0; c < 4; c++) {
        ir_ref args[8];
        if (!(mask >> c & 1))
            continue;
        unsigned count = sources(l, form, c, 0, args);
        ir_ref whole = lower_lane(l, instr->opcode, args, count);
        for (unsigned k = 0; k < form->dsts && !l->status; k++)
            if (operand_write_mask(&instr->operands[k]) >> c & 1)
                lower_result(l, results, &instr->operands[k], c, lower_saturated(l, lower_part(l, whole, k)));
    }
}

/* Doubles out: the pairs xy and zw; words in come from positions x and y (D3D11.3 22.14). */
static void wide(struct lower *l, const struct isa_shape *form, struct lower_results *results)
{
    const struct program_instr *instr = lower_instr(l);
    uint32_t mask = operand_write_mask(&instr->operands[0]);
    for (unsigned pair = 0; pair < 2; pair++) {
        ir_ref args[8], out[2];
        if (!(mask >> (2 * pair) & 3))
            continue;
        unsigned count = sources(l, form, pair, pair, args);
        lower_parts(l, lower_lane(l, instr->opcode, args, count), out);
        if (instr_saturates(instr) && !l->status)
            lower_parts(l, lower_lane(l, IR_MODIFIER + LANE_SATURATE_F64, out, 2), out);
        lower_result(l, results, &instr->operands[0], 2 * pair, out[0]);
        lower_result(l, results, &instr->operands[0], 2 * pair + 1, out[1]);
    }
}

/* Doubles to words: the first written component takes the first pair, the second the second. */
static void narrow(struct lower *l, const struct isa_shape *form, struct lower_results *results)
{
    const struct program_instr *instr = lower_instr(l);
    uint32_t mask = operand_write_mask(&instr->operands[0]);
    unsigned pair = 0;
    for (unsigned c = 0; c < 4 && pair < 2; c++) {
        ir_ref args[8];
        if (!(mask >> c & 1))
            continue;
        unsigned count = sources(l, form, 0, pair++, args);
        lower_result(l, results, &instr->operands[0], c,
                     lower_saturated(l, lower_lane(l, instr->opcode, args, count)));
    }
}

/* One result for every written component. */
static void dot(struct lower *l, const struct isa_shape *form, struct lower_results *results)
{
    ir_ref args[8];
    for (unsigned c = 0; c < form->dot; c++) {
        args[c] = lower_source(l, 1, c);
        args[form->dot + c] = lower_source(l, 2, c);
    }
    ir_ref product = lower_saturated(l, lower_lane(l, lower_instr(l)->opcode, args, 2u * form->dot));
    for (unsigned c = 0; c < 4; c++)
        lower_result(l, results, &lower_instr(l)->operands[0], c, product);
}

void lower_arithmetic(struct lower *l)
{
    const struct isa_shape *form = isa_shape((enum isa_form)isa_op(lower_instr(l)->opcode)->form);
    if (!form->dsts) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    struct lower_results results = {.count = 0};
    if (form->dot)
        dot(l, form, &results);
    else if (form->wide_dst)
        wide(l, form, &results);
    else if (form->wide_src)
        narrow(l, form, &results);
    else
        words(l, form, &results);
    lower_write(l, &results);
}
