/* Diagnostics: what is kept, and how it is written. */
#include "base/base.h"
#include "test.h"

static void expect_text(const struct sm5_diags *diags, size_t index, const char *text)
{
    char out[512];
    size_t wanted = sm5_diag_format(sm5_diags_at(diags, index), out, sizeof out);
    assert_string_equal(out, text);
    assert_int_equal(wanted, strlen(text));
}

static void text_place_shows_line_and_caret(void **state)
{
    (void)state;
    static const char line[] = "\tmov r0.q, r1.x";
    struct sm5_diags *diags = sm5_diags_new();
    struct diag_place place = DIAG_NOWHERE;
    place.file = "a.asm";
    place.line = 3;
    place.column = 9;
    place.length = 2;
    place.source_line = line;
    place.source_length = sizeof line - 1;
    diag_add(diags, MEMORY, place);
    expect_text(diags, 0, "a.asm:3:9: error: out of memory [memory]\n    \tmov r0.q, r1.x\n    \t       ^~");
    sm5_diags_free(diags);
}

static void chunk_place_names_the_token(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    diag_add(diags, MEMORY, diag_at_chunk("SHEX", 12));
    diag_add(diags, MEMORY, diag_at_byte(20));
    diag_add(diags, MEMORY, diag_at_instruction(7));
    expect_text(diags, 0, "SHEX token 12: error: out of memory [memory]");
    expect_text(diags, 1, "byte 20: error: out of memory [memory]");
    expect_text(diags, 2, "instruction 7: error: out of memory [memory]");
    sm5_diags_free(diags);
}

static void errors_are_counted_and_cleared(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    for (int i = 0; i < 100; i++)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    assert_int_equal(sm5_diags_count(diags), 100);
    assert_int_equal(sm5_diags_errors(diags), 100);
    sm5_diags_clear(diags);
    assert_int_equal(sm5_diags_count(diags), 0);
    assert_int_equal(sm5_diags_errors(diags), 0);
    sm5_diags_free(diags);
}

static void short_buffers_are_cut_and_terminated(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    char out[8];
    assert_int_equal(sm5_diag_format(sm5_diags_at(diags, 0), out, sizeof out),
                     strlen("error: out of memory [memory]"));
    assert_string_equal(out, "error: ");
    sm5_diags_free(diags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_place_shows_line_and_caret),
        cmocka_unit_test(chunk_place_names_the_token),
        cmocka_unit_test(errors_are_counted_and_cleared),
        cmocka_unit_test(short_buffers_are_cut_and_terminated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
