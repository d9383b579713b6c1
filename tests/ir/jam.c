/* Which code is executed for several warps at once (ir_jam.c), with warps of 16. */
#include "ir/ir.h"

#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

static const char head[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_resource_buffer (float,float,float,float) t1\ndcl_uav_structured u0, "
    "4\ndcl_tgsm_structured g0, 4, 64\n"
    "dcl_input vThreadID.xy\ndcl_input vThreadIDInGroup.xy\ndcl_temps 4\n";

enum { UNROLLED = 99 };

/* Warps that execute the program at once, or UNROLLED, and would if the group had more of them; from each to the next. Loads
   that are those of other rows. */
struct jam {
    uint32_t made, wanted, step, of_rows;
};

/* `shared`: whether the program's last load is emitted for one of the warps only. */
static struct jam run(const char *group, const char *body, enum ir_jam_choice choice, bool *shared)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0};
    const struct ir_options options = {0};
    strbuf_printf(&text, "%sdcl_thread_group %s\n%s\nret\n", head, group, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 16), SM5_OK);
    assert_int_equal(ir_jam_warps(function, choice), SM5_OK);
    struct jam jam = {function->is_unrolled ? UNROLLED : function->jam, function->jam_wanted,
                      function->jam_step, 0};
    for (uint32_t i = 1; i < function->value_count; i++)
        jam.of_rows += function->values[i].kind == IR_LOAD && function->values[i].row_of;
    for (uint32_t i = 1; shared && i < function->value_count; i++)
        if (function->values[i].kind == IR_LOAD || function->values[i].kind == IR_TEXEL)
            *shared = function->values[i].is_shared;
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
    return jam;
}

static uint32_t jam_of(const char *group, const char *body, enum ir_jam_choice choice, bool *shared)
{
    return run(group, body, choice, shared).made;
}

static uint32_t profitable(const char *group, const char *body)
{
    return jam_of(group, body, IR_JAM_PROFITABLE, NULL);
}

/* The warps that a group should have. */
static uint32_t wanted(const char *group, const char *body)
{
    return run(group, body, IR_JAM_PROFITABLE, NULL).wanted;
}

static uint32_t possible(const char *body)
{
    return jam_of("64, 1, 1", body, IR_JAM_ALWAYS, NULL);
}

/* A loop over r0.x from `first` by `step` to cb0[0].x around `body`; r1.x is a sum. */
#define LOOP(first, step, body)                                                                              \
    "mov r0.x, " first "\nmov r1.x, l(0)\nloop\nuge r0.w, r0.x, cb0[0].x\nbreakc_nz r0.w\n" body             \
    "\niadd r0.x, r0.x, l(" step ")\nendloop\n"
#define BARRIER "store_structured g0.x, vThreadIDInGroup.y, l(0), l(7)\nsync_g_t\n"
#define COUNT   "mov r3.xy, l(0,0,0,0)\nimm_atomic_iadd r1.x, u0, r3.xyxx, l(1)\n"
/* Stores a computed value to g#: copies of a view would be replaced (ir_tile.c). */
#define SHARE                                                                                                \
    "ld_structured r2.x, vThreadID.x, l(0), t0.x\nmul r2.x, r2.x, r2.x\n"                                    \
    "store_structured g0.x, vThreadIDInGroup.x, l(0), r2.x\nsync_g_t\n"
#define PUT          "store_structured u0.x, vThreadID.x, l(0), r1.x\n"
#define ADD(address) "ld_structured r2.x, " address ", l(0), t0.x\nadd r1.x, r1.x, r2.x"

static void stride_of_all_threads(void **state)
{
    (void)state;
    const char *body = LOOP("vThreadID.x", "8192", ADD("r0.x")) PUT;
    assert_int_equal(profitable("256, 1, 1", body), 16);
    assert_int_equal(profitable("64, 1, 1", body), 4);
    assert_int_equal(profitable("32, 1, 1", body), 2);
    assert_int_equal(profitable("96, 1, 1", body), 2);
    assert_int_equal(profitable("16, 1, 1", body), 1);
    assert_int_equal(profitable("72, 1, 1", body), 1);
}

/* A loop over r0.x from `first` by 256 to a literal. */
#define LOOP_TO(first, limit)                                                                                \
    "mov r0.x, " first "\nmov r1.x, l(0)\nloop\nuge r0.w, r0.x, l(" limit                                    \
    ")\nbreakc_nz r0.w\n" ADD("r0.x") "\niadd r0.x, r0.x, l(256)\nendloop\n" PUT

/* Whether all warps of a group make the last iteration together or not: not one of them alone. */
static void literal_limits(void **state)
{
    (void)state;
    assert_int_equal(profitable("256, 1, 1", LOOP_TO("vThreadID.x", "1048576")), 16);
    assert_int_equal(profitable("256, 1, 1", LOOP_TO("vThreadIDInGroup.x", "4096")), 16);
    assert_int_equal(profitable("256, 1, 1", LOOP_TO("vThreadID.x", "1000000")), 16);
    assert_int_equal(profitable("256, 1, 1", LOOP_TO("vThreadID.x", "1000")), 16);
}

/* A row and a column of 64, from one number; the row decides what is loaded. */
#define ROW_OF(bits)                                                                                         \
    "ushr r0.x, vThreadID.x, l(" bits ")\nand r0.y, vThreadID.x, l(63)\nudiv r0.z, r0.w, r0.x, l(9)\n"       \
    "imad r0.z, r0.z, l(3), r0.w\nudiv r0.x, r0.w, r0.z, l(5)\nimad r0.x, r0.w, l(7), r0.x\n"                \
    "imad r0.x, r0.x, l(64), r0.y\nld_structured r1.x, r0.x, l(0), t0.x\n" PUT

/* Warps of a block are on different sides of a limit where some of them have added to their threads' numbers. */
#define SHIFTED(added)                                                                                       \
    "mov r3.x, vThreadID.x\nult r3.y, vThreadID.x, l(32)\nif_nz r3.y\niadd r3.x, r3.x, l(" added             \
    ")\nendif\n"                                                                                             \
    "ult r3.y, r3.x, l(64)\nif_nz r3.y\n" LOOP("l(0)", "1", ADD("r0.x")) PUT "endif\n"

static void numbers_that_some_warps_change(void **state)
{
    (void)state;
    assert_int_equal(jam_of("64, 1, 1", SHIFTED("0"), IR_JAM_ALWAYS, NULL), 4);
    assert_int_equal(jam_of("64, 1, 1", SHIFTED("64"), IR_JAM_ALWAYS, NULL), 1);
}

static void rows_of_blocks(void **state)
{
    (void)state;
    assert_int_equal(profitable("256, 1, 1", ROW_OF("6")), 4);
    assert_int_equal(profitable("256, 1, 1", ROW_OF("5")), 1);
    assert_int_equal(profitable("32, 1, 1", ROW_OF("6")), 1);
}

static void loads_of_all_warps(void **state)
{
    (void)state;
    bool shared = false;
    assert_int_equal(jam_of("64, 1, 1", LOOP("l(0)", "1", ADD("r0.x")) PUT, IR_JAM_ALWAYS, &shared), 4);
    assert_true(shared);
    /* A row a thread is a stream: more rows in flight evict each other. */
    assert_int_equal(
        profitable("64, 1, 1", LOOP("l(0)", "1", "imad r3.x, vThreadID.x, l(1024), r0.x\n" ADD("r3.x")) PUT),
        1);
}

/* Rows of words by x are transposed once for the warps that are one below the other. */
static void streams_in_common(void **state)
{
    (void)state;
    bool shared = false;
    const char *by_y = "imad r3.x, vThreadID.y, l(1024), r0.x\nld_structured r2.y, r3.x, l(0), t0.x\n"
                       "mul r1.x, r1.x, r2.y\n";
    char body[1024];
    snprintf(body, sizeof body, "%s%s%s",
             "mov r0.x, l(0)\nmov r1.x, l(0)\nloop\nuge r0.w, r0.x, cb0[0].x\nbreakc_nz r0.w\n", by_y,
             "imad r3.x, vThreadID.x, l(1024), r0.x\n" ADD("r3.x") "\niadd r0.x, r0.x, l(1)\nendloop\n" PUT);
    struct jam jam = run("64, 4, 1", body, IR_JAM_PROFITABLE, &shared);
    assert_int_equal(jam.made, 4);
    assert_int_equal(jam.step, 4);
    assert_true(shared);
    assert_int_equal(run("16, 8, 1", body, IR_JAM_PROFITABLE, &shared).step, 1);
    assert_true(shared);
    assert_int_equal(profitable("64, 1, 1", body), 1);
}

/* Warps leave loops at different times: with a common exit where lanes become inactive, not by a branch. */
static void exits(void **state)
{
    (void)state;
    const char *by_row = "uge r0.z, r0.x, vThreadID.y\nbreakc_nz r0.z\n" ADD("r0.x");
    char body[1024];
    snprintf(body, sizeof body, "%s",
             LOOP("l(0)", "1", "uge r0.z, r0.x, vThreadID.x\nbreakc_nz r0.z\n" ADD("r0.x")) PUT);
    assert_int_equal(possible(body), 4);
    snprintf(body, sizeof body,
             "mov r0.x, l(0)\nmov r1.x, l(0)\nloop\n%s\niadd r0.x, r0.x, l(1)\nendloop\n%s", by_row, PUT);
    assert_int_equal(jam_of("16, 4, 1", body, IR_JAM_ALWAYS, NULL), 1);
}

static void order_of_warps(void **state)
{
    (void)state;
    assert_int_equal(jam_of("64, 1, 1", LOOP("l(0)", "1", ADD("r0.x")) PUT, IR_JAM_NEVER, NULL), 1);
    /* A result that depends on the order. */
    assert_int_equal(possible(LOOP("l(0)", "1", ADD("r0.x")) COUNT PUT), 1);
}

/* Segments are separate: a loop is not jammed with the code after a barrier. */
static void barriers(void **state)
{
    (void)state;
    assert_int_equal(
        possible(LOOP("l(0)", "1", ADD("r0.x")) "store_structured g0.x, vThreadIDInGroup.x, l(0), r1.x\n"
                                                "sync_g_t\nld_structured r3.x, vThreadID.x, l(0), t0.x\n"
                                                "ld_structured r3.z, r3.x, l(0), g0.x\n" COUNT
                                                "iadd r1.x, r1.x, r3.z\n" PUT),
        4);
}

/* Rows that all warps load, without a loop; not where some have no active lane, or after a store to the same memory. */
static void rows_in_common(void **state)
{
    (void)state;
    const char *rows = "iadd r2.x, vThreadIDInGroup.x, l(16)\nld_structured r2.x, r2.x, l(0), g0.x\n"
                       "ld_structured r3.x, vThreadIDInGroup.x, l(0), g0.x\nmul r1.x, r2.x, r3.x\n";
    char body[1024];
    bool shared = false;
    snprintf(body, sizeof body, "%s" PUT, rows);
    assert_int_equal(jam_of("8, 8, 1", body, IR_JAM_PROFITABLE, &shared), 4);
    assert_true(shared);
    snprintf(body, sizeof body, BARRIER "%s" PUT, rows);
    assert_int_equal(jam_of("16, 4, 1", body, IR_JAM_PROFITABLE, &shared), UNROLLED);
    assert_true(shared);
    snprintf(body, sizeof body,
             "mov r1.x, l(1)\nult r0.x, vThreadIDInGroup.y, cb0[0].x\nif_nz r0.x\n%sendif\n" PUT, rows);
    jam_of("16, 4, 1", body, IR_JAM_ALWAYS, &shared);
    assert_false(shared);
    snprintf(body, sizeof body, "store_structured g0.x, vThreadIDInGroup.y, l(0), l(7)\n%s" PUT, rows);
    jam_of("16, 4, 1", body, IR_JAM_ALWAYS, &shared);
    assert_false(shared);
}

/* Texels of a buffer, each with its parts, that a loop loads by x. */
static void texels_in_common(void **state)
{
    (void)state;
    const char *body = LOOP("l(0)", "1",
                            "imad r0.y, r0.x, l(64), vThreadID.x\nld r2.xyzw, r0.yyyy, t1.xyzw\n"
                            "utof r0.z, vThreadID.y\nmad r1.x, r2.x, r0.z, r1.x\n"
                            "mad r1.x, r2.w, r0.z, r1.x\n") PUT;
    bool shared = false;
    struct jam rows = run("64, 4, 1", body, IR_JAM_PROFITABLE, &shared);
    assert_true(shared);
    assert_int_equal(rows.made, 4);
    assert_int_equal(rows.step, 4);
    run("256, 1, 1", body, IR_JAM_ALWAYS, &shared);
    assert_false(shared);
}

/* The high half of a product is 0 in all warps, the low half is not. */
static void halves_of_a_product(void **state)
{
    (void)state;
    bool shared = false;
    const char *body =
        BARRIER LOOP("l(0)", "1", "imul null, r2.y, vThreadIDInGroup.y, l(8)\n" ADD("r2.y")) PUT;
    assert_int_equal(jam_of("16, 4, 1", body, IR_JAM_ALWAYS, &shared), UNROLLED);
    assert_false(shared);
}

/* A word of an array that the next iteration reads is latency, which other warps hide. */
static void arrays(void **state)
{
    (void)state;
#define SQUARES "mul r2.x, r2.x, r2.x\nadd r2.x, r2.x, l(1.0)\nmul r2.x, r2.x, r2.x\nadd r2.x, r2.x, l(2.0)\n"
#define ROW(to)                                                                                              \
    "dcl_indexableTemp x0[64], 4\n" LOOP("l(0)", "1",                                                        \
                                         "mov r2.x, x0[r0.x + 0].x\n" SQUARES SQUARES SQUARES SQUARES        \
                                             SQUARES SQUARES SQUARES SQUARES SQUARES SQUARES                 \
                                         "mov x0[r0.x + " to "].x, r2.x") PUT
    assert_int_equal(profitable("256, 1, 1", ROW("1")), 8);
    assert_int_equal(profitable("256, 1, 1", ROW("3")), 1);
    assert_int_equal(possible(ROW("3")), 4);
    /* 2,048 vectors of 64 bytes: one copy's fill a core's cache. */
    assert_int_equal(possible("dcl_indexableTemp x1[2048], 1\nmov x1[vThreadID.x + 0].x, l(1)\n" ROW("1")),
                     1);
    assert_int_equal(wanted("64, 1, 1", ROW("1")), 8);
    assert_int_equal(wanted("16, 1, 1", ROW("1")), 8);
    assert_int_equal(wanted("17, 1, 1", ROW("1")), 1);
}

/* A copy for each warp, where g# is accessed at words that are known. */
static void unrolled_groups(void **state)
{
    (void)state;
#define REVERSE                                                                                              \
    SHARE "ineg r3.x, vThreadIDInGroup.x\niadd r3.x, r3.x, l(63)\nld_structured r1.x, r3.x, l(0), g0.x\n"
    const char *body = REVERSE PUT;
    assert_int_equal(profitable("64, 1, 1", body), UNROLLED);
    assert_int_equal(profitable("16, 1, 1", body), UNROLLED);
    assert_int_equal(profitable("64, 1, 1", PUT), 1);
    assert_int_equal(jam_of("64, 1, 1", body, IR_JAM_NEVER, NULL), 1);
    assert_int_equal(profitable("128, 1, 1", body),
                     4); /* some words are past the end: not unrolled, but short */
    const char *unknown =
        SHARE "ld_structured r3.x, vThreadID.x, l(0), t0.x\nld_structured r1.x, r3.x, l(0), g0.x\n" PUT;
    assert_int_equal(profitable("64, 1, 1", unknown), 4); /* the store to g#: a short segment */
    char many[1 << 15] = REVERSE;
    for (unsigned i = 0; i < 400; i++) /* 1,600 values in four copies */
        strcat(many, "ld_structured r1.x, r1.x, l(0), t0.x\n");
    assert_int_equal(profitable("64, 1, 1", strcat(many, PUT)), 4); /* not unrolled */
}

/* Loops that would carry more vectors than there are registers prevent it. */
static void unrolled_loops(void **state)
{
    (void)state;
#define STEPS(sums)                                                                                          \
    "ineg r0.y, vThreadIDInGroup.x\niadd r0.y, r0.y, l(63)\nmov r2.xyzw, l(0,0,0,0)\n"                       \
    "mov r3.xyzw, l(0,0,0,0)\n" LOOP("l(0)", "1",                                                            \
                                     "store_structured g0.x, vThreadIDInGroup.x, l(0), r1.x\nsync_g_t\n"     \
                                     "ld_structured r0.z, r0.y, l(0), g0.x\nsync_g_t\n"                      \
                                     "mad r1.x, r0.z, l(0.5), r1.x\n" sums) PUT                              \
        "store_structured u0.x, r1.x, l(0), r2.x\nstore_structured u0.x, r1.x, l(0), r3.x\n"
    assert_int_equal(profitable("64, 1, 1", STEPS("")), UNROLLED);
    assert_int_not_equal(
        profitable("64, 1, 1", STEPS("mad r2.xyzw, r2.yzwx, r0.z, r1.x\nmad r3.xyzw, r3.yzwx, r0.z, r2.x\n")),
        UNROLLED);
}

/* A dependence chain longer than what the processor overlaps of successive warps. */
static void chains(void **state)
{
    (void)state;
#define STEP    "mad r1.x, r1.x, r2.y, r2.x\n"
#define STEPS_8 STEP STEP STEP STEP STEP STEP STEP STEP
#define APART   "mad r1.xyzw, r1.xyzw, r2.yyyy, r2.xxxx\nmad r3.xyzw, r3.xyzw, r2.yyyy, r2.xxxx\n"
#define APART_8 APART APART APART APART APART APART APART APART
#define SUM(steps)                                                                                           \
    "itof r1.xyzw, vThreadID.xxxx\nadd r1.xyzw, r1.xyzw, l(1, 2, 3, 4)\nadd r3.xyzw, r1.xyzw, l(5, 5, 5, "   \
    "5)\nmov r2.xy, cb0[0].xyxx\n" steps                                                                     \
    "add r1.xyzw, r1.xyzw, r3.xyzw\nadd r1.xy, r1.xyxx, r1.zwzz\nadd r1.x, r1.x, r1.y\n" PUT
    assert_int_equal(profitable("64, 1, 1", SUM(STEPS_8)), 1);
    assert_int_equal(profitable("64, 1, 1", SUM(STEPS_8 STEPS_8 STEPS_8 STEPS_8)), 2);
    assert_int_equal(profitable("64, 1, 1", SUM(APART_8 APART_8 APART_8 APART_8)), 1);
}

/* Loops over at most 16 rows before a thread's own are unrolled, so that the words that they load are known. */
static void sums_of_rows_before(void **state)
{
    (void)state;
#define ROWS_BEFORE(bits)                                                                                    \
    REVERSE "sync_g_t\nstore_structured g0.x, vThreadIDInGroup.x, l(0), r1.x\nsync_g_t\n"                    \
            "ushr r3.x, vThreadIDInGroup.x, l(" bits ")\nmov r0.x, l(0)\nmov r1.x, l(0)\nloop\n"             \
            "uge r0.w, r0.x, r3.x\nbreakc_nz r0.w\n"                                                         \
            "ld_structured r2.x, r0.x, l(0), g0.x\nadd r1.x, r1.x, r2.x\n"                                   \
            "iadd r0.x, r0.x, l(1)\nendloop\n" PUT
    assert_int_equal(profitable("64, 1, 1", ROWS_BEFORE("4")), UNROLLED);
    assert_int_not_equal(profitable("64, 1, 1", ROWS_BEFORE("1")), UNROLLED);
}

/* Warps of different rows, without a loop: they share what they compute of x, and load before one stores near what others
   load. */
static void rows_of_straight_code(void **state)
{
    (void)state;
    const char *of_x = "utof r0.x, vThreadID.x\nexp r0.x, r0.x\nsqrt r0.x, r0.x\nutof r0.y, vThreadID.y\n"
                       "mul r1.x, r0.x, r0.y\n" PUT;
    const char *of_y =
        "utof r0.x, vThreadID.x\nutof r0.y, vThreadID.y\nmul r0.x, r0.x, r0.y\nexp r0.x, r0.x\n"
        "sqrt r1.x, r0.x\n" PUT;
    const char *in_place = "imad r0.x, vThreadID.y, cb0[0].x, vThreadID.x\niadd r0.y, r0.x, cb0[0].x\n"
                           "ld_structured r1.x, %s, l(0), u0.x\nadd r1.x, r1.x, r1.x\n"
                           "store_structured u0.x, r0.x, l(0), r1.x\n";
    char near[512], same[512];
    snprintf(near, sizeof near, in_place, "r0.y");
    snprintf(same, sizeof same, in_place, "r0.x");
    struct jam rows = run("64, 4, 1", of_x, IR_JAM_PROFITABLE, NULL);
    assert_int_equal(rows.made, 4);
    assert_int_equal(rows.step, 4);
    assert_int_equal(profitable("16, 4, 1", of_x), 4);
    assert_int_equal(profitable("64, 1, 1", of_x), 1);
    assert_int_equal(profitable("64, 4, 1", of_y), 1);
    assert_int_equal(run("32, 4, 1", near, IR_JAM_PROFITABLE, NULL).step, 2);
    assert_int_equal(profitable("64, 4, 1", same), 1);
}

#define NEIGHBOUR(n, from)                                                                                   \
    "iadd r0.y, vThreadID.y, l(" #n ")\nimad r0.y, r0.y, cb0[0].x, vThreadID.x\n"                            \
    "ld_structured r0.z, r0.y, l(0), " #from ".x\nutof r0.z, r0.z\nsqrt r0.z, r0.z\nadd r1.x, r1.x, r0.z\n"

/* Two rows convert four instead of six elements. Another conversion by the row, a row of another slice, or what is stored to, is
   not in common. */
static void neighbours_in_common(void **state)
{
    (void)state;
    const char *filter = NEIGHBOUR(-1, t0) NEIGHBOUR(0, t0) NEIGHBOUR(1, t0) PUT;
    const char *by_row = "utof r1.y, vThreadID.y\n" NEIGHBOUR(-1, t0) "mul r1.x, r1.x, r1.y\n" PUT;
    struct jam rows = run("64, 4, 1", filter, IR_JAM_PROFITABLE, NULL);
    assert_int_equal(rows.made, 2);
    assert_int_equal(rows.step, 4);
    assert_int_equal(profitable("64, 2, 3", filter), 2);
    assert_int_equal(profitable("64, 3, 2", filter), 1);
    assert_int_equal(profitable("64, 1, 1", filter), 1);
    assert_int_equal(profitable("64, 4, 1", by_row), 1);
    assert_int_equal(rows.of_rows, 2);
    assert_int_equal(run("64, 4, 1", NEIGHBOUR(0, t0) NEIGHBOUR(1, t0) PUT, IR_JAM_ALWAYS, NULL).of_rows, 1);
    assert_int_equal(run("64, 4, 1", NEIGHBOUR(0, u0) NEIGHBOUR(1, u0) PUT, IR_JAM_ALWAYS, NULL).of_rows, 0);
}

#define PRODUCT(n)                                                                                           \
    "iadd r0.xy, vThreadIDInGroup.xyxx, l(" #n ", " #n ", 0, 0)\nld_structured r0.z, r0.y, l(0), g0.x\n"     \
    "ld_structured r0.w, r0.x, l(0), g0.x\nmad r1.x, r0.z, r0.w, r1.x\n"

/* After a barrier, the warps of several rows share loads of a tile's columns. */
static void columns_of_a_tile(void **state)
{
    (void)state;
    bool shared = false;
    const char *products = SHARE PRODUCT(0) PRODUCT(1) PRODUCT(2) PRODUCT(3) PRODUCT(4) PRODUCT(5) PUT;
    struct jam jam = run("64, 16, 1", products, IR_JAM_PROFITABLE, &shared);
    assert_int_equal(jam.made, 8);
    assert_int_equal(jam.step, 4);
    assert_true(shared);
    assert_int_equal(run("16, 64, 1", products, IR_JAM_PROFITABLE, NULL).step, 1);
    assert_int_equal(run("1024, 1, 1", products, IR_JAM_PROFITABLE, NULL).step, 1);
}

/* The last warp is not full: where there are few, whatever their words are. */
static void last_warps(void **state)
{
    (void)state;
    const char *body =
        SHARE "ld_structured r3.x, vThreadID.x, l(0), t0.x\nld_structured r1.x, r3.x, l(0), g0.x\n" PUT;
    assert_int_equal(profitable("33, 1, 1", body), UNROLLED);
    assert_int_equal(profitable("32, 1, 1", body), 2);
    assert_int_equal(profitable("15, 1, 1", body), 1);
    assert_int_equal(profitable("65, 1, 1", body), 1);
    assert_int_equal(profitable("33, 1, 1", PUT), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stride_of_all_threads),
        cmocka_unit_test(literal_limits),
        cmocka_unit_test(numbers_that_some_warps_change),
        cmocka_unit_test(rows_of_blocks),
        cmocka_unit_test(loads_of_all_warps),
        cmocka_unit_test(streams_in_common),
        cmocka_unit_test(exits),
        cmocka_unit_test(order_of_warps),
        cmocka_unit_test(barriers),
        cmocka_unit_test(rows_in_common),
        cmocka_unit_test(texels_in_common),
        cmocka_unit_test(halves_of_a_product),
        cmocka_unit_test(arrays),
        cmocka_unit_test(unrolled_groups),
        cmocka_unit_test(unrolled_loops),
        cmocka_unit_test(chains),
        cmocka_unit_test(sums_of_rows_before),
        cmocka_unit_test(rows_of_straight_code),
        cmocka_unit_test(neighbours_in_common),
        cmocka_unit_test(columns_of_a_tile),
        cmocka_unit_test(last_warps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
