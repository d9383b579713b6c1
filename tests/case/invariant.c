/* Relations between words of resources. */
#include <string.h>

#include "case/case_spec.h"
#include "test.h"

/* u0[i] is 10 + i below 4; t5@2[3][i] is 100. */
static bool read_word(void *context, const char *slot, uint64_t index, uint32_t *word)
{
    (void)context;
    if (strcmp(slot, "u0") == 0 && index < 4) {
        *word = 10 + (uint32_t)index;
        return true;
    }
    *word = 100;
    return strcmp(slot, "t5@2[3]") == 0;
}

static bool holds(const char *expr)
{
    bool result = false;
    struct io_error error = {0};
    if (!case_invariant(expr, read_word, NULL, &result, &error))
        fail_msg("%s", error.text);
    return result;
}

static void refuse(const char *expr)
{
    bool result;
    struct io_error error = {0};
    if (case_invariant(expr, read_word, NULL, &result, &error))
        fail_msg("accepted: %s", expr);
    assert_non_null(strstr(error.text, "invariant"));
}

static void relations(void **state)
{
    (void)state;
    assert_true(holds("u0[0]+u0[1]==21"));
    assert_false(holds("u0[0]+u0[1]==22"));
    assert_true(holds(" u0[3] == u0[0] + 1 * 3 "));
    assert_true(holds("2+3*4==14"));
    assert_true(holds("20-3-2==15"));
    assert_true(holds("0xff==255"));
}

static void words_wrap(void **state)
{
    (void)state;
    assert_true(holds("u0[0]-u0[1]==4294967295"));
    assert_true(holds("4294967295*4294967295==1"));
}

static void slots_with_brackets(void **state)
{
    (void)state;
    assert_true(holds("t5@2[3][0]==100"));
}

static void malformed(void **state)
{
    (void)state;
    refuse("");
    refuse("u0[0]");
    refuse("u0[0]=1");
    refuse("u0[0]==1==1");
    refuse("u0[0]+==1");
    refuse("u0[9]==1");
    refuse("u9[0]==1");
    refuse("u0[-1]==1");
    refuse("u0[==1");
    refuse("u0[0]==4294967296");
    refuse("u0[99999999999999999999]==1");
}

static void names_of_words(void **state)
{
    (void)state;
    char slot[64];
    size_t length;
    uint64_t index;
    assert_true(case_word_name("t5,space2[3][77]+1", &length, slot, &index));
    assert_string_equal(slot, "t5,space2[3]");
    assert_int_equal(index, 77);
    assert_int_equal(length, strlen("t5,space2[3][77]"));
    assert_false(case_word_name("[1]", &length, slot, &index));
    assert_false(case_word_name("u0", &length, slot, &index));
    assert_false(case_word_name("u0[]", &length, slot, &index));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations), cmocka_unit_test(words_wrap),     cmocka_unit_test(slots_with_brackets),
        cmocka_unit_test(malformed), cmocka_unit_test(names_of_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
