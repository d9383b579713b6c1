/* Stores to views that are larger than a cache, which bypass it: words and structures at places that are no multiples of a
   vector, and to parts of a view that begin anywhere. */
#include <string.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 64, MARGIN = 64 };

/* Structures of `words` words; the thread's structure is its number times `step`, plus `first`. */
struct stores {
    uint32_t words, step, first, view_first, lanes;
    bool is_masked, is_looped; /* in a loop before the store: several warps are executed at once */
};

static const struct stores stores[] = {
    {1, 1, 0, 0, 16, false, false}, {1, 1, 1, 0, 16, false, false}, {1, 1, 0, 3, 16, false, false},
    {1, 1, 13, 0, 8, false, false}, {2, 1, 1, 0, 16, false, false}, {3, 1, 0, 1, 16, false, false},
    {4, 1, 1, 0, 8, false, false},  {4, 1, 3, 0, 16, false, false}, {1, 1, 1, 0, 16, true, false},
    {1, 2, 1, 0, 16, false, false}, {1, 1, 0, 0, 16, false, true},  {1, 1, 1, 0, 16, false, true},
    {1, 1, 0, 3, 8, false, true},   {2, 1, 0, 0, 16, false, true},  {3, 1, 0, 1, 16, false, true},
    {4, 1, 1, 0, 8, false, true},
};

static uint32_t word_of(uint32_t thread, uint32_t k)
{
    return thread * 8 + k + 1;
}

static struct sm5_kernel *make_kernel(const struct stores *s, struct sm5_program **program)
{
    static const char *const masks[] = {"x", "xy", "xyz", "xyzw"};
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_JIT, .lanes = s->lanes, .no_cache = true};
    struct sm5_kernel *kernel;
    struct strbuf text = {0};
    strbuf_printf(&text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
                  "dcl_uav_structured u0, %u\ndcl_input vThreadID.x\n"
                  "dcl_temps 3\ndcl_thread_group %d, 1, 1\nimad r0.x, vThreadID.x, l(%u), l(%u)\n"
                  "imad r1.xyzw, vThreadID.xxxx, l(8, 8, 8, 8), l(1, 2, 3, 4)\n",
                  4 * s->words, THREADS, s->step, s->first);
    if (s->is_looped) /* of no iterations: cb0 is not bound */
        strbuf_add(&text, "mov r2.x, l(0)\nloop\nuge r2.y, r2.x, cb0[0].x\nbreakc_nz r2.y\n"
                          "imad r1.xyzw, r1.xyzw, vThreadID.xxxx, r2.xxxx\niadd r2.x, r2.x, l(1)\nendloop\n");
    if (s->is_masked)
        strbuf_add(&text, "and r0.y, vThreadID.x, l(5)\nif_nz r0.y\n");
    strbuf_printf(&text, "store_structured u0.%s, r0.x, l(0), r1.xyzw\n%sret\n", masks[s->words - 1],
                  s->is_masked ? "endif\n" : "");
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(*program, &options, &kernel, NULL), SM5_OK);
    strbuf_free(&text);
    return kernel;
}

static void run(const struct stores *s)
{
    const uint32_t threads = (3u << 20) / s->words, count = threads * s->step + s->first + MARGIN;
    const struct sm5_dispatch_options options = {.groups = {threads / THREADS, 1, 1}, .threads = 1};
    struct sm5_program *program;
    struct sm5_kernel *kernel = make_kernel(s, &program);
    uint64_t words = (uint64_t)(count + s->view_first) * s->words;
    struct sm5_buffer *buffer = sm5_buffer_new(4 * words);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_view view = {.buffer = buffer, .first = s->view_first, .count = count};
    struct sm5_slot slot;
    assert_true(buffer && bindings && sm5_slot_parse("u0", &slot));
    assert_int_equal(sm5_bind(bindings, &slot, &view, NULL), SM5_OK);
    assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    const uint32_t *got = sm5_buffer_data(buffer);
    for (uint64_t i = 0; i < words; i++) {
        int64_t at = (int64_t)(i / s->words) - s->view_first - s->first;
        uint32_t thread = at < 0 ? threads : (uint32_t)(at / s->step);
        bool is_stored = at >= 0 && at % s->step == 0 && thread < threads && (!s->is_masked || thread & 5);
        assert_int_equal(got[i], is_stored ? word_of(thread, (uint32_t)(i % s->words)) : 0);
    }
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

static void stores_reach_their_places(void **state)
{
    (void)state;
    __builtin_cpu_init();
    for (size_t i = 0; i < BASE_COUNT(stores); i++)
        if (stores[i].lanes == 8 || __builtin_cpu_supports("avx512f"))
            run(&stores[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stores_reach_their_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
