/* A debugger of a job: opened for its stage, with names of members, and closed after its results are written. */
#include <string.h>

#include "cli/cli_debug.h"

struct opened {
    cli_debug_use *use;
    void *context;
    bool ok;
    struct debug_layouts layouts; /* until the debugger is freed */
};

static bool use_with_layouts(struct cli_job *job, struct sm5_debug *debug, struct opened *o)
{
    sm5_diags_clear(job->diags);
    return debug_layouts_open(&o->layouts, job, debug) && o->use(job, debug, o->context);
}

static int debug_dispatch(struct cli_job *job, struct opened *o)
{
    const struct sm5_debug_options how = {.dispatch = job->plan.how,
                                          .snapshot_bytes = job->options->snapshots << 20};
    struct sm5_debug *debug;
    enum sm5_status status = sm5_debug_new(job->program, job->bindings, &how, &debug, job->diags);
    if (status) {
        host_report(job->diags, 0);
        return host_exit_code(status);
    }
    bool ok = use_with_layouts(job, debug, o);
    sm5_debug_free(debug);
    debug_layouts_close(&o->layouts);
    ok = ok && cli_job_write_results(job);
    return ok ? HOST_OK : HOST_BAD_COMMAND;
}

/* The outputs are those of the position where the debugger ends. */
static enum sm5_status run_stage(struct cli_job *job, const struct sm5_stage_run *run,
                                 struct sm5_stage_outputs *outputs, void *context)
{
    struct opened *o = context;
    struct sm5_debug *debug;
    enum sm5_status status = sm5_debug_new_stage(job->program, job->bindings, run,
                                                 job->options->snapshots << 20, &debug, job->diags);
    if (status)
        return status;
    o->ok = use_with_layouts(job, debug, o);
    status = o->ok ? sm5_debug_outputs(debug, outputs, job->diags) : SM5_ERR_CANCELLED;
    sm5_debug_free(debug);
    debug_layouts_close(&o->layouts);
    return status;
}

int cli_debug_job(struct cli_job *job, cli_debug_use *use, void *context)
{
    struct opened o = {.use = use, .context = context, .ok = true};
    struct sm5_stage_info info;
    struct sm5_dispatch_result result;
    uint64_t invocations;
    sm5_stage_info(job->program, &info);
    if (strcmp(info.stage, "cs") == 0)
        return debug_dispatch(job, &o);
    int code = cli_stage_run(job, run_stage, &o, &result, &invocations);
    return o.ok ? code : HOST_BAD_COMMAND;
}
