/* Breakpoints on instructions, lines, changes and findings. */
#include <stdio.h>
#include <string.h>

#include "debug/subject.h"
#include "test.h"

static uint32_t add(struct subject *s, struct sm5_break request)
{
    uint32_t id;
    assert_int_equal(sm5_debug_break(s->debug, &request, &id, s->harness.diags), SM5_OK);
    return id;
}

static void go_on(struct subject *s, bool backwards, enum sm5_stop why, uint32_t instruction)
{
    subject_move(s, SM5_MOVE_CONTINUE, backwards, why, instruction);
}

static void instructions_and_lines(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    uint32_t id = add(&s, (struct sm5_break){.kind = SM5_BREAK_INSTRUCTION, .number = SUBJECT_DOUBLE});
    go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_DOUBLE);
    assert_int_equal(s.stop.breakpoint, id);
    for (int i = 0; i < 5; i++) /* three iterations in each group */
        go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_DOUBLE);
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(sm5_debug_break_at(s.debug, 0)->hits, 6);
    for (int i = 0; i < 6; i++)
        go_on(&s, true, SM5_STOP_BREAKPOINT, SUBJECT_DOUBLE);
    go_on(&s, true, SM5_STOP_START, SUBJECT_LOAD);
    assert_true(sm5_debug_break_enable(s.debug, id, false));
    add(&s, (struct sm5_break){.kind = SM5_BREAK_LINE, .number = 14, .file = "test.asm", .temporary = true});
    go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_STORE_SHARED);
    assert_null(sm5_debug_break_at(s.debug, 1));
    assert_true(sm5_debug_break_delete(s.debug, id));
    assert_false(sm5_debug_break_delete(s.debug, id));
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    subject_close(&s);
}

static void conditions_select_a_thread(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    add(&s, (struct sm5_break){.kind = SM5_BREAK_INSTRUCTION,
                               .number = SUBJECT_CALL,
                               .condition = "r0.x > 12 && r0.y == 2"});
    go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_CALL);
    assert_true(s.stop.has_thread);
    assert_int_equal(s.stop.thread[0], 3);
    assert_int_equal(subject_value(&s, "r0.x").bits, 16);
    subject_close(&s);
    subject_open(&s, 0);
    add(&s, (struct sm5_break){.kind = SM5_BREAK_INSTRUCTION, .number = SUBJECT_CALL, .ignore = 4});
    go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_CALL);
    assert_int_equal(subject_position(&s).group[0], 1);
    subject_close(&s);
}

static void changes_of_memory(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    add(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH, .expression = "u0[2].value"});
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_RET);
    assert_int_equal(s.stop.instruction, SUBJECT_STORE);
    assert_int_equal(s.stop.before, 0);
    assert_int_equal(s.stop.after, 12);
    assert_true(s.stop.has_thread && s.stop.thread[0] == 2 && s.stop.type == 'u');
    assert_string_equal(s.stop.name, "u0[2].value");
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    go_on(&s, true, SM5_STOP_WATCH, SUBJECT_STORE);
    assert_int_equal(subject_value(&s, "u0[2].value").bits, 0);
    subject_close(&s);
}

static void changes_of_registers_and_shared_memory(void **state)
{
    (void)state;
    struct subject s;
    const uint32_t two[3] = {2, 0, 0};
    subject_open(&s, 0);
    add(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH, .expression = "g0[1]"});
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_SYNC);
    assert_int_equal(s.stop.after, 2);
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_SYNC);
    assert_int_equal(subject_position(&s).group[0], 1);
    assert_int_equal(s.stop.after, 6);
    assert_true(sm5_debug_break_delete(s.debug, 1));
    assert_true(sm5_debug_select(s.debug, two, false));
    add(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH, .expression = "r0.x"});
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_ROUTINE_RET);
    assert_int_equal(s.stop.after, 14);
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_ROUTINE_RET);
    assert_int_equal(s.stop.after, 28);
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    subject_close(&s);
}

static void reads_of_memory(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    add(&s, (struct sm5_break){.kind = SM5_BREAK_READ, .expression = "t0[6]"});
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_STORE_SHARED);
    assert_int_equal(subject_position(&s).group[0], 1);
    assert_int_equal(s.stop.thread[0], 2);
    go_on(&s, true, SM5_STOP_WATCH, SUBJECT_LOAD);
    assert_true(sm5_debug_break_delete(s.debug, 1));
    add(&s, (struct sm5_break){.kind = SM5_BREAK_ACCESS, .expression = "u0[4].value"});
    go_on(&s, false, SM5_STOP_WATCH, SUBJECT_RET);
    subject_close(&s);
}

/* Stores of 0 to words that are 0. */
static void writes_of_the_same_value(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    memset(sm5_buffer_data(s.in), 0, 32);
    uint32_t id = add(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH, .expression = "u0[2].value"});
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    assert_true(sm5_debug_break_delete(s.debug, id));
    id = add(&s, (struct sm5_break){.kind = SM5_BREAK_WRITE, .expression = "u0[2].value"});
    go_on(&s, true, SM5_STOP_WATCH, SUBJECT_STORE);
    assert_true(s.stop.has_thread && s.stop.thread[0] == 2);
    assert_true(sm5_debug_break_delete(s.debug, id));
    go_on(&s, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(sm5_debug_go_write(s.debug, "u0[2].value", &s.stop, s.harness.diags), SM5_OK);
    assert_int_equal(s.stop.why, SM5_STOP_WATCH);
    assert_true(s.stop.breakpoint == 0 && !sm5_debug_break_at(s.debug, 0));
    assert_int_equal(subject_position(&s).instruction, SUBJECT_STORE);
    assert_int_equal(sm5_debug_go_write(s.debug, "g0[9]", &s.stop, s.harness.diags), SM5_ERR_INPUT);
    subject_close(&s);
}

struct lines {
    unsigned count;
    uint32_t id;
    char last[40];
};

static void keep_line(void *context, uint32_t breakpoint, const char *text)
{
    struct lines *lines = context;
    lines->count++;
    lines->id = breakpoint;
    snprintf(lines->last, sizeof lines->last, "%s", text);
}

static void log_points_do_not_stop(void **state)
{
    (void)state;
    struct subject s;
    struct lines lines = {0};
    subject_open(&s, 0);
    sm5_debug_on_log(s.debug, keep_line, &lines);
    uint32_t id = add(&s, (struct sm5_break){.number = SUBJECT_STORE, .log = "<{vThreadID.x}: {r0.xy}>"});
    add(&s, (struct sm5_break){.number = SUBJECT_CALL, .log = "call", .condition = "r0.y == 1", .ignore = 1});
    uint32_t stop = add(&s, (struct sm5_break){.number = SUBJECT_RET});
    assert_true(sm5_debug_break_ignore(s.debug, stop, 1));
    go_on(&s, false, SM5_STOP_BREAKPOINT, SUBJECT_RET);
    assert_int_equal(subject_position(&s).group[0], 1);
    assert_int_equal(lines.count, 8 + 2); /* equal lines once; the first of six hits is ignored */
    assert_int_equal(lines.id, id);
    assert_string_equal(lines.last, "<7: (64, 3)>");
    go_on(&s, true, SM5_STOP_BREAKPOINT, SUBJECT_RET);
    assert_int_equal(lines.count, 10); /* none on the way back */
    subject_close(&s);
}

/* Thread 0 loads past the end of t0. */
static void findings_of_the_checker(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_debug *debug;
    struct sm5_debug_stop stop;
    struct sm5_debug_position position;
    const struct sm5_debug_options options = {.dispatch = {.groups = {3}}};
    const struct sm5_break findings = {.kind = SM5_BREAK_FINDINGS};
    uint32_t id;
    harness_open(
        &h, "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
            "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 4, 1, 1\n"
            "ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"
            "store_structured u0.x, vThreadID.x, l(0), r0.x\nstore_structured u0.x, l(0), l(0), r0.x\nret\n");
    struct sm5_buffer *in = harness_buffer(NULL, 7), *out = harness_buffer(NULL, 12);
    harness_bind(&h, "t0", in, 0, SM5_COUNT_REST);
    harness_bind(&h, "u0", out, 0, SM5_COUNT_REST);
    assert_int_equal(sm5_debug_new(h.program, h.bindings, &options, &debug, h.diags), SM5_OK);
    uint64_t before = sm5_debug_hash(debug);
    assert_int_equal(sm5_debug_break(debug, &findings, &id, h.diags), SM5_OK);
    assert_true(sm5_debug_hash(debug) == before);
    const uint32_t expected[][2] = {{2, 0}, {0, 1}}; /* instruction, group: the race, then the load */
    for (int i = 0; i < 2; i++) {
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, h.diags);
        assert_int_equal(stop.why, SM5_STOP_FINDING);
        sm5_debug_position(debug, &position);
        assert_int_equal(position.instruction, expected[i][0]);
        assert_int_equal(position.group[0], expected[i][1]);
    }
    assert_non_null(strstr(stop.text, "oob-address t0"));
    assert_int_equal(stop.thread[0], 3);
    sm5_debug_free(debug);
    harness_close(&h);
    sm5_buffer_free(in);
    sm5_buffer_free(out);
}

static void expect_wrong(struct subject *s, struct sm5_break request, const char *code)
{
    uint32_t id;
    sm5_diags_clear(s->harness.diags);
    assert_int_not_equal(sm5_debug_break(s->debug, &request, &id, s->harness.diags), SM5_OK);
    assert_string_equal(sm5_diags_at(s->harness.diags, 0)->code, code);
    assert_int_equal(id, 0);
}

static void wrong_breakpoints(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    expect_wrong(&s, (struct sm5_break){.number = 99}, "debug-no-instruction");
    expect_wrong(&s, (struct sm5_break){.kind = SM5_BREAK_LINE, .number = 1}, "debug-no-line");
    expect_wrong(&s, (struct sm5_break){.kind = SM5_BREAK_LINE, .number = 13, .file = "b.hlsl"},
                 "debug-no-line");
    expect_wrong(&s, (struct sm5_break){.condition = "r0.x >"}, "debug-expression");
    expect_wrong(&s, (struct sm5_break){.condition = "r0"}, "debug-one-value");
    expect_wrong(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH}, "debug-break-kind");
    expect_wrong(&s, (struct sm5_break){.log = "{r9}"}, "debug-expression");
    expect_wrong(&s, (struct sm5_break){.log = "{r0"}, "debug-expression");
    assert_false(sm5_debug_break_ignore(s.debug, 1, 1));
    expect_wrong(&s, (struct sm5_break){.kind = SM5_BREAK_WATCH, .expression = "1 + 1"}, "debug-no-watch");
    expect_wrong(&s, (struct sm5_break){.kind = SM5_BREAK_READ, .expression = "r0.x"}, "debug-no-access");
    expect_wrong(&s, (struct sm5_break){.kind = (enum sm5_break_kind)77}, "debug-break-kind");
    assert_null(sm5_debug_break_at(s.debug, 0));
    subject_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_and_lines),   cmocka_unit_test(conditions_select_a_thread),
        cmocka_unit_test(changes_of_memory),        cmocka_unit_test(changes_of_registers_and_shared_memory),
        cmocka_unit_test(reads_of_memory),          cmocka_unit_test(findings_of_the_checker),
        cmocka_unit_test(writes_of_the_same_value), cmocka_unit_test(log_points_do_not_stop),
        cmocka_unit_test(wrong_breakpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
