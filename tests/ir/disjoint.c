/* The proof that no two threads access one word of a u# (ir_disjoint.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_uav_raw u1\ndcl_uav_structured u2, 8\n"
    "dcl_input vThreadID.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\n";

/* A loop over r0.x from 0 by `step` to `limit` around `body`, whose loads keep the loop from being unrolled. r2.x is a length
   of rows, r2.y the start of the thread's row, and r2.z the number of the thread in sixteen. */
static bool is_disjoint_among(uint32_t threads, const char *step, const char *limit, const char *body)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {0};
    strbuf_printf(&text,
                  "%smov r2.x, cb0[0].x\nimul null, r2.y, vThreadID.x, r2.x\nand r2.z, vThreadID.x, "
                  "l(15)\nmov r0.x, l(0)\nloop\nuge r0.w, "
                  "r0.x, %s\nbreakc_nz r0.w\n%s\niadd r0.x, r0.x, l(%s)\n"
                  "endloop\nret\n",
                  head, limit, body, step);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    bool found = ir_is_disjoint(function, threads, NULL);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
    return found;
}

/* Groups of 16 x 4 x 2 threads; cb0[0] holds these words, or is not known. */
static bool is_disjoint_with(const uint32_t words[4], const char *body)
{
    enum { VIEWS_MOST = 8 };
    struct ir_extent views[VIEWS_MOST] = {{0}};
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {0};
    strbuf_printf(&text,
                  "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_uav_structured u0, 4\n"
                  "dcl_input vThreadID.xyz\ndcl_temps 4\ndcl_thread_group 16, 4, 2\n%s\nret\n",
                  body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    assert_true(function->view_count <= VIEWS_MOST);
    for (uint32_t i = 0; words && i < function->view_count; i++)
        if (program->decls.resources[function->views[i].slot].file == ISA_FILE_CBUFFER)
            views[i] = (struct ir_extent){.bytes = 16, .count = 1, .words = (const uint8_t *)words};
    bool found = ir_is_disjoint(function, 16 * 4 * 2, words ? views : NULL);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
    return found;
}

static bool is_disjoint(const char *step, const char *limit, const char *body)
{
    return is_disjoint_among(16, step, limit, body);
}

#define PUT(address) address "\nstore_structured u0.x, r1.x, l(0), r0.x"
#define ROW(n)       PUT("imad r1.x, vThreadID.x, l(" #n "), r0.x")
#define COLUMN(n)    PUT("imad r1.x, r0.x, l(" #n "), vThreadID.x")

static void rows_of_one_thread(void **state)
{
    (void)state;
    assert_true(is_disjoint("1", "l(100)", ROW(100)));
    assert_false(is_disjoint("1", "l(100)", ROW(99)));
    assert_false(is_disjoint("1", "cb0[0].x", ROW(100)));
    assert_true(is_disjoint("1", "l(100)", ROW(-100)));
}

static void columns_of_one_thread(void **state)
{
    (void)state;
    assert_true(is_disjoint("1", "cb0[0].x", COLUMN(16)));
    assert_true(is_disjoint("1", "cb0[0].x", COLUMN(4096)));
    assert_false(is_disjoint("1", "cb0[0].x", COLUMN(15)));
    assert_false(is_disjoint("1", "cb0[0].x", COLUMN(1)));
    assert_true(is_disjoint("4", "cb0[0].x", COLUMN(4)));
    assert_true(is_disjoint("1", "l(100)", COLUMN(100)));
    assert_false(is_disjoint("1", "cb0[0].x", COLUMN(100))); /* may wrap: 4 divides it, 8 does not */
}

static void several_accesses(void **state)
{
    (void)state;
    assert_true(is_disjoint("1", "l(100)",
                            "imul null, r1.y, vThreadID.x, l(102)\niadd r1.x, r1.y, r0.x\n"
                            "ld_structured r1.z, r1.x, l(0), u0.x\n" PUT("iadd r1.x, r1.x, l(2)")));
    assert_false(is_disjoint("1", "l(100)",
                             "imul null, r1.y, vThreadID.x, l(101)\niadd r1.x, r1.y, r0.x\n"
                             "ld_structured r1.z, r1.x, l(0), u0.x\n"
                             "store_structured u0.x, r1.x, l(0), r1.z\n" PUT("iadd r1.x, r1.x, l(2)")));
    assert_false(is_disjoint("1", "l(100)", ROW(100) "\n" COLUMN(128)));
    assert_false(is_disjoint("1", "l(100)", PUT("mov r1.x, r0.x")));
    assert_false(
        is_disjoint("1", "l(100)", "ld_structured r1.y, vThreadID.x, l(0), t0.x\n" PUT("mov r1.x, r1.y")));
}

static void rows_of_a_uniform_length(void **state)
{
    (void)state;
    assert_true(is_disjoint("1", "r2.x", PUT("iadd r1.x, r2.y, r0.x")));
    assert_false(is_disjoint("1", "cb0[0].y", PUT("iadd r1.x, r2.y, r0.x")));
    /* The first column exists where anything is stored; without a loop it may not. */
    assert_true(
        is_disjoint("1", "r2.x", "ld_structured r1.z, r2.y, l(0), u0.x\n" PUT("iadd r1.x, r2.y, r0.x")));
    assert_false(is_disjoint("1", "r2.x",
                             "iadd r1.y, r2.y, l(1)\nld_structured r1.z, r1.y, l(0), u0.x\n" PUT(
                                 "iadd r1.x, r2.y, r0.x\niadd r0.x, r0.x, r1.z")));
    assert_false(is_disjoint("1", "r2.x", PUT("mov r1.x, r2.y")));
}

static void rows_of_several_loops(void **state)
{
    static const char loop[] = "iadd r0.x, r0.x, l(1)\nendloop\nmov r0.x, l(0)\nloop\nuge r0.w, r0.x, %s\n"
                               "breakc_nz r0.w\n";
    char body[1024], again[256];
    (void)state;
    snprintf(again, sizeof again, loop, "l(100)");
    snprintf(body, sizeof body, "%s\n%s%s", ROW(100), again, ROW(100));
    assert_true(is_disjoint("1", "l(100)", body));
    snprintf(body, sizeof body, "%s\n%s%s", ROW(99), again, ROW(99));
    assert_false(is_disjoint("1", "l(100)", body));
    /* Each loop reads the length, and multiplies by it. */
    snprintf(again, sizeof again, loop, "cb0[0].y");
    snprintf(body, sizeof body, "%s\n%s%s", PUT("imad r1.x, vThreadID.x, cb0[0].y, r0.x"), again,
             PUT("imad r1.x, vThreadID.x, cb0[0].y, r0.x"));
    assert_true(is_disjoint("1", "cb0[0].y", body));
    assert_false(is_disjoint("1", "cb0[0].z", body));
}

/* Ranges that begin at different numbers. */
static void ranges(void **state)
{
    (void)state;
    assert_true(
        is_disjoint("1", "cb0[0].x",
                    "and r1.y, r0.x, l(3)\n" PUT(
                        "imad r1.x, vThreadID.x, l(8), r1.y") "\n"
                                                              "iadd r1.z, r1.y, l(4)\n" PUT(
                                                                  "imad r1.x, vThreadID.x, l(8), r1.z")));
    assert_false(
        is_disjoint("1", "cb0[0].x",
                    "and r1.y, r0.x, l(3)\n" PUT(
                        "imad r1.x, vThreadID.x, l(8), r1.y") "\n"
                                                              "umax r1.z, r1.y, l(8)\n" PUT(
                                                                  "imad r1.x, vThreadID.x, l(8), r1.z")));
}

static void raw_words(void **state)
{
    (void)state;
    assert_true(
        is_disjoint("64", "cb0[0].x", "imad r1.x, vThreadID.x, l(4), r0.x\nstore_raw u1.x, r1.x, r0.x"));
    assert_false(
        is_disjoint("64", "cb0[0].x", "imad r1.x, vThreadID.x, l(4), r0.x\nstore_raw u1.xy, r1.x, r0.xxxx"));
    assert_true(
        is_disjoint("128", "cb0[0].x", "imad r1.x, vThreadID.x, l(8), r0.x\nstore_raw u1.xy, r1.x, r0.xxxx"));
}

static void threads_of_a_group(void **state)
{
    (void)state;
    assert_true(is_disjoint_among(64, "1", "cb0[0].x", COLUMN(64)));
    assert_false(is_disjoint_among(64, "1", "cb0[0].x", COLUMN(32)));
    assert_true(is_disjoint_among(64, "1", "l(100)", ROW(100)));
    assert_false(is_disjoint_among(64, "1", "r2.x", PUT("iadd r1.x, r2.y, r0.x")));
    /* Affine in each warp, but the second warp's words are the first one's. */
    assert_false(is_disjoint_among(64, "64", "l(128)", PUT("iadd r1.x, r2.z, r0.x")));
    assert_true(is_disjoint_among(16, "64", "l(128)", PUT("iadd r1.x, r2.z, r0.x")));
}

/* x + cb0[0].x * (y + cb0[0].y * (z + 2 * counter)), and each kind of counter. */
static void lengths_in_constants(void **state)
{
    (void)state;
    const char *up = "mov r0.x, l(0)\nloop\nuge r0.w, r0.x, cb0[0].z\nbreakc_nz r0.w\n"
                     "imad r1.x, r0.x, l(2), vThreadID.z\nimad r1.x, r1.x, cb0[0].y, vThreadID.y\n"
                     "imad r1.x, r1.x, cb0[0].x, vThreadID.x\nstore_structured u0.x, r1.x, l(0), r0.x\n"
                     "iadd r0.x, r0.x, l(1)\nendloop";
    assert_true(is_disjoint_with((const uint32_t[4]){16, 4, 9}, up));
    assert_true(is_disjoint_with((const uint32_t[4]){19, 5, 9}, up));
    assert_false(is_disjoint_with((const uint32_t[4]){15, 4, 9}, up));
    assert_false(is_disjoint_with((const uint32_t[4]){16, 3, 9}, up));
    assert_false(is_disjoint_with((const uint32_t[4]){0, 4, 9}, up));
    assert_false(is_disjoint_with(NULL, up));
    const char *sum =
        "mov r0.x, l(0)\nimad r0.z, vThreadID.z, l(4), vThreadID.y\n"
        "imad r0.y, r0.z, cb0[0].x, vThreadID.x\nloop\nuge r0.w, r0.x, cb0[0].z\nbreakc_nz r0.w\n"
        "store_structured u0.x, r0.y, l(0), r0.x\niadd r0.y, r0.y, cb0[0].y\n"
        "iadd r0.x, r0.x, l(1)\nendloop\nstore_structured u0.x, r0.y, l(0), r0.x";
    assert_true(is_disjoint_with((const uint32_t[4]){16, 128, 9}, sum));
    assert_true(is_disjoint_with((const uint32_t[4]){20, 1000, 9}, sum));
    assert_false(is_disjoint_with((const uint32_t[4]){16, 127, 9}, sum));
    assert_false(is_disjoint_with((const uint32_t[4]){160, 1, 9}, sum));
}

/* The same, falling: the limit is the least number. */
static void counters_that_fall(void **state)
{
    (void)state;
    const char *down = "iadd r0.x, cb0[0].z, l(-1)\nloop\nilt r0.w, r0.x, l(0)\nbreakc_nz r0.w\n"
                       "imad r1.x, r0.x, l(2), vThreadID.z\nimad r1.x, r1.x, cb0[0].y, vThreadID.y\n"
                       "imad r1.x, r1.x, cb0[0].x, vThreadID.x\nstore_structured u0.x, r1.x, l(0), r0.x\n"
                       "iadd r0.x, r0.x, l(-1)\nendloop";
    assert_true(is_disjoint_with((const uint32_t[4]){16, 4, 9}, down));
    assert_true(is_disjoint_with((const uint32_t[4]){16, 4, 0}, down));
    assert_false(is_disjoint_with((const uint32_t[4]){15, 4, 9}, down));
    assert_false(is_disjoint_with((const uint32_t[4]){20, 4, 0x7fffffff}, down)); /* may wrap */
}

/* Any thread may load words that none stores to. */
static void other_words_of_structures(void **state)
{
    (void)state;
#define LINK(offset, own)                                                                                    \
    "ld_structured r1.y, r0.x, l(0), t0.x\nld_structured r1.z, r1.y, l(" offset "), u2.x\n"                  \
    "imad r1.x, vThreadID.x, l(100), r0.x\nstore_structured u2.x, r1.x, l(" own "), r1.z\n"
    assert_true(is_disjoint("1", "l(100)", LINK("0", "4")));
    assert_true(is_disjoint("1", "l(100)", LINK("4", "0")));
    assert_false(is_disjoint("1", "l(100)", LINK("4", "4")));
    assert_false(is_disjoint("1", "l(100)", LINK("0", "4") LINK("4", "0")));
    assert_false(is_disjoint("1", "l(100)",
                             LINK("0", "4") "mov r3.x, l(0)\nmov r3.y, l(0)\n"
                                            "atomic_iadd u2, r3.xyxx, l(1)\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_one_thread),
        cmocka_unit_test(columns_of_one_thread),
        cmocka_unit_test(several_accesses),
        cmocka_unit_test(rows_of_a_uniform_length),
        cmocka_unit_test(rows_of_several_loops),
        cmocka_unit_test(ranges),
        cmocka_unit_test(raw_words),
        cmocka_unit_test(threads_of_a_group),
        cmocka_unit_test(lengths_in_constants),
        cmocka_unit_test(counters_that_fall),
        cmocka_unit_test(other_words_of_structures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
