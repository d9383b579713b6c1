/* A large kernel runs on quick code first, and on better code once that has run for a while, as does its special code: same
   results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

/* A quarter of the time that the long program's quick code takes to make is several times 20 ms. */
enum {
    STEPS = 1500,
    LONG_STEPS = 300,
    THREADS = 64,
    GROUPS = 16,
    WORDS = 4 * THREADS * GROUPS,
    DISPATCHES = 20000,
    REST = 200
};

struct lab {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants, *out;
};

/* `is_long`: with operations that take long to compile. `is_tested`: with a test that the constants decide for all groups, so that there is special code. */
static void write_program(bool is_tested, bool is_long, struct strbuf *text)
{
    strbuf_printf(text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
                  "dcl_uav_structured u0, 16\ndcl_input vThreadID.x\ndcl_temps 4\n"
                  "dcl_thread_group %d, 1, 1\nutof r0.xyzw, vThreadID.xxxx\nmov r1.xyzw, cb0[0].xyzw\n"
                  "mov r2.x, l(0)\nloop\nuge r2.y, r2.x, cb0[0].x\nbreakc_nz r2.y\n",
                  THREADS);
    for (int i = 0; i < STEPS && !is_long; i++)
        strbuf_printf(text, i % 3 ? "add r%d.xyzw, r0.yzwx, r1.wxzy\n" : "mul r%d.xyzw, r0.wyxz, r1.yzxw\n",
                      i % 2);
    for (int i = 0; i < LONG_STEPS && is_long; i++)
        strbuf_printf(text, "bfi r%d.xyzw, r0.yzwx, r1.yzwx, r0.yzwx, r1.wxzy\n", i % 2);
    strbuf_add(text, "iadd r2.x, r2.x, l(1)\nendloop\n");
    if (is_tested)
        strbuf_add(text, "ult r2.x, vThreadID.x, cb0[0].y\nif_z r2.x\nmov r0.x, l(7)\nendif\n");
    strbuf_add(text, "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n");
}

static void bind(struct lab *lab, const char *slot, struct sm5_buffer *buffer)
{
    struct sm5_slot at;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(lab->bindings, &at, &view, NULL), SM5_OK);
}

static void open_lab(struct lab *lab, bool is_tested, bool is_long)
{
    const uint32_t constants[4] = {20, 0x3f000000, 0xbf400000, 0x3f100000};
    struct strbuf text = {0};
    write_program(is_tested, is_long, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &lab->program, NULL), SM5_OK);
    strbuf_free(&text);
    lab->bindings = sm5_bindings_new(lab->program);
    lab->constants = sm5_buffer_new(sizeof constants);
    lab->out = sm5_buffer_new(4 * WORDS);
    assert_true(lab->bindings && lab->constants && lab->out);
    memcpy(sm5_buffer_data(lab->constants), constants, sizeof constants);
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

static void run(const struct lab *lab, const struct sm5_kernel *kernel)
{
    const struct sm5_dispatch_options dispatch = {.groups = {GROUPS, 1, 1}, .threads = 2};
    memset(sm5_buffer_data(lab->out), 0, 4 * WORDS);
    assert_int_equal(sm5_dispatch(kernel, lab->bindings, &dispatch, NULL, NULL), SM5_OK);
}

/* Runs until the kernel has been compiled in so many more dispatches; in the dispatches after them it is not compiled. */
static void run_until_compiled(const struct lab *lab, const struct sm5_kernel *kernel,
                               const uint32_t *expected, int times)
{
    struct sm5_kernel_info before, now;
    for (int i = 0; i < DISPATCHES && times; i++) {
        sm5_kernel_info(kernel, &before);
        run(lab, kernel);
        assert_memory_equal(sm5_buffer_data(lab->out), expected, 4 * WORDS);
        sm5_kernel_info(kernel, &now);
        times -= now.compile_seconds > before.compile_seconds;
    }
    assert_int_equal(times, 0);
    sm5_kernel_info(kernel, &before);
    for (int i = 0; i < REST; i++)
        run(lab, kernel);
    assert_memory_equal(sm5_buffer_data(lab->out), expected, 4 * WORDS);
    sm5_kernel_info(kernel, &now);
    assert_true(now.compile_seconds == before.compile_seconds);
}

/* `compilations`: dispatches with some, after the first. */
static void test_quick(bool is_tested, int compilations)
{
    struct lab lab;
    struct sm5_kernel *kernel = NULL;
    static uint32_t expected[WORDS];
    const struct sm5_kernel_options interp = {.engine = SM5_ENGINE_INTERP};
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    open_lab(&lab, is_tested, false);
    assert_int_equal(sm5_kernel_new_with(lab.program, &interp, &kernel, NULL), SM5_OK);
    run(&lab, kernel);
    memcpy(expected, sm5_buffer_data(lab.out), sizeof expected);
    sm5_kernel_free(kernel);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    run(&lab, kernel);
    assert_memory_equal(sm5_buffer_data(lab.out), expected, sizeof expected);
    run_until_compiled(&lab, kernel, expected, compilations);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

static void replaces_quick_code(void **state)
{
    (void)state;
    test_quick(false, 1);
}

/* Quick special code in one dispatch, better special code in another. It runs all groups: the general code remains quick. */
static void replaces_quick_special_code(void **state)
{
    (void)state;
    test_quick(true, 2);
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* What runs for a much shorter time than compilation takes is better off with quick code. Both threads' time counts. */
static void waits_for_a_quarter_of_what_quick_code_took(void **state)
{
    (void)state;
    struct lab lab;
    struct sm5_kernel *kernel = NULL;
    struct sm5_kernel_info first, last;
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    open_lab(&lab, false, true);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    run(&lab, kernel);
    sm5_kernel_info(kernel, &first);
    double start = now(), before = start;
    last = first;
    for (int i = 0; i < DISPATCHES && last.compile_seconds == first.compile_seconds; i++) {
        before = now();
        run(&lab, kernel);
        sm5_kernel_info(kernel, &last);
    }
    assert_true(4 * 2 * (before - start) > 0.8 * first.compile_seconds);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(replaces_quick_code),
                                       cmocka_unit_test(replaces_quick_special_code),
                                       cmocka_unit_test(waits_for_a_quarter_of_what_quick_code_took)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
