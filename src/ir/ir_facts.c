/* What is known of values one by one: bounds, growth from group to group, NaNs, uses. */
#include <stdlib.h>

#include "ir/ir_facts.h"

struct range {
    uint32_t low, high;
};

static struct range everything(void)
{
    return (struct range){0, UINT32_MAX};
}

static struct range range_of(const struct ir_function *f, const struct ir_value *v, uint32_t i)
{
    const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
    return (struct range){arg->low, arg->high};
}

/* A constant that is added may be a negative number: then nothing below it wraps. */
static struct range add_ranges(struct range a, struct range b)
{
    if (b.low == b.high && (int32_t)b.low < 0 && a.low >= 0u - b.low)
        return (struct range){a.low + b.low, a.high + b.low};
    if ((uint64_t)a.high + b.high > UINT32_MAX)
        return everything();
    return (struct range){a.low + b.low, a.high + b.high};
}

static struct range multiply_ranges(struct range a, struct range b)
{
    if ((uint64_t)a.high * b.high > UINT32_MAX)
        return everything();
    return (struct range){a.low * b.low, a.high * b.high};
}

static struct range join_ranges(struct range a, struct range b)
{
    return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static struct range lane_range(const struct ir_function *f, const struct ir_value *v, unsigned result)
{
    struct range a = v->count > 0 ? range_of(f, v, 0) : everything();
    struct range b = v->count > 1 ? range_of(f, v, 1) : everything();
    struct range c = v->count > 2 ? range_of(f, v, 2) : everything();
    switch (v->op) {
    case ISA_IADD: return add_ranges(a, b);
    case ISA_IMAD:
    case ISA_UMAD: return add_ranges(multiply_ranges(a, b), c);
    case ISA_IMUL:
    case ISA_UMUL: return result == 1 ? multiply_ranges(a, b) : everything();
    case ISA_AND: return (struct range){0, least(a.high, b.high)};
    case ISA_UMIN: return (struct range){least(a.low, b.low), least(a.high, b.high)};
    case ISA_USHR:
        return b.low == b.high ? (struct range){a.low >> (b.low & 31), a.high >> (b.low & 31)}
                               : (struct range){0, a.high};
    case ISA_ISHL:
        return b.low == b.high ? multiply_ranges(a, (struct range){1u << (b.low & 31), 1u << (b.low & 31)})
                               : everything();
    case ISA_UBFE: return a.low == a.high ? (struct range){0, (1u << (a.low & 31)) - 1} : everything();
    case ISA_UDIV:
        if (b.low == 0)
            return everything();
        return result == 0 ? (struct range){a.low / b.high, a.high / b.low} : (struct range){0, b.high - 1};
    case ISA_MOVC: return join_ranges(b, c);
    case ISA_MOV:
    case IR_MODIFIER + LANE_KEEP: return a;
    default: return everything();
    }
}

/* NaNs as the processor makes them: made canonical where their bits are looked at. */
static bool makes_nan(uint16_t op)
{
    switch (op) {
    case ISA_ADD:
    case ISA_MUL:
    case ISA_DIV:
    case ISA_MAD:
    case ISA_DP2:
    case ISA_DP3:
    case ISA_DP4:
    case ISA_RCP:
    case ISA_SQRT:
    case ISA_RSQ:
    case ISA_MIN:
    case ISA_MAX:
    case ISA_FRC:
    case ISA_ROUND_NE:
    case ISA_ROUND_NI:
    case ISA_ROUND_PI:
    case ISA_ROUND_Z: return true;
    default: return false;
    }
}

/* Values that are one of their args, or one with another sign: from which arg on. */
static bool passes_nan(const struct ir_value *v, uint32_t *first)
{
    *first = v->kind == IR_LANE && v->op == ISA_MOVC ? 1 : 0;
    if (v->kind == IR_PHI)
        return true;
    if (v->kind != IR_LANE)
        return false;
    return v->op == ISA_MOVC || v->op == ISA_MOV || v->op == IR_MODIFIER + LANE_KEEP ||
           v->op == IR_MODIFIER + LANE_NEG_F32 || v->op == IR_MODIFIER + LANE_ABS_F32 ||
           v->op == IR_MODIFIER + LANE_NEG_ABS_F32;
}

static bool is_odd_nan(uint32_t word)
{
    return (word & 0x7fffffff) > 0x7f800000 && word != 0x7fc00000;
}

/* A tame value is arithmetic's alone: to make its NaNs canonical takes nothing away. What is loaded keeps its
   bits, and so does what may be either. */
static bool is_tame(const struct ir_function *f, const struct ir_value *v, const bool *tame)
{
    uint32_t first;
    if (v->kind == IR_CONST)
        return !is_odd_nan(v->word);
    if (v->kind == IR_LANE && makes_nan(v->op))
        return true;
    if (!passes_nan(v, &first))
        return false;
    for (uint32_t i = first; i < v->count; i++)
        if (ir_arg(f, v, i) && !tame[ir_arg(f, v, i)])
            return false;
    return true;
}

static bool any_raw(const struct ir_function *f, const struct ir_value *v)
{
    uint32_t first;
    if (!passes_nan(v, &first))
        return false;
    for (uint32_t i = first; i < v->count; i++)
        if (ir_arg(f, v, i) && f->values[ir_arg(f, v, i)].raw_nan)
            return true;
    return false;
}

static void find_ranges(struct ir_function *f)
{
    for (uint32_t i = 1; i < f->value_count; i++)
        if (f->values[i].kind != IR_SYSTEM) {
            f->values[i].low = 0;
            f->values[i].high = UINT32_MAX;
        }
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        if (v->kind == IR_SYSTEM)
            continue;
        struct range range = everything();
        const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
        if (v->kind == IR_CONST)
            range = (struct range){v->word, v->word};
        else if (whole->kind == IR_LANE)
            range = lane_range(f, whole, v->kind == IR_PART ? v->part : 0);
        v->low = range.low;
        v->high = range.high;
    }
}

/* Values stand behind their operands but for the phis of loops, which is why it is done until nothing
 * changes. */
static enum sm5_status find_nans(struct ir_function *f)
{
    bool *tame = malloc(f->value_count * sizeof *tame);
    if (!tame)
        return SM5_ERR_MEMORY;
    memset(tame, true, f->value_count * sizeof *tame);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->value_count; i++)
            if (tame[i] && !is_tame(f, &f->values[i], tame))
                changed = !(tame[i] = false);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->value_count; i++) {
            struct ir_value *v = &f->values[i];
            bool raw = tame[i] && ((v->kind == IR_LANE && makes_nan(v->op)) || any_raw(f, v));
            changed |= raw && !v->raw_nan;
            v->raw_nan |= raw;
        }
    }
    free(tame);
    return SM5_OK;
}

static bool system_step(const struct ir_function *f, const struct ir_value *v, uint32_t *step)
{
    *step = v->word == IR_GROUP_X ? 1 : v->word == IR_THREAD_X ? f->program->decls.thread_group[0] : 0;
    return true;
}

static bool lane_step(const struct ir_function *f, const struct ir_value *v, unsigned result, uint32_t *step)
{
    uint32_t growth[3] = {0}, all = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
        if (!arg->has_step)
            return false;
        all |= (uint32_t)arg->step;
        if (i < 3)
            growth[i] = (uint32_t)arg->step;
    }
    *step = 0;
    return !all || ir_linear(f, v, result, growth, step);
}

/* How values grow from group to group: where the next group will look for its data. */
static void find_steps(struct ir_function *f)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
        uint32_t step = 0;
        if (v->kind == IR_SYSTEM)
            v->has_step = system_step(f, v, &step);
        else if (whole->kind == IR_LANE)
            v->has_step = lane_step(f, whole, v->kind == IR_PART ? v->part : 0, &step);
        else
            v->has_step = v->kind == IR_CONST || (v->level == IR_DISPATCH && v->kind != IR_PHI) ||
                          (v->kind == IR_PHI && v->shape == IR_AFFINE && v->stride == 0);
        v->step = (int32_t)step;
    }
}

static void count_uses(struct ir_function *f)
{
    for (uint32_t i = 0; i < f->value_count; i++)
        f->values[i].uses = 0;
    for (uint32_t i = 1; i < f->value_count; i++)
        for (uint32_t k = 0; k < f->values[i].count; k++)
            f->values[ir_arg(f, &f->values[i], k)].uses++;
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->nodes[i].kind == IR_IF)
            f->values[f->nodes[i].condition].uses++;
}

enum sm5_status ir_find_facts(struct ir_function *f)
{
    find_ranges(f);
    find_steps(f);
    count_uses(f);
    return find_nans(f);
}
