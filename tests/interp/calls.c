/* call, callc, labels, recursion, and fcall through interfaces. */
#include "lab.h"

#define STORE_R0 "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n"

enum { THREADS = 20 };

static void check(const char *body, const uint32_t expected[THREADS])
{
    struct lab lab;
    lab_open_body(&lab, THREADS, "", body);
    const uint32_t *out = lab_bind(&lab, "u0", NULL, THREADS);
    lab_run(&lab, 1, 1, 1);
    assert_memory_equal(out, expected, THREADS * sizeof *out);
    lab_close(&lab);
}

static void ret_in_a_subroutine_returns_to_its_caller(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = i < 5 ? 101 : 111;
    check("call l0\niadd r0.x, r0.x, l(100)\n" STORE_R0
          "label l0\niadd r0.x, r0.x, l(1)\nult r1.x, vThreadID.x, l(5)\nretc_nz r1.x\niadd r0.x, r0.x, "
          "l(10)\nret\n",
          expected);
}

static void callc_calls_for_some_lanes(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = i & 1 ? 2 : 4;
    check("and r1.x, vThreadID.x, l(1)\ncallc_nz r1.x, l3\ncallc_z r1.x, l4\niadd r0.x, r0.x, r0.x\n" STORE_R0
          "label l4\nmov r0.x, l(2)\nret\nlabel l3\nmov r0.x, l(1)\nret\n",
          expected);
}

/* The 33rd call is skipped: 32 return addresses fit (D3D11.3 22.7.10). */
static void calls_nest_32_deep(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = 32;
    check("call l0\n" STORE_R0 "label l0\niadd r0.x, r0.x, l(1)\ncall l0\nret\n", expected);
}

static void subroutines_return_from_inside_blocks(void **state)
{
    (void)state;
    uint32_t expected[THREADS];
    for (uint32_t i = 0; i < THREADS; i++)
        expected[i] = 3 * (i < 6 ? i : 6);
    check("loop\nuge r1.y, r1.x, l(3)\nbreakc_nz r1.y\niadd r1.x, r1.x, l(1)\ncall l0\nendloop\n" STORE_R0
          "label l0\nmov r2.x, l(0)\nloop\nuge r2.y, r2.x, vThreadID.x\nif_nz r2.y\nret\nendif\nuge r2.y, "
          "r2.x, l(6)\n"
          "retc_nz r2.y\niadd r2.x, r2.x, l(1)\niadd r0.x, r0.x, l(1)\nendloop\nret\n",
          expected);
}

/* ---- interfaces ---- */

#define INTERFACES                                                                                           \
    "dcl_constantbuffer cb1[4], dynamicIndexed\ndcl_function_body fb0\ndcl_function_body fb1\n"              \
    "dcl_function_body fb2\ndcl_function_body fb3\ndcl_function_table ft0 = {fb0, fb1}\n"                    \
    "dcl_function_table ft1 = {fb2, fb3}\ndcl_interface_dynamicindexed fp0[3][2] = {ft0, ft1}\n"

#define BODIES                                                                                               \
    "label fb0\nmov r0.x, l(10)\nret\nlabel fb1\nmov r0.x, l(11)\nret\nlabel fb2\nmov r0.x, l(20)\nret\n"    \
    "label fb3\nmov r2.x, this[r1.x + 0].x\nmov r2.y, this[r1.x + 0].y\nmov r0.x, cb[r2.x + 0][r2.y + "      \
    "1].z\nret\n"

static void open_interfaces(struct lab *lab, const char *main, uint32_t **out)
{
    struct strbuf body = {0};
    static const uint32_t constants[16] = {[10] = 77, [14] = 78};
    strbuf_printf(&body, "%s%s%s", main, STORE_R0, BODIES);
    lab_open_body(lab, THREADS, INTERFACES, strbuf_text(&body));
    strbuf_free(&body);
    *out = lab_bind(lab, "u0", NULL, THREADS);
    lab_bind(lab, "cb1", constants, 16);
}

static void bind_class(struct lab *lab, uint32_t element, uint32_t table, uint32_t offset)
{
    const uint32_t instance[4] = {1, offset, 0, 0};
    assert_int_equal(sm5_bind_class(lab->bindings, 0, element, table, instance, lab->diags), SM5_OK);
}

static void fcall_calls_what_is_bound(void **state)
{
    (void)state;
    struct lab lab;
    uint32_t *out;
    open_interfaces(&lab, "fcall fp0[1][1]\n", &out);
    bind_class(&lab, 1, 0, 0);
    lab_run(&lab, 1, 1, 1);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(out[i], 11);
    lab_close(&lab);
}

static void fcall_reaches_a_body_for_each_lane(void **state)
{
    (void)state;
    struct lab lab;
    uint32_t *out;
    static const uint32_t expected[3] = {11, 77, 78};
    open_interfaces(&lab, "udiv null, r1.x, vThreadID.x, l(3)\nfcall fp0[r1.x + 0][1]\n", &out);
    bind_class(&lab, 0, 0, 0);
    bind_class(&lab, 1, 1, 1); /* reads cb1[1 + 1].z */
    bind_class(&lab, 2, 1, 2);
    lab_run(&lab, 1, 1, 1);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(out[i], expected[i % 3]);
    lab_close(&lab);
}

static void fcall_faults_without_a_body(void **state)
{
    (void)state;
    struct lab lab;
    uint32_t *out;
    open_interfaces(&lab, "mov r1.x, vThreadID.x\nfcall fp0[r1.x + 0][0]\n", &out);
    for (uint32_t element = 0; element < 3; element++)
        bind_class(&lab, element, 0, 0);
    assert_int_equal(lab_dispatch(&lab, 1, 1, 1), SM5_ERR_PROGRAM); /* thread 3 is past fp0[3] */
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ret_in_a_subroutine_returns_to_its_caller),
        cmocka_unit_test(callc_calls_for_some_lanes),
        cmocka_unit_test(calls_nest_32_deep),
        cmocka_unit_test(subroutines_return_from_inside_blocks),
        cmocka_unit_test(fcall_calls_what_is_bound),
        cmocka_unit_test(fcall_reaches_a_body_for_each_lane),
        cmocka_unit_test(fcall_faults_without_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
