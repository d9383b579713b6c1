/* Programs that go wrong while they run: status, diagnostic, and the place that it names. */
#include <stdio.h>

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

/* A loop that all warps of a group go round together takes one step an iteration, as any other. */
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

static void time_budget_stops_endless_loops(void **state)
{
    (void)state;
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1, .max_seconds = 0.05};
    expect_fault("loop\nnop\nendloop\nret\n", &options, SM5_ERR_LIMIT, "fault-seconds");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abort_stops_the_run),
        cmocka_unit_test(missed_barrier_stops_the_run),
        cmocka_unit_test(step_budget_stops_endless_loops),
        cmocka_unit_test(loops_with_barriers_take_a_step_an_iteration),
        cmocka_unit_test(time_budget_stops_endless_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
