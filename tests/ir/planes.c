/* Which g# of structures become planes (ir_planes.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 12\n"
    "dcl_tgsm_structured g0, 4, 64\ndcl_tgsm_structured g1, 12, 64\n"
    "dcl_input vThreadIDInGroupFlattened.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\n";

#define I         "vThreadIDInGroupFlattened.x"
#define PUT(word) "store_structured g1.xyz, " I ", l(0), " word "\nsync_g_t\n"
#define GET(at)   "ld_structured r1.xyz, " at ", l(0), g1.xyzx\n"
#define OUT       "store_structured u0.xyz, " I ", l(0), r1.xyzx\nret\n"
#define LOOP(at)                                                                                             \
    "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, cb0[0].x\nbreakc_nz r0.y\n" GET(                                  \
        at) "store_structured u0.xyz, r0.x, l(0), r1.xyzx\niadd r0.x, r0.x, l(1)\nendloop\nret\n"

static void check_of(const char *head, const char *body, unsigned slots)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s", head, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &(struct ir_options){0}, &function), SM5_OK);
    unsigned before = program->decls.resource_count;
    assert_int_equal(ir_analyse(function, 8), SM5_OK);
    assert_int_equal(function->program->decls.resource_count - before, slots);
    assert_int_equal(function->tgsm_first[before - 1], 256);
    if (slots)
        assert_int_equal(function->tgsm_first[before + 1], 256 + 2 * 256);
    strbuf_free(&text);
    ir_free(function);
    sm5_program_free(program);
}

static void check(const char *body, unsigned slots)
{
    check_of(head, body, slots);
}

static void rows(void **state)
{
    (void)state;
    check(PUT(I) "iadd r0.x, " I ", l(1)\n" GET("r0.x") OUT, 2);
    check(PUT(I) "iadd r0.x, " I ", l(-3)\n" GET("r0.x") OUT, 2);
    check(PUT(I) "xor r0.x, " I ", l(5)\n" GET("r0.x") OUT, 2);
    check("ld_structured r0.x, " I
          ", l(0), t0.xxxx\n" PUT("r0.xxxx") "imm_atomic_iadd r1.x, g1, l(0, 4, 0, 0), l(1)\n" GET(I) OUT,
          2);
}

/* Four words are packed (jit/llvm/gen_pack.c). */
static void of_four_words(void **state)
{
    (void)state;
    static const char four[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, "
                               "16\ndcl_tgsm_structured g0, 4, 64\n"
                               "dcl_tgsm_structured g1, 16, 64\ndcl_input "
                               "vThreadIDInGroupFlattened.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\n";
    check_of(four,
             "store_structured g1.xyzw, " I ", l(0), " I "\nsync_g_t\niadd r0.x, " I ", l(1)\n"
             "ld_structured r1.xyzw, r0.x, l(0), g1.xyzw\nstore_structured u0.xyzw, " I
             ", l(0), r1.xyzw\nret\n",
             0);
}

/* A structure that a loop loads is the same for all lanes, or anywhere. */
static void structures(void **state)
{
    (void)state;
    check(PUT(I) LOOP("r0.x"), 0);
    check(PUT(I) "ld_structured r0.z, " I ", l(0), t0.xxxx\n" LOOP("r0.z"), 0);
    check(PUT(I) "iadd r0.z, " I ", l(1)\n" LOOP("r0.z"), 2);
}

/* Which word is not known, or none. */
static void words(void **state)
{
    (void)state;
    check(PUT(I) GET(I) "ld_structured r2.x, " I ", cb0[0].x, g1.xxxx\niadd r1.x, r1.x, r2.x\n" OUT, 0);
    check(PUT(I) GET(I) "ld_structured r2.x, " I ", l(8), g1.yyyy\niadd r1.x, r1.x, r2.x\n" OUT, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(of_four_words),
                                       cmocka_unit_test(structures), cmocka_unit_test(words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
