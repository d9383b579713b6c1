/* exp, log and sincos (D3D11.3 22.10) of one lane; num_math_steps.h has the method. A processor without FMA computes the
   same bits through num_fma_f32. */
#ifndef SM5_NUM_MATH_H
#define SM5_NUM_MATH_H

#include "num_single.h"

#define MATH       __attribute__((unused)) int /* no state */
#define MATH_FLOAT float
#define MATH_WORD  uint32_t
#define MATH_BIT   bool

#define fadd(m, a, b)          num_add_f32(a, b)
#define fsub(m, a, b)          num_sub_f32(a, b)
#define fmul(m, a, b)          num_mul_f32(a, b)
#define ffma(m, a, b, c)       num_fma_f32(a, b, c)
#define fneg(m, a)             (-(a))
#define fconst(m, value)       (value)
#define wconst(m, value)       ((uint32_t)(value))
#define fbits(m, a)            bits_of_float(a)
#define wfloat(m, a)           float_of_bits(a)
#define wsigned(m, a)          ((float)(int32_t)(a))
#define wadd(m, a, b)          ((a) + (b))
#define wsub(m, a, b)          ((a) - (b))
#define wand(m, a, b)          ((a) & (b))
#define wxor(m, a, b)          ((a) ^ (b))
#define wshl(m, a, count)      ((a) << (count))
#define wsar(m, a, count)      ((uint32_t)((int32_t)(a) >> (count)))
#define fgreater(m, a, b)      ((a) > (b))
#define fless(m, a, b)         ((a) < (b))
#define wequal(m, a, b)        ((a) == (b))
#define wless(m, a, b)         ((int32_t)(a) < (int32_t)(b))
#define fselect(m, test, a, b) ((test) ? (a) : (b))
#define wselect(m, test, a, b) ((test) ? (a) : (b))

#include "num_math_steps.h"

static inline uint32_t num_exp(uint32_t a)
{
    return math_exp(0, a);
}

static inline uint32_t num_log(uint32_t a)
{
    return math_log(0, a);
}

/* d0 = sin(a), d1 = cos(a) */
static inline struct num_pair num_sincos(uint32_t a)
{
    struct num_pair r;
    math_sincos(0, a, &r.d0, &r.d1);
    return r;
}

#undef MATH
#undef MATH_FLOAT
#undef MATH_WORD
#undef MATH_BIT
#undef fadd
#undef fsub
#undef fmul
#undef ffma
#undef fneg
#undef fconst
#undef wconst
#undef fbits
#undef wfloat
#undef wsigned
#undef wadd
#undef wsub
#undef wand
#undef wxor
#undef wshl
#undef wsar
#undef fgreater
#undef fless
#undef wequal
#undef wless
#undef fselect
#undef wselect

#endif
