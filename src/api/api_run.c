/* Kernels and dispatches: an engine, a program, and the runtime between them. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "interp/interp.h"
#include "jit/jit.h"
#include "jit/jit_diag.h"
#include "runtime/runtime.h"
#include "text/text.h"

/* What one engine made of the program. */
struct made {
    const struct runtime_engine *engine;
    void *code;
    struct pool *pool; /* its threads; no part of what the kernel is */
    double seconds;    /* that the engine took to make the code */
};

/* The interpreter's is always there: it says what is wrong with a program, and runs what the JIT does not. */
struct sm5_kernel {
    const struct sm5_program *program;
    struct made interp, jit;
    bool uses_jit, falls_back;
};

static void free_made(struct made *made)
{
    pool_free(made->pool);
    if (made->engine)
        made->engine->kernel_free(made->code);
    *made = (struct made){0};
}

static enum sm5_status finish(struct made *made, const struct runtime_engine *engine, uint64_t start)
{
    made->engine = engine;
    made->seconds = (double)(pool_now() - start) * 1e-9;
    made->pool = pool_new(engine, made->code);
    if (made->pool)
        return SM5_OK;
    free_made(made);
    return SM5_ERR_MEMORY;
}

static enum sm5_status make_interp(struct sm5_kernel *kernel, struct sm5_diags *diags)
{
    uint64_t start = pool_now();
    enum sm5_status status = interp_engine.kernel_new(kernel->program, &kernel->interp.code, diags);
    return status ? status : finish(&kernel->interp, &interp_engine, start);
}

/* Values of a program that are compiled unasked: some seconds of LLVM. Who asks for the JIT waits longer. */
enum { COMPILED_MOST = 30000 };

static enum sm5_status make_jit(struct sm5_kernel *kernel, const struct sm5_kernel_options *options,
                                struct sm5_diags *diags)
{
    struct jit_options asked = {.lanes = options->lanes, .no_cache = options->no_cache};
    if (options->engine == SM5_ENGINE_AUTO)
        asked.most = COMPILED_MOST;
    struct strbuf why = {0};
    uint64_t start = pool_now();
    enum sm5_status status = jit_kernel_make(kernel->program, &asked, &kernel->jit.code, &why);
    if (!status)
        status = finish(&kernel->jit, &jit_engine, start);
    kernel->uses_jit = !status;
    if (status && status != SM5_ERR_MEMORY && options->engine == SM5_ENGINE_JIT)
        diag_add(diags, JIT_UNAVAILABLE, DIAG_NOWHERE, strbuf_text(&why));
    strbuf_free(&why);
    return status;
}

static enum sm5_status make_engines(struct sm5_kernel *kernel, const struct sm5_kernel_options *options,
                                    struct sm5_diags *diags)
{
    enum sm5_status status = make_interp(kernel, diags);
    if (status || options->engine == SM5_ENGINE_INTERP)
        return status;
    kernel->falls_back = options->engine == SM5_ENGINE_AUTO;
    status = make_jit(kernel, options, diags);
    return kernel->falls_back && status != SM5_ERR_MEMORY ? SM5_OK : status;
}

static enum sm5_status check_options(const struct sm5_kernel_options *options, struct sm5_diags *diags)
{
    if (!options)
        return SM5_OK;
    if (!api_check_value(options->engine, SM5_ENGINE_JIT, "enum sm5_engine", diags))
        return SM5_ERR_ARGUMENT;
    if (options->lanes == 0 || options->lanes == 8 || options->lanes == 16)
        return SM5_OK;
    diag_add(diags, API_LANES, DIAG_NOWHERE, options->lanes);
    return SM5_ERR_ARGUMENT;
}

enum sm5_status sm5_kernel_new_with(const struct sm5_program *program,
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
    free_made(&kernel->jit);
    free_made(&kernel->interp);
    free(kernel);
}

static const struct made *chosen(const struct sm5_kernel *kernel)
{
    return kernel->uses_jit ? &kernel->jit : &kernel->interp;
}

const char *sm5_kernel_engine(const struct sm5_kernel *kernel)
{
    return chosen(kernel)->engine->name;
}

void sm5_kernel_info(const struct sm5_kernel *kernel, struct sm5_kernel_info *info)
{
    const struct made *made = chosen(kernel);
    *info = (struct sm5_kernel_info){
        .engine = made->engine->name,
        .lanes = made->engine->lanes(made->code),
        .compile_seconds = made->seconds,
    };
    if (made->engine->info)
        made->engine->info(made->code, info);
}

static struct runtime_job job_of(const struct sm5_kernel *kernel, const struct made *made,
                                 struct sm5_bindings *bindings)
{
    return (struct runtime_job){
        .engine = made->engine,
        .kernel = made->code,
        .pool = made->pool,
        .program = kernel->program,
        .bindings = bindings,
        .describe = text_print_instr,
    };
}

static enum sm5_status dispatch_on(const struct sm5_kernel *kernel, const struct made *made,
                                   struct sm5_bindings *bindings, const struct sm5_dispatch_options *options,
                                   struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    const struct runtime_job job = job_of(kernel, made, bindings);
    return runtime_dispatch(&job, options, result, diags);
}

static enum sm5_status dispatch_in_order(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                         const struct sm5_dispatch_options *options,
                                         struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    struct made made = kernel->interp;
    struct sm5_dispatch_options alone = *options;
    if (options->order) {
        made.engine = &interp_order_engine;
        made.pool = NULL;
        alone.threads = 1;
    }
    return dispatch_on(kernel, &made, bindings, &alone, result, diags);
}

/* What the interpreter alone can do. */
static enum sm5_status dispatch_on_interp(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                                          const struct sm5_dispatch_options *options,
                                          struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    if (!kernel->uses_jit || kernel->falls_back)
        return dispatch_in_order(kernel, bindings, options, result, diags);
    diag_add(diags, JIT_PLAIN, DIAG_NOWHERE);
    return SM5_ERR_ARGUMENT;
}

enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                             const struct sm5_dispatch_options *options, struct sm5_dispatch_result *result,
                             struct sm5_diags *diags)
{
    if (kernel->program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, kernel->program->stage));
        return SM5_ERR_SUPPORT;
    }
    if (!api_check_value(options->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    if (options->oob != SM5_OOB_SPEC || options->order)
        return dispatch_on_interp(kernel, bindings, options, result, diags);
    enum sm5_status status = dispatch_on(kernel, chosen(kernel), bindings, options, result, diags);
    /* A variant that these bindings want could not be made; nothing has run. */
    if (status != SM5_ERR_SUPPORT || !kernel->uses_jit)
        return status;
    if (kernel->falls_back)
        return dispatch_on(kernel, &kernel->interp, bindings, options, result, diags);
    struct strbuf why = {0};
    jit_kernel_why(kernel->jit.code, &why);
    diag_add(diags, JIT_UNAVAILABLE, DIAG_NOWHERE, strbuf_text(&why));
    strbuf_free(&why);
    return status;
}

enum sm5_status sm5_run_stage(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                              const struct sm5_stage_run *run, struct sm5_stage_outputs *outputs,
                              struct sm5_diags *diags)
{
    bool wants_interp = run->oob != SM5_OOB_SPEC;
    *outputs = (struct sm5_stage_outputs){0};
    if (!api_check_value(run->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    if (wants_interp && kernel->uses_jit && !kernel->falls_back) {
        diag_add(diags, JIT_PLAIN, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    const struct runtime_job job = job_of(kernel, wants_interp ? &kernel->interp : chosen(kernel), bindings);
    return runtime_run_stage(&job, run, outputs, diags);
}

enum sm5_status sm5_kernel_dump(const struct sm5_program *program, const struct sm5_kernel_options *options,
                                enum sm5_form form, struct sm5_blob *text, struct sm5_diags *diags)
{
    struct jit_options asked = {.lanes = options ? options->lanes : 0, .no_cache = true};
    struct strbuf out = {0}, why = {0};
    *text = (struct sm5_blob){0};
    if (check_options(options, diags) || !api_check_value(form, SM5_FORM_ASM, "enum sm5_form", diags))
        return SM5_ERR_ARGUMENT;
    enum sm5_status status = jit_dump(program, &asked, (enum jit_form)form, &out, &why);
    if (!status && out.failed)
        status = SM5_ERR_MEMORY;
    if (status && status != SM5_ERR_MEMORY)
        diag_add(diags, JIT_UNAVAILABLE, DIAG_NOWHERE, strbuf_text(&why));
    if (!status)
        *text = (struct sm5_blob){.data = (uint8_t *)out.text, .size = out.length};
    else
        strbuf_free(&out);
    strbuf_free(&why);
    return status;
}
