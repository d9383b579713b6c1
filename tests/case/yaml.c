/* Hostile test files are rejected quickly and with a message. */
#include <stdio.h>
#include <time.h>

#include "cases.h"

static char *repeat(const char *head, const char *part, size_t count, const char *tail)
{
    size_t length = strlen(part), at = strlen(head);
    char *text = malloc(at + count * length + strlen(tail) + 1);
    memcpy(text, head, at);
    for (size_t i = 0; i < count; i++, at += length)
        memcpy(text + at, part, length);
    strcpy(text + at, tail);
    return text;
}

/* Rejected within a time that only superlinear cost exceeds. */
static void refuse_soon(char *text, const char *what)
{
    clock_t start = clock();
    refuse_case(text, "x.yaml", what);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5.0);
    free(text);
}

static void deep_nesting(void **state)
{
    (void)state;
    refuse_soon(repeat("", "[", 1000000, ""), "deep");
    refuse_soon(repeat("", "{a: ", 1000000, ""), "deep");
}

static void many_anchors(void **state)
{
    (void)state;
    refuse_soon(repeat("bindings: [", "&a x, ", 1000, "]"), "anchors");
}

/* One list of 100000 values, used 1000 times: 10^8 values from 10^6 bytes. */
static void aliases_that_expand(void **state)
{
    (void)state;
    char *list = repeat("buffers:\n  b0: {file: &d {type: u32, values: [", "1,", 100000, "1]}}\n");
    char *text = repeat(list, "", 0, "");
    free(list);
    size_t length = strlen(text);
    text = realloc(text, length + 1000 * 32);
    for (int i = 1; i < 1000; i++)
        length += (size_t)sprintf(text + length, "  b%d: {file: *d}\n", i);
    refuse_soon(text, "expand");
}

static void billion_laughs(void **state)
{
    (void)state;
    refuse_soon(strdup("a: &a [x,x,x,x,x,x,x,x,x]\n"
                       "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                       "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                       "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"),
                "a case needs");
}

static void an_alias_of_itself(void **state)
{
    (void)state;
    refuse_soon(strdup("bindings: &a [*a]\n"), "keys and values");
}

static void what_is_no_yaml(void **state)
{
    (void)state;
    refuse_case("a: [1, 2\n", "x.yaml:2:1", "");
    refuse_case("a: 'x\n", "x.yaml:", "");
    refuse_case("\xff\xfe\xfd", "x.yaml", "");
    refuse_case("a: \x01\n", "x.yaml", "");
    refuse_case("", "x.yaml", "empty");
    refuse_case("--- {}\n--- {}\n", "x.yaml:2:1", "second document");
}

static void zero_characters_in_names(void **state)
{
    (void)state;
    refuse_case("shader: \"a\\0b\"\n", "x.yaml:1:9", "zero");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(many_anchors),
        cmocka_unit_test(aliases_that_expand),
        cmocka_unit_test(billion_laughs),
        cmocka_unit_test(an_alias_of_itself),
        cmocka_unit_test(what_is_no_yaml),
        cmocka_unit_test(zero_characters_in_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
