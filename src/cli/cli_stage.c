/* sm5 run and check: one run of a stage other than compute. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

/* ---- options ---- */

static struct cli_stage_options *options_of(void *options)
{
    struct cli_stage_options *stage = &((struct cli_job_options *)options)->stage;
    stage->any = true;
    return stage;
}

static bool take_count(void *options, const char *value)
{
    options_of(options)->has_count = true;
    return host_parse_count("--count", value, 1 << 26, &options_of(options)->count);
}

static bool take_input(void *options, const char *value)
{
    return host_texts_add(&options_of(options)->inputs, value);
}

static bool take_rect(void *options, const char *value)
{
    struct cli_stage_options *stage = options_of(options);
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    int parts = 0;
    stage->has_rect = true;
    for (int i = 0; value[i]; i++)
        parts += value[i] == ',';
    if (parts != 3)
        ok = host_error("--rect %s: expected X,Y,W,H", value);
    for (int i = 0; ok && i < 4; i++) {
        uint64_t number = 0;
        ok = host_parse_count("--rect", strsep(&rest, ","), 16384, &number);
        stage->rect[i] = (uint32_t)number;
    }
    free(copy);
    return ok;
}

static bool take_samples(void *options, const char *value)
{
    static const char *const words[] = {"1", "2", "4", "8", "16"};
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(value, words[i]) == 0)
            options_of(options)->samples = 1u << i;
    return options_of(options)->samples ||
           host_error("--samples: invalid number '%s'; expected 1, 2, 4, 8 or 16", value);
}

static bool take_partition(void *options, const char *value)
{
    struct cli_stage_options *stage = options_of(options);
    return host_parse_count("--partition", value, 64, &stage->partition) &&
           (stage->partition || host_error("--partition: invalid number '0'; expected 1 to 64"));
}

static bool take_factors(void *options, const char *value)
{
    options_of(options)->factors = value;
    return true;
}

static bool take_missing(void *options, const char *value)
{
    bool zero = strcmp(value, "zero") == 0;
    options_of(options)->missing_zero = zero;
    return zero || strcmp(value, "error") == 0 || host_error("--missing %s: expected error or zero", value);
}

static bool take_out(void *options, const char *value)
{
    return host_texts_add(&options_of(options)->outs, value);
}

const struct cli_option cli_stage_table[] = {
    {"--count", "N", "vertices, patches, primitives or pixels to run; other stages than compute", take_count},
    {"-i", "FILE",
     "inputs of a stage, .csv, .json or .npy with columns named by semantic; may be given often", take_input},
    {"--missing", "error|zero", "inputs that no column gives: an error (default), or 0", take_missing},
    {"--rect", "X,Y,W,H", "pixels to run", take_rect},
    {"--samples", "N", "of a pixel: 1, 2, 4, 8 or 16", take_samples},
    {"--partition", "N", "domain points: every edge of a patch in N parts", take_partition},
    {"--factors", "F,F,...|FILE", "domain points: tessellation factors, of the edges and the inside",
     take_factors},
    {"--partitioning", "WORD", "of --factors: integer (default), pow2, fractional_odd, fractional_even",
     cli_stage_take_partitioning},
    {"--out", "[NAME=]FILE", "write outputs of a stage, .csv, .json or .npy; 'sm5 run --help' has the NAMEs",
     take_out},
    {0},
};

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
        return host_error("%s: --rect goes with pixel shaders; this is a %s", verb, info.stage);
    if (options->samples && !pixels)
        return host_error("%s: --samples goes with pixel shaders; this is a %s", verb, info.stage);
    const char *points = options->partition      ? "--partition"
                         : options->factors      ? "--factors"
                         : options->partitioning ? "--partitioning"
                                                 : NULL;
    if (points && !domain)
        return host_error("%s: %s goes with domain shaders; this is a %s", verb, points, info.stage);
    if (options->partitioning && !options->factors)
        return host_error("%s: --partitioning goes with --factors", verb);
    if (options->has_rect && options->has_count)
        return host_error("%s: expected one of --rect and --count", verb);
    if (job->options->oob_all)
        return host_error("%s: --oob all goes with compute shaders; this is a %s", verb, info.stage);
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
