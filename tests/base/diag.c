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

static struct sm5_diags *diags_at_column(const char *line, uint32_t column, uint32_t length)
{
    struct sm5_diags *diags = sm5_diags_new();
    struct diag_place place = DIAG_NOWHERE;
    place.file = "a.asm";
    place.line = 1;
    place.column = column;
    place.length = length;
    place.source_line = line;
    place.source_length = strlen(line);
    diag_add(diags, MEMORY, place);
    return diags;
}

/* A terminal must not be steered by the text of a program, and the caret stays under what it marks. */
static void lines_are_shown_without_control_characters(void **state)
{
    (void)state;
    static const struct {
        const char *line, *shown;
        uint32_t column, length;
    } rows[] = {
        {"a\x1b[31mb", "a\\x1b[31mb\n             ^", 7, 1},
        {"a\xffz", "a\\xffz\n         ^", 3, 1},
        {"\xc3\xa9 x", "\xc3\xa9 x\n      ^", 4, 1},
        {"x\x7fy", "x\\x7fy\n     ^~~~~", 2, 2},
        {"\xe2\x80\xaex", "\\xe2\\x80\\xaex\n                ^", 4, 1},
        {"\xc2\x9bm", "\\xc2\\x9bm\n            ^", 3, 1},
        {"\xe2\x82", "\\xe2\\x82\n    ^~~~", 1, 1},
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct sm5_diags *diags = diags_at_column(rows[i].line, rows[i].column, rows[i].length);
        char expected[256];
        snprintf(expected, sizeof expected, "a.asm:1:%u: error: out of memory [memory]\n    %s",
                 rows[i].column, rows[i].shown);
        expect_text(diags, 0, expected);
        sm5_diags_free(diags);
    }
}

static void the_file_is_added_to_entries_without_one(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    diag_add(diags, MEMORY, diag_at_byte(20));
    diag_add(diags, MEMORY, diag_at_byte(24));
    diag_add(diags, MEMORY, diag_at_chunk("SHEX", 2));
    diag_name_file(diags, 1, "a\033.dxbc");
    expect_text(diags, 0, "byte 20: error: out of memory [memory]");
    expect_text(diags, 1, "a\\x1b.dxbc: byte 24: error: out of memory [memory]");
    expect_text(diags, 2, "a\\x1b.dxbc: SHEX token 2: error: out of memory [memory]");
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
        cmocka_unit_test(lines_are_shown_without_control_characters),
        cmocka_unit_test(the_file_is_added_to_entries_without_one),
        cmocka_unit_test(errors_are_counted_and_cleared),
        cmocka_unit_test(short_buffers_are_cut_and_terminated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
