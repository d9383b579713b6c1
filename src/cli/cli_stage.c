/* sm5 run: one run of a stage other than compute. */
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

bool cli_stage_take_count(void *options, const char *value)
{
    options_of(options)->has_count = true;
    return cli_take_count("--count", value, 1 << 26, &options_of(options)->count);
}

bool cli_stage_take_input(void *options, const char *value)
{
    return cli_texts_add(&options_of(options)->inputs, value);
}

bool cli_stage_take_rect(void *options, const char *value)
{
    struct cli_stage_options *stage = options_of(options);
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    int parts = 0;
    stage->has_rect = true;
    while (ok && rest) {
        uint64_t number = 0;
        char *part = strsep(&rest, ",");
        ok = parts < 4 && cli_take_count("--rect", part, 16384, &number);
        if (ok)
            stage->rect[parts++] = (uint32_t)number;
    }
    free(copy);
    return (ok && parts == 4) || cli_say("--rect %s: expected X,Y,W,H", value);
}

bool cli_stage_take_samples(void *options, const char *value)
{
    uint64_t samples = 0;
    if (!cli_take_count("--samples", value, 16, &samples))
        return false;
    options_of(options)->samples = (uint32_t)samples;
    return true;
}

bool cli_stage_take_partition(void *options, const char *value)
{
    struct cli_stage_options *stage = options_of(options);
    return cli_take_count("--partition", value, 64, &stage->partition) &&
           (stage->partition || cli_say("--partition: expected 1 to 64 parts"));
}

bool cli_stage_take_factors(void *options, const char *value)
{
    options_of(options)->factors = value;
    return true;
}

bool cli_stage_take_out(void *options, const char *value)
{
    return cli_texts_add(&options_of(options)->outs, value);
}

bool cli_stage_is_output(const char *text)
{
    return stage_is_output(text, strcspn(text, ":"));
}

/* ---- the run ---- */

static bool check_options(const struct cli_job *job)
{
    const struct cli_stage_options *options = &job->options->stage;
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    bool pixels = strcmp(info.stage, "ps") == 0, domain = strcmp(info.stage, "ds") == 0;
    if (job->options->has_groups || job->options->groups_from)
        return cli_say("run: a %s has no thread groups; expected --count N, --rect or -i FILE", info.stage);
    if (options->has_rect && !pixels)
        return cli_say("run: --rect goes with pixel shaders; this is a %s", info.stage);
    if (options->samples && !pixels)
        return cli_say("run: --samples goes with pixel shaders; this is a %s", info.stage);
    const char *points = options->partition      ? "--partition"
                         : options->factors      ? "--factors"
                         : options->partitioning ? "--partitioning"
                                                 : NULL;
    if (points && !domain)
        return cli_say("run: %s goes with domain shaders; this is a %s", points, info.stage);
    if (options->partitioning && !options->factors)
        return cli_say("run: --partitioning goes with --factors");
    if (options->has_rect && options->has_count)
        return cli_say("run: expected one of --rect and --count");
    if (job->options->oob_all)
        return cli_say("run: --oob all goes with compute shaders; this is a %s", info.stage);
    for (size_t i = 0; i < options->outs.count; i++)
        if (!io_has_ending(options->outs.list[i], ".csv") && !io_has_ending(options->outs.list[i], ".npy"))
            return cli_say("--out %s: expected a file .csv or .npy", options->outs.list[i]);
    return true;
}

static int run_stage(struct cli_job *job, struct stage_job *s, struct sm5_stage_outputs *outputs,
                     struct sm5_dispatch_result *result)
{
    size_t first = sm5_diags_count(job->diags);
    enum sm5_status status = sm5_run_stage(job->kernel, job->bindings, &s->run, outputs, job->diags);
    cli_report(job->diags, first);
    if (status)
        return cli_exit_code(status);
    *result = (struct sm5_dispatch_result){.threads = outputs->threads, .seconds = outputs->seconds};
    return stage_write_outputs(s, outputs) && cli_job_write_results(job) ? CLI_GOOD : CLI_WRONG_COMMAND;
}

int cli_stage_run(struct cli_job *job, struct sm5_dispatch_result *result, uint64_t *invocations)
{
    struct stage_job s = {.job = job, .options = &job->options->stage};
    struct sm5_stage_outputs outputs = {0};
    int code = CLI_WRONG_COMMAND;
    if (!check_options(job))
        return code;
    sm5_stage_info(job->program, &s.info);
    s.run.threads = (uint32_t)job->options->threads;
    s.run.max_steps = job->options->max_steps;
    s.run.max_seconds = job->options->max_seconds;
    s.run.oob = job->options->oob;
    if (stage_read_inputs(&s))
        code = run_stage(job, &s, &outputs, result);
    *invocations = s.run.count;
    sm5_stage_outputs_free(&outputs);
    stage_free_inputs(&s);
    return code;
}
