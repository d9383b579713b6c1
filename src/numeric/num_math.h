/* exp, log and sincos (D3D11.3 22.10): our own polynomials, in double, from additions, multiplications and
   integer steps, rounded to float once at the end. Double, because it makes the result right but for about
   one argument in a thousand, and because without fused steps it needs no FMA unit: the bits are the same
   everywhere. Infinities, NaNs and zeros that the arithmetic does not get right by itself are selected at the
   end. Coefficients: tools/fit_math.py. */
#ifndef SM5_NUM_MATH_H
#define SM5_NUM_MATH_H

#include "num_bits.h"

/* Adding it rounds to an integer, which then stands in the low bits of the sum. */
#define NUM_ROUNDER 0x1.8p52

/* (2^f - 1) / f for |f| <= 1/2, relative error 2^-32.5 */
static inline double num_exp2_part(double f)
{
    double p = 0x1.00dc4e43978d5p-16;
    p = p * f + 0x1.44400334bf384p-13;
    p = p * f + 0x1.5d874c7a1635ep-10;
    p = p * f + 0x1.3b2a1b6d0bac7p-7;
    p = p * f + 0x1.c6b08dc5e38c8p-5;
    p = p * f + 0x1.ebfbe045f91c7p-3;
    return p * f + 0x1.62e42fef95ebdp-1;
}

/* 2^a: 2^k by adding k to the exponent of 2^f, where a = k + f. Past +-160 every result is infinite or
 * flushed. */
static inline uint32_t num_exp(uint32_t a)
{
    double x = (double)float_of_bits(num_flush_f32(a));
    double y = x > 160.0 ? 160.0 : x;
    y = y < -160.0 ? -160.0 : y;
    double k = y + NUM_ROUNDER;
    double f = y - (k - NUM_ROUNDER);
    double power = 1.0 + f * num_exp2_part(f);
    double r = double_of_bits(bits_of_double(power) + (bits_of_double(k) << 52));
    return num_is_nan_f32(a) ? NUM_NAN_F32 : bits_of_float((float)r);
}

/* log2(1 + f) / f for 1 + f in [sqrt(1/2), sqrt(2)], relative error 2^-38.5 */
static inline double num_log2_part(double f)
{
    double p = -0x1.1da6da7e3dff6p-4;
    p = p * f + 0x1.0f6288b053ef4p-3;
    p = p * f + -0x1.13b8909941ad3p-3;
    p = p * f + 0x1.0acdee547a24fp-3;
    p = p * f + -0x1.23d6504200050p-3;
    p = p * f + 0x1.481fad0f4509cp-3;
    p = p * f + -0x1.7188d30acb815p-3;
    p = p * f + 0x1.a61b7dcd66795p-3;
    p = p * f + -0x1.ec6f2e01b7d63p-3;
    p = p * f + 0x1.2776b6ccfee51p-2;
    p = p * f + -0x1.7154788839e15p-2;
    p = p * f + 0x1.ec709de33c77ep-2;
    p = p * f + -0x1.71547651b708dp-1;
    return p * f + 0x1.71547652b58f6p+0;
}

/* log2(a) = e + log2(m), where a = m * 2^e and m is as near to 1 as it can be: near a = 1 nothing cancels. */
static inline uint32_t num_log(uint32_t a)
{
    const uint32_t lowest = 0x3f3504f3; /* sqrt(1/2) */
    int32_t e = (int32_t)(a - lowest) >> 23;
    float m = float_of_bits(a - ((uint32_t)e << 23));
    double f = (double)m - 1.0;
    uint32_t r = bits_of_float((float)((double)e + f * num_log2_part(f)));
    r = a == NUM_INF_F32 ? NUM_INF_F32 : r;
    r = (int32_t)a < 0 || num_is_nan_f32(a) ? NUM_NAN_F32 : r;
    return a & NUM_INF_F32 ? r : NUM_SIGN_F32 | NUM_INF_F32;
}

/* (sin(r) / r - 1) / r^2 by u = r^2 for |r| <= pi/4; error in sin(r) / r 2^-37.6 */
static inline double num_sin_part(double u)
{
    double p = 0x1.6cd8795984f28p-19;
    p = p * u + -0x1.a00f9e2e7355dp-13;
    p = p * u + 0x1.11110896f0ea6p-7;
    return p * u + -0x1.5555554cbac86p-3;
}

/* (cos(r) - 1) / r^2 by u = r^2 for |r| <= pi/4; error in cos(r) 2^-43.9 */
static inline double num_cos_part(double u)
{
    double p = -0x1.23d81a73fd040p-22;
    p = p * u + 0x1.a00f120b934c5p-16;
    p = p * u + -0x1.6c16b40144931p-10;
    p = p * u + 0x1.55555546f59fbp-5;
    return p * u + -0x1.ffffffffebfe9p-2;
}

/* d0 = sin(a), d1 = cos(a). a = k * pi/2 + r; pi/2 stands in two parts, the first of 33 bits, so that its
   product with k, and the difference, are exact up to |a| = 2^20 * pi/2. Past that r loses bits with growing
   a; the clamps keep it (and so the result) in its range. */
static inline struct num_pair num_sincos(uint32_t a)
{
    const double limit = 0x1p50, quarter = 0x1.921fb54442d19p-1;
    double x = (double)float_of_bits(num_flush_f32(a));
    double y = x > limit ? limit : x;
    y = y < -limit ? -limit : y;
    double rounded = y * 0x1.45f306dc9c883p-1 + NUM_ROUNDER;
    double k = rounded - NUM_ROUNDER;
    double r = (y - k * 0x1.921fb544p+0) - k * 0x1.0b4611a626331p-34;
    r = r > quarter ? quarter : r;
    r = r < -quarter ? -quarter : r;
    double u = r * r;
    uint32_t s = bits_of_float((float)(r * (1.0 + u * num_sin_part(u))));
    uint32_t c = bits_of_float((float)(1.0 + u * num_cos_part(u)));
    uint32_t quadrant = (uint32_t)bits_of_double(rounded);
    uint32_t sine = quadrant & 1 ? c : s, cosine = quadrant & 1 ? s : c;
    sine ^= quadrant << 30 & NUM_SIGN_F32;
    cosine ^= (quadrant + 1) << 30 & NUM_SIGN_F32;
    bool none = (a & NUM_INF_F32) == NUM_INF_F32;
    return (struct num_pair){none ? NUM_NAN_F32 : sine, none ? NUM_NAN_F32 : cosine};
}

#endif
