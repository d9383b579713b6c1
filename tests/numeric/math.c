/* exp, log, sincos: the worst error against MPFR over samples of all floats, and with SM5_EXHAUSTIVE=1 over
   each of the 2^32 (then libm's doubles find the worst arguments and MPFR measures them). The bounds are
   tighter than those of Direct3D. */
#include <math.h>
#include <stdlib.h>

#include "exact.h"

enum { BATCH = 1 << 14, STEP = 16381, PRECISION = 120 };

static mpfr_t x, exact, difference;

struct function {
    const char *name;
    void (*run)(const uint32_t *a, uint32_t *out);
    int (*model)(mpfr_t r, const mpfr_t a, mpfr_rnd_t round);
    double (*quick)(double a);
    uint32_t largest; /* magnitude of the arguments */
    double bound; /* in ULP of the exact result; below 1.5 the result is 1 ULP from the rounded one at most */
};

static void run_exp(const uint32_t *a, uint32_t *out)
{
    for (int i = 0; i < BATCH; i++) {
        out[i] = num_exp(a[i]);
    }
}

static void run_log(const uint32_t *a, uint32_t *out)
{
    for (int i = 0; i < BATCH; i++) {
        out[i] = num_log(a[i]);
    }
}

static void run_sin(const uint32_t *a, uint32_t *out)
{
    for (int i = 0; i < BATCH; i++) {
        out[i] = num_sincos(a[i]).d0;
    }
}

static void run_cos(const uint32_t *a, uint32_t *out)
{
    for (int i = 0; i < BATCH; i++) {
        out[i] = num_sincos(a[i]).d1;
    }
}

/* Up to 2^20 * pi/2 the reduction of the angle is exact. */
#define LARGEST_ANGLE 0x49c90fdbu
#define LARGEST_FLOAT 0x7f7fffffu

static const struct function functions[] = {
    {"exp", run_exp, mpfr_exp2, exp2, LARGEST_FLOAT, 1.0},
    {"log", run_log, mpfr_log2, log2, LARGEST_FLOAT, 1.05},
    {"sin", run_sin, mpfr_sin, sin, LARGEST_ANGLE, 1.25},
    {"cos", run_cos, mpfr_cos, cos, LARGEST_ANGLE, 1.25},
};

struct worst {
    double ulps;
    uint32_t argument;
    uint64_t count;
};

static bool special(uint32_t result)
{
    return (result & 0x7f800000) == 0x7f800000 || (result & 0x7fffffff) == 0;
}

/* The error in units of the exact result's last place; where the result is a zero, an infinity or a NaN it is
   right or it is not. */
static double exact_error(const struct function *f, uint32_t a, uint32_t got)
{
    exact_set_f32(x, a);
    f->model(exact, x, MPFR_RNDN);
    mpfr_t rounded;
    mpfr_init2(rounded, 24);
    mpfr_set(rounded, exact, MPFR_RNDN);
    uint32_t expected = exact_get_f32(rounded);
    mpfr_clear(rounded);
    if (special(expected) || special(got)) {
        return got == expected ? 0 : INFINITY;
    }
    mpfr_set_flt(difference, float_of_bits(got), MPFR_RNDN);
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    return fabs(ldexp(mpfr_get_d(difference, MPFR_RNDN), 24 - (int)mpfr_get_exp(exact)));
}

/* The same from a double that is right to a few of its own last places, 2^-28 of ours. */
static double quick_error(double value, uint32_t got)
{
    uint32_t expected = num_dtof(bits_of_double(value));
    if (special(expected) || special(got)) {
        return got == expected ? 0 : INFINITY;
    }
    int exponent = (int)(bits_of_double(value) >> 52 & 0x7ff) - 1023;
    double last_place = double_of_bits((uint64_t)(exponent - 23 + 1023) << 52);
    return fabs(((double)float_of_bits(got) - value) / last_place);
}

static void note(struct worst *worst, uint32_t a, double ulps)
{
    worst->count++;
    if (ulps > worst->ulps) {
        worst->ulps = ulps;
        worst->argument = a;
    }
}

static void measure_batch(const struct function *f, const uint32_t *a, bool quick, struct worst *worst)
{
    static uint32_t out[BATCH];
    uint32_t old = num_env_enter();
    f->run(a, out);
    num_env_leave(old);
    for (int i = 0; i < BATCH; i++) {
        uint32_t magnitude = a[i] & 0x7fffffff;
        if (magnitude > f->largest) {
            continue;
        }
        float argument = float_of_bits(num_flush_f32(a[i]));
        double error = quick ? quick_error(f->quick((double)argument), out[i]) : 0;
        if (!quick || error > worst->ulps) {
            error = exact_error(f, a[i], out[i]);
        }
        note(worst, a[i], error);
    }
}

/* Every `step`-th float of both signs, in batches; the last one is filled up with zeros. */
static struct worst measure(const struct function *f, uint64_t step, bool quick)
{
    static uint32_t a[BATCH];
    struct worst worst = {0};
    for (uint64_t bits = 0; bits <= 0xffffffff;) {
        for (int i = 0; i < BATCH; i++, bits += step) {
            a[i] = bits <= 0xffffffff ? (uint32_t)bits : 0;
        }
        measure_batch(f, a, quick, &worst);
    }
    return worst;
}

static void errors_stay_below_the_bounds(void **state)
{
    (void)state;
    bool all = getenv("SM5_EXHAUSTIVE") != NULL;
    for (size_t i = 0; i < BASE_COUNT(functions); i++) {
        const struct function *f = &functions[i];
        struct worst worst = measure(f, all ? 1 : STEP, all);
        print_message("%s: worst error %.5f ULP at %08x (%a), %llu arguments\n", f->name, worst.ulps,
                      worst.argument, (double)float_of_bits(worst.argument), (unsigned long long)worst.count);
        if (!(worst.ulps < f->bound)) {
            fail_msg("%s is allowed %.3f ULP", f->name, f->bound);
        }
    }
}

/* Around the arguments where the range reduction changes its integer, and where results overflow or
   underflow. */
static void errors_stay_below_the_bounds_next_to_edges(void **state)
{
    (void)state;
    static uint32_t a[BATCH];
    for (size_t i = 0; i < BASE_COUNT(functions); i++) {
        struct worst worst = {0};
        for (int n = 0; n < BATCH; n++) {
            uint32_t edge = bits_of_float((float)(n / 32 - 200) * (i < 2 ? 0.5f : 0x1.921fb6p-1f));
            a[n] = edge + (uint32_t)(n % 32) - 16;
        }
        measure_batch(&functions[i], a, false, &worst);
        if (!(worst.ulps < functions[i].bound)) {
            fail_msg("%s(%08x) is off by %.5f ULP", functions[i].name, worst.argument, worst.ulps);
        }
    }
}

/* The floats nearest to k * pi/2: there one of the two is all reduction error, if there is any. */
static void zeros_of_sines_keep_their_digits(void **state)
{
    (void)state;
    static uint32_t a[BATCH];
    for (size_t i = 2; i < BASE_COUNT(functions); i++) {
        struct worst worst = {0};
        for (uint32_t k = 1; k <= 1 << 20;) {
            for (int n = 0; n < BATCH; n++, k++) {
                a[n] = bits_of_float((float)((double)k * 0x1.921fb54442d18p+0));
            }
            measure_batch(&functions[i], a, true, &worst);
        }
        if (!(worst.ulps < functions[i].bound)) {
            fail_msg("%s(%08x) is off by %.5f ULP", functions[i].name, worst.argument, worst.ulps);
        }
    }
}

static void angles_of_any_size_give_sines(void **state)
{
    (void)state;
    static uint32_t a[BATCH], out[2][BATCH];
    for (uint32_t first = 0; first < 64; first++) {
        for (uint32_t i = 0; i < BATCH; i++) {
            a[i] = (i * 0x9e3779b1u + first * 77777) & 0xbfffffff; /* any sign, any exponent */
            a[i] |= i & 1 ? 0x40000000 : 0;
        }
        uint32_t old = num_env_enter();
        run_sin(a, out[0]);
        run_cos(a, out[1]);
        num_env_leave(old);
        for (uint32_t i = 0; i < BATCH; i++) {
            bool none = (a[i] & 0x7f800000) == 0x7f800000;
            for (int k = 0; k < 2; k++) {
                if (none ? out[k][i] != NUM_NAN_F32 : (out[k][i] & 0x7fffffff) > NUM_ONE_F32) {
                    fail_msg("%s(%08x) is %08x", k ? "cos" : "sin", a[i], out[k][i]);
                }
            }
        }
    }
}

int main(void)
{
    mpfr_inits2(PRECISION, x, exact, difference, (mpfr_ptr)NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_stay_below_the_bounds),
        cmocka_unit_test(errors_stay_below_the_bounds_next_to_edges),
        cmocka_unit_test(zeros_of_sines_keep_their_digits),
        cmocka_unit_test(angles_of_any_size_give_sines),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(x, exact, difference, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return failed;
}
