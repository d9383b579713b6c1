/* Diagnostics: their places in text and bytecode, the limit of listed ones, the subset before a run. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

#define HEAD "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 2\ndcl_thread_group 1, 1, 1\n"

struct validated {
    struct sm5_program *program;
    struct sm5_diags *diags;
    enum sm5_status status;
};

static struct validated judge_bytes(const void *bytes, size_t size,
                                    const struct sm5_validate_options *options)
{
    struct validated made = {.diags = sm5_diags_new()};
    assert_int_equal(sm5_program_read(bytes, size, "t.asm", &made.program, made.diags), SM5_OK);
    made.status = sm5_validate(made.program, options, made.diags);
    return made;
}

static struct validated validate_text(const char *text, const struct sm5_validate_options *options)
{
    return judge_bytes(text, strlen(text), options);
}

static void drop(struct validated *made)
{
    sm5_diags_free(made->diags);
    sm5_program_free(made->program);
}

static void text_has_line_and_column_of_the_operand(void **state)
{
    (void)state;
    struct validated made = validate_text(HEAD "\n  mov   r0.x ,  r7.x // why\nret\n", NULL);
    const struct sm5_diag *diag = sm5_diags_at(made.diags, 0);
    assert_int_equal(made.status, SM5_ERR_INPUT);
    assert_string_equal(diag->code, "validate-temp");
    assert_string_equal(diag->file, "t.asm");
    assert_int_equal(diag->line, 6);
    assert_int_equal(diag->column, 17);
    assert_int_equal(diag->length, 4);
    assert_string_equal(diag->source_line, "  mov   r0.x ,  r7.x // why");
    drop(&made);
}

static void commas_in_brackets_do_not_separate_operands(void **state)
{
    (void)state;
    struct validated made =
        validate_text("cs_5_0\ndcl_resource_structured t0, 4\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                      "ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.x, "
                      "l(0), l(0), t1.xxxx\nret\n",
                      NULL);
    const struct sm5_diag *diag = sm5_diags_at(made.diags, 0);
    assert_string_equal(diag->code, "validate-undeclared");
    assert_int_equal(strncmp(diag->source_line + diag->column - 1, "t1.xxxx", diag->length), 0);
    drop(&made);
}

static void bytecode_has_the_printed_instruction(void **state)
{
    (void)state;
    struct validated text = validate_text(HEAD "nop\nmov r0.x, r7.x\nret\n", NULL);
    struct sm5_blob blob;
    assert_int_equal(sm5_program_write(text.program, NULL, &blob, NULL), SM5_OK);
    struct validated made = judge_bytes(blob.data, blob.size, NULL);
    const struct sm5_diag *diag = sm5_diags_at(made.diags, 0);
    assert_int_equal(diag->line, 0);
    assert_int_equal(diag->instruction, 1);
    assert_string_equal(diag->chunk, "SHEX");
    assert_string_equal(diag->source_line, "mov r0.x, r7.x");
    assert_int_equal(diag->column, 11);
    sm5_blob_free(&blob);
    drop(&text);
    drop(&made);
}

static void diagnostics_past_a_hundred_are_counted(void **state)
{
    (void)state;
    struct strbuf text = {0};
    strbuf_add(&text, HEAD);
    for (int i = 0; i < 100; i++)
        strbuf_add(&text, "mov r7.x, l(0)\n");
    struct validated made = validate_text(strbuf_text(&text), NULL); /* there is no ret either */
    const struct sm5_diag *last = sm5_diags_at(made.diags, sm5_diags_count(made.diags) - 1);
    assert_int_equal(sm5_diags_count(made.diags), 101);
    assert_string_equal(last->code, "validate-more");
    assert_string_equal(last->message, "1 more errors and 0 more warnings are not listed");
    strbuf_free(&text);
    drop(&made);
}

static void errors_only_on_request(void **state)
{
    (void)state;
    const struct sm5_validate_options options = {.errors_only = true};
    const char *text = HEAD "udiv null, null, l(1), l(1)\nmov r0.x, r1.x\nret\n";
    struct validated all = validate_text(text, NULL), errors = validate_text(text, &options);
    assert_int_equal(sm5_diags_count(all.diags), 2);
    assert_int_equal(sm5_diags_count(errors.diags), 1);
    assert_string_equal(sm5_diags_at(errors.diags, 0)->code, "validate-unwritten");
    drop(&all);
    drop(&errors);
}

static void before_a_run_nonconforming_instructions_are_counted(void **state)
{
    (void)state;
    const struct sm5_validate_options options = {.before_run = true};
    struct validated made =
        validate_text("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_indexableTemp x0[1], 4\n"
                      "dcl_temps 2\ndcl_thread_group 1, 1, 1\nmov r0.x, r1.x\nmov r0.x, cb0[1].x\n"
                      "mov r0.x, x0[1].x\nitof_sat r0.x, -|cb0[2].x|\nret\n",
                      &options);
    assert_int_equal(made.status, SM5_OK);
    assert_int_equal(sm5_diags_count(made.diags), 1);
    const struct sm5_diag *only = sm5_diags_at(made.diags, 0);
    assert_string_equal(only->code, "validate-nonconforming");
    assert_string_equal(only->message, "3 nonconforming instructions, see sm5 validate");
    assert_int_equal(only->severity, SM5_WARNING);
    drop(&made);
}

static void errors_have_a_class(void **state)
{
    (void)state;
    struct validated made =
        validate_text(HEAD "itof_sat r0.x, l(1)\nmov r0.x, r7.x\nudiv null, null, l(1), l(1)\nret\n", NULL);
    assert_int_equal(sm5_diags_count(made.diags), 3);
    assert_int_equal(sm5_diags_at(made.diags, 0)->diag_class, SM5_DIAG_NONCONFORMING);
    assert_int_equal(sm5_diags_at(made.diags, 1)->diag_class, SM5_DIAG_MALFORMED);
    assert_int_equal(sm5_diags_at(made.diags, 2)->diag_class, SM5_DIAG_UNCLASSED);
    char text[256];
    sm5_diag_format(sm5_diags_at(made.diags, 1), text, sizeof text);
    assert_non_null(strstr(text, "[validate-temp, malformed]"));
    drop(&made);
}

static void declarations_are_checked_too(void **state)
{
    (void)state;
    struct validated made =
        validate_text("cs_5_0\ndcl_tgsm_raw g0, 32772\ndcl_thread_group 1, 1, 1\nret\n", NULL);
    assert_int_equal(made.status, SM5_ERR_INPUT);
    assert_string_equal(sm5_diags_at(made.diags, 0)->code, "program-tgsm-size");
    drop(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_line_and_column_of_the_operand),
        cmocka_unit_test(commas_in_brackets_do_not_separate_operands),
        cmocka_unit_test(bytecode_has_the_printed_instruction),
        cmocka_unit_test(diagnostics_past_a_hundred_are_counted),
        cmocka_unit_test(errors_only_on_request),
        cmocka_unit_test(before_a_run_nonconforming_instructions_are_counted),
        cmocka_unit_test(errors_have_a_class),
        cmocka_unit_test(declarations_are_checked_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
