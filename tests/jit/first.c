/* Ifs for the first threads of a group, which only their warps run: the same as on the interpreter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 100, GROUPS = 3, WORDS = THREADS * GROUPS };

struct lab {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants, *out;
};

static void bind(struct lab *lab, const char *slot, struct sm5_buffer *buffer)
{
    struct sm5_slot at;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(lab->bindings, &at, &view, NULL), SM5_OK);
}

static void open_lab(struct lab *lab, const char *code)
{
    char text[2048];
    snprintf(text, sizeof text,
             "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
             "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_input vThreadGroupID.x\n"
             "dcl_input vThreadIDInGroupFlattened\ndcl_temps 4\ndcl_tgsm_structured g0, 4, %d\n"
             "dcl_thread_group %d, 1, 1\n"
             "iadd r0.x, vThreadID.x, l(1)\nstore_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x\n"
             "sync_g_t\n%s\nsync_g_t\n"
             "ld_structured r0.x, vThreadIDInGroupFlattened.x, l(0), g0.x\n"
             "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n",
             THREADS, THREADS, code);
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &lab->program, NULL), SM5_OK);
    lab->bindings = sm5_bindings_new(lab->program);
    lab->constants = sm5_buffer_new(16);
    lab->out = sm5_buffer_new(4 * WORDS);
    assert_true(lab->bindings && lab->constants && lab->out);
    bind(lab, "cb0", lab->constants);
    bind(lab, "u0", lab->out);
}

static void close_lab(struct lab *lab)
{
    sm5_bindings_free(lab->bindings);
    sm5_buffer_free(lab->constants);
    sm5_buffer_free(lab->out);
    sm5_program_free(lab->program);
}

static void run(struct lab *lab, const struct sm5_kernel_options *options, uint32_t out[WORDS])
{
    const struct sm5_dispatch_options dispatch = {.groups = {GROUPS, 1, 1}, .threads = 1};
    struct sm5_kernel *kernel = NULL;
    memset(sm5_buffer_data(lab->out), 0, 4 * WORDS);
    assert_int_equal(sm5_kernel_new_with(lab->program, options, &kernel, NULL), SM5_OK);
    assert_int_equal(sm5_dispatch(kernel, lab->bindings, &dispatch, NULL, NULL), SM5_OK);
    memcpy(out, sm5_buffer_data(lab->out), 4 * WORDS);
    sm5_kernel_free(kernel);
}

static void compare(const char *code, uint32_t constant)
{
    struct lab lab;
    uint32_t expected[WORDS], got[WORDS];
    const struct sm5_kernel_options interp = {.engine = SM5_ENGINE_INTERP};
    open_lab(&lab, code);
    memcpy(sm5_buffer_data(lab.constants), &constant, sizeof constant);
    run(&lab, &interp, expected);
    __builtin_cpu_init();
    for (uint32_t lanes = 8; lanes <= (__builtin_cpu_supports("avx512f") ? 16 : 8); lanes += 8) {
        const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .lanes = lanes, .no_cache = true};
        run(&lab, &jit, got);
        for (uint32_t i = 0; i < WORDS; i++)
            if (got[i] != expected[i])
                fail_msg("%s\nwith %u, %u lanes: word %u is %u, expected %u", code, constant, lanes, i,
                         got[i], expected[i]);
    }
    close_lab(&lab);
}

/* The body of the if: threads add the value of the thread after the limit. */
#define ADD_NEXT(LIMIT)                                                                                      \
    "iadd r1.x, vThreadIDInGroupFlattened.x, " LIMIT "\nld_structured r1.y, r1.x, l(0), g0.x\n"              \
    "ld_structured r1.z, vThreadIDInGroupFlattened.x, l(0), g0.x\niadd r1.y, r1.y, r1.z\n"                   \
    "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.y\n"

static const uint32_t limits[] = {0, 1, 7, 8, 9, 15, 16, 17, 32, 63, 64, 96, 99, 100, 101, 4096, 0x80000000};

static void limits_that_are_constants(void **state)
{
    (void)state;
    static const char *const tests[] = {"ult r0.y, vThreadIDInGroupFlattened.x, l(%u)",
                                        "ilt r0.y, vThreadIDInGroupFlattened.x, l(%u)",
                                        "ieq r0.y, vThreadIDInGroupFlattened.x, l(%u)"};
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            char test[128], code[1024];
            snprintf(test, sizeof test, tests[t], limits[i]);
            snprintf(code, sizeof code, "%s\nif_nz r0.y\n" ADD_NEXT("l(%u)") "endif", test, limits[i]);
            compare(code, 0);
        }
}

static void limits_that_the_group_agrees_on(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        compare("ult r0.y, vThreadIDInGroupFlattened.x, cb0[0].x\nif_nz r0.y\n" ADD_NEXT("cb0[0].x") "endif",
                limits[i]);
        compare("imul null, r0.z, vThreadGroupID.x, cb0[0].x\n"
                "ult r0.y, vThreadIDInGroupFlattened.x, r0.z\nif_nz r0.y\n" ADD_NEXT("r0.z") "endif",
                limits[i]);
    }
}

/* The sum of a group, as far as powers of two reach. */
static void limits_that_a_loop_halves(void **state)
{
    (void)state;
    static const char tree[] = "mov r0.z, cb0[0].x\nloop\nieq r0.y, r0.z, l(0)\nbreakc_nz r0.y\n"
                               "ult r0.y, vThreadIDInGroupFlattened.x, r0.z\nif_nz r0.y\n" ADD_NEXT(
                                   "r0.z") "endif\nsync_g_t\nushr r0.z, r0.z, l(1)\nendloop";
    for (uint32_t first = 1; first <= 64; first *= 2)
        compare(tree, first);
}

/* Code between the barrier and the if, a condition with a second use, and skipped threads. */
static void what_stands_round_them(void **state)
{
    (void)state;
    compare("ult r0.y, vThreadIDInGroupFlattened.x, l(20)\nif_nz r0.y\n" ADD_NEXT(
                "l(20)") "endif\nsync_g_t\nif_nz r0.y\n" ADD_NEXT("l(20)") "endif",
            0);
    compare("ult r0.y, vThreadIDInGroupFlattened.x, cb0[0].x\nif_nz r0.y\n" ADD_NEXT(
                "l(20)") "endif\nsync_g_t\nif_z r0.y\nstore_structured g0.x, vThreadIDInGroupFlattened.x, "
                         "l(0), l(5)\nendif",
            33);
    compare("iadd r2.x, vThreadID.x, l(9)\nult r0.y, vThreadIDInGroupFlattened.x, cb0[0].x\nif_nz r0.y\n"
            "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r2.x\nendif",
            50);
    compare("ult r0.y, vThreadIDInGroupFlattened.x, cb0[0].x\nif_nz r0.y\n" ADD_NEXT(
                "l(1)") "else\nstore_structured g0.x, vThreadIDInGroupFlattened.x, l(0), l(3)\nendif",
            50);
    compare("ult r0.y, vThreadIDInGroupFlattened.x, cb0[0].x\nif_nz r0.y\n" ADD_NEXT(
                "l(40)") "ult r0.y, vThreadIDInGroupFlattened.x, l(3)\nif_nz r0.y\nret\nendif\nendif",
            30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_that_are_constants),
        cmocka_unit_test(limits_that_the_group_agrees_on),
        cmocka_unit_test(limits_that_a_loop_halves),
        cmocka_unit_test(what_stands_round_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
