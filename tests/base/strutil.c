/* Spelling distance and comparison. */
#include "base/base.h"
#include "test.h"

static void distance_counts_edits(void **state)
{
    (void)state;
    assert_int_equal(str_distance("mov", "mov"), 0);
    assert_int_equal(str_distance("MOV", "mov"), 0);
    assert_int_equal(str_distance("movc", "mov"), 1);
    assert_int_equal(str_distance("ld_structred", "ld_structured"), 1);
    assert_int_equal(str_distance("dsi", "dis"), 1);
    assert_int_equal(str_distance("ab cd", "ba dc"), 2);
    assert_int_equal(str_distance("ca", "abc"), 3);
    assert_int_equal(str_distance("", "abc"), 3);
    assert_int_equal(str_distance("kitten", "sitting"), 3);
}

static void long_strings_count_as_far_apart(void **state)
{
    (void)state;
    char text[100];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(str_distance(text, text), 64);
}

static void comparison_ignores_case(void **state)
{
    (void)state;
    assert_true(str_equal_nocase("R32_Float", "r32_fLOAT"));
    assert_false(str_equal_nocase("R32", "R32_"));
    assert_true(str_starts("dcl_temps", "dcl_"));
    assert_false(str_starts("dc", "dcl_"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(long_strings_count_as_far_apart),
        cmocka_unit_test(comparison_ignores_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
