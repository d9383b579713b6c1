/* Where subresources lie, which textures there are, and loads by coordinates. */
#include "base/base.h"
#include "model.h"
#include "request.h"
#include "test.h"

static uint64_t bytes_of(const char *format, enum sm5_texture_kind kind, uint32_t width, uint32_t height,
                         uint32_t depth, uint32_t layers, uint32_t mips, uint32_t samples)
{
    const struct sm5_texture t = {kind, sm5_format_find(format), width, height, depth, layers, mips, samples};
    return sm5_texture_bytes(&t);
}

static void test_sizes(void **state)
{
    (void)state;
    assert_int_equal(bytes_of("r8_unorm", SM5_TEXTURE_2D, 5, 3, 0, 0, 0, 0), 15);
    assert_int_equal(bytes_of("r8_unorm", SM5_TEXTURE_2D, 5, 3, 0, 2, 3, 0), 2 * (15 + 2 + 1));
    assert_int_equal(bytes_of("r32_float", SM5_TEXTURE_3D, 4, 4, 4, 0, 3, 0), 4 * (64 + 8 + 1));
    assert_int_equal(bytes_of("r16_float", SM5_TEXTURE_2D, 2, 2, 0, 3, 0, 4), 2 * 4 * 4 * 3);
    assert_int_equal(bytes_of("bc1_unorm", SM5_TEXTURE_2D, 5, 4, 0, 0, 3, 0), 8 * (2 + 1 + 1));
    assert_int_equal(bytes_of("bc7_unorm", SM5_TEXTURE_3D, 8, 8, 3, 0, 1, 0), 16 * 4 * 3);
    assert_int_equal(bytes_of("r8g8_b8g8_unorm", SM5_TEXTURE_2D, 5, 2, 0, 0, 0, 0), 4 * 3 * 2);
    assert_int_equal(bytes_of("d24_unorm_s8_uint", SM5_TEXTURE_2D, 7, 1, 0, 0, 0, 0), 28);
}

static void test_the_largest_ones_do_not_overflow(void **state)
{
    (void)state;
    assert_int_equal(bytes_of("r32g32b32a32_float", SM5_TEXTURE_2D, 16384, 16384, 0, 2048, 0, 32),
                     (uint64_t)16384 * 16384 * 16 * 2048 * 32);
}

static void test_what_does_not_exist(void **state)
{
    (void)state;
    static const struct sm5_texture none[] = {
        {0, 41, 1, 1, 1, 1, 1, 1},
        {4, 41, 1, 1, 1, 1, 1, 1},
        {SM5_TEXTURE_2D, 0, 1, 1, 1, 1, 1, 1},
        {SM5_TEXTURE_2D, 66, 1, 1, 1, 1, 1, 1},
        {SM5_TEXTURE_1D, 41, 16385, 1, 1, 1, 1, 1},
        {SM5_TEXTURE_1D, 41, 4, 2, 1, 1, 1, 1},
        {SM5_TEXTURE_2D, 41, 4, 16385, 1, 1, 1, 1},
        {SM5_TEXTURE_2D, 41, 4, 4, 2, 1, 1, 1},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 2049, 1, 1},
        {SM5_TEXTURE_3D, 41, 4, 4, 2049, 1, 1, 1},
        {SM5_TEXTURE_3D, 41, 4, 4, 4, 2, 1, 1},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 1, 4, 1},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 1, UINT32_MAX, 1},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 1, 1, 3},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 1, 1, 64},
        {SM5_TEXTURE_2D, 41, 4, 4, 1, 1, 2, 4},
        {SM5_TEXTURE_3D, 41, 4, 4, 4, 1, 1, 4},
        {SM5_TEXTURE_2D, 71, 4, 4, 1, 1, 1, 4},
    };
    for (unsigned i = 0; i < BASE_COUNT(none); i++) {
        struct sm5_subresource place;
        assert_int_equal(sm5_texture_bytes(&none[i]), 0);
        assert_false(sm5_texture_subresource(&none[i], 0, 0, &place));
    }
}

static void test_subresources_follow_each_other(void **state)
{
    (void)state;
    static const struct sm5_texture textures[] = {
        {SM5_TEXTURE_2D, 41, 13, 6, 1, 3, 4, 1},
        {SM5_TEXTURE_3D, 28, 9, 5, 7, 1, 4, 1},
        {SM5_TEXTURE_2D, 71, 17, 5, 1, 2, 5, 1},
    };
    for (unsigned i = 0; i < BASE_COUNT(textures); i++) {
        uint64_t at = 0;
        struct sm5_subresource place;
        for (uint32_t layer = 0; layer < textures[i].layers; layer++)
            for (uint32_t mip = 0; mip < textures[i].mips; mip++) {
                assert_true(sm5_texture_subresource(&textures[i], mip, layer, &place));
                assert_int_equal(place.offset, at);
                assert_int_equal(place.bytes, place.slice_bytes * place.depth);
                at += place.bytes;
            }
        assert_int_equal(at, sm5_texture_bytes(&textures[i]));
        assert_false(sm5_texture_subresource(&textures[i], textures[i].mips, 0, &place));
        assert_false(sm5_texture_subresource(&textures[i], 0, textures[i].layers, &place));
    }
}

/* Every texel of every shape, by ld, and none past the ends. */
static void test_loads_are_the_models_texels(void **state)
{
    (void)state;
    static const struct {
        enum isa_dimension dimension;
        struct sm5_texture sizes;
    } shapes[] = {
        {ISA_DIM_TEXTURE1DARRAY, {SM5_TEXTURE_1D, 0, 5, 1, 1, 3, 2, 1}},
        {ISA_DIM_TEXTURE2DARRAY, {SM5_TEXTURE_2D, 0, 4, 3, 1, 2, 3, 1}},
        {ISA_DIM_TEXTURE3D, {SM5_TEXTURE_3D, 0, 3, 2, 4, 1, 2, 1}},
    };
    for (unsigned i = 0; i < BASE_COUNT(shapes); i++) {
        struct model m;
        model_make(&m, shapes[i].dimension, (enum model_format)i, &shapes[i].sizes);
        for (unsigned k = 0; k < 6 * 6 * 6 * 6; k++) {
            uint32_t words[4] = {k % 6 + 1, k / 6 % 6, k / 36 % 6, k / 216}, got[4];
            uint32_t layer = i == 0 ? words[1] : i == 1 ? words[2] : 0, mip = words[3];
            int at[3] = {(int)words[0] - 1, i > 0 ? (int)words[1] : 0, i == 2 ? (int)words[2] : 0};
            struct texture_address address = {.offset = {-1, 0, 0}};
            memcpy(address.coords, words, sizeof words);
            texture_load(&m.view, &address, got);
            double wanted[4] = {0, 0, 0, i == 2};
            const struct sm5_texture *t = &m.texture;
            if (mip < t->mips && layer < t->layers && at[0] < (int)(t->width >> mip ? t->width >> mip : 1) &&
                at[1] < (int)(t->height >> mip ? t->height >> mip : 1) &&
                at[2] < (int)(t->depth >> mip ? t->depth >> mip : 1))
                model_texel(&m, mip, layer, at, wanted);
            for (unsigned c = 0; c < 4; c++)
                assert_true((double)float_of_bits(got[c]) == wanted[c]);
        }
        model_free(&m);
    }
}

static void test_samples_and_blocks_are_found(void **state)
{
    (void)state;
    uint8_t bytes[64];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 3);
    const struct sm5_texture samples = {SM5_TEXTURE_2D, sm5_format_find("r8_uint"), 3, 2, 1, 1, 1, 4};
    struct texture_view view;
    texture_layout_view(&samples, 0, 1, 0, 1, &view);
    view.format = format_info(samples.format);
    view.base = bytes;
    view.dimension = ISA_DIM_TEXTURE2DMS;
    struct texture_address at = {.coords = {1, 1, 0}, .sample = 2};
    uint32_t got[4];
    texture_load(&view, &at, got);
    assert_int_equal(got[0], ((3 + 1) * 4 + 2) * 3);
    at.sample = 4;
    texture_load(&view, &at, got);
    assert_int_equal(got[0], 0);

    const struct sm5_texture blocks = {SM5_TEXTURE_2D, sm5_format_find("bc1_unorm"), 8, 8, 1, 1, 1, 1};
    static const uint8_t red[8] = {0x00, 0xf8, 0x00, 0x00};
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes + 24, red, sizeof red); /* the fourth block */
    texture_layout_view(&blocks, 0, 1, 0, 1, &view);
    view.format = format_info(blocks.format);
    view.base = bytes;
    view.dimension = ISA_DIM_TEXTURE2D;
    for (uint32_t i = 0; i < 64; i++) {
        struct texture_address texel = {.coords = {i % 8, i / 8, 0}};
        texture_load(&view, &texel, got);
        assert_int_equal(got[0], i % 8 >= 4 && i / 8 >= 4 ? 0x3f800000 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_the_largest_ones_do_not_overflow),
        cmocka_unit_test(test_what_does_not_exist),
        cmocka_unit_test(test_subresources_follow_each_other),
        cmocka_unit_test(test_loads_are_the_models_texels),
        cmocka_unit_test(test_samples_and_blocks_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
