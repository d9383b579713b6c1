/* The bounds test for a whole dispatch: when it holds, and when it must not. */
#include "ir/ir.h"

#include <stdlib.h>

#include "sm5/sm5.h"
#include "test.h"

enum { VIEWS_MOST = 8 };

/* Views are numbered in the order in which code first names them; `count` and `bytes` are of the first one
   that is not a cb#. */
struct question {
    const char *code;
    const char *group;
    uint32_t groups[3];
    uint32_t count;
    uint64_t bytes;
    uint32_t constants[4];
    bool holds;
};

static struct sm5_program *read_program(const char *code, const char *group)
{
    struct sm5_program *program = NULL;
    struct strbuf text = {0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\n"
        "dcl_resource_raw t1\ndcl_uav_structured u0, 4\ndcl_uav_raw u1\n"
        "dcl_resource_buffer (uint,uint,uint,uint) t2\n"
        "dcl_input vThreadID.xyz\ndcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroup.xyz\n"
        "dcl_input vThreadIDInGroupFlattened\ndcl_uav_raw u7\ndcl_temps 4\ndcl_thread_group %s\n%s\n"
        /* Use the loaded value. */
        "atomic_xor u7, l(0), r0.x\natomic_xor u7, l(0), r0.y\natomic_xor u7, l(0), r0.z\n"
        "atomic_xor u7, l(0), r0.w\nret\n",
        group ? group : "64, 1, 1", code);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    strbuf_free(&text);
    return program;
}

static struct ir_function *lower(const struct sm5_program *program, bool alias)
{
    const struct ir_options options = {.alias = alias};
    struct ir_function *f = NULL;
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    assert_int_equal(ir_analyse(f, 16), SM5_OK);
    assert_true(f->view_count <= VIEWS_MOST);
    return f;
}

static uint32_t bits_that_hold(const struct ir_function *f, const struct question *q)
{
    struct ir_extent views[VIEWS_MOST];
    struct ir_range *ranges = malloc(f->value_count * sizeof *ranges);
    assert_non_null(ranges);
    for (uint32_t i = 0; i < f->value_count; i++)
        ranges[i] = ir_any_word;
    for (uint32_t i = 0; i < f->view_count; i++) {
        bool is_constants = f->program->decls.resources[f->views[i].slot].file == ISA_FILE_CBUFFER;
        views[i] = (struct ir_extent){.bytes = q->bytes, .count = q->count};
        if (is_constants)
            views[i] = (struct ir_extent){
                .bytes = sizeof q->constants, .count = 1, .words = (const uint8_t *)q->constants};
    }
    uint32_t bits =
        ir_bounds_hold(f, &(struct ir_box){.end = {q->groups[0], q->groups[1], q->groups[2]}}, views, ranges);
    free(ranges);
    return bits;
}

static void expect(const struct question *q)
{
    struct sm5_program *program = read_program(q->code, q->group);
    struct ir_function *f = lower(program, false);
    if ((f->measured_bits && bits_that_hold(f, q) == f->measured_bits) != q->holds)
        fail_msg("%s\n%u, %u, %u groups, %u structures, %llu bytes: expected %d", q->code, q->groups[0],
                 q->groups[1], q->groups[2], q->count, (unsigned long long)q->bytes, q->holds);
    ir_free(f);
    sm5_program_free(program);
}

static void expect_all(const struct question *questions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect(&questions[i]);
}

#define BY_THREAD    "ld_structured r0.x, vThreadID.x, l(0), t0.x"
#define AFTER_THREAD "iadd r0.x, vThreadID.x, l(3)\nld_structured r0.x, r0.x, l(0), t0.x"
#define TIMES_1M     "ishl r0.x, vThreadID.x, l(20)\nld_structured r0.x, r0.x, l(0), t0.x"
#define BELOW_THREAD "iadd r0.x, vThreadID.x, l(-1)\nld_structured r0.x, r0.x, l(0), t0.x"

static void structures_end_where_the_last_thread_is(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {BY_THREAD, NULL, {3, 1, 1}, 192, 768, {0}, true},
        {BY_THREAD, NULL, {3, 1, 1}, 191, 764, {0}, false},
        {BY_THREAD, NULL, {65535, 1, 1}, 65535 * 64, 0, {0}, true},
        {BY_THREAD, NULL, {65535, 1, 1}, 65535 * 64 - 1, 0, {0}, false},
        {BY_THREAD, NULL, {1, 1, 1}, 0, 0, {0}, false},
        {AFTER_THREAD, NULL, {1, 1, 1}, 67, 0, {0}, true},
        {AFTER_THREAD, NULL, {1, 1, 1}, 66, 0, {0}, false},
        {"store_structured u0.x, vThreadID.x, l(0), l(1)", NULL, {2, 1, 1}, 128, 0, {0}, true},
        {"store_structured u0.x, vThreadID.x, l(0), l(1)", NULL, {2, 1, 1}, 127, 0, {0}, false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

/* Lanes need not be in a row. A signed maximum with 0 has no known end where the other number may be negative, but it is
   not negative. */
static void addresses_in_any_order_are_known(void **state)
{
    (void)state;
    static const char row[] = "iadd r0.x, vThreadID.x, l(3)\numin r0.x, r0.x, l(29)\n"
                              "ld_structured r0.x, r0.x, l(0), t0.x";
    static const char byte[] = "iadd r0.x, vThreadID.x, l(3)\numin r0.x, r0.x, l(29)\n"
                               "and r0.y, r0.x, l(-4)\nld_raw r0.z, r0.y, t1.x";
    static const char masked[] = "imul null, r0.x, vThreadID.x, l(7)\nand r0.x, r0.x, l(29)\n"
                                 "ld_structured r0.x, r0.x, l(0), t0.x";
    static const char negative[] = "iadd r0.x, vThreadID.x, l(-3)\nimax r0.x, r0.x, l(0)\n"
                                   "ld_structured r0.x, r0.x, l(0), t0.x";
    static const char clamped[] =
        "iadd r0.x, vThreadID.x, l(-3)\nimax r0.x, r0.x, l(0)\nimin r0.x, r0.x, l(29)\n"
        "ld_structured r0.x, r0.x, l(0), t0.x";
    static const char below[] = "iadd r0.x, vThreadID.x, l(-3)\nimin r0.x, r0.x, l(29)\n"
                                "ld_structured r0.x, r0.x, l(0), t0.x";
    static const struct question questions[] = {
        {row, NULL, {3, 1, 1}, 30, 0, {0}, true},        {row, NULL, {3, 1, 1}, 29, 0, {0}, false},
        {byte, NULL, {3, 1, 1}, 0, 32, {0}, true},       {byte, NULL, {3, 1, 1}, 0, 31, {0}, false},
        {masked, NULL, {65535, 1, 1}, 30, 0, {0}, true}, {masked, NULL, {65535, 1, 1}, 29, 0, {0}, false},
        {negative, NULL, {3, 1, 1}, 192, 0, {0}, false}, {clamped, NULL, {3, 1, 1}, 30, 0, {0}, true},
        {clamped, NULL, {3, 1, 1}, 29, 0, {0}, false},   {below, NULL, {3, 1, 1}, 192, 0, {0}, false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

/* What passes 2^32 would come back at the start of the view. */
static void sums_that_wrap_never_hold(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {TIMES_1M, NULL, {64, 1, 1}, UINT32_MAX, 0, {0}, true}, /* (64 * 64 - 1) << 20 */
        {TIMES_1M, NULL, {65, 1, 1}, UINT32_MAX, 0, {0}, false},
        {BELOW_THREAD, NULL, {1, 1, 1}, UINT32_MAX, 0, {0}, false},
        {"imad r0.x, vThreadGroupID.x, l(65537), vThreadIDInGroup.x\nld_structured r0.x, r0.x, l(0), t0.x",
         NULL,
         {65535, 1, 1},
         UINT32_MAX,
         0,
         {0},
         true}, /* 65534 * 65537 + 63 = 0xffff003d */
        {"imad r0.x, vThreadGroupID.x, l(65539), vThreadIDInGroup.x\nld_structured r0.x, r0.x, l(0), t0.x",
         NULL,
         {65535, 1, 1},
         UINT32_MAX,
         0,
         {0},
         false},
        {"iadd r0.x, vThreadID.x, l(0xffffffc0)\nld_structured r0.x, r0.x, l(0), t0.x",
         NULL,
         {2, 1, 1},
         128,
         0,
         {0},
         false}, /* from -64 on */
    };
    expect_all(questions, BASE_COUNT(questions));
}

static void raw_addresses_are_bytes(void **state)
{
    (void)state;
#define BY_BYTES    "ishl r0.x, vThreadID.x, l(4)\nld_raw r0.xyzw, r0.x, t1.xyzw"
#define AFTER_BYTES "ishl r0.x, vThreadID.x, l(2)\niadd r0.x, r0.x, l(8)\nld_raw r0.x, r0.x, t1.x"
#define BELOW_BYTES "ishl r0.x, vThreadID.x, l(2)\niadd r0.x, r0.x, l(-4)\nld_raw r0.x, r0.x, t1.x"
    static const struct question questions[] = {
        {BY_BYTES, NULL, {2, 1, 1}, 0, 2048, {0}, true},
        {BY_BYTES, NULL, {2, 1, 1}, 0, 2047, {0}, false},
        {AFTER_BYTES, NULL, {1, 1, 1}, 0, 264, {0}, true},
        {AFTER_BYTES, NULL, {1, 1, 1}, 0, 263, {0}, false},
        {BELOW_BYTES, NULL, {1, 1, 1}, 0, 1 << 20, {0}, false},
        {"ishl r0.x, vThreadID.x, l(2)\nstore_raw u1.x, r0.x, l(1)", NULL, {1, 1, 1}, 0, 256, {0}, true},
    };
    expect_all(questions, BASE_COUNT(questions));
}

static void typed_views_count_texels(void **state)
{
    (void)state;
    static const char code[] = "ld_indexable(buffer)(uint,uint,uint,uint) r0.x, vThreadID.xxxx, t2.x";
    static const struct question questions[] = {
        {code, NULL, {2, 1, 1}, 128, 0, {0}, true},
        {code, NULL, {2, 1, 1}, 127, 0, {0}, false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

/* Lanes that fill up the last warp load too. */
static void warps_that_are_not_full_count_as_full(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {BY_THREAD, "20, 1, 1", {2, 1, 1}, 40, 0, {0}, false},
        {BY_THREAD, "20, 1, 1", {2, 1, 1}, 52, 0, {0}, true},
    };
    expect_all(questions, BASE_COUNT(questions));
}

static void constants_and_rows_are_known(void **state)
{
    (void)state;
    static const char code[] = "imad r0.x, vThreadID.y, cb0[0].x, vThreadID.x\n"
                               "ld_structured r0.x, r0.x, l(0), t0.x";
    static const struct question questions[] = {
        {code, "16, 4, 1", {2, 2, 1}, 256, 0, {32}, true},
        {code, "16, 4, 1", {2, 2, 1}, 255, 0, {32}, false},
        {code, "16, 4, 1", {2, 2, 1}, 256, 0, {33}, false},
        {code, "16, 4, 1", {2, 2, 1}, UINT32_MAX, 0, {0x80000000}, false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

#define LOOP_TO(LIMIT, STEP)                                                                                 \
    "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, " LIMIT                                                           \
    "\nbreakc_nz r0.y\niadd r0.z, r0.x, vThreadIDInGroup.x\nld_structured r0.w, r0.z, l(0), t0.x\n"          \
    "iadd r0.x, r0.x, l(" STEP ")\nendloop\n"

static void loops_that_count_are_known(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {LOOP_TO("l(2048)", "64"), NULL, {1, 1, 1}, 2048, 0, {0}, true},
        {LOOP_TO("l(2048)", "64"), NULL, {1, 1, 1}, 2047, 0, {0}, false},
        {LOOP_TO("l(1985)", "64"), NULL, {1, 1, 1}, 2048, 0, {0}, true},
        {LOOP_TO("l(1984)", "64"), NULL, {1, 1, 1}, 1984, 0, {0}, true},
        {LOOP_TO("cb0[0].x", "64"), NULL, {1, 1, 1}, 512, 0, {512}, true},
        {LOOP_TO("cb0[0].x", "64"), NULL, {1, 1, 1}, 511, 0, {512}, false},
        {LOOP_TO("cb0[0].x", "64"), NULL, {1, 1, 1}, UINT32_MAX, 0, {0xffffffc1}, false}, /* never ends */
        {LOOP_TO("cb0[0].x", "-64"), NULL, {1, 1, 1}, UINT32_MAX, 0, {256}, false},
        {"mov r0.x, l(0)\nloop\nige r0.y, r0.x, cb0[0].x\nbreakc_nz r0.y\nld_structured r0.w, r0.x, l(0), "
         "t0.x\niadd r0.x, r0.x, l(1)\nendloop\n",
         NULL,
         {1, 1, 1},
         UINT32_MAX,
         0,
         {0x80000000},
         false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

/* Threads leave on their own: only the numbers of those that have not are below the limit. */
#define LOOP_FROM_THREAD(LIMIT)                                                                              \
    "mov r0.x, vThreadIDInGroup.x\nloop\nuge r0.y, r0.x, " LIMIT                                             \
    "\nbreakc_nz r0.y\nld_structured r0.w, r0.x, l(0), t0.x\niadd r0.x, r0.x, l(64)\nendloop\n"

static void loops_that_threads_leave_are_known(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {LOOP_FROM_THREAD("l(250)"), NULL, {1, 1, 1}, 250, 0, {0}, true},
        {LOOP_FROM_THREAD("l(250)"), NULL, {1, 1, 1}, 249, 0, {0}, false},
        {LOOP_FROM_THREAD("cb0[0].x"), NULL, {1, 1, 1}, 99, 0, {99}, true},
        {LOOP_FROM_THREAD("cb0[0].x"), NULL, {1, 1, 1}, 98, 0, {99}, false},
        {LOOP_FROM_THREAD("vThreadIDInGroup.y"), "16, 9, 1", {1, 1, 1}, 16, 0, {0}, true},
        {LOOP_FROM_THREAD("cb0[0].x"), NULL, {1, 1, 1}, UINT32_MAX, 0, {0xffffffc1}, false},
    };
    expect_all(questions, BASE_COUNT(questions));
}

/* Accesses to one view may be in bounds where those to another one are not. */
static void views_are_proven_apart(void **state)
{
    (void)state;
    static const char code[] = BY_THREAD "\nishl r1.x, vThreadID.x, l(2)\nld_raw r0.y, r1.x, t1.x";
    struct sm5_program *program = read_program(code, NULL);
    struct ir_function *f = lower(program, false);
    const struct question question = {.groups = {2, 1, 1}};
    uint32_t bits[4];
    for (unsigned i = 0; i < 4; i++) {
        struct question q = question;
        q.count = i & 1 ? 128 : 127;
        q.bytes = i & 2 ? 512 : 511;
        bits[i] = bits_that_hold(f, &q);
    }
    assert_int_equal(bits[0], 0);
    assert_true(bits[1] && bits[2] && !(bits[1] & bits[2]));
    assert_int_equal(bits[3], f->measured_bits);
    assert_int_equal(bits[1] | bits[2], f->measured_bits);
    ir_free(f);
    sm5_program_free(program);
}

static uint32_t measured(const char *code, bool alias)
{
    struct sm5_program *program = read_program(code, NULL);
    struct ir_function *f = lower(program, alias);
    uint32_t count = f->measured_count;
    ir_free(f);
    sm5_program_free(program);
    return count;
}

static void what_depends_on_memory_is_not_asked(void **state)
{
    (void)state;
    assert_int_equal(measured(BY_THREAD, false), 1);
    assert_int_equal(measured("ld_structured r0.x, vThreadID.x, l(0), t0.x\n"
                              "ld_structured r0.y, r0.x, l(0), t0.x\nstore_raw u1.x, l(0), r0.y",
                              false),
                     2); /* t0 by thread, u1 */
    assert_int_equal(
        measured("ld_structured r0.x, vThreadID.x, cb0[0].x, t0.x\nstore_raw u1.x, l(0), r0.x", false),
        1); /* u1 */
}

/* Code of a loop before its exit test runs once more than the loop counts. */
static void what_stands_before_the_test_is_not_asked(void **state)
{
    (void)state;
    static const char before[] = "mov r0.x, l(0)\nloop\nld_structured r0.z, r0.x, l(0), u0.x\n"
                                 "store_structured u0.x, l(9), l(0), r0.z\nuge r0.y, r0.x, l(40)\n"
                                 "breakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\n";
    static const char unguarded[] = "mov r0.x, l(0)\nloop\nif_nz vThreadID.x\niadd r0.x, r0.x, l(1)\n"
                                    "continue\nendif\nuge r0.y, r0.x, l(40)\nbreakc_nz r0.y\n"
                                    "store_structured u0.x, r0.x, l(0), l(1)\niadd r0.x, r0.x, l(1)\n"
                                    "endloop\n";
    assert_int_equal(measured(before, false), 0);
    assert_int_equal(measured(unguarded, false), 0);
}

static void constants_that_code_may_write_are_not_known(void **state)
{
    (void)state;
    static const char code[] = "iadd r0.x, vThreadID.x, cb0[0].x\nstore_structured u0.x, r0.x, l(0), l(1)";
    assert_int_equal(measured(code, false), 1);
    assert_int_equal(measured(code, true), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structures_end_where_the_last_thread_is),
        cmocka_unit_test(sums_that_wrap_never_hold),
        cmocka_unit_test(raw_addresses_are_bytes),
        cmocka_unit_test(typed_views_count_texels),
        cmocka_unit_test(warps_that_are_not_full_count_as_full),
        cmocka_unit_test(addresses_in_any_order_are_known),
        cmocka_unit_test(constants_and_rows_are_known),
        cmocka_unit_test(loops_that_count_are_known),
        cmocka_unit_test(loops_that_threads_leave_are_known),
        cmocka_unit_test(views_are_proven_apart),
        cmocka_unit_test(what_depends_on_memory_is_not_asked),
        cmocka_unit_test(what_stands_before_the_test_is_not_asked),
        cmocka_unit_test(constants_that_code_may_write_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
