/* sm5 run and check: one run of a stage other than compute. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

/* ---- options ---- */

static bool set_rect(void *at, const char *value)
{
    uint32_t *rect = at;
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    int parts = 0;
    for (int i = 0; value[i]; i++)
        parts += value[i] == ',';
    if (parts != 3)
        ok = host_error("--rect %s: expected X,Y,W,H", value);
    for (int i = 0; ok && i < 4; i++) {
        uint64_t number = 0;
        ok = host_parse_count("--rect", strsep(&rest, ","), 16384, &number);
        rect[i] = (uint32_t)number;
    }
    free(copy);
    return ok;
}

static const struct cli_word samples[] = {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}, {0}};
static const struct cli_word missing[] = {{"error", STAGE_MISSING_ERROR}, {"zero", STAGE_MISSING_ZERO}, {0}};
static const struct cli_word partitionings[] = {{"integer", SM5_PARTITIONING_INTEGER},
                                                {"pow2", SM5_PARTITIONING_POW2},
                                                {"fractional_odd", SM5_PARTITIONING_FRACTIONAL_ODD},
                                                {"fractional_even", SM5_PARTITIONING_FRACTIONAL_EVEN},
                                                {0}};

#define AT(field)    .offset = offsetof(struct cli_job_options, stage.field)
#define GIVEN(field) .given = offsetof(struct cli_job_options, stage.field) + 1

const struct cli_option cli_stage_table[] = {
    {"--count", "N", "vertices, patches, primitives or pixels to run; other stages than compute",
     OPTION_COUNT, AT(count), GIVEN(has_count), .most = 1 << 26},
    {"-i", "FILE", "inputs of a stage, .csv, .json or .npy with columns named by semantic; may be repeated",
     OPTION_LIST, AT(inputs)},
    {"--missing", "error|zero", "inputs that no column gives: an error (default), or 0", OPTION_CHOICE,
     AT(missing), .words = missing},
    {"--rect", "X,Y,W,H", "pixels to run", OPTION_CALL, AT(rect), GIVEN(has_rect), .set = set_rect},
    {"--samples", "N", "of a pixel: 1, 2, 4, 8 or 16", OPTION_CHOICE, AT(samples), .words = samples},
    {"--partition", "N", "domain points: every edge of a patch in N parts", OPTION_COUNT, AT(partition),
     .least = 1, .most = 64},
    {"--factors", "F,F,...|FILE", "domain points: tessellation factors, of the edges and the inside",
     OPTION_TEXT, AT(factors)},
    {"--partitioning", "WORD", "of --factors: integer (default), pow2, fractional_odd, fractional_even",
     OPTION_CHOICE, AT(partitioning), .words = partitionings},
    {"--out", "[NAME=]FILE", "write outputs of a stage, .csv, .json or .npy; 'sm5 run --help' has the NAMEs",
     OPTION_LIST, AT(outs)},
    {0},
};

bool cli_stage_is_given(const struct cli_stage_options *o)
{
    return o->has_count || o->has_rect || o->missing || o->samples || o->partition || o->factors ||
           o->partitioning || o->inputs.count || o->outs.count;
}

bool cli_stage_is_output(const char *text)
{
    return stage_is_output(text, strcspn(text, ":"));
}

/* ---- the run ---- */

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
        enum sm5_status status = runner(job, &s.run, &outputs, context);
        cli_progress_close(&progress);
        host_report(job->diags, first);
        code = finish(job, &s, status, &outputs, result);
    }
    *invocations = s.run.count;
    sm5_stage_outputs_free(&outputs);
    stage_free_inputs(&s);
    return code;
}
