/* Validation takes time in proportion to the program. bench-validate shows the curve. */
#include "validate/linear.h"

static void validate(const struct sm5_program *program)
{
    (void)sm5_validate(program, NULL, NULL); /* some programs break rules */
}

static void time_is_linear(void **state)
{
    (void)state;
    expect_linear(validate, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_is_linear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
