/* exp, log and sincos (D3D11.3 22.10) as steps on an abstract machine, so that lane functions and generated code perform
   the same operations. The includer defines the types MATH_FLOAT (single precision), MATH_WORD (32 bits) and MATH_BIT (a
   condition), a type MATH that every step gets as `m`, and these steps:

       fadd fsub fmul        of two floats, each rounded; denormals are flushed (num_env.h)
       ffma                  of three floats, rounded once
       fneg                  of one
       fconst wconst         a C float or uint32_t as an operand
       fbits wfloat          a float's bits, and back
       wsigned               a word as a signed integer, to float
       wadd wsub wand wxor   of two words
       wshl wsar             by a constant
       fgreater fless        of two floats; false when one is a NaN
       wequal wless          of two words; wless compares signed ones
       fselect wselect       condition, operand if it holds, operand if not

   Polynomials in single precision, from fused multiply-adds. Each result is at most 1 ULP from the correctly
   rounded one: reductions keep the rounding error of their result, and the last operation adds a small
   correction to a leading term. Coefficients: tools/fit_math.py; from the highest power down. */
#include <stdint.h>

#define MATH_INFINITY 0x7f800000u
#define MATH_SIGN     0x80000000u
#define MATH_NAN      0x7fc00000u
/* Adding it rounds magnitudes below 2^22 to an integer, which is then in the low bits of the sum. */
#define MATH_ROUNDER 0x1.8p23f

static inline MATH_FLOAT math_polynomial(MATH m, const float *coefficients, int degree, MATH_FLOAT x)
{
    MATH_FLOAT p = fconst(m, coefficients[0]);
    for (int i = 1; i <= degree; i++)
        p = ffma(m, p, x, fconst(m, coefficients[i]));
    return p;
}

static inline MATH_FLOAT math_clamp(MATH m, MATH_FLOAT x, float low, float high)
{
    x = fselect(m, fgreater(m, x, fconst(m, high)), fconst(m, high), x);
    return fselect(m, fless(m, x, fconst(m, low)), fconst(m, low), x);
}

static inline MATH_BIT math_is_exponent(MATH m, MATH_WORD a, uint32_t exponent)
{
    return wequal(m, wand(m, a, wconst(m, MATH_INFINITY)), wconst(m, exponent));
}

static inline MATH_BIT math_is_nan(MATH m, MATH_WORD a)
{
    return wless(m, wconst(m, MATH_INFINITY), wand(m, a, wconst(m, ~MATH_SIGN)));
}

/* 2^a = 2^k * 2^f with a = k + f: k is added to the exponent of 2^f. The clamps make it an infinity or 0. */
static inline MATH_WORD math_exp(MATH m, MATH_WORD a)
{
    /* (2^f - 1) / f for |f| <= 1/2, error in 2^f 2^-29 */
    static const float part[] = {0x1.448fc0p-13f, 0x1.5f47b0p-10f, 0x1.3b29aap-7f,
                                 0x1.c6aed0p-5f,  0x1.ebfbe0p-3f,  0x1.62e430p-1f};
    MATH_FLOAT x = math_clamp(m, wfloat(m, a), -127.0f, 128.0f), rounder = fconst(m, MATH_ROUNDER);
    MATH_FLOAT k = fadd(m, x, rounder);
    MATH_FLOAT f = fsub(m, x, fsub(m, k, rounder));
    MATH_FLOAT power = ffma(m, f, math_polynomial(m, part, 5, f), fconst(m, 1.0f));
    MATH_WORD r = wadd(m, fbits(m, power), wshl(m, fbits(m, k), 23));
    r = wselect(m, math_is_exponent(m, r, 0), wconst(m, 0), r);
    return wselect(m, math_is_nan(m, a), wconst(m, MATH_NAN), r);
}

/* log2(a) = e + log2(1 + f), where a = (1 + f) * 2^e and 1 + f is as near to 1 as it can be: near a = 1 nothing
   cancels. */
static inline MATH_WORD math_log(MATH m, MATH_WORD a)
{
    /* (log2(1 + f) - f * log2(e)) / f^2 for 1 + f in [sqrt(1/2), sqrt(2)], error in log2(1 + f) 2^-28 */
    static const float part[] = {-0x1.c2641cp-4f, 0x1.7d4776p-3f,  -0x1.874858p-3f,
                                 0x1.a30598p-3f,  -0x1.eabd0ep-3f, 0x1.277e3cp-2f,
                                 -0x1.715a72p-2f, 0x1.ec7096p-2f,  -0x1.715470p-1f};
    MATH_FLOAT log2_e = fconst(m, 0x1.715476p+0f), log2_e_rest = fconst(m, 0x1.4ae0c0p-26f);
    MATH_WORD exponent = wsar(m, wsub(m, a, wconst(m, 0x3f3504f3)), 23); /* sqrt(1/2) */
    MATH_FLOAT e = wsigned(m, exponent);
    MATH_FLOAT f = fsub(m, wfloat(m, wsub(m, a, wshl(m, exponent, 23))), fconst(m, 1.0f));
    MATH_FLOAT product = fmul(m, f, log2_e), high = fadd(m, e, product);
    /* Both terms of the error are exact. */
    MATH_FLOAT error = fadd(m, ffma(m, f, log2_e, fneg(m, product)), fsub(m, product, fsub(m, high, e)));
    MATH_FLOAT low = ffma(m, f, log2_e_rest, error);
    MATH_FLOAT rest = ffma(m, f, fmul(m, f, math_polynomial(m, part, 8, f)), low);
    MATH_WORD r = fbits(m, fadd(m, high, rest));
    r = wselect(m, wequal(m, a, wconst(m, MATH_INFINITY)), a, r);
    r = wselect(m, wless(m, a, wconst(m, 0)), wconst(m, MATH_NAN), r);
    r = wselect(m, math_is_nan(m, a), wconst(m, MATH_NAN), r);
    return wselect(m, math_is_exponent(m, a, 0), wconst(m, MATH_SIGN | MATH_INFINITY), r);
}

/* x = quadrant * pi/2 + r + rest for x >= 0. pi/2 is the sum of three floats. The product of the first with k, and the
   difference, are exact up to 2^20 * pi/2. That difference is a multiple of the last place of the second product, so
   that the rounding error of their sum is exact although either may be the greater one. Larger angles are 2^21, for
   which r is wrong but in its range. */
static inline MATH_WORD math_reduce_angle(MATH m, MATH_FLOAT x, MATH_FLOAT *r, MATH_FLOAT *rest)
{
    MATH_FLOAT largest = fconst(m, 0x1p21f), y = fselect(m, fgreater(m, x, largest), largest, x);
    MATH_FLOAT rounder = fconst(m, MATH_ROUNDER), rounded = ffma(m, y, fconst(m, 0x1.45f306p-1f), rounder);
    MATH_FLOAT k = fsub(m, rounded, rounder), second_part = fconst(m, 0x1.777a5cp-25f);
    MATH_FLOAT first = ffma(m, k, fconst(m, -0x1.921fb6p+0f), y);
    MATH_FLOAT second = fmul(m, k, second_part);
    MATH_FLOAT second_error = ffma(m, k, second_part, fneg(m, second));
    *r = fadd(m, first, second);
    MATH_FLOAT error = fsub(m, second, fsub(m, *r, first));
    *rest = ffma(m, k, fconst(m, 0x1.ee59dap-50f), fadd(m, error, second_error));
    return fbits(m, rounded);
}

/* The angle is reduced without its sign, which sin(-a) = -sin(a) puts back, on zeros too. */
static inline void math_sincos(MATH m, MATH_WORD a, MATH_WORD *sine, MATH_WORD *cosine)
{
    /* (sin(r) / r - 1) / r^2 by u = r^2 for |r| <= 0.853, error in sin(r) / r 2^-27 */
    static const float sine_part[] = {-0x1.981948p-13f, 0x1.11039cp-7f, -0x1.55553cp-3f};
    /* (cos(r) - 1 + r^2 / 2) / r^4 by u, error in cos(r) 2^-32 */
    static const float cosine_part[] = {0x1.98eca2p-16f, -0x1.6c0894p-10f, 0x1.555544p-5f};
    MATH_FLOAT magnitude = wfloat(m, wand(m, a, wconst(m, ~MATH_SIGN))), r, rest;
    MATH_WORD quadrant = math_reduce_angle(m, magnitude, &r, &rest);
    MATH_FLOAT u = fmul(m, r, r);
    MATH_FLOAT s = fadd(m, r, ffma(m, fmul(m, r, u), math_polynomial(m, sine_part, 2, u), rest));
    MATH_FLOAT slope = ffma(m, u, math_polynomial(m, cosine_part, 2, u), fconst(m, -0.5f));
    MATH_FLOAT c = ffma(m, u, slope, fconst(m, 1.0f));
    MATH_WORD odd = wand(m, quadrant, wconst(m, 1)), sign = wconst(m, MATH_SIGN);
    MATH_BIT is_even = wequal(m, odd, wconst(m, 0));
    MATH_BIT is_finite = fless(m, magnitude, wfloat(m, wconst(m, MATH_INFINITY)));
    MATH_WORD sine_sign = wxor(m, wshl(m, quadrant, 30), a);
    MATH_WORD cosine_sign = wshl(m, wadd(m, quadrant, wconst(m, 1)), 30);
    *sine = wxor(m, wselect(m, is_even, fbits(m, s), fbits(m, c)), wand(m, sine_sign, sign));
    *cosine = wxor(m, wselect(m, is_even, fbits(m, c), fbits(m, s)), wand(m, cosine_sign, sign));
    *sine = wselect(m, is_finite, *sine, wconst(m, MATH_NAN));
    *cosine = wselect(m, is_finite, *cosine, wconst(m, MATH_NAN));
}
