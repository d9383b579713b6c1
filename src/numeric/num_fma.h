/* Fused multiply-add with one rounding; the same bits with and without hardware FMA. */
#ifndef SM5_NUM_FMA_H
#define SM5_NUM_FMA_H

#include <math.h>

#include "num_bits.h"

/* a + b in double, rounded to odd: the last bit of an inexact sum is 1. Rounding that to float (24 bits, and
   the flush below 2^-126) gives what one rounding of the exact sum gives, since 53 >= 2 * 24 + 2 (Boldo,
   Melquiond). */
static inline double num_add_to_odd(double a, double b)
{
    double sum = a + b;
    double b_part = sum - a;
    double error = (a - (sum - b_part)) + (b - b_part);
    uint64_t bits = bits_of_double(sum);
    uint64_t away = (bits ^ bits_of_double(error)) >> 63;
    uint64_t step =
        error < 0 || error > 0 ? ~bits & 1 : 0; /* 0 for an exact sum, and for the NaN of an infinite one */
    return double_of_bits(bits + step - 2 * (step & away));
}

static inline float num_fma_f32(float a, float b, float c)
{
#ifdef __FMA__
    return __builtin_fmaf(a, b, c);
#else
    /* The product is exact: 48 bits, and no smaller than 2^-252. */
    return (float)num_add_to_odd((double)a * (double)b, (double)c);
#endif
}

/* libm's fma rounds once on every machine; with FMA it is one instruction. */
static inline double num_fma_f64(double a, double b, double c)
{
    return fma(a, b, c);
}

#endif
