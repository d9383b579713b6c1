/* Kernels that several threads dispatch for the first time at once, with sizes and constants for which the JIT has different
   code: merged groups, clipped ones, groups as declared, and threads in and without an order. The results are the
   interpreter's. ThreadSanitizer finds what races (make tsan). */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 4, ROUNDS = 6, WORDS = 1 << 15, PROGRAMS = 2 };

/* cb0[0]: the length of a row, and a limit. */
static const char *const bodies[PROGRAMS] = {
    "dcl_thread_group 4, 4, 1\nimad r0.x, vThreadID.y, cb0[0].x, vThreadID.x\nimad r0.y, r0.x, l(3), l(7)\n"
    "store_structured u0.x, r0.x, l(0), r0.y\nret\n",
    "dcl_thread_group 64, 1, 1\nmov r0.y, l(0)\nloop\nuge r0.z, r0.y, cb0[0].y\nbreakc_nz r0.z\n"
    "imad r0.x, r0.y, cb0[0].x, vThreadID.x\nimad r0.w, r0.y, l(100), vThreadID.x\n"
    "store_structured u0.x, r0.x, l(0), r0.w\niadd r0.y, r0.y, l(1)\nendloop\nret\n",
};

struct variant {
    unsigned program;
    uint32_t groups[3], constants[2];
};

static const struct variant variants[] = {
    {0, {1, 1, 1}, {4, 0}},   {0, {9, 20, 1}, {36, 0}}, {0, {16, 16, 1}, {64, 0}}, {0, {37, 40, 1}, {148, 0}},
    {1, {1, 1, 1}, {64, 20}}, {1, {1, 1, 1}, {40, 20}}, {1, {1, 1, 1}, {100, 20}},
};

enum { VARIANTS = BASE_COUNT(variants) };

static struct sm5_program *programs[PROGRAMS];
static uint32_t *expected[VARIANTS];

static void bind(struct sm5_bindings *bindings, const char *at, struct sm5_buffer *buffer)
{
    struct sm5_slot slot;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse(at, &slot));
    assert_int_equal(sm5_bind(bindings, &slot, &view, NULL), SM5_OK);
}

static void dispatch(const struct sm5_kernel *kernel, const struct variant *v, uint32_t *out)
{
    const struct sm5_dispatch_options options = {.groups = {v->groups[0], v->groups[1], v->groups[2]},
                                                 .threads = 2};
    struct sm5_bindings *bindings = sm5_bindings_new(programs[v->program]);
    struct sm5_buffer *words = sm5_buffer_new(4 * WORDS), *constants = sm5_buffer_new(16);
    assert_true(bindings && words && constants);
    memcpy(sm5_buffer_data(constants), v->constants, sizeof v->constants);
    bind(bindings, "u0", words);
    bind(bindings, "cb0", constants);
    assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    memcpy(out, sm5_buffer_data(words), 4 * WORDS);
    sm5_bindings_free(bindings);
    sm5_buffer_free(words);
    sm5_buffer_free(constants);
}

/* NULL: there is no JIT here. */
static struct sm5_kernel *make_kernel(unsigned program)
{
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = sm5_kernel_new_with(programs[program], &options, &kernel, NULL);
    assert_true(status == SM5_OK || status == SM5_ERR_SUPPORT);
    return kernel;
}

struct caller {
    struct sm5_kernel **kernels;
    pthread_barrier_t *start;
    unsigned first; /* variant */
    bool differs;
};

static void *call(void *argument)
{
    struct caller *caller = argument;
    uint32_t *out = malloc(4 * WORDS);
    pthread_barrier_wait(caller->start);
    for (unsigned i = 0; i < VARIANTS; i++) {
        unsigned at = (caller->first + i) % VARIANTS;
        dispatch(caller->kernels[variants[at].program], &variants[at], out);
        caller->differs |= memcmp(out, expected[at], 4 * WORDS) != 0;
    }
    free(out);
    return NULL;
}

static void run_round(unsigned first)
{
    struct sm5_kernel *kernels[PROGRAMS];
    struct caller callers[THREADS];
    pthread_barrier_t start;
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < PROGRAMS; i++)
        kernels[i] = make_kernel(i);
    if (!kernels[0])
        skip();
    pthread_barrier_init(&start, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++) {
        callers[i] = (struct caller){kernels, &start, first + i / 2, false};
        assert_int_equal(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(callers[i].differs);
    }
    for (unsigned i = 0; i < PROGRAMS; i++)
        sm5_kernel_free(kernels[i]);
    pthread_barrier_destroy(&start);
}

static void threads_share_kernels(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++)
        run_round(i);
}

/* Only the JIT for x86-64 has warps of several widths. */
static uint32_t widest_warp(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") ? 16 : 8;
#else
    return 0;
#endif
}

/* Rows that do not overlap let the threads of a warp be as many as the processor has lanes. */
static void lanes_are_those_that_run(void **state)
{
    (void)state;
    static const unsigned in_order[] = {5, 4};
    struct sm5_kernel *kernel = make_kernel(1);
    struct sm5_kernel_info info[2];
    if (!kernel)
        skip();
    uint32_t *out = malloc(4 * WORDS);
    for (unsigned i = 0; i < 2; i++) {
        dispatch(kernel, &variants[in_order[i]], out);
        sm5_kernel_info(kernel, &info[i]);
    }
    free(out);
    sm5_kernel_free(kernel);
    assert_int_equal(info[0].lanes, 8);
    assert_int_equal(info[1].lanes, widest_warp());
}

static int open_programs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct strbuf text = {0};
        strbuf_printf(
            &text,
            "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
            "dcl_uav_structured u0, 4\ndcl_input vThreadID.xyz\ndcl_temps 1\n%s",
            bodies[i]);
        if (sm5_program_read(text.text, text.length, NULL, &programs[i], NULL))
            return -1;
        strbuf_free(&text);
    }
    for (unsigned i = 0; i < VARIANTS; i++) {
        struct sm5_kernel *kernel;
        if (sm5_kernel_new(programs[variants[i].program], SM5_ENGINE_INTERP, &kernel, NULL))
            return -1;
        expected[i] = malloc(4 * WORDS);
        dispatch(kernel, &variants[i], expected[i]);
        sm5_kernel_free(kernel);
    }
    return 0;
}

static int close_programs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++)
        sm5_program_free(programs[i]);
    for (unsigned i = 0; i < VARIANTS; i++)
        free(expected[i]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_kernels),
                                       cmocka_unit_test(lanes_are_those_that_run)};
    return cmocka_run_group_tests(tests, open_programs, close_programs);
}
