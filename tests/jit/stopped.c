/* Compilation ends with the run: at its limit of time, and when its progress cancels it. Functions that LLVM takes long for are
   compiled by a process of their own. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "sm5/sm5.h"
#include "test.h"

enum {
    THREADS = 64,
    SLOW = 20000,     /* LLVM takes minutes for so many */
    MEDIUM = 1500,    /* about a second */
    SECONDS_MOST = 20 /* for what ends after a fraction of a second: on any machine, with sanitizers */
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* One basic block. */
static struct sm5_program *make_program(unsigned count)
{
    struct sm5_program *program = NULL;
    struct strbuf text = {0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"
        "dcl_temps 2\ndcl_thread_group %d, 1, 1\n"
        "ld_structured r0.x, vThreadID.x, l(0), u0.xxxx\nutof r1.x, vThreadID.x\nadd r0.x, r0.x, r1.x\n",
        THREADS);
    for (unsigned i = 0; i < count; i++)
        strbuf_add(&text, "sincos r0.x, null, r0.x\n");
    strbuf_add(&text, "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n");
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    strbuf_free(&text);
    return program;
}

static struct sm5_kernel *make_kernel(const struct sm5_program *program, enum sm5_engine engine, bool caches)
{
    const struct sm5_kernel_options options = {.engine = engine, .no_cache = !caches};
    struct sm5_kernel *kernel = NULL;
    assert_int_equal(sm5_kernel_new_with(program, &options, &kernel, NULL), SM5_OK);
    return kernel;
}

struct calls {
    unsigned count, most; /* the call that cancels; 0: none */
    uint64_t done;
};

static bool count_call(void *context, uint64_t done, uint64_t total)
{
    struct calls *calls = context;
    (void)total;
    calls->done = done;
    return ++calls->count != calls->most;
}

static enum sm5_status run(const struct sm5_program *program, const struct sm5_kernel *kernel,
                           double max_seconds, struct calls *calls, struct sm5_diags *diags,
                           uint32_t words[THREADS])
{
    const struct sm5_dispatch_options dispatch = {.groups = {1, 1, 1},
                                                  .threads = 1,
                                                  .max_seconds = max_seconds,
                                                  .progress = calls ? count_call : NULL,
                                                  .context = calls};
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *out = sm5_buffer_new(4 * THREADS);
    const struct sm5_view view = {.buffer = out};
    struct sm5_slot u0;
    assert_true(bindings && out && sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    enum sm5_status status = sm5_dispatch(kernel, bindings, &dispatch, NULL, diags);
    if (words)
        memcpy(words, sm5_buffer_data(out), 4 * THREADS);
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    return status;
}

static void at_the_limit_of_time(void **state)
{
    (void)state;
    struct sm5_program *program = make_program(SLOW);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_JIT, false);
    struct sm5_diags *diags = sm5_diags_new();
    double start = seconds();
    assert_int_equal(run(program, kernel, 0.3, NULL, diags, NULL), SM5_ERR_LIMIT);
    assert_true(seconds() - start >= 0.3);
    assert_int_equal(run(program, kernel, 0.1, NULL, NULL, NULL),
                     SM5_ERR_LIMIT); /* the kernel can be used again */
    assert_true(seconds() - start < SECONDS_MOST);
    assert_int_equal(sm5_diags_errors(diags), 1);
    assert_non_null(strstr(sm5_diags_at(diags, sm5_diags_count(diags) - 1)->message, "time limit"));
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    sm5_diags_free(diags);
    assert_true(seconds() - start < SECONDS_MOST); /* nothing is left to wait for */
}

static void by_the_progress(void **state)
{
    (void)state;
    struct sm5_program *program = make_program(SLOW);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_JIT, false);
    struct calls calls = {.most = 5};
    double start = seconds();
    assert_int_equal(run(program, kernel, 0, &calls, NULL, NULL), SM5_ERR_CANCELLED);
    assert_int_equal(calls.count, 5);
    assert_int_equal(calls.done, 0);
    assert_true(seconds() - start < SECONDS_MOST);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

/* The interpreter has the other half of the time. */
static void auto_interprets(void **state)
{
    (void)state;
    uint32_t expected[THREADS], words[THREADS];
    struct sm5_program *program = make_program(MEDIUM);
    struct sm5_kernel *interp = make_kernel(program, SM5_ENGINE_INTERP, false);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_AUTO, false);
    assert_int_equal(run(program, interp, 0, NULL, NULL, expected), SM5_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run(program, kernel, 0.5, NULL, NULL, words), SM5_OK);
        assert_memory_equal(words, expected, sizeof words);
    }
    sm5_kernel_free(kernel);
    sm5_kernel_free(interp);
    sm5_program_free(program);
}

struct other {
    const struct sm5_program *program;
    const struct sm5_kernel *kernel;
    enum sm5_status status;
};

static void *run_without_limit(void *context)
{
    struct other *other = context;
    other->status = run(other->program, other->kernel, 0, NULL, NULL, NULL);
    return NULL;
}

/* The kernel is locked by the compilation of another run, which has no limit. */
static void while_another_run_compiles(void **state)
{
    (void)state;
    static const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    struct sm5_program *program = make_program(MEDIUM);
    struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_JIT, false);
    struct other other = {program, kernel, SM5_ERR_INPUT};
    struct calls calls = {.most = 2};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_without_limit, &other), 0);
    nanosleep(&pause, NULL);
    enum sm5_status limited = run(program, kernel, 0.05, NULL, NULL, NULL);
    assert_true(limited == SM5_ERR_LIMIT || limited == SM5_OK); /* OK: it was compiled already */
    enum sm5_status cancelled = run(program, kernel, 0, &calls, NULL, NULL);
    assert_true(cancelled == SM5_ERR_CANCELLED || cancelled == SM5_OK);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(other.status, SM5_OK);
    assert_int_equal(run(program, kernel, 0, NULL, NULL, NULL), SM5_OK);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

/* ---- the same code ---- */

/* The largest file of a folder, which is the code: another one records that there is some. */
static uint8_t *read_largest(const char *folder, size_t *size)
{
    uint8_t *found = NULL;
    DIR *list = opendir(folder);
    assert_non_null(list);
    *size = 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        struct stat about;
        int file = openat(dirfd(list), entry->d_name, O_RDONLY);
        if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
            (size_t)about.st_size > *size) {
            free(found);
            *size = (size_t)about.st_size;
            found = malloc(*size);
            assert_int_equal(read(file, found, *size), about.st_size);
        }
        close(file);
        unlinkat(dirfd(list), entry->d_name, 0);
    }
    closedir(list);
    return found;
}

static void the_process_makes_the_same_code(void **state)
{
    (void)state;
    char folder[] = "/tmp/sm5-cache-XXXXXX", entries[sizeof folder + 4];
    char *kept = getenv("XDG_CACHE_HOME") ? strdup(getenv("XDG_CACHE_HOME")) : NULL;
    uint32_t words[2][THREADS];
    uint8_t *code[2];
    size_t sizes[2];
    struct sm5_program *program = make_program(MEDIUM / 2);
    assert_non_null(mkdtemp(folder));
    snprintf(entries, sizeof entries, "%s/sm5", folder);
    setenv("XDG_CACHE_HOME", folder, 1);
    for (int i = 0; i < 2; i++) {
        struct calls calls = {0};
        struct sm5_kernel *kernel = make_kernel(program, SM5_ENGINE_JIT, true);
        assert_int_equal(run(program, kernel, 0, i ? &calls : NULL, NULL, words[i]), SM5_OK);
        assert_true(!i || calls.count); /* while it is compiled */
        code[i] = read_largest(entries, &sizes[i]);
        sm5_kernel_free(kernel);
    }
    assert_memory_equal(words[0], words[1], sizeof words[0]);
    assert_true(sizes[0] > 1000 && sizes[0] == sizes[1]);
    assert_memory_equal(code[0], code[1], sizes[0]);
    free(code[0]);
    free(code[1]);
    rmdir(entries);
    rmdir(folder);
    if (kept)
        setenv("XDG_CACHE_HOME", kept, 1);
    free(kept);
    sm5_program_free(program);
}

/* ---- processes that fail ---- */

/* Runs with a program in the place of sm5-compile; NULL: none. */
static enum sm5_status run_with(const char *script, enum sm5_engine engine, double max_seconds)
{
    char folder[] = "/tmp/sm5-plugin-XXXXXX", plugin[64], process[64];
    char *real = strdup(getenv("SM5_JIT_PLUGIN"));
    struct sm5_program *program = make_program(SLOW);
    assert_non_null(mkdtemp(folder));
    snprintf(plugin, sizeof plugin, "%s/sm5-jit.so", folder);
    snprintf(process, sizeof process, "%s/sm5-compile", folder);
    assert_int_equal(symlink(real, plugin), 0);
    if (script) {
        FILE *file = fopen(process, "w");
        assert_non_null(file);
        fprintf(file, "#!/bin/sh\n%s\n", script);
        fclose(file);
        chmod(process, 0700);
    }
    setenv("SM5_JIT_PLUGIN", plugin, 1);
    struct sm5_kernel *kernel = make_kernel(program, engine, false);
    enum sm5_status status = run(program, kernel, max_seconds, NULL, NULL, NULL);
    setenv("SM5_JIT_PLUGIN", real, 1);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    unlink(plugin);
    unlink(process);
    rmdir(folder);
    free(real);
    return status;
}

static void processes_that_fail(void **state)
{
    (void)state;
    double start = seconds();
    assert_int_equal(run_with(NULL, SM5_ENGINE_JIT, 1), SM5_ERR_SUPPORT); /* by the prediction */
    assert_int_equal(run_with("exit 1", SM5_ENGINE_JIT, 1), SM5_ERR_SUPPORT);
    assert_int_equal(run_with("kill -9 $$", SM5_ENGINE_JIT, 1), SM5_ERR_SUPPORT);
    assert_int_equal(run_with("head -c 100 /dev/zero", SM5_ENGINE_JIT, 1), SM5_ERR_SUPPORT);
    assert_int_equal(run_with("exec sleep 60", SM5_ENGINE_JIT, 0.2), SM5_ERR_LIMIT);
    assert_int_equal(run_with("exit 1", SM5_ENGINE_AUTO, 1), SM5_OK);
    assert_true(seconds() - start < SECONDS_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_limit_of_time),
        cmocka_unit_test(by_the_progress),
        cmocka_unit_test(auto_interprets),
        cmocka_unit_test(while_another_run_compiles),
        cmocka_unit_test(the_process_makes_the_same_code),
        cmocka_unit_test(processes_that_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
