/* The table of configurations, and how each runs. */
#include "run_engine.h"

#include <assert.h>
#include <sched.h>

#include "interp/interp_worker.h"
#include "jit/jit.h"
#include "numeric/num_env.h"
#include "text/text.h"

static const struct run_config configs[] = {
    {.name = "interp", .kind = SM5_ENGINE_INTERP, .threads = 1},
    {.name = "interp-2", .kind = SM5_ENGINE_INTERP, .threads = 2},
    {.name = "interp-backwards", .engine = &interp_engine, .threads = 1, .order = RUN_BACKWARDS},
    {.name = "interp-split", .engine = &interp_engine, .threads = 2, .order = RUN_SPLIT},
    {.name = "interp-v2", .engine = &interp_engine, .threads = 1, .level = 1},
    {.name = "interp-v3", .engine = &interp_engine, .threads = 1, .level = 2},
    {.name = "interp-v4", .engine = &interp_engine, .threads = 1, .level = 3},
    {.name = "interp-order-1", .engine = &interp_order_engine, .threads = 1, .seed = 1},
    {.name = "interp-order-4", .engine = &interp_order_engine, .threads = 1, .seed = 4},
    {.name = "jit-8", .engine = &jit_engine, .lanes = 8, .threads = 1},
    {.name = "jit-8-split", .engine = &jit_engine, .lanes = 8, .threads = 2, .order = RUN_SPLIT},
    {.name = "jit-8-avx2", .engine = &jit_engine, .lanes = 8, .threads = 1, .cpu = "x86-64-v3", .level = 2},
    {.name = "jit-16", .engine = &jit_engine, .lanes = 16, .threads = 1},
    {.name = "jit-16-avx2", .engine = &jit_engine, .lanes = 16, .threads = 1, .cpu = "x86-64-v3", .level = 2},
    {.name = "jit-16-v4", .engine = &jit_engine, .lanes = 16, .threads = 1, .cpu = "x86-64-v4", .level = 3},
    {.name = "jit-16-split", .engine = &jit_engine, .lanes = 16, .threads = 2, .order = RUN_SPLIT},
    {.name = "jit", .kind = SM5_ENGINE_JIT},
    {.name = "vulkan", .kind = SM5_ENGINE_VULKAN},
};

_Static_assert(BASE_COUNT(configs) <= RUN_MOST_CONFIGS, "a bit of a set each");

const struct run_config *run_engine_config(unsigned i)
{
    return i < BASE_COUNT(configs) ? &configs[i] : NULL;
}

const char *run_config_name(unsigned i)
{
    return i < BASE_COUNT(configs) ? configs[i].name : NULL;
}

static bool has_level(unsigned level)
{
    return level <= (unsigned)num_level() + 1;
}

/* The compiler may not be built or installed, and the processor may not have AVX2. */
static bool has_jit(void)
{
    enum { AVX2 = 2 };
    struct strbuf why = {0};
    bool good = has_level(AVX2) && jit_plugin_load(&why);
    strbuf_free(&why);
    return good;
}

/* The other configurations of the CPU engines include what these run. */
bool run_config_is_default(unsigned i)
{
    return configs[i].engine || configs[i].kind == SM5_ENGINE_INTERP;
}

bool run_config_is_device(unsigned i)
{
    return configs[i].kind == SM5_ENGINE_VULKAN;
}

bool run_config_available(unsigned i)
{
    if (configs[i].kind == SM5_ENGINE_JIT)
        return has_jit();
    return has_level(configs[i].level) && (configs[i].engine != &jit_engine || has_jit());
}

/* ---- kernels ---- */

bool run_engine_same_kernel(const struct run_config *a, const struct run_config *b)
{
    return a->engine == b->engine && a->kind == b->kind && a->lanes == b->lanes && a->cpu == b->cpu &&
           (a->order == RUN_SPLIT) == (b->order == RUN_SPLIT);
}

enum sm5_status run_engine_kernel(const struct run_config *config, const struct sm5_program *program,
                                  const char *device, struct run_kernel *kernel, struct sm5_diags *diags)
{
    const struct sm5_kernel_options public = {
        .engine = config->kind, .no_cache = true, .device.name = device};
    if (!config->engine)
        return sm5_kernel_new_with(program, &public, &kernel->public, diags);
    if (config->engine != &jit_engine)
        return config->engine->kernel_new(program, &kernel->own, diags);
    const struct jit_options options = {
        .lanes = config->lanes, .no_cache = true, .cpu = config->cpu, .eager = config->order == RUN_SPLIT};
    return jit_kernel_make(program, &options, &kernel->own, &kernel->why);
}

void run_engine_why(const struct run_config *config, const struct run_kernel *kernel, struct strbuf *why)
{
    strbuf_add(why, strbuf_text(&kernel->why));
    if (config->engine == &jit_engine && kernel->own)
        jit_kernel_why(kernel->own, why);
}

void run_engine_free(const struct run_config *config, struct run_kernel *kernel)
{
    sm5_kernel_free(kernel->public);
    if (kernel->own)
        config->engine->kernel_free(kernel->own);
    strbuf_free(&kernel->why);
    *kernel = (struct run_kernel){0};
}

/* ---- steering ---- */

/* The runtime passes engines no context: state of the single dispatch that runs. */
static const struct run_config *now;
static const void *now_kernel;
static struct runtime_run *_Atomic now_run;

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    enum sm5_status status = now->engine->worker_new(kernel, run, worker);
    now_run = run;
    if (!status && now->engine == &jit_engine && now->level)
        ((struct jit_worker *)*worker)->textures = texture_code_of(now->level - 1);
    if (status || now->engine != &interp_engine)
        return status;
    if (now->level) {
        ((struct interp_worker *)*worker)->textures = texture_code_of(now->level - 1);
        ((struct interp_worker *)*worker)->table = lane_table_of(now->level - 1);
    }
    if (now->table)
        ((struct interp_worker *)*worker)->table = now->table;
    if (now->watch) {
        now->watch->worker = *worker;
        interp_set_hooks(*worker, now->watch->hooks, now->watch);
    }
    return SM5_OK;
}

static uint64_t all_groups(void)
{
    return (uint64_t)now_run->part.groups[0] * now_run->part.groups[1] * now_run->part.groups[2];
}

static void run_backwards(void *worker, uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        now->engine->run_groups(worker, all_groups() - 1 - (first + i), 1);
}

struct split {
    uint64_t first, count;
    atomic_bool ready;
};

static void run_every_second(void *worker, uint64_t first, uint64_t end)
{
    for (uint64_t group = first; group < end; group += 2)
        now->engine->run_groups(worker, group, 1);
}

static void *split_main(void *argument)
{
    struct split *split = argument;
    void *worker = NULL;
    enum sm5_status status = now->engine->worker_new(now_kernel, now_run, &worker);
    assert(!status);
    atomic_store(&split->ready, true);
    uint32_t environment = num_env_enter();
    if (!status)
        run_every_second(worker, split->first + 1, split->first + split->count);
    if (!status && now->engine->worker_finish)
        now->engine->worker_finish(worker);
    num_env_leave(environment);
    now->engine->worker_free(worker);
    return NULL;
}

/* Waits for the other thread, so that the groups do run at the same time. */
static void run_split(void *worker, uint64_t first, uint64_t count)
{
    struct split split = {.first = first, .count = count};
    pthread_t thread;
    if (count < 2 || pthread_create(&thread, NULL, split_main, &split)) {
        now->engine->run_groups(worker, first, count);
        return;
    }
    while (!atomic_load(&split.ready))
        sched_yield();
    run_every_second(worker, first, first + count);
    pthread_join(thread, NULL);
}

/* All groups in one call, so that they can be split. */
static void run_all(void *worker, uint64_t first, uint64_t count)
{
    (void)count;
    if (first == 0)
        run_split(worker, 0, all_groups());
}

/* ---- dispatch ---- */

enum { MOST_DEVICE_SECONDS = 10, MOST_GROUP_THREADS = 1024 };

/* The engine with the configuration's order of groups. */
static struct runtime_engine steered(const struct run_config *config, const struct run_kernel *kernel)
{
    struct runtime_engine engine = *config->engine;
    engine.worker_new = worker_new;
    if (config->order == RUN_BACKWARDS)
        engine.run_groups = run_backwards;
    if (config->order == RUN_SPLIT)
        engine.run_groups = run_all;
    now = config;
    now_kernel = kernel->own;
    return engine;
}

bool run_engine_supports_stages(const struct run_config *config)
{
    return config->engine != &interp_order_engine && config->kind != SM5_ENGINE_VULKAN;
}

bool run_engine_may_refuse(const struct run_config *config, bool plain)
{
    bool jit = config->engine == &jit_engine || config->kind == SM5_ENGINE_JIT;
    return config->kind == SM5_ENGINE_VULKAN || (jit && !plain);
}

enum sm5_status run_engine_stage(const struct run_config *config, const struct run_kernel *kernel,
                                 const struct sm5_program *program, struct sm5_bindings *bindings,
                                 const struct sm5_stage_run *in, struct sm5_stage_outputs *out,
                                 struct sm5_diags *diags)
{
    struct sm5_stage_run run = *in;
    run.threads = config->threads;
    if (!config->engine)
        return sm5_run_stage(kernel->public, bindings, &run, out, diags);
    struct runtime_engine engine = steered(config, kernel);
    const struct runtime_job job = {.engine = &engine,
                                    .kernel = kernel->own,
                                    .program = program,
                                    .bindings = bindings,
                                    .describe = text_print_instr};
    return runtime_run_stage(&job, &run, out, diags);
}

enum sm5_status run_engine_dispatch(const struct run_config *config, const struct run_kernel *kernel,
                                    const struct sm5_program *program, struct sm5_bindings *bindings,
                                    const struct sm5_dispatch_options *in, struct sm5_diags *diags)
{
    struct sm5_dispatch_options options = *in;
    options.threads = config->threads;
    options.max_seconds = config->kind == SM5_ENGINE_VULKAN ? MOST_DEVICE_SECONDS : 0;
    options.order = config->seed;
    if (config->seed)
        options.max_steps *= MOST_GROUP_THREADS; /* in orders of its own each thread counts */
    if (!config->engine)
        return sm5_dispatch(kernel->public, bindings, &options, NULL, diags);
    struct runtime_engine engine = steered(config, kernel);
    const struct runtime_job job = {.engine = &engine,
                                    .kernel = kernel->own,
                                    .program = program,
                                    .bindings = bindings,
                                    .describe = text_print_instr};
    return runtime_dispatch(&job, &options, NULL, diags);
}
