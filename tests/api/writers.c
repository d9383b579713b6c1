/* The last writers of bytes. */
#include <string.h>

#include "harness.h"
#include "test.h"

/* All threads store to u0[0]; each one adds to its word of u1. */
static const char program[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                              "dcl_uav_raw u1\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 4, 1, 1\n"
                              "ishl r0.x, vThreadID.x, l(2)\n"
                              "store_structured u0.x, l(0), l(0), vThreadID.x\n"
                              "atomic_iadd u1, r0.x, l(1)\nret\n";

static void stores_and_atomics(void **state)
{
    (void)state;
    struct harness h;
    harness_open(&h, program);
    struct sm5_buffer *u0 = harness_buffer(NULL, 2), *u1 = harness_buffer(NULL, 16);
    harness_bind(&h, "u0", u0, 0, SM5_COUNT_REST);
    harness_bind(&h, "u1", u1, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options how = {.groups = {4, 1, 1}};
    struct sm5_writer writers[] = {
        {.buffer = u0}, {.buffer = u0, .offset = 7}, {.buffer = u1, .offset = 4 * 6 + 3}};
    assert_int_equal(sm5_find_writers(h.program, h.bindings, &how, writers, 3, h.diags), SM5_OK);
    const uint32_t last[3] = {3, 0, 0}, second[3] = {2, 0, 0}, one[3] = {1, 0, 0};
    assert_true(writers[0].found && !writers[1].found && writers[2].found);
    assert_int_equal(writers[0].instruction, 1);
    assert_memory_equal(writers[0].thread, last, sizeof last);
    assert_memory_equal(writers[0].group, last, sizeof last);
    assert_int_equal(writers[2].instruction, 2);
    assert_int_equal(writers[2].line, 10);
    assert_memory_equal(writers[2].thread, second, sizeof second);
    assert_memory_equal(writers[2].group, one, sizeof one);
    assert_int_equal(*(const uint32_t *)sm5_buffer_data(u0), 15); /* the result of the run */
    harness_close(&h);
    sm5_buffer_free(u0);
    sm5_buffer_free(u1);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct harness h;
    harness_open(&h, program);
    struct sm5_buffer *u0 = harness_buffer(NULL, 1);
    struct sm5_dispatch_options how = {.groups = {1}};
    struct sm5_writer writer = {.buffer = u0, .offset = 4};
    assert_int_equal(sm5_find_writers(h.program, h.bindings, &how, &writer, 1, h.diags), SM5_ERR_ARGUMENT);
    writer.offset = 0;
    how.oob = (enum sm5_oob)77;
    assert_int_equal(sm5_find_writers(h.program, h.bindings, &how, &writer, 1, h.diags), SM5_ERR_ARGUMENT);
    harness_close(&h);
    harness_open(&h, "vs_5_0\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    how.oob = SM5_OOB_SPEC;
    assert_int_equal(sm5_find_writers(h.program, h.bindings, &how, &writer, 1, h.diags), SM5_ERR_SUPPORT);
    harness_close(&h);
    sm5_buffer_free(u0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_and_atomics),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
