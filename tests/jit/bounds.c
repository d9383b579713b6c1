/* Code without bounds tests runs where nothing can be out of bounds, other code elsewhere, and both give the
   interpreter's results. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jit/jit.h"
#include "sm5/sm5.h"
#include "test.h"

enum { WORDS = 4096, GUARD = 64, PAGE = 4096, THREADS = 32 };

static const char folder_name[] = "/tmp/sm5-bounds-XXXXXX";
static char folder[sizeof folder_name];

static int open_folder(void **state)
{
    (void)state;
    memcpy(folder, folder_name, sizeof folder);
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* Large entries of the cache: compiled variants. */
static unsigned variants_made(void)
{
    enum { SMALL = 512 };
    char path[512];
    unsigned count = 0;
    struct stat about;
    snprintf(path, sizeof path, "%s/sm5", folder);
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        snprintf(path, sizeof path, "%s/sm5/%s", folder, entry->d_name);
        count += entry->d_name[0] != '.' && stat(path, &about) == 0 && about.st_size > SMALL;
    }
    if (directory)
        closedir(directory);
    return count;
}

struct pair {
    struct sm5_program *program;
    struct sm5_kernel *interp, *jit;
};

static void open_pair(struct pair *p, const char *group, const char *code, uint32_t lanes)
{
    char text[2048];
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .lanes = lanes};
    snprintf(text, sizeof text,
             "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
             "dcl_resource_structured t0, 8\ndcl_uav_structured u0, 8\ndcl_input vThreadID.xy\n"
             "dcl_input vThreadGroupID.x\ndcl_input vThreadIDInGroup.xy\ndcl_temps 4\n"
             "dcl_thread_group %s\n%s\nret\n",
             group, code);
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &p->program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new(p->program, SM5_ENGINE_INTERP, &p->interp, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(p->program, &jit, &p->jit, NULL), SM5_OK);
}

static void close_pair(struct pair *p)
{
    sm5_kernel_free(p->interp);
    sm5_kernel_free(p->jit);
    sm5_program_free(p->program);
}

static void bind(struct sm5_bindings *bindings, const char *slot, struct sm5_buffer *buffer, uint64_t first,
                 uint64_t count)
{
    struct sm5_slot at;
    const struct sm5_view view = {.buffer = buffer, .first = first, .count = count};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(bindings, &at, &view, NULL), SM5_OK);
}

/* A dispatch, with views of so many structures between guard words that must not change. */
struct run {
    uint32_t groups[3];
    uint64_t in, out;
    uint32_t constant;
    bool indirect;
};

static void fill(struct sm5_buffer *buffer, uint32_t factor)
{
    uint32_t *words = (uint32_t *)sm5_buffer_data(buffer);
    for (uint32_t i = 0; i < sm5_buffer_size(buffer) / 4; i++)
        words[i] = i * factor + 1;
}

static struct sm5_buffer *dispatch(const struct pair *p, const struct sm5_kernel *kernel,
                                   const struct run *run)
{
    struct sm5_buffer *in = sm5_buffer_new(8 * (2 * GUARD + WORDS)), *constants = sm5_buffer_new(16),
                      *out = sm5_buffer_new(8 * (2 * GUARD + WORDS)), *counts = sm5_buffer_new(12);
    struct sm5_bindings *bindings = sm5_bindings_new(p->program);
    struct sm5_dispatch_options options = {
        .threads = 1, .indirect = run->indirect, .indirect_buffer = counts};
    assert_true(in && out && constants && counts && bindings);
    fill(in, 2654435761u);
    fill(out, 40503);
    memcpy(sm5_buffer_data(constants), &run->constant, sizeof run->constant);
    memcpy(sm5_buffer_data(counts), run->groups, sizeof run->groups);
    if (!run->indirect)
        memcpy(options.groups, run->groups, sizeof run->groups);
    bind(bindings, "cb0", constants, 0, SM5_COUNT_REST);
    bind(bindings, "t0", in, GUARD, run->in);
    bind(bindings, "u0", out, GUARD, run->out);
    assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    sm5_bindings_free(bindings);
    sm5_buffer_free(in);
    sm5_buffer_free(constants);
    sm5_buffer_free(counts);
    return out;
}

static void compare(const struct pair *p, const struct run *run)
{
    struct sm5_buffer *expected = dispatch(p, p->interp, run), *got = dispatch(p, p->jit, run);
    assert_memory_equal(sm5_buffer_data(expected), sm5_buffer_data(got), sm5_buffer_size(got));
    sm5_buffer_free(expected);
    sm5_buffer_free(got);
}

static const char usual[] = "32, 2, 1";

/* Runs `fits` without tests; then `misses` with them; then `fits` again with the code that exists. */
static void fit_and_miss_in(const char *group, const char *code, struct run fits, struct run misses)
{
    __builtin_cpu_init();
    for (uint32_t lanes = 8; lanes <= (__builtin_cpu_supports("avx512f") ? 16 : 8); lanes += 8) {
        struct pair p;
        unsigned before = variants_made();
        open_pair(&p, group, code, lanes);
        assert_int_equal(variants_made(), before);
        compare(&p, &fits);
        compare(&p, &fits);
        assert_int_equal(variants_made(), before + 1);
        compare(&p, &misses);
        assert_int_equal(variants_made(), before + 2);
        compare(&p, &fits);
        assert_int_equal(variants_made(), before + 2);
        close_pair(&p);
    }
}

static void fit_and_miss(const char *code, struct run fits, struct run misses)
{
    fit_and_miss_in(usual, code, fits, misses);
}

static const char copy[] = "ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx\n"
                           "store_structured u0.xy, vThreadID.x, l(0), r0.yxyy";

static void views_that_are_short_by_one(void **state)
{
    (void)state;
    const struct run fits = {{5, 1, 1}, 160, 160, 0, false}, reads = {{5, 1, 1}, 159, 160, 0, false},
                     writes = {{5, 1, 1}, 160, 159, 0, false}, longer = {{6, 1, 1}, 160, 160, 0, false};
    fit_and_miss(copy, fits, reads);
    assert_int_equal(remove_folder(NULL) || open_folder(NULL), 0);
    fit_and_miss(copy, fits, writes);
    assert_int_equal(remove_folder(NULL) || open_folder(NULL), 0);
    fit_and_miss(copy, fits, longer);
}

static void groups_from_a_buffer(void **state)
{
    (void)state;
    const struct run fits = {{5, 1, 1}, 160, 160, 0, true}, misses = {{6, 1, 1}, 160, 160, 0, true};
    fit_and_miss(copy, fits, misses);
}

/* The width of rows is in a constant buffer. */
static void rows_of_a_constant_width(void **state)
{
    (void)state;
    static const char code[] = "imad r0.z, vThreadID.y, cb0[0].x, vThreadID.x\n"
                               "ld_structured r0.xy, r0.z, l(0), t0.xyxx\n"
                               "store_structured u0.xy, r0.z, l(0), r0.yxyy";
    const struct run fits = {{2, 3, 1}, 6 * 64, 6 * 64, 64, false},
                     misses = {{2, 3, 1}, 6 * 64, 6 * 64, 65, false};
    fit_and_miss(code, fits, misses);
}

/* A merged group has more groups in x than the dispatch: warps past the end are not executed. */
static void groups_in_part(void **state)
{
    (void)state;
    static const char code[] = "imad r0.z, vThreadID.y, l(16), vThreadID.x\n"
                               "ld_structured r0.xy, r0.z, l(0), t0.xyxx\n"
                               "store_structured u0.xy, r0.z, l(0), r0.yxyy";
    const struct run fits = {{4, 16, 1}, 1024, 1024, 0, false}, reads = {{4, 16, 1}, 1023, 1024, 0, false},
                     writes = {{4, 16, 1}, 1024, 1023, 0, false};
    fit_and_miss_in("4, 4, 1", code, fits, reads);
    assert_int_equal(remove_folder(NULL) || open_folder(NULL), 0);
    fit_and_miss_in("4, 4, 1", code, fits, writes);
}

/* Sums in a loop whose count is in a constant buffer; no load is past the view. */
static void loops_to_a_constant(void **state)
{
    (void)state;
    static const char code[] = "mov r0.xy, l(0,0,0,0)\nloop\nuge r0.z, r0.x, cb0[0].x\nbreakc_nz r0.z\n"
                               "iadd r1.x, r0.x, vThreadIDInGroup.x\n"
                               "ld_structured r1.y, r1.x, l(4), t0.x\niadd r0.y, r0.y, r1.y\n"
                               "iadd r0.x, r0.x, l(32)\nendloop\n"
                               "store_structured u0.x, vThreadID.x, l(4), r0.y";
    const struct run fits = {{1, 1, 1}, 256, 32, 256, false}, misses = {{1, 1, 1}, 256, 32, 257, false};
    fit_and_miss(code, fits, misses);
}

/* Divergent loops and branches. */
static void inactive_threads(void **state)
{
    (void)state;
    static const char code[] = "and r0.z, vThreadID.x, l(3)\nif_nz r0.z\n"
                               "ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx\n"
                               "store_structured u0.xy, vThreadID.x, l(0), r0.yxyy\nendif\n"
                               "mov r1.x, l(0)\nloop\nuge r1.y, r1.x, vThreadIDInGroup.x\nbreakc_nz r1.y\n"
                               "ld_structured r1.z, r1.x, l(4), t0.x\niadd r0.y, r0.y, r1.z\n"
                               "iadd r1.x, r1.x, l(1)\nendloop\n"
                               "store_structured u0.x, vThreadID.x, l(4), r0.y";
    const struct run fits = {{5, 1, 1}, 160, 160, 0, false}, misses = {{5, 1, 1}, 159, 159, 0, false};
    fit_and_miss(code, fits, misses);
}

/* Loops over a vector whose length is not a multiple of the warp, with unmapped pages before and after it: loads of inactive lanes fault. */
static struct sm5_buffer *sum_page(const struct sm5_program *program, const struct sm5_kernel *kernel,
                                   void *page, uint32_t count)
{
    struct sm5_buffer *in = sm5_buffer_wrap(page, PAGE), *constants = sm5_buffer_new(16),
                      *out = sm5_buffer_new(4 * THREADS);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = 1};
    assert_true(in && constants && out && bindings);
    memcpy(sm5_buffer_data(constants), &count, sizeof count);
    bind(bindings, "cb0", constants, 0, SM5_COUNT_REST);
    bind(bindings, "t0", in, PAGE / 4 - count, count);
    bind(bindings, "t1", in, 0, count);
    bind(bindings, "u0", out, 0, THREADS);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    sm5_bindings_free(bindings);
    sm5_buffer_free(in);
    sm5_buffer_free(constants);
    return out;
}

static void rows_that_end_with_a_page(void **state)
{
    (void)state;
    static const char text[] =
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
        "dcl_resource_structured t0, 4\ndcl_resource_structured t1, 4\ndcl_uav_structured u0, 4\n"
        "dcl_input vThreadIDInGroup.x\ndcl_temps 3\ndcl_thread_group 32, 1, 1\n"
        "mov r0.xy, vThreadIDInGroup.xxxx\nloop\nuge r0.z, r0.x, cb0[0].x\nbreakc_nz r0.z\n"
        "ld_structured r1.x, r0.x, l(0), t0.xxxx\nimad r0.y, r0.y, l(3), r1.x\n"
        "iadd r1.y, r0.x, l(-5)\nld_structured r1.x, r1.y, l(0), t1.xxxx\nimad r0.y, r0.y, l(3), r1.x\n"
        "iadd r0.x, r0.x, l(32)\nendloop\n"
        "store_structured u0.x, vThreadIDInGroup.x, l(0), r0.y\nret\n";
    uint8_t *pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sysconf(_SC_PAGESIZE) != PAGE)
        skip();
    assert_true(pages != MAP_FAILED);
    for (uint32_t i = 0; i < PAGE / 4; i++)
        ((uint32_t *)(void *)(pages + PAGE))[i] = i * 40503 + 1;
    assert_int_equal(mprotect(pages, PAGE, PROT_NONE), 0);
    assert_int_equal(mprotect(pages + 2 * (size_t)PAGE, PAGE, PROT_NONE), 0);
    for (uint32_t lanes = 8; lanes <= jit_target_widest(); lanes += 8) {
        const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .lanes = lanes, .no_cache = true};
        struct pair p;
        assert_int_equal(sm5_program_read(text, strlen(text), NULL, &p.program, NULL), SM5_OK);
        assert_int_equal(sm5_kernel_new(p.program, SM5_ENGINE_INTERP, &p.interp, NULL), SM5_OK);
        assert_int_equal(sm5_kernel_new_with(p.program, &jit, &p.jit, NULL), SM5_OK);
        for (uint32_t count = 990; count < 1024; count++) {
            struct sm5_buffer *expected = sum_page(p.program, p.interp, pages + PAGE, count);
            struct sm5_buffer *got = sum_page(p.program, p.jit, pages + PAGE, count);
            assert_memory_equal(sm5_buffer_data(expected), sm5_buffer_data(got), 4 * THREADS);
            sm5_buffer_free(expected);
            sm5_buffer_free(got);
        }
        close_pair(&p);
    }
    munmap(pages, 3 * (size_t)PAGE);
}

/* Groups are 2^32 bytes and more apart: in 32 bits the last ones would wrap to the start of the view. */
static void addresses_near_two_to_the_thirty_second(void **state)
{
    (void)state;
    static const char code[] = "imul null, r0.z, vThreadGroupID.x, l(0x00080000)\n"
                               "iadd r0.z, r0.z, vThreadID.x\n"
                               "ld_structured r0.xy, r0.z, l(0), t0.xyxx\n"
                               "store_structured u0.xy, r0.z, l(0), r0.yxyy";
    struct pair p;
    const struct run first = {{1, 1, 1}, 32, 32, 0, false}, all = {{8200, 1, 1}, 4096, 4096, 0, false};
    open_pair(&p, usual, code, 8);
    compare(&p, &first);
    compare(&p, &all);
    assert_int_equal(variants_made(), 2);
    close_pair(&p);
}

/* A constant buffer that another thread writes during dispatches: each of them uses one width throughout.
 */
struct writer {
    _Atomic uint32_t *word;
    atomic_bool stop;
};

static void *write_on(void *argument)
{
    struct writer *writer = argument;
    for (uint32_t i = 0; !atomic_load(&writer->stop); i++)
        atomic_store(writer->word, i % 2 ? 64 : 1 << 20);
    return NULL;
}

static void constants_that_change_during_dispatches(void **state)
{
    (void)state;
    static const char code[] = "imad r0.z, vThreadID.y, cb0[0].x, vThreadID.x\n"
                               "store_structured u0.xy, r0.z, l(0), l(7,7,7,7)";
    enum { DISPATCHES = 20000, COUNT = 6 * 64 };
    struct pair p;
    pthread_t thread;
    open_pair(&p, usual, code, 8);
    struct sm5_buffer *constants = sm5_buffer_new(16), *out = sm5_buffer_new(8 * (2 * GUARD + COUNT));
    struct sm5_bindings *bindings = sm5_bindings_new(p.program);
    const struct sm5_dispatch_options options = {.groups = {2, 3, 1}, .threads = 1};
    struct writer writer = {.word = (_Atomic uint32_t *)(void *)sm5_buffer_data(constants)};
    assert_true(constants && out && bindings);
    bind(bindings, "cb0", constants, 0, SM5_COUNT_REST);
    bind(bindings, "u0", out, GUARD, COUNT);
    assert_int_equal(pthread_create(&thread, NULL, write_on, &writer), 0);
    for (uint32_t i = 0; i < DISPATCHES; i++)
        assert_int_equal(sm5_dispatch(p.jit, bindings, &options, NULL, NULL), SM5_OK);
    atomic_store(&writer.stop, true);
    pthread_join(thread, NULL);
    const uint32_t *words = (const uint32_t *)sm5_buffer_data(out);
    for (uint32_t i = 0; i < 2 * GUARD; i++)
        assert_true(words[i] == 0 && words[2 * (GUARD + COUNT) + i] == 0);
    sm5_bindings_free(bindings);
    sm5_buffer_free(constants);
    sm5_buffer_free(out);
    close_pair(&p);
}

#define BOUNDS_TEST(name) cmocka_unit_test_setup_teardown(name, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOUNDS_TEST(views_that_are_short_by_one),
        BOUNDS_TEST(groups_from_a_buffer),
        BOUNDS_TEST(rows_of_a_constant_width),
        BOUNDS_TEST(groups_in_part),
        BOUNDS_TEST(loops_to_a_constant),
        BOUNDS_TEST(inactive_threads),
        BOUNDS_TEST(rows_that_end_with_a_page),
        BOUNDS_TEST(addresses_near_two_to_the_thirty_second),
        BOUNDS_TEST(constants_that_change_during_dispatches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
