/* Comparing expected and actual contents: the bounds of each tolerance. */
#include <string.h>

#include "case/case_spec.h"
#include "test.h"

static bool passes(const struct case_rule *rule, const void *expected, const void *got, size_t size)
{
    struct case_difference difference;
    assert_true(case_compare_bytes(rule, expected, got, size, &difference));
    return !difference.differs;
}

static bool word_passes(const struct case_tolerance *tolerance, uint32_t expected, uint32_t got)
{
    struct case_rule rule = {.tolerance = tolerance};
    return passes(&rule, &expected, &got, 4);
}

enum { ONE = 0x3f800000, INF = 0x7f800000, NAN1 = 0x7fc00000, NAN2 = 0x7f800001 };
#define MINUS 0x80000000u

static void exact(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    assert_true(word_passes(&tolerance, ONE, ONE));
    assert_false(word_passes(&tolerance, ONE, ONE + 1));
    assert_false(word_passes(&tolerance, 0, MINUS));
    assert_false(word_passes(&tolerance, NAN1, NAN2));
}

static void exact_sees_the_last_bytes(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    const struct case_rule rule = {.tolerance = &tolerance};
    assert_true(passes(&rule, "abcdef", "abcdef", 6));
    assert_false(passes(&rule, "abcdef", "abcdeg", 6));
    assert_true(passes(&rule, "abcdef", "abcdeg", 5));
}

static void float_ulp(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_FLOAT_ULP, .ulp = 2};
    assert_true(word_passes(&tolerance, ONE, ONE + 2));
    assert_true(word_passes(&tolerance, ONE, ONE - 2));
    assert_false(word_passes(&tolerance, ONE, ONE + 3));
    assert_true(word_passes(&tolerance, 0, MINUS));
    assert_true(word_passes(&tolerance, 1, MINUS | 1));
    assert_false(word_passes(&tolerance, 2, MINUS | 1));
    assert_true(word_passes(&tolerance, NAN1, MINUS | NAN2));
    assert_false(word_passes(&tolerance, NAN1, ONE));
    assert_false(word_passes(&tolerance, INF, INF - 1));
    assert_false(word_passes(&tolerance, INF, MINUS | INF));
}

static void float_rel(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_FLOAT_REL, .rel = 0.5, .abs = 0.25};
    assert_true(word_passes(&tolerance, ONE, 0x3fe00000));  /* 1.75 */
    assert_false(word_passes(&tolerance, ONE, 0x3fe00001)); /* slightly more */
    assert_true(word_passes(&tolerance, 0, 0x3e800000));    /* 0.25 */
    assert_false(word_passes(&tolerance, 0, 0x3e800001));
    assert_true(word_passes(&tolerance, NAN1, NAN2));
    assert_false(word_passes(&tolerance, INF, ONE));
    assert_false(word_passes(&tolerance, ONE, INF));
}

static void dword_exact_or_float_rel(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT_OR_REL, .rel = 0.001};
    assert_true(word_passes(&tolerance, ONE, ONE + 8000));
    assert_false(word_passes(&tolerance, ONE, ONE + 9000));
    assert_true(word_passes(&tolerance, 0, 0x007fffff));
    assert_true(word_passes(&tolerance, 0x807fffff, 0));
    assert_false(word_passes(&tolerance, 0, 0x00800000));
    assert_true(word_passes(&tolerance, NAN1, NAN2));
}

static bool steps_pass(const char *format, uint32_t expected, uint32_t got)
{
    const struct case_tolerance tolerance = {.kind = CASE_UNORM_STEP, .steps = 1};
    const struct case_rule rule = {.tolerance = &tolerance, .format = format};
    return passes(&rule, &expected, &got, 4);
}

static void unorm_step_counts_in_channels(void **state)
{
    (void)state;
    assert_true(steps_pass("R8G8B8A8_UNORM", 0x10203040, 0x11213141));
    assert_false(steps_pass("R8G8B8A8_UNORM", 0x10203040, 0x12203040));
    assert_false(steps_pass("R8G8B8A8_UNORM", 0x000000ff, 0x00000100));
    assert_true(steps_pass("r16g16_unorm", 0x00010100, 0x00020101));
    assert_true(steps_pass("r16g16_unorm", 0x000000ff, 0x00000100));
    assert_false(steps_pass("r16g16_unorm", 0x0001ffff, 0x00020000));
    assert_true(steps_pass("R10G10B10A2_UNORM", 0x40000400, 0x80000801));
    assert_false(steps_pass("R10G10B10A2_UNORM", 0x00000400, 0x00000c00));
    assert_true(steps_pass(NULL, 0x10203040, 0x0f1f2f3f));
    assert_true(steps_pass("R32_UINT", 0x0000ffff, 0x00010000));
}

static void snorm_steps_cross_zero(void **state)
{
    (void)state;
    assert_true(steps_pass("R8G8B8A8_SNORM", 0x000000ff, 0x00000000));
    assert_false(steps_pass("R8G8B8A8_UNORM", 0x000000ff, 0x00000000));
}

static void fraction(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_FRACTION, .max_mismatch = 0.25};
    const struct case_rule rule = {.tolerance = &tolerance};
    const uint32_t expected[8] = {0}, two[8] = {1, 0, 0, 0, 0, 0, 0, 9}, three[8] = {1, 2, 3};
    assert_true(passes(&rule, expected, two, 32));
    assert_false(passes(&rule, expected, three, 32));
}

static void a_mask_hides_bits(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    const uint32_t mask = 0x00ffffff;
    const struct case_rule rule = {.tolerance = &tolerance, .mask = (const uint8_t *)&mask};
    const uint32_t expected = 0x12345678, top = 0xff345678, low = 0x12345679;
    assert_true(passes(&rule, &expected, &top, 4));
    assert_false(passes(&rule, &expected, &low, 4));
}

static void multisets(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    const struct case_rule rule = {
        .tolerance = &tolerance, .compare = CASE_COMPARE_MULTISET, .first = 1, .end = 4};
    const uint32_t expected[5] = {0, 1, 2, 2, 9}, mixed[5] = {0, 2, 1, 2, 9};
    const uint32_t other[5] = {0, 1, 1, 2, 9}, outside[5] = {1, 0, 2, 2, 9};
    assert_true(passes(&rule, expected, mixed, 20));
    assert_false(passes(&rule, expected, other, 20));
    assert_false(passes(&rule, expected, outside, 20));
}

static void a_multiset_past_the_end_is_cut(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    const struct case_rule rule = {
        .tolerance = &tolerance, .compare = CASE_COMPARE_MULTISET, .first = 0, .end = 999};
    const uint32_t expected[2] = {1, 2}, mixed[2] = {2, 1};
    assert_true(passes(&rule, expected, mixed, 8));
}

static void equal_or_zero(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_FRACTION, .max_mismatch = 1.0};
    const struct case_rule rule = {.tolerance = &tolerance, .compare = CASE_COMPARE_EQUAL_OR_ZERO};
    const uint32_t expected[3] = {1, 2, 3}, some[3] = {1, 0, 3}, wrong[3] = {1, 2, 4};
    assert_true(passes(&rule, expected, some, 12));
    assert_false(passes(&rule, expected, wrong, 12));
}

static void the_first_differences_are_kept(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_EXACT};
    const struct case_rule rule = {.tolerance = &tolerance};
    uint32_t expected[100] = {0}, got[100] = {0};
    for (int i = 50; i < 100; i++)
        got[i] = (uint32_t)i;
    struct case_difference difference;
    assert_true(case_compare_bytes(&rule, (uint8_t *)expected, (uint8_t *)got, sizeof got, &difference));
    assert_true(difference.differs);
    assert_int_equal(difference.count, 50);
    for (size_t i = 0; i < CASE_SHOWN; i++) {
        assert_int_equal(difference.at[i].word, 50 + i);
        assert_int_equal(difference.at[i].got, 50 + i);
    }
}

static void rows_with_types(void **state)
{
    (void)state;
    const struct case_tolerance tolerance = {.kind = CASE_FLOAT_ULP, .ulp = 1};
    const struct case_rule rule = {.tolerance = &tolerance, .types = "fid\0", .row_words = 4};
    const uint32_t expected[8] = {ONE, 5, 0, 0x3ff00000, ONE, 5, 0xffffffff, 0x3fefffff};
    const uint32_t near[8] = {ONE + 1, 5, 1, 0x3ff00000, ONE, 5, 0, 0x3ff00000};
    const uint32_t far[8] = {ONE, 6, 0, 0x3ff00000, ONE, 5, 1, 0x3ff00000};
    struct case_difference difference;
    assert_true(passes(&rule, expected, near, sizeof near));
    assert_true(
        case_compare_bytes(&rule, (const uint8_t *)expected, (const uint8_t *)far, sizeof far, &difference));
    assert_int_equal(difference.count, 2);
    assert_int_equal(difference.at[0].word, 1);
    assert_int_equal(difference.at[0].type, 'i');
    assert_int_equal(difference.at[1].word, 6);
    assert_true(difference.at[1].got == 0x3ff0000000000001);
}

static void distances(void **state)
{
    (void)state;
    char text[CASE_DISTANCE_BYTES];
    assert_int_equal(case_ulp_float(0, MINUS), 0);
    assert_int_equal(case_ulp_float(1, MINUS | 1), 2);
    assert_int_equal(case_ulp_float(INF, INF - 1), 1);
    assert_true(case_ulp_double(0x7fefffffffffffff, 0xffefffffffffffff) == 0xffdffffffffffffe);
    case_format_distance(text, 'i', 0x80000000, 0x7fffffff);
    assert_string_equal(text, "off by 4294967295");
    case_format_distance(text, 'u', 1, 0xffffffff);
    assert_string_equal(text, "off by 4294967294");
    case_format_distance(text, 'f', INF, ONE);
    assert_string_equal(text, "");
    case_format_distance(text, 'f', ONE, NAN1);
    assert_string_equal(text, "");
    case_format_distance(text, 'f', 0x7f7fffff, 0xff7fffff);
    assert_string_equal(text, "off by 6.80565e+38 (4278190078 ulp)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact),
        cmocka_unit_test(exact_sees_the_last_bytes),
        cmocka_unit_test(float_ulp),
        cmocka_unit_test(float_rel),
        cmocka_unit_test(dword_exact_or_float_rel),
        cmocka_unit_test(unorm_step_counts_in_channels),
        cmocka_unit_test(snorm_steps_cross_zero),
        cmocka_unit_test(fraction),
        cmocka_unit_test(a_mask_hides_bits),
        cmocka_unit_test(multisets),
        cmocka_unit_test(a_multiset_past_the_end_is_cut),
        cmocka_unit_test(equal_or_zero),
        cmocka_unit_test(the_first_differences_are_kept),
        cmocka_unit_test(rows_with_types),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
