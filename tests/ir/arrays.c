/* Which arrays are tables of constants (ir_arrays.c): no write is left. */
#include "ir/ir.h"

#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

static uint32_t count_writes(const char *body)
{
    struct sm5_program *program;
    struct ir_function *f;
    struct strbuf text = {0};
    const struct ir_options options = {.merged = 1};
    uint32_t count = 0;
    strbuf_printf(&text,
                  "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 2\n"
                  "dcl_indexableTemp x0[4], 1\ndcl_thread_group 64, 1, 1\nand r0.x, vThreadID.x, l(3)\n"
                  "mov r0.y, l(0)\n%s\nstore_structured u0.x, vThreadID.x, l(0), r0.y\nret\n",
                  body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    for (uint32_t i = 1; i < f->value_count; i++)
        count += f->values[i].kind == IR_XWRITE;
    ir_free(f);
    sm5_program_free(program);
    strbuf_free(&text);
    return count;
}

#define FILL "mov x0[0].x, l(1)\nmov x0[2].x, l(3)\n"
#define READ "iadd r0.y, r0.y, x0[r0.x + 0].x\n"

static void tables(void **state)
{
    (void)state;
    assert_int_equal(count_writes(FILL READ READ), 0);
    assert_int_equal(count_writes(FILL "if_nz r0.x\n" READ "endif\n"), 0);
    assert_int_equal(count_writes("loop\nuge r0.z, r0.y, l(9)\nbreakc_nz r0.z\n" FILL READ "endloop\n"), 0);
}

static void variables(void **state)
{
    (void)state;
    assert_int_equal(count_writes(READ FILL READ), 2);
    assert_int_equal(count_writes(FILL "mov x0[1].x, r0.x\n" READ), 3);
    assert_int_equal(count_writes(FILL "mov x0[r0.x + 0].x, l(5)\n" READ), 3);
    assert_int_equal(count_writes(FILL "if_nz r0.x\nmov x0[1].x, l(2)\nendif\n" READ), 3);
    assert_int_equal(count_writes("if_nz r0.x\n" FILL "endif\n" READ), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables), cmocka_unit_test(variables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
