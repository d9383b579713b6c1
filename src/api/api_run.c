/* Kernels and dispatches: an engine, a program, and the runtime between them. */
#include <stdlib.h>

#include "api.h"
#include "interp/interp.h"
#include "runtime/runtime.h"
#include "text/text.h"

struct sm5_kernel {
    const struct sm5_program *program;
    const struct runtime_engine *engine;
    void *code;
    struct pool *pool; /* its threads; no part of what the kernel is */
    double seconds;    /* that the engine took to make the code */
};

static const struct runtime_engine *choose_engine(enum sm5_engine engine)
{
    (void)engine; /* the interpreter is what every choice comes to until there is another */
    return &interp_engine;
}

enum sm5_status sm5_kernel_new(const struct sm5_program *program, enum sm5_engine engine,
                               struct sm5_kernel **kernel, struct sm5_diags *diags)
{
    *kernel = NULL;
    if (program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, program->stage));
        return SM5_ERR_SUPPORT;
    }
    enum sm5_status status = program_check_decls(program, diags);
    if (status)
        return status;
    struct sm5_kernel *made = calloc(1, sizeof *made);
    if (!made)
        return SM5_ERR_MEMORY;
    *made = (struct sm5_kernel){.program = program, .engine = choose_engine(engine)};
    uint64_t start = pool_now();
    status = made->engine->kernel_new(program, &made->code, diags);
    made->seconds = (double)(pool_now() - start) * 1e-9;
    made->pool = status ? NULL : pool_new(made->engine, made->code);
    if (!status && !made->pool) {
        made->engine->kernel_free(made->code);
        status = SM5_ERR_MEMORY;
    }
    if (status) {
        free(made);
        return status;
    }
    *kernel = made;
    return SM5_OK;
}

void sm5_kernel_free(struct sm5_kernel *kernel)
{
    if (!kernel)
        return;
    pool_free(kernel->pool);
    kernel->engine->kernel_free(kernel->code);
    free(kernel);
}

const char *sm5_kernel_engine(const struct sm5_kernel *kernel)
{
    return kernel->engine->name;
}

void sm5_kernel_info(const struct sm5_kernel *kernel, struct sm5_kernel_info *info)
{
    const struct runtime_engine *engine = kernel->engine;
    *info = (struct sm5_kernel_info){
        .engine = engine->name,
        .lanes = engine->lanes(kernel->code),
        .compile_seconds = kernel->seconds,
    };
    if (engine->info)
        engine->info(kernel->code, info);
}

enum sm5_status sm5_dispatch(const struct sm5_kernel *kernel, struct sm5_bindings *bindings,
                             const struct sm5_dispatch_options *options, struct sm5_dispatch_result *result,
                             struct sm5_diags *diags)
{
    const struct runtime_job job = {
        .engine = kernel->engine,
        .kernel = kernel->code,
        .pool = kernel->pool,
        .program = kernel->program,
        .bindings = bindings,
        .describe = text_print_instr,
    };
    return runtime_dispatch(&job, options, result, diags);
}
