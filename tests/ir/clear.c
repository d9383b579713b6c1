/* Which words of g# a group has to find 0 (ir_clear.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_tgsm_structured g0, 4, 64\n"
    "dcl_input vThreadID.x\ndcl_input vThreadIDInGroup.x\ndcl_temps 4\n"
    "dcl_thread_group 64, 1, 1\n";

#define ALL  "store_structured g0.x, vThreadIDInGroup.x, l(0), l(7)\n"
#define SYNC "sync_g_t\n"
#define LOAD                                                                                                 \
    "ld_structured r1.x, vThreadIDInGroup.x, l(0), g0.x\nstore_structured u0.x, vThreadID.x, l(0), r1.x\n"

/* Lane 63 loads 0: it is out of bounds. */
#define NEXT                                                                                                 \
    "iadd r0.x, vThreadIDInGroup.x, l(1)\nld_structured r1.y, r0.x, l(0), g0.x\n"                            \
    "store_structured u0.x, vThreadID.x, l(0), r1.y\n"

static void check(const char *body, uint32_t first, uint32_t end)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {0};
    strbuf_printf(&text, "%s%sret\n", head, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    if (end)
        assert_int_equal(function->clear_first, first);
    assert_int_equal(function->clear_end, end);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
}

static void stores_before_a_barrier(void **state)
{
    (void)state;
    check(ALL SYNC LOAD, 0, 0);
    check(SYNC LOAD, 0, 64);
    check(ALL NEXT LOAD SYNC, 1, 64); /* another thread's store need not be first */
    check("ushr r0.x, vThreadIDInGroup.x, l(1)\nstore_structured g0.x, r0.x, l(0), l(7)\n" SYNC LOAD, 32, 64);
    check("ult r0.x, vThreadID.x, l(9)\nif_nz r0.x\n" ALL "endif\n" SYNC LOAD, 0, 64);
}

static void other_accesses(void **state)
{
    (void)state;
    const char *any = "ld_structured r0.x, vThreadID.x, l(0), t0.x\nld_structured r1.x, r0.x, l(0), g0.x\n"
                      "store_structured u0.x, vThreadID.x, l(0), r1.x\n";
    char body[1024];
    snprintf(body, sizeof body, ALL SYNC "%s", any);
    check(body, 0, 0);
    snprintf(body, sizeof body, SYNC "%s" ALL, any);
    check(body, 0, 64);
    check("atomic_iadd g0, l(5, 0, 0, 0), l(1)\n" SYNC "ld_structured r1.x, l(5), l(0), g0.x\n"
          "store_structured u0.x, vThreadID.x, l(0), r1.x\n",
          5, 6);
}

/* What is stored in a loop is known in the rest of an iteration, not after the loop. */
static void loops(void **state)
{
    (void)state;
    const char *loop =
        "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, cb0[0].x\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\n";
    char body[1024];
    snprintf(body, sizeof body, "%s" ALL SYNC LOAD SYNC "endloop\n", loop);
    check(body, 0, 0);
    snprintf(body, sizeof body, "%s" LOAD SYNC ALL SYNC "endloop\n", loop);
    check(body, 0, 64);
    snprintf(body, sizeof body, "%s" ALL SYNC "endloop\n" SYNC LOAD, loop);
    check(body, 0, 64);
}

/* Conditions on the thread's number show which threads store. */
static void known_threads(void **state)
{
    (void)state;
    const char *half = "ult r0.x, vThreadIDInGroup.x, l(32)\nif_nz r0.x\n" ALL, *end = "endif\n" SYNC LOAD;
    const char *fill = "ushr r0.x, vThreadIDInGroup.x, l(1)\nloop\nuge r0.y, r0.x, l(64)\nbreakc_nz r0.y\n%s"
                       "store_structured g0.x, r0.x, l(0), l(7)\niadd r0.x, r0.x, l(32)\nendloop\n" SYNC LOAD;
    char body[1024];
    snprintf(body, sizeof body, "%s%s", half, end);
    check(body, 32, 64);
    snprintf(body, sizeof body,
             "%siadd r0.y, vThreadIDInGroup.x, l(32)\nstore_structured g0.x, r0.y, l(0), l(7)\n%s", half,
             end);
    check(body, 0, 0);
    snprintf(body, sizeof body, fill, "");
    check(body, 0, 0);
    snprintf(body, sizeof body, fill, "ult r0.y, vThreadID.x, cb0[0].x\nbreakc_nz r0.y\n");
    check(body, 0, 64);
}

/* Of the threads of an outer condition some leave: which ones execute what follows is not followed. */
static void some_threads_leave(void **state)
{
    (void)state;
    check("loop\nult r0.x, vThreadIDInGroup.x, l(32)\nif_nz r0.x\nult r0.y, vThreadIDInGroup.x, l(16)\n"
          "breakc_nz r0.y\nendif\n" ALL "break\nendloop\n" SYNC LOAD,
          0, 64);
    check("loop\nult r0.y, vThreadIDInGroup.x, l(16)\nbreakc_nz r0.y\n" ALL "break\nendloop\n" SYNC LOAD, 0,
          16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_before_a_barrier),
        cmocka_unit_test(other_accesses),
        cmocka_unit_test(loops),
        cmocka_unit_test(known_threads),
        cmocka_unit_test(some_threads_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
