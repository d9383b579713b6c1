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

/* All channels of a format are words of their own, or all are narrower and fit into 8 bytes together. */
static bool has_words(const struct format_info *format)
{
    return format->bits[0] == 32;
}

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

/* Integers that do not fit are clamped (D3D11.3 3.2.3.13), floats are cut toward zero (3.2.2). */
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

/* Words move as they are, denormals and NaN payloads kept (D3D11.3 22.4.6). */
void format_load(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    format_defaults(format, out);
    if (has_words(format)) {
        memcpy(out, element, format->bytes);
        return;
    }
    uint64_t packed = packed_load(element, format->bytes);
    for (unsigned c = 0; c < 4; c++) {
        uint32_t channel = (uint32_t)(packed >> format->shift[c]) & ((1u << format->bits[c]) - 1);
        if (format->bits[c])
            out[c] = channel_decode(format, channel, format->bits[c]);
    }
}

void format_store(const struct format_info *format, uint8_t *element, const uint32_t in[4])
{
    uint64_t packed = 0;
    if (has_words(format)) {
        memcpy(element, in, format->bytes);
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        if (format->bits[c])
            packed |= (uint64_t)channel_encode(format, in[c], format->bits[c]) << format->shift[c];
    memcpy(element, &packed, format->bytes);
}
