/* Value ranges of float operations. Only non-negative floats have a range: as unsigned integers, their bits have the order of
   their values. A range without NaNs needs no canonicalisation, and a conversion from a range below 2^31 is one instruction. */
#include <math.h>

#include "ir/ir_facts.h"
#include "numeric/num_bits.h"

enum { LEAST_NORMAL = 0x00800000, ONE = 0x3f800000, ALMOST_ONE = 0x3f7fffff };

static bool is_number(struct ir_range a)
{
    return a.high <= NUM_INF_F32;
}

/* What an operation reads: denormals are zeros (D3D11.3 3.1.3.2). */
static struct ir_range operand(struct ir_range a)
{
    return (struct ir_range){num_flush_f32(a.low), num_flush_f32(a.high)};
}

/* A result that is tiny after rounding to 24 bits is flushed, too, where these floats may round up to the least normal number. */
static struct ir_range from(float low, float high)
{
    uint32_t least = bits_of_float(low);
    return (struct ir_range){least > LEAST_NORMAL ? least : 0, num_flush_f32(bits_of_float(high))};
}

static float low_of(struct ir_range a)
{
    return float_of_bits(a.low);
}

static float high_of(struct ir_range a)
{
    return float_of_bits(a.high);
}

/* 0 times infinity is a NaN. */
static bool has_product(struct ir_range a, struct ir_range b)
{
    return is_number(a) && is_number(b) && !(a.low == 0 && b.high == NUM_INF_F32) &&
           !(b.low == 0 && a.high == NUM_INF_F32);
}

static struct ir_range multiply(struct ir_range a, struct ir_range b)
{
    return has_product(a, b) ? from(low_of(a) * low_of(b), high_of(a) * high_of(b)) : ir_any_word;
}

static struct ir_range multiply_add(struct ir_range a, struct ir_range b, struct ir_range c)
{
    if (!has_product(a, b) || !is_number(c))
        return ir_any_word;
    return from(fmaf(low_of(a), low_of(b), low_of(c)), fmaf(high_of(a), high_of(b), high_of(c)));
}

static struct ir_range divide(struct ir_range a, struct ir_range b)
{
    bool is_nan = (a.low == 0 && b.low == 0) || (a.high == NUM_INF_F32 && b.high == NUM_INF_F32);
    if (!is_number(a) || !is_number(b) || is_nan)
        return ir_any_word;
    return from(low_of(a) / high_of(b), high_of(a) / low_of(b));
}

/* max(NaN, x) is x (D3D11.3 22.10.10). */
static struct ir_range maximum(struct ir_range a, struct ir_range b)
{
    if (!is_number(a) && !is_number(b))
        return ir_any_word;
    uint32_t low = is_number(a) ? a.low : 0, other = is_number(b) ? b.low : 0;
    bool both = is_number(a) && is_number(b);
    return (struct ir_range){low > other ? low : other, !both             ? NUM_INF_F32
                                                        : a.high > b.high ? a.high
                                                                          : b.high};
}

static struct ir_range minimum(struct ir_range a, struct ir_range b)
{
    if (a.high > INT32_MAX || b.high > INT32_MAX || (!is_number(a) && !is_number(b)))
        return ir_any_word;
    return (struct ir_range){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

static struct ir_range saturate(struct ir_range a)
{
    if (!is_number(a))
        return (struct ir_range){0, ONE};
    return (struct ir_range){a.low < ONE ? a.low : ONE, a.high < ONE ? a.high : ONE};
}

static struct ir_range to_integer(struct ir_range a, float most)
{
    if (!is_number(a))
        return ir_any_word;
    uint32_t limit = most > 0x1p31f ? UINT32_MAX : INT32_MAX;
    return (struct ir_range){low_of(a) < most ? (uint32_t)low_of(a) : limit,
                             high_of(a) < most ? (uint32_t)high_of(a) : limit};
}

static struct ir_range from_integer(struct ir_range a, uint32_t most)
{
    return a.high <= most ? from((float)a.low, (float)a.high) : ir_any_word;
}

static struct ir_range rounded(uint16_t op, struct ir_range a)
{
    switch (op) {
    case ISA_ROUND_NE: return from(rintf(low_of(a)), rintf(high_of(a)));
    case ISA_ROUND_PI: return from(ceilf(low_of(a)), ceilf(high_of(a)));
    default: return from(floorf(low_of(a)), floorf(high_of(a)));
    }
}

static struct ir_range of_number(uint16_t op, struct ir_range a)
{
    if (!is_number(a))
        return ir_any_word;
    switch (op) {
    case ISA_SQRT: return from(sqrtf(low_of(a)), sqrtf(high_of(a)));
    case ISA_RSQ: return from(1 / sqrtf(high_of(a)), 1 / sqrtf(low_of(a)));
    case ISA_RCP: return from(1 / high_of(a), 1 / low_of(a));
    case ISA_FRC: return a.high < NUM_INF_F32 ? (struct ir_range){0, ALMOST_ONE} : ir_any_word;
    default: return rounded(op, a);
    }
}

struct ir_range ir_real_range(uint16_t op, const struct ir_range words[IR_RANGES])
{
    struct ir_range a = operand(words[0]), b = operand(words[1]), c = operand(words[2]);
    switch (op) {
    case ISA_ADD:
        return is_number(a) && is_number(b) ? from(low_of(a) + low_of(b), high_of(a) + high_of(b))
                                            : ir_any_word;
    case ISA_MUL: return multiply(a, b);
    case ISA_MAD: return multiply_add(a, b, c);
    case ISA_DIV: return divide(a, b);
    case ISA_MAX: return maximum(a, b);
    case ISA_MIN: return minimum(a, b);
    case ISA_SQRT:
    case ISA_RSQ:
    case ISA_RCP:
    case ISA_FRC:
    case ISA_ROUND_NE:
    case ISA_ROUND_NI:
    case ISA_ROUND_PI:
    case ISA_ROUND_Z: return of_number(op, a);
    case ISA_FTOI: return to_integer(a, 0x1p31f);
    case ISA_FTOU: return to_integer(a, 0x1p32f);
    case ISA_ITOF: return from_integer(words[0], INT32_MAX);
    case ISA_UTOF: return from_integer(words[0], UINT32_MAX);
    case ISA_F32TOF16: return (struct ir_range){0, UINT16_MAX};
    case IR_MODIFIER + LANE_ABS_F32:
        return words[0].high <= INT32_MAX ? words[0] : (struct ir_range){0, INT32_MAX};
    case IR_MODIFIER + LANE_SATURATE_F32: return saturate(a);
    default: return ir_any_word;
    }
}
