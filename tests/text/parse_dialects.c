/* Lines as other tools spell them give the words of fxc's spelling. */
#include "parse_fixture.h"

static const struct {
    const char *version, *line, *fxc;
} rows[] = {
    /* vkd3d: mnemonics */
    {"cs_5_0", "breakp_nz r0.x", "breakc_nz r0.x"},
    {"cs_5_0", "retp_z r0.x", "retc_z r0.x"},
    {"ps_5_0", "dsx r0.xyzw, v0.xyzw", "deriv_rtx r0.xyzw, v0.xyzw"},
    {"ps_5_0", "dsy r0.xy, v0.xyxx", "deriv_rty r0.xy, v0.xyxx"},
    {"ps_5_0", "ld2dms r0.xyzw, r1.xyzw, t0.xyzw, l(1)", "ldms r0.xyzw, r1.xyzw, t0.xyzw, l(1)"},
    {"ps_5_0", "sample_pos r0.xy, t0.xyxx, r0.x", "samplepos r0.xy, t0.xyxx, r0.x"},
    {"ps_5_0", "sample_info_uint r0.x, t0.x", "sampleinfo_uint r0.x, t0.xxxx"},
    {"vs_5_0", "dcl_index_range o0.x 2", "dcl_indexrange o0.x 2"},
    {"gs_5_0", "dcl_gs_instances 24", "dcl_gsinstances 24"},
    {"hs_5_0", "dcl_hs_max_tessfactor 6.40000000e+01", "dcl_hs_max_tessfactor l(64.000000)"},
    {"gs_5_0", "dcl_inputprimitive trianglelist_adj", "dcl_inputprimitive triangleadj"},
    {"gs_5_0", "dcl_inputprimitive pointlist", "dcl_inputprimitive point"},
    {"gs_5_0", "dcl_output_siv o2.x, render_target_array_index",
     "dcl_output_siv o2.x, rendertarget_array_index"},
    {"ps_5_0", "dcl_input_ps_sgv v1.x, sample_index", "dcl_input_ps_sgv constant v1.x, sampleIndex"},
    {"ds_5_0", "dcl_input vDomainLocation.xy", "dcl_input vDomain.xy"},
    {"gs_5_0", "dcl_input primID", "dcl_input vPrim"},
    {"cs_5_0", "dcl_globalFlags refactoringAllowed | unknown_flags(0x100)",
     "dcl_globalFlags refactoringAllowed | allResourcesBound"},
    {"ps_5_0", "dcl_sampler s2, comparisonMode", "dcl_sampler s2, mode_comparison"},
    {"ps_5_1", "dcl_sampler s0[2:4], space=7", "dcl_sampler S0[2:4], mode_default, space=7"},
    {"cs_5_0", "dcl_uav_typed_buffer (int,int,int,int) u1", "dcl_uav_typed_buffer (sint,sint,sint,sint) u1"},
    {"cs_5_0", "dcl_resource_buffer (double,<continued>,<unused>,<unused>) t0",
     "dcl_resource_buffer (double,continued,unused,unused) t0"},
    {"cs_5_0", "dcl_immediateConstantBuffer {\n    {0x00000000, 0x3f800000, 0x00000002, 0x00000003},\n}",
     "dcl_immediateConstantBuffer { { 0, 1.000000, 2, 3} }"},
    /* vkd3d: what is attached to a mnemonic */
    {"ps_5_0", "sample_l(1,-1,0) r0.x, r1.xyxx, t0.xyzw, s0, l(0.00000000e+00)",
     "sample_l_aoffimmi(1,-1,0) r0.x, r1.xyxx, t0.xyzw, s0, l(0.000000)"},
    {"ps_5_0", "gather4_c_indexable(texture2d)(1,-5,0) r0.xyzw, r1.xyxx, t1.xyzw, s2.x, r0.x",
     "gather4_c_aoffimmi_indexable(1,-5,0)(texture2d)(float,float,float,float) r0.xyzw, r1.xyxx, t1.xyzw, "
     "s2.x, "
     "r0.x"},
    {"ps_5_0", "ld_indexable(texture1d)(-8,0,0)(uint,uint,uint,uint) r1.xy, r0.x, t0.xyzw",
     "ld_aoffimmi_indexable(-8,0,0)(texture1d)(uint,uint,uint,uint) r1.xy, r0.xxxx, t0.xyzw"},
    {"ps_5_0", "resinfo_uint_indexable(texture2d)(int,int,int,int) r0.xy, l(0), t0.xyzw",
     "resinfo_indexable(texture2d)(sint,sint,sint,sint)_uint r0.xy, l(0), t0.xyzw"},
    {"cs_5_0", "ld_raw_indexable [precise](raw_buffer)(mixed,mixed,mixed,mixed) r0.xyzw, l(0), t0.xyzw",
     "ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) [precise] r0.xyzw, l(0), t0.xyzw"},
    {"ps_5_0", "add_sat [precise(x)] r0.x, r1.x, r2.x", "add_sat [precise(x)] r0.x, r1.x, r2.x"},
    /* vkd3d: one letter is a selected component or a repeated one */
    {"cs_5_0", "mov r0.xyz, r1.x", "mov r0.xyz, r1.xxxx"},
    {"cs_5_0", "mov r0.y, r1.x", "mov r0.y, r1.x"},
    {"cs_5_0", "dp3 r0.x, r1.z, r2.xyzx", "dp3 r0.x, r1.zzzz, r2.xyzx"},
    {"cs_5_0", "mov r0.xyz, x0[r1.y + 3].w", "mov r0.xyz, x0[r1.y + 3].wwww"},
    {"cs_5_0", "imul null, r0.xy, r1.z, r2.xyxx", "imul null, r0.xy, r1.zzzz, r2.xyxx"},
    {"cs_5_0", "ftod r0.xyzw, r0.x", "ftod r0.xyzw, r0.xxxx"},
    {"cs_5_0", "ld_structured r0.x, r1.x, l(0), t0.x", "ld_structured r0.x, r1.x, l(0), t0.xxxx"},
    {"cs_5_0", "store_uav_typed u0.xyzw, vThreadID.x, r0.x",
     "store_uav_typed u0.xyzw, vThreadID.xxxx, r0.xxxx"},
    /* RenderDoc */
    {"cs_5_0", "   12: mul r0.x, r1.x, r2.x", "mul r0.x, r1.x, r2.x"},
    {"cs_5_0", "      mul r0.x, abs(r1.x), -abs(r2.x)", "mul r0.x, |r1.x|, -|r2.x|"},
    {"cs_5_0", "dcl_globalFlags refactoringAllowed, doublePrecisionFloats, d3d12AllResourcesBound",
     "dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | allResourcesBound"},
    {"ps_5_0", "dcl_input_ps linearNoperspCentroid v1.xy",
     "dcl_input_ps linear noperspective centroid v1.xy"},
    {"ps_5_0", "dcl_input_ps_siv v0.xy, position", "dcl_input_ps_siv linear noperspective v0.xy, position"},
    {"ps_5_0", "dcl_input_ps_siv v1.x, clipdistance", "dcl_input_ps_siv linear v1.x, clip_distance"},
    {"ps_5_0", "dcl_input_ps_siv v1.x, viewport_array_index",
     "dcl_input_ps_siv constant v1.x, viewport_array_index"},
    {"vs_5_0", "dcl_input_sgv v1.x, vertexid", "dcl_input_sgv v1.x, vertex_id"},
    {"ps_5_0", "dcl_output oDepthLessEqual", "dcl_output oDepthLE"},
    {"ps_5_0", "and r0.x, vCoverageMask.x, l(1)", "and r0.x, vCoverage.x, l(1)"},
    {"gs_5_0", "dcl_inputprimitive control_point_patch_12", "dcl_inputprimitive patch12"},
    {"gs_5_0", "dcl_outputtopology point", "dcl_outputtopology pointlist"},
    {"gs_5_0", "emitThenCut_stream m0", "emit_then_cut_stream m0"},
    {"cs_5_0", "dcl_uav_structured u0, 16, hasOrderPreservingCounter, globallyCoherant",
     "dcl_uav_structured_glc_opc u0, 16"},
    {"ps_5_0", "dcl_uav_typed_texture2d (float,float,float,float) u1, rasterizerOrderedAccess",
     "dcl_uav_typed_texture2d_rov (float,float,float,float) u1"},
    {"ps_5_0", "sample_indexable(1,2,0)(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, t0.xyzw, s0",
     "sample_aoffimmi_indexable(1,2,0)(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, t0.xyzw, s0"},
    {"ps_5_0", "sample_c(texture2d)(float,float,float,float) r0.x, v1.xyxx, t0.xxxx, s0, r0.x",
     "sample_c_indexable(texture2d)(float,float,float,float) r0.x, v1.xyxx, t0.xxxx, s0, r0.x"},
    {"ps_4_0", "sample_indexable r0.xyzw, v1.xyxx, t0.xyzw, s0", "sample r0.xyzw, v1.xyxx, t0.xyzw, s0"},
    {"ps_5_0", "resinfo_indexable(texture2d)(float,float,float,float)_float r0.xy, l(0), t0.xyzw",
     "resinfo_indexable(texture2d)(float,float,float,float) r0.xy, l(0), t0.xyzw"},
    {"cs_5_0", "ld_raw(rawbuffer)(mixed,mixed,mixed,mixed) r0.x, l(0), t0.xxxx",
     "ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, l(0), t0.xxxx"},
    {"ps_5_0",
     "sample_b_status(texture2d)(float,float,float,float) r0.x, r1.x, v0.xyxx, t0.xxxx, s0, l(0), l(1)",
     "sample_b_cl_s_indexable(texture2d)(float,float,float,float) r0.x, r1.x, v0.xyxx, t0.xxxx, s0, l(0), "
     "l(1)"},
    {"ps_5_1", "dcl_resource_texture2d (float,float,float,float) T3[2:unbound] space=1,regs=2:unbound",
     "dcl_resource_texture2d (float,float,float,float) T3[2:*], space=1"},
    {"ps_5_1", "dcl_resource_texture2d (float,float,float,float) T3 space=1,reg=5",
     "dcl_resource_texture2d (float,float,float,float) T3[5:5], space=1"},
    {"ps_5_1", "dcl_constantbuffer CB1[4], dynamicIndexed space=2,reg=3",
     "dcl_constantbuffer CB1[3:3][4], dynamicIndexed, space=2"},
    {"ps_5_1", "dcl_uav_structured U0, 8, globallyCoherant space=2,reg=3",
     "dcl_uav_structured_glc U0[3:3], 8, space=2"},
    /* 3Dmigoto, older and /Lx fxc */
    {"cs_5_0", "add r15.xyz, r15.xyz, -r17.xyz", "add r15.xyz, r15.xyzx, -r17.xyzx"},
    {"cs_5_0", "add r15.yw, r15.yw, l(0, 1, 0, 1)", "add r15.yw, r15.yyyw, l(0, 1, 0, 1)"},
    {"cs_5_0", "sync_sat_ugroup_g_t", "sync_ugroup_g_t"},
    {"cs_5_0", "dadd r0.xy, r0.xyxy, d(0x00000000, 0x3ff00000, 0x00000000, 0x40000000)",
     "dadd r0.xy, r0.xyxy, d(1.000000l, 2.000000l)"},
    /* listings and comments */
    {"cs_5_0", "0x00000120: mov r0.x, r1.x", "mov r0.x, r1.x"},
    {"cs_5_0", "  7 0x00000120: mov r0.x, r1.x", "mov r0.x, r1.x"},
    {"cs_5_0", "  7[0x0000012c]: mov r0.x, r1.x", "mov r0.x, r1.x"},
    {"cs_5_0", "mov r0.x, r1.x ; why", "mov r0.x, r1.x"},
    {"cs_5_0", "mov r0.x, r1.x # why", "mov r0.x, r1.x"},
    {"cs_5_0", "mov r0.x, l(1.#INF) # why", "mov r0.x, l(1.#INF)"},
};

static void each_spelling_gives_the_tokens_of_fxc(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t words[32], expected[32];
        size_t count = words_of(rows[i].version, rows[i].line, words, BASE_COUNT(words));
        size_t wanted = words_of(rows[i].version, rows[i].fxc, expected, BASE_COUNT(expected));
        if (count == 0 || count != wanted || memcmp(words, expected, count * sizeof *words) != 0)
            fail_msg("%s: %zu words, %zu expected", rows[i].line, count, wanted);
    }
}

/* Whole programs: the same words as fxc's text gives. */
static void assert_same_code(const char *text, const char *fxc)
{
    struct parsed a = parse(text), b = parse(fxc);
    print_diags(&a);
    print_diags(&b);
    assert_int_equal(a.status, SM5_OK);
    assert_int_equal(b.status, SM5_OK);
    assert_int_equal(sm5_diags_count(a.diags), 0);
    struct program_tokens x = {0}, y = {0};
    assert_int_equal(bytecode_encode(a.program, &x), SM5_OK);
    assert_int_equal(bytecode_encode(b.program, &y), SM5_OK);
    assert_int_equal(x.count, y.count);
    assert_memory_equal(x.data, y.data, x.count * sizeof *x.data);
    VEC_FREE(&x);
    VEC_FREE(&y);
    drop(&a);
    drop(&b);
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    assert_same_code("\xef\xbb\xbf"
                     "cs_5_0\nret\n",
                     "cs_5_0\nret\n");
    struct parsed result = parse("\xef\xbb\xbfxs_5_0\n");
    assert_int_equal(sm5_diags_at(result.diags, 0)->column, 1);
    assert_string_equal(sm5_diags_at(result.diags, 0)->source_line, "xs_5_0");
    drop(&result);
}

static void a_listing_of_renderdoc_is_read(void **state)
{
    (void)state;
    assert_same_code(
        "Shader hash 12345678-9abcdef0-12345678-9abcdef0\n\n"
        "ps_5_1\n"
        "      dcl_globalFlags refactoringAllowed\n"
        "      dcl_constantbuffer CB0[4], immediateIndexed space=0,reg=2\n"
        "      dcl_resource_texture2d (float,float,float,float) T0 space=0,reg=5\n"
        "      dcl_sampler S0, mode_default space=0,reg=1\n"
        "      dcl_input_ps linear v1.xy\n"
        "      dcl_output o0.xyzw\n"
        "      dcl_temps 1\n"
        "\n"
        "   0: sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, T0.xyzw, S0\n"
        "   1: mul o0.xyzw, r0.xyzw, CB0[3].xyzw\n"
        "   2: ret \n",
        "ps_5_1\n"
        "dcl_globalFlags refactoringAllowed\n"
        "dcl_constantbuffer CB0[2:2][4], immediateIndexed, space=0\n"
        "dcl_resource_texture2d (float,float,float,float) T0[5:5], space=0\n"
        "dcl_sampler S0[1:1], mode_default, space=0\n"
        "dcl_input_ps linear v1.xy\n"
        "dcl_output o0.xyzw\n"
        "dcl_temps 1\n"
        "sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, T0[5].xyzw, S0[1]\n"
        "mul o0.xyzw, r0.xyzw, CB0[2][3].xyzw\n"
        "ret\n");
}

static void source_lines_and_directives_are_comments(void **state)
{
    (void)state;
    assert_same_code(
        "# made by hand\n; and by another tool\ncs_5_0\n#line 12 \"blur.hlsl\"\n   0: nop\n\n   1: ret\n",
        "cs_5_0\nnop\nret\n");
}

/* Semicolons and number signs in strings are text. */
static void strings_hold_comment_characters(void **state)
{
    (void)state;
    uint32_t with[32], without[32];
    size_t a = words_of("ps_5_0", "printf \"a;b #c //d\", r0.x ; a comment", with, 32);
    size_t b = words_of("ps_5_0", "printf \"a;b #c //d\", r0.x", without, 32);
    assert_true(a > 10);
    assert_int_equal(a, b);
    assert_memory_equal(with, without, a * sizeof *with);
}

/* Words of the last operand's token: one component is selected. */
static void one_letter_selects_where_one_component_is_read(void **state)
{
    (void)state;
    static const char *const lines[] = {"mov r0.y, r1.y", "ftod r0.xy, r1.y", "ushr r0.xyz, r2.xyzx, r1.y",
                                        "imm_atomic_exch r0.x, u0, r2.x, r1.y", "breakc_nz r1.y"};
    for (size_t i = 0; i < BASE_COUNT(lines); i++) {
        uint32_t words[32];
        size_t count = words_of("cs_5_0", lines[i], words, 32);
        assert_true(count >= 3);
        assert_int_equal(words[count - 2], 0x0010001a);
    }
}

static void omitted_entries_are_a_warning(void **state)
{
    (void)state;
    struct parsed result = parse("ps_5_0\ndcl_function_body fb0\ndcl_function_table ft0 = {...}\n");
    assert_int_equal(result.status, SM5_OK);
    assert_string_equal(first_code(&result), "text-omitted");
    assert_int_equal(sm5_diags_at(result.diags, 0)->column, 27);
    drop(&result);
}

/* Ambiguous swizzles are rejected: HLSL would read x and y of the source, a mask its z and w. */
static void a_short_swizzle_repeats_the_mask_of_the_result(void **state)
{
    (void)state;
    static const char *const refused[] = {"mov r0.xy, r1.zw", "mov r0.xyz, r1.xy", "mov r0.x, r1.xy",
                                          "dp3 r0.x, r1.xyz, r2.xyz", "mov r0.xy, r1.yx"};
    for (size_t i = 0; i < BASE_COUNT(refused); i++) {
        uint32_t words[32];
        assert_int_equal(words_of("cs_5_0", refused[i], words, 32), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_spelling_gives_the_tokens_of_fxc),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(a_listing_of_renderdoc_is_read),
        cmocka_unit_test(source_lines_and_directives_are_comments),
        cmocka_unit_test(strings_hold_comment_characters),
        cmocka_unit_test(one_letter_selects_where_one_component_is_read),
        cmocka_unit_test(omitted_entries_are_a_warning),
        cmocka_unit_test(a_short_swizzle_repeats_the_mask_of_the_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
