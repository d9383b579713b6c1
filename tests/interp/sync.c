/* Barriers, reached and missed, and what faults say. */
#include "lab.h"

#define GROUP 64
#define SHARED                                                                                               \
    "dcl_input vThreadIDInGroupFlattened\ndcl_input vThreadGroupID.xyz\ndcl_tgsm_structured g0, 4, 64\n"

/* The fault of a run that goes wrong, straight from the engine. */
static struct runtime_fault fault_of(struct lab *lab, uint32_t groups)
{
    struct runtime_run run = {
        .program = lab->program, .part = {.groups = {groups, 1, 1}, .merged = 1}, .stop_at = UINT64_MAX};
    void *worker;
    run.bindings = runtime_bindings_of(lab->bindings);
    pthread_mutex_init(&run.lock, NULL);
    assert_int_equal(interp_engine.worker_new(lab->kernel, &run, &worker), SM5_OK);
    interp_engine.run_groups(worker, 0, groups);
    interp_engine.worker_free(worker);
    pthread_mutex_destroy(&run.lock);
    assert_true(run.failed);
    return run.fault;
}

static void threads_exchange_through_shared_memory(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED,
                  "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), vThreadID.x\nsync_g_t\n"
                  "iadd r1.x, l(63), -vThreadIDInGroupFlattened.x\nld_structured r0.x, r1.x, l(0), g0.xxxx\n"
                  "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 2 * GROUP);
    lab_run(&lab, 2, 1, 1);
    for (unsigned i = 0; i < 2 * GROUP; i++)
        assert_int_equal(out[i], i / GROUP * GROUP + (GROUP - 1 - i % GROUP));
    lab_close(&lab);
}

static void shared_memory_starts_as_zeros_in_every_group(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED,
                  "ld_structured r0.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx\n"
                  "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), l(5)\n"
                  "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4 * GROUP);
    lab_run(&lab, 4, 1, 1);
    for (unsigned i = 0; i < 4 * GROUP; i++)
        assert_int_equal(out[i], 0);
    lab_close(&lab);
}

static void a_missed_barrier_names_threads(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(
        &lab, GROUP, SHARED,
        "ieq r1.x, vThreadGroupID.x, l(1)\nif_nz r1.x\nult r1.x, vThreadIDInGroupFlattened.x, l(40)\n"
        "if_nz r1.x\nsync_g_t\nendif\nendif\nret\n");
    struct runtime_fault fault = fault_of(&lab, 3);
    assert_int_equal(fault.kind, RUNTIME_FAULT_BARRIER);
    assert_int_equal(fault.group, 1);
    assert_int_equal(fault.missing, GROUP - 40);
    assert_int_equal(fault.thread, 40);
    assert_int_equal(fault.other_thread, 0);
    assert_int_equal(lab.program->instrs[fault.instr].opcode, ISA_SYNC);
    lab_close(&lab);
}

static void a_missed_barrier_stops_the_dispatch(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED, "if_nz vThreadIDInGroupFlattened.x\nsync_g_t\nendif\nret\n");
    assert_int_equal(lab_dispatch(&lab, 1, 1, 1), SM5_ERR_PROGRAM);
    lab_close(&lab);
}

static void threads_that_returned_do_not_count(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED, "retc_nz vThreadIDInGroupFlattened.x\nsync_uglobal_g_t\nret\n");
    lab_run(&lab, 1, 1, 1);
    lab_close(&lab);
}

/* A lane that has left a subroutine still lives: it waits for the call to end. */
static void lanes_that_left_a_subroutine_are_missed(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED,
                  "call l0\nret\nlabel l0\nretc_z vThreadIDInGroupFlattened.x\nsync_g_t\nret\n");
    struct runtime_fault fault = fault_of(&lab, 1);
    assert_int_equal(fault.kind, RUNTIME_FAULT_BARRIER);
    assert_int_equal(fault.missing, 1);
    assert_int_equal(fault.thread, 0);
    assert_int_equal(fault.other_thread, 1);
    lab_close(&lab);
}

static void fences_without_t_do_not_wait(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(
        &lab, GROUP, SHARED,
        "if_nz vThreadIDInGroupFlattened.x\nsync_g\nsync_ugroup\nsync_uglobal\nsync_uglobal_g\nendif\nret\n");
    lab_run(&lab, 1, 1, 1);
    lab_close(&lab);
}

static void abort_is_a_fault_of_its_thread(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, GROUP, SHARED,
                  "debug_break\nieq r1.x, vThreadID.x, l(70)\nif_nz r1.x\nabort\nendif\nret\n");
    struct runtime_fault fault = fault_of(&lab, 4);
    assert_int_equal(fault.kind, RUNTIME_FAULT_ABORT);
    assert_int_equal(fault.group, 1);
    assert_int_equal(fault.thread, 6);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_exchange_through_shared_memory),
        cmocka_unit_test(shared_memory_starts_as_zeros_in_every_group),
        cmocka_unit_test(a_missed_barrier_names_threads),
        cmocka_unit_test(a_missed_barrier_stops_the_dispatch),
        cmocka_unit_test(threads_that_returned_do_not_count),
        cmocka_unit_test(lanes_that_left_a_subroutine_are_missed),
        cmocka_unit_test(fences_without_t_do_not_wait),
        cmocka_unit_test(abort_is_a_fault_of_its_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
