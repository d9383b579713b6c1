/* Conversions between 32-bit values of shaders and the channels of a typed view (D3D11.3 3.2, 19.1.3).
   `bits` is the width of the channel, whose value is in the low bits; all other bits are 0. Independent of
   the float state. */
#ifndef SM5_NUM_FORMAT_H
#define SM5_NUM_FORMAT_H

#include "num_convert.h"

/* ---- normalised integers of 2 to 16 bits: the product is exact in double, so there is one rounding ---- */

static inline uint32_t num_float_to_unorm(uint32_t a, unsigned bits)
{
    float x = float_of_bits(a);
    float clamped = x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f; /* NaN gives 0 */
    return (uint32_t)(int32_t)((double)clamped * (double)((1 << bits) - 1) + 0.5);
}

static inline uint32_t num_float_to_snorm(uint32_t a, unsigned bits)
{
    float x = float_of_bits(a);
    float clamped = x > -1.0f ? x < 1.0f ? x : 1.0f : -1.0f;
    double scaled = x == x ? (double)clamped * (double)((1 << (bits - 1)) - 1) : 0.0;
    int32_t value = (int32_t)(scaled + (scaled < 0.0 ? -0.5 : 0.5));
    return (uint32_t)value & ((1u << bits) - 1);
}

static inline uint32_t num_unorm_to_float(uint32_t channel, unsigned bits)
{
    return bits_of_float((float)(int32_t)channel / (float)((1 << bits) - 1));
}

/* The least value and the next one are both -1. */
static inline uint32_t num_snorm_to_float(uint32_t channel, unsigned bits)
{
    int32_t value = (int32_t)(channel << (32 - bits)) >> (32 - bits);
    int32_t largest = (1 << (bits - 1)) - 1;
    return bits_of_float((float)(value < -largest ? -largest : value) / (float)largest);
}

/* ---- integers: clamped to the range of the channel ---- */

static inline uint32_t num_uint_to_channel(uint32_t a, unsigned bits)
{
    uint32_t largest = ~0u >> (32 - bits);
    return a < largest ? a : largest;
}

static inline uint32_t num_sint_to_channel(uint32_t a, unsigned bits)
{
    int32_t largest = (int32_t)(~0u >> (33 - bits)), value = (int32_t)a;
    value = value > largest ? largest : value;
    value = value < -largest - 1 ? -largest - 1 : value;
    return (uint32_t)value & ~0u >> (32 - bits);
}

static inline uint32_t num_channel_to_sint(uint32_t channel, unsigned bits)
{
    return (uint32_t)((int32_t)(channel << (32 - bits)) >> (32 - bits));
}

/* ---- small floats. The 11- and 10-bit ones have the exponent of a half, no sign, and 6 or 5 bits of
   fraction: their bits are the upper ones of the half. Truncating twice equals truncating once. ---- */

static inline uint32_t num_float_to_half(uint32_t a)
{
    return num_f32tof16(a);
}

static inline uint32_t num_half_to_float(uint32_t channel)
{
    return num_f16tof32(channel);
}

/* `bits` is 11 or 10. Negative numbers and -INF give 0, NaN gives NaN. */
static inline uint32_t num_float_to_smallfloat(uint32_t a, unsigned bits)
{
    uint32_t half = num_f32tof16(a);
    return half & 0x8000 ? 0 : half >> (15 - bits);
}

static inline uint32_t num_smallfloat_to_float(uint32_t channel, unsigned bits)
{
    return num_f16tof32(channel << (15 - bits));
}

/* ---- shared exponent: one channel of r9g9b9e5, fraction * 2^(exponent - 15 - 9) ---- */

static inline uint32_t num_shared_exponent_to_float(uint32_t fraction, uint32_t exponent)
{
    float scale = float_of_bits((exponent + 127 - 15 - 9) << 23);
    return bits_of_float((float)(int32_t)fraction * scale);
}

#endif
