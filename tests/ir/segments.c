/* Which barriers no warp has to wait at (ir_cells.c), with four warps of 16. */
#include "ir/ir.h"
#include "sm5/sm5.h"
#include "test.h"

static const char head[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
                           "dcl_uav_structured u0, 4\ndcl_tgsm_structured g0, 4, 64\n"
                           "dcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened.x\ndcl_temps 4\n"
                           "dcl_thread_group 64, 1, 1\nmov r0.xy, l(1, 2, 0, 0)\n";

#define ADD(number) "iadd r1.x, vThreadIDInGroupFlattened.x, l(" number ")\n"
/* Sums of words: ones that the program does not use are not loaded. */
#define LOAD(address)  "ld_structured r0.y, " address ", l(0), g0.x\niadd r0.x, r0.x, r0.y\n"
#define STORE(address) "store_structured g0.x, " address ", l(0), r0.x\n"
#define OWN            "vThreadIDInGroupFlattened.x"

enum order { WAITS, FORWARDS, BACKWARDS };

/* Of the second barrier of three, before and after which `before` and `after` access g#; `first` is before the first one. */
static enum order order_after(const char *first, const char *before, const char *after)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {0};
    enum order order = WAITS;
    strbuf_printf(&text,
                  "%s%s" LOAD("l(3)") "sync_uglobal_g_t\n%ssync_g_t\n%ssync_g_t\n" LOAD(
                      "l(5)") "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n",
                  head, first, before, after);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    unsigned number = 0;
    for (uint32_t i = 1; i < function->value_count; i++) {
        const struct ir_value *v = &function->values[i];
        if (v->kind == IR_SYNC && ++number == 2)
            order = v->is_reversed ? BACKWARDS : v->is_fence ? FORWARDS : WAITS;
    }
    assert_int_equal(number, 3);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
    return order;
}

/* In memory that several stores share: atomics have no version of their own (ir_versions.c). */
static enum order order_of(const char *before, const char *after)
{
    return order_after("atomic_iadd g0, l(7, 0, 0, 0), l(1)\n", before, after);
}

static void steps_of_scans(void **state)
{
    (void)state;
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), STORE(OWN)), BACKWARDS);
    assert_int_equal(order_of(ADD("-20") LOAD("r1.x") ADD("-40") LOAD("r1.x"), STORE(OWN)), BACKWARDS);
    assert_int_equal(order_of(ADD("1") LOAD("r1.x"), STORE(OWN)), FORWARDS);
    assert_int_equal(order_of(LOAD(OWN), STORE(OWN)), FORWARDS);
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x") ADD("1") LOAD("r1.x"), STORE(OWN)), WAITS);
}

/* What the words before the own ones are needed for happens after the barrier. */
static void loads_after_stores(void **state)
{
    (void)state;
    assert_int_equal(order_of(STORE(OWN), ADD("16") LOAD("r1.x")), BACKWARDS);
    assert_int_equal(order_of(STORE(OWN), ADD("-16") LOAD("r1.x")), FORWARDS);
    assert_int_equal(order_of(STORE(OWN), ADD("-16") LOAD("r1.x") ADD("16") LOAD("r1.x")), WAITS);
}

/* Without a barrier the order of warps matters too. */
static void words_of_several_warps(void **state)
{
    (void)state;
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), STORE(OWN) STORE("l(0)")), WAITS);
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), STORE(OWN) LOAD("l(0)")), WAITS);
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), STORE(OWN) "store_structured u0.x, l(0), l(0), r0.x\n"),
                     WAITS);
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), STORE(OWN) "atomic_iadd g0, r1.xyxx, r0.x\n"), WAITS);
    assert_int_equal(order_of(ADD("-1") LOAD("r1.x"), "ld_structured r0.z, vThreadID.x, l(0), t0.x\n"
                                                      "iadd r0.x, r0.x, r0.z\n" STORE(OWN)),
                     BACKWARDS);
}

/* A load before the barrier reads another version than the store after it makes. */
static void steps_with_versions(void **state)
{
    (void)state;
    assert_int_equal(order_after("", ADD("-1") LOAD("r1.x"), STORE(OWN)), FORWARDS);
    assert_int_equal(order_after("", ADD("-1") LOAD("r1.x") ADD("1") LOAD("r1.x"), STORE(OWN)), FORWARDS);
    assert_int_equal(order_after("", STORE(OWN), ADD("16") LOAD("r1.x")), BACKWARDS);
    assert_int_equal(order_after("", STORE(OWN), ADD("-16") LOAD("r1.x") ADD("16") LOAD("r1.x")), WAITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_scans),
        cmocka_unit_test(loads_after_stores),
        cmocka_unit_test(words_of_several_warps),
        cmocka_unit_test(steps_with_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
