/* Stages other than compute through the public functions: reflection, runs, and faults. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "test.h"

static void expect_refusal(struct harness *h, const struct sm5_stage_run *run, enum sm5_status status,
                           const char *code)
{
    struct sm5_stage_outputs outputs;
    sm5_diags_clear(h->diags);
    assert_int_equal(sm5_run_stage(h->kernel, h->bindings, run, &outputs, h->diags), status);
    size_t count = sm5_diags_count(h->diags);
    assert_true(count > 0);
    assert_string_equal(sm5_diags_at(h->diags, count - 1)->code, code);
    sm5_stage_outputs_free(&outputs);
}

static void run(struct harness *h, const struct sm5_stage_run *how, struct sm5_stage_outputs *outputs)
{
    if (sm5_run_stage(h->kernel, h->bindings, how, outputs, h->diags))
        fail_msg("%s", sm5_diags_at(h->diags, 0)->message);
}

#define VERTEX                                                                                               \
    "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v1.xy\ndcl_input_sgv v2.x, vertex_id\n"           \
    "dcl_output_siv o0.xyzw, position\ndcl_output o1.y\nmov o0.xyzw, v1.xyxy\nmov o1.y, v2.x\nret\n"

static void elements_have_names_registers_and_types(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_element e;
    struct sm5_stage_info info;
    harness_open(&h, VERTEX);
    sm5_stage_info(h.program, &info);
    assert_string_equal(info.stage, "vs");
    assert_true(info.inputs == 3 && info.outputs == 2 && info.points_in == 1);
    assert_true(sm5_stage_element_at(h.program, SM5_STAGE_INPUTS, 0, &e));
    assert_true(!e.semantic && e.reg == 1 && e.mask == 3 && e.used == 3 && e.type == 'f');
    assert_true(sm5_stage_element_at(h.program, SM5_STAGE_INPUTS, 1, &e));
    assert_string_equal(e.semantic, "SV_VertexID");
    assert_true(e.reg == 2 && e.type == 'u' && e.system_value == 6);
    assert_false(sm5_stage_element_at(h.program, SM5_STAGE_INPUTS, 2, &e));
    assert_true(sm5_stage_element_at(h.program, SM5_STAGE_OUTPUTS, 1, &e));
    assert_true(!e.semantic && e.reg == 1 && e.mask == 2);
    assert_string_equal(e.file, "o");
    assert_false(sm5_stage_element_at(h.program, SM5_STAGE_CONSTANTS, 0, &e));
    harness_close(&h);
}

static void special_outputs_share_a_register(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_element e;
    struct sm5_stage_info info;
    harness_open(&h, "ps_5_0\ndcl_output o1.x\ndcl_output oDepthLE\ndcl_output oMask\nmov o1.x, l(1)\n"
                     "mov oDepthLE, l(0)\nmov oMask, l(1)\nret\n");
    sm5_stage_info(h.program, &info);
    assert_true(info.special == 2 && info.outputs == 3);
    assert_true(sm5_stage_element_at(h.program, SM5_STAGE_OUTPUTS, 1, &e));
    assert_string_equal(e.semantic, "SV_DepthLessEqual");
    assert_true(e.reg == 2 && e.mask == 1 && e.type == 'f');
    assert_true(sm5_stage_element_at(h.program, SM5_STAGE_OUTPUTS, 2, &e));
    assert_string_equal(e.semantic, "SV_Coverage");
    assert_true(e.reg == 2 && e.mask == 2 && e.type == 'u');
    harness_close(&h);
}

static void vertices_come_out_in_their_order(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    struct harness h = {0};
    harness_open(&h, VERTEX);
    uint32_t *words = calloc(COUNT * 12, sizeof *words);
    const struct sm5_records inputs = {words, COUNT, 3};
    struct sm5_stage_run how = {.count = COUNT, .inputs = inputs};
    sm5_stage_make_system_values(h.program, &how, 0, 0, 0);
    for (uint32_t i = 0; i < COUNT; i++)
        words[i * 12 + 4] = 7 * i;
    for (how.threads = 1; how.threads <= 8; how.threads *= 8) {
        struct sm5_stage_outputs outputs;
        run(&h, &how, &outputs);
        assert_int_equal(outputs.outputs.count, COUNT);
        assert_int_equal(outputs.outputs.registers, 2);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_int_equal(outputs.outputs.words[i * 8], 7 * i);
            assert_int_equal(outputs.outputs.words[i * 8 + 5], i);
        }
        sm5_stage_outputs_free(&outputs);
    }
    free(words);
    harness_close(&h);
}

static void records_may_be_shorter_than_the_program_reads(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs outputs;
    uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    harness_open(&h, VERTEX);
    const struct sm5_stage_run how = {.count = 2, .inputs = {words, 2, 1}};
    run(&h, &how, &outputs);
    assert_int_equal(outputs.outputs.words[0], 0);
    assert_int_equal(outputs.outputs.words[8], 0);
    sm5_stage_outputs_free(&outputs);
    harness_close(&h);
}

static void runs_that_lack_something_are_refused(void **state)
{
    (void)state;
    struct harness h = {0};
    uint32_t words[64] = {0};
    harness_open(&h, VERTEX);
    expect_refusal(&h, &(struct sm5_stage_run){.count = 3, .inputs = {words, 2, 3}}, SM5_ERR_ARGUMENT,
                   "stage-records");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1}, SM5_ERR_ARGUMENT, "stage-records");
    expect_refusal(&h, &(struct sm5_stage_run){.count = UINT64_MAX}, SM5_ERR_ARGUMENT, "stage-count");
    harness_close(&h);
    harness_open(&h, "ps_5_0\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 6}, SM5_ERR_ARGUMENT, "stage-quads");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 4, .samples = 5}, SM5_ERR_ARGUMENT, "stage-samples");
    harness_close(&h);
    harness_open(&h, "ds_5_0\ndcl_input_control_point_count 2\ndcl_input vicp[2][0].x\ndcl_input vpc0.x\n"
                     "dcl_output o0.x\nadd o0.x, vpc0.x, vicp[0][0].x\nret\n");
    const float at[1][3] = {{0}};
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1}, SM5_ERR_ARGUMENT, "stage-records");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1, .locations = at, .inputs = {words, 2, 1}},
                   SM5_ERR_ARGUMENT, "stage-records");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1, .locations = at, .constants = {words, 1, 1}},
                   SM5_ERR_ARGUMENT, "stage-records");
    harness_close(&h);
    harness_open(&h, "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1}, SM5_ERR_ARGUMENT, "stage-compute");
    harness_close(&h);
}

/* o0.x: a sum of the patch constant, the control point and the location. */
static const char DOMAIN[] = "ds_5_0\ndcl_input_control_point_count 2\ndcl_input vicp[2][0].x\n"
                             "dcl_input vpc0.x\ndcl_input vDomain.x\ndcl_output o0.x\ndcl_temps 1\n"
                             "add r0.x, vpc0.x, vicp[1][0].x\nadd o0.x, r0.x, vDomain.x\nret\n";

static void points_may_name_their_patches(void **state)
{
    (void)state;
    enum { POINTS = 100 };
    struct harness h = {0};
    struct sm5_stage_outputs outputs;
    static float points[3 * 2 * 4], constants[3 * 4], at[POINTS][3];
    uint32_t patches[POINTS];
    for (unsigned i = 0; i < 3; i++) {
        points[i * 8 + 4] = (float)(10 * i);
        constants[i * 4] = (float)(100 * i);
    }
    for (unsigned i = 0; i < POINTS; i++) {
        patches[i] = i < 7 ? 2 : i % 3;
        at[i][0] = 0.5f;
    }
    harness_open(&h, DOMAIN);
    struct sm5_stage_run how = {.count = POINTS,
                                .inputs = {(uint32_t *)points, 6, 1},
                                .constants = {(uint32_t *)constants, 3, 1},
                                .patches = patches,
                                .locations = (const float(*)[3])at};
    run(&h, &how, &outputs);
    for (unsigned i = 0; i < POINTS; i++) {
        float want = (float)(110 * patches[i]) + 0.5f;
        assert_memory_equal(&outputs.outputs.words[i * 4], &want, sizeof want);
    }
    sm5_stage_outputs_free(&outputs);
    patches[50] = 3;
    expect_refusal(&h, &how, SM5_ERR_ARGUMENT, "stage-records");
    harness_close(&h);
}

static void expect_no_kernel(const void *bytes, size_t size, const char *code)
{
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    assert_int_equal(sm5_program_read(bytes, size, "t.asm", &program, diags), SM5_OK);
    const struct sm5_kernel_options any_program = {.validation = SM5_VALIDATION_NONE};
    assert_int_equal(sm5_kernel_new_with(program, &any_program, &kernel, diags), SM5_ERR_INPUT);
    assert_string_equal(sm5_diags_at(diags, sm5_diags_count(diags) - 1)->code, code);
    sm5_program_free(program);
    sm5_diags_free(diags);
}

static void registers_of_other_stages_are_refused(void **state)
{
    (void)state;
    const char *thread = "vs_5_0\ndcl_output o0.x\nmov o0.x, vThreadID.x\nret\n";
    const char *primitive = "vs_5_0\ndcl_output o0.x\nmov o0.x, vPrim\nret\n";
    expect_no_kernel(thread, strlen(thread), "interp-file");
    expect_no_kernel(primitive, strlen(primitive), "interp-file");
}

/* A hull shader whose version token is that of a vertex shader. */
static void phases_of_other_stages_are_refused(void **state)
{
    (void)state;
    enum {
        HULL_SHADER = 3,
        VERTEX_SHADER = 1,
        PROGRAM_TYPE = 10 /* bytes after the start of the chunk's name */
    };
    struct harness h = {0};
    struct sm5_blob blob = {0};
    harness_open(&h, "hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 0\n"
                     "hs_fork_phase\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    assert_int_equal(sm5_program_write(h.program, NULL, &blob, h.diags), SM5_OK);
    uint8_t *chunk = memmem(blob.data, blob.size, "SHEX", 4);
    assert_true(chunk && chunk[PROGRAM_TYPE] == HULL_SHADER);
    chunk[PROGRAM_TYPE] = VERTEX_SHADER;
    expect_no_kernel(blob.data, blob.size, "interp-flow");
    sm5_blob_free(&blob);
    harness_close(&h);
}

static void a_run_of_nothing_gives_nothing(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs outputs;
    harness_open(&h, VERTEX);
    run(&h, &(struct sm5_stage_run){0}, &outputs);
    assert_int_equal(outputs.outputs.count, 0);
    sm5_stage_outputs_free(&outputs);
    harness_close(&h);
}

static void loops_end_with_the_budget(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h, "vs_5_0\ndcl_output o0.x\nloop\nendloop\nmov o0.x, l(1)\nret\n");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1, .max_steps = 100}, SM5_ERR_LIMIT,
                   "fault-stage-steps");
    harness_close(&h);
}

static void an_abort_names_the_first_invocation(void **state)
{
    (void)state;
    struct harness h = {0};
    uint32_t words[4 * 4 * 100] = {0};
    harness_open(&h, "vs_5_0\ndcl_input_sgv v0.x, vertex_id\ndcl_output o0.x\ndcl_temps 1\n"
                     "uge r0.x, v0.x, l(70)\nif_nz r0.x\nabort\nendif\nmov o0.x, v0.x\nret\n");
    struct sm5_stage_run how = {.count = 100, .inputs = {words, 100, 1}, .threads = 3};
    sm5_stage_make_system_values(h.program, &how, 0, 0, 0);
    expect_refusal(&h, &how, SM5_ERR_PROGRAM, "fault-stage-abort");
    const struct sm5_diag *diag = sm5_diags_at(h.diags, sm5_diags_count(h.diags) - 1);
    assert_non_null(strstr(diag->message, "invocation 70:"));
    harness_close(&h);
}

/* Coverage has an entry for each invocation, of which there may be fewer than records: the fifth record's position is the
   pixel's centre, whatever follows in memory. */
static void positions_beyond_the_invocations_ignore_coverage(void **state)
{
    (void)state;
    struct harness h = {0};
    uint32_t words[8 * 4] = {0}, coverage[8] = {15, 15, 15, 15, 1, 1, 1, 1};
    float x;
    harness_open(&h, "ps_5_0\ndcl_input_ps_siv linear centroid v0.xy, position\ndcl_output o0.xy\n"
                     "mov o0.xy, v0.xyxx\nret\n");
    const struct sm5_stage_run how = {
        .count = 4, .inputs = {words, 8, 1}, .samples = 4, .coverage = coverage};
    sm5_stage_make_system_values(h.program, &how, 0, 0, 0);
    memcpy(&x, &words[16], sizeof x);
    assert_true(x == 2.5f);
    harness_close(&h);
}

/* Cuts without a vertex use no memory. */
static void cuts_alone_emit_nothing(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs outputs;
    harness_open(
        &h, "gs_4_0\ndcl_temps 1\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_output o0.x\n"
            "dcl_maxout 2\nmov r0.x, l(0)\nloop\nige r0.y, r0.x, l(100000)\nbreakc_nz r0.y\n"
            "cut\niadd r0.x, r0.x, l(1)\nendloop\nmov o0.x, r0.x\nemit\nret\n");
    run(&h, &(struct sm5_stage_run){.count = 3}, &outputs);
    assert_int_equal(outputs.streams[0].vertices.count, 3);
    assert_int_equal(outputs.streams[0].vertices.words[0], 100000);
    sm5_stage_outputs_free(&outputs);
    harness_close(&h);
}

static void pixel_positions_walk_in_quads(void **state)
{
    (void)state;
    struct harness h = {0};
    float words[16][4];
    harness_open(&h, "ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.xy\n"
                     "mov o0.xy, v0.xyxx\nret\n");
    const struct sm5_stage_run how = {.count = 16, .inputs = {(uint32_t *)words, 16, 1}};
    memset(words, 0, sizeof words);
    sm5_stage_make_system_values(h.program, &how, 10, 20, 2);
    assert_true(words[0][0] == 10.5f && words[0][1] == 20.5f);
    assert_true(words[3][0] == 11.5f && words[3][1] == 21.5f);
    assert_true(words[4][0] == 12.5f && words[4][1] == 20.5f);
    assert_true(words[8][0] == 10.5f && words[8][1] == 22.5f);
    harness_close(&h);
}

static void an_abort_of_a_helper_pixel_is_one(void **state)
{
    (void)state;
    struct harness h = {0};
    uint32_t coverage[100];
    harness_open(&h,
                 "ps_5_0\ndcl_input vCoverage\ndcl_output o0.x\ndcl_temps 1\nieq r0.x, vCoverage.x, l(0)\n"
                 "if_nz r0.x\nabort\nendif\nmov o0.x, l(0)\nret\n");
    for (unsigned i = 0; i < 100; i++)
        coverage[i] = i != 45;
    expect_refusal(&h, &(struct sm5_stage_run){.count = 100, .coverage = coverage}, SM5_ERR_PROGRAM,
                   "fault-stage-abort");
    const struct sm5_diag *diag = sm5_diags_at(h.diags, sm5_diags_count(h.diags) - 1);
    assert_non_null(strstr(diag->message, "invocation 45:"));
    harness_close(&h);
}

#define DISCARDS(tail)                                                                                       \
    "ps_5_0\ndcl_uav_structured u1, 4\ndcl_input_ps_siv linear noperspective v0.xy, position\n"              \
    "dcl_output o0.x\ndcl_temps 1\nmov o0.x, v0.x\nftou r0.xy, v0.xyxx\nudiv null, r0.y, r0.x, l(8)\n"       \
    "ieq r0.zw, r0.yyyy, l(0, 0, 3, 4)\nor r0.z, r0.z, r0.w\ndiscard_nz r0.z\n"                              \
    "atomic_iadd u1, l(0, 0, 0, 0), l(1)\nutof r0.x, r0.y\n" tail "ret\n"

/* Columns 3 and 4 of every 8 are discarded, every fifth row has helpers. */
static void expect_discards(const char *code)
{
    enum { SIDE = 300, COUNT = SIDE * SIDE };
    struct harness h = {0};
    uint32_t *words = calloc(COUNT, 16), *coverage = calloc(COUNT, sizeof *coverage), written = 0;
    harness_open(&h, code);
    struct sm5_buffer *buffer = sm5_buffer_new(4);
    harness_bind(&h, "u1", buffer, 0, 1);
    struct sm5_stage_run how = {
        .count = COUNT, .inputs = {words, COUNT, 1}, .coverage = coverage, .threads = 4};
    sm5_stage_make_system_values(h.program, &how, 0, 0, SIDE / 2);
    float(*positions)[4] = (float(*)[4])words;
    for (unsigned i = 0; i < COUNT; i++)
        coverage[i] = (unsigned)positions[i][1] % 5 != 0;
    struct sm5_stage_outputs outputs;
    run(&h, &how, &outputs);
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned column = (unsigned)positions[i][0] % 8;
        bool stays = coverage[i] && column != 3 && column != 4;
        written += stays;
        assert_int_equal(outputs.written[i], stays);
        assert_int_equal(outputs.outputs.words[4 * i], stays ? words[4 * i] : 0);
    }
    assert_int_equal(*(uint32_t *)sm5_buffer_data(buffer), written);
    sm5_stage_outputs_free(&outputs);
    sm5_buffer_free(buffer);
    harness_close(&h);
    free(words);
    free(coverage);
}

static void discarded_pixels_count_for_nothing(void **state)
{
    (void)state;
    expect_discards(DISCARDS(""));
    expect_discards(
        DISCARDS("deriv_rtx_fine r0.x, r0.x\nadd r0.x, r0.x, l(1.0)\nif_z r0.x\nmov o0.x, l(0)\nendif\n"));
}

static void all_threads_add_to_one_counter(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h, "vs_5_0\ndcl_uav_structured u0, 4\ndcl_output o0.x\ndcl_temps 1\n"
                     "imm_atomic_iadd r0.x, u0, l(0, 0, 0, 0), l(1)\nmov o0.x, l(0)\nret\n");
    struct sm5_buffer *buffer = sm5_buffer_new(4);
    harness_bind(&h, "u0", buffer, 0, 1);
    struct sm5_stage_outputs outputs;
    run(&h, &(struct sm5_stage_run){.count = 5000, .threads = 4}, &outputs);
    assert_int_equal(*(uint32_t *)sm5_buffer_data(buffer), 5000);
    sm5_stage_outputs_free(&outputs);
    sm5_buffer_free(buffer);
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_have_names_registers_and_types),
        cmocka_unit_test(special_outputs_share_a_register),
        cmocka_unit_test(vertices_come_out_in_their_order),
        cmocka_unit_test(records_may_be_shorter_than_the_program_reads),
        cmocka_unit_test(runs_that_lack_something_are_refused),
        cmocka_unit_test(points_may_name_their_patches),
        cmocka_unit_test(registers_of_other_stages_are_refused),
        cmocka_unit_test(phases_of_other_stages_are_refused),
        cmocka_unit_test(a_run_of_nothing_gives_nothing),
        cmocka_unit_test(loops_end_with_the_budget),
        cmocka_unit_test(positions_beyond_the_invocations_ignore_coverage),
        cmocka_unit_test(an_abort_names_the_first_invocation),
        cmocka_unit_test(cuts_alone_emit_nothing),
        cmocka_unit_test(pixel_positions_walk_in_quads),
        cmocka_unit_test(an_abort_of_a_helper_pixel_is_one),
        cmocka_unit_test(discarded_pixels_count_for_nothing),
        cmocka_unit_test(all_threads_add_to_one_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
