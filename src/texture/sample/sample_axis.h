/* Texture coordinates and address modes, one axis of all lanes at a time. */
#ifndef SM5_SAMPLE_AXIS_H
#define SM5_SAMPLE_AXIS_H

#include "texture/sample/sample_lanes.h"

/* 7.18.6: range reduction of a coordinate. */
static inline void axis_reduce(struct lanes_f32 *coords, enum sm5_address mode)
{
    float *at = coords->at;
    switch (mode) {
    case SM5_ADDRESS_WRAP:
        EACH_LANE
        {
            float x = num_operand_f32(at[i]);
            at[i] = num_sub_f32(x, floorf(x));
        }
        break;
    case SM5_ADDRESS_MIRROR:
        EACH_LANE
        {
            float half = num_div_f32(at[i], 2.0f);
            at[i] = num_mul_f32(num_sub_f32(half, truncf(half)), 2.0f);
        }
        break;
    default: EACH_LANE at[i] = at[i] <= -10.0f ? -10.0f : at[i] >= 10.0f ? 10.0f : at[i];
    }
}

/* 3.2.4.1: conversion to fixed point with 8 bits of fraction, to nearest even; a NaN gives 0. */
static inline int32_t axis_fixed(float value)
{
    float scaled = num_mul_f32(value, 256.0f);
    float limit = 0x1p30f; /* 22.8 bits: more than 10 times 16384 texels */
    scaled = scaled < limit ? scaled : limit;
    scaled = scaled > -limit ? scaled : -limit;
    int32_t fixed = (int32_t)__builtin_rintf(scaled);
    return value == value ? fixed : 0;
}

/* The first texel and the weight of the next one. 7.18.7, 7.18.8. `linear`: all ones or 0 a lane. */
static inline void axis_place(const struct lanes_f32 *coords, const struct lanes_i32 *size,
                              const struct lanes_i32 *linear, const struct lanes_i32 *offset,
                              struct lanes_i32 *texel, struct lanes_i32 *weight)
{
    EACH_LANE
    {
        float scaled = num_mul_f32(coords->at[i], (float)size->at[i]);
        float half = num_sub_f32(scaled, 0.5f);
        int32_t fixed = axis_fixed(linear->at[i] ? half : scaled);
        weight->at[i] = fixed & 255 & linear->at[i];
        texel->at[i] = (fixed >> 8) + offset->at[i];
    }
}

/* floor(t / size) for |t| < 2^23, where rounding of the quotient cannot reach the next integer. */
static inline int32_t axis_tile(int32_t t, int32_t size)
{
    return (int32_t)floorf((float)t / (float)size);
}

static inline int32_t axis_clamp(int32_t t, int32_t size)
{
    t = t < size ? t : size - 1;
    return t > 0 ? t : 0;
}

/* 7.18.9: the texel of an address outside [0, size); `border` is all ones where the border colour replaces
   it. */
static inline void axis_wrap(struct lanes_i32 *texel, const struct lanes_i32 *size, enum sm5_address mode,
                             struct lanes_i32 *border)
{
    int32_t *at = texel->at;
    const int32_t *count = size->at;
    switch (mode) {
    case SM5_ADDRESS_WRAP: EACH_LANE at[i] -= axis_tile(at[i], count[i]) * count[i]; break;
    case SM5_ADDRESS_MIRROR:
        EACH_LANE
        {
            int32_t t = at[i] < 0 ? -at[i] - 1 : at[i];
            int32_t tile = axis_tile(t, count[i]), rest = t - tile * count[i];
            at[i] = tile & 1 ? count[i] - 1 - rest : rest;
        }
        break;
    case SM5_ADDRESS_BORDER: EACH_LANE border->at[i] |= at[i] < 0 || at[i] >= count[i] ? -1 : 0; break;
    case SM5_ADDRESS_MIRROR_ONCE: EACH_LANE at[i] = at[i] < 0 ? -at[i] - 1 : at[i]; break;
    case SM5_ADDRESS_CLAMP: break;
    }
    EACH_LANE at[i] = axis_clamp(at[i], count[i]);
}

#endif
