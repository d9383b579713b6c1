/* Replaces values that ranges decide: in groups away from the edges of an image, tests for its border hold for no
   thread, and clamped or wrapped coordinates are the coordinates. Words of cb# become literals: a division by one is a product, and
   rows at a known pitch are found by additions. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum outcome {
    OUTCOME_OPEN = IR_OUTCOME_OPEN,
    OUTCOME_WORD = IR_OUTCOME_WORD,
    OUTCOME_ZERO,
    OUTCOME_ONES,
    OUTCOME_DIFFERENCE, /* of a remainder: dividend - divisor */
    OUTCOME_ROWS,       /* of a division: as in_rows */
    OUTCOME_ARG         /* and on: arg 0, 1, 2 */
};

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

/* Of a remainder: the division. */
static const struct ir_value *operation_of(const struct ir_function *f, const struct ir_value *v)
{
    return v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
}

static enum outcome remainder_of(struct ir_range dividend, struct ir_range divisor)
{
    if (dividend.high < divisor.low)
        return OUTCOME_ARG;
    bool is_once = dividend.low >= divisor.high && dividend.high < 2 * (uint64_t)divisor.low;
    return is_once ? OUTCOME_DIFFERENCE : OUTCOME_OPEN;
}

bool ir_may_be_in_rows(const struct ir_function *f, const struct ir_value *division)
{
    const struct ir_value *x = &f->values[ir_arg(f, division, 0)], *y = &f->values[ir_arg(f, division, 1)];
    return x->shape == IR_AFFINE && x->stride && ir_differing_bits(f, x) < 32 && y->level == IR_DISPATCH;
}

/* A flat index, whose quotient is a row of an image: most images are as wide as several warps. */
static enum outcome division_of(const struct ir_function *f, const struct ir_value *v,
                                struct ir_range divisor)
{
    uint32_t low = (1u << ir_differing_bits(f, &f->values[ir_arg(f, v, 0)])) - 1;
    bool is_known = divisor.low == divisor.high && divisor.low > 0;
    return is_known && !(divisor.low & low) ? OUTCOME_ROWS : OUTCOME_OPEN;
}

/* A coordinate that wraps where the size is a power of two. */
static bool is_kept(struct ir_range a, struct ir_range mask)
{
    return mask.low == mask.high && !(mask.low & (mask.low + 1)) && a.high <= mask.low;
}

static enum outcome outcome_of(const struct ir_function *f, ir_ref ref, const struct ir_range *ranges)
{
    const struct ir_value *v = operation_of(f, &f->values[ref]);
    struct ir_range a = ranges[ir_arg(f, v, 0)], b = ranges[ir_arg(f, v, v->count > 1)];
    unsigned magnitude = ir_magnitude_arg(f, v);
    if (f->values[ref].kind == IR_PART)
        return remainder_of(a, b);
    switch (v->op) {
    case ISA_MOVC: return a.low > 0 ? OUTCOME_ARG + 1 : a.high == 0 ? OUTCOME_ARG + 2 : OUTCOME_OPEN;
    case ISA_UMIN:
    case ISA_UMAX: return extreme(a, b, v->op == ISA_UMIN);
    case ISA_IMIN:
    case ISA_IMAX:
        if (magnitude < 2 && ranges[ir_arg(f, v, magnitude)].high <= INT32_MAX)
            return OUTCOME_ARG + magnitude;
        return a.high <= INT32_MAX && b.high <= INT32_MAX ? extreme(a, b, v->op == ISA_IMIN) : OUTCOME_OPEN;
    case ISA_AND:
        if (is_kept(a, b) || is_kept(b, a))
            return is_kept(a, b) ? OUTCOME_ARG : OUTCOME_ARG + 1;
        break;
    case ISA_OR:
    case ISA_NOT: break;
    case ISA_UDIV: return division_of(f, v, b);
    default:
        if (isa_op(v->op)->group != ISA_GROUP_COMPARE) /* a number from a cb#, say, may change */
            return OUTCOME_OPEN;
    }
    return ranges[ref].high == 0 ? OUTCOME_ZERO : ranges[ref].low == UINT32_MAX ? OUTCOME_ONES : OUTCOME_OPEN;
}

uint32_t ir_outcomes(const struct ir_function *f, const struct ir_range *ranges, struct ir_outcome *outcomes)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < f->decidable_count; i++) {
        outcomes[i] = (struct ir_outcome){outcome_of(f, f->decidable[i], ranges), 0};
        known += outcomes[i].kind != OUTCOME_OPEN;
    }
    for (uint32_t i = 0; i < f->word_count; i++) {
        struct ir_range range = ranges[f->words[i]];
        bool is_known = range.low == range.high;
        outcomes[f->decidable_count + i] =
            (struct ir_outcome){is_known ? OUTCOME_WORD : OUTCOME_OPEN, is_known ? range.low : 0};
    }
    return known;
}

/* The words by index in analysed->words, then 0 and ~0. Returns the first; 0: memory is exhausted. */
static ir_ref add_constants(struct ir_function *f, const struct ir_function *analysed,
                            const struct ir_outcome *words)
{
    uint32_t count = analysed->word_count, *all = malloc((count + 2) * sizeof *all);
    if (!all)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        all[i] = words[i].word;
    all[count] = 0;
    all[count + 1] = UINT32_MAX;
    ir_ref first = ir_append_constants(f, all, count + 2);
    free(all);
    return first;
}

/* Room for the args of all differences. */
static bool add_args(struct ir_function *f, const struct ir_function *analysed,
                     const struct ir_outcome *outcomes)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < analysed->decidable_count; i++)
        count += outcomes[i].kind == OUTCOME_DIFFERENCE ? 3 : 0;
    return ir_add_args(f, count);
}

/* divisor * -1 + dividend in place of the remainder. */
static void make_difference(struct ir_function *f, struct ir_value *v)
{
    const struct ir_value *whole = operation_of(f, v);
    const ir_ref args[3] = {ir_arg(f, whole, 1), f->value_count - 1, ir_arg(f, whole, 0)};
    v->kind = IR_LANE;
    v->op = ISA_UMAD;
    v->part = 0;
    v->first = f->arg_count;
    v->count = 3;
    memcpy(&f->args[f->arg_count], args, sizeof args);
    f->arg_count += 3;
}

static void replace(struct ir_function *f, struct ir_value *v, uint32_t kind)
{
    if (kind == OUTCOME_DIFFERENCE)
        make_difference(f, v);
    else if (kind == OUTCOME_ROWS)
        v->in_rows = true;
    else if (kind >= OUTCOME_ARG)
        v->forward = ir_arg(f, operation_of(f, v), kind - OUTCOME_ARG);
    else if (kind != OUTCOME_OPEN)
        v->forward = f->value_count - (kind == OUTCOME_ZERO ? 2 : 1);
}

enum sm5_status ir_assume(struct ir_function *f, const struct ir_function *analysed,
                          const struct ir_outcome *outcomes)
{
    const struct ir_outcome *words = outcomes + analysed->decidable_count;
    ir_ref first = add_constants(f, analysed, words);
    if (!first || !add_args(f, analysed, outcomes))
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < analysed->decidable_count; i++)
        replace(f, &f->values[analysed->decidable[i]], outcomes[i].kind);
    for (uint32_t i = 0; i < analysed->word_count; i++)
        if (words[i].kind == OUTCOME_WORD)
            f->values[analysed->words[i]].forward = first + i;
    return ir_clean(f);
}
