/* sm5 diff: runs a program on several engines and compares the results. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_diff.h"

/* ---- engines ---- */

static const struct {
    const char *name;
    enum sm5_engine engine;
    uint32_t lanes;
    bool has_device; /* ":DEVICE" may follow the name */
} engines[] = {
    {"interp", SM5_ENGINE_INTERP, 0, false}, {"jit", SM5_ENGINE_JIT, 0, false},
    {"jit-8", SM5_ENGINE_JIT, 8, false},     {"jit-16", SM5_ENGINE_JIT, 16, false},
    {"vulkan", SM5_ENGINE_VULKAN, 0, true},
};
#define ENGINE_NAMES "interp, jit, jit-8, jit-16 or vulkan[:DEVICE]"

static bool parse_engine(const char *text, size_t length, struct diff_results *out)
{
    snprintf(out->name, sizeof out->name, "%.*s", (int)length, text);
    char *colon = length < sizeof out->name ? strchr(out->name, ':') : NULL;
    size_t end = colon ? (size_t)(colon - out->name) : length;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        bool is_same = strlen(engines[i].name) == end && strncmp(out->name, engines[i].name, end) == 0;
        if (!is_same || (colon && (!engines[i].has_device || !colon[1])))
            continue;
        out->kernel.engine = engines[i].engine;
        out->kernel.lanes = engines[i].lanes ? engines[i].lanes : out->kernel.lanes;
        out->kernel.device.name = colon ? colon + 1 : out->kernel.device.name;
        return true;
    }
    return host_error("--engines: unknown engine '%s'; expected " ENGINE_NAMES, out->name);
}

/* With room for recorded results. */
static bool parse_engines(struct diff *d, const char *text)
{
    size_t max = 2;
    for (const char *at = text; *at; at++)
        max += *at == ',';
    d->results = calloc(max, sizeof *d->results);
    if (!d->results)
        return host_error("out of memory");
    for (;; text++) {
        size_t length = strcspn(text, ",");
        struct diff_results *out = &d->results[d->count++];
        out->kernel = d->job->options->kernel;
        if (!parse_engine(text, length, out))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

/* ---- runs ---- */

/* --oob applies to the interpreter: the other engines have a behaviour of their own. */
static enum sm5_status dispatch(struct diff *d, const struct sm5_kernel *kernel,
                                const struct diff_results *results)
{
    struct sm5_dispatch_options how = d->job->plan.how;
    struct cli_progress progress;
    if (results->kernel.engine != SM5_ENGINE_INTERP)
        how.oob = SM5_OOB_SPEC;
    cli_restore_memory(d->job, d->before);
    cli_progress_of_groups(&progress, &how);
    enum sm5_status status = sm5_dispatch(kernel, d->job->bindings, &how, NULL, d->job->diags);
    cli_progress_close(&progress);
    return status;
}

static bool is_stop(enum sm5_status status)
{
    return status == SM5_ERR_PROGRAM || status == SM5_ERR_LIMIT;
}

/* The first run reports the warnings of its bindings. Returns an exit code. */
static int run_engine(struct diff *d, size_t i)
{
    struct diff_results *results = &d->results[i];
    struct sm5_kernel *kernel = NULL;
    size_t first = sm5_diags_count(d->job->diags);
    enum sm5_status status = sm5_kernel_new_with(d->job->program, &results->kernel, &kernel, d->job->diags);
    bool made = !status;
    if (made)
        status = dispatch(d, kernel, results);
    sm5_kernel_free(kernel);
    if (i == 0 || status)
        host_report(d->job->diags, first);
    if (status && (!made || i == 0 || !is_stop(status))) {
        host_error("diff: engine %s: %s", results->name, sm5_status_name(status));
        return host_exit_code(status);
    }
    results->stopped = status;
    results->copy = cli_copy_memory(d->job);
    return results->copy ? HOST_OK : HOST_BAD_COMMAND;
}

static int run_all(struct diff *d)
{
    int code = HOST_OK;
    for (size_t i = 0; code == HOST_OK && i < d->count; i++)
        if (!d->results[i].is_recorded)
            code = run_engine(d, i);
    return code;
}

/* ---- the verb ---- */

static bool open_results(struct diff *d)
{
    const struct diff_options *options = d->options;
    bool recorded = options->dumps.count > 0;
    if (!parse_engines(d, options->engines ? options->engines : recorded ? "interp" : "interp,jit"))
        return false;
    if (recorded && !diff_read_dumps(d, &d->results[d->count++]))
        return false;
    if (d->count < 2)
        return host_error("diff: nothing to compare with engine %s; expected a second engine, or --dump",
                          d->results[0].name);
    d->before = cli_copy_memory(d->job);
    return d->before != NULL;
}

/* -o and --print show the results of the first engine; those of a stage were written by its run. Returns an
   exit code. */
static int report(struct diff *d, bool is_stage)
{
    const char *json = d->options->job.json;
    bool ok = true;
    if (!json || strcmp(json, "-") != 0)
        diff_print(d);
    if (json)
        ok = diff_write_json(d, json);
    if (ok && d->options->why && d->list_count && (!json || strcmp(json, "-") != 0))
        ok = diff_why(d) == HOST_OK;
    if (!is_stage) {
        cli_restore_memory(d->job, d->results[0].copy);
        ok &= cli_job_write_results(d->job);
    }
    bool differs = d->list_count + d->output_count > 0;
    for (size_t i = 1; i < d->count; i++)
        differs |= d->results[i].stopped != SM5_OK;
    return !ok ? HOST_BAD_COMMAND : differs ? HOST_BAD_PROGRAM : HOST_OK;
}

static int compare_all(struct diff *d)
{
    int code = run_all(d);
    if (code != HOST_OK)
        return code;
    for (size_t i = 1; i < d->count; i++)
        if (!d->results[i].stopped && !diff_compare(d, i))
            return HOST_BAD_COMMAND;
    if (d->list_count && !d->options->no_explain)
        code = diff_explain(d);
    return code == HOST_OK ? report(d, false) : code;
}

/* Differences of stages are not explained. */
static int compare_stage(struct diff *d, const char *stage)
{
    int code = diff_run_stage(d, stage);
    return code == HOST_OK ? report(d, true) : code;
}

static void close_results(struct diff *d)
{
    size_t bound = d->job->resources.bound_count;
    for (size_t i = 0; i < d->count; i++)
        cli_free_copies(d->results[i].copy, bound);
    free(d->results);
    cli_free_copies(d->before, bound);
    free(d->list);
    free(d->outputs);
    sm5_findings_free(d->findings);
}

static int dispatch_job(struct cli_job *job)
{
    struct diff d = {.job = job, .options = (const struct diff_options *)job->options};
    int code = HOST_BAD_COMMAND;
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    d.is_stage = strcmp(info.stage, "cs") != 0;
    if (job->options->kernel.engine != SM5_ENGINE_INTERP)
        host_error("diff: --engine selects one engine; expected --engines");
    else if (job->options->oob_all)
        host_error("diff: --oob all is not an option of diff; differences are compared with all profiles");
    else if (diff_parse_tolerance(d.options->tolerance, &d.tolerance) && open_results(&d))
        code = d.is_stage ? compare_stage(&d, info.stage) : compare_all(&d);
    close_results(&d);
    return code;
}

#define AT(field) .offset = offsetof(struct diff_options, field)

static const struct cli_option option_table[] = {
    {"--engines", "LIST",
     "engines to run on, separated by commas: " ENGINE_NAMES " (default interp,jit; with --dump interp)",
     OPTION_TEXT, AT(engines)},
    {"--dump", "[SLOT=]FILE",
     "compare with a recorded result, too: the complete resource, or SLOT.counter=FILE; may be repeated",
     OPTION_LIST, AT(dumps)},
    {"--tolerance", "KEY=N[,KEY=N]",
     "accept differences: ulp=N, rel=R, abs=A (of floats), steps=N (of channels), max_mismatch=F (fraction "
     "of "
     "words)",
     OPTION_TEXT, AT(tolerance)},
    {"--no-explain", NULL, "find no last writers, and run neither the checker nor the profiles of --oob",
     OPTION_FLAG, AT(no_explain)},
    {"--why", NULL,
     "print how the first word that differs was computed, and the first instruction of these that another "
     "engine "
     "computes differently",
     OPTION_FLAG, AT(why)},
    {"--json", "FILE", "write the differences as JSON; - is standard output, which then holds nothing else",
     OPTION_TEXT, AT(job.json)},
    {0},
};

static int run(int argc, char **argv)
{
    struct diff_options options = {
        .job = {.kernel.engine = SM5_ENGINE_INTERP, .own_text = "the differences", .runs_stages = true}};
    int code = cli_job_run(&cli_diff, argc, argv, &options.job, dispatch_job);
    free(options.dumps.list);
    return code;
}

static const char notes[] =
    "Compared are all u# and their hidden counters, and the outputs of other stages than compute, with "
    "those\n"
    "of the first engine. Of compute shaders, the interpreter's run "
    "shows\n"
    "which instruction of which thread last wrote the first element that differs, the checker whether the\n"
    "program races, leaves its views or uses unwritten values there, and the profiles of --oob whether\n"
    "accesses out of bounds explain the other value.\n"
    "Sources and slots are those of 'sm5 run --help'; --oob applies to the interpreter alone.\n"
    "Exit codes: 0 no difference; 1 a difference, or the program or what is bound to it is wrong; 2 the\n"
    "command or a file is wrong.\n";

const struct cli_verb cli_diff = {
    .name = "diff",
    .arguments = "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [--engines LIST] [--dump [SLOT=]FILE]...",
    .summary = "runs a program on several engines and compares the results",
    .options = option_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
    .run = run,
    .notes = notes,
};
