/* Replaces values that ranges decide: in groups away from the edges of an image, tests for its border hold for no
   thread, and clamped coordinates are the coordinates. */
#include "ir/ir.h"

enum outcome { OUTCOME_OPEN, OUTCOME_ZERO, OUTCOME_ONES, OUTCOME_ARG /* and on: arg 0, 1, 2 */ };

static bool is_below(struct ir_range a, struct ir_range b)
{
    return a.high <= b.low;
}

/* `is_min`: the lower one. Signed values here are not negative: else their range is any word. */
static enum outcome extreme(struct ir_range a, struct ir_range b, bool is_min)
{
    if (is_below(a, b))
        return is_min ? OUTCOME_ARG : OUTCOME_ARG + 1;
    if (is_below(b, a))
        return is_min ? OUTCOME_ARG + 1 : OUTCOME_ARG;
    return OUTCOME_OPEN;
}

static enum outcome outcome_of(const struct ir_function *f, ir_ref ref, const struct ir_range *ranges)
{
    const struct ir_value *v = &f->values[ref];
    struct ir_range a = ranges[ir_arg(f, v, 0)], b = ranges[ir_arg(f, v, v->count > 1)];
    switch (v->op) {
    case ISA_MOVC: return a.low > 0 ? OUTCOME_ARG + 1 : a.high == 0 ? OUTCOME_ARG + 2 : OUTCOME_OPEN;
    case ISA_UMIN:
    case ISA_UMAX: return extreme(a, b, v->op == ISA_UMIN);
    case ISA_IMIN:
    case ISA_IMAX:
        return a.high <= INT32_MAX && b.high <= INT32_MAX ? extreme(a, b, v->op == ISA_IMIN) : OUTCOME_OPEN;
    case ISA_AND:
    case ISA_OR:
    case ISA_NOT: break;
    default:
        if (isa_op(v->op)->group != ISA_GROUP_COMPARE) /* a number from a cb#, say, may change */
            return OUTCOME_OPEN;
    }
    return ranges[ref].high == 0 ? OUTCOME_ZERO : ranges[ref].low == UINT32_MAX ? OUTCOME_ONES : OUTCOME_OPEN;
}

uint32_t ir_outcomes(const struct ir_function *f, const struct ir_range *ranges, uint8_t *outcomes)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < f->decidable_count; i++) {
        outcomes[i] = (uint8_t)outcome_of(f, f->decidable[i], ranges);
        known += outcomes[i] != OUTCOME_OPEN;
    }
    return known;
}

/* The constants 0 and ~0, as the function's last values. */
static bool add_constants(struct ir_function *f)
{
    static const uint32_t words[2] = {0, UINT32_MAX};
    struct ir_value *values = arena_array(&f->arena, f->value_count + 2, sizeof *values);
    if (!values)
        return false;
    memcpy(values, f->values, f->value_count * sizeof *values);
    for (unsigned i = 0; i < 2; i++)
        values[f->value_count++] = (struct ir_value){
            .kind = IR_CONST, .results = 1, .word = words[i], .slot = IR_NONE, .view = IR_NONE};
    f->values = values;
    return true;
}

enum sm5_status ir_assume(struct ir_function *f, const struct ir_function *analysed, const uint8_t *outcomes)
{
    if (!add_constants(f))
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < analysed->decidable_count; i++) {
        struct ir_value *v = &f->values[analysed->decidable[i]];
        if (outcomes[i] >= OUTCOME_ARG)
            v->forward = ir_arg(f, v, outcomes[i] - OUTCOME_ARG);
        else if (outcomes[i] != OUTCOME_OPEN)
            v->forward = f->value_count - (outcomes[i] == OUTCOME_ZERO ? 2 : 1);
    }
    return ir_clean(f);
}
