/* Loads, stores and queries of each kind of memory, in and out of bounds: the rows of "Undefined is defined"
   in docs/semantics.md that ld_ and store_structured of t# and u# do not cover (tests/api/structured.c has
   those). */
#include "lab.h"

enum { FIELD = 32 };

/* Runs `body` with one thread; r0 is what it finds. */
struct probe {
    const char *declarations, *body;
    struct sm5_view view; /* of t0 or u1 */
    uint32_t result[4];
    int changed; /* index of the first word of memory that has to differ afterwards, -1: none */
    int changes; /* how many from there on */
};

static void memory_pattern(uint32_t words[FIELD])
{
    for (uint32_t i = 0; i < FIELD; i++)
        words[i] = 0x1000 + i;
}

/* `memory` is bound to t0 or u1, whichever is declared, and nothing to the other. */
static void check(const struct probe *probe)
{
    struct lab lab;
    struct strbuf text = {0};
    uint32_t before[FIELD];
    memory_pattern(before);
    strbuf_printf(&text, "%sstore_raw u0.xyzw, l(0), r0.xyzw\nret\n", probe->body);
    lab_open_body(&lab, 1, probe->declarations, strbuf_text(&text));
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4);
    const uint32_t *memory = before;
    if (strstr(probe->declarations, "t0"))
        memory = lab_bind_view(&lab, "t0", before, FIELD, probe->view);
    else if (strstr(probe->declarations, "u1"))
        memory = lab_bind_view(&lab, "u1", before, FIELD, probe->view);
    lab_run(&lab, 1, 1, 1);
    for (unsigned c = 0; c < 4; c++)
        if (out[c] != probe->result[c])
            fail_msg("%s: r0[%u] is %08x, expected %08x", probe->body, c, out[c], probe->result[c]);
    for (int i = 0; i < FIELD; i++) {
        bool expected = i >= probe->changed && i < probe->changed + probe->changes;
        if ((memory[i] != before[i]) != expected)
            fail_msg("%s: word %d is %08x", probe->body, i, memory[i]);
    }
    lab_close(&lab);
    strbuf_free(&text);
}

#define CHECK_ALL(probes)                                                                                    \
    for (size_t i = 0; i < BASE_COUNT(probes); i++)                                                          \
        check(&(probes)[i]);

#define RAW_T    "dcl_resource_raw t0\n"
#define RAW_U    "dcl_uav_raw u1\n"
#define RAW_G    "dcl_tgsm_raw g0, 16\ndcl_tgsm_raw g1, 16\n"
#define STRUCT_G "dcl_tgsm_structured g0, 12, 2\ndcl_tgsm_structured g1, 16, 4\n"
#define MARK     "mov r0.xyzw, l(9,9,9,9)\n"
#define VIEW(f, c)                                                                                           \
    {                                                                                                        \
        .first = (f), .count = (c)                                                                           \
    }

static void raw_loads_check_each_word(void **state)
{
    (void)state;
    static const struct probe probes[] = {
        {RAW_T, MARK "ld_raw r0.xyzw, l(8), t0.xyzw\n", VIEW(4, 4), {0x1006, 0x1007, 0, 0}, -1, 0},
        {RAW_T, MARK "ld_raw r0.xy, l(12), t0.yxyy\n", VIEW(4, 4), {0, 0x1007, 9, 9}, -1, 0},
        {RAW_T, MARK "ld_raw r0.xyzw, l(16), t0.xyzw\n", VIEW(4, 4), {0, 0, 0, 0}, -1, 0},
        {RAW_T, MARK "ld_raw r0.xyzw, l(-4), t0.xyzw\n", VIEW(4, 4), {0, 0, 0, 0}, -1, 0},
        {RAW_T, MARK "ld_raw r0.xyzw, l(7), t0.wzyx\n", VIEW(4, 4), {0, 0x1007, 0x1006, 0x1005}, -1, 0},
        {RAW_U, MARK "ld_raw r0.xyzw, l(8), u1.xyzw\n", VIEW(4, 4), {0x1006, 0x1007, 0, 0}, -1, 0},
        {RAW_G,
         MARK "store_raw g1.xyzw, l(0), l(1,2,3,4)\nld_raw r0.xyzw, l(8), g0.xyzw\n",
         VIEW(0, 0),
         {0, 0, 0, 0},
         -1,
         0},
        {RAW_G,
         MARK
         "store_raw g0.xyzw, l(8), l(1,2,3,4)\nld_raw r0.xy, l(8), g0.xyxx\nld_raw r0.zw, l(0), g1.xxxy\n",
         VIEW(0, 0),
         {1, 2, 0, 0},
         -1,
         0},
    };
    CHECK_ALL(probes)
}

static void raw_stores_check_each_word(void **state)
{
    (void)state;
    static const struct probe probes[] = {
        {RAW_U, "store_raw u1.xyzw, l(8), l(1,2,3,4)\n", VIEW(4, 4), {0}, 6, 2},
        {RAW_U, "store_raw u1.xyz, l(0), l(1,2,3,4)\n", VIEW(4, 4), {0}, 4, 3},
        {RAW_U, "store_raw u1.xyzw, l(16), l(1,2,3,4)\n", VIEW(4, 4), {0}, -1, 0},
        {RAW_U, "store_raw u1.xyzw, l(0xfffffff8), l(1,2,3,4)\n", VIEW(4, 4), {0}, -1, 0},
        {RAW_U, "store_raw u1.x, l(6), l(1)\n", VIEW(4, 4), {0}, 5, 1},
    };
    CHECK_ALL(probes)
}

static void shared_structures_keep_to_themselves(void **state)
{
    (void)state;
    static const struct probe probes[] = {
        {STRUCT_G,
         "store_structured g0.xyzw, l(0), l(8), l(5,6,7,8)\nld_structured r0.xyz, l(0), l(0), g0.xyzx\n",
         VIEW(0, 0),
         {0, 0, 5, 0},
         -1,
         0},
        {STRUCT_G,
         "store_structured g0.xyzw, l(0), l(8), l(5,6,7,8)\nld_structured r0.xyz, l(1), l(0), g0.xyzx\n",
         VIEW(0, 0),
         {0, 0, 0, 0},
         -1,
         0},
        {STRUCT_G,
         "store_structured g0.x, l(2), l(0), l(5)\nld_structured r0.x, l(0), l(0), g1.xxxx\n",
         VIEW(0, 0),
         {0, 0, 0, 0},
         -1,
         0},
        {STRUCT_G,
         "store_structured g1.x, l(3), l(12), l(5)\nld_structured r0.xy, l(3), l(12), g1.xyxx\n",
         VIEW(0, 0),
         {5, 0, 0, 0},
         -1,
         0},
    };
    CHECK_ALL(probes)
}

#define TYPED_T "dcl_resource_buffer (uint,uint,uint,uint) t0\n"
#define TYPED_U "dcl_uav_typed_buffer (uint,uint,uint,uint) u1\n"

static struct sm5_view typed(const char *format, uint64_t first, uint64_t count)
{
    return (struct sm5_view){.first = first, .count = count, .format = sm5_format_find(format)};
}

static void texels_past_the_view_are_the_defaults(void **state)
{
    (void)state;
    const struct probe probes[] = {
        {TYPED_T,
         "mov r1.x, l(1)\nld r0.xyzw, r1.xxxx, t0.xyzw\n",
         typed("r32g32_uint", 2, 3),
         {0x1006, 0x1007, 0, 1},
         -1,
         0},
        {TYPED_T,
         "mov r1.x, l(3)\nld r0.xyzw, r1.xxxx, t0.xyzw\n",
         typed("r32g32_uint", 2, 3),
         {0, 0, 0, 1},
         -1,
         0},
        {TYPED_T,
         "mov r1.x, l(-1)\nld r0.xyzw, r1.xxxx, t0.xyzw\n",
         typed("r32g32b32a32_uint", 0, 3),
         {0, 0, 0, 0},
         -1,
         0},
        {TYPED_T,
         MARK "mov r1.x, l(1)\nld r0.xz, r1.xxxx, t0.yxwz\n",
         typed("r32g32_uint", 2, 3),
         {0x1007, 9, 1, 9},
         -1,
         0},
        {TYPED_U,
         "ld_uav_typed r0.xyzw, l(1,1,1,1), u1.xyzw\n",
         typed("r32_uint", 0, 3),
         {0x1001, 0, 0, 1},
         -1,
         0},
        {TYPED_U,
         "ld_uav_typed r0.xyzw, l(3,3,3,3), u1.xyzw\n",
         typed("r32_uint", 0, 3),
         {0, 0, 0, 1},
         -1,
         0},
        {TYPED_U, "store_uav_typed u1.xyzw, l(1,1,1,1), l(1,2,3,4)\n", typed("r32g32_uint", 1, 2), {0}, 4, 2},
        {TYPED_U,
         "store_uav_typed u1.xyzw, l(2,2,2,2), l(1,2,3,4)\n",
         typed("r32g32_uint", 1, 2),
         {0},
         -1,
         0},
    };
    CHECK_ALL(probes)
}

static void float_texels_default_to_one(void **state)
{
    (void)state;
    const struct probe probe = {"dcl_resource_buffer (float,float,float,float) t0\n",
                                "ld r0.xyzw, l(99,99,99,99), t0.xyzw\n",
                                typed("r32g32_float", 0, 4),
                                {0, 0, 0, 0x3f800000},
                                -1,
                                0};
    check(&probe);
}

static void bufinfo_tells_the_size_of_the_view(void **state)
{
    (void)state;
    const struct probe probes[] = {
        {RAW_T, MARK "bufinfo r0.xz, t0.xyzw\n", VIEW(4, 5), {20, 9, 20, 9}, -1, 0},
        {"dcl_resource_structured t0, 20\n", "bufinfo r0.xy, t0.xyzw\n", VIEW(1, 4), {4, 4, 0, 0}, -1, 0},
        {TYPED_T, "bufinfo r0.x, t0.xyzw\n", typed("r32g32_uint", 2, 7), {7, 0, 0, 0}, -1, 0},
        {RAW_U, "bufinfo r0.x, u1.xyzw\n", VIEW(0, 3), {12, 0, 0, 0}, -1, 0},
    };
    CHECK_ALL(probes)
}

/* ---- nothing bound ---- */

static void unbound_slots_read_zero_and_take_nothing(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(
        &lab, 4,
        "dcl_constantbuffer cb0[2], dynamicIndexed\ndcl_resource_raw t1\ndcl_resource_structured t2, 16\n"
        "dcl_resource_buffer (float,float,float,float) t3\ndcl_uav_raw u2\ndcl_uav_structured u3, 16\n"
        "dcl_uav_typed_buffer (uint,uint,uint,uint) u4\n",
        "mov r0.xyzw, cb0[1].xyzw\nld_raw r1.xyzw, l(0), t1.xyzw\nor r0.xyzw, r0.xyzw, r1.xyzw\n"
        "ld_structured r1.xyzw, l(0), l(0), t2.xyzw\nor r0.xyzw, r0.xyzw, r1.xyzw\n"
        "ld r1.xyzw, l(0,0,0,0), t3.xyzw\nor r0.xyzw, r0.xyzw, r1.xyzw\n"
        "store_raw u2.x, l(0), l(1)\nstore_structured u3.x, l(0), l(0), l(1)\n"
        "store_uav_typed u4.xyzw, l(0,0,0,0), l(1,1,1,1)\nimm_atomic_iadd r1.x, u2, l(0), l(1)\n"
        "imm_atomic_alloc r1.y, u3\nbufinfo r1.z, t1.xyzw\nbufinfo r1.w, t3.xyzw\n"
        "or r0.xyzw, r0.xyzw, r1.xyzw\nor r0.x, r0.x, r0.y\nor r0.x, r0.x, r0.z\nor r0.x, r0.x, r0.w\n"
        "iadd r0.x, r0.x, l(1)\nishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4);
    lab_run(&lab, 1, 1, 1);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(out[i], 1);
    lab_close(&lab);
}

/* ---- constant buffers ---- */

static void constant_buffers_end_with_what_is_bound(void **state)
{
    (void)state;
    struct lab lab;
    static const uint32_t words[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    lab_open_body(
        &lab, 4, "dcl_constantbuffer cb0[8], dynamicIndexed\n",
        "mov r0.x, cb0[vThreadID.x + 0].y\nmov r0.y, cb0[1].w\nmov r0.z, cb0[3].x\niadd r1.x, vThreadID.x, "
        "l(-2)\n"
        "mov r0.w, cb0[r1.x + 1].x\nishl r15.x, vThreadID.x, l(4)\nstore_raw u0.xyzw, r15.x, r0.xyzw\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 16);
    lab_bind(&lab, "cb0", words, 12);
    lab_run(&lab, 1, 1, 1);
    static const uint32_t expected[4][4] = {{2, 8, 0, 0}, {6, 8, 0, 1}, {10, 8, 0, 5}, {0, 8, 0, 9}};
    assert_memory_equal(out, expected, sizeof expected);
    lab_close(&lab);
}

/* ---- SM5.1: ranges of registers ---- */

static void ranges_are_indexed_by_lane(void **state)
{
    (void)state;
    struct lab lab;
    lab_open(&lab, "cs_5_1\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer CB0[3:5][2], "
                   "dynamicIndexed, space=1\n"
                   "dcl_resource_structured T0[2:4], 4, space=0\ndcl_uav_structured U0[0:0], 8, space=0\n"
                   "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 8, 1, 1\n"
                   "ld_structured r0.x, l(1), l(0), T0[vThreadID.x + 0].xxxx\n"
                   "mov r0.y, CB0[vThreadID.x + 0][0].y\n"
                   "store_structured U0[0].xy, vThreadID.x, l(0), r0.xyxx\nret\n");
    static const uint32_t a[4] = {10, 11, 12, 13}, b[4] = {20, 21, 22, 23};
    lab_bind(&lab, "t2", a, 4);
    lab_bind(&lab, "t4", b, 4);
    lab_bind(&lab, "cb3@1", a, 4);
    lab_bind(&lab, "cb5@1", b, 4);
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 16);
    lab_run(&lab, 1, 1, 1);
    static const uint32_t expected[16] = {0, 0, 0, 0, 11, 0, 0, 11, 21, 0, 0, 21};
    assert_memory_equal(out, expected, sizeof expected);
    lab_close(&lab);
}

/* A load's destination may be its own address. */
static void addresses_are_read_before_results_are_written(void **state)
{
    (void)state;
    static const struct probe probe = {RAW_T,      "mov r0.x, l(8)\nld_raw r0.xyzw, r0.x, t0.xyzw\n",
                                       VIEW(0, 8), {0x1002, 0x1003, 0x1004, 0x1005},
                                       -1,         0};
    check(&probe);
}

static void loads_may_end_in_an_array(void **state)
{
    (void)state;
    static const struct probe probe = {
        RAW_T "dcl_indexableTemp x0[4], 4\n",
        "mov r1.x, l(2)\nld_raw x0[r1.x + 0].yz, l(4), t0.xxyx\nld_raw x0[1].x, l(16), t0.xxxx\n"
        "mov r0.xyz, x0[2].xyzx\nmov r0.w, x0[1].x\n",
        VIEW(0, 8),
        {0, 0x1001, 0x1002, 0x1004},
        -1,
        0};
    check(&probe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raw_loads_check_each_word),
        cmocka_unit_test(raw_stores_check_each_word),
        cmocka_unit_test(shared_structures_keep_to_themselves),
        cmocka_unit_test(texels_past_the_view_are_the_defaults),
        cmocka_unit_test(float_texels_default_to_one),
        cmocka_unit_test(bufinfo_tells_the_size_of_the_view),
        cmocka_unit_test(unbound_slots_read_zero_and_take_nothing),
        cmocka_unit_test(constant_buffers_end_with_what_is_bound),
        cmocka_unit_test(ranges_are_indexed_by_lane),
        cmocka_unit_test(addresses_are_read_before_results_are_written),
        cmocka_unit_test(loads_may_end_in_an_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
