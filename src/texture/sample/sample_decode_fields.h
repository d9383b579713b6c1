/* Elements in memory of all lanes, and fields of them as numbers. */
#ifndef SM5_SAMPLE_DECODE_FIELDS_H
#define SM5_SAMPLE_DECODE_FIELDS_H

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "texture/sample/sample_lanes.h"

/* Elements in bounds: bytes from the view's base, and the texel within a block. */
struct decode_place {
    struct lanes_u64 offset;
    struct lanes_u32 x, y;
};

/* The DWORDs at base + offset, each loaded once. */
static inline struct lanes_u32 decode_gather(const uint8_t *base, const struct lanes_u64 *offset)
{
    struct lanes_u32 words;
#ifdef __AVX512F__
    for (unsigned i = 0; i < TEXTURE_LANES; i += 8)
        _mm256_store_si256((__m256i *)(void *)&words.at[i],
                           _mm512_i64gather_epi32(_mm512_load_si512(&offset->at[i]), base, 1));
#else
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        words.at[i] =
            __atomic_load_n((const uint32_t *)(const void *)(base + offset->at[i]), __ATOMIC_RELAXED);
#endif
    return words;
}

static inline struct lanes_u32 decode_packed(const uint8_t *base, const struct lanes_u64 *offset,
                                             unsigned bytes)
{
    struct lanes_u32 words;
    if (bytes >= 4)
        return decode_gather(base, offset);
    for (unsigned i = 0; i < TEXTURE_LANES; i++) {
        const uint8_t *element = base + offset->at[i];
        words.at[i] = bytes == 1 ? __atomic_load_n(element, __ATOMIC_RELAXED)
                                 : __atomic_load_n((const uint16_t *)(const void *)element, __ATOMIC_RELAXED);
    }
    return words;
}

/* 1 / (2^bits - 1) as the sum of two floats. */
#define DECODE_LARGEST(bits) ((1u << (bits)) - 1)
#define DECODE_ROW(bits)                                                                                     \
    {                                                                                                        \
        1.0f / (float)DECODE_LARGEST(bits),                                                                  \
            (float)(1.0 / (double)DECODE_LARGEST(bits) - (double)(1.0f / (float)DECODE_LARGEST(bits)))       \
    }
#define DECODE_FOUR(bits)                                                                                    \
    DECODE_ROW(bits), DECODE_ROW((bits) + 1), DECODE_ROW((bits) + 2), DECODE_ROW((bits) + 3)

static const struct decode_reciprocal {
    float near, rest;
} decode_reciprocals[25] = {
    {0}, DECODE_FOUR(1), DECODE_FOUR(5), DECODE_FOUR(9), DECODE_FOUR(13), DECODE_FOUR(17), DECODE_FOUR(21)};

/* num_unorm_to_float of up to 24 bits without a division: value / largest as the product with a reciprocal of
   two floats, whose error never changes the rounding (tests/texture/code.c tests all values). */
static inline uint32_t decode_unorm(uint32_t value, float largest, float near, float rest)
{
#ifdef __FMA__
    float x = (float)(int32_t)value;
    (void)largest;
    return bits_of_float(num_fma_f32(x, near, x * rest));
#else
    (void)near, (void)rest;
    return bits_of_float((float)(int32_t)value / largest);
#endif
}

static inline void decode_unorms(const uint32_t *in, uint32_t bits, uint32_t shift, uint32_t *restrict out)
{
    const uint32_t mask = (1u << bits) - 1;
    const float largest = (float)mask, near = decode_reciprocals[bits].near,
                rest = decode_reciprocals[bits].rest;
    EACH_LANE out[i] = decode_unorm(in[i] >> shift & mask, largest, near, rest);
}

#endif
