/* What the constants of a dispatch decide: code for the divisions of a flat index, and literals. */
#include "ir/ir.h"

#include <stdlib.h>

#include "sm5/sm5.h"
#include "test.h"

static struct sm5_program *read_program(void)
{
    static const char text[] =
        "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_uav_structured u0, 8\n"
        "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
        "udiv r0.x, r0.y, vThreadID.x, cb0[0].x\n"
        "store_structured u0.xy, vThreadID.x, l(0), r0.xyxx\nret\n";
    struct sm5_program *program = NULL;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    return program;
}

static struct ir_function *build(const struct sm5_program *program)
{
    const struct ir_options options = {.merged = 1};
    struct ir_function *f = NULL;
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    return f;
}

/* By index in f->decidable, to be freed. */
static struct ir_outcome *outcomes_of(const struct ir_function *f, uint32_t divisor)
{
    struct ir_extent views[2] = {{.bytes = 0}};
    struct ir_range *ranges = malloc(f->value_count * sizeof *ranges);
    struct ir_outcome *outcomes = malloc((ir_outcome_count(f) + 1) * sizeof *outcomes);
    assert_true(ranges && outcomes && f->view_count <= 2);
    for (uint32_t i = 0; i < f->view_count; i++)
        if (f->program->decls.resources[f->views[i].slot].file == ISA_FILE_CBUFFER)
            views[i] =
                (struct ir_extent){.bytes = sizeof divisor, .count = 1, .words = (const uint8_t *)&divisor};
    for (uint32_t i = 0; i < f->value_count; i++)
        ranges[i] = ir_any_word;
    ir_bounds_hold(f, &(struct ir_box){.end = {8, 1, 1}}, views, ranges);
    ir_outcomes(f, ranges, outcomes);
    free(ranges);
    return outcomes;
}

static const struct ir_value *division_in(const struct ir_function *f)
{
    const struct ir_value *found = NULL;
    for (uint32_t i = 1; i < f->value_count && !found; i++)
        found = f->values[i].kind == IR_LANE && f->values[i].op == ISA_UDIV ? &f->values[i] : NULL;
    assert_non_null(found);
    return found;
}

static const struct ir_value *remainder_in(const struct ir_function *f)
{
    const struct ir_value *found = NULL;
    for (uint32_t i = 1; i < f->value_count && !found; i++)
        found = f->values[i].kind == IR_PART && f->values[i].part == 1 ? &f->values[i] : NULL;
    assert_non_null(found);
    return found;
}

static void expect_rows(uint32_t lanes, uint32_t divisor, bool in_rows)
{
    struct sm5_program *program = read_program();
    struct ir_function *general = build(program), *special = build(program);
    assert_int_equal(ir_analyse(general, lanes), SM5_OK);
    struct ir_outcome *outcomes = outcomes_of(general, divisor);
    assert_int_equal(general->word_count, 1);
    outcomes[general->decidable_count].kind = IR_OUTCOME_OPEN;
    assert_int_equal(ir_assume(special, general, outcomes), SM5_OK);
    assert_int_equal(ir_analyse(special, lanes), SM5_OK);
    const struct ir_value *quotient = division_in(special), *remainder = remainder_in(special);
    assert_int_equal(quotient->shape, in_rows ? IR_AFFINE : IR_VARYING);
    assert_int_equal(remainder->shape, in_rows ? IR_AFFINE : IR_VARYING);
    assert_int_equal(remainder->stride, in_rows ? 1 : 0);
    assert_int_equal(quotient->stride, 0);
    free(outcomes);
    ir_free(special);
    ir_free(general);
    sm5_program_free(program);
}

static void words_are_literals(void **state)
{
    (void)state;
    enum { DIVISOR = 50 };
    struct sm5_program *program = read_program();
    struct ir_function *general = build(program), *special = build(program);
    assert_int_equal(ir_analyse(general, 16), SM5_OK);
    struct ir_outcome *outcomes = outcomes_of(general, DIVISOR);
    assert_int_equal(ir_assume(special, general, outcomes), SM5_OK);
    const struct ir_value *divisor = &special->values[ir_arg(special, division_in(special), 1)];
    assert_int_equal(divisor->kind, IR_CONST);
    assert_int_equal(divisor->word, DIVISOR);
    free(outcomes);
    ir_free(special);
    ir_free(general);
    sm5_program_free(program);
}

static void multiples_of_the_lanes_are_rows(void **state)
{
    (void)state;
    expect_rows(16, 64, true);
    expect_rows(16, 48, true);
    expect_rows(8, 24, true);
}

static void other_divisors_are_not(void **state)
{
    (void)state;
    expect_rows(16, 24, false);
    expect_rows(16, 50, false);
    expect_rows(16, 1, false);
    expect_rows(16, 0, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(multiples_of_the_lanes_are_rows),
                                       cmocka_unit_test(other_divisors_are_not),
                                       cmocka_unit_test(words_are_literals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
