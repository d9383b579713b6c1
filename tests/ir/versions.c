/* Stores to g# that get memory of their own (ir_versions.c), and loads of what is still in registers (ir_shift.c), with four
   warps of 16. */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
    "dcl_tgsm_structured g0, 4, 64\ndcl_input vThreadID.x\n"
    "dcl_input vThreadIDInGroupFlattened.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\n"
    "ld_structured r0.x, vThreadID.x, l(0), t0.x\n";

#define I         "vThreadIDInGroupFlattened.x"
#define STORE     "store_structured g0.x, " I ", l(0), r0.x\n"
#define LOAD      "ld_structured r0.y, " I ", l(0), g0.x\n"
#define BEFORE(d) "iadd r1.x, " I ", l(-" d ")\nld_structured r0.z, r1.x, l(0), g0.x\n"
#define AFTER     "iadd r1.x, " I ", l(16)\nld_structured r0.z, r1.x, l(0), g0.x\n"
#define ADD       "iadd r0.x, r0.y, r0.z\n"
#define SYNC      "sync_g_t\n"
#define IF(d)     "uge r1.y, " I ", l(" d ")\nmov r0.z, l(0)\nif_nz r1.y\n"
#define STEP(d)   LOAD IF(d) BEFORE(d) "endif\n" ADD SYNC STORE SYNC
#define OUT       LOAD "store_structured u0.x, vThreadID.x, l(0), r0.y\nret\n"

struct counts {
    unsigned slots, fences, shifts, stores;
};

static struct counts count(const char *body)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    struct counts counts = {0};
    strbuf_printf(&text, "%s%s", head, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &(struct ir_options){0}, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    counts.slots = function->program->decls.resource_count - program->decls.resource_count;
    for (uint32_t i = 1; i < function->value_count; i++) {
        const struct ir_value *v = &function->values[i];
        counts.fences += v->is_fence;
        counts.shifts += v->kind == IR_SHIFT;
        counts.stores +=
            v->kind == IR_STORE && function->program->decls.resources[v->slot].file == ISA_FILE_TGSM;
    }
    strbuf_free(&text);
    ir_free(function);
    sm5_program_free(program);
    return counts;
}

/* No barrier, no memory: each vector is in a register, or in one of the warp before. */
static void steps_of_a_scan(void **state)
{
    (void)state;
    struct counts c = count(STORE SYNC STEP("1") STEP("8") STEP("16") OUT);
    assert_int_equal(c.slots, 3);
    assert_int_equal(c.fences, 7);
    assert_int_equal(c.shifts, 3);
    assert_int_equal(c.stores, 0);
}

/* Words of a warp that is not the one before are loaded. */
static void far_words(void **state)
{
    (void)state;
    struct counts c = count(STORE SYNC STEP("1") STEP("32") STEP("2") OUT);
    assert_int_equal(c.fences, 7);
    assert_int_equal(c.shifts, 2);
    assert_int_equal(c.stores, 1);
}

/* Words past the end of the group are 0, which the warp before does not have. */
static void words_out_of_bounds(void **state)
{
    (void)state;
    struct counts c = count(STORE SYNC LOAD BEFORE("1") ADD SYNC STORE SYNC STEP("2") OUT);
    assert_int_equal(c.shifts, 1);
    assert_int_equal(c.stores, 1);
}

static void words_of_higher_warps(void **state)
{
    (void)state;
    struct counts c = count(STORE SYNC LOAD AFTER ADD SYNC STORE SYNC LOAD AFTER ADD SYNC STORE SYNC OUT);
    assert_int_equal(c.shifts, 0);
}

/* Two threads access a word, and one of them stores to it, without a barrier in between. */
static void races(void **state)
{
    (void)state;
    assert_int_equal(count(STORE SYNC LOAD BEFORE("1") ADD STORE SYNC STEP("1") OUT).slots, 0);
    assert_int_equal(count(STORE BEFORE("1") LOAD ADD SYNC STORE SYNC STEP("1") OUT).slots, 0);
}

/* The last thread's word remains. */
static void stores_to_one_word(void **state)
{
    (void)state;
    struct counts c =
        count("store_structured g0.x, l(3), l(0), r0.x\n" SYNC
              "ld_structured r0.y, l(3), l(0), g0.x\nstore_structured u0.x, vThreadID.x, l(0), r0.y\nret\n");
    assert_int_equal(c.stores, 1);
    c = count("ushr r1.x, " I ", l(1)\nstore_structured g0.x, r1.x, l(0), r0.x\n" SYNC
              "ld_structured r0.y, r1.x, l(0), g0.x\nstore_structured u0.x, vThreadID.x, l(0), r0.y\nret\n");
    assert_int_equal(c.stores, 1);
}

static void other_accesses(void **state)
{
    (void)state;
    assert_int_equal(
        count(STORE SYNC "atomic_iadd g0, l(5, 0, 0, 0), l(1)\n" SYNC STEP("1") STEP("2") OUT).slots, 0);
    assert_int_equal(count(STORE SYNC "and r1.x, r0.x, l(63)\nld_structured r0.z, r1.x, l(0), g0.x\n" LOAD ADD
                               SYNC STORE SYNC STEP("1") OUT)
                         .slots,
                     0);
    assert_int_equal(count(STORE SYNC "mov r1.z, l(0)\nloop\nuge r1.w, r1.z, cb0[0].x\nbreakc_nz r1.w\n" STEP(
                               "1") "iadd r1.z, r1.z, l(1)\nendloop\n" STEP("1") OUT)
                         .slots,
                     0);
}

/* What some threads do not store they load from the version before. */
static void stores_of_some_threads(void **state)
{
    (void)state;
    struct counts c = count(STORE SYNC LOAD IF("1") BEFORE("1") "endif\n" ADD SYNC "if_nz r0.x\n" STORE
                                                                "endif\n" SYNC STEP("1") OUT);
    assert_int_equal(c.shifts, 0);
}

/* Threads that leave a subroutine before the store load from the version before, as those on the other side of an if do. */
static void stores_that_threads_leave_before(void **state)
{
    (void)state;
    static const char leaves[] = "ret\nlabel l0\nif_nz r0.x\nstore_structured u0.x, vThreadID.x, l(0), l(1)\n"
                                 "retc_nz r0.y\nendif\n" STORE "ret\n";
    struct strbuf body = {0};
    strbuf_printf(&body, "%s%s",
                  STORE SYNC STEP("1") "call l0\n" SYNC STEP("2") STEP("4") LOAD
                  "store_structured u0.x, vThreadID.x, l(0), r0.y\n",
                  leaves);
    assert_int_equal(count(body.text).slots, 3); /* not one for the store of the subroutine */
    strbuf_free(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_a_scan),
        cmocka_unit_test(far_words),
        cmocka_unit_test(words_out_of_bounds),
        cmocka_unit_test(words_of_higher_warps),
        cmocka_unit_test(races),
        cmocka_unit_test(other_accesses),
        cmocka_unit_test(stores_of_some_threads),
        cmocka_unit_test(stores_to_one_word),
        cmocka_unit_test(stores_that_threads_leave_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
