/* The operations on float32 that every body consists of: each rounds once, flushes denormal operands to
   zeros of their sign, and results that are tiny after rounding (D3D11.3 3.1.3.2). On x86-64 the processor
   flushes (num_env.h). Elsewhere products, quotients and sums of products are computed in double, whose
   result shows on which side of the limit the exact one is; the bits then depend on no mode but rounding
   to nearest. NUM_PORTABLE selects that code on x86-64 too, for tests. */
#ifndef SM5_NUM_SINGLE_H
#define SM5_NUM_SINGLE_H

#include <math.h>

#include "num_bits.h"

#if defined(__x86_64__) && !defined(NUM_PORTABLE)
#define NUM_FLUSHED 1
#else
#define NUM_FLUSHED 0
#endif

/* Magnitudes below this are tiny after rounding to 24 bits. */
#define NUM_TINY_AS_F32 (0x1p-126 - 0x1p-151)

/* An operand, also of comparisons and of conversions to double. */
static inline float num_operand_f32(float a)
{
    return NUM_FLUSHED ? a : float_of_bits(num_flush_f32(bits_of_float(a)));
}

static inline float num_float(uint32_t a)
{
    return num_operand_f32(float_of_bits(a));
}

/* From a double that rounds to what the exact result rounds to, and is on the same side of the limit. */
static inline float num_narrow_f32(double a)
{
    float r = (float)a;
    bool is_tiny = a > -NUM_TINY_AS_F32 && a < NUM_TINY_AS_F32;
    uint32_t sign = (uint32_t)(bits_of_double(a) >> 32) & NUM_SIGN_F32;
    return NUM_FLUSHED ? r : float_of_bits(is_tiny ? sign : bits_of_float(r));
}

/* A tiny sum is exact. */
static inline float num_add_f32(float a, float b)
{
    return num_operand_f32(num_operand_f32(a) + num_operand_f32(b));
}

static inline float num_sub_f32(float a, float b)
{
    return num_operand_f32(num_operand_f32(a) - num_operand_f32(b));
}

/* The product is exact in double: 48 bits, and no smaller than 2^-252. */
static inline float num_mul_f32(float a, float b)
{
    if (NUM_FLUSHED)
        return a * b;
    return num_narrow_f32((double)num_operand_f32(a) * (double)num_operand_f32(b));
}

/* A quotient of floats is no nearer to a midpoint of floats, nor to the limit, than the rounding error in
   double. */
static inline float num_div_f32(float a, float b)
{
    if (NUM_FLUSHED)
        return a / b;
    return num_narrow_f32((double)num_operand_f32(a) / (double)num_operand_f32(b));
}

/* Never tiny. */
static inline float num_sqrt_f32(float a)
{
    return __builtin_sqrtf(num_operand_f32(a));
}

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

/* Fused multiply-add with one rounding; the same bits with and without hardware FMA. */
static inline float num_fma_f32(float a, float b, float c)
{
#ifdef __FMA__
    if (NUM_FLUSHED)
        return __builtin_fmaf(a, b, c);
#endif
    double product = (double)num_operand_f32(a) * (double)num_operand_f32(b); /* exact */
    return num_narrow_f32(num_add_to_odd(product, (double)num_operand_f32(c)));
}

#endif
