/* Programs that kernels and checked runs accept: sm5_kernel_options.validation,
   sm5_check_options.validation. */
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

#define HEAD "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"

static const char malformed[] = HEAD "mov r7.x, l(0)\nret\n";
static const char nonconforming[] = HEAD "itof_sat r0.x, l(1)\nitof_sat r0.x, -|r0.x|\nret\n";

struct made {
    struct sm5_diags *diags;
    struct sm5_program *program;
    enum sm5_status status, check_status;
};

static struct made make(const char *text, enum sm5_validation validation)
{
    struct made made = {.diags = sm5_diags_new()};
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_INTERP, .validation = validation};
    const struct sm5_check_options check = {.validation = validation};
    const struct sm5_dispatch_options dispatch = {.groups = {1, 1, 1}};
    struct sm5_kernel *kernel;
    struct sm5_findings *findings;
    assert_int_equal(sm5_program_read(text, strlen(text), "t.asm", &made.program, NULL), SM5_OK);
    struct sm5_bindings *bindings = sm5_bindings_new(made.program);
    made.check_status = sm5_check(made.program, bindings, &dispatch, &check, &findings, NULL);
    made.status = sm5_kernel_new_with(made.program, &options, &kernel, made.diags);
    sm5_findings_free(findings);
    sm5_bindings_free(bindings);
    sm5_kernel_free(kernel);
    return made;
}

static void expect(const char *text, enum sm5_validation validation, enum sm5_status status, const char *code)
{
    struct made made = make(text, validation);
    assert_int_equal(made.status, status);
    assert_int_equal(made.check_status, status);
    assert_int_equal(sm5_diags_count(made.diags) != 0, code != NULL);
    if (code)
        assert_string_equal(sm5_diags_at(made.diags, 0)->code, code);
    sm5_program_free(made.program);
    sm5_diags_free(made.diags);
}

static void malformed_programs_are_refused(void **state)
{
    (void)state;
    expect(malformed, SM5_VALIDATION_RUN, SM5_ERR_INPUT, "validate-temp");
    expect(malformed, SM5_VALIDATION_STRICT, SM5_ERR_INPUT, "validate-temp");
    expect(malformed, SM5_VALIDATION_NONE, SM5_OK, NULL);
}

static void nonconforming_programs_run_with_one_warning(void **state)
{
    (void)state;
    struct made made = make(nonconforming, SM5_VALIDATION_RUN);
    assert_int_equal(made.status, SM5_OK);
    assert_int_equal(sm5_diags_count(made.diags), 1);
    assert_string_equal(sm5_diags_at(made.diags, 0)->message,
                        "2 nonconforming instructions, see sm5 validate");
    sm5_program_free(made.program);
    sm5_diags_free(made.diags);
    expect(nonconforming, SM5_VALIDATION_STRICT, SM5_ERR_INPUT, "validate-saturate");
    expect(nonconforming, SM5_VALIDATION_NONE, SM5_OK, NULL);
}

static void other_values_are_refused(void **state)
{
    (void)state;
    expect(malformed, (enum sm5_validation)3, SM5_ERR_ARGUMENT, "api-validation");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_programs_are_refused),
        cmocka_unit_test(nonconforming_programs_run_with_one_warning),
        cmocka_unit_test(other_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
