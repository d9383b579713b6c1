/* Values as sums of products: what addresses are computed with. */
#include "ir/ir.h"

static void add(struct ir_sum *sum, ir_ref ref, ir_ref by, uint32_t factor)
{
    sum->terms[sum->count++] = (struct ir_term){ref, by, factor};
}

static void add_product(const struct ir_function *f, const struct ir_value *v, struct ir_sum *sum)
{
    ir_ref x = ir_arg(f, v, 0), y = ir_arg(f, v, 1);
    if (f->values[y].kind == IR_CONST)
        add(sum, x, 0, f->values[y].word);
    else if (f->values[x].kind == IR_CONST)
        add(sum, y, 0, f->values[x].word);
    else
        add(sum, x, y, 1);
}

/* A product's low word. */
static bool is_product(const struct ir_value *v, const struct ir_value *op)
{
    switch (op->op) {
    case ISA_IMUL:
    case ISA_UMUL: return v != op && v->part == 1; /* part 0 is the high word */
    case ISA_IMAD:
    case ISA_UMAD: return true;
    default: return false;
    }
}

bool ir_sum_of(const struct ir_function *f, ir_ref ref, struct ir_sum *sum)
{
    const struct ir_value *v = &f->values[ref], *op = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
    const struct ir_value *last = op->count > 1 ? &f->values[ir_arg(f, op, 1)] : NULL;
    *sum = (struct ir_sum){.count = 0};
    if (op->kind != IR_LANE)
        return false;
    if (is_product(v, op)) {
        add_product(f, op, sum);
        if (op->count > 2)
            add(sum, ir_arg(f, op, 2), 0, 1);
    } else if (op->op == ISA_IADD) {
        add(sum, ir_arg(f, op, 0), 0, 1);
        add(sum, ir_arg(f, op, 1), 0, 1);
    } else if (op->op == ISA_ISHL && last->kind == IR_CONST) {
        add(sum, ir_arg(f, op, 0), 0, 1u << (last->word & 31));
    }
    return sum->count;
}
