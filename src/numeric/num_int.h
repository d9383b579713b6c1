/* 32-bit integers and bits (D3D11.3 22.11 to 22.13). Shift counts are masked to 0..31. */
#ifndef SM5_NUM_INT_H
#define SM5_NUM_INT_H

#include "num_bits.h"

/* ---- arithmetic, mod 2^32 ---- */

NUM_W_WW(iadd, a + b)
NUM_W_W(ineg, 0u - a)
NUM_W_WWW(imad, c + a * b)
NUM_W_WWW(umad, c + a * b)

/* d0 = high half, d1 = low half. */
static inline struct num_pair num_imul(uint32_t a, uint32_t b)
{
    uint64_t product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
    return (struct num_pair){(uint32_t)(product >> 32), a * b};
}

static inline struct num_pair num_umul(uint32_t a, uint32_t b)
{
    return (struct num_pair){(uint32_t)(((uint64_t)a * b) >> 32), a * b};
}

/* In double, because there is no integer division of vectors. Both operands are exact, and a non-integral
   quotient is at least 1/b below the next integer, far more than its rounding error: truncation gives floor(a
   / b). The conversion is signed, after 2^31 is subtracted from the upper half. */
static inline uint32_t num_quotient(uint32_t a, uint32_t divisor)
{
    double quotient = (double)a / (double)divisor;
    bool upper = quotient >= 0x1p31;
    return (uint32_t)(int32_t)(upper ? quotient - 0x1p31 : quotient) ^ (upper ? 0x80000000u : 0);
}

/* d0 = quotient, d1 = remainder; all ones in both for a division by 0. */
static inline struct num_pair num_udiv(uint32_t a, uint32_t b)
{
    uint32_t quotient = num_quotient(a, b ? b : 1);
    uint32_t remainder = a - quotient * b;
    return (struct num_pair){b ? quotient : ~0u, b ? remainder : ~0u};
}

/* d1 = carry, borrow. */
static inline struct num_pair num_uaddc(uint32_t a, uint32_t b)
{
    return (struct num_pair){a + b, a + b < a};
}

static inline struct num_pair num_usubb(uint32_t a, uint32_t b)
{
    return (struct num_pair){a - b, a < b};
}

NUM_W_WW(imin, (int32_t)a < (int32_t)b ? a : b)
NUM_W_WW(imax, (int32_t)a > (int32_t)b ? a : b)
NUM_W_WW(umin, a < b ? a : b)
NUM_W_WW(umax, a > b ? a : b)

static inline uint32_t num_byte_difference(uint32_t reference, uint32_t source, unsigned shift)
{
    int32_t r = reference >> shift & 0xff, s = source >> shift & 0xff;
    return r ? (uint32_t)(r > s ? r - s : s - r) : 0;
}

/* Sum of absolute differences of bytes; those whose reference is 0 are skipped. Saturates, as the
   specification recommends. */
static inline uint32_t num_msad(uint32_t reference, uint32_t source, uint32_t accumulator)
{
    uint32_t sum = num_byte_difference(reference, source, 0) + num_byte_difference(reference, source, 8) +
                   num_byte_difference(reference, source, 16) + num_byte_difference(reference, source, 24);
    return accumulator > ~sum ? ~0u : accumulator + sum;
}

/* ---- comparisons ---- */

NUM_W_WW(ieq, num_bool(a == b))
NUM_W_WW(ine, num_bool(a != b))
NUM_W_WW(ilt, num_bool((int32_t)a < (int32_t)b))
NUM_W_WW(ige, num_bool((int32_t)a >= (int32_t)b))
NUM_W_WW(ult, num_bool(a < b))
NUM_W_WW(uge, num_bool(a >= b))

/* ---- bits ---- */

NUM_W_WW(and, a &b)
NUM_W_WW(or, a | b)
NUM_W_WW(xor, a ^ b)
NUM_W_W(not, ~a)
NUM_W_WW(ishl, a << (b & 31))
NUM_W_WW(ishr, (uint32_t)((int32_t)a >> (b & 31)))
NUM_W_WW(ushr, a >> (b & 31))

/* A field that extends past bit 31 ends there: the shift has already extended it. */
static inline uint32_t num_ubfe(uint32_t width, uint32_t offset, uint32_t a)
{
    return a >> (offset & 31) & ((1u << (width & 31)) - 1);
}

static inline uint32_t num_ibfe(uint32_t width, uint32_t offset, uint32_t a)
{
    uint32_t w = width & 31, o = offset & 31;
    uint32_t up = w + o < 32 ? 32 - w - o : 0;
    uint32_t field = (uint32_t)((int32_t)(a << (up & 31)) >> ((up + o) & 31));
    return w ? field : 0;
}

static inline uint32_t num_bfi(uint32_t width, uint32_t offset, uint32_t a, uint32_t base)
{
    uint32_t o = offset & 31;
    uint32_t mask = ((1u << (width & 31)) - 1) << o;
    return (a << o & mask) | (base & ~mask);
}

static inline uint32_t num_bfrev(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
    return a >> 16 | a << 16;
}

/* In parallel sums: there is no population count of vectors before AVX-512. */
static inline uint32_t num_countbits(uint32_t a)
{
    a = a - (a >> 1 & 0x55555555);
    a = (a & 0x33333333) + (a >> 2 & 0x33333333);
    a = (a + (a >> 4)) & 0x0f0f0f0f;
    a += a >> 8;
    return (a + (a >> 16)) & 0x3f;
}

/* Counted from bit 31; all ones when no bit is set. */
static inline uint32_t num_firstbit_hi(uint32_t a)
{
    uint32_t below = a | a >> 1;
    below |= below >> 2;
    below |= below >> 4;
    below |= below >> 8;
    below |= below >> 16;
    return a ? num_countbits(~below) : ~0u;
}

NUM_W_W(firstbit_lo, a ? num_countbits(~a &(a - 1)) : ~0u)

/* The first bit that differs from the sign, counted from bit 31. */
NUM_W_W(firstbit_shi, num_firstbit_hi(a ^ (uint32_t)((int32_t)a >> 31)))

#endif
