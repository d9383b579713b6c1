/* Floats of portable programs. Direct3D permits results that differ in the last bits, and leaves the sign of some zeros
   open. Sources are therefore odd numbers of quarters from -32 to 32, so that sums and products are exact and results
   are multiples of 1/16, which are converted to integers. */
#include "gen.h"

enum { X1 = 0xe4 }; /* xyzw */

static struct prog_operand exact_register(const struct gen *g, unsigned i)
{
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_GENERAL + g->general + i, X1);
}

static struct prog_operand replicated(uint32_t word)
{
    struct prog_operand operand = prog_imm(word);
    operand.words = 4;
    operand.imm[1] = operand.imm[2] = operand.imm[3] = word;
    return operand;
}

static void add(struct gen *g, struct prog_node *node, uint16_t opcode, struct prog_operand to,
                struct prog_operand from, const struct prog_operand *by)
{
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    prog_operand_add(instr, to);
    prog_operand_add(instr, from);
    if (by)
        prog_operand_add(instr, *by);
}

bool gen_is_exact_row(const struct isa_op *row)
{
    return row->group != ISA_GROUP_DOUBLE && !(row->group == ISA_GROUP_FLOAT && row->flags & ISA_COSTLY);
}

struct prog_operand gen_exact_source(struct gen *g, struct prog_node *node, unsigned operand)
{
    const struct prog_operand bits = prog_imm(24), one = replicated(1),
                              quarter = replicated(bits_of_float(0.25f));
    struct prog_operand value = exact_register(g, operand), to = value;
    to.selection = PROG_MASK;
    to.select = 15;
    add(g, node, ISA_ISHL, to, gen_source(g, ISA_TYPE_U, 4), &bits);
    add(g, node, ISA_ISHR, to, value, &bits);
    add(g, node, ISA_OR, to, value, &one);
    add(g, node, ISA_ITOF, to, value, NULL);
    add(g, node, ISA_MUL, to, value, &quarter);
    return value;
}

struct prog_operand gen_exact_result(struct gen *g, unsigned mask)
{
    struct prog_operand to = exact_register(g, GEN_EXACT_SOURCES);
    to.selection = PROG_MASK;
    to.select = (uint8_t)mask;
    return to;
}

void gen_exact_store(struct gen *g, struct prog_node *node, struct prog_operand to)
{
    const struct prog_operand sixteen = replicated(bits_of_float(16));
    struct prog_operand result = exact_register(g, GEN_EXACT_SOURCES);
    add(g, node, ISA_MUL, gen_exact_result(g, to.select), result, &sixteen);
    add(g, node, ISA_FTOI, to, result, NULL);
}
