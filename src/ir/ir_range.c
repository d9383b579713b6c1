/* Ranges of the results of operations, as unsigned numbers. */
#include "ir/ir_facts.h"

static const struct ir_range always = {UINT32_MAX, UINT32_MAX}, never = {0, 0};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool is_single(struct ir_range a)
{
    return a.low == a.high;
}

static bool is_negative(struct ir_range a)
{
    return is_single(a) && (int32_t)a.low < 0;
}

/* A constant that is added may be a negative number: the sum wraps for no value above its magnitude. */
static struct ir_range add_ranges(struct ir_range a, struct ir_range b)
{
    if (is_negative(a) && !is_negative(b))
        return add_ranges(b, a);
    if (is_negative(b) && a.low >= 0u - b.low)
        return (struct ir_range){a.low + b.low, a.high + b.low};
    if ((uint64_t)a.high + b.high > UINT32_MAX)
        return ir_any_word;
    return (struct ir_range){a.low + b.low, a.high + b.high};
}

static struct ir_range multiply_ranges(struct ir_range a, struct ir_range b)
{
    if ((uint64_t)a.high * b.high > UINT32_MAX)
        return ir_any_word;
    return (struct ir_range){a.low * b.low, a.high * b.high};
}

/* a * b + c; a product with -1 is a difference. */
static struct ir_range multiply_add_ranges(struct ir_range a, struct ir_range b, struct ir_range c)
{
    if (is_single(b) && b.low == UINT32_MAX && c.low >= a.high)
        return (struct ir_range){c.low - a.high, c.high - a.low};
    return add_ranges(multiply_ranges(a, b), c);
}

static struct ir_range join_ranges(struct ir_range a, struct ir_range b)
{
    return (struct ir_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* ---- comparisons ---- */

static struct ir_range less(struct ir_range a, struct ir_range b)
{
    return a.high < b.low ? always : a.low >= b.high ? never : ir_any_word;
}

/* As signed numbers, moved up by 2^31; false for a range that contains both signs. */
static bool by_sign(struct ir_range *a)
{
    if ((a->low ^ a->high) >> 31)
        return false;
    a->low ^= 0x80000000;
    a->high ^= 0x80000000;
    return true;
}

static struct ir_range less_signed(struct ir_range a, struct ir_range b)
{
    return by_sign(&a) && by_sign(&b) ? less(a, b) : ir_any_word;
}

static struct ir_range equal(struct ir_range a, struct ir_range b)
{
    if (a.high < b.low || b.high < a.low)
        return never;
    return is_single(a) && is_single(b) ? always : ir_any_word;
}

static struct ir_range not_range(struct ir_range a)
{
    return is_single(a) ? (struct ir_range){~a.low, ~a.low} : ir_any_word;
}

uint32_t ir_bits_up_to(uint32_t high)
{
    return high ? UINT32_MAX >> __builtin_clz(high) : 0;
}

static struct ir_range or_ranges(struct ir_range a, struct ir_range b)
{
    if (a.low == UINT32_MAX || b.low == UINT32_MAX)
        return always;
    return (struct ir_range){a.low > b.low ? a.low : b.low, ir_bits_up_to(a.high | b.high)};
}

static struct ir_range and_ranges(struct ir_range a, struct ir_range b)
{
    if (a.low == UINT32_MAX || b.low == UINT32_MAX)
        return a.low == UINT32_MAX ? b : a;
    if (is_single(a) || is_single(b)) /* a mask, as of the sign */
        return (struct ir_range){0, is_single(a) ? a.low & ir_bits_up_to(b.high)
                                                 : b.low & ir_bits_up_to(a.high)};
    return (struct ir_range){0, least(a.high, b.high)};
}

/* ---- minima and maxima ---- */

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static struct ir_range extreme_signed(struct ir_range a, struct ir_range b, bool is_max)
{
    if (a.high > INT32_MAX && b.high > INT32_MAX)
        return ir_any_word;
    if (a.high > INT32_MAX || b.high > INT32_MAX) { /* one is a sum that may be negative, say */
        struct ir_range positive = a.high > INT32_MAX ? b : a;
        return is_max ? (struct ir_range){positive.low, INT32_MAX} : ir_any_word;
    }
    return is_max ? (struct ir_range){most(a.low, b.low), most(a.high, b.high)}
                  : (struct ir_range){least(a.low, b.low), least(a.high, b.high)};
}

static struct ir_range select_range(struct ir_range condition, struct ir_range a, struct ir_range b)
{
    return condition.low > 0 ? a : condition.high == 0 ? b : join_ranges(a, b);
}

/* Some bits of a number take the place of those of another one. */
static struct ir_range insert_range(struct ir_range width, struct ir_range offset, struct ir_range into)
{
    if (!is_single(width) || !is_single(offset))
        return ir_any_word;
    uint32_t mask = ((1u << (width.low & 31)) - 1) << (offset.low & 31);
    return (struct ir_range){0, ir_bits_up_to(mask | into.high)};
}

struct ir_range ir_lane_range(uint16_t op, unsigned result, const struct ir_range args[IR_RANGES])
{
    struct ir_range a = args[0], b = args[1], c = args[2];
    switch (op) {
    case ISA_IADD: return add_ranges(a, b);
    case ISA_IMAD:
    case ISA_UMAD: return multiply_add_ranges(a, b, c);
    case ISA_IMUL:
    case ISA_UMUL: return result == 1 ? multiply_ranges(a, b) : ir_any_word;
    case ISA_INEG:
    case IR_MODIFIER + LANE_NEG_I32:
        return is_single(a) ? (struct ir_range){0u - a.low, 0u - a.low} : ir_any_word;
    case ISA_AND: return and_ranges(a, b);
    case ISA_OR: return or_ranges(a, b);
    case ISA_XOR: return (struct ir_range){0, ir_bits_up_to(a.high | b.high)};
    case ISA_NOT: return not_range(a);
    case ISA_ULT: return less(a, b);
    case ISA_UGE: return not_range(less(a, b));
    case ISA_ILT: return less_signed(a, b);
    case ISA_IGE: return not_range(less_signed(a, b));
    case ISA_IEQ: return equal(a, b);
    case ISA_INE: return not_range(equal(a, b));
    case ISA_IMAX: return extreme_signed(a, b, true);
    case ISA_IMIN: return extreme_signed(a, b, false);
    case ISA_UMAX: return (struct ir_range){most(a.low, b.low), most(a.high, b.high)};
    case ISA_UMIN: return (struct ir_range){least(a.low, b.low), least(a.high, b.high)};
    case ISA_USHR:
        return b.low == b.high ? (struct ir_range){a.low >> (b.low & 31), a.high >> (b.low & 31)}
                               : (struct ir_range){0, a.high};
    case ISA_ISHL:
        return b.low == b.high ? multiply_ranges(a, (struct ir_range){1u << (b.low & 31), 1u << (b.low & 31)})
                               : ir_any_word;
    case ISA_BFI: return insert_range(a, b, args[3]);
    case ISA_UBFE: return a.low == a.high ? (struct ir_range){0, (1u << (a.low & 31)) - 1} : ir_any_word;
    case ISA_UDIV:
        if (b.low == 0)
            return ir_any_word;
        return result == 0 ? (struct ir_range){a.low / b.high, a.high / b.low}
                           : (struct ir_range){0, b.high - 1};
    case ISA_MOVC: return select_range(a, b, c);
    case ISA_MOV:
    case IR_MODIFIER + LANE_KEEP: return a;
    default: return ir_real_range(op, args);
    }
}
