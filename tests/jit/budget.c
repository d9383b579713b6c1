/* The budget of compilation: what would take many seconds is left to the interpreter, with the same results. */
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "jit/jit.h"
#include "sm5/sm5.h"
#include "test.h"

enum {
    THREADS = 64,
    SECONDS_MOST = 30 /* on any machine, with sanitizers; without the limit LLVM takes minutes */
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct sm5_program *read_text(struct strbuf *text)
{
    struct sm5_program *program = NULL;
    assert_int_equal(sm5_program_read(text->text, text->length, NULL, &program, NULL), SM5_OK);
    strbuf_free(text);
    return program;
}

static struct sm5_kernel *make_kernel(const struct sm5_program *program, enum sm5_engine engine)
{
    const struct sm5_kernel_options options = {.engine = engine, .no_cache = true};
    struct sm5_kernel *kernel = NULL;
    assert_int_equal(sm5_kernel_new_with(program, &options, &kernel, NULL), SM5_OK);
    return kernel;
}

/* Each instruction takes some 28 of LLVM: above the limit of these, below that of values. */
static void write_atomics(struct strbuf *text, unsigned count)
{
    strbuf_printf(text,
                  "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                  "dcl_thread_group %d, 1, 1\nmov r0.x, vThreadID.x\n",
                  THREADS);
    for (unsigned i = 0; i < count; i++)
        strbuf_printf(text, "imm_atomic_iadd r0.x, u0, vThreadID.xxxx, r0.x\n");
    strbuf_add(text, "ret\n");
}

static enum sm5_status run_limited(const struct sm5_program *program, const struct sm5_kernel *kernel,
                                   double max_seconds, uint32_t words[THREADS])
{
    const struct sm5_dispatch_options dispatch = {
        .groups = {1, 1, 1}, .threads = 1, .max_seconds = max_seconds};
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *out = sm5_buffer_new(4 * THREADS);
    const struct sm5_view view = {.buffer = out};
    struct sm5_slot u0;
    assert_true(bindings && out && sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    enum sm5_status status = sm5_dispatch(kernel, bindings, &dispatch, NULL, NULL);
    memcpy(words, sm5_buffer_data(out), 4 * THREADS);
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    return status;
}

static void run_atomics(const struct sm5_program *program, const struct sm5_kernel *kernel,
                        uint32_t words[THREADS])
{
    assert_int_equal(run_limited(program, kernel, 0, words), SM5_OK);
}

static void too_many_instructions_are_interpreted(void **state)
{
    (void)state;
    uint32_t expected[THREADS], words[THREADS];
    struct strbuf text = {0};
    write_atomics(&text, 20000);
    struct sm5_program *program = read_text(&text);
    struct sm5_kernel *interp = make_kernel(program, SM5_ENGINE_INTERP);
    run_atomics(program, interp, expected);
    double start = seconds();
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_AUTO);
    run_atomics(program, kernel, words);
    assert_memory_equal(words, expected, sizeof words);
    double first = seconds();
    for (int i = 0; i < 20; i++)
        run_atomics(program, kernel, words);
    assert_memory_equal(words, expected, sizeof words);
    assert_true(first - start < SECONDS_MOST);
    assert_true(seconds() - first < SECONDS_MOST); /* the kernel remembers that it cannot be compiled */
    sm5_kernel_free(kernel);
    sm5_kernel_free(interp);
    sm5_program_free(program);
}

/* Refused before it is analysed. */
static void too_many_values_are_interpreted(void **state)
{
    (void)state;
    uint32_t words[THREADS];
    struct strbuf text = {0};
    write_atomics(&text, JIT_MOST_VALUES + 1);
    struct sm5_program *program = read_text(&text);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_AUTO);
    assert_string_equal(sm5_kernel_engine(kernel), "interp");
    run_atomics(program, kernel, words);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

/* Finding the barriers that no warp has to wait at looks at the code up to the next one only. */
static void barriers_take_linear_time(void **state)
{
    (void)state;
    uint32_t words[THREADS];
    struct strbuf text = {0};
    strbuf_printf(&text,
                  "cs_5_0\ndcl_uav_structured u0, 4\ndcl_tgsm_raw g0, 32768\ndcl_thread_group %d, 1, 1\n",
                  THREADS);
    for (int i = 0; i < 200000; i++)
        strbuf_add(&text, "sync_g_t\n");
    strbuf_add(&text, "ret\n");
    struct sm5_program *program = read_text(&text);
    double start = seconds();
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_JIT);
    run_atomics(program, kernel, words);
    assert_true(seconds() - start < SECONDS_MOST);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

static void other_stages_are_interpreted_too(void **state)
{
    (void)state;
    enum { VERTICES = 40 };
    struct strbuf text = {0};
    strbuf_add(&text, "vs_5_0\ndcl_uav_structured u0, 4\ndcl_input v0.x\ndcl_output o0.x\ndcl_temps 1\n"
                      "mov r0.x, v0.x\n");
    for (int i = 0; i < 20000; i++)
        strbuf_printf(&text, "imm_atomic_iadd r0.x, u0, r0.xxxx, v0.x\n");
    strbuf_add(&text, "mov o0.x, v0.x\nret\n");
    struct sm5_program *program = read_text(&text);
    uint32_t words[VERTICES * 4];
    for (uint32_t i = 0; i < VERTICES * 4; i++)
        words[i] = i;
    struct sm5_stage_run run = {.count = VERTICES, .inputs = {words, VERTICES, 1}};
    struct sm5_stage_outputs outputs;
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_AUTO);
    assert_int_equal(sm5_run_stage(kernel, bindings, &run, &outputs, NULL), SM5_OK);
    for (uint32_t i = 0; i < VERTICES; i++)
        assert_int_equal(outputs.outputs.words[i * outputs.outputs.registers * 4], words[4 * i]);
    sm5_stage_outputs_free(&outputs);
    sm5_bindings_free(bindings);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

/* Compiling this takes longer than the limit by the prediction, and running it far less. */
static void compilation_counts_as_time(void **state)
{
    (void)state;
    static const double limit = 2;
    uint32_t expected[THREADS], words[THREADS];
    struct sm5_kernel_info info;
    struct strbuf text = {0};
    write_atomics(&text, 1700);
    struct sm5_program *program = read_text(&text);
    struct sm5_kernel *interp = make_kernel(program, SM5_ENGINE_INTERP);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_AUTO);
    struct sm5_kernel *jit = make_kernel(program, SM5_ENGINE_JIT);
    assert_int_equal(run_limited(program, interp, 0, expected), SM5_OK);
    double start = seconds();
    assert_int_equal(run_limited(program, kernel, limit, words), SM5_OK);
    assert_memory_equal(words, expected, sizeof words);
    assert_int_equal(run_limited(program, kernel, 1e-6, words), SM5_ERR_LIMIT);
    enum sm5_status status = run_limited(program, jit, limit, words); /* stopped at the limit, if at all */
    assert_true(status == SM5_OK || status == SM5_ERR_LIMIT);
    assert_true(seconds() - start < SECONDS_MOST);
    sm5_kernel_info(kernel, &info);
    double before = info.compile_seconds;
    run_atomics(program, kernel, words); /* without a limit it is compiled */
    assert_memory_equal(words, expected, sizeof words);
    sm5_kernel_info(kernel, &info);
    assert_true(info.compile_seconds > before);
    run_atomics(program, jit, words);
    assert_memory_equal(words, expected, sizeof words);
    sm5_kernel_free(jit);
    sm5_kernel_free(kernel);
    sm5_kernel_free(interp);
    sm5_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_instructions_are_interpreted),
        cmocka_unit_test(too_many_values_are_interpreted),
        cmocka_unit_test(barriers_take_linear_time),
        cmocka_unit_test(compilation_counts_as_time),
        cmocka_unit_test(other_stages_are_interpreted_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
