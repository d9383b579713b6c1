/* Expressions, types and assignments. */
#include <string.h>

#include "debug/subject.h"
#include "test.h"

static uint32_t float_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static void numbers_and_operators(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        char type;
        uint32_t bits;
    } cases[] = {
        {"1 + 2 * 3", 'i', 7},
        {"(1 + 2) * 3", 'i', 9},
        {"10 - 4 - 3", 'i', 3},
        {"0x10 | 3", 'u', 0x13},
        {"7 / 2", 'i', 3},
        {"7 / 0", 'i', UINT32_MAX},
        {"-7 % 3", 'i', (uint32_t)-1},
        {"-2147483647 - 1 == 1 << 31", 'i', 1},
        {"-8 >> 1", 'i', (uint32_t)-4},
        {"8u >> 1", 'u', 4},
        {"~0u ^ 1", 'u', 0xfffffffe},
        {"1 < 2 && 2 <= 2 && !0", 'i', 1},
        {"1 > 2 || 3 != 3", 'i', 0},
        {"-1 < 0u", 'i', 0},
        {"int(2.75) + uint(-1.0)", 'u', 2},
        {"asuint(1.0)", 'u', 0x3f800000},
        {"asint(-1.0)", 'i', 0xbf800000},
    };
    struct subject s;
    subject_open(&s, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sm5_value value = subject_value(&s, cases[i].text);
        if (value.type != cases[i].type || value.bits != cases[i].bits)
            fail_msg("%s: %c %llx", cases[i].text, value.type, (unsigned long long)value.bits);
    }
    assert_int_equal(subject_value(&s, "1.5 + 1").bits, float_bits(2.5f));
    assert_int_equal(subject_value(&s, "asfloat(0x3fc00000) * 2f").bits, float_bits(3.0f));
    assert_int_equal(subject_value(&s, "-1e1").bits, float_bits(-10.0f));
    assert_int_equal(subject_value(&s, "double(1) / 4").bits, 0x3fd0000000000000);
    subject_close(&s);
}

static void registers_and_memory(void **state)
{
    (void)state;
    struct subject s;
    struct sm5_value list[8];
    size_t count;
    subject_open(&s, 0);
    subject_move(&s, SM5_MOVE_INSTRUCTION, false, SM5_STOP_MOVED, SUBJECT_STORE_SHARED);
    subject_move(&s, SM5_MOVE_INSTRUCTION, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(subject_value(&s, "r0.x").bits, 1);
    assert_int_equal(subject_value(&s, "g0[r0.x + 2]").bits, 4);
    assert_int_equal(subject_value(&s, "t0[g0[2]]").bits, 4);
    assert_int_equal(subject_value(&s, "x0[1].w").bits, 0);
    assert_int_equal(sm5_debug_evaluate(s.debug, "u0[1]", list, 8, &count, s.harness.diags), SM5_OK);
    assert_int_equal(count, 2);
    assert_string_equal(list[1].name, "u0[1].unused");
    assert_true(list[0].is_place && list[0].type == 'u' && list[1].type == 'f');
    assert_int_equal(sm5_debug_evaluate(s.debug, "r0.zyx", list, 2, &count, s.harness.diags), SM5_OK);
    assert_int_equal(count, 3);
    assert_string_equal(list[1].name, "r0.y");
    assert_int_equal(subject_value(&s, "u0[1][4]").type, 'f');
    assert_int_equal(subject_value(&s, "vThreadGroupID.x").type, 'u');
    assert_int_equal(subject_value(&s, "cb0[0].x").bits, 0);
    subject_close(&s);
}

static void wrong_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "expected a value at 'the end'"},
        {"1 +", "expected a value"},
        {"(1", "expected )"},
        {"1 2", "unexpected text at '2'"},
        {"r0[1]", "r# has no index"},
        {"r2.x", "not declared"},
        {"r0.q", "no such component or member"},
        {"r0 + 1", "several values"},
        {"x0.x", "expected one index"},
        {"x0[2].x", "past the declared size"},
        {"x0[1", "expected ]"},
        {"u0[8]", "past the end of the view"},
        {"u0[0].nothing", "no such component or member"},
        {"u0[0][6]", "byte offset"},
        {"u0[1,2,3,4,5]", "too many indices"},
        {"t7[0]", "not declared"},
        {"nothing", "unknown name"},
        {"1.5 | 1", "operator of integers"},
        {"~1.5", "operator of integers"},
        {"99999999999", "more than 32 bits"},
        {"$", "expected a value"},
    };
    struct subject s;
    char deep[300];
    subject_open(&s, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        subject_wrong(&s, cases[i].text, cases[i].message);
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    subject_wrong(&s, deep, "nests too deep");
    memset(deep, '-', sizeof deep - 1);
    subject_wrong(&s, deep, "nests too deep");
    memset(deep, 'a', sizeof deep - 1);
    subject_wrong(&s, deep, "too long");
    subject_close(&s);
}

static enum sm5_status assign(struct subject *s, const char *place, const char *value)
{
    return sm5_debug_assign(s->debug, place, value, s->harness.diags);
}

/* What is assigned is lost by a step back, and assigned again by the steps after it. */
static void assignments_belong_to_their_position(void **state)
{
    (void)state;
    struct subject s;
    subject_open(&s, 0);
    subject_move(&s, SM5_MOVE_BARRIER, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(assign(&s, "r0.x", "50.9"), SM5_OK);
    assert_int_equal(subject_value(&s, "r0.x").bits, 50);
    subject_move(&s, SM5_MOVE_INSTRUCTION, true, SM5_STOP_MOVED, SUBJECT_STORE_SHARED);
    assert_int_equal(subject_value(&s, "r0.x").bits, 1);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(subject_value(&s, "u0[0].value").bits, 50);
    subject_move(&s, SM5_MOVE_BARRIER, true, SM5_STOP_MOVED, SUBJECT_SYNC);
    subject_move(&s, SM5_MOVE_BARRIER, true, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(subject_value(&s, "r0.x").bits, 50);
    assert_int_equal(assign(&s, "r0.x", "7"), SM5_OK);
    assert_int_equal(assign(&s, "u0[5].unused", "1"), SM5_OK);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(subject_value(&s, "u0[0].value").bits, 7);
    assert_int_equal(subject_value(&s, "u0[5].unused").bits, float_bits(1.0f));
    assert_int_equal(assign(&s, "1", "2"), SM5_ERR_INPUT);
    assert_int_equal(assign(&s, "r0", "2"), SM5_ERR_INPUT);
    assert_int_equal(assign(&s, "r0.x", "r0"), SM5_ERR_INPUT);
    assert_int_equal(assign(&s, "vThreadID.x", "1"), SM5_ERR_INPUT);
    subject_close(&s);
}

/* Constants are not in snapshots: what was assigned to them is undone all the same. */
static void assignments_to_constants_are_undone(void **state)
{
    (void)state;
    struct subject s;
    const uint32_t words[4] = {1, 2, 3, 4};
    subject_open(&s, 0);
    struct sm5_buffer *constants = harness_buffer(words, 4);
    harness_bind(&s.harness, "cb0", constants, 0, SM5_COUNT_REST);
    subject_move(&s, SM5_MOVE_BARRIER, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(assign(&s, "cb0[0].y", "9"), SM5_OK);
    assert_int_equal(assign(&s, "t0[5]", "9"), SM5_OK);
    subject_move(&s, SM5_MOVE_INSTRUCTION, true, SM5_STOP_MOVED, SUBJECT_STORE_SHARED);
    assert_int_equal(subject_value(&s, "cb0[0].y").bits, 2);
    assert_int_equal(subject_value(&s, "t0[5]").bits, 6);
    subject_move(&s, SM5_MOVE_INSTRUCTION, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(subject_value(&s, "cb0[0].y").bits, 9);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(subject_value(&s, "u0[5].value").bits, 18);
    subject_close(&s);
    sm5_buffer_free(constants);
}

/* Each thread has its own values. */
static void assignments_in_all_threads(void **state)
{
    (void)state;
    struct subject s;
    struct sm5_value value;
    size_t count;
    subject_open(&s, 0);
    subject_move(&s, SM5_MOVE_BARRIER, false, SM5_STOP_MOVED, SUBJECT_SYNC);
    assert_int_equal(sm5_debug_assign_all(s.debug, "r0.x", "r0.x * 10", s.harness.diags), SM5_OK);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(sm5_debug_evaluate_thread(s.debug, i, "r0.x", &value, 1, &count, s.harness.diags),
                         SM5_OK);
        assert_int_equal(value.bits, 10 * (i + 1));
    }
    assert_int_equal(sm5_debug_assign_all(s.debug, "1", "2", s.harness.diags), SM5_ERR_INPUT);
    subject_move(&s, SM5_MOVE_CONTINUE, false, SM5_STOP_END, UINT32_MAX);
    assert_int_equal(subject_value(&s, "u0[3].value").bits, 320);
    subject_close(&s);
}

static void values_have_formats(void **state)
{
    (void)state;
    static const struct {
        char type, format;
        uint64_t bits;
        const char *text;
    } cases[] = {
        {'f', 0, 0x3fc00000, "1.5"},
        {'i', 0, 0xffffffff, "-1"},
        {'u', 0, 0xffffffff, "4294967295"},
        {'b', 0, 0xffffffff, "true"},
        {'b', 0, 0, "false"},
        {'x', 0, 0xab, "0x000000ab"},
        {'f', 'x', 1, "0x00000001"},
        {'u', 'd', 0xffffffff, "-1"},
        {'u', 'f', 0x3f800000, "1"},
        {'i', 'u', 0xffffffff, "4294967295"},
        {'u', 't', 5, "0b00000000000000000000000000000101"},
        {'d', 0, 0x3fd0000000000000, "0.25"},
        {'d', 'x', 1, "0x0000000000000001"},
    };
    char text[80];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct sm5_value value = {
            .type = cases[i].type, .bytes = cases[i].type == 'd' ? 8 : 4, .bits = cases[i].bits};
        assert_int_equal(sm5_value_format(&value, cases[i].format, text, sizeof text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_operators),
        cmocka_unit_test(registers_and_memory),
        cmocka_unit_test(wrong_expressions),
        cmocka_unit_test(assignments_belong_to_their_position),
        cmocka_unit_test(assignments_to_constants_are_undone),
        cmocka_unit_test(assignments_in_all_threads),
        cmocka_unit_test(values_have_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
