/* Kernels and their runs: selection of the engine, fallback to the interpreter. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "device/device.h"
#include "interp/interp.h"
#include "jit/jit.h"
#include "jit/jit_diag.h"
#include "runtime/runtime.h"
#include "split/split.h"
#include "text/text.h"

/* The program as translated by one engine. */
struct translation {
    const struct runtime_engine *engine;
    void *code;
    struct pool *pool; /* worker threads; not part of the kernel's value, which is immutable */
    double seconds;    /* time of the translation */
};

/* `interp` always exists: it reports defects of the program, and runs what the JIT does not support. */
struct sm5_kernel {
    const struct sm5_program *program;
    struct translation interp, fast; /* fast: of the JIT or a device, when `uses_fast` */
    bool uses_fast, falls_back;
};

static void free_translation(struct translation *translation)
{
    pool_free(translation->pool);
    if (translation->engine)
        translation->engine->kernel_free(translation->code);
    *translation = (struct translation){0};
}

static enum sm5_status complete(struct translation *translation, const struct runtime_engine *engine,
                                uint64_t start)
{
    translation->engine = engine;
    translation->seconds = (double)(pool_now() - start) * 1e-9;
    translation->pool = pool_new(engine, translation->code);
    if (translation->pool)
        return SM5_OK;
    free_translation(translation);
    return SM5_ERR_MEMORY;
}

/* The text may be lost for the reason that it states. */
static const char *reason(const struct strbuf *why)
{
    return why->failed ? "there is too little memory for compiling" : strbuf_text(why);
}

static void report_uncompiled(enum sm5_status status, const struct strbuf *why, struct sm5_diags *diags)
{
    if (status == SM5_ERR_INTERNAL)
        diag_add(diags, JIT_REJECTED, DIAG_NOWHERE, reason(why));
    else
        diag_add(diags, JIT_UNAVAILABLE, DIAG_NOWHERE, reason(why));
}

static enum sm5_status make_interp(struct sm5_kernel *kernel, struct sm5_diags *diags)
{
    uint64_t start = pool_now();
    enum sm5_status status = interp_engine.kernel_new(kernel->program, &kernel->interp.code, diags);
    return status ? status : complete(&kernel->interp, &interp_engine, start);
}

static enum sm5_status make_jit(struct sm5_kernel *kernel, const struct sm5_kernel_options *options,
                                struct sm5_diags *diags)
{
    struct jit_options jit_options = {.lanes = options->lanes,
                                      .no_cache = options->no_cache,
                                      .limits_size = options->engine == SM5_ENGINE_AUTO};
    struct strbuf why = {0};
    uint64_t start = pool_now();
    enum sm5_status status = jit_kernel_make(kernel->program, &jit_options, &kernel->fast.code, &why);
    if (!status)
        status = complete(&kernel->fast, &jit_engine, start);
    kernel->uses_fast = !status;
    if (status && status != SM5_ERR_MEMORY && options->engine == SM5_ENGINE_JIT)
        report_uncompiled(status, &why, diags);
    strbuf_free(&why);
    return status;
}

static enum sm5_status make_device(struct sm5_kernel *kernel, const struct sm5_kernel_options *options,
                                   struct sm5_diags *diags)
{
    struct strbuf why = {0};
    struct sm5_blob code;
    uint64_t start = pool_now();
    if (kernel->program->stage != ISA_COMPUTE) {
        diag_add(diags, API_VULKAN_PLAIN, DIAG_NOWHERE);
        return SM5_ERR_SUPPORT;
    }
    enum sm5_status status = sm5_program_write(kernel->program, NULL, &code, diags);
    if (status)
        return status;
    const struct vulkan_input input = {
        .program = kernel->program, .code = code.data, .size = code.size, .options = &options->device};
    status = vulkan_kernel_make(&input, &kernel->fast.code, &why);
    sm5_blob_free(&code);
    if (!status)
        status = complete(&kernel->fast, &vulkan_engine, start);
    else if (status != SM5_ERR_MEMORY)
        diag_add(diags, API_VULKAN, DIAG_NOWHERE, strbuf_text(&why));
    kernel->uses_fast = !status;
    strbuf_free(&why);
    return status;
}

static enum sm5_status make_engines(struct sm5_kernel *kernel, const struct sm5_kernel_options *options,
                                    struct sm5_diags *diags)
{
    enum sm5_status status = make_interp(kernel, diags);
    if (status || options->engine == SM5_ENGINE_INTERP)
        return status;
    if (options->engine == SM5_ENGINE_VULKAN)
        return make_device(kernel, options, diags);
    kernel->falls_back = options->engine == SM5_ENGINE_AUTO;
    status = make_jit(kernel, options, diags);
    return kernel->falls_back && status != SM5_ERR_MEMORY ? SM5_OK : status;
}

static enum sm5_status check_options(const struct sm5_kernel_options *options, struct sm5_diags *diags)
{
    if (!options)
        return SM5_OK;
    if (!api_check_value(options->engine, SM5_ENGINE_VULKAN, "enum sm5_engine", diags) ||
        !api_check_value(options->device.descriptors, SM5_DESCRIPTORS_TEXEL, "enum sm5_descriptors", diags))
        return SM5_ERR_ARGUMENT;
    if (options->lanes == 0 || options->lanes == 8 || options->lanes == 16)
        return SM5_OK;
    diag_add(diags, API_LANES, DIAG_NOWHERE, options->lanes);
    return SM5_ERR_ARGUMENT;
}

static enum sm5_status make_kernel(const struct sm5_program *program,
                                   const struct sm5_kernel_options *options, struct sm5_kernel **kernel,
                                   struct sm5_diags *diags)
{
    const struct sm5_kernel_options defaults = {0};
    *kernel = NULL;
    enum sm5_status status = check_options(options, diags);
    if (!status)
        status = api_validate_for_run(program, (options ? options : &defaults)->validation, diags);
    if (status)
        return status;
    struct sm5_kernel *made = calloc(1, sizeof *made);
    if (!made)
        return SM5_ERR_MEMORY;
    made->program = program;
    status = make_engines(made, options ? options : &defaults, diags);
    if (status)
        sm5_kernel_free(made);
    else
        *kernel = made;
    return status;
}

enum sm5_status sm5_kernel_new_with(const struct sm5_program *program,
                                    const struct sm5_kernel_options *options, struct sm5_kernel **kernel,
                                    struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, options ? options->max_memory : 0);
    return api_end_limit(&limit, make_kernel(program, options, kernel, diags), diags);
}

enum sm5_status sm5_kernel_new(const struct sm5_program *program, enum sm5_engine engine,
                               struct sm5_kernel **kernel, struct sm5_diags *diags)
{
    const struct sm5_kernel_options options = {.engine = engine};
    return sm5_kernel_new_with(program, &options, kernel, diags);
}

void sm5_kernel_free(struct sm5_kernel *kernel)
{
    if (!kernel)
        return;
    free_translation(&kernel->fast);
    free_translation(&kernel->interp);
    free(kernel);
}

static const struct translation *chosen(const struct sm5_kernel *kernel)
{
    return kernel->uses_fast ? &kernel->fast : &kernel->interp;
}

const char *sm5_kernel_engine(const struct sm5_kernel *kernel)
{
    return chosen(kernel)->engine->name;
}

void sm5_kernel_info(const struct sm5_kernel *kernel, struct sm5_kernel_info *info)
{
    const struct translation *translation = chosen(kernel);
    *info = (struct sm5_kernel_info){
        .engine = translation->engine->name,
        .lanes = translation->engine->lanes(translation->code),
        .compile_seconds = translation->seconds,
    };
    if (translation->engine->info)
        translation->engine->info(translation->code, info);
}

static struct runtime_job job_of(const struct sm5_kernel *kernel, const struct translation *translation,
                                 struct sm5_bindings *bindings, uint64_t start_ns)
{
    return (struct runtime_job){
        .engine = translation->engine,
        .kernel = translation->code,
        .pool = translation->pool,
        .program = kernel->program,
        .bindings = bindings,
        .describe = text_print_instr,
        .start_ns = start_ns,
    };
}

/* Whether the kernel may use the interpreter; false, with a diagnostic, for SM5_ENGINE_JIT. */
static bool check_interp(const struct sm5_kernel *kernel, struct sm5_diags *diags)
{
    if (!kernel->uses_fast || kernel->falls_back)
        return true;
    if (kernel->fast.engine == &vulkan_engine)
        diag_add(diags, API_VULKAN_PLAIN, DIAG_NOWHERE);
    else
        diag_add(diags, JIT_PLAIN, DIAG_NOWHERE);
    return false;
}

static bool is_uncompiled(enum sm5_status status, const struct runtime_job *job)
{
    return (status == SM5_ERR_SUPPORT || status == SM5_ERR_INTERNAL) && job->engine == &jit_engine;
}

/* The interpreter runs what the JIT does not support, but does not hide that the JIT generates invalid code. */
static bool may_interpret(const struct sm5_kernel *kernel, enum sm5_status status)
{
    return kernel->falls_back && status == SM5_ERR_SUPPORT;
}

/* The variant that the bindings require could not be compiled; nothing has run. */
static enum sm5_status report_variant(const struct sm5_kernel *kernel, enum sm5_status status,
                                      struct sm5_diags *diags)
{
    struct strbuf why = {0};
    jit_kernel_why(kernel->fast.code, &why);
    report_uncompiled(status, &why, diags);
    strbuf_free(&why);
    return status;
}

/* Slices must hold what the groups access by the rules of Direct3D: other profiles access other bytes. Other errors of
   the options are those of runtime_dispatch. */
static enum sm5_status check_slices(struct runtime_job *job, const struct sm5_dispatch_options *options,
                                    struct sm5_diags *diags)
{
    uint32_t groups[3];
    bool is_plain = !options->order && options->oob == SM5_OOB_SPEC && !job->engine->run_all;
    if (!is_plain || !runtime_has_slices(job->bindings))
        return SM5_OK;
    job->has_slices = true;
    enum sm5_status status = runtime_read_groups(job, options, groups, diags);
    if (status)
        return status;
    uint64_t all = (uint64_t)groups[0] * groups[1] * groups[2], first = options->first_group;
    uint64_t count = first || options->group_count ? options->group_count : all;
    if (first > all || count > all - first)
        return SM5_OK;
    return split_check_slices(job->program, runtime_bindings_of(job->bindings), groups, first, count, diags);
}

static enum sm5_status dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                const struct sm5_dispatch_options *options,
                                struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    bool needs_interp = options->oob != SM5_OOB_SPEC || options->order;
    uint64_t start = pool_now();
    struct sm5_dispatch_options how = *options;
    if (kernel->program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, kernel->program->stage));
        return SM5_ERR_SUPPORT;
    }
    if (!api_check_value(options->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags) ||
        (needs_interp && !check_interp(kernel, diags)))
        return SM5_ERR_ARGUMENT;
    struct runtime_job job = job_of(kernel, needs_interp ? &kernel->interp : chosen(kernel), bindings, start);
    if (options->order) {
        job.engine = &interp_order_engine;
        job.pool = NULL;
        how.threads = 1;
    }
    enum sm5_status status = check_slices(&job, &how, diags);
    if (!status)
        status = runtime_dispatch(&job, &how, result, diags);
    if (!is_uncompiled(status, &job))
        return status;
    if (!may_interpret(kernel, status))
        return report_variant(kernel, status, diags);
    bool has_slices = job.has_slices;
    job = job_of(kernel, &kernel->interp, bindings, start);
    job.has_slices = has_slices;
    return runtime_dispatch(&job, &how, result, diags);
}

enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                             const struct sm5_dispatch_options *options, struct sm5_dispatch_result *result,
                             struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, options->max_memory);
    return api_end_limit(&limit, dispatch(kernel, bindings, options, result, diags), diags);
}

enum sm5_status sm5_devices(struct sm5_device *list, size_t room, size_t *count, struct sm5_diags *diags)
{
    struct strbuf why = {0};
    *count = 0;
    const struct vulkan_driver *driver = vulkan_driver_load(&why);
    enum sm5_status status = driver ? driver->list(list, room, count, &why) : SM5_ERR_SUPPORT;
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    else if (status)
        diag_add(diags, API_VULKAN, DIAG_NOWHERE, strbuf_text(&why));
    strbuf_free(&why);
    return status;
}

static enum sm5_status run_stage(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                 const struct sm5_stage_run *run, struct sm5_stage_outputs *outputs,
                                 struct sm5_diags *diags)
{
    bool needs_interp = run->oob != SM5_OOB_SPEC;
    uint64_t start = pool_now();
    *outputs = (struct sm5_stage_outputs){0};
    if (!api_check_value(run->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags) ||
        (needs_interp && !check_interp(kernel, diags)))
        return SM5_ERR_ARGUMENT;
    struct runtime_job job = job_of(kernel, needs_interp ? &kernel->interp : chosen(kernel), bindings, start);
    enum sm5_status status = runtime_run_stage(&job, run, outputs, diags);
    if (!is_uncompiled(status, &job))
        return status;
    if (!may_interpret(kernel, status))
        return report_variant(kernel, status, diags);
    sm5_stage_outputs_free(outputs);
    job = job_of(kernel, &kernel->interp, bindings, start);
    return runtime_run_stage(&job, run, outputs, diags);
}

enum sm5_status sm5_run_stage(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                              const struct sm5_stage_run *run, struct sm5_stage_outputs *outputs,
                              struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, run->max_memory);
    return api_end_limit(&limit, run_stage(kernel, bindings, run, outputs, diags), diags);
}

enum sm5_status sm5_kernel_dump(const struct sm5_program *program, const struct sm5_kernel_options *options,
                                enum sm5_form form, struct sm5_blob *text, struct sm5_diags *diags)
{
    struct jit_options jit_options = {.lanes = options ? options->lanes : 0, .no_cache = true};
    struct strbuf out = {0}, why = {0};
    *text = (struct sm5_blob){0};
    if (check_options(options, diags) || !api_check_value(form, SM5_FORM_ASM, "enum sm5_form", diags))
        return SM5_ERR_ARGUMENT;
    enum sm5_status status = jit_dump(program, &jit_options, (enum jit_form)form, &out, &why);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    else if (status)
        report_uncompiled(status, &why, diags);
    if (status)
        strbuf_free(&out);
    else
        status = api_take_blob(&out, text, diags);
    strbuf_free(&why);
    return status;
}
