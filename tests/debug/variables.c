/* Variables as front ends list them, bytes of memory, places of instructions, and progress. */
#include <stdio.h>
#include <string.h>

#include "debug/subject.h"
#include "test.h"

static struct sm5_variable find(const struct subject *s, enum sm5_scope scope, const char *name)
{
    struct sm5_variable v;
    for (uint32_t i = 0; sm5_debug_variable(s->debug, scope, i, &v); i++)
        if (strcmp(v.name, name) == 0)
            return v;
    fail_msg("no variable %s", name);
    return v;
}

/* Every variable, or its first and last element, is an expression, unless it is unbound. */
static void variables_are_expressions(void **state)
{
    (void)state;
    struct subject s;
    struct sm5_variable v;
    char name[128];
    subject_open(&s, 0);
    unsigned seen = 0;
    for (unsigned scope = 0; scope <= SM5_SCOPE_OUTPUTS; scope++)
        for (uint32_t i = 0; sm5_debug_variable(s.debug, (enum sm5_scope)scope, i, &v); i++, seen++)
            for (int last = 0; last < 2 && (v.count || v.bytes || !v.layout); last++) {
                size_t length = v.count ? sm5_debug_element(&v, last ? v.count - 1 : 0, name, sizeof name)
                                        : (size_t)snprintf(name, sizeof name, "%s", v.name);
                assert_int_equal(length, strlen(name));
                subject_value(&s, name);
            }
    assert_true(seen >= 4);
    subject_close(&s);
}

static void bytes_of_memory(void **state)
{
    (void)state;
    struct subject s;
    uint8_t bytes[8] = {0};
    subject_open(&s, 0);
    const struct sm5_variable g0 = find(&s, SM5_SCOPE_SHARED, "g0");
    subject_move(&s, SM5_MOVE_BARRIER, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    uint64_t before = sm5_debug_hash(s.debug);
    assert_int_equal(sm5_debug_write(s.debug, &g0, 3, "\x11\x22", 2, NULL), 2);
    assert_int_equal(sm5_debug_read(s.debug, &g0, 2, bytes, 4), 4);
    assert_true(bytes[1] == 0x11 && bytes[2] == 0x22);
    uint64_t after = sm5_debug_hash(s.debug);
    assert_true(after != before);
    /* Bytes are stored again on the way forwards. */
    subject_move(&s, SM5_MOVE_INSTRUCTION, true, SM5_STOP_MOVED, SUBJECT_STORE_SHARED);
    subject_move(&s, SM5_MOVE_INSTRUCTION, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_true(sm5_debug_hash(s.debug) == after);
    assert_int_equal(sm5_debug_read(s.debug, &g0, g0.bytes - 1, bytes, 8), 1);
    assert_int_equal(sm5_debug_read(s.debug, &g0, g0.bytes, bytes, 8), 0);
    assert_int_equal(sm5_debug_write(s.debug, &g0, g0.bytes, bytes, 8, NULL), 0);
    assert_int_equal(sm5_debug_write(s.debug, &g0, g0.bytes - 3, bytes, 8, NULL), 3);
    subject_close(&s);
}

static void places(void **state)
{
    (void)state;
    struct subject s;
    struct sm5_place place;
    subject_open(&s, 0);
    assert_true(sm5_debug_place(s.debug, subject_position(&s).instruction, &place));
    assert_int_equal(place.line, subject_position(&s).line);
    assert_null(place.file);
    assert_false(sm5_debug_place(s.debug, SUBJECT_ROUTINE_RET + 1, &place));
    assert_int_equal(place.line, 0);
    subject_close(&s);
}

static bool count(void *context, uint64_t done, uint64_t total)
{
    assert_true(done < total);
    return ++*(unsigned *)context < 3;
}

/* The third call interrupts it. */
static void progress_interrupts(void **state)
{
    (void)state;
    struct subject s;
    unsigned calls = 0;
    subject_open(&s, 0);
    sm5_debug_on_progress(s.debug, count, &calls);
    for (int i = 0; i < 100000 && calls < 3; i++) {
        sm5_debug_run(s.debug, SM5_MOVE_CONTINUE, i % 2, &s.stop, NULL);
        if (calls < 3)
            assert_int_equal(s.stop.why, i % 2 ? SM5_STOP_START : SM5_STOP_END);
    }
    assert_int_equal(calls, 3);
    assert_int_equal(s.stop.why, SM5_STOP_INTERRUPTED);
    subject_close(&s);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_are_expressions),
        cmocka_unit_test(bytes_of_memory),
        cmocka_unit_test(places),
        cmocka_unit_test(progress_interrupts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
