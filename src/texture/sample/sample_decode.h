/* Loads and stores of texels of all lanes. Formats of 32-bit channels and bit fields are decoded here,
   vectorised; all others by format_load_texel, lane by lane. */
#ifndef SM5_SAMPLE_DECODE_H
#define SM5_SAMPLE_DECODE_H

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "texture/format/format_element.h"
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

static inline void decode_channel(const struct format_info *format, unsigned c,
                                  const struct lanes_u32 *packed, uint32_t *restrict out)
{
    const uint32_t bits = format->bits[c], shift = format->shift[c] & 31, mask = (1u << bits) - 1;
    const uint32_t *in = packed->at;
    switch ((enum format_kind)format->kind) {
    case FORMAT_FLOAT:
        if (bits == 16)
            EACH_LANE out[i] = num_half_to_float(in[i] >> shift & mask);
        else
            EACH_LANE out[i] = num_smallfloat_to_float(in[i] >> shift & mask, bits);
        break;
    case FORMAT_UNORM: decode_unorms(in, bits, shift, out); break;
    case FORMAT_SNORM: EACH_LANE out[i] = num_snorm_to_float(in[i] >> shift & mask, bits); break;
    case FORMAT_SINT: EACH_LANE out[i] = num_channel_to_sint(in[i] >> shift & mask, bits); break;
    case FORMAT_UINT: EACH_LANE out[i] = in[i] >> shift & mask; break;
    }
}

static inline void decode_defaults(const struct format_info *format, struct lanes_texels *out)
{
    uint32_t defaults[4];
    format_defaults(format, defaults);
    for (unsigned c = 0; c < 4; c++)
        EACH_LANE out->at[c][i] = defaults[c];
}

/* 32-bit channels are copied. */
static inline void decode_words(const struct texture_view *view, const struct lanes_u64 *offset,
                                struct lanes_texels *out)
{
    for (unsigned c = 0; c < 4; c++) {
        if (!view->format->bits[c])
            continue;
        struct lanes_u32 words = decode_gather(view->base + view->format->shift[c] / 8, offset);
        memcpy(out->at[c], words.at, sizeof words.at);
    }
}

static inline void decode_fields(const struct texture_view *view, const struct lanes_u64 *offset,
                                 struct lanes_texels *out)
{
    const struct format_info *format = view->format;
    struct lanes_u32 halves[2] = {decode_packed(view->base, offset, format->bytes)};
    if (format->bytes == 8)
        halves[1] = decode_gather(view->base + 4, offset);
    for (unsigned c = 0; c < 4; c++)
        if (format->bits[c])
            decode_channel(format, c, &halves[format->shift[c] / 32], out->at[c]);
}

/* D3D11.3 3.2.3.7; alpha is stored linear. */
static inline void decode_srgb(const struct texture_view *view, const struct lanes_u64 *offset,
                               struct lanes_texels *out)
{
    const struct format_info *format = view->format;
    struct lanes_u32 packed = decode_gather(view->base, offset);
    for (unsigned c = 0; c < 3; c++)
        for (unsigned i = 0; i < TEXTURE_LANES; i++)
            out->at[c][i] = srgb_to_linear[packed.at[i] >> format->shift[c] & 0xff];
    if (format->bits[3])
        decode_channel(format, 3, &packed, out->at[3]);
}

static inline void decode_by_lane(const struct texture_view *view, const struct decode_place *place,
                                  uint32_t mask, struct lanes_texels *out)
{
    EACH_ACTIVE(mask, i)
    {
        uint8_t copy[16];
        uint32_t texel[4];
        texel_copy_in(copy, view->base + place->offset.at[i], view->format->bytes);
        format_load_texel(view->format, copy, place->x.at[i], place->y.at[i], texel);
        for (unsigned c = 0; c < 4; c++)
            out->at[c][i] = texel[c];
    }
}

static inline void decode_texels(const struct texture_view *view, const struct decode_place *place,
                                 uint32_t mask, struct lanes_texels *out)
{
    decode_defaults(view->format, out);
    switch ((enum format_coding)view->format->coding) {
    case FORMAT_CHANNELS:
        (view->format->bits[0] == 32 ? decode_words : decode_fields)(view, &place->offset, out);
        break;
    case FORMAT_SRGB: decode_srgb(view, &place->offset, out); break;
    default: decode_by_lane(view, place, mask, out); break;
    }
}

/* ---- stores ---- */

/* num_float_to_unorm of 2 to 16 bits without doubles: the product, rounded to nearest even at 2^0, in the fraction of
   2^23. The only tie is that of 0.5, whose even neighbour is the upper one. */
static inline uint32_t encode_unorm(uint32_t word, float largest)
{
#ifdef __FMA__
    float x = float_of_bits(word), clamped = x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
    return bits_of_float(num_fma_f32(clamped, largest, 0x1p23f)) & 0x1ffff;
#else
    return num_float_to_unorm(word, (unsigned)__builtin_popcount((unsigned)largest));
#endif
}

/* Encodes UNORM elements of four bytes. */
static inline void encode_packed(const struct format_info *format, const struct lanes_u32 values[4],
                                 struct lanes_u32 *out)
{
    *out = (struct lanes_u32){{0}};
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t bits = format->bits[c], shift = format->shift[c], *in = values[c].at;
        const float largest = (float)((1u << bits) - 1);
        if (bits)
            EACH_LANE out->at[i] |= encode_unorm(in[i], largest) << shift;
    }
}

#endif
