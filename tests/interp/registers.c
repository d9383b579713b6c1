/* Operands: register files, indices, swizzles that overlap, modifiers, system values. */
#include "lab.h"

enum { THREADS = 24, WORDS = 4 * THREADS };

#define STORE_R0 "ishl r15.x, vThreadID.x, l(4)\nstore_raw u0.xyzw, r15.x, r0.xyzw\nret\n"

static void run(const char *declarations, const char *body, uint32_t out[THREADS][4])
{
    struct lab lab;
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s", body, STORE_R0);
    lab_open_body(&lab, THREADS, declarations, strbuf_text(&text));
    const uint32_t *data = lab_bind(&lab, "u0", NULL, WORDS);
    lab_run(&lab, 1, 1, 1);
    memcpy(out, data, WORDS * sizeof *data);
    lab_close(&lab);
    strbuf_free(&text);
}

/* Every thread must give the same four words. */
static void check(const char *declarations, const char *body, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    uint32_t out[THREADS][4];
    run(declarations, body, out);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(out[i][0], x);
        assert_int_equal(out[i][1], y);
        assert_int_equal(out[i][2], z);
        assert_int_equal(out[i][3], w);
    }
}

static void sources_are_read_before_results_are_written(void **state)
{
    (void)state;
    check("", "mov r0.xyzw, l(1,2,3,4)\nmov r0.xyzw, r0.wxyz\n", 4, 1, 2, 3);
    check("", "mov r0.xyzw, l(1,2,3,4)\niadd r0.xy, r0.yxyy, r0.yyyy\n", 4, 3, 3, 4);
    check("", "mov r0.xyzw, l(1,2,3,4)\nswapc r0.xy, r0.zw, l(1,0,1,0), r0.xyxy, r0.zwzw\n", 3, 2, 1, 4);
    check("", "mov r0.xyzw, l(7,3,0,0)\nudiv r0.x, r0.y, r0.x, r0.y\n", 2, 1, 0, 0);
    check("", "mov r0.xyzw, l(2,3,4,5)\numul r0.y, r0.x, r0.x, r0.y\n", 6, 0, 4, 5);
}

static void dot_products_may_overwrite_their_sources(void **state)
{
    (void)state;
    check("", "mov r0.xyzw, l(1.0,2.0,3.0,4.0)\ndp4 r0.xyz, r0.xyzw, r0.xyzw\n", 0x41f00000, 0x41f00000,
          0x41f00000, 0x40800000);
    check("", "mov r0.xyzw, l(0.5,0.25,0,0)\ndp2_sat r0.x, r0.xxxx, l(4.0,4.0,0,0)\n", 0x3f800000, 0x3e800000,
          0, 0);
}

static void null_discards_results(void **state)
{
    (void)state;
    check("", "mov r1.x, l(17)\nudiv null, r0.x, r1.x, l(5)\nudiv r0.y, null, r1.x, l(5)\n", 2, 3, 0, 0);
    check("", "sincos null, r0.x, l(0)\nimul null, r0.y, l(3), l(-4)\n", 0x3f800000, (uint32_t)-12, 0, 0);
}

static void saturation_and_modifiers_follow_the_type(void **state)
{
    (void)state;
    check("", "mov r1.xyzw, l(0.5,-2.0,3.0,0x7fc00001)\nmov_sat r0.xyzw, r1.xyzw\n", 0x3f000000, 0,
          0x3f800000, 0);
    check("", "mov r1.xyzw, l(1.0,-2.0,0x00000001,0x7f800001)\nmov r0.xyzw, -r1.xyzw\n", 0xbf800000,
          0x40000000, 0x80000000, 0x7fc00000);
    check("", "mov r1.xyzw, l(1.0,-2.0,0x00000001,0x7f800001)\nmov r0.xyzw, r1.xyzw\n", 0x3f800000,
          0xc0000000, 1, 0x7f800001);
    check("", "mov r1.xy, l(5,-7,0,0)\niadd r0.xy, -r1.xyxx, l(1,1,0,0)\n", (uint32_t)-4, 8, 0, 0);
    check("", "mov r1.xy, l(-1.5,2.0,0,0)\nadd r0.xyz, |r1.xyxx|, -|r1.yxyy|\n", 0xbf000000, 0x3f000000,
          0xbf000000, 0);
    check("", "add_sat r0.xy, l(0.75,-3.0,0,0), l(0.75,1.0,0,0)\n", 0x3f800000, 0, 0, 0);
}

static void arrays_are_indexed_by_lane(void **state)
{
    (void)state;
    uint32_t out[THREADS][4];
    run("dcl_indexableTemp x0[8], 4\n",
        "and r1.x, vThreadID.x, l(7)\nmov x0[r1.x + 0].xy, vThreadID.xxxx\nmov x0[3].z, l(9)\n"
        "mov r0.xy, x0[r1.x + 0].xyxx\nmov r0.z, x0[r1.x + 0].z\niadd r1.y, r1.x, l(-1)\nmov r0.w, x0[r1.y + "
        "1].y\n",
        out);
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(out[i][0], i);
        assert_int_equal(out[i][1], i);
        assert_int_equal(out[i][2], (i & 7) == 3 ? 9 : 0);
        assert_int_equal(out[i][3], i); /* (i & 7) - 1 + 1, mod 2^32 */
    }
}

static void arrays_end_where_they_are_declared(void **state)
{
    (void)state;
    check("dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x1[4], 4\n",
          "mov x1[0].x, l(5)\nmov r1.x, l(4)\nmov x0[r1.x + 0].xyzw, l(7,7,7,7)\nmov r0.x, x0[r1.x + 0].x\n"
          "mov r0.y, x1[0].x\nmov r1.x, l(-1)\nmov x1[r1.x + 0].xyzw, l(8,8,8,8)\nmov r0.z, x0[3].x\n"
          "mov r0.w, x1[r1.x + 0].x\n",
          0, 5, 0, 0);
}

static void an_array_element_may_be_an_index(void **state)
{
    (void)state;
    check("dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x1[2], 4\n",
          "mov x1[1].x, l(2)\nmov x0[3].y, l(42)\nmov r0.x, x0[x1[1].x + 1].y\n", 42, 0, 0, 0);
}

/* The destination's index is what it was before the instruction. */
static void an_instruction_may_overwrite_its_index(void **state)
{
    (void)state;
    check("dcl_indexableTemp x0[4], 4\n",
          "mov r1.x, l(2)\nswapc r1.x, x0[r1.x + 0].x, l(1), l(3), l(1)\nmov r0.x, r1.x\nmov r0.y, x0[2].x\n",
          1, 3, 0, 0);
}

static void the_immediate_constant_buffer_reads_as_one(void **state)
{
    (void)state;
    uint32_t out[THREADS][4];
    run("dcl_immediateConstantBuffer { { 1, 2, 3, 4},\n{ 5, 6, 7, 8} }\n",
        "mov r0.x, icb[vThreadID.x + 0].y\nmov r0.y, icb[1].z\n", out);
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(out[i][0], i == 0 ? 2 : i == 1 ? 6 : 0);
        assert_int_equal(out[i][1], 7);
    }
}

static void registers_start_as_zeros_in_every_group(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, THREADS, "dcl_indexableTemp x0[2], 4\n",
                  "mov r0.x, x0[1].x\niadd r0.x, r0.x, r1.x\nmov x0[1].x, l(3)\nmov r1.x, l(4)\n"
                  "if_nz r2.x\nmov r0.x, l(100)\nendif\nmov r2.x, l(1)\n"
                  "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 3 * THREADS);
    lab_run(&lab, 3, 1, 1);
    for (unsigned i = 0; i < 3 * THREADS; i++)
        assert_int_equal(out[i], 0);
    lab_close(&lab);
}

/* A group does not see register values of the previous one. */
static void registers_written_in_one_branch_are_zero_in_the_other(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(
        &lab, THREADS, "dcl_input vThreadGroupID.xyz\n",
        "iadd r3.x, vThreadID.x, vThreadGroupID.x\nand r3.x, r3.x, l(1)\n"
        "if_nz r3.x\nmov r1.x, l(5)\nmov r2.x, l(6)\nelse\niadd r0.x, r0.x, r1.x\nendif\n"
        "if_z r3.x\niadd r0.x, r0.x, r2.x\nendif\nif_nz r3.x\nmov r5.x, l(8)\nendif\niadd r0.x, r0.x, r5.x\n"
        "switch r3.x\ncase l(0)\nmov r4.x, l(7)\nbreak\ncase l(1)\niadd r0.x, r0.x, r4.x\nbreak\nendswitch\n"
        "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4 * THREADS);
    lab_run(&lab, 4, 1, 1);
    for (unsigned i = 0; i < 4 * THREADS; i++)
        assert_int_equal(out[i], (i + i / THREADS) & 1 ? 8 : 0);
    lab_close(&lab);
}

static void arrays_start_as_zeros_in_every_group(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(
        &lab, THREADS, "dcl_indexableTemp x0[4], 4\n",
        "and r1.x, vThreadID.x, l(3)\nmov r0.x, x0[r1.x + 0].x\nmov x0[0].x, l(1)\nmov x0[1].x, l(2)\n"
        "mov x0[2].x, l(3)\nmov x0[3].x, l(4)\nishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\n"
        "ret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 3 * THREADS);
    lab_run(&lab, 3, 1, 1);
    for (unsigned i = 0; i < 3 * THREADS; i++)
        assert_int_equal(out[i], 0);
    lab_close(&lab);
}

static void inactive_lanes_keep_their_arrays(void **state)
{
    (void)state;
    uint32_t out[THREADS][4];
    run("dcl_indexableTemp x0[4], 4\n",
        "and r1.xy, vThreadID.xxxx, l(3,1,0,0)\nmov x0[0].x, l(5)\nmov x0[1].x, l(5)\nmov x0[2].x, l(5)\nmov "
        "x0[3].x, l(5)\nif_nz r1.y\nmov x0[r1.x + 0].x, "
        "l(6)\nendif\n"
        "mov r0.x, x0[r1.x + 0].x\n",
        out);
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(out[i][0], i & 1 ? 6 : 5);
}

static void undeclared_registers_read_zero(void **state)
{
    (void)state;
    check("", "mov r200.x, l(5)\nmov r0.x, r200.x\nmov r0.y, l(1)\n", 0, 1, 0, 0);
}

static void more_immediates_than_the_pool_holds(void **state)
{
    (void)state;
    struct strbuf body = {0};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 700; i++) {
        strbuf_printf(&body, "iadd r0.x, r0.x, l(%u)\n", i * 77777);
        sum += i * 77777;
    }
    check("", strbuf_text(&body), sum, 0, 0, 0);
    strbuf_free(&body);
}

static void system_values_say_where_a_thread_is(void **state)
{
    (void)state;
    struct lab lab;
    lab_open(
        &lab,
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 40\ndcl_input vThreadID.xyz\n"
        "dcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroup.xyz\ndcl_input vThreadIDInGroupFlattened\n"
        "dcl_temps 2\ndcl_thread_group 3, 2, 4\n"
        "imad r0.x, vThreadGroupID.z, l(2), vThreadGroupID.y\nimad r0.x, r0.x, l(2), vThreadGroupID.x\n"
        "imad r0.x, r0.x, l(24), vThreadIDInGroupFlattened.x\n"
        "store_structured u0.xyz, r0.x, l(0), vThreadID.xyzx\n"
        "store_structured u0.xyz, r0.x, l(12), vThreadGroupID.xyzx\n"
        "store_structured u0.xyz, r0.x, l(24), vThreadIDInGroup.xyzx\n"
        "store_structured u0.x, r0.x, l(36), vThreadIDInGroupFlattened.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 8 * 24 * 10);
    lab_run(&lab, 2, 2, 2);
    for (uint32_t i = 0; i < 8 * 24; i++) {
        uint32_t group = i / 24, flat = i % 24;
        const uint32_t at[3] = {group % 2, group / 2 % 2, group / 4},
                       in[3] = {flat % 3, flat / 3 % 2, flat / 6};
        static const uint32_t size[3] = {3, 2, 4};
        for (unsigned axis = 0; axis < 3; axis++) {
            assert_int_equal(out[10 * i + axis], at[axis] * size[axis] + in[axis]);
            assert_int_equal(out[10 * i + 3 + axis], at[axis]);
            assert_int_equal(out[10 * i + 6 + axis], in[axis]);
        }
        assert_int_equal(out[10 * i + 9], flat);
    }
    lab_close(&lab);
}

static void the_cycle_counter_counts(void **state)
{
    (void)state;
    check("dcl_input vCycleCounter.xy\n",
          "mov r1.xy, vCycleCounter.xyxx\nmov r2.xy, vCycleCounter.xyxx\nusubb r3.x, r4.x, r2.x, r1.x\n"
          "iadd r3.y, r2.y, -r1.y\niadd r3.y, r3.y, -r4.x\nilt r0.x, r3.y, l(0)\n",
          0, 0, 0, 0);
}

static void everything_is_mapped(void **state)
{
    (void)state;
    check("dcl_resource_raw t0\n",
          "ld_raw_s r1.x, r2.x, l(0), t0.xxxx\ncheck_access_fully_mapped r0.x, r2.x\n"
          "ld_raw_s r1.x, null, l(0), t0.xxxx\n",
          0xffffffff, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_read_before_results_are_written),
        cmocka_unit_test(dot_products_may_overwrite_their_sources),
        cmocka_unit_test(null_discards_results),
        cmocka_unit_test(saturation_and_modifiers_follow_the_type),
        cmocka_unit_test(arrays_are_indexed_by_lane),
        cmocka_unit_test(arrays_end_where_they_are_declared),
        cmocka_unit_test(an_array_element_may_be_an_index),
        cmocka_unit_test(an_instruction_may_overwrite_its_index),
        cmocka_unit_test(the_immediate_constant_buffer_reads_as_one),
        cmocka_unit_test(registers_start_as_zeros_in_every_group),
        cmocka_unit_test(registers_written_in_one_branch_are_zero_in_the_other),
        cmocka_unit_test(arrays_start_as_zeros_in_every_group),
        cmocka_unit_test(inactive_lanes_keep_their_arrays),
        cmocka_unit_test(undeclared_registers_read_zero),
        cmocka_unit_test(more_immediates_than_the_pool_holds),
        cmocka_unit_test(system_values_say_where_a_thread_is),
        cmocka_unit_test(the_cycle_counter_counts),
        cmocka_unit_test(everything_is_mapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
