/* Kernels of the JIT over time: other bindings, views that overlap, threads, and no compiler. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sm5/sm5.h"
#include "test.h"

enum { WORDS = 4096, GROUP = 64 };

static const char add_one[] = "cs_5_0\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
                              "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
                              "ld_structured r0.x, vThreadID.x, l(0), t0.x\niadd r0.x, r0.x, l(1)\n"
                              "store_structured u0.x, vThreadID.x, l(0), r0.x\n"
                              "ld_structured r0.y, vThreadID.x, l(0), t0.x\niadd r0.x, r0.x, r0.y\n"
                              "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

struct fixture {
    struct sm5_program *program;
    struct sm5_kernel *kernel;
};

static void open_fixture(struct fixture *f, const char *text)
{
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &f->program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(f->program, &options, &f->kernel, NULL), SM5_OK);
}

static void close_fixture(struct fixture *f)
{
    sm5_kernel_free(f->kernel);
    sm5_program_free(f->program);
}

static struct sm5_buffer *counting(uint32_t words)
{
    struct sm5_buffer *buffer = sm5_buffer_new(4 * (uint64_t)words);
    assert_non_null(buffer);
    for (uint32_t i = 0; i < words; i++)
        ((uint32_t *)sm5_buffer_data(buffer))[i] = i;
    return buffer;
}

static void run(const struct fixture *f, struct sm5_buffer *in, struct sm5_buffer *out, uint32_t groups,
                uint32_t threads)
{
    const struct sm5_dispatch_options options = {.groups = {groups, 1, 1}, .threads = threads};
    struct sm5_bindings *bindings = sm5_bindings_new(f->program);
    struct sm5_view from = {.buffer = in}, to = {.buffer = out};
    struct sm5_slot t0, u0;
    assert_true(sm5_slot_parse("t0", &t0) && sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &t0, &from, NULL), SM5_OK);
    assert_int_equal(sm5_bind(bindings, &u0, &to, NULL), SM5_OK);
    assert_int_equal(sm5_dispatch(f->kernel, bindings, &options, NULL, NULL), SM5_OK);
    sm5_bindings_free(bindings);
}

static void expect(const struct sm5_buffer *buffer, uint32_t words, uint32_t factor, uint32_t more)
{
    const uint32_t *at = (const uint32_t *)sm5_buffer_data((struct sm5_buffer *)(uintptr_t)buffer);
    for (uint32_t i = 0; i < words; i++)
        assert_int_equal(at[i], i * factor + more);
}

static void one_kernel_runs_on_many_buffers(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, add_one);
    for (uint32_t words = 1; words <= WORDS; words = 3 * words + 5) {
        struct sm5_buffer *in = counting(words), *out = sm5_buffer_new(4 * (uint64_t)words);
        run(&f, in, out, words / GROUP + 2, 1); /* also past the end */
        expect(out, words, 2, 1);
        sm5_buffer_free(in);
        sm5_buffer_free(out);
    }
    close_fixture(&f);
}

/* t0 sees what u0 stores: (i + 1) + (i + 1). */
static void overlapping_views_are_coherent(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, add_one);
    struct sm5_buffer *both = counting(WORDS), *in = counting(WORDS), *out = sm5_buffer_new(4 * WORDS);
    run(&f, both, both, WORDS / GROUP, 1);
    expect(both, WORDS, 2, 2);
    run(&f, in, out, WORDS / GROUP, 1);
    expect(out, WORDS, 2, 1);
    sm5_buffer_free(both);
    sm5_buffer_free(in);
    sm5_buffer_free(out);
    close_fixture(&f);
}

static void *dispatch_often(void *argument)
{
    const struct fixture *f = argument;
    for (int i = 0; i < 20; i++) {
        struct sm5_buffer *in = counting(WORDS), *out = sm5_buffer_new(4 * WORDS);
        run(f, in, i % 2 ? in : out, WORDS / GROUP, 2);
        expect(i % 2 ? in : out, WORDS, 2, i % 2 ? 2 : 1);
        sm5_buffer_free(in);
        sm5_buffer_free(out);
    }
    return NULL;
}

static void threads_may_dispatch_one_kernel(void **state)
{
    (void)state;
    struct fixture f;
    pthread_t threads[3];
    open_fixture(&f, add_one);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, dispatch_often, &f), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    close_fixture(&f);
}

/* A view that is only reduced into: workers have copies, and the sum is complete. */
static void reductions_add_up_at_any_number_of_threads(void **state)
{
    (void)state;
    static const char count[] = "cs_5_0\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
                                "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
                                "ld_structured r0.x, vThreadID.x, l(0), t0.x\nand r0.x, r0.x, l(15)\n"
                                "mov r0.y, l(0)\natomic_iadd u0, r0.xyxx, l(1)\nret\n";
    struct fixture f;
    open_fixture(&f, count);
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct sm5_buffer *in = counting(WORDS), *out = counting(16);
        run(&f, in, out, WORDS / GROUP, threads);
        expect(out, 16, 1, WORDS / 16);
        sm5_buffer_free(in);
        sm5_buffer_free(out);
    }
    close_fixture(&f);
}

/* Sixteen back edges a group, at any number of threads: what one thread has set aside does not fail another.
 */
static void a_budget_is_enough_or_not_at_any_number_of_threads(void **state)
{
    (void)state;
    static const char text[] = "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                               "dcl_thread_group 1024, 1, 1\nutof r0.x, vThreadID.x\nmov r0.y, l(0)\nloop\n"
                               "ieq r0.z, r0.y, l(16)\nbreakc_nz r0.z\nsincos r0.x, null, r0.x\n"
                               "exp r0.x, r0.x\niadd r0.y, r0.y, l(1)\nendloop\n"
                               "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";
    enum { GROUPS = 200, STEPS = 16 * GROUPS };
    struct fixture f;
    struct sm5_slot u0;
    open_fixture(&f, text);
    struct sm5_bindings *bindings = sm5_bindings_new(f.program);
    struct sm5_buffer *out = sm5_buffer_new(4 * 1024 * GROUPS);
    struct sm5_view view = {.buffer = out};
    assert_true(sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    for (uint32_t threads = 1; threads <= 4; threads++)
        for (uint32_t missing = 0; missing <= 1; missing++) {
            const struct sm5_dispatch_options options = {
                .groups = {GROUPS, 1, 1}, .threads = threads, .max_steps = STEPS - missing};
            enum sm5_status expected = missing ? SM5_ERR_LIMIT : SM5_OK;
            assert_int_equal(sm5_dispatch(f.kernel, bindings, &options, NULL, NULL), expected);
        }
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    close_fixture(&f);
}

/* A program, and the steps that the interpreter counts for it. */
struct counted {
    uint32_t groups;
    uint32_t steps;
    const char *text;
};

static const struct counted counted[] = {
    /* Thread 0 leaves by continue before the others; both callers' last iterations are no steps. */
    {3, 33,
     "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadIDInGroup.x\ndcl_temps 1\n"
     "dcl_thread_group 8, 1, 1\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, l(5)\nbreakc_nz r0.y\n"
     "if_z vThreadIDInGroup.x\niadd r0.x, r0.x, l(2)\ncontinue\nendif\ncall l0\n"
     "iadd r0.x, r0.x, l(1)\nendloop\ncallc_nz r0.x, l0\n"
     "store_structured u0.x, vThreadIDInGroup.x, l(0), r0.x\nret\nlabel l0\n"
     "loop\nbreakc_nz r0.x\nbreak\nendloop\nret\n"},
    /* Groups that may be merged, and go on for 0 to 15 iterations. */
    {16, 120,
     "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadGroupID.x\ndcl_input vThreadID.x\n"
     "dcl_temps 1\ndcl_thread_group 1, 1, 1\nmov r0.x, l(0)\nloop\n"
     "uge r0.y, r0.x, vThreadGroupID.x\nbreakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\n"
     "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n"},
    /* A loop with a barrier, whose last iteration is no step. */
    {2, 4,
     "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadIDInGroup.x\ndcl_temps 1\n"
     "dcl_thread_group 64, 1, 1\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, l(2)\nbreakc_nz r0.y\n"
     "sync_g_t\niadd r0.x, r0.x, l(1)\nendloop\n"
     "store_structured u0.x, vThreadIDInGroup.x, l(0), r0.x\nret\n"},
    /* The last two lanes execute 100 iterations one by one. */
    {3, 300,
     "cs_5_0\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_input vThreadIDInGroup.x\n"
     "dcl_temps 2\ndcl_thread_group 16, 1, 1\nult r1.x, vThreadIDInGroup.x, l(2)\n"
     "movc r1.x, r1.x, l(100), l(3)\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, r1.x\nbreakc_nz r0.y\n"
     "imul null, r0.z, r0.x, vThreadIDInGroup.x\nld_structured r0.z, r0.z, l(0), t0.x\n"
     "iadd r0.w, r0.w, r0.z\niadd r0.x, r0.x, l(1)\nendloop\n"
     "store_structured u0.x, vThreadIDInGroup.x, l(0), r0.w\nret\n"},
};

static enum sm5_status run_counted(const struct counted *c, enum sm5_engine engine, uint32_t steps)
{
    struct sm5_program *program = NULL;
    struct sm5_kernel *kernel = NULL;
    const struct sm5_kernel_options options = {.engine = engine, .no_cache = true};
    const struct sm5_dispatch_options dispatch = {
        .groups = {c->groups, 1, 1}, .threads = 1, .max_steps = steps};
    struct sm5_slot u0;
    assert_int_equal(sm5_program_read(c->text, strlen(c->text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(program, &options, &kernel, NULL), SM5_OK);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *out = sm5_buffer_new(4096);
    struct sm5_view view = {.buffer = out};
    assert_true(sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    enum sm5_status status = sm5_dispatch(kernel, bindings, &dispatch, NULL, NULL);
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    return status;
}

/* A budget that is enough on the interpreter is enough on the JIT. */
static void a_budget_lasts_as_long_as_on_the_interpreter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        assert_int_equal(run_counted(&counted[i], SM5_ENGINE_INTERP, counted[i].steps - 1), SM5_ERR_LIMIT);
        assert_int_equal(run_counted(&counted[i], SM5_ENGINE_INTERP, counted[i].steps), SM5_OK);
        assert_int_equal(run_counted(&counted[i], SM5_ENGINE_JIT, counted[i].steps), SM5_OK);
    }
}

static void what_it_does_not_compile_falls_back(void **state)
{
    (void)state;
    struct sm5_program *program = NULL;
    struct sm5_kernel *kernel = NULL;
    char *kept = strdup(getenv("SM5_JIT_PLUGIN") ? getenv("SM5_JIT_PLUGIN") : "");
    const struct sm5_kernel_options automatic = {.no_cache = true};
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    struct sm5_diags *diags = sm5_diags_new();
    setenv("SM5_JIT_PLUGIN", "/proc/nowhere", 1);
    assert_int_equal(sm5_program_read(add_one, strlen(add_one), NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(program, &automatic, &kernel, diags), SM5_OK);
    assert_string_equal(sm5_kernel_engine(kernel), "interp");
    assert_int_equal(sm5_diags_count(diags), 0);
    sm5_kernel_free(kernel);
    assert_int_equal(sm5_kernel_new_with(program, &jit, &kernel, diags), SM5_ERR_SUPPORT);
    assert_string_equal(sm5_diags_at(diags, 0)->code, "jit-unavailable");
    setenv("SM5_JIT_PLUGIN", kept, 1);
    free(kept);
    sm5_program_free(program);
    sm5_diags_free(diags);
}

static bool copy_start(const char *from, const char *to, long size)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool good = in && out;
    for (int c; good && size-- > 0 && (c = getc(in)) != EOF;)
        good = putc(c, out) != EOF;
    if (in)
        fclose(in);
    return out && fclose(out) == 0 && good;
}

static long size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

/* By its headers a truncated file would be mapped past its end. */
static void a_compiler_that_is_cut_short_is_not_loaded(void **state)
{
    (void)state;
    char *plugin = getenv("SM5_JIT_PLUGIN") ? strdup(getenv("SM5_JIT_PLUGIN")) : NULL;
    if (!plugin)
        skip();
    const long size = size_of(plugin);
    const long sizes[] = {0, 10, 63, 64, 500, size / 2, size - 1};
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    char path[] = "/tmp/sm5-plugin-XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    setenv("SM5_JIT_PLUGIN", path, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sm5_diags *diags = sm5_diags_new();
        struct sm5_program *program = NULL;
        struct sm5_kernel *kernel = NULL;
        assert_true(copy_start(plugin, path, sizes[i]));
        assert_int_equal(sm5_program_read(add_one, strlen(add_one), NULL, &program, NULL), SM5_OK);
        assert_int_equal(sm5_kernel_new_with(program, &jit, &kernel, diags), SM5_ERR_SUPPORT);
        assert_non_null(strstr(sm5_diags_at(diags, 0)->message, "damaged"));
        sm5_program_free(program);
        sm5_diags_free(diags);
    }
    setenv("SM5_JIT_PLUGIN", plugin, 1);
    remove(path);
    free(plugin);
}

/* Views that overlap need another variant, whose compiler no longer exists. */
static void what_cannot_be_made_later_is_told(void **state)
{
    (void)state;
    struct fixture f;
    struct sm5_slot t0, u0;
    open_fixture(&f, add_one);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_buffer *both = counting(GROUP);
    struct sm5_bindings *bindings = sm5_bindings_new(f.program);
    const struct sm5_view view = {.buffer = both};
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1};
    char *kept = strdup(getenv("SM5_JIT_PLUGIN") ? getenv("SM5_JIT_PLUGIN") : "");
    assert_true(sm5_slot_parse("t0", &t0) && sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &t0, &view, NULL), SM5_OK);
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    setenv("SM5_JIT_PLUGIN", "/proc/nowhere", 1);
    assert_int_equal(sm5_dispatch(f.kernel, bindings, &options, NULL, diags), SM5_ERR_SUPPORT);
    assert_int_equal(sm5_diags_errors(diags), 1);
    assert_string_equal(sm5_diags_at(diags, sm5_diags_count(diags) - 1)->code, "jit-unavailable");
    setenv("SM5_JIT_PLUGIN", kept, 1);
    free(kept);
    sm5_bindings_free(bindings);
    sm5_buffer_free(both);
    sm5_diags_free(diags);
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_kernel_runs_on_many_buffers),
        cmocka_unit_test(overlapping_views_are_coherent),
        cmocka_unit_test(threads_may_dispatch_one_kernel),
        cmocka_unit_test(reductions_add_up_at_any_number_of_threads),
        cmocka_unit_test(a_budget_is_enough_or_not_at_any_number_of_threads),
        cmocka_unit_test(a_budget_lasts_as_long_as_on_the_interpreter),
        cmocka_unit_test(what_it_does_not_compile_falls_back),
        cmocka_unit_test(a_compiler_that_is_cut_short_is_not_loaded),
        cmocka_unit_test(what_cannot_be_made_later_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
