/* DXGI formats: the table, decoding and encoding of elements. */
#include <math.h>

#include "base/base.h"
#include "numeric/num_format.h"
#include "texture/format/format.h"
#include "texture/format/format_bc.h"

enum { BUFFER = 1, UAV = 2 };

static const struct format_info formats[] = {
#define FORMAT(dxgi, name, kind, coding, bx, by, bytes, uses, rb, gb, bb, ab, rs, gs, bs, as)                \
    {#name,                                                                                                  \
     dxgi,                                                                                                   \
     bytes,                                                                                                  \
     FORMAT_##kind,                                                                                          \
     FORMAT_##coding,                                                                                        \
     {bx, by},                                                                                               \
     ((uses)&BUFFER) != 0,                                                                                   \
     ((uses)&UAV) != 0,                                                                                      \
     {rb, gb, bb, ab},                                                                                       \
     {rs, gs, bs, as},                                                                                       \
     0},
#define RESOURCE(dxgi, name, bx, by, bytes, view)                                                            \
    {#name, dxgi, bytes, FORMAT_UINT, FORMAT_NO_TEXELS, {bx, by}, false, false, {0}, {0}, view},
#include "texture/format/format.def"
#undef FORMAT
#undef RESOURCE
};

enum {
#define FORMAT(dxgi, name, ...)   ROW_##name,
#define RESOURCE(dxgi, name, ...) ROW_##name,
#include "texture/format/format.def"
#undef FORMAT
#undef RESOURCE
};

/* DXGI number to row + 1; 0 where there is none. */
static const uint8_t rows[] = {
#define FORMAT(dxgi, name, ...)   [dxgi] = ROW_##name + 1,
#define RESOURCE(dxgi, name, ...) [dxgi] = ROW_##name + 1,
#include "texture/format/format.def"
#undef FORMAT
#undef RESOURCE
};

const struct format_info *format_info(sm5_format format)
{
    return format < BASE_COUNT(rows) && rows[format] ? &formats[rows[format] - 1] : NULL;
}

const struct format_info *format_at(unsigned i)
{
    return i < BASE_COUNT(formats) ? &formats[i] : NULL;
}

sm5_format sm5_format_find(const char *name)
{
    for (unsigned i = 0; i < BASE_COUNT(formats); i++)
        if (str_equal_nocase(name, formats[i].name))
            return formats[i].dxgi;
    return 0;
}

const char *sm5_format_name(sm5_format format)
{
    const struct format_info *info = format_info(format);
    return info ? info->name : NULL;
}

uint32_t sm5_format_bytes(sm5_format format)
{
    const struct format_info *info = format_info(format);
    return info ? info->bytes : 0;
}

/* ---- elements of bit fields ---- */

static uint64_t packed_load(const uint8_t *element, uint32_t bytes)
{
    switch (bytes) {
    case 1: return *element;
    case 2: return load_u16(element);
    case 4: return load_u32(element);
    default: return load_u64(element);
    }
}

static uint32_t channel_decode(const struct format_info *format, uint32_t value, unsigned bits)
{
    switch ((enum format_kind)format->kind) {
    case FORMAT_FLOAT: return bits == 16 ? num_half_to_float(value) : num_smallfloat_to_float(value, bits);
    case FORMAT_UNORM: return num_unorm_to_float(value, bits);
    case FORMAT_SNORM: return num_snorm_to_float(value, bits);
    case FORMAT_SINT: return num_channel_to_sint(value, bits);
    case FORMAT_UINT: break;
    }
    return value;
}

/* Integers out of range are clamped (D3D11.3 3.2.3.13), floats are rounded toward zero (3.2.2). */
static uint32_t channel_encode(const struct format_info *format, uint32_t word, unsigned bits)
{
    switch ((enum format_kind)format->kind) {
    case FORMAT_FLOAT: return bits == 16 ? num_float_to_half(word) : num_float_to_smallfloat(word, bits);
    case FORMAT_UNORM: return num_float_to_unorm(word, bits);
    case FORMAT_SNORM: return num_float_to_snorm(word, bits);
    case FORMAT_SINT: return num_sint_to_channel(word, bits);
    case FORMAT_UINT: break;
    }
    return num_uint_to_channel(word, bits);
}

void format_defaults(const struct format_info *format, uint32_t out[4])
{
    out[0] = out[1] = out[2] = 0;
    out[3] = format->bits[3] ? 0 : format_is_integer(format) ? 1 : 0x3f800000;
}

/* Either all channels have 32 bits, or the element has at most 8 bytes. 32-bit channels are copied, including
   denormals and NaN payloads (D3D11.3 22.4.6). */
void format_load(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    bool is_32_bit = format->bits[0] == 32;
    uint64_t packed = is_32_bit ? 0 : packed_load(element, format->bytes);
    format_defaults(format, out);
    for (unsigned c = 0; c < 4; c++) {
        unsigned bits = format->bits[c];
        if (bits == 32)
            out[c] = load_u32(element + format->shift[c] / 8);
        else if (bits)
            out[c] =
                channel_decode(format, (uint32_t)(packed >> format->shift[c]) & ((1u << bits) - 1), bits);
    }
}

void format_store(const struct format_info *format, uint8_t *element, const uint32_t in[4])
{
    uint64_t packed = 0;
    if (format->bits[0] == 32) {
        memcpy(element, in, format->bytes);
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        if (format->bits[c])
            packed |= (uint64_t)channel_encode(format, in[c], format->bits[c]) << format->shift[c];
    memcpy(element, &packed, format->bytes);
}

/* ---- other codings ---- */

/* D3D11.3 3.2.3.7; alpha is stored linear. */
static void load_srgb(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    uint32_t packed = load_u32(element);
    format_defaults(format, out);
    for (unsigned c = 0; c < 3; c++)
        out[c] = srgb_to_linear[packed >> format->shift[c] & 0xff];
    if (format->bits[3])
        out[3] = num_unorm_to_float(packed >> format->shift[3] & 0xff, 8);
}

/* D3D11.3 19.3.2.1 */
static void load_shared_exponent(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    uint32_t packed = load_u32(element);
    format_defaults(format, out);
    for (unsigned c = 0; c < 3; c++)
        out[c] = num_shared_exponent_to_float(packed >> format->shift[c] & 0x1ff, packed >> 27);
}

/* D3D11.3 19.4: the texels share red and blue; the second green is 16 bits after the first. */
static void load_pair(const struct format_info *format, const uint8_t *element, unsigned x, uint32_t out[4])
{
    bool green_first = format->coding == FORMAT_GR_GB;
    unsigned green = (green_first ? 0 : 1) + 2 * x, red = green_first ? 1 : 0;
    format_defaults(format, out);
    out[0] = num_unorm_to_float(element[red], 8);
    out[1] = num_unorm_to_float(element[green], 8);
    out[2] = num_unorm_to_float(element[red + 2], 8);
}

void format_load_texel(const struct format_info *format, const uint8_t *element, unsigned x, unsigned y,
                       uint32_t out[4])
{
    switch ((enum format_coding)format->coding) {
    case FORMAT_CHANNELS: format_load(format, element, out); break;
    case FORMAT_SRGB: load_srgb(format, element, out); break;
    case FORMAT_SHARED_EXPONENT: load_shared_exponent(format, element, out); break;
    case FORMAT_RG_BG:
    case FORMAT_GR_GB: load_pair(format, element, x, out); break;
    case FORMAT_NO_TEXELS: memset(out, 0, 4 * sizeof *out); break;
    default: bc_load(format, element, 4 * y + x, out); break;
    }
}

/* ---- border colours and references of comparisons ---- */

static uint32_t clamp_unit(uint32_t word, float low)
{
    float x = float_of_bits(num_flush_f32(word));
    float clamped = x > low ? x < 1.0f ? x : 1.0f : low;
    return bits_of_float(x == x ? clamped : 0.0f);
}

/* Range of a float channel. */
struct float_range {
    float largest;
    bool is_signed, has_specials; /* INF and NaN */
};

/* D3D11.3 3.1.5, 3.1.6, 19.3.2.2; BC6H decodes to finite halves (19.5.13). */
static struct float_range range_of(const struct format_info *format, unsigned c)
{
    const float half = 65504.0f;
    if (format->coding == FORMAT_SHARED_EXPONENT)
        return (struct float_range){65408.0f, false, false};
    if (format->coding == FORMAT_BC6H_UNSIGNED || format->coding == FORMAT_BC6H_SIGNED)
        return (struct float_range){half, format->coding == FORMAT_BC6H_SIGNED, false};
    switch (format->bits[c]) {
    case 10: return (struct float_range){64512.0f, false, true};
    case 11: return (struct float_range){65024.0f, false, true};
    case 16: return (struct float_range){half, true, true};
    default: return (struct float_range){INFINITY, true, true};
    }
}

/* As conversions do (3.2.2): out of range gives the nearest limit, NaN 0 if the format has none. */
static uint32_t clamp_float(const struct format_info *format, unsigned c, uint32_t word)
{
    struct float_range range = range_of(format, c);
    float x = num_float(word), low = range.is_signed ? -range.largest : 0.0f;
    if (x != x)
        return range.has_specials ? word : 0;
    bool is_infinite = x - x != 0.0f;
    if (is_infinite && range.has_specials && (x > 0.0f || range.is_signed))
        return word;
    if (x <= low)
        return bits_of_float(low);
    return x > range.largest ? bits_of_float(range.largest) : word;
}

uint32_t format_clamp(const struct format_info *format, unsigned c, uint32_t word)
{
    unsigned bits = format->bits[c];
    switch ((enum format_kind)format->kind) {
    case FORMAT_UNORM: return clamp_unit(word, 0.0f);
    case FORMAT_SNORM: return clamp_unit(word, -1.0f);
    case FORMAT_UINT: return num_uint_to_channel(num_ftou(word), bits);
    case FORMAT_SINT: return num_channel_to_sint(num_sint_to_channel(num_ftoi(word), bits), bits);
    case FORMAT_FLOAT: break;
    }
    return clamp_float(format, c, word);
}

uint32_t format_quantize(const struct format_info *format, unsigned c, uint32_t word)
{
    unsigned bits = format->bits[c];
    bool has_fields = format->coding == FORMAT_CHANNELS;
    switch ((enum format_kind)format->kind) {
    case FORMAT_UNORM: return num_unorm_to_float(num_float_to_unorm(word, bits), bits);
    case FORMAT_SNORM: return num_snorm_to_float(num_float_to_snorm(word, bits), bits);
    case FORMAT_FLOAT:
        word = format_clamp(format, c, word);
        return has_fields && bits < 32 ? channel_decode(format, channel_encode(format, word, bits), bits)
                                       : word;
    default: return word;
    }
}

/* ---- public functions ---- */

/* The format itself, or the default format of its views; NULL without texels. */
static const struct format_info *format_of_texels(sm5_format format)
{
    const struct format_info *info = format_info(format);
    if (info && info->coding == FORMAT_NO_TEXELS)
        info = info->view ? format_info(info->view) : NULL;
    return info;
}

bool sm5_format_info(sm5_format format, struct sm5_format_info *out)
{
    static const enum sm5_texel_type types[] = {[FORMAT_FLOAT] = SM5_TEXEL_FLOAT,
                                                [FORMAT_UNORM] = SM5_TEXEL_FLOAT,
                                                [FORMAT_SNORM] = SM5_TEXEL_FLOAT,
                                                [FORMAT_UINT] = SM5_TEXEL_UINT,
                                                [FORMAT_SINT] = SM5_TEXEL_SINT};
    const struct format_info *info = format_info(format), *texels = format_of_texels(format);
    if (!info)
        return false;
    *out = (struct sm5_format_info){
        .bytes = info->bytes, .block_width = info->block[0], .block_height = info->block[1]};
    for (unsigned c = 0; texels && c < 4; c++)
        out->channels |= (texels->bits[c] != 0) << c;
    if (texels)
        out->type = types[texels->kind];
    return true;
}

bool sm5_format_load(sm5_format format, const void *element, uint32_t x, uint32_t y, uint32_t texel[4])
{
    const struct format_info *info = format_of_texels(format);
    memset(texel, 0, 4 * sizeof *texel);
    if (info && x < info->block[0] && y < info->block[1])
        format_load_texel(info, element, x, y, texel);
    return info && x < info->block[0] && y < info->block[1];
}
