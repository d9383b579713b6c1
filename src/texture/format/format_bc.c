/* BC1 to BC5 (D3D11.3 19.5.6 to 19.5.12), and dispatch to BC6H and BC7. */
#include "texture/format/format_bc.h"
#include "base/base.h"
#include "numeric/num_format.h"

/* ---- BC1 to BC3: colours ---- */

/* D3D11.3 19.5.3: to 8 bits, by replicating the high bits. */
static void promote(uint32_t color, uint32_t out[3])
{
    uint32_t r = color >> 11, g = color >> 5 & 63, b = color & 31;
    out[0] = r << 3 | r >> 2;
    out[1] = g << 2 | g >> 4;
    out[2] = b << 3 | b >> 2;
}

/* Colours are 8-bit numbers; interpolation truncates, as the reference does. `punch_through` allows blocks of
   three colours and transparent black. Returns alpha. */
static bool decode_color(const uint8_t *block, unsigned texel, bool punch_through, uint32_t out[3])
{
    uint32_t color_0 = load_u16(block), color_1 = load_u16(block + 2), a[3], b[3];
    unsigned code = load_u32(block + 4) >> (2 * texel) & 3;
    bool three = punch_through && color_0 <= color_1;
    promote(color_0, a);
    promote(color_1, b);
    for (unsigned c = 0; c < 3; c++) {
        uint32_t middle = three ? (a[c] + b[c]) / 2 : (2 * a[c] + b[c]) / 3;
        uint32_t far = three ? 0 : (a[c] + 2 * b[c]) / 3;
        out[c] = code == 0 ? a[c] : code == 1 ? b[c] : code == 2 ? middle : far;
    }
    return !(three && code == 3);
}

static void convert_colors(const uint32_t in[3], bool srgb, uint32_t out[4])
{
    for (unsigned c = 0; c < 3; c++)
        out[c] = srgb ? srgb_to_linear[in[c]] : num_unorm_to_float(in[c], 8);
}

/* ---- BC4, BC5, alpha of BC3 ---- */

/* `a` and `b` are the endpoints, `last` represents 1.0, `low` is the smallest value. All sums are exact, so
   there is one rounding. */
static uint32_t interpolate(int a, int b, unsigned code, bool eight, int last, float low)
{
    if (code < 2)
        return bits_of_float((float)(code ? b : a) / (float)last);
    if (!eight && code >= 6)
        return bits_of_float(code == 6 ? low : 1.0f);
    int steps = eight ? 7 : 5, at = (int)code - 1;
    return bits_of_float((float)((steps - at) * a + at * b) / (float)(steps * last));
}

static uint32_t decode_channel(const uint8_t *block, unsigned texel, bool is_signed)
{
    uint64_t codes = load_u64(block) >> 16;
    unsigned code = codes >> (3 * texel) & 7;
    if (!is_signed)
        return interpolate(block[0], block[1], code, block[0] > block[1], 255, 0.0f);
    int a = (int8_t)block[0], b = (int8_t)block[1];
    bool eight = a > b;
    a = a < -127 ? -127 : a; /* both mean -1 */
    b = b < -127 ? -127 : b;
    return interpolate(a, b, code, eight, 127, -1.0f);
}

/* ---- texels ---- */

static void load_bc1(const uint8_t *block, unsigned texel, bool srgb, uint32_t out[4])
{
    uint32_t colors[3];
    bool opaque = decode_color(block, texel, true, colors);
    convert_colors(colors, srgb, out);
    out[3] = opaque ? 0x3f800000 : 0;
}

static void load_bc2(const uint8_t *block, unsigned texel, bool srgb, uint32_t out[4])
{
    uint32_t colors[3];
    decode_color(block + 8, texel, false, colors);
    convert_colors(colors, srgb, out);
    out[3] = num_unorm_to_float(load_u64(block) >> (4 * texel) & 15, 4);
}

static void load_bc3(const uint8_t *block, unsigned texel, bool srgb, uint32_t out[4])
{
    uint32_t colors[3];
    decode_color(block + 8, texel, false, colors);
    convert_colors(colors, srgb, out);
    out[3] = decode_channel(block, texel, false);
}

static void load_bc6h(const uint8_t *block, unsigned texel, bool is_signed, uint32_t out[4])
{
    uint16_t halves[3];
    bc6h_decode(block, texel, is_signed, halves);
    for (unsigned c = 0; c < 3; c++)
        out[c] = num_half_to_float(halves[c]);
}

static void load_bc7(const uint8_t *block, unsigned texel, bool srgb, uint32_t out[4])
{
    uint8_t bytes[4];
    bc7_decode(block, texel, bytes);
    uint32_t colors[3] = {bytes[0], bytes[1], bytes[2]};
    convert_colors(colors, srgb, out);
    out[3] = num_unorm_to_float(bytes[3], 8);
}

void bc_load(const struct format_info *format, const uint8_t *block, unsigned texel, uint32_t out[4])
{
    enum format_coding coding = format->coding;
    bool is_signed = format->kind == FORMAT_SNORM;
    format_defaults(format, out);
    switch (coding) {
    case FORMAT_BC1:
    case FORMAT_BC1_SRGB: load_bc1(block, texel, coding == FORMAT_BC1_SRGB, out); break;
    case FORMAT_BC2:
    case FORMAT_BC2_SRGB: load_bc2(block, texel, coding == FORMAT_BC2_SRGB, out); break;
    case FORMAT_BC3:
    case FORMAT_BC3_SRGB: load_bc3(block, texel, coding == FORMAT_BC3_SRGB, out); break;
    case FORMAT_BC5: out[1] = decode_channel(block + 8, texel, is_signed); /* fall through */
    case FORMAT_BC4: out[0] = decode_channel(block, texel, is_signed); break;
    case FORMAT_BC6H_UNSIGNED:
    case FORMAT_BC6H_SIGNED: load_bc6h(block, texel, coding == FORMAT_BC6H_SIGNED, out); break;
    case FORMAT_BC7:
    case FORMAT_BC7_SRGB: load_bc7(block, texel, coding == FORMAT_BC7_SRGB, out); break;
    default: break;
    }
}
