/* Moves, and the modifiers of operands and results (D3D11.3 22.9, 22.18, 22.19). */
#ifndef SM5_NUM_MOVE_H
#define SM5_NUM_MOVE_H

#include "num_bits.h"

/* ---- moves copy bits, including denormals and NaN payloads ---- */

NUM_W_W(mov, a)

static inline uint32_t num_movc(uint32_t condition, uint32_t a, uint32_t b)
{
    return condition ? a : b;
}

static inline struct num_pair num_swapc(uint32_t condition, uint32_t a, uint32_t b)
{
    return (struct num_pair){condition ? b : a, condition ? a : b};
}

NUM_D_D(dmov, a)

static inline uint64_t num_dmovc(uint32_t condition, uint64_t a, uint64_t b)
{
    return condition ? a : b;
}

/* A nonzero status means that all texels of the access were mapped. */
static inline uint32_t num_check_access_fully_mapped(uint32_t status)
{
    return num_bool(status != 0);
}

/* ---- source modifiers of float, integer and double operations; the operation itself flushes denormals and
   canonicalises NaNs. abs is applied before neg. ---- */

NUM_W_W(neg_f32, a ^ NUM_SIGN_F32)
NUM_W_W(abs_f32, a & ~NUM_SIGN_F32)
NUM_W_W(neg_i32, 0u - a)

/* The least integer is unchanged. */
NUM_W_W(abs_i32, (int32_t)a < 0 ? 0u - a : a)
NUM_D_D(neg_f64, a ^ NUM_SIGN_F64)
NUM_D_D(abs_f64, a & ~NUM_SIGN_F64)

/* ---- a move with a modifier is a float operation ---- */

/* The value as the result of a float operation: denormals flushed, NaNs canonical. */
NUM_W_W(value_f32, num_is_nan_f32(a) ? NUM_NAN_F32 : num_flush_f32(a))
NUM_W_W(move_neg_f32, num_is_nan_f32(a) ? NUM_NAN_F32 : num_neg_f32(num_flush_f32(a)))
NUM_W_W(move_abs_f32, num_abs_f32(num_value_f32(a)))

/* -|a| */
NUM_W_W(move_neg_abs_f32, num_move_neg_f32(num_abs_f32(a)))

static inline bool num_is_nan_f64(uint64_t a)
{
    return (int64_t)num_abs_f64(a) > 0x7ff0000000000000;
}

NUM_D_D(value_f64, num_is_nan_f64(a) ? NUM_NAN_F64 : a)
NUM_D_D(move_neg_f64, num_is_nan_f64(a) ? NUM_NAN_F64 : num_neg_f64(a))
NUM_D_D(move_abs_f64, num_abs_f64(num_value_f64(a)))
NUM_D_D(move_neg_abs_f64, num_move_neg_f64(num_abs_f64(a)))

/* ---- _sat: min(1, max(0, x)); NaN, -0 and denormals give +0. By integer comparisons: floats of one sign
   order like their bits, and negative ones are negative integers. ---- */

static inline uint32_t num_saturate_f32(uint32_t a)
{
    uint32_t r = (int32_t)a > (int32_t)NUM_ONE_F32 ? NUM_ONE_F32 : a;
    return (int32_t)a < 0x00800000 || num_is_nan_f32(a) ? 0 : r;
}

static inline uint64_t num_saturate_f64(uint64_t a)
{
    const uint64_t one = 0x3ff0000000000000;
    uint64_t r = (int64_t)a > (int64_t)one ? one : a;
    return (int64_t)a < 0 || num_is_nan_f64(a) ? 0 : r;
}

#endif
