/* u# views that a program only reduces into, of which each worker has a copy: sizes with and without one, several workers,
   groups that end early, and what the view held before. */
#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 64, FACTOR = 2654435761u & 0xffff /* odd */ };

struct reduction {
    const char *op;
    uint32_t words, threads, workers;
};

static const struct reduction reductions[] = {
    {"atomic_iadd", 1 << 8, 1 << 16, 1},  {"atomic_iadd", 1 << 12, 1 << 16, 2},
    {"atomic_iadd", 1 << 14, 1 << 18, 2}, {"atomic_iadd", 1 << 16, 1 << 18, 3},
    {"atomic_iadd", 1 << 19, 1 << 18, 2}, /* no copy: larger than its limit */
    {"atomic_umax", 1 << 14, 1 << 18, 2}, {"atomic_xor", 1 << 15, 1 << 18, 2},
};

/* Of all threads t whose word it is; the view held 5. */
static uint32_t expected(const struct reduction *r, uint32_t word, uint32_t runs)
{
    uint32_t result = 5;
    for (uint32_t run = 0; run < runs; run++)
        for (uint32_t t = word; t < r->threads; t += r->words) {
            if (r->op[7] == 'i')
                result += t;
            else if (r->op[7] == 'u')
                result = t > result ? t : result;
            else
                result ^= t;
        }
    return result;
}

static void run(const struct reduction *r)
{
    const struct sm5_dispatch_options options = {.groups = {r->threads / THREADS, 1, 1},
                                                 .threads = r->workers};
    const struct sm5_kernel_options engine = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    struct sm5_slot slot;
    struct strbuf text = {0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group %d, 1, 1\n"
        "and r0.x, vThreadID.x, l(%u)\nimul null, r0.x, r0.x, l(%u)\nand r0.x, r0.x, l(%u)\nmov r0.y, l(0)\n"
        "%s u0, r0.xyxx, vThreadID.x\nret\n",
        THREADS, r->words - 1, FACTOR, r->words - 1, r->op);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(program, &engine, &kernel, NULL), SM5_OK);
    struct sm5_buffer *buffer = sm5_buffer_new(4 * (uint64_t)r->words);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(buffer && bindings && sm5_slot_parse("u0", &slot));
    uint32_t *words = sm5_buffer_data(buffer);
    for (uint32_t i = 0; i < r->words; i++)
        words[i] = 5;
    assert_int_equal(sm5_bind(bindings, &slot, &view, NULL), SM5_OK);
    for (uint32_t runs = 1; runs <= 2; runs++) {
        assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
        for (uint32_t i = 0; i < r->words; i++)
            assert_int_equal(words[i * FACTOR & (r->words - 1)], expected(r, i, runs));
    }
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    strbuf_free(&text);
}

static void copies_are_reduced(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(reductions); i++)
        run(&reductions[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies_are_reduced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
