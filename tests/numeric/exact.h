/* The reference: MPFR numbers rounded as docs/semantics.md specifies, from bits to bits, independent of
   MXCSR. */
#ifndef SM5_TEST_EXACT_H
#define SM5_TEST_EXACT_H

#include <mpfr.h>

#include "values.h"

/* `x` is set to the float, a denormal to the zero of its sign; exact at any precision from 24 up. */
static inline void exact_set_f32(mpfr_t x, uint32_t bits)
{
    uint32_t exponent = bits >> 23 & 255, fraction = bits & 0x7fffff;
    if (exponent == 255 && fraction) {
        mpfr_set_nan(x);
    } else if (exponent == 255) {
        mpfr_set_inf(x, 1);
    } else if (exponent == 0) {
        mpfr_set_zero(x, 1);
    } else {
        mpfr_set_ui_2exp(x, fraction | 0x800000, (mpfr_exp_t)exponent - 150, MPFR_RNDN);
    }
    mpfr_setsign(x, x, bits >> 31, MPFR_RNDN);
}

/* The bits of a number that has been rounded to 24 bits, its exponent unbounded. */
static inline uint32_t exact_get_f32(const mpfr_t x)
{
    uint32_t sign = mpfr_signbit(x) ? 0x80000000 : 0;
    if (mpfr_nan_p(x)) {
        return NUM_NAN_F32;
    }
    if (mpfr_inf_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) > 128)) {
        return sign | 0x7f800000;
    }
    if (mpfr_zero_p(x) || mpfr_get_exp(x) < -125) {
        return sign; /* tiny after rounding */
    }
    return bits_of_float(mpfr_get_flt(x, MPFR_RNDN));
}

static inline void exact_set_f64(mpfr_t x, uint64_t bits)
{
    mpfr_set_d(x, double_of_bits(bits), MPFR_RNDN);
}

/* `ternary` is what the operation returned: a denormal double must be rounded from the exact value once. The
   exponents are MPFR's own: a value in [1/2, 1) has 0. */
static inline uint64_t exact_get_f64(mpfr_t x, int ternary)
{
    mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    ternary = mpfr_check_range(x, ternary, MPFR_RNDN);
    mpfr_subnormalize(x, ternary, MPFR_RNDN);
    uint64_t bits = mpfr_nan_p(x) ? NUM_NAN_F64 : bits_of_double(mpfr_get_d(x, MPFR_RNDN));
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    return bits;
}

#endif
