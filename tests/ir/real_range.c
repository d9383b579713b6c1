/* Ranges of the results of operations on floats hold what lanes.c computes from words of the operands' ranges. */
#include "ir/ir_facts.h"

#include <stdlib.h>

#include "numeric/lanes.h"
#include "numeric/num_env.h"
#include "test.h"

enum { ONE = 0x3f800000, INFINITE = 0x7f800000, LEAST_NORMAL = 0x00800000 };

static const uint16_t ops[] = {ISA_ADD,
                               ISA_MUL,
                               ISA_MAD,
                               ISA_DIV,
                               ISA_MAX,
                               ISA_MIN,
                               ISA_SQRT,
                               ISA_RSQ,
                               ISA_RCP,
                               ISA_FRC,
                               ISA_ROUND_NE,
                               ISA_ROUND_NI,
                               ISA_ROUND_PI,
                               ISA_ROUND_Z,
                               ISA_FTOI,
                               ISA_FTOU,
                               ISA_ITOF,
                               ISA_UTOF,
                               ISA_F32TOF16,
                               IR_MODIFIER + LANE_ABS_F32,
                               IR_MODIFIER + LANE_SATURATE_F32};

/* Ends of ranges: zeros, denormals, numbers, infinities, NaNs, words with the sign bit. */
static const uint32_t ends[] = {0,          1,          0x007fffff, LEAST_NORMAL, 0x33800000,
                                0x3effffff, 0x3f000000, 0x3f7fffff, ONE,          0x3f800001,
                                0x437f0000, 0x4effffff, 0x4f000000, 0x4f800000,   0x7f7fffff,
                                INFINITE,   0x7f800001, 0x7fc00000, 0x7fffffff,   0x80000000,
                                0x80000001, 0xbf800000, 0xff800000, 0xffc00000,   UINT32_MAX};

static uint32_t seed = 1;

static uint32_t next(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed ^ seed >> 15;
}

static struct ir_range some_range(void)
{
    uint32_t a = ends[next() % BASE_COUNT(ends)], b = ends[next() % BASE_COUNT(ends)];
    if (next() % 4 == 0)
        b = a;
    return a < b ? (struct ir_range){a, b} : (struct ir_range){b, a};
}

static uint32_t word_of(struct ir_range range)
{
    uint32_t at = next() % 4, width = range.high - range.low;
    return at == 0   ? range.low
           : at == 1 ? range.high
                     : range.low + (width == UINT32_MAX ? next() : next() % (width + 1));
}

static lane_fn *code_of(uint16_t op)
{
    const struct lane_table *table = lane_table_best();
    return op < IR_MODIFIER ? table->op[op] : table->modifier[op - IR_MODIFIER];
}

/* Lanes have the first and last words of the ranges, and some of those between. */
static void check(uint16_t op, const struct ir_range *args)
{
    _Alignas(LANE_ALIGN) uint32_t in[3][LANE_STEP], out[LANE_STEP];
    struct lane_args lanes = {.n = LANE_STEP, .d = {out}};
    struct ir_range range = ir_lane_range(op, 0, args);
    for (unsigned i = 0; i < 3; i++) {
        lanes.s[2 * i] = in[i];
        for (unsigned k = 0; k < LANE_STEP; k++)
            in[i][k] = word_of(args[i]);
    }
    uint32_t kept = num_env_enter();
    code_of(op)(&lanes);
    num_env_leave(kept);
    for (unsigned k = 0; k < LANE_STEP; k++)
        if (out[k] < range.low || out[k] > range.high)
            fail_msg("operation %u: %#x, %#x, %#x: %#x is not in %#x to %#x", op, in[0][k], in[1][k],
                     in[2][k], out[k], range.low, range.high);
}

static void holds(void **state)
{
    enum { TIMES = 40000 };
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(ops); i++)
        for (unsigned k = 0; k < TIMES; k++) {
            const struct ir_range args[IR_RANGES] = {some_range(), some_range(), some_range(), ir_any_word};
            check(ops[i], args);
        }
}

static void expect(uint16_t op, struct ir_range a, struct ir_range b, struct ir_range c, uint32_t low,
                   uint32_t high)
{
    const struct ir_range args[IR_RANGES] = {a, b, c, ir_any_word};
    struct ir_range range = ir_lane_range(op, 0, args);
    assert_int_equal(range.low, low);
    assert_int_equal(range.high, high);
}

/* The usual packing of a colour: saturate, times 255, plus a half, to an integer. */
static void packing(void **state)
{
    (void)state;
    const struct ir_range any = ir_any_word, scale = {0x437f0000, 0x437f0000},
                          half = {0x3f000000, 0x3f000000};
    expect(IR_MODIFIER + LANE_SATURATE_F32, any, any, any, 0, ONE);
    expect(ISA_MAD, (struct ir_range){0, ONE}, scale, half, 0x3f000000, 0x437f8000);
    expect(ISA_FTOU, (struct ir_range){0x3f000000, 0x437f8000}, any, any, 0, 255);
}

static void may_be_nan(void **state)
{
    (void)state;
    const struct ir_range any = ir_any_word, infinite = {ONE, INFINITE}, zero = {0, ONE},
                          normal = {ONE, 0x40000000};
    expect(ISA_MUL, zero, infinite, any, 0, UINT32_MAX);
    expect(ISA_MUL, normal, infinite, any, ONE, INFINITE);
    expect(ISA_DIV, zero, zero, any, 0, UINT32_MAX);
    expect(ISA_MAX, any, normal, any, ONE, INFINITE);
    expect(ISA_MIN, any, normal, any, 0, UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(holds), cmocka_unit_test(packing),
                                       cmocka_unit_test(may_be_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
