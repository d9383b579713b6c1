/* A large kernel runs on quick code first, and on better code once that has run for a while: same results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

enum { STEPS = 1500, THREADS = 64, GROUPS = 16, WORDS = 4 * THREADS * GROUPS, DISPATCHES = 20000 };

struct lab {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants, *out;
};

static void write_program(struct strbuf *text)
{
    strbuf_printf(text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
                  "dcl_uav_structured u0, 16\ndcl_input vThreadID.x\ndcl_temps 4\n"
                  "dcl_thread_group %d, 1, 1\nutof r0.xyzw, vThreadID.xxxx\nmov r1.xyzw, cb0[0].xyzw\n"
                  "mov r2.x, l(0)\nloop\nuge r2.y, r2.x, cb0[0].x\nbreakc_nz r2.y\n",
                  THREADS);
    for (int i = 0; i < STEPS; i++)
        strbuf_printf(text, i % 3 ? "add r%d.xyzw, r0.yzwx, r1.wxzy\n" : "mul r%d.xyzw, r0.wyxz, r1.yzxw\n",
                      i % 2);
    strbuf_add(text, "iadd r2.x, r2.x, l(1)\nendloop\n"
                     "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n");
}

static void bind(struct lab *lab, const char *slot, struct sm5_buffer *buffer)
{
    struct sm5_slot at;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(lab->bindings, &at, &view, NULL), SM5_OK);
}

static void open_lab(struct lab *lab)
{
    const uint32_t constants[4] = {20, 0x3f000000, 0xbf400000, 0x3f100000};
    struct strbuf text = {0};
    write_program(&text);
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

static void replaces_quick_code(void **state)
{
    (void)state;
    struct lab lab;
    struct sm5_kernel *kernel = NULL;
    struct sm5_kernel_info first, last;
    static uint32_t expected[WORDS];
    const struct sm5_kernel_options interp = {.engine = SM5_ENGINE_INTERP};
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    open_lab(&lab);
    assert_int_equal(sm5_kernel_new_with(lab.program, &interp, &kernel, NULL), SM5_OK);
    run(&lab, kernel);
    memcpy(expected, sm5_buffer_data(lab.out), sizeof expected);
    sm5_kernel_free(kernel);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    run(&lab, kernel);
    assert_memory_equal(sm5_buffer_data(lab.out), expected, sizeof expected);
    sm5_kernel_info(kernel, &first);
    last = first;
    for (int i = 0; i < DISPATCHES && last.compile_seconds == first.compile_seconds; i++) {
        run(&lab, kernel);
        assert_memory_equal(sm5_buffer_data(lab.out), expected, sizeof expected);
        sm5_kernel_info(kernel, &last);
    }
    assert_true(last.compile_seconds > first.compile_seconds);
    run(&lab, kernel);
    assert_memory_equal(sm5_buffer_data(lab.out), expected, sizeof expected);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(replaces_quick_code)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
