/* Conversions between float32, float16, float64 and integers (D3D11.3 3.2, 22.13). Independent of the
   float state: denormals are flushed in integer arithmetic. */
#ifndef SM5_NUM_CONVERT_H
#define SM5_NUM_CONVERT_H

#include "num_single.h"

/* ---- to integers: toward zero, clamped, 0 for a NaN. Values out of range, for which C's conversion is
   undefined, are replaced first. ---- */

static inline uint32_t num_ftoi(uint32_t a)
{
    float x = float_of_bits(a);
    bool fits = x >= -0x1p31f && x < 0x1p31f;
    uint32_t r = (uint32_t)(int32_t)(fits ? x : 0.0f);
    r = x >= 0x1p31f ? 0x7fffffffu : r;
    return x < -0x1p31f ? 0x80000000u : r;
}

/* By a signed conversion, the only one before AVX-512: 2^31 is subtracted from the upper half, which is
   exact. */
static inline uint32_t num_ftou(uint32_t a)
{
    float x = float_of_bits(a);
    bool upper = x >= 0x1p31f, fits = x > 0.0f && x < 0x1p32f;
    float y = upper ? x - 0x1p31f : x;
    uint32_t r = (uint32_t)(int32_t)(fits ? y : 0.0f) ^ (upper ? 0x80000000u : 0);
    return x >= 0x1p32f ? 0xffffffffu : r;
}

static inline uint32_t num_dtoi(uint64_t a)
{
    double x = double_of_bits(a);
    bool fits = x >= -0x1p31 && x < 0x1p31;
    uint32_t r = (uint32_t)(int32_t)(fits ? x : 0.0);
    r = x >= 0x1p31 ? 0x7fffffffu : r;
    return x < -0x1p31 ? 0x80000000u : r;
}

static inline uint32_t num_dtou(uint64_t a)
{
    double x = double_of_bits(a);
    bool upper = x >= 0x1p31, fits = x > 0.0 && x < 0x1p32;
    double y = upper ? x - 0x1p31 : x;
    uint32_t r = (uint32_t)(int32_t)(fits ? y : 0.0) ^ (upper ? 0x80000000u : 0);
    return x >= 0x1p32 ? 0xffffffffu : r;
}

/* ---- from integers: nearest even; doubles are exact ---- */

NUM_W_W(itof, bits_of_float((float)(int32_t)a))
NUM_W_W(utof, bits_of_float((float)a))
NUM_D_W(itod, bits_of_double((double)(int32_t)a))
NUM_D_W(utod, bits_of_double((double)a))

/* ---- between float32 and float64 ---- */

NUM_D_W(ftod, num_result_f64((double)float_of_bits(num_flush_f32(a))))

static inline uint32_t num_dtof(uint64_t a)
{
    double x = double_of_bits(a);
    uint32_t sign = (uint32_t)(a >> 32) & NUM_SIGN_F32;
    bool tiny = x > -NUM_TINY_AS_F32 && x < NUM_TINY_AS_F32;
    uint32_t r = num_result_f32((float)x);
    return tiny ? sign : r;
}

/* ---- float16, in the low half ---- */

/* Toward zero: finite values out of range give the largest finite half (D3D11.3 3.2.2). */
static inline uint32_t num_f32tof16(uint32_t a)
{
    uint32_t sign = a >> 16 & 0x8000, magnitude = a & ~NUM_SIGN_F32;
    int32_t m = (int32_t)magnitude;
    bool small = m < 0x38800000; /* 2^-14: a denormal half, counted in steps of 2^-24 */
    float steps = float_of_bits(small ? magnitude : 0) * 0x1p24f;
    uint32_t r = small ? (uint32_t)(int32_t)steps : (magnitude - 0x38000000u) >> 13;
    r = m >= 0x47800000 ? 0x7bff : r;
    r = m == (int32_t)NUM_INF_F32 ? 0x7c00 : r;
    return m > (int32_t)NUM_INF_F32 ? 0x7e00 : sign | r;
}

/* Exact; a denormal half is a normal float. */
static inline uint32_t num_f16tof32(uint32_t a)
{
    uint32_t sign = (a & 0x8000) << 16, magnitude = a & 0x7fff;
    uint32_t small = bits_of_float((float)(int32_t)magnitude * 0x1p-24f);
    uint32_t r = (magnitude << 13) + 0x38000000u;
    r = magnitude < 0x0400 ? small : r;
    r = magnitude == 0x7c00 ? NUM_INF_F32 : r;
    return magnitude > 0x7c00 ? NUM_NAN_F32 : sign | r;
}

#endif
