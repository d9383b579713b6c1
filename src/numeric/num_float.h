/* float32: arithmetic, rounding, comparison (D3D11.3 3.1, 22.10). Denormal inputs and results are flushed by
   num_single.h. */
#ifndef SM5_NUM_FLOAT_H
#define SM5_NUM_FLOAT_H

#include "num_single.h"

NUM_W_WW(add, num_result_f32(num_add_f32(float_of_bits(a), float_of_bits(b))))
NUM_W_WW(mul, num_result_f32(num_mul_f32(float_of_bits(a), float_of_bits(b))))
NUM_W_WW(div, num_result_f32(num_div_f32(float_of_bits(a), float_of_bits(b))))
NUM_W_WWW(mad, num_result_f32(num_fma_f32(float_of_bits(a), float_of_bits(b), float_of_bits(c))))

/* Dot products: the product of x first, then one fused multiply-add a component. */
static inline float num_dot_f32(uint32_t a0, uint32_t b0, uint32_t a1, uint32_t b1)
{
    return num_fma_f32(float_of_bits(a1), float_of_bits(b1),
                       num_mul_f32(float_of_bits(a0), float_of_bits(b0)));
}

static inline uint32_t num_dp2(uint32_t a0, uint32_t b0, uint32_t a1, uint32_t b1)
{
    return num_result_f32(num_dot_f32(a0, b0, a1, b1));
}

static inline uint32_t num_dp3(uint32_t a0, uint32_t b0, uint32_t a1, uint32_t b1, uint32_t a2, uint32_t b2)
{
    return num_result_f32(num_fma_f32(float_of_bits(a2), float_of_bits(b2), num_dot_f32(a0, b0, a1, b1)));
}

static inline uint32_t num_dp4(uint32_t a0, uint32_t b0, uint32_t a1, uint32_t b1, uint32_t a2, uint32_t b2,
                               uint32_t a3, uint32_t b3)
{
    float dp3 = num_fma_f32(float_of_bits(a2), float_of_bits(b2), num_dot_f32(a0, b0, a1, b1));
    return num_result_f32(num_fma_f32(float_of_bits(a3), float_of_bits(b3), dp3));
}

NUM_W_W(rcp, num_result_f32(num_div_f32(1.0f, float_of_bits(a))))
NUM_W_W(sqrt, num_result_f32(num_sqrt_f32(float_of_bits(a))))
NUM_W_W(rsq, num_result_f32(num_div_f32(1.0f, num_sqrt_f32(float_of_bits(a)))))

/* ---- min and max: a NaN operand gives the other one, -0 is less than +0, the result is flushed ---- */

static inline uint32_t num_min(uint32_t a, uint32_t b)
{
    uint32_t x = num_flush_f32(a), y = num_flush_f32(b);
    float fx = float_of_bits(x), fy = float_of_bits(y);
    uint32_t r = fx < fy ? x : y;
    r = fx == fy ? x | y : r; /* equal bits, or zeros: -0 when either is */
    r = fy != fy ? x : r;
    return num_is_nan_f32(r) ? NUM_NAN_F32 : r;
}

static inline uint32_t num_max(uint32_t a, uint32_t b)
{
    uint32_t x = num_flush_f32(a), y = num_flush_f32(b);
    float fx = float_of_bits(x), fy = float_of_bits(y);
    uint32_t r = fx > fy ? x : y;
    r = fx == fy ? x & y : r; /* equal bits, or zeros: -0 when both are */
    r = fy != fy ? x : r;
    return num_is_nan_f32(r) ? NUM_NAN_F32 : r;
}

/* ---- comparisons: false for a NaN, except ne ---- */

NUM_W_WW(eq, num_bool(num_float(a) == num_float(b)))
NUM_W_WW(ne, num_bool(num_float(a) != num_float(b)))
NUM_W_WW(lt, num_bool(num_float(a) < num_float(b)))
NUM_W_WW(ge, num_bool(num_float(a) >= num_float(b)))

/* ---- rounding to integers; flushed first, so that a negative denormal gives -0, not -1 ---- */

NUM_W_W(round_ne, num_result_f32(__builtin_rintf(float_of_bits(num_flush_f32(a)))))
NUM_W_W(round_ni, num_result_f32(__builtin_floorf(float_of_bits(num_flush_f32(a)))))
NUM_W_W(round_pi, num_result_f32(__builtin_ceilf(float_of_bits(num_flush_f32(a)))))
NUM_W_W(round_z, num_result_f32(__builtin_truncf(float_of_bits(num_flush_f32(a)))))

/* a - floor(a), below 1 even where the difference of a tiny negative number rounds up to 1. */
static inline uint32_t num_frc(uint32_t a)
{
    float x = float_of_bits(num_flush_f32(a));
    float fraction = x - __builtin_floorf(x);
    return num_result_f32(fraction >= 1.0f ? 0x1.fffffep-1f : fraction);
}

#endif
