/* Ranges of the results of operations, as unsigned numbers. */
#include "ir/ir_facts.h"

/* An added constant may be a negative number: the sum wraps for no value above its magnitude. */
static struct ir_range add_ranges(struct ir_range a, struct ir_range b)
{
    if (b.low == b.high && (int32_t)b.low < 0 && a.low >= 0u - b.low)
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

static struct ir_range join_ranges(struct ir_range a, struct ir_range b)
{
    return (struct ir_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

struct ir_range ir_lane_range(uint16_t op, unsigned result, const struct ir_range args[3])
{
    struct ir_range a = args[0], b = args[1], c = args[2];
    switch (op) {
    case ISA_IADD: return add_ranges(a, b);
    case ISA_IMAD:
    case ISA_UMAD: return add_ranges(multiply_ranges(a, b), c);
    case ISA_IMUL:
    case ISA_UMUL: return result == 1 ? multiply_ranges(a, b) : ir_any_word;
    case ISA_AND: return (struct ir_range){0, least(a.high, b.high)};
    case ISA_UMIN: return (struct ir_range){least(a.low, b.low), least(a.high, b.high)};
    case ISA_USHR:
        return b.low == b.high ? (struct ir_range){a.low >> (b.low & 31), a.high >> (b.low & 31)}
                               : (struct ir_range){0, a.high};
    case ISA_ISHL:
        return b.low == b.high ? multiply_ranges(a, (struct ir_range){1u << (b.low & 31), 1u << (b.low & 31)})
                               : ir_any_word;
    case ISA_UBFE: return a.low == a.high ? (struct ir_range){0, (1u << (a.low & 31)) - 1} : ir_any_word;
    case ISA_UDIV:
        if (b.low == 0)
            return ir_any_word;
        return result == 0 ? (struct ir_range){a.low / b.high, a.high / b.low}
                           : (struct ir_range){0, b.high - 1};
    case ISA_MOVC: return join_ranges(b, c);
    case ISA_MOV:
    case IR_MODIFIER + LANE_KEEP: return a;
    default: return ir_any_word;
    }
}
