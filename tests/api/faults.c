/* Programs that fail at run time: status, diagnostic, and its location. */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "test.h"

static void expect_fault(const char *body, const struct sm5_dispatch_options *options, enum sm5_status status,
                         const char *code)
{
    char text[1024];
    struct harness harness;
    snprintf(text, sizeof text,
             "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input vThreadIDInGroupFlattened\n"
             "dcl_temps 1\ndcl_thread_group 4, 1, 1\n%s",
             body);
    harness_open(&harness, text);
    assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, options, NULL, harness.diags), status);
    size_t count = sm5_diags_count(harness.diags);
    assert_true(count > 0);
    assert_string_equal(sm5_diags_at(harness.diags, count - 1)->code, code);
    assert_int_equal(sm5_diags_errors(harness.diags), 1);
    harness_close(&harness);
}

static const struct sm5_dispatch_options one_group = {.groups = {1, 1, 1}, .threads = 1};

static void abort_stops_the_run(void **state)
{
    (void)state;
    expect_fault("abort\nret\n", &one_group, SM5_ERR_PROGRAM, "fault-abort");
}

/* A table of one function for an interface of three elements, of which the first two are bound. */
#define INTERFACE                                                                                            \
    "dcl_function_body fb0\ndcl_function_table ft0 = {fb0}\n"                                                \
    "dcl_interface_dynamicindexed fp0[3][1] = {ft0}\n"

static void call_function(const char *call, enum sm5_status status, const char *place)
{
    char text[1024];
    struct harness harness;
    snprintf(text, sizeof text,
             "cs_5_0\ndcl_globalFlags refactoringAllowed\n" INTERFACE
             "dcl_input vThreadIDInGroupFlattened\ndcl_temps 1\ndcl_thread_group 20, 1, 1\n%s\nret\n"
             "label fb0\nmov r0.x, l(1)\nret\n",
             call);
    harness_open(&harness, text);
    for (uint32_t element = 0; element < 2; element++)
        assert_int_equal(sm5_bind_class(harness.bindings, 0, element, 0, NULL, harness.diags), SM5_OK);
    assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &one_group, NULL, harness.diags), status);
    assert_int_equal(sm5_diags_errors(harness.diags), status != SM5_OK);
    if (status) {
        const struct sm5_diag *last = sm5_diags_at(harness.diags, sm5_diags_count(harness.diags) - 1);
        assert_string_equal(last->code, "fault-fcall");
        assert_non_null(strstr(last->message, place));
    }
    harness_close(&harness);
}

static void calls_without_a_function_stop_the_run(void **state)
{
    (void)state;
    call_function("fcall fp0[1][0]", SM5_OK, NULL);
    call_function("fcall fp0[2][0]", SM5_ERR_PROGRAM, "thread (0,0,0)");
    /* The lowest of the threads that reach such a call is reported. */
    call_function("ushr r0.x, vThreadIDInGroupFlattened.x, l(3)\nfcall fp0[r0.x + 0][0]", SM5_ERR_PROGRAM,
                  "thread (16,0,0)");
    call_function("mov r0.x, vThreadIDInGroupFlattened.x\nfcall fp0[r0.x + 0][0]", SM5_ERR_PROGRAM,
                  "thread (2,0,0)");
    call_function("uge r0.x, vThreadIDInGroupFlattened.x, l(20)\nif_nz r0.x\nfcall fp0[2][0]\nendif", SM5_OK,
                  NULL);
}

static void missed_barrier_stops_the_run(void **state)
{
    (void)state;
    expect_fault("if_nz vThreadIDInGroupFlattened.x\nsync_g_t\nendif\nret\n", &one_group, SM5_ERR_PROGRAM,
                 "fault-barrier");
}

static void step_budget_stops_endless_loops(void **state)
{
    (void)state;
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1, .max_steps = 1000};
    expect_fault("loop\nnop\nendloop\nret\n", &options, SM5_ERR_LIMIT, "fault-steps");
}

/* A loop that contains a barrier takes one step per iteration and group. */
static void loops_with_barriers_take_a_step_an_iteration(void **state)
{
    (void)state;
    static const char text[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 1\n"
                               "dcl_thread_group 256, 1, 1\nmov r0.x, l(0)\nloop\nieq r0.y, r0.x, l(1000)\n"
                               "breakc_nz r0.y\nsync_g_t\niadd r0.x, r0.x, l(1)\nendloop\nret\n";
    struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1, .max_steps = 1000};
    struct harness harness;
    harness_open(&harness, text);
    assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &options, NULL, NULL), SM5_OK);
    options.max_steps = 999;
    assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &options, NULL, NULL), SM5_ERR_LIMIT);
    harness_close(&harness);
}

/* More sums than there are registers; lanes leave together, and apart. */
static void loops_with_many_sums_take_a_step_an_iteration(void **state)
{
    (void)state;
    static const char *const most[] = {"l(100)", "r6.w"};
    for (int i = 0; i < 2; i++) {
        char text[1024];
        struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1, .max_steps = 100};
        struct harness harness;
        snprintf(
            text, sizeof text,
            "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 16\n"
            "dcl_input vThreadIDInGroupFlattened\ndcl_temps 7\ndcl_thread_group 4, 1, 1\n"
            "iadd r6.w, vThreadIDInGroupFlattened.x, l(97)\nitof r0.xyzw, vThreadIDInGroupFlattened.xxxx\n"
            "mov r1.xyzw, r0\nmov r2.xyzw, r0\nmov r3.xyzw, r0\nmov r4.xyzw, r0\nmov r5.xyzw, r0\n"
            "mov r6.x, l(0)\nloop\nuge r6.y, r6.x, %s\nbreakc_nz r6.y\n"
            "add r1.xyzw, r1, r0\nmul r2.xyzw, r2, r1\nadd r3.xyzw, r3, r2\nmul r4.xyzw, r4, r3\n"
            "add r5.xyzw, r5, r4\niadd r6.x, r6.x, l(1)\nendloop\n"
            "store_structured u0.xyzw, l(0), l(0), r5\nret\n",
            most[i]);
        harness_open(&harness, text);
        assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &options, NULL, NULL), SM5_OK);
        options.max_steps = 99;
        assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &options, NULL, NULL), SM5_ERR_LIMIT);
        harness_close(&harness);
    }
}

static void time_budget_stops_endless_loops(void **state)
{
    (void)state;
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1, .max_seconds = 0.05};
    expect_fault("loop\nnop\nendloop\nret\n", &options, SM5_ERR_LIMIT, "fault-seconds");
}

/* Nonconforming, but it runs: only compute has barriers. */
static void missed_barrier_of_a_stage_is_reported(void **state)
{
    (void)state;
    static const char text[] = "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\n"
                               "if_nz v0.x\nsync_g_t\nendif\nret\n";
    uint32_t words[8] = {0, 0, 0, 0, 1};
    const struct sm5_stage_run run = {.count = 2, .inputs = {words, 2, 1}, .threads = 1};
    struct sm5_stage_outputs outputs;
    struct harness h;
    harness_open(&h, text);
    sm5_diags_clear(h.diags);
    assert_int_equal(sm5_run_stage(h.kernel, h.bindings, &run, &outputs, h.diags), SM5_ERR_PROGRAM);
    assert_int_equal(sm5_diags_errors(h.diags), 1);
    sm5_stage_outputs_free(&outputs);
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abort_stops_the_run),
        cmocka_unit_test(calls_without_a_function_stop_the_run),
        cmocka_unit_test(missed_barrier_stops_the_run),
        cmocka_unit_test(missed_barrier_of_a_stage_is_reported),
        cmocka_unit_test(step_budget_stops_endless_loops),
        cmocka_unit_test(loops_with_barriers_take_a_step_an_iteration),
        cmocka_unit_test(loops_with_many_sums_take_a_step_an_iteration),
        cmocka_unit_test(time_budget_stops_endless_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
