/* Loads and stores of texels of all lanes. Formats of 32-bit channels, bit fields and BC1 to BC5 are decoded
   vectorised; all others by format_load_texel, lane by lane. */
#ifndef SM5_SAMPLE_DECODE_H
#define SM5_SAMPLE_DECODE_H

#include "texture/format/format_element.h"
#include "texture/sample/sample_decode_bc.h"

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
    case FORMAT_BC1:
    case FORMAT_BC1_SRGB:
    case FORMAT_BC2:
    case FORMAT_BC2_SRGB:
    case FORMAT_BC3:
    case FORMAT_BC3_SRGB:
    case FORMAT_BC4:
    case FORMAT_BC5: decode_bc(view, place, out); break;
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
