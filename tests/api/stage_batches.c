/* Hull and geometry shaders over many batches: outputs are in the order of patches and primitives at any
   number of threads, budgets and faults are as in other stages, and nonconforming programs, such as phases
   that write one constant, have defined results. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "test.h"

static enum sm5_status try_run(struct harness *h, const struct sm5_stage_run *how,
                               struct sm5_stage_outputs *outputs)
{
    sm5_diags_clear(h->diags);
    return sm5_run_stage(h->kernel, h->bindings, how, outputs, h->diags);
}

static void run(struct harness *h, const struct sm5_stage_run *how, struct sm5_stage_outputs *outputs)
{
    if (try_run(h, how, outputs))
        fail_msg("%s", sm5_diags_at(h->diags, sm5_diags_count(h->diags) - 1)->message);
}

static void expect_refusal(struct harness *h, const struct sm5_stage_run *how, enum sm5_status status,
                           const char *code, const char *text)
{
    struct sm5_stage_outputs outputs;
    assert_int_equal(try_run(h, how, &outputs), status);
    const struct sm5_diag *diag = sm5_diags_at(h->diags, sm5_diags_count(h->diags) - 1);
    assert_string_equal(diag->code, code);
    assert_non_null(strstr(diag->message, text));
    sm5_stage_outputs_free(&outputs);
}

/* One component per record, in steps of 3. */
static struct sm5_records make_records(uint64_t count)
{
    struct sm5_records records = {calloc(count + 1, 16), count, 1};
    assert_non_null(records.words);
    for (uint64_t i = 0; i < count; i++)
        records.words[4 * i] = (uint32_t)(3 * i);
    return records;
}

#define HULL(points_in, points_out)                                                                          \
    "hs_5_0\nhs_decls\ndcl_input_control_point_count " #points_in                                            \
    "\ndcl_output_control_point_count " #points_out "\ndcl_tessellator_domain domain_isoline\n"              \
    "dcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive output_line\n"

/* ---- hull ---- */

enum { PATCHES = 1000 };

static void patches_come_out_in_their_order(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h, HULL(2, 3) "hs_control_point_phase\ndcl_input vOutputControlPointID\n"
                                "dcl_input v[2][0].x\ndcl_output o0.xy\ndcl_temps 1\n"
                                "mov r0.x, vOutputControlPointID\nmov o0.x, v[r0.x + 0][0].x\n"
                                "mov o0.y, r0.x\nret\n"
                                "hs_fork_phase\ndcl_hs_fork_phase_instance_count 5\n"
                                "dcl_input vForkInstanceID\ndcl_input vPrim\ndcl_output o0.x\n"
                                "dcl_output o4.x\ndcl_temps 1\nmov r0.x, vForkInstanceID.x\n"
                                "iadd o[r0.x + 0].x, r0.x, vPrim\nret\n"
                                "hs_join_phase\ndcl_input vocp[3][0].x\ndcl_input vpc4.x\n"
                                "dcl_output o5.x\niadd o5.x, vpc4.x, vocp[1][0].x\nret\n");
    struct sm5_records inputs = make_records(2 * PATCHES);
    for (uint32_t threads = 1; threads <= 9; threads *= 3) {
        struct sm5_stage_outputs out;
        run(&h, &(struct sm5_stage_run){.count = PATCHES, .inputs = inputs, .threads = threads}, &out);
        assert_int_equal(out.outputs.count, 3 * PATCHES);
        for (uint32_t i = 0; i < 3 * PATCHES; i++) {
            uint32_t patch = i / 3, point = i % 3;
            assert_int_equal(out.outputs.words[4 * i], point < 2 ? 6 * patch + 3 * point : 0);
            assert_int_equal(out.outputs.words[4 * i + 1], point);
        }
        assert_int_equal(out.constants.registers, 6);
        for (uint32_t i = 0; i < PATCHES; i++) {
            for (uint32_t k = 0; k < 5; k++)
                assert_int_equal(out.constants.words[24 * i + 4 * k], i + k);
            assert_int_equal(out.constants.words[24 * i + 20], i + 4 + 6 * i + 3);
        }
        sm5_stage_outputs_free(&out);
    }
    free(inputs.words);
    harness_close(&h);
}

/* Phases must not write another phase's constant. If they do, the later phase's value remains, and a phase
   reads its own value. */
static void later_phases_have_the_last_word(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h,
                 HULL(1, 0) "hs_fork_phase\ndcl_hs_fork_phase_instance_count 9\ndcl_input vForkInstanceID\n"
                            "dcl_output o0.xyz\nmov o0.xyz, vForkInstanceID.x\nret\n"
                            "hs_fork_phase\ndcl_output o0.y\nmov o0.y, l(77)\nret\n"
                            "hs_join_phase\ndcl_input vPrim\ndcl_input vpc0.z\ndcl_output o0.z\n"
                            "dcl_temps 1\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, vPrim\n"
                            "breakc_nz r0.y\niadd o0.z, vpc0.z, l(100)\niadd r0.x, r0.x, l(1)\n"
                            "endloop\nret\n");
    run(&h, &(struct sm5_stage_run){.count = 33}, &out);
    for (uint32_t i = 0; i < 33; i++) {
        assert_int_equal(out.constants.words[4 * i], 8);
        assert_int_equal(out.constants.words[4 * i + 1], 77);
        assert_int_equal(out.constants.words[4 * i + 2], 8 + 100 * i);
    }
    sm5_stage_outputs_free(&out);
    harness_close(&h);
}

/* All phases may call a subroutine that follows them; it reads the instance id of its caller, and ends
   with ret. */
static void phases_call_routines(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h,
                 HULL(1, 0) "hs_fork_phase\ndcl_hs_fork_phase_instance_count 3\ndcl_input vForkInstanceID\n"
                            "dcl_output o0.x\ndcl_output o2.x\ndcl_temps 2\nmov r1.x, l(10)\ncall l0\nret\n"
                            "hs_fork_phase\ndcl_input vPrim\ndcl_output o3.xy\ndcl_temps 2\n"
                            "mov r1.x, vPrim\nif_nz r1.x\ncall l1\nmov o3.y, r1.x\nendif\nret\n"
                            "label l0\nmov r0.x, vForkInstanceID.x\niadd o[r0.x + 0].x, r1.x, r0.x\nret\n"
                            "label l1\nieq r0.x, r1.x, l(2)\nretc_nz r0.x\nmov o3.x, r1.x\n"
                            "iadd r1.x, r1.x, l(100)\nret\n");
    run(&h, &(struct sm5_stage_run){.count = 33}, &out);
    for (uint32_t i = 0; i < 33; i++) {
        const uint32_t *words = &out.constants.words[16 * i];
        assert_true(words[0] == 10 && words[4] == 11 && words[8] == 12);
        assert_int_equal(words[12], i == 2 ? 0 : i);
        assert_int_equal(words[13], i == 2 ? 2 : i ? i + 100 : 0);
    }
    sm5_stage_outputs_free(&out);
    harness_close(&h);
}

/* The trip count in each of the two phases is the patch's number: a batch of 32 patches takes at most 31
   steps in each of its strips of 32 instances. */
#define COUNTING                                                                                             \
    HULL(1, 0)                                                                                               \
    "hs_fork_phase\ndcl_hs_fork_phase_instance_count 3\ndcl_input vPrim\ndcl_output o0.x\ndcl_temps 1\n"     \
    "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, vPrim\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\n"          \
    "mov o0.x, r0.x\nret\nhs_fork_phase\ndcl_input vPrim\ndcl_output o1.x\ndcl_temps 1\nmov r0.x, l(0)\n"    \
    "loop\nuge r0.y, r0.x, vPrim\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\nmov o1.x, r0.x\nret\n"

static void steps_of_phases_are_within_the_budget(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h, COUNTING);
    run(&h, &(struct sm5_stage_run){.count = 32, .threads = 1, .max_steps = 10 + 21 + 31 + 31}, &out);
    assert_int_equal(out.constants.words[31 * 8], 31);
    assert_int_equal(out.constants.words[31 * 8 + 4], 31);
    sm5_stage_outputs_free(&out);
    const uint32_t many[] = {0x7fffffff};
    expect_refusal(&h, &(struct sm5_stage_run){.count = 1, .primitive_ids = many, .max_steps = 100000},
                   SM5_ERR_LIMIT, "fault-stage-steps", "limit of");
    harness_close(&h);
}

static void an_abort_in_a_phase_names_its_patch(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h,
                 HULL(1, 0) "hs_fork_phase\ndcl_output o0.x\nmov o0.x, l(0)\nret\n"
                            "hs_fork_phase\ndcl_hs_fork_phase_instance_count 7\ndcl_input vForkInstanceID\n"
                            "dcl_input vPrim\ndcl_output o1.x\ndcl_temps 1\nuge r0.x, vPrim, l(70)\n"
                            "ieq r0.y, vForkInstanceID.x, l(5)\nand r0.x, r0.x, r0.y\nif_nz r0.x\nabort\n"
                            "endif\nmov o1.x, l(0)\nret\n");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 200, .threads = 3}, SM5_ERR_PROGRAM,
                   "fault-stage-abort", "invocation 70:");
    harness_close(&h);
}

/* ---- geometry ---- */

enum { PRIMITIVES = 700, INSTANCES = 3 };

/* Invocation n emits n % 5 vertices and cuts after the second. */
static void check_strips(const struct sm5_stage_stream *stream)
{
    uint64_t vertex = 0, strip = 0;
    for (uint32_t n = 0; n < PRIMITIVES * INSTANCES; n++) {
        uint32_t length = n % 5;
        for (uint32_t i = 0; i < length; i++, vertex++) {
            const uint32_t *words = &stream->vertices.words[8 * vertex];
            assert_int_equal(words[0], 3 * (2 * (n / INSTANCES) + 1));
            assert_int_equal(words[1], i);
            assert_int_equal(words[7], n % INSTANCES);
        }
        if (length)
            assert_int_equal(stream->strips[strip++], length < 2 ? length : 2);
        if (length > 2)
            assert_int_equal(stream->strips[strip++], length - 2);
    }
    assert_int_equal(stream->strip_count, strip);
    assert_int_equal(stream->vertices.count, vertex);
}

static void primitives_come_out_in_their_order(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h,
                 "gs_5_0\ndcl_input v[2][0].x\ndcl_input vPrim\ndcl_input vGSInstanceID\ndcl_gsinstances 3\n"
                 "dcl_temps 1\ndcl_inputprimitive line\ndcl_stream m0\ndcl_outputtopology pointlist\n"
                 "dcl_output o0.xy\ndcl_output o1.w\ndcl_maxout 6\nimad r0.x, vPrim, l(3), vGSInstanceID.x\n"
                 "udiv null, r0.x, r0.x, l(5)\nmov r0.y, l(0)\nmov o1.w, vGSInstanceID.x\nloop\n"
                 "uge r0.z, r0.y, r0.x\nbreakc_nz r0.z\nmov o0.x, v[1][0].x\nmov o0.y, r0.y\n"
                 "emit_stream m0\nieq r0.z, r0.y, l(1)\nif_nz r0.z\ncut_stream m0\nendif\n"
                 "iadd r0.y, r0.y, l(1)\nendloop\nret\n");
    struct sm5_records inputs = make_records(2 * PRIMITIVES);
    for (uint32_t threads = 1; threads <= 9; threads *= 3) {
        struct sm5_stage_outputs out;
        run(&h, &(struct sm5_stage_run){.count = PRIMITIVES, .inputs = inputs, .threads = threads}, &out);
        check_strips(&out.streams[0]);
        assert_int_equal(out.streams[1].vertices.count, 0);
        sm5_stage_outputs_free(&out);
    }
    free(inputs.words);
    harness_close(&h);
}

/* The maximum number of vertices of one component (D3D11.3 22.3.5). */
static void an_invocation_emits_1024_words(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h, "gs_5_0\ndcl_input vPrim\ndcl_temps 1\ndcl_inputprimitive point\ndcl_stream m0\n"
                     "dcl_outputtopology pointlist\ndcl_output o0.x\ndcl_maxout 1024\nmov r0.x, vPrim\n"
                     "loop\nmov o0.x, r0.x\nemit_stream m0\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    run(&h, &(struct sm5_stage_run){.count = 70, .max_steps = 10000}, &out);
    assert_int_equal(out.streams[0].vertices.count, 70 * 1024);
    for (uint32_t i = 0; i < 70 * 1024; i++)
        assert_int_equal(out.streams[0].vertices.words[4 * i], i / 1024 + i % 1024);
    sm5_stage_outputs_free(&out);
    harness_close(&h);
}

static void an_abort_names_the_invocation_of_a_primitive(void **state)
{
    (void)state;
    struct harness h = {0};
    harness_open(&h,
                 "gs_5_0\ndcl_input vPrim\ndcl_input vGSInstanceID\ndcl_gsinstances 2\ndcl_temps 1\n"
                 "dcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.x\n"
                 "dcl_maxout 1\nuge r0.x, vPrim, l(40)\nand r0.x, r0.x, vGSInstanceID.x\nif_nz r0.x\n"
                 "abort\nendif\nmov o0.x, l(0)\nemit_stream m0\nret\n");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 100, .threads = 2}, SM5_ERR_PROGRAM,
                   "fault-stage-abort", "invocation 81:");
    harness_close(&h);
}

/* Two loops: one that the last vertex ends, and an infinite one that only the budget or the time limit
   ends. */
static void loops_end_with_their_vertices_or_the_budget(void **state)
{
    (void)state;
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h,
                 "gs_5_0\ndcl_input vPrim\ndcl_inputprimitive point\ndcl_stream m0\n"
                 "dcl_outputtopology pointlist\ndcl_output o0.x\ndcl_maxout 7\nif_z vPrim\nloop\nendloop\n"
                 "endif\nloop\nmov o0.x, vPrim\nemit_stream m0\nendloop\nret\n");
    const uint32_t ids[] = {1, 2, 3};
    run(&h, &(struct sm5_stage_run){.count = 3, .primitive_ids = ids, .max_steps = 7}, &out);
    assert_int_equal(out.streams[0].vertices.count, 21);
    sm5_stage_outputs_free(&out);
    expect_refusal(&h, &(struct sm5_stage_run){.count = 50, .max_steps = 1000}, SM5_ERR_LIMIT,
                   "fault-stage-steps", "limit of");
    expect_refusal(&h, &(struct sm5_stage_run){.count = 50, .max_seconds = 0.02}, SM5_ERR_LIMIT,
                   "fault-stage-seconds", "time");
    harness_close(&h);
}

/* ---- vPrim ---- */

static void expect_ids(const char *text, const struct sm5_stage_run *how, const uint32_t *expected)
{
    struct harness h = {0};
    struct sm5_stage_outputs out;
    harness_open(&h, text);
    run(&h, how, &out);
    const struct sm5_records *records = out.constants.count          ? &out.constants
                                        : out.streams[0].strip_count ? &out.streams[0].vertices
                                                                     : &out.outputs;
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(records->words[4 * i], expected[i]);
    sm5_stage_outputs_free(&out);
    harness_close(&h);
}

static void ids_of_primitives_are_given_or_count_up(void **state)
{
    (void)state;
    const char *hull = HULL(1, 0) "hs_fork_phase\ndcl_input vPrim\ndcl_output o0.x\nmov o0.x, vPrim\nret\n";
    const char *geometry = "gs_4_0\ndcl_input vPrim\ndcl_inputprimitive point\ndcl_outputtopology pointlist\n"
                           "dcl_output o0.x\ndcl_maxout 1\nmov o0.x, vPrim\nemit\nret\n";
    const char *domain = "ds_5_0\ndcl_input_control_point_count 1\ndcl_input vPrim\ndcl_output o0.x\n"
                         "mov o0.x, vPrim\nret\n";
    const uint32_t ids[] = {9, 7, 5, 3}, counted[] = {0, 1, 2, 3};
    const uint32_t paired[] = {9, 9, 7, 7}, counted_pairs[] = {0, 0, 1, 1};
    const float at[4][3] = {{0}};
    const struct sm5_stage_run given = {.count = 4, .primitive_ids = ids}, none = {.count = 4};
    struct sm5_stage_run points = {.count = 4, .points_per_patch = 2, .locations = at};
    expect_ids(hull, &given, ids);
    expect_ids(hull, &none, counted);
    expect_ids(geometry, &given, ids);
    expect_ids(geometry, &none, counted);
    expect_ids(domain, &points, counted_pairs);
    points.primitive_ids = ids;
    expect_ids(domain, &points, paired);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_come_out_in_their_order),
        cmocka_unit_test(later_phases_have_the_last_word),
        cmocka_unit_test(phases_call_routines),
        cmocka_unit_test(steps_of_phases_are_within_the_budget),
        cmocka_unit_test(an_abort_in_a_phase_names_its_patch),
        cmocka_unit_test(primitives_come_out_in_their_order),
        cmocka_unit_test(an_invocation_emits_1024_words),
        cmocka_unit_test(loops_end_with_their_vertices_or_the_budget),
        cmocka_unit_test(an_abort_names_the_invocation_of_a_primitive),
        cmocka_unit_test(ids_of_primitives_are_given_or_count_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
