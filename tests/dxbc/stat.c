/* STAT: which word counts what. */
#include "made.h"

#define VERSION_CS "cs_5_0\ndcl_globalFlags refactoringAllowed\n"
#define GROUP      "dcl_thread_group 1, 1, 1\n"

/* One word of the statistics of a text. */
static uint32_t word_of(const char *text, unsigned word)
{
    struct sm5_program *program = program_of(text);
    struct program_statistics made;
    dxbc_make_statistics(program, &made);
    program_free(program);
    return made.word[word];
}

/* What instructions of a compute shader that declares all they need count in `word`. */
static uint32_t counted(const char *instructions, unsigned word)
{
    struct strbuf text = {0};
    strbuf_printf(&text,
                  VERSION_CS
                  "dcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_raw t0\ndcl_uav_raw u0\n"
                  "dcl_uav_structured u1, 4\ndcl_temps 3\ndcl_indexableTemp x0[2], 4\n"
                  "dcl_indexableTemp x1[3], 4\ndcl_tgsm_raw g0, 64\n" GROUP "%s\n",
                  instructions);
    uint32_t count = word_of(text.text, word);
    strbuf_free(&text);
    return count;
}

static void instructions_are_counted_without_declarations_and_labels(void **state)
{
    (void)state;
    assert_int_equal(counted("call l0\nret\nlabel l0\nnop\nret\n", 0), 4);
}

static void registers_are_counted(void **state)
{
    (void)state;
    assert_int_equal(counted("ret", 1), 3);  /* r# */
    assert_int_equal(counted("ret", 10), 5); /* elements of x# */
    assert_int_equal(word_of("ps_5_0\ndcl_immediateConstantBuffer { { 0, 0, 0, 0},\n"
                             "                              { 1, 0, 0, 0} }\n"
                             "dcl_input_ps linear v0.xy\ndcl_input_ps linear v1.x\ndcl_output o0.x\n"
                             "dcl_temps 1\nret \n",
                             2),
                     2); /* rows of icb */
    assert_int_equal(
        word_of("ps_5_0\ndcl_input_ps linear v0.xy\ndcl_output o0.x\ndcl_output o1.x\nret \n", 3), 3);
}

static void arithmetic_is_counted_by_its_type(void **state)
{
    (void)state;
    const char *mixed = "add r0.x, r0.x, r0.y\nmad r0.x, r0.x, r0.y, r0.z\niadd r0.x, r0.x, r0.y\n"
                        "imad r0.x, r0.x, r0.y, r0.z\nand r0.x, r0.x, r0.y\nushr r0.x, r0.x, r0.y\n"
                        "frc r0.x, r0.y\nftoi r0.x, r0.y\nmovc r0.x, r0.y, r0.z, r0.w\nret";
    assert_int_equal(counted(mixed, 4), 2); /* mad is in no class */
    assert_int_equal(counted(mixed, 5), 1); /* nor is imad */
    assert_int_equal(counted(mixed, 6), 2);
    assert_int_equal(counted(mixed, 20), 1);
    assert_int_equal(counted(mixed, 21), 2); /* frc counts twice */
}

static void moves_count_when_they_negate_or_reach_an_array(void **state)
{
    (void)state;
    assert_int_equal(counted("mov r0.x, -r0.y\nmov r0.x, r0.y\nmov r0.x, |r0.y|\nret", 4), 1);
    assert_int_equal(counted("mov x0[0].x, r0.y\nmov r0.x, x0[1].x\nmov r0.x, r0.y\nret", 11), 2);
}

static void sincos_counts_with_one_result(void **state)
{
    (void)state;
    assert_int_equal(
        counted("sincos r0.x, null, r0.y\nsincos null, r0.x, r0.y\nsincos r0.x, r1.x, r0.y\nret", 4), 2);
}

static void branches_on_constants_are_static(void **state)
{
    (void)state;
    const char *flow =
        "if_nz cb0[0].x\nelse \nendif \nif_nz r0.x\nendif \nloop \nbreakc_nz r0.x\nbreak \nendloop \nret";
    assert_int_equal(counted(flow, 7), 4); /* if, else, break, ret */
    assert_int_equal(counted(flow, 8), 2);
}

static void shared_memory_is_no_load_or_store(void **state)
{
    (void)state;
    const char *memory =
        "ld_raw r0.x, r0.y, t0.xxxx\nld_raw r0.x, r0.y, g0.xxxx\nstore_raw g0.x, r0.y, r0.x\n"
        "store_raw u0.x, r0.y, r0.x\nstore_structured u1.x, r0.y, l(0), r0.x\n"
        "atomic_iadd u0, r0.x, r0.y\nsync_g_t\nret";
    assert_int_equal(counted(memory, 15), 1);
    assert_int_equal(counted(memory, 36), 2);
    assert_int_equal(counted(memory, 35), 1);
    assert_int_equal(counted(memory, 34), 1);
}

static void sm4_has_fewer_words(void **state)
{
    (void)state;
    struct sm5_program *program = program_of("ps_4_0\ndcl_output o0.x\nmov o0.x, l(0)\nret \n");
    struct program_statistics made;
    dxbc_make_statistics(program, &made);
    assert_int_equal(made.words, 29);
    program_free(program);
}

static const char hull[] =
    "hs_5_0\nhs_decls \ndcl_input_control_point_count 4\ndcl_output_control_point_count 3\n"
    "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_fractional_odd\n"
    "dcl_tessellator_output_primitive output_triangle_cw\ndcl_globalFlags refactoringAllowed\n"
    "hs_control_point_phase \ndcl_input v[4][0].x\ndcl_output o0.x\ndcl_temps 2\nadd o0.x, v[0][0].x, "
    "l(1.0)\nret \n"
    "hs_fork_phase \ndcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\ndcl_temps 5\nadd o0.x, l(1.0), "
    "l(1.0)\nret \n"
    "hs_fork_phase \ndcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\nmov o1.x, l(1.0)\nret \n";

static void a_hull_shader_counts_its_control_point_phase(void **state)
{
    (void)state;
    assert_int_equal(word_of(hull, 0), 6);
    assert_int_equal(word_of(hull, 1), 5);
    assert_int_equal(word_of(hull, 4), 1);
    assert_int_equal(word_of(hull, 7), 1);
    assert_int_equal(word_of(hull, 23), 11); /* a patch of 4 */
    assert_int_equal(word_of(hull, 30), 3);
    assert_int_equal(word_of(hull, 31), 3);
    assert_int_equal(word_of(hull, 32), 3);
    assert_int_equal(word_of(hull, 33), 2);
}

static void a_geometry_shader_tells_its_primitives(void **state)
{
    (void)state;
    static const char text[] =
        "gs_5_0\ndcl_input v[3][0].x\ndcl_inputprimitive triangle \ndcl_gsinstances 2\n"
        "dcl_stream m0\ndcl_outputtopology trianglestrip \ndcl_output o0.x\ndcl_maxout 9\n"
        "mov o0.x, v[0][0].x\nemit_stream m0\nemit_then_cut_stream m0\ncut_stream m0\nret \n";
    assert_int_equal(word_of(text, 12), 2);
    assert_int_equal(word_of(text, 13), 2);
    assert_int_equal(word_of(text, 23), 3);
    assert_int_equal(word_of(text, 24), 5);
    assert_int_equal(word_of(text, 25), 9);
    assert_int_equal(word_of(text, 29), 2);
}

static void a_sample_index_makes_a_shader_run_per_sample(void **state)
{
    (void)state;
    assert_int_equal(
        word_of("ps_5_0\ndcl_input_ps_sgv v0.x, sampleIndex\ndcl_output o0.x\nmov o0.x, v0.x\nret \n", 28),
        1);
    assert_int_equal(
        word_of("ps_5_0\ndcl_input_ps linear sample v0.x\ndcl_output o0.x\nmov o0.x, v0.x\nret \n", 28), 1);
    assert_int_equal(word_of("ps_5_0\ndcl_input_ps linear v0.x\ndcl_output o0.x\nmov o0.x, v0.x\nret \n", 28),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_are_counted_without_declarations_and_labels),
        cmocka_unit_test(registers_are_counted),
        cmocka_unit_test(arithmetic_is_counted_by_its_type),
        cmocka_unit_test(moves_count_when_they_negate_or_reach_an_array),
        cmocka_unit_test(sincos_counts_with_one_result),
        cmocka_unit_test(branches_on_constants_are_static),
        cmocka_unit_test(shared_memory_is_no_load_or_store),
        cmocka_unit_test(sm4_has_fewer_words),
        cmocka_unit_test(a_hull_shader_counts_its_control_point_phase),
        cmocka_unit_test(a_geometry_shader_tells_its_primitives),
        cmocka_unit_test(a_sample_index_makes_a_shader_run_per_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
