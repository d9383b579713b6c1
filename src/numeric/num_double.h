/* float64 (D3D11.3 22.14): denormals are kept, so these are called between num_env_double and
   num_env_single. */
#ifndef SM5_NUM_DOUBLE_H
#define SM5_NUM_DOUBLE_H

#include <math.h>

#include "num_bits.h"

NUM_D_DD(dadd, num_result_f64(double_of_bits(a) + double_of_bits(b)))
NUM_D_DD(dmul, num_result_f64(double_of_bits(a) * double_of_bits(b)))
NUM_D_DD(ddiv, num_result_f64(double_of_bits(a) / double_of_bits(b)))

/* ---- fused multiply-add ---- */

/* A finite double as mantissa * 2^exponent, the mantissa's highest bit at NUM_TOP. Not for zeros. */
struct num_wide {
    unsigned __int128 mantissa;
    int exponent;
};
enum { NUM_TOP = 125 };

/* Bits that are shifted out stay as the lowest bit. */
static inline unsigned __int128 num_shifted(unsigned __int128 x, int count)
{
    if (count > 127)
        return x != 0;
    return count ? x >> count | ((x << (128 - count)) != 0) : x;
}

static inline struct num_wide num_lifted(unsigned __int128 mantissa, int exponent)
{
    uint64_t high = (uint64_t)(mantissa >> 64), low = (uint64_t)mantissa;
    int unused = high ? __builtin_clzll(high) : 64 + __builtin_clzll(low), shift = unused - (127 - NUM_TOP);
    return (struct num_wide){shift >= 0 ? mantissa << shift : num_shifted(mantissa, -shift),
                             exponent - shift};
}

static inline uint64_t num_mantissa(uint64_t bits, int *exponent)
{
    int field = (int)(bits >> 52 & 0x7ff);
    *exponent = (field ? field : 1) - 1075;
    return (bits & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
}

/* Rounds to nearest even. */
static inline double num_rounded(struct num_wide x, uint64_t sign)
{
    enum { KEPT = 52, LEAST = -1022 };
    int top = x.exponent + NUM_TOP, drop = NUM_TOP - KEPT + (top < LEAST ? LEAST - top : 0);
    unsigned __int128 odd =
        num_shifted(x.mantissa, drop - 2); /* two bits below the last, one of them sticky */
    uint64_t kept = (uint64_t)(odd >> 2), rest = (uint64_t)odd & 3;
    kept += rest > 2 || (rest == 2 && (kept & 1));
    uint64_t field = top < LEAST ? 0 : (uint64_t)(top - LEAST);
    uint64_t bits = (field << 52) + kept; /* the mantissa's highest bit adds 1 to the exponent */
    return double_of_bits(sign | (top > 1023 || bits >> 52 >= 0x7ff ? UINT64_C(0x7ff) << 52 : bits));
}

/* a * b + c in integers: C libraries differ in what they do without an instruction. */
static inline double num_fma_in_integers(double a, double b, double c)
{
    const uint64_t x = bits_of_double(a), y = bits_of_double(b), z = bits_of_double(c),
                   one = UINT64_C(1) << 63;
    const uint64_t most = UINT64_C(0x7ff) << 52;
    if ((x & most) == most || (y & most) == most || a == 0 || b == 0)
        return a * b + c;
    if ((z & most) == most)
        return c;
    if (c == 0)
        return a * b;
    int x_exponent, y_exponent, z_exponent;
    uint64_t x_mantissa = num_mantissa(x, &x_exponent), y_mantissa = num_mantissa(y, &y_exponent);
    uint64_t z_mantissa = num_mantissa(z, &z_exponent);
    struct num_wide p = num_lifted((unsigned __int128)x_mantissa * y_mantissa, x_exponent + y_exponent);
    struct num_wide q = num_lifted(z_mantissa, z_exponent);
    uint64_t sign = (x ^ y) & one;
    int exponent = p.exponent > q.exponent ? p.exponent : q.exponent;
    unsigned __int128 left = num_shifted(p.mantissa, exponent - p.exponent);
    unsigned __int128 right = num_shifted(q.mantissa, exponent - q.exponent);
    if (sign == (z & one))
        return num_rounded(num_lifted(left + right, exponent), sign);
    if (left == right)
        return 0;
    return left > right ? num_rounded(num_lifted(left - right, exponent), sign)
                        : num_rounded(num_lifted(right - left, exponent), z & one);
}

static inline uint64_t num_dfma(uint64_t a, uint64_t b, uint64_t c)
{
    double x = double_of_bits(a), y = double_of_bits(b), z = double_of_bits(c);
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    return num_result_f64(__builtin_fma(x, y, z));
#else
    return num_result_f64(num_fma_in_integers(x, y, z));
#endif
}

NUM_D_D(drcp, num_result_f64(1.0 / double_of_bits(a)))

/* As num_min and num_max, without flushing. */
static inline uint64_t num_dmin(uint64_t a, uint64_t b)
{
    double x = double_of_bits(a), y = double_of_bits(b);
    uint64_t r = x < y ? a : b;
    r = x == y ? a | b : r;
    r = y != y ? a : r;
    return num_result_f64(double_of_bits(r));
}

static inline uint64_t num_dmax(uint64_t a, uint64_t b)
{
    double x = double_of_bits(a), y = double_of_bits(b);
    uint64_t r = x > y ? a : b;
    r = x == y ? a & b : r;
    r = y != y ? a : r;
    return num_result_f64(double_of_bits(r));
}

NUM_W_DD(deq, num_bool(double_of_bits(a) == double_of_bits(b)))
NUM_W_DD(dne, num_bool(double_of_bits(a) != double_of_bits(b)))
NUM_W_DD(dlt, num_bool(double_of_bits(a) < double_of_bits(b)))
NUM_W_DD(dge, num_bool(double_of_bits(a) >= double_of_bits(b)))

#endif
