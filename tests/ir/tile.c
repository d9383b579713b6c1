/* Which loads of g# become loads of views (ir_tile.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_uav_structured u1, 4\n"
    "dcl_tgsm_structured g0, 4, 100\ndcl_input vThreadID.xyz\ndcl_input vThreadGroupID.xyz\n"
    "dcl_input vThreadIDInGroup.xyz\ndcl_input vThreadIDInGroupFlattened.x\ndcl_temps 6\ndcl_thread_group 8, "
    "8, 1\n";

/* The word r0.x of a tile of 10 x 10. */
#define PLACE                                                                                                \
    "udiv r1.x, r1.y, r0.x, l(10)\nimad r1.y, vThreadGroupID.x, l(8), r1.y\n"                                \
    "imad r1.x, vThreadGroupID.y, l(8), r1.x\n"
#define LOAD(view) "imad r1.x, r1.x, cb0[0].x, r1.y\nld_structured r1.x, r1.x, l(0), " view ".xxxx\n"
#define STORE      "store_structured g0.x, r0.x, l(0), r1.x\n"
#define COPY       PLACE LOAD("t0") STORE
#define FILL(word) FILL_UP_TO("100", word)
#define SYNC       "sync_g_t\n"
#define USE(at)    "ld_structured r2.x, " at ", l(0), g0.xxxx\nstore_structured u0.x, vThreadID.x, l(0), r2.x\n"
#define ROW        "imad r0.x, vThreadIDInGroup.y, l(10), vThreadIDInGroup.x\n"
#define USE_ROW    ROW USE("r0.x")
#define FILL_UP_TO(end, word)                                                                                \
    "mov r0.x, vThreadIDInGroupFlattened.x\nloop\nuge r0.y, r0.x, l(" end ")\nbreakc_nz r0.y\n" word         \
    "iadd r0.x, r0.x, l(64)\nendloop\n"

static struct ir_function *lower(const char *body, bool alias, struct sm5_program **program)
{
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {.alias = alias};
    strbuf_printf(&text, "%s%sret\n", head, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, program, NULL), SM5_OK);
    assert_int_equal(ir_build(*program, &options, &function), SM5_OK);
    strbuf_free(&text);
    return function;
}

static void check(const char *body, bool alias, bool is_replaced)
{
    struct sm5_program *program;
    struct ir_function *function = lower(body, alias, &program);
    assert_int_equal(ir_is_ungrouped(function), is_replaced);
    ir_free(function);
    sm5_program_free(program);
}

static void copies(void **state)
{
    (void)state;
    check(FILL(COPY) SYNC USE_ROW, false, true);
    check(FILL(COPY) SYNC ROW "iadd r0.x, r0.x, l(22)\n" USE("r0.x"), false, true);
    check(FILL(PLACE "imin r1.xy, r1.xyxx, l(7, 9, 0, 0)\n" LOAD("t0") STORE) SYNC USE_ROW, false, true);
    check(FILL(PLACE "ult r1.z, r1.x, l(12)\n" LOAD("t0") "movc r1.x, r1.z, r1.x, l(3)\n" STORE) SYNC USE_ROW,
          false, true);
    check(FILL(PLACE "ult r1.z, r1.x, l(12)\nif_nz r1.z\n" LOAD("t0") "else\nmov r1.x, l(3)\nendif\n" STORE)
              SYNC USE_ROW,
          false, true);
    check(FILL(COPY) SYNC "ult r2.x, vThreadID.x, cb0[0].y\nif_nz r2.x\n" USE_ROW "endif\n", false, true);
    check(FILL(PLACE LOAD("u1") STORE) SYNC USE_ROW, false, true); /* nothing stores to u1 */
    /* A plane of so many rows for each group in z: width times height times the group's number. */
    check(FILL(PLACE "imad r1.x, vThreadGroupID.z, cb0[0].y, r1.x\n" LOAD("t0") STORE) SYNC USE_ROW, false,
          true);
}

/* That programs compute, of the group's own axis and size only. */
static void numbers_of_threads(void **state)
{
    (void)state;
#define USE_AT(place)                                                                                        \
    FILL(COPY)                                                                                               \
    SYNC ROW "ld_structured r2.x, r0.x, l(0), g0.xxxx\n" place "store_structured u0.x, r3.x, l(0), r2.x\n"
    check(USE_AT("imad r3.x, vThreadGroupID.x, l(8), vThreadIDInGroup.x\n"), false, true);
    check(USE_AT("ishl r3.x, vThreadGroupID.y, l(3)\niadd r3.x, vThreadIDInGroup.y, r3.x\n"), false, true);
    check(USE_AT("iadd r3.x, vThreadGroupID.z, vThreadID.x\n"), false, true); /* one thread in z */
    check(USE_AT("imad r3.x, vThreadGroupID.x, l(9), vThreadIDInGroup.x\n"), false, false);
    check(USE_AT("imad r3.x, vThreadGroupID.y, l(8), vThreadIDInGroup.x\n"), false, false);
    check(USE_AT("imad r3.x, vThreadGroupID.x, l(8), vThreadIDInGroup.y\n"), false, false);
    /* The growth of what is computed with such a number is known, for prefetching. */
    struct sm5_program *program;
    struct ir_function *function = lower(USE_AT("imad r3.x, vThreadGroupID.x, l(8), vThreadIDInGroup.x\n"
                                                "iadd r3.x, r3.x, l(5)\n"),
                                         false, &program);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    for (ir_ref i = 1; i < function->value_count; i++)
        if (function->values[i].kind == IR_STORE) {
            const struct ir_value *index = &function->values[ir_arg(function, &function->values[i], 0)];
            assert_true(index->has_step);
            assert_int_equal(index->step, 8);
        }
    ir_free(function);
    sm5_program_free(program);
#undef USE_AT
}

static void other_words(void **state)
{
    (void)state;
    check(FILL(COPY) SYNC USE_ROW, true, false); /* u0 may be t0 */
    check(FILL(COPY) USE_ROW SYNC, false, false);
    check(FILL_UP_TO("77", COPY) SYNC USE_ROW, false, false); /* the last row begins at 70 */
    check(FILL_UP_TO("78", COPY) SYNC USE_ROW, false, true);
    check(FILL(PLACE LOAD("u0") STORE) SYNC USE_ROW, false, false);
    check(FILL(COPY) SYNC USE("r2.x"), false, false);
    check(FILL(COPY) SYNC "ld_structured r3.x, vThreadID.x, l(0), t0.xxxx\n" USE("r3.x"), false, false);
    check("ult r2.x, vThreadID.x, cb0[0].y\nif_nz r2.x\n" FILL(COPY) "endif\n" SYNC USE_ROW, false, false);
    check(FILL(COPY) SYNC USE_ROW SYNC "mov r0.x, vThreadIDInGroupFlattened.x\n" STORE SYNC USE("r0.x"),
          false, false);
    check(FILL(COPY) SYNC "atomic_iadd g0, l(0, 0, 0, 0), l(1)\n" USE_ROW, false, false);
    /* Two threads store to word 0, different values. */
    check(FILL(COPY) "mov r0.x, l(0)\nmov r1.x, vThreadIDInGroup.x\n" STORE SYNC USE_ROW, false, false);
}

/* A warp would load words that are far from each other. */
static void columns(void **state)
{
    (void)state;
    check(FILL(COPY) SYNC "imad r0.x, vThreadIDInGroup.x, l(10), vThreadIDInGroup.y\n" USE("r0.x"), false,
          false);
    check(FILL(COPY) SYNC "xor r0.x, vThreadIDInGroup.x, l(1)\n" USE("r0.x"), false, false);
}

/* A barrier after accesses to memory remains, without the tile. */
static void other_barriers(void **state)
{
    (void)state;
    struct sm5_program *program;
    struct ir_function *function =
        lower("store_structured u1.x, vThreadID.x, l(0), l(1)\n" FILL(COPY) SYNC USE_ROW, false, &program);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    assert_false(ir_is_ungrouped(function));
    assert_true(function->has_barrier);
    assert_int_equal(function->clear_end, 0);
    for (ir_ref i = 1; i < function->value_count; i++)
        if (function->values[i].kind == IR_LOAD)
            assert_int_equal(program->decls.resources[function->values[i].slot].file, ISA_FILE_SRV);
    ir_free(function);
    sm5_program_free(program);
}

/* A uniform value of so many operations is not computed again, and does not take a stack frame for each. */
static void long_chains(void **state)
{
    (void)state;
    enum { STEPS = 100000 };
    struct sm5_program *program;
    struct strbuf body = {0};
    strbuf_add(&body, "mov r3.x, cb0[0].x\n");
    for (unsigned i = 0; i < STEPS; i++)
        strbuf_add(&body, "xor r3.x, r3.x, cb0[0].y\numax r3.x, r3.x, cb0[0].z\n");
    strbuf_add(&body, FILL("iadd r1.x, r3.x, r0.x\n" STORE) SYNC USE_ROW);
    struct ir_function *function = lower(strbuf_text(&body), false, &program);
    assert_false(ir_is_ungrouped(function));
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),  cmocka_unit_test(numbers_of_threads), cmocka_unit_test(other_words),
        cmocka_unit_test(columns), cmocka_unit_test(other_barriers),     cmocka_unit_test(long_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
