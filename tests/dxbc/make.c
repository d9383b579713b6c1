/* Containers made from text: which chunks, in which order, and what is in them. */
#include "made.h"

static const char plain[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_thread_group 1, 1, 1\nret \n";

static void a_compute_shader_has_empty_signatures(void **state)
{
    (void)state;
    struct sm5_program *made = made_of(plain);
    assert_chunks(made, "ISGN OSGN SHEX STAT");
    for (unsigned kind = PROGRAM_SIGNATURE_INPUT; kind <= PROGRAM_SIGNATURE_OUTPUT; kind++) {
        assert_true(made->signatures[kind].present);
        assert_int_equal(made->signatures[kind].count, 0);
    }
    assert_true(made->container.checksum_ok);
    program_free(made);
}

static void needed_features_get_a_chunk(void **state)
{
    (void)state;
    struct sm5_program *made =
        made_of("cs_5_0\ndcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps\n"
                "dcl_thread_group 1, 1, 1\nret \n");
    assert_chunks(made, "ISGN OSGN SHEX SFI0 STAT");
    assert_int_equal(made->features, 1);
    program_free(made);
}

static const struct program_signature_element *element(const struct sm5_program *program, unsigned kind,
                                                       uint32_t i)
{
    assert_true(i < program->signatures[kind].count);
    return &program->signatures[kind].elements[i];
}

static void assert_element(const struct program_signature_element *e, const char *name, uint32_t index,
                           uint32_t value, uint32_t reg, uint32_t mask, uint32_t rw_mask)
{
    assert_string_equal(e->name, name);
    assert_int_equal(e->semantic_index, index);
    assert_int_equal(e->system_value, value);
    assert_int_equal(e->reg, reg);
    assert_int_equal(e->mask, mask);
    assert_int_equal(e->rw_mask, rw_mask);
}

static void declarations_make_signatures(void **state)
{
    (void)state;
    struct sm5_program *made =
        made_of("ps_5_0\ndcl_input_ps linear v1.xy\ndcl_input_ps_siv linear noperspective v0.xy, position\n"
                "dcl_output o2.xyz\ndcl_output oDepth\nmov o2.xyz, v1.xyxx\nmov oDepth, v0.x\nret \n");
    const unsigned in = PROGRAM_SIGNATURE_INPUT, out = PROGRAM_SIGNATURE_OUTPUT;
    assert_int_equal(made->signatures[in].count, 2);
    assert_element(element(made, in, 0), "SV_Position", 0, 1, 0, 3, 3);
    assert_element(element(made, in, 1), "ATTRIBUTE", 0, 0, 1, 3, 3);
    assert_int_equal(made->signatures[out].count, 2);
    assert_element(element(made, out, 0), "SV_Target", 2, 0, 2, 7, 8);
    assert_element(element(made, out, 1), "SV_Depth", 0, 0, UINT32_MAX, 1, 14);
    program_free(made);
}

static void streams_are_told_apart(void **state)
{
    (void)state;
    struct sm5_program *made = made_of(
        "gs_5_0\ndcl_input v[1][0].x\ndcl_input vPrim\ndcl_inputprimitive point \ndcl_stream m0\n"
        "dcl_outputtopology pointlist \ndcl_output o0.x\ndcl_stream m1\ndcl_outputtopology pointlist \n"
        "dcl_output o0.xy\ndcl_maxout 1\nret \n");
    assert_chunks(made, "ISGN OSG5 SHEX STAT");
    const unsigned in = PROGRAM_SIGNATURE_INPUT, out = PROGRAM_SIGNATURE_OUTPUT;
    assert_element(element(made, in, 0), "ATTRIBUTE", 0, 0, 0, 1, 1);
    assert_element(element(made, in, 1), "SV_PrimitiveID", 0, 7, UINT32_MAX, 1, 1);
    assert_element(element(made, out, 0), "ATTRIBUTE", 0, 0, 0, 1, 14);
    assert_element(element(made, out, 1), "ATTRIBUTE", 0, 0, 0, 3, 12);
    assert_int_equal(element(made, out, 1)->stream, 1);
    program_free(made);
}

static const char hull[] =
    "hs_5_0\nhs_decls \ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
    "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_integer\n"
    "dcl_tessellator_output_primitive output_line\ndcl_globalFlags refactoringAllowed\n"
    "hs_fork_phase \ndcl_input vicp[1][0].xy\ndcl_output_siv o1.x, finalLineDetailTessFactor\n"
    "dcl_output o2.x\nmov o1.x, l(1.0)\nmov o2.x, vicp[0][0].x\nret \n"
    "hs_fork_phase \ndcl_input vicp[1][0].xyz\ndcl_output_siv o0.x, finalLineDensityTessFactor\n"
    "dcl_output o2.y\nmov o0.x, l(1.0)\nmov o2.y, vicp[0][0].z\nret \n";

static void phases_share_their_registers(void **state)
{
    (void)state;
    struct sm5_program *made = made_of(hull);
    const unsigned in = PROGRAM_SIGNATURE_INPUT, out = PROGRAM_SIGNATURE_OUTPUT,
                   patch = PROGRAM_SIGNATURE_PATCH;
    assert_chunks(made, "ISGN OSGN PCSG SHEX STAT");
    assert_int_equal(made->signatures[patch].count, 3);
    assert_element(element(made, patch, 0), "SV_TessFactor", 0, 16, 0, 1, 14);
    assert_element(element(made, patch, 1), "SV_TessFactor", 1, 15, 1, 1, 14);
    assert_element(element(made, patch, 2), "ATTRIBUTE", 0, 0, 2, 3, 12);
    assert_int_equal(made->signatures[in].count, 1);
    assert_element(element(made, in, 0), "ATTRIBUTE", 0, 0, 0, 7, 7);
    assert_int_equal(made->signatures[out].count,
                     1); /* without a control point phase they go out as they came */
    assert_element(element(made, out, 0), "ATTRIBUTE", 0, 0, 0, 7, 8);
    program_free(made);
}

/* The bytes of a signature, laid out as fxc does: equal names once, 0xab after the last. */
static void names_are_shared_and_padded(void **state)
{
    (void)state;
    static const uint8_t expected[] = {
        2,   0,   0,    0,    8,   0,   0,   0,               /* elements, first */
        56,  0,   0,    0,    0,   0,   0,   0,   0, 0, 0, 0, /* name, index, value */
        3,   0,   0,    0,    0,   0,   0,   0,   1, 1, 0, 0, /* type, register, masks */
        56,  0,   0,    0,    1,   0,   0,   0,   0, 0, 0, 0, /* the same name */
        3,   0,   0,    0,    1,   0,   0,   0,   3, 3, 0, 0, /* */
        'A', 'T', 'T',  'R',  'I', 'B', 'U', 'T',             /* */
        'E', 0,   0xab, 0xab,
    };
    struct sm5_program *made = made_of("vs_4_0\ndcl_input v0.x\ndcl_input v1.xy\nret \n");
    assert_chunks(made, "ISGN OSGN SHDR STAT");
    const struct bytes payload = made->container.chunks[0].payload;
    assert_int_equal(payload.size, sizeof expected);
    assert_memory_equal(payload.data, expected, sizeof expected);
    program_free(made);
}

/* ---- features ---- */

static uint64_t features_of(const char *text)
{
    struct sm5_program *program = program_of(text);
    uint64_t features = dxbc_make_features(program);
    program_free(program);
    return features;
}

static void declarations_and_instructions_need_features(void **state)
{
    (void)state;
    assert_int_equal(features_of(plain), 0);
    assert_int_equal(
        features_of("cs_4_0\ndcl_globalFlags refactoringAllowed | enableRawAndStructuredBuffers\n"
                    "dcl_thread_group 1, 1, 1\nret \n"),
        0x2);
    assert_int_equal(features_of("vs_5_0\ndcl_uav_raw u0\nret \n"), 0x4);
    assert_int_equal(features_of("cs_5_0\ndcl_uav_raw u8\ndcl_thread_group 1, 1, 1\nret \n"), 0x8);
    assert_int_equal(features_of("cs_5_0\ndcl_globalFlags refactoringAllowed | enableMinimumPrecision\n"
                                 "dcl_thread_group 1, 1, 1\nret \n"),
                     0x10);
    assert_int_equal(features_of("cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                                 "check_access_fully_mapped r0.x, r0.y\nret \n"),
                     0x100);
    assert_int_equal(features_of("ps_5_0\ndcl_output oStencilRef\nmov oStencilRef, l(1)\nret \n"), 0x200);
    assert_int_equal(
        features_of("vs_5_0\ndcl_output_siv o0.x, rendertarget_array_index\nmov o0.x, l(1)\nret \n"), 0x2000);
}

static void wide_typed_loads_need_a_feature(void **state)
{
    (void)state;
#define LOAD(mask, swizzle)                                                                                  \
    "cs_5_0\ndcl_uav_typed_buffer (float,float,float,float) u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"     \
    "ld_uav_typed r0." mask ", r0.xxxx, u0." swizzle "\nret \n"
    assert_int_equal(features_of(LOAD("y", "yxzw")), 0);
    assert_int_equal(features_of(LOAD("xy", "xyzw")), 0x800);
#undef LOAD
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compute_shader_has_empty_signatures),
        cmocka_unit_test(needed_features_get_a_chunk),
        cmocka_unit_test(declarations_make_signatures),
        cmocka_unit_test(streams_are_told_apart),
        cmocka_unit_test(phases_share_their_registers),
        cmocka_unit_test(names_are_shared_and_padded),
        cmocka_unit_test(declarations_and_instructions_need_features),
        cmocka_unit_test(wide_typed_loads_need_a_feature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
