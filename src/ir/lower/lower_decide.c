/* Selections that a branch decides. Compilers make "if (outside) return 0; return t[i]" into a selection of 0 and of what the
   variable had before, and an if with the opposite condition around the load. Where the branches join, the side without
   the load has selected 0. */
#include "ir/lower/lower.h"

enum { DEPTH = 4 };
enum truth { UNKNOWN, ZERO, NOT_ZERO };

static ir_ref arg_of(const struct lower *l, const struct ir_value *v, uint32_t i)
{
    return l->args.data[v->first + i];
}

static bool is_op(const struct ir_value *v, unsigned op)
{
    return v->kind == IR_LANE && v->op == op;
}

/* Each bit is the same. */
static bool is_mask(const struct lower *l, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = lower_value(l, ref);
    if (v->kind != IR_LANE || v->op >= IR_MODIFIER || depth == DEPTH)
        return false;
    if (isa_op(v->op)->group == ISA_GROUP_COMPARE)
        return true;
    bool is_bitwise = v->op == ISA_AND || v->op == ISA_OR || v->op == ISA_XOR || v->op == ISA_NOT;
    for (uint32_t i = 0; is_bitwise && i < v->count; i++)
        is_bitwise = is_mask(l, arg_of(l, v, i), depth + 1);
    return is_bitwise;
}

/* What `ref` is where the condition is zero, or is not. */
static enum truth truth_of(const struct lower *l, ir_ref ref, ir_ref condition, bool is_zero)
{
    const struct ir_value *v = lower_value(l, ref), *given = lower_value(l, condition);
    if (ref == condition)
        return is_zero ? ZERO : NOT_ZERO;
    bool is_not = is_op(given, ISA_NOT) && arg_of(l, given, 0) == ref, /* ~ref */
        of_not = is_op(v, ISA_NOT) && arg_of(l, v, 0) == condition;
    if (!is_not && !of_not)
        return UNKNOWN;
    if (is_zero)
        return NOT_ZERO;
    return is_mask(l, is_not ? ref : condition, 0) ? ZERO : UNKNOWN;
}

ir_ref lower_decided(const struct lower *l, ir_ref value, ir_ref condition, bool is_zero)
{
    for (;;) {
        const struct ir_value *v = lower_value(l, value);
        enum truth truth =
            value && is_op(v, ISA_MOVC) ? truth_of(l, arg_of(l, v, 0), condition, is_zero) : UNKNOWN;
        if (truth == UNKNOWN)
            return value;
        value = arg_of(l, v, truth == NOT_ZERO ? 1 : 2);
    }
}
