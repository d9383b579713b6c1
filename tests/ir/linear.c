/* Lowering takes time in proportion to the program. */
#include "validate/linear.h"

#include "ir/ir.h"

static void lower(const struct sm5_program *program)
{
    const struct ir_options options = {.merged = 1};
    struct ir_function *f = NULL;
    enum sm5_status status = ir_build(program, &options, &f);
    assert_true(status == SM5_OK ||
                status == SM5_ERR_SUPPORT); /* some are malformed, or have too many values */
    if (!status)
        ir_free(f);
}

static void time_is_linear(void **state)
{
    (void)state;
    expect_linear(lower, 30000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_is_linear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
