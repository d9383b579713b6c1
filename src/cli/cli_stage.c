/* sm5 run and check: one run of a stage other than compute. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

static bool check_options(const struct cli_job *job)
{
    const struct cli_stage_options *options = &job->options->stage;
    const char *verb = job->options->verb;
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    bool pixels = strcmp(info.stage, "ps") == 0, domain = strcmp(info.stage, "ds") == 0;
    if (job->options->has_groups || job->options->groups_from)
        return host_error("%s: a %s has no thread groups; expected --count N, --rect or -i FILE", verb,
                          info.stage);
    if (options->has_rect && !pixels)
        return host_error("%s: --rect requires a pixel shader; this is a %s", verb, info.stage);
    if (options->samples && !pixels)
        return host_error("%s: --samples requires a pixel shader; this is a %s", verb, info.stage);
    const char *points = options->partition      ? "--partition"
                         : options->factors      ? "--factors"
                         : options->partitioning ? "--partitioning"
                                                 : NULL;
    if (points && !domain)
        return host_error("%s: %s requires a domain shader; this is a %s", verb, points, info.stage);
    if (options->partitioning && !options->factors)
        return host_error("%s: --partitioning requires --factors", verb);
    if (options->has_rect && options->has_count)
        return host_error("%s: expected one of --rect and --count", verb);
    if (job->options->oob_all)
        return host_error("%s: --oob all requires a compute shader; this is a %s", verb, info.stage);
    return true;
}

enum sm5_status cli_stage_plain(struct cli_job *job, const struct sm5_stage_run *run,
                                struct sm5_stage_outputs *outputs, void *context)
{
    (void)context;
    return sm5_run_stage(job->kernel, job->bindings, run, outputs, job->diags);
}

static int finish(struct cli_job *job, struct stage_job *s, enum sm5_status status,
                  const struct sm5_stage_outputs *outputs, struct sm5_dispatch_result *result)
{
    if (status)
        return host_exit_code(status);
    *result = (struct sm5_dispatch_result){.threads = outputs->threads, .seconds = outputs->seconds};
    return stage_write_outputs(s, outputs) && cli_job_write_results(job) ? HOST_OK : HOST_BAD_COMMAND;
}

int cli_stage_run(struct cli_job *job, cli_stage_runner *runner, void *context,
                  struct sm5_dispatch_result *result, uint64_t *invocations)
{
    struct stage_job s = {.job = job, .options = &job->options->stage};
    struct sm5_stage_outputs outputs = {0};
    int code = HOST_BAD_COMMAND;
    if (!check_options(job))
        return code;
    sm5_stage_info(job->program, &s.info);
    if (!stage_check_outputs(&s))
        return code;
    s.run.threads = (uint32_t)job->options->threads;
    s.run.max_steps = job->options->max_steps;
    s.run.max_seconds = job->options->max_seconds;
    s.run.oob = job->options->oob;
    if (stage_read_inputs(&s)) {
        size_t first = sm5_diags_count(job->diags);
        struct cli_progress progress;
        cli_progress_open(&progress, "invocations");
        s.run.progress = progress.terminal ? cli_progress_call : NULL;
        s.run.context = &progress;
        job->pixel_of = s.pixel_of;
        job->outside = s.outside;
        job->invocations = s.run.count;
        enum sm5_status status = runner(job, &s.run, &outputs, context);
        job->pixel_of = NULL;
        cli_progress_close(&progress);
        host_report(job->diags, first);
        code = finish(job, &s, status, &outputs, result);
    }
    *invocations = s.run.count;
    sm5_stage_outputs_free(&outputs);
    stage_free_inputs(&s);
    return code;
}
