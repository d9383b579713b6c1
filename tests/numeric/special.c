/* The special-value tables of the specification (D3D11.3 22.10), cell by cell. */
#include "values.h"

#define NAN32 NUM_NAN_F32
#define INF   0x7f800000u
#define NINF  0xff800000u
#define N0    0x80000000u
#define ONE   0x3f800000u
#define NONE  0xbf800000u

/* Arguments of the columns: -INF, -F, -denorm, -0, +0, +denorm, +F, +INF, three NaNs. F is 2.25 here. */
enum { COLUMNS = 11 };
static const uint32_t columns[COLUMNS] = {NINF, 0xc0100000, 0x80000001, N0,        0, 0x007fffff, 0x40100000,
                                          INF,  0x7fc00000, 0x7f800001, 0xffc12345};

struct row {
    const char *name;
    uint32_t (*function)(uint32_t a);
    uint32_t results[COLUMNS];
};

static uint32_t sine(uint32_t a)
{
    return num_sincos(a).d0;
}

static uint32_t cosine(uint32_t a)
{
    return num_sincos(a).d1;
}

/* Finite results are the correctly rounded ones, but for cos(2.25) and cos(-2.25), which are one ULP off. */
static const struct row rows[] = {
    {"exp", num_exp, {0, 0x3e5744fd, ONE, ONE, ONE, ONE, 0x409837f0, INF, NAN32, NAN32, NAN32}},
    {"log", num_log, {NAN32, NAN32, NINF, NINF, NINF, NINF, 0x3f95c01a, INF, NAN32, NAN32, NAN32}},
    {"sqrt", num_sqrt, {NAN32, NAN32, N0, N0, 0, 0, 0x3fc00000, INF, NAN32, NAN32, NAN32}},
    {"rsq", num_rsq, {NAN32, NAN32, NINF, NINF, INF, INF, 0x3f2aaaab, 0, NAN32, NAN32, NAN32}},
    {"rcp", num_rcp, {N0, 0xbee38e39, NINF, NINF, INF, INF, 0x3ee38e39, 0, NAN32, NAN32, NAN32}},
    {"frc", num_frc, {NAN32, 0x3f400000, 0, 0, 0, 0, 0x3e800000, NAN32, NAN32, NAN32, NAN32}},
    {"round_ne", num_round_ne, {NINF, 0xc0000000, N0, N0, 0, 0, 0x40000000, INF, NAN32, NAN32, NAN32}},
    {"round_ni", num_round_ni, {NINF, 0xc0400000, N0, N0, 0, 0, 0x40000000, INF, NAN32, NAN32, NAN32}},
    {"round_pi", num_round_pi, {NINF, 0xc0000000, N0, N0, 0, 0, 0x40400000, INF, NAN32, NAN32, NAN32}},
    {"round_z", num_round_z, {NINF, 0xc0000000, N0, N0, 0, 0, 0x40000000, INF, NAN32, NAN32, NAN32}},
    {"sin", sine, {NAN32, 0xbf472fce, N0, N0, 0, 0, 0x3f472fce, NAN32, NAN32, NAN32, NAN32}},
    {"cos", cosine, {NAN32, 0xbf20cffc, ONE, ONE, ONE, ONE, 0xbf20cffc, NAN32, NAN32, NAN32, NAN32}},
    {"saturate", num_saturate_f32, {0, 0, 0, 0, 0, 0, ONE, ONE, 0, 0, 0}},
    {"value", num_value_f32, {NINF, 0xc0100000, N0, N0, 0, 0, 0x40100000, INF, NAN32, NAN32, NAN32}},
    {"-value", num_move_neg_f32, {INF, 0x40100000, 0, 0, N0, N0, 0xc0100000, NINF, NAN32, NAN32, NAN32}},
    {"|value|", num_move_abs_f32, {INF, 0x40100000, 0, 0, 0, 0, 0x40100000, INF, NAN32, NAN32, NAN32}},
    {"-|value|",
     num_move_neg_abs_f32,
     {NINF, 0xc0100000, N0, N0, N0, N0, 0xc0100000, NINF, NAN32, NAN32, NAN32}},
};

static void tables_hold(void **state)
{
    (void)state;
    uint32_t got[BASE_COUNT(rows)][COLUMNS];
    uint32_t old = num_env_enter();
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (size_t j = 0; j < COLUMNS; j++) {
            got[i][j] = call_w(rows[i].function, columns[j]);
        }
    }
    num_env_leave(old);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (size_t j = 0; j < COLUMNS; j++) {
            EXPECT_WORD(got[i][j], rows[i].results[j], "%s(%08x)", rows[i].name, columns[j]);
        }
    }
}

struct point {
    const char *name;
    uint32_t (*function)(uint32_t a);
    uint32_t argument, result;
};

static const struct point points[] = {
    {"round_ne", num_round_ne, 0x3f000000, 0},          /* 0.5 */
    {"round_ne", num_round_ne, 0xbf000000, N0},         /* -0.5 */
    {"round_ne", num_round_ne, 0x40200000, 0x40000000}, /* 2.5 */
    {"round_ne", num_round_ne, 0x40600000, 0x40800000}, /* 3.5 */
    {"round_ne", num_round_ne, 0x40b00000, 0x40c00000}, /* 5.5 */
    {"round_pi", num_round_pi, 0xbf000000, N0},         /* -0.5 */
    {"round_z", num_round_z, 0xbf7fffff, N0},           /* just above -1 */
    {"round_ni", num_round_ni, 0xbf000000, NONE},       /* -0.5 */
    {"frc", num_frc, 0xb0800000, 0x3f7fffff},           /* -2^-30: below 1 all the same */
    {"frc", num_frc, 0x4b7fffff, 0},                    /* an integer */
    {"frc", num_frc, 0xbf800001, 0x3f7ffffe},           /* just below -1 */
    {"exp", num_exp, 0x42fe0000, 0x7f000000},           /* 127 */
    {"exp", num_exp, 0x43000000, INF},                  /* 128 */
    {"exp", num_exp, 0xc2fc0000, 0x00800000},           /* -126 */
    {"exp", num_exp, 0xc2fc0001, 0},                    /* below: tiny */
    {"exp", num_exp, 0x7f7fffff, INF},
    {"exp", num_exp, 0xff7fffff, 0},
    {"log", num_log, ONE, 0},                 /* 1 */
    {"log", num_log, 0x00800000, 0xc2fc0000}, /* 2^-126 */
    {"log", num_log, 0x7f000000, 0x42fe0000}, /* 2^127 */
    {"rcp", num_rcp, 0x7f000000, 0},          /* 2^127: tiny */
    {"rcp", num_rcp, 0xfe800000, 0x80800000}, /* -2^126 */
    {"saturate", num_saturate_f32, 0x3f7fffff, 0x3f7fffff},
    {"saturate", num_saturate_f32, 0x3f800001, ONE},
    {"saturate", num_saturate_f32, 0x00800000, 0x00800000},
};

static void points_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(points); i++) {
        uint32_t old = num_env_enter();
        uint32_t got = call_w(points[i].function, points[i].argument);
        num_env_leave(old);
        EXPECT_WORD(got, points[i].result, "%s(%08x)", points[i].name, points[i].argument);
    }
}

/* min and max of a, b in both orders. */
struct extremes {
    uint32_t a, b, min, max;
};

static const struct extremes extremes[] = {
    {ONE, NONE, NONE, ONE},
    {N0, 0, N0, 0},
    {0x80000001, 0x00000001, N0, 0}, /* denormals are zeros */
    {0x00000001, 0, 0, 0},
    {0x80000001, 0x80000002, N0, N0},
    {INF, NINF, NINF, INF},
    {0x7f800001, ONE, ONE, ONE},
    {0xffc12345, NINF, NINF, NINF},
    {0x7fc00000, 0x80000001, N0, N0},
    {0x7f800001, 0xffc12345, NAN32, NAN32},
    {0x00800000, 0x007fffff, 0, 0x00800000},
    {0xc0000000, 0xc0400000, 0xc0400000, 0xc0000000},
};

static void min_and_max_of_special_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(extremes); i++) {
        const struct extremes *e = &extremes[i];
        uint32_t old = num_env_enter();
        uint32_t min = call_ww(num_min, e->a, e->b), swapped_min = call_ww(num_min, e->b, e->a);
        uint32_t max = call_ww(num_max, e->a, e->b), swapped_max = call_ww(num_max, e->b, e->a);
        num_env_leave(old);
        EXPECT_WORD(min, e->min, "min(%08x, %08x)", e->a, e->b);
        EXPECT_WORD(swapped_min, e->min, "min(%08x, %08x)", e->b, e->a);
        EXPECT_WORD(max, e->max, "max(%08x, %08x)", e->a, e->b);
        EXPECT_WORD(swapped_max, e->max, "max(%08x, %08x)", e->b, e->a);
    }
}

/* Which of eq, lt, ge, ne is true. */
enum { EQ = 1, LT = 2, GE = 4, NE = 8 };

static const struct {
    uint32_t a, b;
    int truth;
} comparisons[] = {
    {ONE, ONE, EQ | GE},      {NONE, ONE, LT | NE},     {ONE, NONE, GE | NE},
    {0, N0, EQ | GE},         {N0, 0, EQ | GE},         {0x00000001, 0x807fffff, EQ | GE},
    {0x007fffff, 0, EQ | GE}, {0, 0x00800000, LT | NE}, {NINF, INF, LT | NE},
    {INF, INF, EQ | GE},      {NAN32, NAN32, NE},       {0x7f800001, ONE, NE},
    {ONE, 0xffc12345, NE},    {NAN32, INF, NE},
};

static void comparisons_of_special_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(comparisons); i++) {
        uint32_t a = comparisons[i].a, b = comparisons[i].b;
        int truth = comparisons[i].truth;
        uint32_t old = num_env_enter();
        uint32_t eq = call_ww(num_eq, a, b), lt = call_ww(num_lt, a, b);
        uint32_t ge = call_ww(num_ge, a, b), ne = call_ww(num_ne, a, b);
        num_env_leave(old);
        EXPECT_WORD(eq, truth & EQ ? ~0u : 0, "eq(%08x, %08x)", a, b);
        EXPECT_WORD(lt, truth & LT ? ~0u : 0, "lt(%08x, %08x)", a, b);
        EXPECT_WORD(ge, truth & GE ? ~0u : 0, "ge(%08x, %08x)", a, b);
        EXPECT_WORD(ne, truth & NE ? ~0u : 0, "ne(%08x, %08x)", a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_hold),
        cmocka_unit_test(points_hold),
        cmocka_unit_test(min_and_max_of_special_values),
        cmocka_unit_test(comparisons_of_special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
