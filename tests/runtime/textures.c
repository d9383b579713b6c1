/* Textures and samplers as bindings: what a slot sees of a texture, and every diagnostic of one that does not
 * fit. */
#include "fake.h"
#include "test.h"

enum { T_2D, T_ARRAY, T_CUBE, T_CUBES, T_MS, T_3D, T_UINT, U_2D, U_ATOMIC, T_BUFFER, U_3D, S_0, SLOTS };

struct fixture {
    struct program_resource resources[SLOTS];
    struct sm5_program program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffer; /* 1 MiB */
    struct sm5_diags *diags;
};

static struct program_resource slot_of(uint8_t file, uint32_t id, uint8_t dimension, uint32_t type)
{
    struct program_resource resource = fake_typed(file, id, type);
    resource.dimension = dimension;
    return resource;
}

static int setup(void **state)
{
    struct fixture *f = *state = calloc(1, sizeof *f);
    const struct program_resource all[SLOTS] = {
        [T_2D] = slot_of(ISA_FILE_SRV, 0, ISA_DIM_TEXTURE2D, ISA_RETURN_FLOAT),
        [T_ARRAY] = slot_of(ISA_FILE_SRV, 1, ISA_DIM_TEXTURE2DARRAY, ISA_RETURN_FLOAT),
        [T_CUBE] = slot_of(ISA_FILE_SRV, 2, ISA_DIM_TEXTURECUBE, ISA_RETURN_FLOAT),
        [T_CUBES] = slot_of(ISA_FILE_SRV, 3, ISA_DIM_TEXTURECUBEARRAY, ISA_RETURN_FLOAT),
        [T_MS] = slot_of(ISA_FILE_SRV, 4, ISA_DIM_TEXTURE2DMS, ISA_RETURN_FLOAT),
        [T_3D] = slot_of(ISA_FILE_SRV, 5, ISA_DIM_TEXTURE3D, ISA_RETURN_FLOAT),
        [T_UINT] = slot_of(ISA_FILE_SRV, 6, ISA_DIM_TEXTURE2D, ISA_RETURN_UINT),
        [U_2D] = slot_of(ISA_FILE_UAV, 0, ISA_DIM_TEXTURE2D, ISA_RETURN_FLOAT),
        [U_ATOMIC] = slot_of(ISA_FILE_UAV, 1, ISA_DIM_TEXTURE2D, ISA_RETURN_UINT),
        [T_BUFFER] = fake_typed(ISA_FILE_SRV, 7, ISA_RETURN_FLOAT),
        [U_3D] = slot_of(ISA_FILE_UAV, 2, ISA_DIM_TEXTURE3D, ISA_RETURN_FLOAT),
        [S_0] = {.file = ISA_FILE_SAMPLER},
    };
    memcpy(f->resources, all, sizeof all);
    f->program = fake_program(50, f->resources, SLOTS);
    f->bindings = sm5_bindings_new(&f->program);
    f->buffer = sm5_buffer_new(1 << 20);
    f->diags = sm5_diags_new();
    return f->bindings && f->buffer && f->diags ? 0 : -1;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    sm5_bindings_free(f->bindings);
    sm5_buffer_free(f->buffer);
    sm5_diags_free(f->diags);
    free(f);
    return 0;
}

static const struct runtime_view *bound(const struct fixture *f, unsigned resource)
{
    const struct runtime_slot *slot = &runtime_bindings_of(f->bindings)->slots[resource];
    return runtime_view_at(slot, slot->resource->lower);
}

static struct sm5_view view_of(enum sm5_texture_kind kind, const char *format, uint32_t width,
                               uint32_t height, uint32_t layers, uint32_t mips)
{
    return (struct sm5_view){.texture = {kind, sm5_format_find(format), width, height,
                                         kind == SM5_TEXTURE_3D ? 4 : 1, layers, mips, 1}};
}

static const struct texture_view *expect_good(struct fixture *f, const char *slot, unsigned resource,
                                              struct sm5_view view)
{
    view.buffer = f->buffer;
    assert_int_equal(fake_bind(f->bindings, slot, view, f->diags), SM5_OK);
    assert_int_equal(sm5_diags_count(f->diags), 0);
    assert_int_equal(bound(f, resource)->kind, VIEW_TEXTURE);
    assert_non_null(bound(f, resource)->texture);
    return bound(f, resource)->texture;
}

static void forget(struct fixture *f)
{
    sm5_diags_free(f->diags);
    f->diags = sm5_diags_new();
    assert_non_null(f->diags);
}

static void expect_bad(struct fixture *f, const char *slot, struct sm5_view view, const char *code)
{
    view.buffer = f->buffer;
    forget(f);
    assert_int_equal(fake_bind(f->bindings, slot, view, f->diags), SM5_ERR_BINDING);
    if (!fake_says(f->diags, code))
        fail_msg("%s: %s, not %s", slot, sm5_diags_at(f->diags, 0)->code, code);
    for (unsigned i = 0; i < SLOTS; i++)
        assert_null(bound(f, i)->texture);
}

/* ---- what is seen ---- */

static void test_all_mips_of_one_layer(void **state)
{
    struct fixture *f = *state;
    const struct texture_view *t =
        expect_good(f, "t0", T_2D, view_of(SM5_TEXTURE_2D, "r32_float", 8, 4, 3, 4));
    assert_int_equal(t->mips, 4);
    assert_int_equal(t->layers, 1);
    assert_int_equal(t->levels[1].width, 4);
    assert_int_equal(t->levels[1].height, 2);
    assert_int_equal(t->levels[1].offset, 8 * 4 * 4);
    assert_ptr_equal(t->base, sm5_buffer_data(f->buffer));
}

static void test_some_mips_and_layers(void **state)
{
    struct fixture *f = *state;
    struct sm5_view view = view_of(SM5_TEXTURE_2D, "r8_unorm", 8, 8, 5, 4);
    view.first_mip = 1;
    view.mips = 2;
    view.first_layer = 2;
    const struct texture_view *t = expect_good(f, "t1", T_ARRAY, view);
    assert_int_equal(t->mips, 2);
    assert_int_equal(t->layers, 3);
    assert_int_equal(t->layer_bytes, 64 + 16 + 4 + 1);
    assert_int_equal(t->levels[0].offset, 2 * 85 + 64);
    assert_int_equal(t->levels[0].width, 4);
}

static void test_cubes_take_six_layers_each(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(expect_good(f, "t2", T_CUBE, view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 6, 1))->layers,
                     6);
    assert_int_equal(expect_good(f, "t3", T_CUBES, view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 14, 1))->layers,
                     12);
}

static void test_a_uav_sees_one_mip(void **state)
{
    struct fixture *f = *state;
    struct sm5_view view = view_of(SM5_TEXTURE_2D, "r32_float", 8, 8, 1, 4);
    view.first_mip = 2;
    const struct texture_view *t = expect_good(f, "u0", U_2D, view);
    assert_int_equal(t->mips, 1);
    assert_int_equal(t->levels[0].width, 2);
}

static void test_a_uav_of_a_volume_sees_slices(void **state)
{
    struct fixture *f = *state;
    struct sm5_view view = view_of(SM5_TEXTURE_3D, "r8_unorm", 4, 4, 1, 2); /* 4 slices, then 2 */
    assert_int_equal(expect_good(f, "u2", U_3D, view)->levels[0].depth, 4);
    view.first_layer = 1, view.layers = 2;
    const struct texture_view *t = expect_good(f, "u2", U_3D, view);
    assert_int_equal(t->levels[0].depth, 2);
    assert_int_equal(t->levels[0].offset, 16);
    view.first_mip = 1, view.layers = 0;
    t = expect_good(f, "u2", U_3D, view);
    assert_int_equal(t->levels[0].depth, 1);
    assert_int_equal(t->levels[0].offset, 64 + 4);
    view.layers = 2;
    view.buffer = f->buffer;
    assert_int_equal(fake_bind(f->bindings, "u2", view, f->diags), SM5_ERR_BINDING);
    assert_true(fake_says(f->diags, "bind-texture-range"));
}

static void test_depth_reads_as_depth(void **state)
{
    struct fixture *f = *state;
    const struct texture_view *t =
        expect_good(f, "t0", T_2D, view_of(SM5_TEXTURE_2D, "d24_unorm_s8_uint", 2, 2, 1, 1));
    assert_string_equal(t->format->name, "R24_UNORM_X8_TYPELESS");
}

static void test_a_view_has_a_format_of_its_own(void **state)
{
    struct fixture *f = *state;
    struct sm5_view view = view_of(SM5_TEXTURE_2D, "r8g8b8a8_typeless", 2, 2, 1, 1);
    view.format = sm5_format_find("r8g8b8a8_uint");
    assert_string_equal(expect_good(f, "t6", T_UINT, view)->format->name, "R8G8B8A8_UINT");
}

static void test_binding_anew_replaces_the_view(void **state)
{
    struct fixture *f = *state;
    expect_good(f, "t0", T_2D, view_of(SM5_TEXTURE_2D, "r32_float", 8, 4, 1, 1));
    assert_int_equal(
        expect_good(f, "t0", T_2D, view_of(SM5_TEXTURE_2D, "r8_unorm", 3, 3, 1, 1))->levels[0].width, 3);
    assert_int_equal(fake_bind(f->bindings, "t0", (struct sm5_view){0}, f->diags), SM5_OK);
    assert_null(bound(f, T_2D)->texture);
}

/* ---- what does not fit ---- */

static void test_kinds_that_do_not_fit(void **state)
{
    struct fixture *f = *state;
    expect_bad(f, "t0", (struct sm5_view){.count = SM5_COUNT_REST}, "bind-texture");
    expect_bad(f, "s0", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 1), "bind-texture");
    expect_bad(f, "t7", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 1), "bind-kind");
    expect_bad(f, "t0", view_of(SM5_TEXTURE_3D, "r8_unorm", 4, 4, 1, 1), "bind-texture-kind");
    expect_bad(f, "t5", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 1), "bind-texture-kind");
    expect_bad(f, "t2", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 3, 6, 1), "bind-texture-cube");
    struct sm5_view samples = view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 1);
    samples.texture.samples = 4;
    expect_bad(f, "t0", samples, "bind-texture-kind");
}

static void test_sizes_that_do_not_fit(void **state)
{
    struct fixture *f = *state;
    expect_bad(f, "t0", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 9), "bind-texture-size");
    expect_bad(f, "t0", view_of(SM5_TEXTURE_2D, "r32_float", 1024, 1024, 1, 1), "bind-texture-bytes");
    struct sm5_view counted = view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 1, 1);
    counted.has_counter = true;
    expect_bad(f, "u0", counted, "bind-counter-kind");
}

static void test_ranges_that_do_not_fit(void **state)
{
    struct fixture *f = *state;
    const struct sm5_view all = view_of(SM5_TEXTURE_2D, "r8_unorm", 16, 16, 7, 3);
    struct sm5_view view = all;
    view.first_mip = 3;
    expect_bad(f, "t0", view, "bind-texture-range");
    view.first_mip = 1, view.mips = UINT32_MAX;
    expect_bad(f, "t0", view, "bind-texture-range");
    view = all, view.first_layer = 6, view.layers = 2;
    expect_bad(f, "t1", view, "bind-texture-range");
    view = all, view.first_layer = 2;
    expect_bad(f, "t2", view, "bind-texture-range"); /* a cube of 5 */
    view = all, view.layers = 2;
    expect_bad(f, "t0", view, "bind-texture-layers");
    expect_bad(f, "t2", view, "bind-texture-layers");
    view = all, view.mips = 2;
    expect_bad(f, "u0", view, "bind-texture-range");
    expect_bad(f, "t3", view_of(SM5_TEXTURE_2D, "r8_unorm", 4, 4, 5, 1), "bind-texture-range");
}

static void test_formats_that_do_not_fit(void **state)
{
    struct fixture *f = *state;
    expect_bad(f, "t0", view_of(SM5_TEXTURE_2D, "", 4, 4, 1, 1), "bind-no-format");
    expect_bad(f, "t0", view_of(SM5_TEXTURE_2D, "r8g8b8a8_typeless", 4, 4, 1, 1), "bind-texture-view");
    struct sm5_view view = view_of(SM5_TEXTURE_2D, "r8g8b8a8_unorm", 4, 4, 1, 1);
    view.format = sm5_format_find("r16g16b16a16_float");
    expect_bad(f, "t0", view, "bind-texture-format");
    view.format = sm5_format_find("r32_typeless");
    expect_bad(f, "t0", view, "bind-texture-view");
    expect_bad(f, "t0", view_of(SM5_TEXTURE_2D, "r8_uint", 4, 4, 1, 1), "bind-format-type");
    expect_bad(f, "u0", view_of(SM5_TEXTURE_2D, "bc1_unorm", 4, 4, 1, 1), "bind-format-uav");
}

static void test_atomics_want_words(void **state)
{
    struct fixture *f = *state;
    runtime_bindings_of(f->bindings)->slots[U_ATOMIC].typed_atomic = true;
    expect_bad(f, "u1", view_of(SM5_TEXTURE_2D, "r8_uint", 4, 4, 1, 1), "bind-format-atomic");
    forget(f);
    expect_good(f, "u1", U_ATOMIC, view_of(SM5_TEXTURE_2D, "r32_uint", 4, 4, 1, 1));
}

/* ---- samplers ---- */

static enum sm5_status bind_sampler(struct fixture *f, const char *text, const struct sm5_sampler *sampler)
{
    struct sm5_slot slot;
    assert_true(sm5_slot_parse(text, &slot));
    return sm5_bind_sampler(f->bindings, &slot, sampler, f->diags);
}

static void test_samplers_are_copied(void **state)
{
    struct fixture *f = *state;
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    sampler.lod_bias = 1.0f;
    assert_int_equal(bind_sampler(f, "s0", &sampler), SM5_OK);
    sampler.lod_bias = 2.0f;
    assert_true(bound(f, S_0)->sampler->lod_bias == 1.0f);
    assert_int_equal(bind_sampler(f, "s0", &sampler), SM5_OK);
    assert_true(bound(f, S_0)->sampler->lod_bias == 2.0f);
}

static void test_samplers_that_are_none(void **state)
{
    struct fixture *f = *state;
    struct sm5_sampler good;
    sm5_sampler_default(&good);
    assert_int_equal(bind_sampler(f, "t0", &good), SM5_ERR_ARGUMENT);
    struct sm5_sampler bad[8];
    for (unsigned i = 0; i < BASE_COUNT(bad); i++)
        bad[i] = good;
    bad[0].min = (enum sm5_filter)2;
    bad[1].reduction = (enum sm5_reduction)4;
    bad[2].address[2] = (enum sm5_address)5;
    bad[3].comparison = (enum sm5_comparison)8;
    bad[4].max_anisotropy = 17;
    bad[5].lod_bias = 16.0f;
    bad[6].lod_bias = -16.5f;
    bad[7].max_lod = 0.0f / 0.0f;
    for (unsigned i = 0; i < BASE_COUNT(bad); i++) {
        forget(f);
        assert_int_equal(bind_sampler(f, "s0", &bad[i]), SM5_ERR_BINDING);
        assert_true(fake_says(f->diags, "bind-sampler"));
        assert_null(bound(f, S_0)->sampler);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_mips_of_one_layer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_some_mips_and_layers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cubes_take_six_layers_each, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_uav_sees_one_mip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_uav_of_a_volume_sees_slices, setup, teardown),
        cmocka_unit_test_setup_teardown(test_depth_reads_as_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_view_has_a_format_of_its_own, setup, teardown),
        cmocka_unit_test_setup_teardown(test_binding_anew_replaces_the_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kinds_that_do_not_fit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sizes_that_do_not_fit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ranges_that_do_not_fit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_formats_that_do_not_fit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_atomics_want_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_samplers_are_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(test_samplers_that_are_none, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
