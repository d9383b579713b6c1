/* float64 arithmetic and dtof against MPFR, and the special values of comparisons, min, max and modifiers. */
#include "exact.h"

enum { BATCH = 4096, BATCHES = 24, ARGUMENTS = 3 };

static mpfr_t x[ARGUMENTS], result, narrow;

struct operation {
    const char *name;
    int arguments;
    void (*run)(uint64_t a[ARGUMENTS][BATCH], uint64_t *out);
    int (*model)(void); /* from x to result, returns the ternary value */
};

#define RUN(name, ...)                                                                                       \
    static void run_##name(uint64_t a[ARGUMENTS][BATCH], uint64_t *out)                                      \
    {                                                                                                        \
        for (int i = 0; i < BATCH; i++) {                                                                    \
            out[i] = num_##name(__VA_ARGS__);                                                                \
        }                                                                                                    \
    }
RUN(dadd, a[0][i], a[1][i])
RUN(dmul, a[0][i], a[1][i])
RUN(ddiv, a[0][i], a[1][i])
RUN(drcp, a[0][i])
RUN(dfma, a[0][i], a[1][i], a[2][i])
RUN(dtof, a[0][i])

static int model_dadd(void)
{
    return mpfr_add(result, x[0], x[1], MPFR_RNDN);
}

static int model_dmul(void)
{
    return mpfr_mul(result, x[0], x[1], MPFR_RNDN);
}

static int model_ddiv(void)
{
    return mpfr_div(result, x[0], x[1], MPFR_RNDN);
}

static int model_drcp(void)
{
    return mpfr_ui_div(result, 1, x[0], MPFR_RNDN);
}

static int model_dfma(void)
{
    return mpfr_fma(result, x[0], x[1], x[2], MPFR_RNDN);
}

static const struct operation operations[] = {
    {"dadd", 2, run_dadd, model_dadd}, {"dmul", 2, run_dmul, model_dmul}, {"ddiv", 2, run_ddiv, model_ddiv},
    {"drcp", 1, run_drcp, model_drcp}, {"dfma", 3, run_dfma, model_dfma},
};

static void run_in_state(void (*run)(uint64_t a[ARGUMENTS][BATCH], uint64_t *out),
                         uint64_t a[ARGUMENTS][BATCH], uint64_t *out)
{
    uint32_t old = num_env_enter();
    num_env_double();
    run(a, out);
    num_env_leave(old);
}

static void compare(const struct operation *operation, uint64_t a[ARGUMENTS][BATCH])
{
    static uint64_t out[BATCH];
    run_in_state(operation->run, a, out);
    for (int i = 0; i < BATCH; i++) {
        for (int k = 0; k < operation->arguments; k++) {
            exact_set_f64(x[k], a[k][i]);
        }
        EXPECT_DOUBLE(out[i], exact_get_f64(result, operation->model()), "%s(%016llx, %016llx, %016llx)",
                      operation->name, (unsigned long long)a[0][i], (unsigned long long)a[1][i],
                      (unsigned long long)a[2][i]);
    }
}

static void compare_dtof(uint64_t a[ARGUMENTS][BATCH])
{
    static uint64_t out[BATCH];
    run_in_state(run_dtof, a, out);
    for (int i = 0; i < BATCH; i++) {
        mpfr_set_d(narrow, double_of_bits(a[0][i]), MPFR_RNDN);
        EXPECT_WORD(out[i], exact_get_f32(narrow), "dtof(%016llx)", (unsigned long long)a[0][i]);
    }
}

static void random_arguments(void **state)
{
    (void)state;
    static uint64_t a[ARGUMENTS][BATCH];
    uint64_t seed = 1;
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < ARGUMENTS * BATCH; i++) {
            a[i / BATCH][i % BATCH] = random_double(&seed);
        }
        for (size_t k = 0; k < BASE_COUNT(operations); k++) {
            compare(&operations[k], a);
        }
        compare_dtof(a);
    }
}

static void all_pairs_of_edge_values(void **state)
{
    (void)state;
    static uint64_t a[ARGUMENTS][BATCH];
    const size_t count = BASE_COUNT(edge_doubles);
    uint64_t seed = 2;
    for (size_t i = 0; i < BATCH; i++) {
        a[0][i] = edge_doubles[i % count];
        a[1][i] = edge_doubles[i / count % count];
        a[2][i] = edge_doubles[random_u64(&seed) % count];
    }
    for (size_t k = 0; k < BASE_COUNT(operations); k++) {
        compare(&operations[k], a);
    }
    compare_dtof(a);
}

#define NAN64    NUM_NAN_F64
#define INF      0x7ff0000000000000u
#define N0       0x8000000000000000u
#define ONE      0x3ff0000000000000u
#define DENORMAL 0x0000000000000001u

/* Which of deq, dlt, dge, dne is true. */
enum { EQ = 1, LT = 2, GE = 4, NE = 8 };

static const struct {
    uint64_t a, b, min, max;
    int truth;
} pairs[] = {
    {ONE, ONE, ONE, ONE, EQ | GE},
    {0, N0, N0, 0, EQ | GE},
    {N0, 0, N0, 0, EQ | GE},
    {DENORMAL, 0, 0, DENORMAL, GE | NE}, /* denormals are numbers */
    {DENORMAL | N0, N0, DENORMAL | N0, N0, LT | NE},
    {INF | N0, INF, INF | N0, INF, LT | NE},
    {ONE, INF, ONE, INF, LT | NE},
    {NAN64, ONE, ONE, ONE, NE},
    {ONE, 0x7ff0000000000001, ONE, ONE, NE},
    {DENORMAL, 0xffffffffffffffff, DENORMAL, DENORMAL, NE},
    {0x7ff0000000000001, 0xfff8000000000000, NAN64, NAN64, NE},
};

static void min_max_and_comparisons(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(pairs); i++) {
        uint64_t a = pairs[i].a, b = pairs[i].b;
        int truth = pairs[i].truth;
        EXPECT_DOUBLE(num_dmin(a, b), pairs[i].min, "dmin of pair %zu", i);
        EXPECT_DOUBLE(num_dmin(b, a), pairs[i].min, "dmin of pair %zu, swapped", i);
        EXPECT_DOUBLE(num_dmax(a, b), pairs[i].max, "dmax of pair %zu", i);
        EXPECT_DOUBLE(num_dmax(b, a), pairs[i].max, "dmax of pair %zu, swapped", i);
        EXPECT_WORD(num_deq(a, b), truth & EQ ? ~0u : 0, "deq of pair %zu", i);
        EXPECT_WORD(num_dlt(a, b), truth & LT ? ~0u : 0, "dlt of pair %zu", i);
        EXPECT_WORD(num_dge(a, b), truth & GE ? ~0u : 0, "dge of pair %zu", i);
        EXPECT_WORD(num_dne(a, b), truth & NE ? ~0u : 0, "dne of pair %zu", i);
    }
}

static const struct {
    uint64_t a, saturated, negated, absolute;
} modified[] = {
    {ONE, ONE, ONE | N0, ONE},
    {ONE | N0, 0, ONE, ONE},
    {ONE + 1, ONE, (ONE + 1) | N0, ONE + 1},
    {ONE - 1, ONE - 1, (ONE - 1) | N0, ONE - 1},
    {0, 0, N0, 0},
    {N0, 0, 0, 0},
    {DENORMAL, DENORMAL, DENORMAL | N0, DENORMAL},
    {DENORMAL | N0, 0, DENORMAL, DENORMAL},
    {INF, ONE, INF | N0, INF},
    {INF | N0, 0, INF, INF},
    {0xfff0000000000001, 0, NAN64, NAN64},
};

static void modifiers(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(modified); i++) {
        uint64_t a = modified[i].a, absolute = modified[i].absolute;
        uint64_t negative = absolute == NAN64 ? NAN64 : absolute | N0;
        EXPECT_DOUBLE(num_saturate_f64(a), modified[i].saturated, "saturate of %zu", i);
        EXPECT_DOUBLE(num_move_neg_f64(a), modified[i].negated, "-value of %zu", i);
        EXPECT_DOUBLE(num_move_abs_f64(a), absolute, "|value| of %zu", i);
        EXPECT_DOUBLE(num_move_neg_abs_f64(a), negative, "-|value| of %zu", i);
        EXPECT_DOUBLE(num_neg_f64(a), a ^ N0, "neg of %zu", i);
        EXPECT_DOUBLE(num_abs_f64(a), a & ~N0, "abs of %zu", i);
    }
}

int main(void)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        mpfr_init2(x[i], 53);
    }
    mpfr_init2(result, 53);
    mpfr_init2(narrow, 24);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_arguments),
        cmocka_unit_test(all_pairs_of_edge_values),
        cmocka_unit_test(min_max_and_comparisons),
        cmocka_unit_test(modifiers),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(x[0], x[1], x[2], result, narrow, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return failed;
}
