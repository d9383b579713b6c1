/* Shadow memory stores the instruction of an access in the bits that the thread number leaves: programs
   with too many instructions are rejected before they run. */
#include "check/check_shadow.h"
#include "sm5/check.h"
#include "test.h"

static struct sm5_findings *check_length(uint32_t instructions, enum sm5_status *status,
                                         struct sm5_diags *diags)
{
    struct sm5_program *program = program_new();
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_dispatch_options how = {.groups = {1, 1, 1}};
    struct sm5_findings *findings;
    program->stage = ISA_COMPUTE;
    program->major = 5;
    memcpy(program->decls.thread_group, (uint32_t[]){1, 1, 1}, sizeof program->decls.thread_group);
    program->instr_count = instructions;
    program->decls.first_instr = instructions;
    program->instrs = arena_array(&program->arena, instructions ? instructions : 1, 1);
    *status = sm5_check(program, bindings, &how, NULL, &findings, diags);
    sm5_bindings_free(bindings);
    program_free(program);
    return findings;
}

static void test_numbers_that_do_not_fit(void **state)
{
    enum sm5_status status;
    struct sm5_diags *diags = sm5_diags_new();
    assert_null(check_length(SHADOW_INSTRUCTIONS, &status, diags));
    assert_int_equal(status, SM5_ERR_SUPPORT);
    assert_int_equal(sm5_diags_count(diags), 1);
    assert_string_equal(sm5_diags_at(diags, 0)->code, "api-check-length");
    sm5_diags_free(diags);
    (void)state;
}

/* The last number and the last thread, together in a word and apart again. */
static void test_the_largest_numbers_fit(void **state)
{
    uint32_t who = (uint32_t)(SHADOW_INSTRUCTIONS - 1) << SHADOW_THREAD_BITS | (SHADOW_THREADS - 1);
    assert_int_equal(who / SHADOW_THREADS, SHADOW_INSTRUCTIONS - 1);
    assert_int_equal(who % SHADOW_THREADS, SHADOW_THREADS - 1);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_that_do_not_fit),
        cmocka_unit_test(test_the_largest_numbers_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
