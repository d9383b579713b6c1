#include "fake.h"

#include <stdlib.h>

struct sm5_program fake_program(unsigned model, struct program_resource *resources, uint32_t count)
{
    return (struct sm5_program){
        .stage = ISA_COMPUTE,
        .major = (uint8_t)(model / 10),
        .minor = (uint8_t)(model % 10),
        .decls = {.resources = resources, .resource_count = count, .thread_group = {4, 2, 2}},
    };
}

struct program_resource fake_structured(uint8_t file, uint32_t reg, uint32_t stride)
{
    return (struct program_resource){.file = file,
                                     .dimension = ISA_DIM_STRUCTURED,
                                     .id = reg,
                                     .lower = reg,
                                     .upper = reg,
                                     .stride = stride};
}

struct program_resource fake_raw(uint8_t file, uint32_t reg)
{
    return (struct program_resource){
        .file = file, .dimension = ISA_DIM_RAW, .id = reg, .lower = reg, .upper = reg};
}

struct program_resource fake_typed(uint8_t file, uint32_t reg, uint32_t return_type)
{
    return (struct program_resource){.file = file,
                                     .dimension = ISA_DIM_BUFFER,
                                     .id = reg,
                                     .lower = reg,
                                     .upper = reg,
                                     .return_types = return_type * 0x1111};
}

struct program_resource fake_cbuffer(uint32_t reg, uint32_t rows)
{
    return (struct program_resource){
        .file = ISA_FILE_CBUFFER, .id = reg, .lower = reg, .upper = reg, .count = rows};
}

enum sm5_status fake_bind(struct sm5_bindings *bindings, const char *text, struct sm5_view view,
                          struct sm5_diags *diags)
{
    struct sm5_slot slot;
    if (!sm5_slot_parse(text, &slot))
        return SM5_ERR_ARGUMENT;
    return sm5_bind(bindings, &slot, &view, diags);
}

bool fake_says(const struct sm5_diags *diags, const char *code)
{
    if (sm5_diags_count(diags) != 1)
        return false;
    return strcmp(sm5_diags_at(diags, 0)->code, code) == 0;
}

/* ---- the engine ---- */

struct fake_worker {
    struct fake_kernel *kernel;
    struct runtime_run *run;
    uint32_t tick;
};

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    struct fake_kernel *fake = (struct fake_kernel *)kernel;
    int made = atomic_fetch_add(&fake->workers_made, 1);
    if (fake->workers_allowed && made >= fake->workers_allowed)
        return SM5_ERR_MEMORY;
    struct fake_worker *self = calloc(1, sizeof *self);
    *self = (struct fake_worker){.kernel = fake, .run = run};
    *worker = self;
    atomic_fetch_add(&fake->workers_alive, 1);
    return SM5_OK;
}

static void worker_free(void *worker)
{
    struct fake_worker *self = worker;
    atomic_fetch_sub(&self->kernel->workers_alive, 1);
    free(self);
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct fake_worker *self = worker;
    for (uint64_t group = first; group < first + count && !runtime_stopped(self->run, group); group++)
        self->kernel->group(self->kernel, self->run, group, &self->tick);
}

static enum sm5_status worker_reset(void *worker, struct runtime_run *run)
{
    struct fake_worker *self = worker;
    if (self->kernel->resets_fail)
        return SM5_ERR_MEMORY;
    self->run = run;
    return SM5_OK;
}

const struct runtime_engine fake_keeping_engine = {
    .name = "fake",
    .worker_new = worker_new,
    .worker_free = worker_free,
    .worker_reset = worker_reset,
    .run_groups = run_groups,
};

const struct runtime_engine fake_engine = {
    .name = "fake",
    .worker_new = worker_new,
    .worker_free = worker_free,
    .run_groups = run_groups,
};

enum sm5_status fake_dispatch(struct fake_kernel *kernel, const struct sm5_dispatch_options *options,
                              struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    return fake_dispatch_in(NULL, kernel, options, result, diags);
}

enum sm5_status fake_dispatch_in(struct pool *pool, struct fake_kernel *kernel,
                                 const struct sm5_dispatch_options *options,
                                 struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    struct sm5_program program = fake_program(50, NULL, 0);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct runtime_job job = {
        .engine = &fake_engine, .kernel = kernel, .program = &program, .bindings = bindings, .pool = pool};
    enum sm5_status status = runtime_dispatch(&job, options, result, diags);
    sm5_bindings_free(bindings);
    return status;
}
