/* float32 arithmetic against MPFR: one rounding, denormals flushed in and out. */
#include "exact.h"

enum { BATCH = 4096, BATCHES = 24, ARGUMENTS = 8 };

static mpfr_t x[ARGUMENTS], result;

struct operation {
    const char *name;
    int arguments;
    void (*run)(uint32_t a[ARGUMENTS][BATCH], uint32_t *out);
    void (*model)(void); /* from x to result */
};

#define RUN(name, ...)                                                                                       \
    static void run_##name(uint32_t a[ARGUMENTS][BATCH], uint32_t *out)                                      \
    {                                                                                                        \
        for (int i = 0; i < BATCH; i++) {                                                                    \
            out[i] = num_##name(__VA_ARGS__);                                                                \
        }                                                                                                    \
    }
RUN(add, a[0][i], a[1][i])
RUN(mul, a[0][i], a[1][i])
RUN(div, a[0][i], a[1][i])
RUN(mad, a[0][i], a[1][i], a[2][i])
RUN(rcp, a[0][i])
RUN(sqrt, a[0][i])
RUN(rsq, a[0][i])
RUN(frc, a[0][i])
RUN(round_ne, a[0][i])
RUN(round_ni, a[0][i])
RUN(round_pi, a[0][i])
RUN(round_z, a[0][i])
RUN(dp2, a[0][i], a[1][i], a[2][i], a[3][i])
RUN(dp3, a[0][i], a[1][i], a[2][i], a[3][i], a[4][i], a[5][i])
RUN(dp4, a[0][i], a[1][i], a[2][i], a[3][i], a[4][i], a[5][i], a[6][i], a[7][i])

static void model_add(void)
{
    mpfr_add(result, x[0], x[1], MPFR_RNDN);
}

static void model_mul(void)
{
    mpfr_mul(result, x[0], x[1], MPFR_RNDN);
}

static void model_div(void)
{
    mpfr_div(result, x[0], x[1], MPFR_RNDN);
}

static void model_mad(void)
{
    mpfr_fma(result, x[0], x[1], x[2], MPFR_RNDN);
}

static void model_rcp(void)
{
    mpfr_ui_div(result, 1, x[0], MPFR_RNDN);
}

static void model_sqrt(void)
{
    mpfr_sqrt(result, x[0], MPFR_RNDN);
}

/* Two roundings; the root of a normal number is a normal one. */
static void model_rsq(void)
{
    mpfr_sqrt(result, x[0], MPFR_RNDN);
    mpfr_ui_div(result, 1, result, MPFR_RNDN);
}

static void model_frc(void)
{
    mpfr_floor(result, x[0]);
    mpfr_sub(result, x[0], result, MPFR_RNDN);
    if (mpfr_zero_p(result)) {
        mpfr_set_zero(result, 1);
    }
    if (mpfr_cmp_ui(result, 1) == 0) {
        mpfr_nextbelow(result);
    }
}

static void model_round_ne(void)
{
    mpfr_rint(result, x[0], MPFR_RNDN);
}

static void model_round_ni(void)
{
    mpfr_rint(result, x[0], MPFR_RNDD);
}

static void model_round_pi(void)
{
    mpfr_rint(result, x[0], MPFR_RNDU);
}

static void model_round_z(void)
{
    mpfr_rint(result, x[0], MPFR_RNDZ);
}

/* Every link of the chain is an operation of its own: its result is flushed before the next one reads it. */
static void model_dot(int components)
{
    mpfr_mul(result, x[0], x[1], MPFR_RNDN);
    for (int i = 1; i < components; i++) {
        exact_set_f32(result, exact_get_f32(result));
        mpfr_fma(result, x[2 * i], x[2 * i + 1], result, MPFR_RNDN);
    }
}

static void model_dp2(void)
{
    model_dot(2);
}

static void model_dp3(void)
{
    model_dot(3);
}

static void model_dp4(void)
{
    model_dot(4);
}

#define OPERATION(name, arguments)                                                                           \
    {                                                                                                        \
#name, arguments, run_##name, model_##name                                                           \
    }
static const struct operation operations[] = {
    OPERATION(add, 2),      OPERATION(mul, 2),      OPERATION(div, 2),      OPERATION(mad, 3),
    OPERATION(rcp, 1),      OPERATION(sqrt, 1),     OPERATION(rsq, 1),      OPERATION(frc, 1),
    OPERATION(round_ne, 1), OPERATION(round_ni, 1), OPERATION(round_pi, 1), OPERATION(round_z, 1),
    OPERATION(dp2, 4),      OPERATION(dp3, 6),      OPERATION(dp4, 8),
};

static void compare(const struct operation *operation, uint32_t a[ARGUMENTS][BATCH])
{
    static uint32_t out[BATCH];
    uint32_t old = num_env_enter();
    if (!NUM_FLUSHED) {
        num_env_double(); /* the processor flushes nothing */
    }
    operation->run(a, out);
    num_env_leave(old);
    for (int i = 0; i < BATCH; i++) {
        for (int k = 0; k < operation->arguments; k++) {
            exact_set_f32(x[k], a[k][i]);
        }
        operation->model();
        EXPECT_WORD(out[i], exact_get_f32(result), "%s(%08x, %08x, %08x, %08x, ...)", operation->name,
                    a[0][i], a[1][i], a[2][i], a[3][i]);
    }
}

static void random_arguments(void **state)
{
    (void)state;
    static uint32_t a[ARGUMENTS][BATCH];
    uint64_t seed = 1;
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < ARGUMENTS * BATCH; i++) {
            a[i / BATCH][i % BATCH] = random_float(&seed);
        }
        for (size_t k = 0; k < BASE_COUNT(operations); k++) {
            compare(&operations[k], a);
        }
    }
}

static void all_pairs_of_edge_values(void **state)
{
    (void)state;
    static uint32_t a[ARGUMENTS][BATCH];
    const size_t count = BASE_COUNT(edge_floats);
    uint64_t seed = 2;
    for (size_t first = 0; first < count * count; first += BATCH) {
        for (size_t i = 0; i < BATCH; i++) {
            size_t pair = (first + i) % (count * count);
            a[0][i] = edge_floats[pair % count];
            a[1][i] = edge_floats[pair / count];
            for (size_t k = 2; k < ARGUMENTS; k++) {
                a[k][i] = edge_floats[random_u64(&seed) % count];
            }
        }
        for (size_t k = 0; k < BASE_COUNT(operations); k++) {
            compare(&operations[k], a);
        }
    }
}

/* a * b + c with c next to -a * b, or at any distance from it: a second rounding shows here, if anywhere; and
   results about 2^-126, where it matters what is flushed. */
static void sums_that_round_hard(void **state)
{
    (void)state;
    static uint32_t a[ARGUMENTS][BATCH];
    uint64_t seed = 3;
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < BATCH; i++) {
            uint64_t r = random_u64(&seed);
            uint32_t low = batch & 1 ? 64 : 120; /* batches with odd numbers are about 2^-126 */
            uint32_t p = ((uint32_t)r & 0x807fffff) | (low + (uint32_t)(r >> 32) % 8) << 23;
            uint32_t q = ((uint32_t)(r >> 20) & 0x807fffff) | (low + (uint32_t)(r >> 40) % 8) << 23;
            uint32_t near =
                bits_of_float(-(float_of_bits(p) * float_of_bits(q))) + (uint32_t)(r >> 50) % 3 - 1;
            int32_t distance = (int32_t)(random_u64(&seed) % 60) - 30;
            int32_t exponent = (int32_t)(near >> 23 & 255) + distance;
            a[0][i] = p;
            a[1][i] = q;
            a[2][i] = i & 1 || exponent <= 0 ? near : (near & 0x80000003) | (uint32_t)exponent << 23;
            a[3][i] = NUM_ONE_F32;
        }
        compare(&operations[3], a);
        compare(&operations[12], a);
    }
}

/* Products and quotients next to 2^-126, the least magnitude that is not flushed. */
static void results_next_to_the_limit(void **state)
{
    (void)state;
    static uint32_t a[ARGUMENTS][BATCH];
    uint64_t seed = 4;
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < BATCH; i++) {
            uint64_t r = random_u64(&seed);
            float p = float_of_bits(((uint32_t)r & 0x807fffff) | (64 + (uint32_t)(r >> 32) % 120) << 23);
            float q = batch & 1 ? 0x1p-126f / p : p * 0x1p126f;
            a[0][i] = bits_of_float(p);
            a[1][i] = bits_of_float(q) + (uint32_t)(r >> 40) % 5 - 2;
            for (int k = 2; k < ARGUMENTS; k++) {
                a[k][i] = 0;
            }
        }
        for (int k = 1; k <= 3; k++) { /* mul, div, mad */
            compare(&operations[k], a);
        }
    }
}

int main(void)
{
    for (int i = 0; i < ARGUMENTS; i++) {
        mpfr_init2(x[i], 24);
    }
    mpfr_init2(result, 24);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_arguments),
        cmocka_unit_test(all_pairs_of_edge_values),
        cmocka_unit_test(sums_that_round_hard),
        cmocka_unit_test(results_next_to_the_limit),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < ARGUMENTS; i++) {
        mpfr_clear(x[i]);
    }
    mpfr_clear(result);
    mpfr_free_cache();
    return failed;
}
