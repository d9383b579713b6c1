/* Formats: each row against conversions written from D3D11.3 3.2, and layouts written by hand. */
#include "base/base.h"
#include "texture/texture.h"

#include <math.h>

#include "test.h"

/* ---- the table ---- */

static void test_rows_are_found_by_number_and_name(void **state)
{
    (void)state;
    unsigned count = 0, buffers = 0;
    for (const struct format_info *row; (row = format_at(count)); count++) {
        assert_ptr_equal(format_info(row->dxgi), row);
        assert_string_equal(sm5_format_name(row->dxgi), row->name);
        assert_int_equal(sm5_format_bytes(row->dxgi), row->bytes);
        assert_int_equal(sm5_format_find(row->name), row->dxgi);
        buffers += row->buffer;
    }
    assert_int_equal(buffers, 47);
    assert_int_equal(count, 47 + 25 + 26);
    assert_int_equal(sm5_format_find("r32g32_float"), 16);
    assert_int_equal(sm5_format_find("R8G8B8A8_Unorm"), 28);
}

static void test_formats_without_views_are_unknown(void **state)
{
    (void)state;
    /* unknown, 1-bit, XR bias, video, beyond */
    static const sm5_format none[] = {0, 66, 89, 103, 116, 1000, UINT32_MAX};
    for (unsigned i = 0; i < BASE_COUNT(none); i++) {
        assert_null(format_info(none[i]));
        assert_null(sm5_format_name(none[i]));
        assert_int_equal(sm5_format_bytes(none[i]), 0);
    }
    assert_int_equal(sm5_format_find("R32"), 0);
    assert_int_equal(sm5_format_find(""), 0);
}

static void test_formats_without_buffer_views_are_marked(void **state)
{
    (void)state;
    /* typeless, depth, sRGB, A8, shared exponent, block compression */
    static const sm5_format textures[] = {1, 20, 21, 29, 39, 65, 67, 71, 91};
    for (unsigned i = 0; i < BASE_COUNT(textures); i++)
        assert_false(format_info(textures[i])->buffer);
}

static void test_views_of_resource_formats_have_texels(void **state)
{
    (void)state;
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)); i++) {
        const struct format_info *view = row->view ? format_info(row->view) : NULL;
        if (!view)
            continue;
        assert_int_equal(row->coding, FORMAT_NO_TEXELS);
        assert_int_not_equal(view->coding, FORMAT_NO_TEXELS);
        assert_int_equal(view->bytes, row->bytes);
        assert_memory_equal(view->block, row->block, 2);
    }
}

/* ---- what only textures have ---- */

static void load(const char *format, uint32_t element, unsigned x, uint32_t out[4])
{
    format_load_texel(format_info(sm5_format_find(format)), (const uint8_t *)&element, x, 0, out);
}

static double curve(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void test_srgb_follows_the_curve(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t out[4];
        float expected = (float)curve(i / 255.0);
        load("R8G8B8A8_UNORM_SRGB", i | i << 24, 0, out);
        assert_true(fabs((double)float_of_bits(out[0]) - (double)expected) <= (double)expected * 0x1p-23);
        assert_true(float_of_bits(out[3]) == (float)i / 255.0f);
        load("B8G8R8A8_UNORM_SRGB", i << 16, 0, out);
        assert_true(fabs((double)float_of_bits(out[0]) - (double)expected) <= (double)expected * 0x1p-23);
    }
}

static void test_shared_exponent_is_the_example_of_the_specification(void **state)
{
    (void)state;
    uint32_t out[4];
    load("R9G9B9E5_SHAREDEXP", 0x999320c8, 0, out); /* D3D11.3 19.3.2.1 */
    assert_true(float_of_bits(out[0]) == 6.25f && float_of_bits(out[1]) == 12.5f);
    assert_true(float_of_bits(out[2]) == 3.125f && float_of_bits(out[3]) == 1.0f);
}

static void test_depth_and_stencil_are_in_their_channels(void **state)
{
    (void)state;
    uint32_t out[4], pair[2] = {0x3f000000, 0xffffff7b};
    load("R24_UNORM_X8_TYPELESS", 0x7bffffff, 0, out);
    assert_true(float_of_bits(out[0]) == 1.0f);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[3], 0x3f800000);
    load("X24_TYPELESS_G8_UINT", 0x7bffffff, 0, out);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0x7b);
    assert_int_equal(out[3], 1);
    format_load_texel(format_info(21), (const uint8_t *)pair, 0, 0, out);
    assert_int_equal(out[0], 0x3f000000);
    assert_int_equal(out[1], 0);
    format_load_texel(format_info(22), (const uint8_t *)pair, 0, 0, out);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0x7b);
}

static void test_only_alpha(void **state)
{
    (void)state;
    uint32_t out[4];
    load("A8_UNORM", 51, 0, out);
    assert_int_equal(out[0], 0);
    assert_true(float_of_bits(out[3]) == 0.2f);
}

static void test_pairs_share_red_and_blue(void **state)
{
    (void)state;
    uint32_t out[4];
    load("R8G8_B8G8_UNORM", 0x04330211, 1, out); /* r 0x11, g 0x02, b 0x33, g 0x04 */
    assert_true(float_of_bits(out[0]) == 17 / 255.0f && float_of_bits(out[1]) == 4 / 255.0f);
    assert_true(float_of_bits(out[2]) == 51 / 255.0f && float_of_bits(out[3]) == 1.0f);
    load("G8R8_G8B8_UNORM", 0x33041102, 0, out); /* g 0x02, r 0x11, g 0x04, b 0x33 */
    assert_true(float_of_bits(out[0]) == 17 / 255.0f && float_of_bits(out[1]) == 2 / 255.0f);
    assert_true(float_of_bits(out[2]) == 51 / 255.0f);
}

/* The name gives the channels from the lowest bit up, their widths, and the kind. */
static void test_rows_say_what_their_names_say(void **state)
{
    (void)state;
    static const char letters[] = "RGBA";
    static const char *const kinds[] = {"FLOAT", "UNORM", "SNORM", "UINT", "SINT"};
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++) {
        unsigned at = 0, bits[4] = {0};
        char *name = (char *)row->name;
        while (*name != '_') {
            const char *letter = strchr(letters, *name); /* NULL for X */
            unsigned width = (unsigned)strtoul(name + 1, &name, 10);
            if (letter) {
                bits[letter - letters] = width;
                assert_int_equal(row->shift[letter - letters], at);
            }
            at += width;
        }
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(row->bits[c], bits[c]);
        assert_int_equal(at, row->bytes * 8);
        assert_string_equal(name + 1, kinds[row->kind]);
    }
}

/* ---- conversions, one channel at a time ---- */

static double small_float(uint32_t value, unsigned fraction_bits)
{
    uint32_t exponent = value >> fraction_bits & 31, fraction = value & ((1u << fraction_bits) - 1);
    double m = fraction / (double)(1u << fraction_bits);
    if (exponent == 31)
        return fraction ? NAN : INFINITY;
    return exponent ? ldexp(1 + m, (int)exponent - 15) : ldexp(m, -14);
}

/* The result of loading channel value `v` (D3D11.3 3.2.2, 3.2.3). */
static double expected_float(const struct format_info *row, uint32_t v, unsigned bits)
{
    double largest = (double)((1u << (bits - (row->kind == FORMAT_SNORM))) - 1);
    int32_t extended = (int32_t)(v << (32 - bits)) >> (32 - bits);
    if (row->kind == FORMAT_UNORM)
        return v / largest;
    if (row->kind == FORMAT_SNORM)
        return extended < -largest ? -1.0 : extended / largest;
    if (bits == 16)
        return (v & 0x8000 ? -1.0 : 1.0) * small_float(v & 0x7fff, 10);
    return small_float(v, bits - 5);
}

static uint32_t expected_word(const struct format_info *row, uint32_t v, unsigned bits)
{
    if (row->kind == FORMAT_UINT)
        return v;
    if (row->kind == FORMAT_SINT)
        return v >> (bits - 1) ? v | ~0u << (bits - 1) : v;
    return bits_of_float((float)expected_float(row, v, bits));
}

static void put_channel(const struct format_info *row, unsigned c, uint32_t value, uint8_t element[16])
{
    uint64_t packed = (uint64_t)value << row->shift[c];
    memset(element, 0, 16);
    memcpy(element, &packed, 8);
}

static bool is_nan_word(uint32_t word)
{
    return (word & 0x7fffffff) > 0x7f800000;
}

/* Loading a value and storing it again gives the value (19.1.2), but for the second -1 of snorm and NaN
 * payloads. */
static void check_channel_value(const struct format_info *row, unsigned c, uint32_t v)
{
    unsigned bits = row->bits[c];
    uint8_t element[16], back[16] = {0};
    uint32_t words[4], expected = expected_word(row, v, bits);
    put_channel(row, c, v, element);
    format_load(row, element, words);
    if (row->kind == FORMAT_FLOAT && is_nan_word(expected)) {
        assert_true(is_nan_word(words[c]));
        return;
    }
    assert_int_equal(words[c], expected);
    if (row->kind == FORMAT_SNORM && v == 1u << (bits - 1))
        put_channel(row, c, v + 1, element);
    format_store(row, back, words);
    assert_memory_equal(back, element, row->bytes);
}

static void test_every_value_of_every_narrow_channel(void **state)
{
    (void)state;
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++)
        for (unsigned c = 0; c < 4; c++)
            for (uint32_t v = 0; row->bits[c] < 32 && v < 1u << row->bits[c] && row->bits[c]; v++)
                check_channel_value(row, c, v);
}

static void test_channels_of_32_bits_move_bits(void **state)
{
    (void)state;
    /* denormal, signalling NaN, quiet NaN with payload, -0 */
    static const uint32_t words[4] = {0x00000001, 0x7fa00001, 0xffc12345, 0x80000000};
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++) {
        uint8_t element[16] = {0};
        uint32_t out[4];
        if (row->bits[0] != 32)
            continue;
        format_store(row, element, words);
        assert_memory_equal(element, words, row->bytes);
        format_load(row, element, out);
        assert_memory_equal(out, words, row->bytes);
    }
}

static void test_missing_channels_have_defaults(void **state)
{
    (void)state;
    const struct format_info *row;
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++) {
        uint8_t element[16];
        uint32_t loaded[4], defaults[4];
        bool is_integer = row->kind == FORMAT_UINT || row->kind == FORMAT_SINT;
        uint32_t alpha = is_integer ? 1 : 0x3f800000;
        memset(element, 0xff, sizeof element);
        format_load(row, element, loaded);
        format_defaults(row, defaults);
        for (unsigned c = 0; c < 3; c++) {
            assert_int_equal(defaults[c], 0);
            if (!row->bits[c])
                assert_int_equal(loaded[c], 0);
        }
        assert_int_equal(defaults[3], row->bits[3] ? 0 : alpha);
        if (!row->bits[3])
            assert_int_equal(loaded[3], alpha);
    }
}

static void test_a_store_writes_its_element_and_no_more(void **state)
{
    (void)state;
    const struct format_info *row;
    static const uint32_t words[4] = {0x3f000000, 0x3f000000, 0x3f000000, 0x3f000000};
    for (unsigned i = 0; (row = format_at(i)) && row->buffer; i++) {
        uint8_t element[32];
        memset(element, 0xa5, sizeof element);
        format_store(row, element + 1, words); /* any alignment is fine */
        assert_int_equal(element[0], 0xa5);
        for (unsigned k = row->bytes + 1; k < sizeof element; k++)
            assert_int_equal(element[k], 0xa5);
    }
}

/* ---- values that do not fit, and rounding ---- */

struct store {
    const char *format;
    uint32_t word;
    uint32_t element; /* the first channel's bits */
};

static const struct store stores[] = {
    /* 3.2.3.13: integers are clamped */
    {"R8_UINT", 255, 255},
    {"R8_UINT", 256, 255},
    {"R8_UINT", 0xffffffff, 255},
    {"R16_UINT", 0x10000, 0xffff},
    {"R8_SINT", 127, 127},
    {"R8_SINT", 128, 127},
    {"R8_SINT", 0x7fffffff, 127},
    {"R8_SINT", (uint32_t)-128, 0x80},
    {"R8_SINT", (uint32_t)-129, 0x80},
    {"R8_SINT", 0x80000000, 0x80},
    {"R16_SINT", 40000, 0x7fff},
    {"R16_SINT", (uint32_t)-40000, 0x8000},
    /* 3.2.3.6: to unorm */
    {"R8_UNORM", 0x3f000000, 128}, /* 0.5: 127.5 + 0.5 */
    {"R8_UNORM", 0x3f800000, 255},
    {"R8_UNORM", 0x40000000, 255}, /* 2 */
    {"R8_UNORM", 0xbf800000, 0},   /* -1 */
    {"R8_UNORM", 0x7fc00000, 0},   /* NaN */
    {"R8_UNORM", 0x7f800000, 255}, /* INF */
    {"R8_UNORM", 0xff800000, 0},   /* -INF */
    {"R8_UNORM", 0x3b008080, 0},   /* just below 0.5 / 255 */
    {"R8_UNORM", 0x3b008081, 1},   /* just above it */
    {"R16_UNORM", 0x3f000000, 0x8000},
    /* 3.2.3.4: to snorm */
    {"R8_SNORM", 0x3f800000, 127},
    {"R8_SNORM", 0xbf800000, 0x81},
    {"R8_SNORM", 0xc0000000, 0x81}, /* -2 */
    {"R8_SNORM", 0x3f000000, 64},   /* 0.5: 63.5 + 0.5 */
    {"R8_SNORM", 0xbf000000, 0xc0}, /* -0.5 */
    {"R8_SNORM", 0xffc00000, 0},    /* NaN */
    {"R8_SNORM", 0xff800000, 0x81}, /* -INF */
    {"R16_SNORM", 0xbf800000, 0x8001},
    /* 3.2.2: to a smaller float, toward zero */
    {"R16_FLOAT", 0x47c35000, 0x7bff}, /* 100000 */
    {"R16_FLOAT", 0xc7c35000, 0xfbff},
    {"R16_FLOAT", 0x7f800000, 0x7c00},
    {"R16_FLOAT", 0xff800000, 0xfc00},
    {"R16_FLOAT", 0x3f801fff, 0x3c00}, /* 1 and nearly one half unit more */
    {"R16_FLOAT", 0x33800000, 0x0001}, /* 2^-24 */
    {"R16_FLOAT", 0x337fffff, 0x0000}, /* just below it */
    {"R11G11B10_FLOAT", 0x3f800000, 0x3c0},
    {"R11G11B10_FLOAT", 0xbf800000, 0},     /* no sign: -1 */
    {"R11G11B10_FLOAT", 0xff800000, 0},     /* -INF */
    {"R11G11B10_FLOAT", 0x7f800000, 0x7c0}, /* INF */
    {"R11G11B10_FLOAT", 0x7f7fffff, 0x7bf}, /* the largest float */
    {"R11G11B10_FLOAT", 0x3f83ffff, 0x3c1},
};

static void test_stores_clamp_and_round(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(stores); i++) {
        const struct format_info *row = format_info(sm5_format_find(stores[i].format));
        const uint32_t words[4] = {stores[i].word, 0, 0, 0};
        uint8_t element[16] = {0};
        format_store(row, element, words);
        assert_int_equal(load_u32(element), stores[i].element);
    }
}

static void test_nan_stays_nan_in_floats(void **state)
{
    (void)state;
    static const char *const names[] = {"R16_FLOAT", "R11G11B10_FLOAT", "R32_FLOAT"};
    static const uint32_t nans[] = {0x7fc00000, 0x7f800001, 0xffffffff};
    for (unsigned i = 0; i < BASE_COUNT(names); i++)
        for (unsigned k = 0; k < BASE_COUNT(nans); k++) {
            const struct format_info *row = format_info(sm5_format_find(names[i]));
            uint32_t words[4] = {nans[k], 0, 0, 0};
            uint8_t element[16];
            format_store(row, element, words);
            format_load(row, element, words);
            assert_true(is_nan_word(words[0]));
        }
}

/* ---- layouts ---- */

struct layout {
    const char *format;
    uint32_t words[4];
    uint8_t element[8];
};

static const struct layout layouts[] = {
    {"R8G8B8A8_UINT", {1, 2, 3, 4}, {1, 2, 3, 4}},
    {"R16G16B16A16_UINT", {0x0102, 0x0304, 0x0506, 0x0708}, {2, 1, 4, 3, 6, 5, 8, 7}},
    {"R8G8_SINT", {1, (uint32_t)-1, 0, 0}, {1, 0xff}},
    {"R10G10B10A2_UINT", {0x3ff, 0, 1, 2}, {0xff, 0x03, 0x10, 0x80}},
    {"R10G10B10A2_UINT", {5000, 7, 0, 9}, {0xff, 0x1f, 0x00, 0xc0}},
    {"B8G8R8A8_UNORM", {0x3f800000, 0, 0x3f000000, 0x3f800000}, {0x80, 0, 0xff, 0xff}},
    {"B8G8R8X8_UNORM", {0x3f800000, 0, 0x3f000000, 0x3f800000}, {0x80, 0, 0xff, 0}},
    {"B5G6R5_UNORM", {0x3f800000, 0, 0, 0}, {0x00, 0xf8}},
    {"B5G6R5_UNORM", {0, 0x3f800000, 0, 0}, {0xe0, 0x07}},
    {"B5G5R5A1_UNORM", {0, 0, 0x3f800000, 0x3f800000}, {0x1f, 0x80}},
    {"B4G4R4A4_UNORM", {0x3f800000, 0, 0, 0x3f800000}, {0x00, 0xff}},
    {"R11G11B10_FLOAT", {0x3f800000, 0x3f800000, 0x3f800000, 0}, {0xc0, 0x03, 0x1e, 0x78}},
};

static void test_layouts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(layouts); i++) {
        const struct format_info *row = format_info(sm5_format_find(layouts[i].format));
        uint8_t element[16] = {0};
        format_store(row, element, layouts[i].words);
        assert_memory_equal(element, layouts[i].element, 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_found_by_number_and_name),
        cmocka_unit_test(test_formats_without_views_are_unknown),
        cmocka_unit_test(test_formats_without_buffer_views_are_marked),
        cmocka_unit_test(test_views_of_resource_formats_have_texels),
        cmocka_unit_test(test_srgb_follows_the_curve),
        cmocka_unit_test(test_shared_exponent_is_the_example_of_the_specification),
        cmocka_unit_test(test_depth_and_stencil_are_in_their_channels),
        cmocka_unit_test(test_only_alpha),
        cmocka_unit_test(test_pairs_share_red_and_blue),
        cmocka_unit_test(test_rows_say_what_their_names_say),
        cmocka_unit_test(test_every_value_of_every_narrow_channel),
        cmocka_unit_test(test_channels_of_32_bits_move_bits),
        cmocka_unit_test(test_missing_channels_have_defaults),
        cmocka_unit_test(test_a_store_writes_its_element_and_no_more),
        cmocka_unit_test(test_stores_clamp_and_round),
        cmocka_unit_test(test_nan_stays_nan_in_floats),
        cmocka_unit_test(test_layouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
