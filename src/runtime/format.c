/* DXGI formats of buffer views: the table, and how one element turns into four words and back. */
#include "base/base.h"
#include "numeric/num_format.h"
#include "runtime.h"

static const struct format_info formats[] = {
#define FORMAT(dxgi, name, kind, bytes, uav, rb, gb, bb, ab, rs, gs, bs, as)                                 \
    {#name, dxgi, bytes, FORMAT_##kind, uav, {rb, gb, bb, ab}, {rs, gs, bs, as}},
#include "format.def"
#undef FORMAT
};

enum {
#define FORMAT(dxgi, name, ...) ROW_##name,
#include "format.def"
#undef FORMAT
};

/* DXGI number to row + 1; 0 where there is none. */
static const uint8_t rows[] = {
#define FORMAT(dxgi, name, ...) [dxgi] = ROW_##name + 1,
#include "format.def"
#undef FORMAT
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

/* ---- elements ---- */

/* Channels of 32 bits stand on words of their own; all others lie within the element's first 8 bytes. */
static uint32_t channel_get(const struct format_info *format, const uint8_t *element, unsigned c)
{
    if (format->bits[c] == 32)
        return load_u32(element + format->shift[c] / 8);
    uint64_t all = 0;
    memcpy(&all, element, format->bytes);
    return (uint32_t)(all >> format->shift[c]) & ((1u << format->bits[c]) - 1);
}

/* 32-bit channels of any kind move bits: denormals and NaN payloads are kept (D3D11.3 22.4.6). */
static uint32_t channel_decode(const struct format_info *format, uint32_t value, unsigned bits)
{
    if (bits == 32)
        return value;
    switch ((enum format_kind)format->kind) {
    case FORMAT_FLOAT: return bits == 16 ? num_half_to_float(value) : num_smallfloat_to_float(value, bits);
    case FORMAT_UNORM: return num_unorm_to_float(value, bits);
    case FORMAT_SNORM: return num_snorm_to_float(value, bits);
    case FORMAT_SINT: return num_channel_to_sint(value, bits);
    case FORMAT_UINT: break;
    }
    return value;
}

/* Integers that do not fit are clamped (D3D11.3 3.2.3.13), floats are cut toward zero (3.2.2). */
static uint32_t channel_encode(const struct format_info *format, uint32_t word, unsigned bits)
{
    if (bits == 32)
        return word;
    switch ((enum format_kind)format->kind) {
    case FORMAT_FLOAT: return bits == 16 ? num_float_to_half(word) : num_float_to_smallfloat(word, bits);
    case FORMAT_UNORM: return num_float_to_unorm(word, bits);
    case FORMAT_SNORM: return num_float_to_snorm(word, bits);
    case FORMAT_SINT: return num_sint_to_channel(word, bits);
    case FORMAT_UINT: break;
    }
    return num_uint_to_channel(word, bits);
}

static uint32_t alpha_default(const struct format_info *format)
{
    bool is_integer = format->kind == FORMAT_UINT || format->kind == FORMAT_SINT;
    return is_integer ? 1 : 0x3f800000;
}

void format_defaults(const struct format_info *format, uint32_t out[4])
{
    out[0] = out[1] = out[2] = 0;
    out[3] = format->bits[3] ? 0 : alpha_default(format);
}

void format_load(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    format_defaults(format, out);
    for (unsigned c = 0; c < 4; c++)
        if (format->bits[c])
            out[c] = channel_decode(format, channel_get(format, element, c), format->bits[c]);
}

void format_store(const struct format_info *format, uint8_t *element, const uint32_t in[4])
{
    uint64_t packed = 0;
    for (unsigned c = 0; c < 4; c++) {
        unsigned bits = format->bits[c];
        if (bits == 32)
            store_u32(element + format->shift[c] / 8, in[c]);
        else if (bits)
            packed |= (uint64_t)channel_encode(format, in[c], bits) << format->shift[c];
    }
    if (format->bits[0] != 32)
        memcpy(element, &packed, format->bytes);
}
