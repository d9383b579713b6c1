/* Shared by all of numeric/: pairs of results, the canonical NaN. */
#ifndef SM5_NUM_BITS_H
#define SM5_NUM_BITS_H

#include "base/base.h"

/* Two destinations; d0 is the first one of the token order. */
struct num_pair {
    uint32_t d0, d1;
};

/* num_<name> of a form of isa.def, for bodies of one expression in a, b and c. */
#define NUM_FUNCTION(result, name, value, ...)                                                               \
    static inline result num_##name(__VA_ARGS__)                                                             \
    {                                                                                                        \
        return (value);                                                                                      \
    }
#define NUM_W_W(name, value)   NUM_FUNCTION(uint32_t, name, value, uint32_t a)
#define NUM_W_WW(name, value)  NUM_FUNCTION(uint32_t, name, value, uint32_t a, uint32_t b)
#define NUM_W_WWW(name, value) NUM_FUNCTION(uint32_t, name, value, uint32_t a, uint32_t b, uint32_t c)
#define NUM_W_DD(name, value)  NUM_FUNCTION(uint32_t, name, value, uint64_t a, uint64_t b)
#define NUM_D_W(name, value)   NUM_FUNCTION(uint64_t, name, value, uint32_t a)
#define NUM_D_D(name, value)   NUM_FUNCTION(uint64_t, name, value, uint64_t a)
#define NUM_D_DD(name, value)  NUM_FUNCTION(uint64_t, name, value, uint64_t a, uint64_t b)

#define NUM_NAN_F32  0x7fc00000u
#define NUM_NAN_F64  0x7ff8000000000000u
#define NUM_INF_F32  0x7f800000u
#define NUM_ONE_F32  0x3f800000u
#define NUM_SIGN_F32 0x80000000u
#define NUM_SIGN_F64 0x8000000000000000u

/* All ones for true, as the results of comparisons. */
static inline uint32_t num_bool(bool value)
{
    return 0u - (uint32_t)value;
}

/* SSE has signed comparisons only; without the sign bit they order like unsigned ones. */
static inline bool num_is_nan_f32(uint32_t a)
{
    return (int32_t)(a & ~NUM_SIGN_F32) > (int32_t)NUM_INF_F32;
}

/* A denormal becomes a zero of its sign (D3D11.3 3.1.3.2). */
static inline uint32_t num_flush_f32(uint32_t a)
{
    return a & NUM_INF_F32 ? a : a & NUM_SIGN_F32;
}

/* The bits of a float operation's result, with a canonical NaN: the hardware's depends on the operand order
   that the compiler selects. */
static inline uint32_t num_result_f32(float r)
{
    return r == r ? bits_of_float(r) : NUM_NAN_F32;
}

static inline uint64_t num_result_f64(double r)
{
    return r == r ? bits_of_double(r) : NUM_NAN_F64;
}

#endif
