/* Whether the order of atomics can show. */
#include "random/run_atomics.h"

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

static bool commutes(const char *code)
{
    struct strbuf text = {0};
    struct sm5_program *program;
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_uav_raw u1\n"
        "dcl_input vThreadID.x\ndcl_temps 4\ndcl_tgsm_raw g0, 64\ndcl_thread_group 4, 1, 1\n%sret\n",
        code);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    bool result = run_atomics_commute(program);
    sm5_program_free(program);
    strbuf_free(&text);
    return result;
}

static void equal_operations_commute(void **state)
{
    (void)state;
    assert_true(commutes(""));
    assert_true(commutes("atomic_iadd u0, l(0), vThreadID.x\natomic_iadd u0, l(4), l(1)\n"));
    assert_true(commutes("atomic_iadd u0, l(0), l(1)\nimm_atomic_iadd r0.x, u0, l(0), l(2)\n"));
}

static void resources_are_independent(void **state)
{
    (void)state;
    assert_true(
        commutes("atomic_iadd u0, l(0), l(1)\natomic_or u1, l(0), l(1)\natomic_umax g0, l(0), l(1)\n"));
}

static void different_operations_do_not_commute(void **state)
{
    (void)state;
    assert_false(commutes("atomic_iadd u0, l(0), l(1)\natomic_or u0, l(0), l(1)\n"));
}

static void exchanges_commute_with_the_same_constants(void **state)
{
    (void)state;
    assert_true(commutes("imm_atomic_exch r0.x, u0, l(0), l(7)\nimm_atomic_exch r0.x, u0, l(0), l(7)\n"));
    assert_false(commutes("imm_atomic_exch r0.x, u0, l(0), l(7)\nimm_atomic_exch r0.x, u0, l(0), l(8)\n"));
    assert_false(commutes("imm_atomic_exch r0.x, u0, l(0), vThreadID.x\n"));
    assert_true(
        commutes("atomic_cmp_store u0, l(0), l(1), l(2)\nimm_atomic_cmp_exch r0.x, u0, l(0), l(1), l(2)\n"));
    assert_false(commutes("atomic_cmp_store u0, l(0), l(1), l(2)\natomic_cmp_store u0, l(0), l(2), l(2)\n"));
}

static void results_must_not_be_used(void **state)
{
    (void)state;
    assert_false(commutes("imm_atomic_iadd r0.x, u0, l(0), l(1)\nstore_raw u1.x, l(0), r0.x\n"));
    assert_true(commutes("imm_atomic_iadd r0.x, u0, l(0), l(1)\nmov r0.x, l(0)\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_operations_commute),
        cmocka_unit_test(resources_are_independent),
        cmocka_unit_test(different_operations_do_not_commute),
        cmocka_unit_test(exchanges_commute_with_the_same_constants),
        cmocka_unit_test(results_must_not_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
