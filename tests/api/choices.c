/* Options of a dispatch that only the interpreter supports, profiles and orders, and checked dispatches in
   other orders. */
#include <string.h>

#include "harness.h"
#include "test.h"

/* u0[i] = the DWORD after structure i of t0 */
static const char load_after[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
                                 "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                                 "dcl_thread_group 4, 1, 1\nld_structured r0.x, vThreadID.x, l(4), t0.x\n"
                                 "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

/* Two counters, one of them in a separate buffer: u0 records the order of the threads. */
static const char tickets[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                              "dcl_uav_raw u1\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 4, 1, 1\n"
                              "imm_atomic_iadd r0.x, u1, l(0), l(1)\n"
                              "store_structured u0.x, r0.x, l(0), vThreadID.x\nret\n";

/* The kernel's engine may be the JIT, which supports neither. */
static void run_or_refuse(struct harness *harness, const struct sm5_dispatch_options *options, bool *ran)
{
    enum sm5_status status = sm5_dispatch(harness->kernel, harness->bindings, options, NULL, harness->diags);
    *ran = status == SM5_OK;
    if (strcmp(sm5_kernel_engine(harness->kernel), "jit") != 0) {
        assert_int_equal(status, SM5_OK);
        return;
    }
    assert_int_equal(status, SM5_ERR_ARGUMENT);
    assert_string_equal(sm5_diags_at(harness->diags, sm5_diags_count(harness->diags) - 1)->code, "jit-plain");
}

static void profiles_are_the_interpreters(void **state)
{
    (void)state;
    struct harness harness;
    harness_open(&harness, load_after);
    struct sm5_buffer *t0 = harness_buffer((const uint32_t[]){5, 6, 7, 8}, 4);
    struct sm5_buffer *u0 = harness_buffer((const uint32_t[]){9, 9, 9, 9}, 4);
    harness_bind(&harness, "t0", t0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .oob = SM5_OOB_BYTE};
    bool ran;
    run_or_refuse(&harness, &options, &ran);
    const uint32_t *words = sm5_buffer_data(u0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(words[i], !ran ? 9 : i < 3 ? 6 + i : 0);
    harness_close(&harness);
    sm5_buffer_free(t0);
    sm5_buffer_free(u0);
}

static void auto_kernels_change_over(void **state)
{
    (void)state;
    struct harness harness;
    struct sm5_kernel *kernel;
    harness_open(&harness, load_after);
    struct sm5_buffer *t0 = harness_buffer((const uint32_t[]){5, 6, 7, 8}, 4), *u0 = harness_buffer(NULL, 4);
    harness_bind(&harness, "t0", t0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .oob = SM5_OOB_ELEMENT, .order = 3};
    assert_int_equal(sm5_kernel_new(harness.program, SM5_ENGINE_AUTO, &kernel, harness.diags), SM5_OK);
    assert_int_equal(sm5_dispatch(kernel, harness.bindings, &options, NULL, harness.diags), SM5_OK);
    assert_int_equal(((const uint32_t *)sm5_buffer_data(u0))[2], 8);
    sm5_kernel_free(kernel);
    harness_close(&harness);
    sm5_buffer_free(t0);
    sm5_buffer_free(u0);
}

static void an_order_is_a_permutation(void **state)
{
    (void)state;
    struct harness harness;
    harness_open(&harness, tickets);
    struct sm5_buffer *u0 = harness_buffer(NULL, 16), *u1 = harness_buffer(NULL, 1);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u1", u1, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options options = {.groups = {4, 1, 1}, .threads = 3, .order = 5};
    bool ran;
    run_or_refuse(&harness, &options, &ran);
    uint32_t seen = 0, in_place = 0;
    for (uint32_t i = 0; ran && i < 16; i++) {
        uint32_t thread = ((const uint32_t *)sm5_buffer_data(u0))[i];
        seen |= 1u << thread;
        in_place += thread == i;
    }
    assert_true(!ran || (seen == 0xffff && in_place < 16));
    harness_close(&harness);
    sm5_buffer_free(u0);
    sm5_buffer_free(u1);
}

static void checked_orders_leave_the_plain_result(void **state)
{
    (void)state;
    struct harness harness;
    struct sm5_findings *findings;
    harness_open(&harness, tickets);
    struct sm5_buffer *u0 = harness_buffer(NULL, 16), *u1 = harness_buffer(NULL, 1);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u1", u1, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options options = {.groups = {4, 1, 1}};
    const struct sm5_check_options check = {.orders = 6, .seed = 11};
    assert_int_equal(sm5_check(harness.program, harness.bindings, &options, &check, &findings, harness.diags),
                     SM5_OK);
    assert_int_equal(sm5_findings_count(findings), 1);
    const struct sm5_finding *order = sm5_findings_at(findings, 0);
    assert_int_equal(order->kind, SM5_FINDING_ORDER);
    assert_true(order->seed >= 11 && order->seed < 17 && order->count >= 1 && order->count <= 6);
    assert_true(order->values[0] != order->values[1]);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(((const uint32_t *)sm5_buffer_data(u0))[i], i);
    assert_int_equal(*(const uint32_t *)sm5_buffer_data(u1), 16);
    sm5_findings_free(findings);
    harness_close(&harness);
    sm5_buffer_free(u0);
    sm5_buffer_free(u1);
}

static void kinds_have_texts(void **state)
{
    (void)state;
    unsigned kind = 0;
    for (; sm5_finding_kind_name((enum sm5_finding_kind)kind); kind++)
        assert_true(sm5_finding_kind_message((enum sm5_finding_kind)kind)[0]);
    assert_int_equal(kind, SM5_FINDING_ORDER + 1);
    assert_null(sm5_finding_kind_message((enum sm5_finding_kind)kind));
    assert_null(sm5_finding_kind_clause((enum sm5_finding_kind)kind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_are_the_interpreters),
        cmocka_unit_test(auto_kernels_change_over),
        cmocka_unit_test(an_order_is_a_permutation),
        cmocka_unit_test(checked_orders_leave_the_plain_result),
        cmocka_unit_test(kinds_have_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
