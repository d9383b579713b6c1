/* Declarations of stages other than compute and their limits. Programs are written as text. */
#include <stdio.h>
#include <string.h>

#include "program/program.h"
#include "sm5/sm5.h"
#include "test.h"

static struct sm5_program *read_text(const char *text)
{
    struct sm5_program *program;
    struct sm5_diags *diags = sm5_diags_new();
    if (sm5_program_read(text, strlen(text), "t.asm", &program, diags) != SM5_OK)
        fail_msg("%s: %s", text, sm5_diags_at(diags, 0)->message);
    sm5_diags_free(diags);
    return program;
}

static void expect_problem(const char *text, const char *code, uint32_t line)
{
    struct sm5_program *program = read_text(text);
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(program_check_decls(program, diags), SM5_ERR_INPUT);
    assert_int_equal(sm5_diags_count(diags), 1);
    assert_string_equal(sm5_diags_at(diags, 0)->code, code);
    assert_int_equal(sm5_diags_at(diags, 0)->line, line);
    sm5_diags_free(diags);
    sm5_program_free(program);
}

static void expect_none(const char *text)
{
    struct sm5_program *program = read_text(text);
    struct sm5_diags *diags = sm5_diags_new();
    if (program_check_decls(program, diags) != SM5_OK)
        fail_msg("%s: %s", text, sm5_diags_at(diags, 0)->message);
    sm5_diags_free(diags);
    sm5_program_free(program);
}

static void registers_have_the_fields_of_their_declarations(void **state)
{
    (void)state;
    struct sm5_program *program = read_text("ps_5_0\ndcl_input_ps linear centroid v1.xy\n"
                                            "dcl_input_ps_siv linear noperspective v4.xyw, position\n"
                                            "dcl_input vCoverage\ndcl_output o3.xz\ndcl_output oMask\nret\n");
    const struct program_stage *stage = &program->decls.stage;
    assert_int_equal(stage->register_count, 5);
    const struct program_register *r = stage->registers;
    assert_true(r[0].file == ISA_FILE_INPUT && r[0].reg == 1 && r[0].mask == 3 && r[0].interpolation == 3);
    assert_true(r[1].reg == 4 && r[1].mask == 0xb && r[1].system_value == 1 && r[1].interpolation == 4);
    assert_true(r[2].file == ISA_FILE_COVERAGE && !r[2].output);
    assert_true(r[3].file == ISA_FILE_OUTPUT && r[3].reg == 3 && r[3].mask == 5 && r[3].output);
    assert_true(r[4].file == ISA_FILE_OUTPUT_MASK && r[4].output);
    sm5_program_free(program);
}

static void records_contain_the_highest_register(void **state)
{
    (void)state;
    struct sm5_program *program = read_text("ps_5_0\ndcl_input_ps linear v1.xy\ndcl_input_ps linear v4.x\n"
                                            "dcl_output o3.xz\ndcl_output oDepthLE\nret\n");
    const struct program_stage *stage = &program->decls.stage;
    assert_int_equal(stage->inputs, 5);
    assert_int_equal(stage->special, 4); /* after o3 */
    assert_int_equal(stage->outputs, 5);
    assert_false(stage->sample_frequency);
    sm5_program_free(program);
    program = read_text("vs_5_0\ndcl_output o3.xz\nret\n");
    assert_int_equal(program->decls.stage.inputs, 0);
    assert_int_equal(program->decls.stage.outputs, 4);
    assert_int_equal(program->decls.stage.special, UINT32_MAX);
    sm5_program_free(program);
}

static void sample_inputs_set_sample_frequency(void **state)
{
    (void)state;
    static const char *const inputs[] = {"dcl_input_ps linear sample v0.x",
                                         "dcl_input_ps linear noperspective sample v0.x",
                                         "dcl_input_ps_sgv constant v0.x, sampleIndex"};
    for (size_t i = 0; i < BASE_COUNT(inputs); i++) {
        char text[128];
        snprintf(text, sizeof text, "ps_5_0\n%s\nret\n", inputs[i]);
        struct sm5_program *program = read_text(text);
        assert_true(program->decls.stage.sample_frequency);
        sm5_program_free(program);
    }
}

#define HULL                                                                                                 \
    "hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 4\n"                  \
    "dcl_tessellator_domain domain_tri\ndcl_tessellator_partitioning partitioning_pow2\n"                    \
    "dcl_tessellator_output_primitive output_triangle_ccw\n"

static void hull_phases_are_separated(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text(HULL "hs_control_point_phase\ndcl_input v[3][2].x\ndcl_output o1.x\nret\n"
                       "hs_fork_phase\ndcl_hs_fork_phase_instance_count 5\ndcl_output o4.x\nret\n"
                       "hs_join_phase\ndcl_input vpc6.x\nret\n");
    const struct program_stage *stage = &program->decls.stage;
    assert_true(stage->points_in == 3 && stage->points_out == 4);
    assert_true(stage->domain == 2 && stage->partitioning == 2 && stage->output_primitive == 4);
    assert_int_equal(stage->phase_count, 3);
    const struct program_phase *phases = stage->phases;
    assert_true(phases[0].kind == PROGRAM_PHASE_POINTS && phases[1].kind == PROGRAM_PHASE_FORK &&
                phases[2].kind == PROGRAM_PHASE_JOIN);
    assert_true(phases[1].instances == 5 && phases[2].instances == 1);
    assert_true(phases[0].end == phases[1].first && phases[2].end == program->instr_count);
    assert_int_equal(program->instrs[phases[2].first].opcode, ISA_HS_JOIN_PHASE);
    assert_true(stage->inputs == 3 && stage->outputs == 2 && stage->constants == 7);
    assert_int_equal(stage->registers[2].phase, 1);
    sm5_program_free(program);
}

static void passed_through_control_points_have_all_registers(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 3\n"
                  "hs_fork_phase\ndcl_output o0.x\nret\n");
    assert_int_equal(program->decls.stage.inputs, 32);
    assert_int_equal(program->decls.stage.outputs, 32);
    sm5_program_free(program);
}

static void geometry_primitives_and_streams(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("gs_5_0\ndcl_input v[6][1].x\ndcl_gsinstances 7\ndcl_inputprimitive triangleadj\n"
                  "dcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.x\n"
                  "dcl_stream m2\ndcl_outputtopology pointlist\ndcl_output o3.x\ndcl_maxout 9\nret\n");
    const struct program_stage *stage = &program->decls.stage;
    assert_true(stage->vertices_in == 6 && stage->instances == 7 && stage->max_vertices == 9);
    assert_true(stage->topologies[0] == 1 && !stage->topologies[1] && stage->topologies[2] == 1);
    assert_int_equal(stage->outputs, 4);
    assert_int_equal(stage->registers[2].stream, 2);
    sm5_program_free(program);
    program =
        read_text("gs_5_0\ndcl_inputprimitive patch17\ndcl_outputtopology pointlist\ndcl_maxout 1\nret\n");
    assert_int_equal(program->decls.stage.vertices_in, 17);
    sm5_program_free(program);
}

static void counts_have_limits(void **state)
{
    (void)state;
    expect_problem("hs_5_0\nhs_decls\ndcl_input_control_point_count 33\nret\n", "program-stage-count", 3);
    expect_problem("gs_5_0\ndcl_inputprimitive point\ndcl_maxout 1025\nret\n", "program-stage-count", 3);
    expect_problem("gs_5_0\ndcl_inputprimitive point\ndcl_maxout 1\ndcl_gsinstances 33\nret\n",
                   "program-stage-count", 4);
    expect_problem(HULL
                   "hs_control_point_phase\nret\nhs_fork_phase\ndcl_hs_fork_phase_instance_count 129\nret\n",
                   "program-stage-count", 11);
    expect_problem("vs_5_0\ndcl_input v32.x\nret\n", "program-stage-register", 2);
    expect_problem("ps_5_0\ndcl_output o8.x\nret\n", "program-stage-register", 2);
    expect_none("vs_5_0\ndcl_input v31.x\ndcl_output o31.x\nret\n");
    expect_none("gs_5_0\ndcl_inputprimitive point\ndcl_maxout 1024\ndcl_gsinstances 32\nret\n");
}

static void required_declarations(void **state)
{
    (void)state;
    expect_problem("hs_5_0\nhs_decls\nret\n", "program-stage-missing", 0);
    expect_problem("gs_5_0\ndcl_maxout 1\nret\n", "program-stage-missing", 0);
    expect_problem("gs_5_0\ndcl_inputprimitive point\nret\n", "program-stage-missing", 0);
    expect_problem(HULL "hs_fork_phase\nret\n", "program-stage-missing",
                   0); /* 3 input points, 4 output points */
    expect_none("ds_5_0\nret\n");
    expect_none("hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_output_control_point_count 0\nret\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_have_the_fields_of_their_declarations),
        cmocka_unit_test(records_contain_the_highest_register),
        cmocka_unit_test(sample_inputs_set_sample_frequency),
        cmocka_unit_test(hull_phases_are_separated),
        cmocka_unit_test(passed_through_control_points_have_all_registers),
        cmocka_unit_test(geometry_primitives_and_streams),
        cmocka_unit_test(counts_have_limits),
        cmocka_unit_test(required_declarations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
