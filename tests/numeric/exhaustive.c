/* Unary float instructions whose results are exactly defined: against a second computation in doubles and
   integers, over samples of all floats, and with SM5_EXHAUSTIVE=1 over each of the 2^32. */
#include <math.h>
#include <stdlib.h>

#include "values.h"

enum { BATCH = 1 << 14, STEP = 4093 };

struct function {
    const char *name;
    void (*run)(const uint32_t *a, uint32_t *out);
    uint32_t (*model)(uint32_t a); /* called with denormals flushed */
};

#define RUN(name)                                                                                            \
    static void run_##name(const uint32_t *a, uint32_t *out)                                                 \
    {                                                                                                        \
        for (int i = 0; i < BATCH; i++) {                                                                    \
            out[i] = num_##name(a[i]);                                                                       \
        }                                                                                                    \
    }
RUN(rcp)
RUN(sqrt)
RUN(rsq)
RUN(frc)
RUN(round_ne)
RUN(round_ni)
RUN(round_pi)
RUN(round_z)
RUN(ftoi)
RUN(ftou)
RUN(f32tof16)
RUN(saturate_f32)

static double value_of(uint32_t a)
{
    return (double)float_of_bits(a);
}

/* A double that is the nearest to a quotient or root rounds to the float that is: 53 >= 2 * 24 + 2. */
static uint32_t rounded(double value)
{
    return num_dtof(bits_of_double(value));
}

static uint32_t model_rcp(uint32_t a)
{
    return rounded(1 / value_of(a));
}

static uint32_t model_sqrt(uint32_t a)
{
    return rounded(sqrt(value_of(a)));
}

static uint32_t model_rsq(uint32_t a)
{
    return rounded(1 / value_of(model_sqrt(a)));
}

static uint32_t model_frc(uint32_t a)
{
    double value = value_of(a), fraction = value - floor(value);
    return isfinite(value) && rounded(fraction) == NUM_ONE_F32 ? NUM_ONE_F32 - 1 : rounded(fraction);
}

static uint32_t model_round_ne(uint32_t a)
{
    double value = value_of(a), low = floor(value), high = ceil(value);
    bool up = value - low > 0.5 || (value - low == 0.5 && fmod(low, 2) != 0);
    return rounded(copysign(up ? high : low, value));
}

static uint32_t model_round_ni(uint32_t a)
{
    return rounded(floor(value_of(a)));
}

static uint32_t model_round_pi(uint32_t a)
{
    return rounded(ceil(value_of(a)));
}

static uint32_t model_round_z(uint32_t a)
{
    return rounded(trunc(value_of(a)));
}

static uint32_t model_ftoi(uint32_t a)
{
    double value = value_of(a);
    return isnan(value) ? 0 : (uint32_t)(int64_t)fmin(fmax(value, -2147483648.0), 2147483647.0);
}

static uint32_t model_ftou(uint32_t a)
{
    double value = value_of(a);
    return isnan(value) ? 0 : (uint32_t)(int64_t)fmin(fmax(value, 0), 4294967295.0);
}

static uint32_t model_f32tof16(uint32_t a)
{
    uint32_t sign = a >> 31 << 15;
    double value = fabs(value_of(a));
    if (isnan(value)) {
        return 0x7e00;
    }
    if (value >= 65536) {
        return sign | (isinf(value) ? 0x7c00 : 0x7bff);
    }
    if (value < 0x1p-14) {
        return sign | (uint32_t)(value * 0x1p24);
    }
    int exponent;
    double fraction = frexp(value, &exponent);
    return sign | (uint32_t)(((exponent + 13) << 10) + (int)(fraction * 2048));
}

static uint32_t model_saturate_f32(uint32_t a)
{
    double value = value_of(a);
    return isnan(value) || value <= 0 ? 0 : rounded(fmin(value, 1));
}

#define FUNCTION(name)                                                                                       \
    {                                                                                                        \
#name, run_##name, model_##name                                                                      \
    }
static const struct function functions[] = {
    FUNCTION(rcp),      FUNCTION(sqrt),     FUNCTION(rsq),      FUNCTION(frc),
    FUNCTION(round_ne), FUNCTION(round_ni), FUNCTION(round_pi), FUNCTION(round_z),
    FUNCTION(ftoi),     FUNCTION(ftou),     FUNCTION(f32tof16), FUNCTION(saturate_f32),
};

static void compare(const struct function *f, const uint32_t *a)
{
    static uint32_t out[BATCH];
    uint32_t old = num_env_enter();
    f->run(a, out);
    num_env_leave(old);
    for (int i = 0; i < BATCH; i++) {
        EXPECT_WORD(out[i], f->model(num_flush_f32(a[i])), "%s(%08x)", f->name, a[i]);
    }
}

static void all_floats(void **state)
{
    (void)state;
    static uint32_t a[BATCH];
    uint64_t step = getenv("SM5_EXHAUSTIVE") ? 1 : STEP;
    for (uint64_t bits = 0; bits <= 0xffffffff;) {
        for (int i = 0; i < BATCH; i++, bits += step) {
            a[i] = bits <= 0xffffffff ? (uint32_t)bits : 0;
        }
        for (size_t k = 0; k < BASE_COUNT(functions); k++) {
            compare(&functions[k], a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
