/* Doubles in pairs of components, and the processor's float state around everything. */
#include <fenv.h>

#include "lab.h"

enum { THREADS = 20 };

#define STORE_R0 "ishl r15.x, vThreadID.x, l(4)\nstore_raw u0.xyzw, r15.x, r0.xyzw\nret\n"

/* Every thread gives the same two doubles, or words. */
static void check(const char *body, uint64_t xy, uint64_t zw)
{
    struct lab lab;
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s", body, STORE_R0);
    lab_open_body(&lab, THREADS, "", strbuf_text(&text));
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4 * THREADS);
    lab_run(&lab, 1, 1, 1);
    for (unsigned i = 0; i < THREADS; i++) {
        uint64_t got[2] = {load_u64(&out[4 * i]), load_u64(&out[4 * i + 2])};
        if (got[0] != xy || got[1] != zw)
            fail_msg("%s: %016llx %016llx, expected %016llx %016llx", body, (unsigned long long)got[0],
                     (unsigned long long)got[1], (unsigned long long)xy, (unsigned long long)zw);
    }
    lab_close(&lab);
    strbuf_free(&text);
}

#define ONE   0x3ff0000000000000u
#define TWO   0x4000000000000000u
#define THREE 0x4008000000000000u

static void pairs_follow_mask_and_swizzle(void **state)
{
    (void)state;
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndadd r0.xyzw, r1.xyzw, r1.xyxy\n", TWO, THREE);
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndadd r0.zw, r1.xyxy, r1.xyzw\n", 0, THREE);
    check("mov r0.xyzw, l(0,0x3ff00000,0,0x40000000)\ndmov r0.xyzw, r0.zwxy\n", TWO, ONE);
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndfma r0.xy, r1.zwzw, r1.xyxy, r1.xyxy\n", THREE, 0);
}

static void conditions_choose_pairs(void **state)
{
    (void)state;
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndmovc r0.xyzw, l(1,0,0,0), r1.xyzw, r1.zwxy\n", ONE,
          ONE);
}

static void results_go_to_the_first_and_second_component(void **state)
{
    (void)state;
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndlt r0.yw, r1.xyzw, r1.zwxy\n", 0xffffffff00000000u, 0);
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndtof r0.xy, r1.zwxy\n", 0x3f80000040000000u, 0);
    check("mov r1.xyzw, l(0,0x3ff00000,0,0x40000000)\ndtou r0.z, r1.zwxy\n", 0, 2);
}

static void words_widen_from_x_and_y(void **state)
{
    (void)state;
    check("ftod r0.xyzw, l(1.0,2.0,0,0)\n", ONE, TWO);
    check("mov r1.xy, l(3,1,0,0)\nitod r0.zw, r1.xyxx\n", 0, ONE);
    check("utod r0.xy, l(3,1,0,0)\n", THREE, 0);
}

static void modifiers_and_saturation(void **state)
{
    (void)state;
    check("mov r1.xyzw, l(0,0x3ff00000,0,0xc0000000)\ndadd r0.xyzw, -r1.xyxy, |r1.zwzw|\n", ONE, ONE);
    check("mov r1.xyzw, l(0,0x40080000,0,0xc0000000)\ndmov_sat r0.xyzw, r1.xyzw\n", ONE, 0);
    check("mov r0.xyzw, l(0,0x40080000,0,0xc0000000)\ndadd_sat r0.xyzw, r0.zwxy, l(0,0,0,0)\n", 0, ONE);
}

static void denormals_of_doubles_stay_and_nans_are_one(void **state)
{
    (void)state;
    check("mov r1.xy, l(1,0,0,0)\ndadd r0.xy, r1.xyxy, r1.xyxy\ndmul r0.zw, r1.xyxy, "
          "l(0,0x3ff00000,0,0x3ff00000)\n",
          2, 1);
    check("dadd r0.xy, l(0,0x7ff00000,0,0x7ff00000), l(0,0xfff00000,0,0xfff00000)\n", 0x7ff8000000000000u, 0);
    check("mov r1.xy, l(7,0x7ff00000,0,0)\ndmov r0.xy, r1.xyxy\ndmov r0.zw, -r1.xyxy\n", 0x7ff0000000000007u,
          0x7ff8000000000000u);
}

/* Between doubles, float32 flushes again. */
static void float_denormals_flush_round_doubles(void **state)
{
    (void)state;
    check("mov r1.xy, l(1,0,0,0)\nadd r0.z, r1.x, r1.x\ndadd r0.xy, r1.xyxy, r1.xyxy\nadd r0.w, r1.x, r1.x\n",
          2, 0);
    check("mul r0.x, l(0x00800000), l(0.5)\nmul r0.y, l(0x80800000), l(0.5)\n", 0x8000000000000000u, 0);
}

static void the_callers_float_state_comes_back(void **state)
{
    (void)state;
    int before = fegetround();
    assert_false(fesetround(FE_TOWARDZERO)); /* nothing that the interpreter uses */
    check("mov r1.xy, l(1,0,0,0)\ndadd r0.xy, r1.xyxy, r1.xyxy\n", 2, 0);
    check("add r0.x, l(1.0), l(0x33800001)\n", 0x3f800001, 0); /* to nearest all the same */
    int after = fegetround();
    fesetround(before);
    assert_int_equal(after, FE_TOWARDZERO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_follow_mask_and_swizzle),
        cmocka_unit_test(conditions_choose_pairs),
        cmocka_unit_test(results_go_to_the_first_and_second_component),
        cmocka_unit_test(words_widen_from_x_and_y),
        cmocka_unit_test(modifiers_and_saturation),
        cmocka_unit_test(denormals_of_doubles_stay_and_nans_are_one),
        cmocka_unit_test(float_denormals_flush_round_doubles),
        cmocka_unit_test(the_callers_float_state_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
