/* Extreme arguments: unknown enum values, indices past the end, zero-initialised structs. */
#include <string.h>

#include "harness.h"
#include "test.h"

static const char copy[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
                           "dcl_uav_structured u0, 4\ndcl_input vThreadID.xyz\ndcl_temps 1\n"
                           "dcl_thread_group 1, 1, 1\nld_structured r0.x, vThreadID.x, l(0), t0.x\n"
                           "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

enum { UNKNOWN = 77 };

static void expect_code(struct harness *h, const char *code)
{
    size_t count = sm5_diags_count(h->diags);
    assert_true(count > 0);
    assert_string_equal(sm5_diags_at(h->diags, count - 1)->code, code);
    sm5_diags_clear(h->diags);
}

static void unknown_engines_lanes_and_forms(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_kernel *kernel;
    struct sm5_blob text;
    harness_open(&h, copy);
    assert_int_equal(sm5_kernel_new(h.program, (enum sm5_engine)UNKNOWN, &kernel, h.diags), SM5_ERR_ARGUMENT);
    assert_null(kernel);
    expect_code(&h, "api-value");
    const struct sm5_kernel_options engine = {.engine = (enum sm5_engine)UNKNOWN}, lanes = {.lanes = 5};
    assert_int_equal(sm5_kernel_new_with(h.program, &engine, &kernel, h.diags), SM5_ERR_ARGUMENT);
    const struct sm5_kernel_options descriptors = {.device.descriptors = (enum sm5_descriptors)UNKNOWN};
    assert_int_equal(sm5_kernel_new_with(h.program, &descriptors, &kernel, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    assert_int_equal(sm5_kernel_new_with(h.program, &lanes, &kernel, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-lanes");
    assert_int_equal(sm5_kernel_dump(h.program, NULL, (enum sm5_form)3, &text, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    assert_null(text.data);
    harness_close(&h);
}

static void unknown_profiles(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_findings *findings;
    struct sm5_stage_outputs outputs;
    const struct sm5_dispatch_options how = {.groups = {1}, .oob = (enum sm5_oob)4};
    const struct sm5_stage_run run = {.count = 1, .oob = (enum sm5_oob)UNKNOWN};
    harness_open(&h, copy);
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &how, NULL, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    assert_int_equal(sm5_check(h.program, h.bindings, &how, NULL, &findings, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    assert_null(findings);
    harness_close(&h);
    harness_open(&h, "vs_5_0\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    assert_int_equal(sm5_run_stage(h.kernel, h.bindings, &run, &outputs, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    sm5_stage_outputs_free(&outputs);
    assert_int_equal(sm5_check_stage(h.program, h.bindings, &run, NULL, &outputs, &findings, h.diags),
                     SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    sm5_stage_outputs_free(&outputs);
    harness_close(&h);
}

static void unknown_styles_and_parts(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_blob text = {0};
    struct sm5_stage_element element;
    struct sm5_element_info info;
    harness_open(&h, copy);
    assert_int_equal(sm5_program_print(h.program, 4, &text, h.diags), SM5_ERR_ARGUMENT);
    expect_code(&h, "api-value");
    for (uint32_t part = 3; part < 1000; part += 31) {
        assert_false(sm5_stage_element_at(h.program, (enum sm5_stage_part)part, 0, &element));
        assert_false(sm5_element_at(h.program, (enum sm5_signature)part, 0, &info));
    }
    harness_close(&h);
}

static void unknown_packings(void **state)
{
    (void)state;
    struct sm5_layout *layout;
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(sm5_layout_parse("float x", (enum sm5_packing)2, NULL, &layout, diags),
                     SM5_ERR_ARGUMENT);
    assert_null(layout);
    assert_int_equal(sm5_diags_errors(diags), 1);
    sm5_diags_free(diags);
}

/* Also after sm5_bindings_accept_mismatch. */
static void unknown_view_kinds(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_buffer *buffer = harness_buffer(NULL, 16);
    const struct sm5_slot t0 = {.kind = 't'};
    const struct sm5_view kind = {.kind = (enum sm5_view_kind)UNKNOWN, .buffer = buffer};
    const struct sm5_view texture = {.buffer = buffer, .texture = {.kind = (enum sm5_texture_kind)4}};
    harness_open(&h, copy);
    for (int lenient = 0; lenient < 2; lenient++) {
        assert_int_equal(sm5_bind(h.bindings, &t0, &kind, h.diags), SM5_ERR_BINDING);
        expect_code(&h, "bind-view-kind");
        assert_int_equal(sm5_bind(h.bindings, &t0, &texture, h.diags), SM5_ERR_BINDING);
        expect_code(&h, "bind-texture-value");
        sm5_bindings_accept_mismatch(h.bindings);
    }
    harness_close(&h);
    sm5_buffer_free(buffer);
}

/* After sm5_bindings_accept_mismatch a view of bytes that is not 4-byte aligned may be bound to a register
   that is read by DWORDs. */
static void misaligned_views_are_unbound(void **state)
{
    (void)state;
    struct harness h;
    const uint32_t words[16] = {1, 2, 3, 4}, marks[4] = {9, 9, 9, 9};
    struct sm5_buffer *bytes = harness_buffer(words, 16), *out = harness_buffer(marks, 4);
    const struct sm5_view view = {.kind = SM5_VIEW_TYPED,
                                  .buffer = bytes,
                                  .first = 1,
                                  .count = 32,
                                  .format = sm5_format_find("R8_UINT")};
    harness_open(&h, "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer CB0[1], dynamicIndexed\n"
                     "dcl_resource_raw t0\ndcl_uav_raw u0\ndcl_input vThreadID.xyz\ndcl_temps 2\n"
                     "dcl_thread_group 1, 1, 1\n"
                     "mov r0.x, cb0[0].x\nmov r0.y, cb0[vThreadID.x + 0].y\nld_raw r0.z, l(0), t0.xxxx\n"
                     "bufinfo r0.w, t0.x\nstore_raw u0.xyzw, l(0), r0.xyzw\nret\n");
    sm5_bindings_accept_mismatch(h.bindings);
    assert_int_equal(sm5_bind(h.bindings, &(struct sm5_slot){.kind = 'b'}, &view, h.diags), SM5_OK);
    assert_int_equal(sm5_bind(h.bindings, &(struct sm5_slot){.kind = 't'}, &view, h.diags), SM5_OK);
    harness_bind(&h, "u0", out, 0, 0);
    harness_run(&h, 1, 1, 1);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(((const uint32_t *)sm5_buffer_data(out))[i], 0);
    harness_close(&h);
    sm5_buffer_free(bytes);
    sm5_buffer_free(out);
}

static void unknown_sampler_values(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_sampler bad[5];
    const struct sm5_slot s0 = {.kind = 's'};
    harness_open(&h, "ps_5_0\ndcl_sampler s0, mode_default\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    for (unsigned i = 0; i < 5; i++)
        sm5_sampler_default(&bad[i]);
    bad[0].mip = (enum sm5_filter)2;
    bad[1].reduction = (enum sm5_reduction)4;
    bad[2].address[2] = (enum sm5_address)5;
    bad[3].comparison = (enum sm5_comparison)8;
    bad[4].max_anisotropy = 17;
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(sm5_bind_sampler(h.bindings, &s0, &bad[i], h.diags), SM5_ERR_BINDING);
        expect_code(&h, "bind-sampler");
    }
    harness_close(&h);
}

static void texels_of_formats(void **state)
{
    (void)state;
    static const uint8_t bc1[8] = {0x00, 0xf8, 0x1f, 0x00, 0x00, 0x55, 0xaa, 0xff};
    static const uint32_t red[4] = {0x3f800000, 0, 0, 0x3f800000}, none[4] = {0};
    struct sm5_format_info info;
    uint32_t texel[4] = {7};
    assert_true(sm5_format_info(sm5_format_find("bc1_unorm"), &info));
    assert_true(info.type == SM5_TEXEL_FLOAT && info.channels == 15 && info.bytes == 8);
    assert_true(info.block_width == 4 && info.block_height == 4);
    assert_true(sm5_format_load(sm5_format_find("bc1_unorm"), bc1, 3, 0, texel));
    assert_memory_equal(texel, red, sizeof red);
    assert_true(sm5_format_load(70, bc1, 0, 0, texel)); /* BC1_TYPELESS */
    assert_memory_equal(texel, red, sizeof red);
    assert_true(sm5_format_load(sm5_format_find("bc1_unorm"), bc1, 0, 1, texel));
    assert_true(texel[0] == 0 && texel[2] == 0x3f800000);
    assert_false(sm5_format_load(sm5_format_find("bc1_unorm"), bc1, 4, 0, texel));
    assert_memory_equal(texel, none, sizeof none);
    assert_true(sm5_format_load(sm5_format_find("r8_sint"), "\xff", 0, 0, texel));
    assert_true(texel[0] == UINT32_MAX && texel[1] == 0 && texel[3] == 1);
    assert_true(sm5_format_info(sm5_format_find("r8_sint"), &info));
    assert_true(info.type == SM5_TEXEL_SINT && info.channels == 1);
    assert_true(sm5_format_info(27, &info) && info.type == SM5_TEXEL_NONE &&
                info.bytes == 4); /* R8G8B8A8_TYPELESS */
    assert_false(sm5_format_load(27, bc1, 0, 0, texel));
    assert_false(sm5_format_info(9999, &info) || sm5_format_load(9999, bc1, 0, 0, texel));
}

static void names_of_unknown_values(void **state)
{
    (void)state;
    const struct sm5_texture texture = {.kind = (enum sm5_texture_kind)UNKNOWN, .format = 28};
    const struct sm5_tessellation patch = {.domain = (enum sm5_domain)4,
                                           .partitioning = SM5_PARTITIONING_POW2};
    const struct sm5_diag diag = {.severity = (enum sm5_severity)9, .code = "c", .message = "m"};
    struct sm5_tessellated points;
    struct sm5_subresource part;
    uint32_t edges = 5, inside = 5;
    char out[64];
    assert_string_equal(sm5_status_name((enum sm5_status)UNKNOWN), "unknown");
    assert_null(sm5_finding_kind_name((enum sm5_finding_kind)UNKNOWN));
    assert_null(sm5_finding_kind_message((enum sm5_finding_kind)UNKNOWN));
    assert_null(sm5_finding_kind_clause((enum sm5_finding_kind)UNKNOWN));
    assert_null(sm5_format_name(9999));
    assert_int_equal(sm5_format_bytes(9999), 0);
    assert_null(sm5_feature_name(64));
    assert_null(sm5_global_flag_name(99));
    assert_int_equal(sm5_texture_bytes(&texture), 0);
    assert_false(sm5_texture_subresource(&texture, 0, 0, &part));
    sm5_domain_factors((enum sm5_domain)0, &edges, &inside);
    assert_int_equal(edges + inside, 0);
    assert_int_equal(sm5_tessellate(&patch, &points), SM5_ERR_ARGUMENT);
    sm5_diag_format(&diag, out, sizeof out);
    assert_non_null(strstr(out, "unknown: m [c]"));
}

static void diagnostics_past_the_end(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program;
    assert_null(sm5_diags_at(diags, 0));
    assert_int_equal(sm5_program_read("?", 1, NULL, &program, diags), SM5_ERR_INPUT);
    size_t count = sm5_diags_count(diags);
    assert_non_null(sm5_diags_at(diags, count - 1));
    assert_null(sm5_diags_at(diags, count));
    assert_null(sm5_diags_at(diags, SIZE_MAX));
    sm5_diags_free(diags);
}

static void a_zeroed_view_sees_the_whole_buffer(void **state)
{
    (void)state;
    struct harness h;
    const struct sm5_slot t0 = {.kind = 't'}, u0 = {.kind = 'u'};
    struct sm5_buffer *in = harness_buffer((const uint32_t[]){5, 6, 7}, 3), *out = harness_buffer(NULL, 3);
    harness_open(&h, copy);
    assert_int_equal(sm5_bind(h.bindings, &t0, &(struct sm5_view){.buffer = in}, h.diags), SM5_OK);
    assert_int_equal(sm5_bind(h.bindings, &u0, &(struct sm5_view){.buffer = out, .first = 1}, h.diags),
                     SM5_OK);
    assert_int_equal(sm5_diags_count(h.diags), 0);
    harness_run(&h, 3, 1, 1);
    const uint32_t *words = sm5_buffer_data(out);
    assert_int_equal(words[0], 0);
    assert_int_equal(words[1], 5);
    assert_int_equal(words[2], 6); /* `first` moves the start, not the end */
    harness_close(&h);
    sm5_buffer_free(in);
    sm5_buffer_free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texels_of_formats),
        cmocka_unit_test(unknown_engines_lanes_and_forms),
        cmocka_unit_test(unknown_profiles),
        cmocka_unit_test(unknown_styles_and_parts),
        cmocka_unit_test(unknown_packings),
        cmocka_unit_test(unknown_view_kinds),
        cmocka_unit_test(misaligned_views_are_unbound),
        cmocka_unit_test(unknown_sampler_values),
        cmocka_unit_test(names_of_unknown_values),
        cmocka_unit_test(diagnostics_past_the_end),
        cmocka_unit_test(a_zeroed_view_sees_the_whole_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
