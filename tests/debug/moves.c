/* Moves forwards and backwards, and the position. */
#include <string.h>

#include "debug/subject.h"
#include "test.h"

enum { MOST = 400 };

static enum sm5_stop step(struct subject *s, bool backwards)
{
    sm5_debug_run(s->debug, SM5_MOVE_INSTRUCTION, backwards, &s->stop, s->harness.diags);
    return s->stop.why;
}

/* Forwards to the end with a hash at each position, and back to the start. */
static void step_both_ways(uint64_t snapshot_bytes)
{
    struct subject s;
    uint64_t hashes[MOST];
    size_t count = 0;
    subject_open(&s, snapshot_bytes);
    do {
        assert_true(count < MOST);
        hashes[count++] = sm5_debug_hash(s.debug);
    } while (step(&s, false) == SM5_STOP_MOVED);
    assert_int_equal(s.stop.why, SM5_STOP_END);
    const uint32_t expected[] = {1, 4, 12, 32, 5, 12, 28, 64};
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(((const uint32_t *)sm5_buffer_data(s.out))[2 * i], expected[i]);
    while (count) {
        assert_int_equal(step(&s, true), SM5_STOP_MOVED);
        assert_true(sm5_debug_hash(s.debug) == hashes[--count]);
    }
    assert_int_equal(step(&s, true), SM5_STOP_START);
    assert_int_equal(((const uint32_t *)sm5_buffer_data(s.out))[14], 0);
    subject_close(&s);
}

static void states_are_equal_both_ways(void **state)
{
    (void)state;
    step_both_ways(0);
}

static void states_are_equal_without_memory_for_snapshots(void **state)
{
    (void)state;
    step_both_ways(1);
}

static void calls_are_entered_or_not(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    for (int i = 0; i < 7; i++)
        step(&s, false);
    assert_int_equal(subject_position(&s).instruction, SUBJECT_CALL);
    assert_int_equal(subject_position(&s).active, 3);
    subject_move(&s, SM5_MOVE_INSTRUCTION, false, SM5_STOP_MOVED, SUBJECT_LABEL);
    assert_int_equal(subject_position(&s).calls, 1);
    assert_int_equal(sm5_debug_caller(s.debug, 1), SUBJECT_CALL);
    assert_int_equal(sm5_debug_caller(s.debug, 2), UINT32_MAX);
    subject_move(&s, SM5_MOVE_FINISH, false, SM5_STOP_MOVED, SUBJECT_NEXT);
    subject_move(&s, SM5_MOVE_OVER_INSTRUCTION, true, SM5_STOP_MOVED, SUBJECT_CALL);
    subject_move(&s, SM5_MOVE_OVER_LINE, false, SM5_STOP_MOVED, SUBJECT_NEXT);
    subject_move(&s, SM5_MOVE_LINE, true, SM5_STOP_MOVED, SUBJECT_ROUTINE_RET);
    subject_move(&s, SM5_MOVE_FINISH, true, SM5_STOP_MOVED, SUBJECT_CALL);
    subject_close(&s);
}

static void loops_barriers_and_groups(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    subject_move(&s, SM5_MOVE_BARRIER, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    for (int i = 0; i < 4; i++)
        step(&s, false);
    assert_int_equal(subject_position(&s).instruction, SUBJECT_BREAK);
    subject_move(&s, SM5_MOVE_LOOP, false, SM5_STOP_MOVED, SUBJECT_STORE);
    assert_int_equal(subject_position(&s).active, 4);
    subject_move(&s, SM5_MOVE_GROUP, false, SM5_STOP_MOVED, SUBJECT_LOAD);
    assert_int_equal(subject_position(&s).group[0], 1);
    subject_move(&s, SM5_MOVE_BARRIER, true, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(subject_position(&s).group[0], 0);
    subject_move(&s, SM5_MOVE_GROUP, true, SM5_STOP_MOVED, SUBJECT_LOAD);
    assert_int_equal(subject_position(&s).time, 0);
    const uint32_t one[3] = {1, 0, 0}, two[3] = {2, 0, 0}, zero[3] = {0, 0, 0};
    assert_int_equal(sm5_debug_go_group(s.debug, one, &s.stop, s.harness.diags), SM5_OK);
    assert_int_equal(subject_position(&s).group[0], 1);
    subject_move(&s, SM5_MOVE_FINISH, false, SM5_STOP_END, UINT32_MAX);
    assert_true(subject_position(&s).ended);
    assert_int_equal(sm5_debug_go_group(s.debug, zero, &s.stop, s.harness.diags), SM5_OK);
    assert_int_equal(subject_position(&s).time, 0);
    assert_int_equal(sm5_debug_go_group(s.debug, two, &s.stop, s.harness.diags), SM5_ERR_ARGUMENT);
    subject_close(&s);
}

/* Thread 1 leaves the loop after one iteration. */
static void a_thread_steps_alone(void **state)
{
    (void)state;
    struct subject s;
    const uint32_t one[3] = {1, 0, 0}, outside[3] = {4, 0, 0};
    subject_open(&s, 0);
    assert_false(sm5_debug_select(s.debug, outside, true));
    assert_true(sm5_debug_select(s.debug, one, true));
    int calls = 0;
    for (int i = 0; i < 30 && subject_position(&s).instruction != SUBJECT_STORE; i++) {
        step(&s, false);
        assert_int_equal(sm5_debug_thread(s.debug, 1), SM5_THREAD_ACTIVE);
        calls += subject_position(&s).instruction == SUBJECT_DOUBLE;
    }
    assert_int_equal(calls, 1);
    assert_int_equal(subject_value(&s, "r0.x").bits, 4);
    assert_int_equal(subject_value(&s, "vThreadID.x").bits, 1);
    sm5_debug_select_none(s.debug);
    assert_int_equal(subject_value(&s, "vThreadID.x").bits, 0);
    subject_close(&s);
}

static void threads_have_states(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    for (int i = 0; i < 7; i++)
        step(&s, false);
    assert_int_equal(sm5_debug_thread(s.debug, 0), SM5_THREAD_WAITING);
    assert_int_equal(sm5_debug_thread(s.debug, 3), SM5_THREAD_ACTIVE);
    assert_int_equal(sm5_debug_thread(s.debug, 4), SM5_THREAD_ELSEWHERE);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(sm5_debug_thread(s.debug, 3), SM5_THREAD_RETURNED);
    subject_close(&s);
}

static void an_interrupt_stops_a_run(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    sm5_debug_interrupt(s.debug);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_INTERRUPTED, SUBJECT_STORE_SHARED);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    sm5_debug_interrupt(s.debug);
    subject_move(&s, SM5_MOVE_CONTINUE, true, SM5_STOP_INTERRUPTED, UINT32_MAX);
    subject_close(&s);
}

static void a_fault_stops_the_program(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_debug *debug;
    struct sm5_debug_stop stop;
    const struct sm5_debug_options options = {.dispatch = {.groups = {1}, .max_steps = 10}};
    harness_open(&h, "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                     "loop\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    assert_int_equal(sm5_debug_new(h.program, h.bindings, &options, &debug, h.diags), SM5_OK);
    for (int i = 0; i < 2; i++) { /* again after a step back */
        sm5_diags_clear(h.diags);
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, h.diags);
        assert_int_equal(stop.why, SM5_STOP_FAULT);
        assert_string_equal(sm5_diags_at(h.diags, 0)->code, "fault-steps");
        sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, true, &stop, h.diags);
        assert_int_equal(stop.why, SM5_STOP_MOVED);
    }
    sm5_debug_free(debug);
    harness_close(&h);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_debug *debug;
    struct sm5_debug_options options = {.dispatch = {.groups = {0}}};
    harness_open(&h, "vs_5_0\ndcl_output o0.x\nmov o0.x, l(1)\nret\n");
    assert_int_equal(sm5_debug_new(h.program, h.bindings, &options, &debug, h.diags), SM5_ERR_SUPPORT);
    assert_null(debug);
    harness_close(&h);
    harness_open(&h, "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n");
    assert_int_equal(sm5_debug_new(h.program, h.bindings, &options, &debug, h.diags), SM5_ERR_ARGUMENT);
    options.dispatch.groups[0] = 1;
    options.dispatch.oob = (enum sm5_oob)9;
    assert_int_equal(sm5_debug_new(h.program, h.bindings, &options, &debug, h.diags), SM5_ERR_ARGUMENT);
    harness_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_equal_both_ways),
        cmocka_unit_test(states_are_equal_without_memory_for_snapshots),
        cmocka_unit_test(calls_are_entered_or_not),
        cmocka_unit_test(loops_barriers_and_groups),
        cmocka_unit_test(a_thread_steps_alone),
        cmocka_unit_test(threads_have_states),
        cmocka_unit_test(an_interrupt_stops_a_run),
        cmocka_unit_test(a_fault_stops_the_program),
        cmocka_unit_test(wrong_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
