/* Texels of BC1 to BC5 of all lanes (D3D11.3 19.5.6 to 19.5.12), with the bits of format_bc.c. */
#ifndef SM5_SAMPLE_DECODE_BC_H
#define SM5_SAMPLE_DECODE_BC_H

#include "texture/sample/sample_decode_fields.h"

/* The number of the texel in its block. */
static inline uint32_t bc_texel(const struct decode_place *place, unsigned i)
{
    return 4 * place->y.at[i] + place->x.at[i];
}

/* x / 3 of sums of three bytes */
static inline uint32_t bc_third(uint32_t x)
{
    return x * 0xaaab >> 17;
}

/* A channel of `bits` bits at `shift` of both endpoints, to 8 bits, interpolated. */
static inline void bc_color(const struct lanes_u32 *ends, const struct lanes_u32 *code,
                            const struct lanes_u32 *three, uint32_t shift, uint32_t bits,
                            struct lanes_u32 *out)
{
    const uint32_t mask = (1u << bits) - 1, up = 8 - bits, down = 2 * bits - 8;
    EACH_LANE
    {
        uint32_t a = ends->at[i] >> shift & mask, b = ends->at[i] >> 16 >> shift & mask;
        a = a << up | a >> down;
        b = b << up | b >> down;
        uint32_t middle = three->at[i] ? (a + b) >> 1 : bc_third(2 * a + b);
        uint32_t far = three->at[i] ? 0 : bc_third(a + 2 * b);
        uint32_t low = code->at[i] & 1 ? b : a, high = code->at[i] & 1 ? far : middle;
        out->at[i] = code->at[i] & 2 ? high : low;
    }
}

/* Colours of the 8 bytes at `base`, and alpha where three-colour blocks have transparent black. */
static inline void bc_colors(const struct texture_view *view, const uint8_t *base,
                             const struct decode_place *place, bool punch_through, struct lanes_texels *out)
{
    static const uint8_t shifts[3] = {11, 5, 0}, bits[3] = {5, 6, 5};
    struct lanes_u32 ends = decode_gather(base, &place->offset);
    struct lanes_u32 code = decode_gather(base + 4, &place->offset), three, byte;
    const uint32_t allows = punch_through ? UINT32_MAX : 0;
    EACH_LANE
    {
        code.at[i] = code.at[i] >> 2 * bc_texel(place, i) & 3;
        three.at[i] = (ends.at[i] & 0xffff) <= ends.at[i] >> 16 ? allows : 0;
    }
    for (unsigned c = 0; c < 3; c++) {
        bc_color(&ends, &code, &three, shifts[c], bits[c], &byte);
        if (view->format->coding == FORMAT_BC1_SRGB || view->format->coding == FORMAT_BC2_SRGB ||
            view->format->coding == FORMAT_BC3_SRGB)
            for (unsigned i = 0; i < TEXTURE_LANES; i++)
                out->at[c][i] = srgb_to_linear[byte.at[i]];
        else
            decode_unorms(byte.at, 8, 0, out->at[c]);
    }
    if (punch_through)
        EACH_LANE out->at[3][i] = three.at[i] && code.at[i] == 3 ? 0 : NUM_ONE_F32;
}

/* The 8 bytes at `base`. */
static inline void bc_words(const uint8_t *base, const struct decode_place *place, struct lanes_u64 *out)
{
    struct lanes_u32 low = decode_gather(base, &place->offset),
                     high = decode_gather(base + 4, &place->offset);
    EACH_LANE out->at[i] = low.at[i] | (uint64_t)high.at[i] << 32;
}

/* Two endpoints and codes of three bits. All sums are exact, so there is one rounding. */
static inline void bc_channel(const uint8_t *base, const struct decode_place *place, bool is_signed,
                              uint32_t *restrict out)
{
    const int32_t last = is_signed ? 127 : 255, sign = is_signed ? 128 : 0, least = is_signed ? -127 : 0;
    const int32_t lowest = is_signed ? -last : 0;
    struct lanes_u64 words;
    struct lanes_i32 code, a, b;
    bc_words(base, place, &words);
    EACH_LANE
    {
        code.at[i] = (int32_t)(words.at[i] >> (16 + 3 * bc_texel(place, i)) & 7);
        a.at[i] = (int32_t)((uint32_t)words.at[i] & 255);
        b.at[i] = (int32_t)((uint32_t)words.at[i] >> 8 & 255);
    }
    EACH_LANE
    {
        int32_t from = (a.at[i] ^ sign) - sign, to = (b.at[i] ^ sign) - sign, at = code.at[i] - 1;
        int32_t steps = from > to ? 7 : 5;
        from = from < least ? least : from; /* both mean -1 */
        to = to < least ? least : to;
        int32_t inside = (steps - at) * from + at * to, end = at < 0 ? from : to;
        int32_t extreme = at == 5 ? lowest : last;
        bool is_end = at < 1, is_extreme = steps == 5 && at >= 5, is_whole = is_end | is_extreme;
        int32_t sum = is_end ? end : is_extreme ? extreme : inside;
        out[i] = bits_of_float((float)sum / (float)(is_whole ? last : steps * last));
    }
}

static inline void bc_alpha_of_four_bits(const uint8_t *base, const struct decode_place *place,
                                         uint32_t *restrict out)
{
    struct lanes_u64 words;
    struct lanes_u32 alpha;
    bc_words(base, place, &words);
    EACH_LANE alpha.at[i] = (uint32_t)(words.at[i] >> 4 * bc_texel(place, i)) & 15;
    decode_unorms(alpha.at, 4, 0, out);
}

static inline void decode_bc(const struct texture_view *view, const struct decode_place *place,
                             struct lanes_texels *out)
{
    const uint8_t *base = view->base;
    bool is_signed = view->format->kind == FORMAT_SNORM;
    switch ((enum format_coding)view->format->coding) {
    case FORMAT_BC1:
    case FORMAT_BC1_SRGB: bc_colors(view, base, place, true, out); break;
    case FORMAT_BC2:
    case FORMAT_BC2_SRGB:
        bc_colors(view, base + 8, place, false, out);
        bc_alpha_of_four_bits(base, place, out->at[3]);
        break;
    case FORMAT_BC3:
    case FORMAT_BC3_SRGB:
        bc_colors(view, base + 8, place, false, out);
        bc_channel(base, place, false, out->at[3]);
        break;
    case FORMAT_BC5: bc_channel(base + 8, place, is_signed, out->at[1]); /* fall through */
    default: bc_channel(base, place, is_signed, out->at[0]); break;
    }
}

#endif
