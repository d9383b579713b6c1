/* DDS files: a header that describes a texture, then its subresources in Direct3D's order. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

/* Byte offsets in the file. */
enum {
    AT_SIZE = 4,
    AT_FLAGS = 8,
    AT_HEIGHT = 12,
    AT_WIDTH = 16,
    AT_DEPTH = 24,
    AT_MIPS = 28,
    AT_PIXEL = 76, /* size, flags, four-character code, bits, masks r g b a */
    AT_CAPS = 108,
    AT_CAPS2 = 112,
    HEADER = 128,
    AT_DXGI = 128, /* the DX10 extension: format, dimension, flags, array size, flags */
    AT_DIMENSION = 132,
    AT_MISC = 136,
    AT_LAYERS = 140,
    HEADER10 = 148,
};

enum {
    HEADER_SIZE = 124,
    PIXEL_SIZE = 32,
    FLAGS_MUST = 0x1007, /* caps, height, width, pixel format */
    FLAG_MIPS = 0x20000,
    FLAG_DEPTH = 0x800000,
    PIXEL_ALPHA = 2,
    PIXEL_CODE = 4,
    CAPS_TEXTURE = 0x1000,
    CAPS_COMPLEX = 8,
    CAPS_MIPS = 0x400000,
    CAPS2_CUBE = 0x200,
    CAPS2_FACES = 0xfc00,
    CAPS2_VOLUME = 0x200000,
    MISC_CUBE = 4,
    DIMENSION_1D = 2, /* 3: 2D, 4: 3D */
    DIMENSION_3D = 4,
};

#define CODE(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* Four-character codes, and numbers of older formats used in their place; then DXGI's. */
static const uint32_t codes[][2] = {
    {CODE('D', 'X', 'T', '1'), 71},
    {CODE('D', 'X', 'T', '2'), 74},
    {CODE('D', 'X', 'T', '3'), 74},
    {CODE('D', 'X', 'T', '4'), 77},
    {CODE('D', 'X', 'T', '5'), 77},
    {CODE('A', 'T', 'I', '1'), 80},
    {CODE('B', 'C', '4', 'U'), 80},
    {CODE('B', 'C', '4', 'S'), 81},
    {CODE('A', 'T', 'I', '2'), 83},
    {CODE('B', 'C', '5', 'U'), 83},
    {CODE('B', 'C', '5', 'S'), 84},
    {CODE('R', 'G', 'B', 'G'), 68},
    {CODE('G', 'R', 'G', 'B'), 69},
    {36, 11},
    {110, 13},
    {111, 54},
    {112, 34},
    {113, 10},
    {114, 41},
    {115, 16},
    {116, 2},
};

/* Bits of a pixel, masks of red, green, blue and alpha; DXGI format. */
static const uint32_t masks[][6] = {
    {32, 0xff, 0xff00, 0xff0000, 0xff000000, 28},
    {32, 0xff0000, 0xff00, 0xff, 0xff000000, 87},
    {32, 0xff0000, 0xff00, 0xff, 0, 88},
    {32, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000, 24},
    {32, 0xffff, 0xffff0000, 0, 0, 35},
    {32, 0xffffffff, 0, 0, 0, 41},
    {16, 0xf800, 0x7e0, 0x1f, 0, 85},
    {16, 0x7c00, 0x3e0, 0x1f, 0x8000, 86},
    {16, 0xf00, 0xf0, 0xf, 0xf000, 115},
    {16, 0xff, 0, 0, 0xff00, 49},
    {16, 0xff, 0xff00, 0, 0, 49},
    {16, 0xffff, 0, 0, 0, 56},
    {8, 0xff, 0, 0, 0, 61},
    {8, 0, 0, 0, 0xff, 65},
};

static uint32_t word(const struct io_bytes *file, size_t at)
{
    return load_u32(file->data + at);
}

static uint32_t format_of(const struct io_bytes *file)
{
    uint32_t flags = word(file, AT_PIXEL + 4), code = word(file, AT_PIXEL + 8);
    if (flags & PIXEL_CODE) {
        for (size_t i = 0; i < BASE_COUNT(codes); i++)
            if (codes[i][0] == code)
                return codes[i][1];
        return 0;
    }
    for (size_t i = 0; i < BASE_COUNT(masks); i++) {
        bool same = masks[i][0] == word(file, AT_PIXEL + 12);
        for (unsigned k = 0; k < 3; k++)
            same &= masks[i][1 + k] == word(file, AT_PIXEL + 16 + 4 * k);
        bool has_alpha = flags & (PIXEL_ALPHA | 1); /* with colours, or only alpha */
        if (same && masks[i][4] == (has_alpha ? word(file, AT_PIXEL + 28) : 0))
            return masks[i][5];
    }
    return 0;
}

static uint32_t least_one(uint32_t count)
{
    return count ? count : 1;
}

/* The DX10 extension contains format, kind and layers. */
static bool read_dx10(const struct io_bytes *file, struct io_dds *out, struct io_error *error)
{
    if (file->size < HEADER10)
        return io_fail(error, "the file ends in its header");
    uint32_t dimension = word(file, AT_DIMENSION);
    if (dimension < DIMENSION_1D || dimension > DIMENSION_3D)
        return io_fail(error, "dimension %u; expected 2 (1D), 3 (2D) or 4 (3D)", dimension);
    out->axes = dimension - 1;
    out->format = word(file, AT_DXGI);
    out->layers = least_one(word(file, AT_LAYERS));
    out->cube = word(file, AT_MISC) & MISC_CUBE;
    out->data = HEADER10;
    if (out->cube && __builtin_mul_overflow(out->layers, 6u, &out->layers))
        return io_fail(error, "more cubes than there can be");
    return true;
}

static bool read_legacy(const struct io_bytes *file, struct io_dds *out, struct io_error *error)
{
    uint32_t caps2 = word(file, AT_CAPS2);
    out->axes = caps2 & CAPS2_VOLUME ? 3 : 2;
    out->cube = caps2 & CAPS2_CUBE;
    out->layers = out->cube ? 6 : 1;
    out->format = format_of(file);
    out->data = HEADER;
    if (out->cube && (caps2 & CAPS2_FACES) != CAPS2_FACES)
        return io_fail(error, "a cube without all six faces");
    return out->format || io_fail(error, "a pixel format that DXGI has no number for here");
}

bool io_dds_read(const struct io_bytes *file, struct io_dds *out, struct io_error *error)
{
    *out = (struct io_dds){0};
    if (file->size < HEADER || memcmp(file->data, "DDS ", 4) != 0 || word(file, AT_SIZE) != HEADER_SIZE ||
        word(file, AT_PIXEL) != PIXEL_SIZE)
        return io_fail(error, "no DDS header");
    bool is_dx10 =
        (word(file, AT_PIXEL + 4) & PIXEL_CODE) && word(file, AT_PIXEL + 8) == CODE('D', 'X', '1', '0');
    if (!(is_dx10 ? read_dx10 : read_legacy)(file, out, error))
        return false;
    out->width = least_one(word(file, AT_WIDTH));
    out->height = out->axes > 1 ? least_one(word(file, AT_HEIGHT)) : 1;
    out->depth = out->axes > 2 ? least_one(word(file, AT_DEPTH)) : 1;
    out->mips = least_one(word(file, AT_MIPS)); /* some writers omit the flag */
    return true;
}

bool io_dds_bytes(const struct io_dds *t, const void *data, size_t size, struct io_bytes *out,
                  struct io_error *error)
{
    uint8_t *file = calloc(1, HEADER10 + size + 1);
    if (!file)
        return io_fail_memory(error);
    memcpy(file, "DDS ", 4);
    store_u32(file + AT_SIZE, HEADER_SIZE);
    store_u32(file + AT_FLAGS, FLAGS_MUST | (t->mips > 1 ? FLAG_MIPS : 0) | (t->axes > 2 ? FLAG_DEPTH : 0));
    store_u32(file + AT_HEIGHT, t->height);
    store_u32(file + AT_WIDTH, t->width);
    store_u32(file + AT_DEPTH, t->depth);
    store_u32(file + AT_MIPS, t->mips);
    store_u32(file + AT_PIXEL, PIXEL_SIZE);
    store_u32(file + AT_PIXEL + 4, PIXEL_CODE);
    memcpy(file + AT_PIXEL + 8, "DX10", 4);
    bool is_complex = t->mips > 1 || t->layers > 1 || t->axes > 2;
    store_u32(file + AT_CAPS, CAPS_TEXTURE | (is_complex ? CAPS_COMPLEX : 0) | (t->mips > 1 ? CAPS_MIPS : 0));
    store_u32(file + AT_CAPS2, (t->cube ? CAPS2_CUBE | CAPS2_FACES : 0) | (t->axes > 2 ? CAPS2_VOLUME : 0));
    store_u32(file + AT_DXGI, t->format);
    store_u32(file + AT_DIMENSION, t->axes + 1);
    store_u32(file + AT_MISC, t->cube ? MISC_CUBE : 0);
    store_u32(file + AT_LAYERS, t->cube ? t->layers / 6 : t->layers);
    memcpy(file + HEADER10, data, size);
    *out = (struct io_bytes){.data = file, .size = HEADER10 + size};
    return true;
}
