/* Blending and comparison of texels. A filter is a tree of pairs: along u, then v, then w, then between two
   mips. A pair is interpolated by its weight, in 256ths, or reduced to its minimum or maximum. Texels of
   weight 0 are ignored. */
#ifndef SM5_SAMPLE_BLEND_H
#define SM5_SAMPLE_BLEND_H

#include "texture/sample/sample_lanes.h"

/* a + weight (b - a): between a and b, monotonic in the weight, and a if both are equal. If the difference is
   infinite or NaN, (1 - weight) a + weight b, which does not subtract an infinity from itself. */
static inline uint32_t blend_pair(uint32_t a, uint32_t b, float w)
{
    float x = float_of_bits(a), y = float_of_bits(b), step = num_sub_f32(y, x);
    float near = num_fma_f32(w, step, x), far = num_fma_f32(y, w, num_mul_f32(x, 1.0f - w));
    return num_result_f32(step - step == 0.0f ? near : far);
}

/* The same for numbers from 0 to 1. */
static inline uint32_t blend_unit(uint32_t a, uint32_t b, float w)
{
    float x = float_of_bits(a);
    return bits_of_float(num_fma_f32(w, num_sub_f32(float_of_bits(b), x), x));
}

#define BLEND_LOOP(value)                                                                                    \
    for (unsigned c = 0; c < 4; c++) {                                                                       \
        uint32_t *a = first->at[c];                                                                          \
        const uint32_t *b = next->at[c];                                                                     \
        EACH_LANE a[i] = weight->at[i] == 0 ? a[i] : (value);                                                \
    }

/* `is_unit`: all texels are numbers from 0 to 1. */
static inline void blend_texels(enum sm5_reduction reduction, bool is_unit, struct lanes_texels *first,
                                const struct lanes_texels *next, const struct lanes_i32 *weight)
{
    struct lanes_f32 w;
    EACH_LANE w.at[i] = (float)weight->at[i] / 256.0f;
    if (reduction == SM5_REDUCTION_MINIMUM)
        BLEND_LOOP(num_min(a[i], b[i]))
    else if (reduction == SM5_REDUCTION_MAXIMUM)
        BLEND_LOOP(num_max(a[i], b[i]))
    else if (is_unit)
        BLEND_LOOP(blend_unit(a[i], b[i], w.at[i]))
    else
        BLEND_LOOP(blend_pair(a[i], b[i], w.at[i]))
}

#define BLEND_COMPARE(comparison)                                                                            \
    case comparison:                                                                                         \
        EACH_LANE red[i] =                                                                                   \
            texture_compares(comparison, num_float(reference->at[i]), num_float(red[i])) ? one : 0;          \
        break

/* 22.4.19: compares red; all components are 1.0 or 0. */
static inline void blend_compare(enum sm5_comparison comparison, const struct lanes_u32 *reference,
                                 struct lanes_texels *texels)
{
    const uint32_t one = NUM_ONE_F32;
    uint32_t *red = texels->at[0];
    switch (comparison) {
        BLEND_COMPARE(SM5_COMPARISON_NEVER);
        BLEND_COMPARE(SM5_COMPARISON_LESS);
        BLEND_COMPARE(SM5_COMPARISON_EQUAL);
        BLEND_COMPARE(SM5_COMPARISON_LESS_EQUAL);
        BLEND_COMPARE(SM5_COMPARISON_GREATER);
        BLEND_COMPARE(SM5_COMPARISON_NOT_EQUAL);
        BLEND_COMPARE(SM5_COMPARISON_GREATER_EQUAL);
        BLEND_COMPARE(SM5_COMPARISON_ALWAYS);
    }
    for (unsigned c = 1; c < 4; c++)
        memcpy(texels->at[c], red, sizeof texels->at[c]);
}

/* The reference in the precision of the format. */
static inline struct lanes_u32 blend_reference(const struct format_info *format, const uint32_t *column)
{
    struct lanes_u32 reference = lanes_column(column);
    const unsigned bits = format->bits[0];
    uint32_t *at = reference.at;
    if (bits && format->kind == FORMAT_UNORM)
        EACH_LANE at[i] = num_unorm_to_float(num_float_to_unorm(at[i], bits), bits);
    else if (bits && format->kind == FORMAT_SNORM)
        EACH_LANE at[i] = num_snorm_to_float(num_float_to_snorm(at[i], bits), bits);
    else if (bits && bits < 32 && format->kind == FORMAT_FLOAT)
        EACH_LANE at[i] = format_quantize(format, 0, at[i]);
    return reference;
}

#endif
