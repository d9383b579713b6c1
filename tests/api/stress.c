/* The library from many threads of several processes at a time: kernels are shared, dispatches cancelled or stopped,
   kernels made and freed, and entries of the cache of machine code removed, in any order that random numbers choose.
   Every result is compared. ThreadSanitizer finds what races (make tsan).

   SM5_STRESS_SECONDS: how long, by default 2. SM5_STRESS_SEED: other choices. */
#include <dirent.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"

enum { THREADS = 6, PROCESSES = 2, GROUPS = 16, WORDS = 8 * GROUPS, VARIANTS = 4 };

/* u0[i] = sum of the numbers below t0[i], plus a constant; u1 counts the threads. */
#define SUMS                                                                                                 \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"                            \
    "dcl_uav_structured u0, 4\ndcl_uav_raw u1\ndcl_input vThreadID.x\n"                                      \
    "dcl_input vThreadIDInGroupFlattened\ndcl_temps 2\ndcl_tgsm_structured g0, 4, 8\n"                       \
    "dcl_thread_group 8, 1, 1\nld_structured r0.x, vThreadID.x, l(0), t0.xxxx\nmov r0.yz, l(0, 0, %u, 0)\n"  \
    "loop\nuge r0.w, r0.y, r0.x\nbreakc_nz r0.w\niadd r0.z, r0.z, r0.y\niadd r0.y, r0.y, l(1)\nendloop\n"    \
    "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.z\nsync_g_t\n"                             \
    "ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx\n"                                       \
    "store_structured u0.x, vThreadID.x, l(0), r1.x\natomic_iadd u1, l(0), l(1)\nret\n"

static const char endless[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadGroupID.x\n"
    "dcl_temps 1\ndcl_thread_group 8, 1, 1\nieq r0.x, vThreadGroupID.x, l(3)\nif_nz "
    "r0.x\nloop\nnop\nendloop\n"
    "endif\nret\n";

static const char vertex[] =
    "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xyzw\ndcl_output o0.xyzw\n"
    "add o0.xyzw, v0.xyzw, v0.xyzw\nret\n";

/* ---- what all threads share ---- */

static struct sm5_program *programs[VARIANTS], *endless_program, *vertex_program;
static struct sm5_kernel *kernels[VARIANTS], *endless_kernel, *vertex_kernel;
static struct sm5_buffer *numbers; /* t0 */
static char cache[64], cache_folder[96];
static double ends_at;
static atomic_uint wrong;
static _Atomic uint64_t done;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool expect(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "process %d: %s\n", (int)getpid(), what);
        atomic_fetch_add(&wrong, 1);
    }
    return good;
}

static struct sm5_kernel_options options_of(bool no_cache)
{
    const char *engine = getenv("SM5_TEST_ENGINE");
    bool is_jit = engine && strncmp(engine, "jit", 3) == 0;
    return (struct sm5_kernel_options){.engine = is_jit ? SM5_ENGINE_JIT : SM5_ENGINE_INTERP,
                                       .lanes = is_jit && strcmp(engine, "jit-8") == 0 ? 8 : 0,
                                       .no_cache = no_cache};
}

static struct sm5_program *read_program(const char *text)
{
    struct sm5_program *program;
    return expect(sm5_program_read(text, strlen(text), "x", &program, NULL) == SM5_OK, "read") ? program
                                                                                               : NULL;
}

static struct sm5_kernel *new_kernel(const struct sm5_program *program, bool no_cache)
{
    const struct sm5_kernel_options options = options_of(no_cache);
    struct sm5_kernel *kernel;
    return expect(sm5_kernel_new_with(program, &options, &kernel, NULL) == SM5_OK, "kernel") ? kernel : NULL;
}

static bool open_shared(void)
{
    bool good = (numbers = sm5_buffer_new(WORDS * 4)) != NULL;
    for (uint32_t i = 0; good && i < WORDS; i++)
        ((uint32_t *)sm5_buffer_data(numbers))[i] = i * 37 % 101;
    for (unsigned i = 0; good && i < VARIANTS; i++) {
        char text[sizeof SUMS + 16];
        snprintf(text, sizeof text, SUMS, i);
        good = (programs[i] = read_program(text)) && (kernels[i] = new_kernel(programs[i], i % 2));
    }
    return good && (endless_program = read_program(endless)) &&
           (endless_kernel = new_kernel(endless_program, true)) && (vertex_program = read_program(vertex)) &&
           (vertex_kernel = new_kernel(vertex_program, true));
}

static void close_shared(void)
{
    for (unsigned i = 0; i < VARIANTS; i++) {
        sm5_kernel_free(kernels[i]);
        sm5_program_free(programs[i]);
    }
    sm5_kernel_free(endless_kernel);
    sm5_kernel_free(vertex_kernel);
    sm5_program_free(endless_program);
    sm5_program_free(vertex_program);
    sm5_buffer_free(numbers);
}

/* ---- what a thread does ---- */

struct worker {
    pthread_t id;
    uint32_t random;
    uint32_t calls, cancel_at; /* of progress */
};

static void bind(struct sm5_bindings *bindings, const char *name, struct sm5_buffer *buffer)
{
    const struct sm5_view view = {.buffer = buffer};
    struct sm5_slot slot;
    expect(sm5_slot_parse(name, &slot) && sm5_bind(bindings, &slot, &view, NULL) == SM5_OK, name);
}

static bool on_progress(void *context, uint64_t count, uint64_t total)
{
    struct worker *w = context;
    return count <= total && ++w->calls < w->cancel_at;
}

static void expect_sums(struct sm5_buffer *out, uint32_t variant)
{
    const uint32_t *in = sm5_buffer_data(numbers), *got = sm5_buffer_data(out);
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t n = in[i];
        if (!expect(got[i] == variant + (n ? n * (n - 1) / 2 : 0), "sum"))
            return;
    }
}

static void run_sums(struct worker *w, const struct sm5_kernel *kernel, uint32_t variant)
{
    struct sm5_buffer *out = sm5_buffer_new(WORDS * 4), *count = sm5_buffer_new(4);
    struct sm5_bindings *bindings = sm5_bindings_new(programs[variant]);
    struct sm5_dispatch_options how = {.groups = {GROUPS, 1, 1},
                                       .threads = 1 + harness_random(&w->random) % 4};
    bind(bindings, "t0", numbers);
    bind(bindings, "u0", out);
    bind(bindings, "u1", count);
    uint32_t rounds = 1 + harness_random(&w->random) % 3;
    for (uint32_t i = 0; i < rounds; i++)
        expect(sm5_dispatch(kernel, bindings, &how, NULL, NULL) == SM5_OK, "dispatch");
    expect_sums(out, variant);
    expect(*(const uint32_t *)sm5_buffer_data(count) == rounds * WORDS, "count");
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    sm5_buffer_free(count);
}

static void use_shared(struct worker *w)
{
    uint32_t variant = harness_random(&w->random) % VARIANTS;
    run_sums(w, kernels[variant], variant);
}

static void use_own(struct worker *w)
{
    uint32_t variant = harness_random(&w->random) % VARIANTS;
    struct sm5_kernel *kernel = new_kernel(programs[variant], harness_random(&w->random) % 4 == 0);
    if (kernel)
        run_sums(w, kernel, variant);
    sm5_kernel_free(kernel);
}

/* An endless group, which the callback or a limit stops. */
static void stop(struct worker *w)
{
    struct sm5_bindings *bindings = sm5_bindings_new(endless_program);
    struct sm5_dispatch_options how = {.groups = {8, 1, 1}, .threads = 1 + harness_random(&w->random) % 4};
    uint32_t kind = harness_random(&w->random) % 3;
    *w = (struct worker){.id = w->id, .random = w->random, .cancel_at = 1 + harness_random(&w->random) % 2};
    if (kind == 0) {
        how.progress = on_progress;
        how.context = w;
    } else if (kind == 1) {
        how.max_steps = 1000;
    } else {
        how.max_seconds = 0.01;
    }
    enum sm5_status status = sm5_dispatch(endless_kernel, bindings, &how, NULL, NULL);
    expect(status == (kind ? SM5_ERR_LIMIT : SM5_ERR_CANCELLED), "stopped dispatch");
    sm5_bindings_free(bindings);
}

static void run_vertices(struct worker *w)
{
    enum { COUNT = 100 };
    uint32_t words[COUNT * 4];
    for (uint32_t i = 0; i < COUNT * 4; i++)
        words[i] = 0x3f800000;
    const struct sm5_stage_run run = {.count = COUNT,
                                      .inputs = {.words = words, .count = COUNT, .registers = 1},
                                      .threads = 1 + harness_random(&w->random) % 4};
    struct sm5_stage_outputs out;
    struct sm5_bindings *bindings = sm5_bindings_new(vertex_program);
    if (expect(sm5_run_stage(vertex_kernel, bindings, &run, &out, NULL) == SM5_OK, "stage"))
        for (uint32_t i = 0; i < COUNT * 4; i++)
            if (!expect(out.outputs.words[i] == 0x40000000, "vertex"))
                break;
    sm5_stage_outputs_free(&out);
    sm5_bindings_free(bindings);
}

/* Functions that only read a shared program. */
static void analyse(struct worker *w)
{
    const struct sm5_program *program = programs[harness_random(&w->random) % VARIANTS];
    struct sm5_program *again = NULL;
    struct sm5_blob text, file;
    struct sm5_diags *diags = sm5_diags_new();
    expect(sm5_validate(program, NULL, diags) == SM5_OK, "validate");
    expect(sm5_program_write(program, NULL, &file, diags) == SM5_OK, "write");
    expect(sm5_program_print(program, 0, &text, diags) == SM5_OK, "print");
    expect(sm5_program_read(file.data, file.size, "x", &again, diags) == SM5_OK, "read");
    sm5_program_free(again);
    sm5_blob_free(&file);
    sm5_blob_free(&text);
    sm5_diags_free(diags);
}

static void check(struct worker *w)
{
    uint32_t variant = harness_random(&w->random) % VARIANTS;
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}};
    struct sm5_buffer *out = sm5_buffer_new(WORDS * 4), *count = sm5_buffer_new(4);
    struct sm5_bindings *bindings = sm5_bindings_new(programs[variant]);
    struct sm5_findings *findings = NULL;
    bind(bindings, "t0", numbers);
    bind(bindings, "u0", out);
    bind(bindings, "u1", count);
    expect(sm5_check(programs[variant], bindings, &how, NULL, &findings, NULL) == SM5_OK, "check");
    expect(sm5_findings_count(findings) == 0, "finding");
    sm5_findings_free(findings);
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    sm5_buffer_free(count);
}

/* What an eviction, a user or a full disk does to entries that others read. */
static void spoil_cache(struct worker *w)
{
    DIR *folder = opendir(cache_folder);
    const struct dirent *entry;
    char path[512];
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s/%s", cache_folder, entry->d_name);
        uint32_t choice = harness_random(&w->random) % 4;
        if (entry->d_name[0] == '.')
            continue;
        if (choice == 0)
            (void)!truncate(path, 100);
        else if (choice == 1)
            unlink(path);
    }
    if (folder)
        closedir(folder);
}

static void *work(void *context)
{
    static void (*const actions[])(struct worker *) = {use_shared,   use_shared, use_own, stop,
                                                       run_vertices, analyse,    check,   spoil_cache};
    struct worker *w = context;
    while (now() < ends_at && !atomic_load(&wrong)) {
        actions[harness_random(&w->random) % (sizeof actions / sizeof *actions)](w);
        atomic_fetch_add(&done, 1);
    }
    return NULL;
}

static int run_process(uint32_t seed)
{
    struct worker workers[THREADS];
    if (!open_shared())
        return 1;
    for (uint32_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.random = seed * THREADS + i + 1};
        if (pthread_create(&workers[i].id, NULL, work, &workers[i]))
            return 1;
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(workers[i].id, NULL);
    close_shared();
    printf("process %u: %" PRIu64 " actions of %d threads, %u wrong\n", seed, atomic_load(&done), THREADS,
           atomic_load(&wrong));
    fflush(stdout);
    return atomic_load(&wrong) != 0;
}

static bool make_cache(void)
{
    snprintf(cache, sizeof cache, "/tmp/sm5-stress-XXXXXX");
    if (!mkdtemp(cache))
        return false;
    snprintf(cache_folder, sizeof cache_folder, "%s/sm5", cache);
    return setenv("XDG_CACHE_HOME", cache, 1) == 0;
}

static void remove_cache(void)
{
    DIR *folder = opendir(cache_folder);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(cache_folder);
    rmdir(cache);
}

static double number_of(const char *name, double usual)
{
    const char *text = getenv(name);
    return text ? strtod(text, NULL) : usual;
}

int main(void)
{
    uint32_t seed = (uint32_t)number_of("SM5_STRESS_SEED", 1);
    pid_t children[PROCESSES];
    int failed = 0;
    if (!make_cache())
        return 1;
    ends_at = now() + number_of("SM5_STRESS_SECONDS", 2);
    for (uint32_t i = 0; i < PROCESSES; i++)
        if ((children[i] = fork()) == 0)
            exit(run_process(seed * PROCESSES + i));
    for (uint32_t i = 0; i < PROCESSES; i++) {
        int status = -1;
        failed |= children[i] < 0 || waitpid(children[i], &status, 0) < 0 || status != 0;
    }
    remove_cache();
    return failed;
}
