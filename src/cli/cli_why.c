/* sm5 why: the instructions that computed one word of the results of a dispatch or a stage. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"
#include "cli/cli_why.h"

enum { EXPRESSION_BYTES = 4000 };

#define AT(field) .offset = offsetof(struct cli_job_options, field)

static const struct cli_word engine_words[] = {
    {"jit", SM5_ENGINE_JIT}, {"vulkan", SM5_ENGINE_VULKAN}, {NULL, 0}};

static const struct cli_option option_table[] = {
    {"--conditions", NULL, "follow the conditions of branches, too", OPTION_FLAG, AT(why.conditions)},
    {"--expect", "VALUE",
     "compare the word, and print the first step whose value differs; exit code 1 when it does", OPTION_TEXT,
     AT(why.expect)},
    {"--against", "ENGINE",
     "print the first of the instructions that computes another value on jit or vulkan; exit code 1 when one "
     "does",
     OPTION_CHOICE, AT(why.against), .words = engine_words},
    {"--all", NULL, "print folded iterations, too", OPTION_FLAG, AT(why.all)},
    {"--max", "N", "follow at most so many instructions, the last ones (default 10000)", OPTION_COUNT,
     AT(why.max_steps), .min = 1, .max = 1000000},
    {"--memory", "MIB", "limit of memory for the part of the run that is searched at a time (default 64)",
     OPTION_COUNT, AT(why.trace), .min = 1, .max = 1 << 20},
    {"--json", "FILE", "write the instructions as JSON; - is standard output, which then holds nothing else",
     OPTION_TEXT, AT(json)},
    {"--dot", "FILE", "write the instructions as a graph for Graphviz; - as for --json", OPTION_TEXT,
     AT(why.dot)},
    {0},
};

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

typedef void writer(const struct why_view *view, FILE *out);

static bool write_file(const struct why_view *view, writer *write, const char *path)
{
    struct host_text text;
    if (!path)
        return true;
    if (!host_text_open(&text))
        return false;
    write(view, text.out);
    return host_text_write(&text, path);
}

static const char *against_name(const struct cli_job_options *options)
{
    const struct cli_word *word = engine_words;
    while (word->word && word->value != options->why.against)
        word++;
    return word->word;
}

/* What is explained: the expression of the debugger, and the view. */
struct explanation {
    const struct cli_copy *before;
    char expression[EXPRESSION_BYTES], row[32];
    int code;
};

static int show(struct cli_job *job, struct sm5_debug *debug, const struct sm5_why *why,
                const struct explanation *e)
{
    const struct cli_job_options *options = job->options;
    const struct why_view view = {job->program, why, options->why.all, e->row[0] ? e->row : NULL};
    bool is_text = !is_stdout(options->json) && !is_stdout(options->why.dot);
    if (is_text)
        why_print(&view, stdout);
    bool ok = write_file(&view, why_json, options->json) && write_file(&view, why_dot, options->why.dot);
    int code = ok ? HOST_OK : HOST_BAD_COMMAND;
    if (ok && options->why.expect)
        code = why_expect(job, debug, &view, e->expression, is_text ? stdout : stderr);
    if (e->before && code != HOST_BAD_COMMAND) {
        int other = why_against(job, why, e->before, (enum sm5_engine)options->why.against,
                                against_name(options), is_text ? stdout : stderr);
        code = other > code ? other : code;
    }
    return code;
}

/* Runs to the end; the reason of an early stop is reported, and the word is that of this position. */
static int explain(struct cli_job *job, struct sm5_debug *debug, const struct explanation *e)
{
    const struct cli_job_options *options = job->options;
    const struct sm5_why_options how = {.follow =
                                            options->why.conditions ? SM5_WHY_CONDITIONS : SM5_WHY_VALUES,
                                        .max_steps = options->why.max_steps,
                                        .trace_bytes = options->why.trace << 20};
    struct sm5_debug_stop stop;
    struct sm5_why *why = NULL;
    size_t first = sm5_diags_count(job->diags);
    sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, job->diags);
    enum sm5_status status = sm5_why_new(debug, e->expression, &how, &why, job->diags);
    host_report(job->diags, first);
    sm5_diags_clear(job->diags);
    int code = status == SM5_ERR_INPUT ? HOST_BAD_COMMAND : host_exit_code(status);
    if (!status)
        code = show(job, debug, why, e);
    sm5_why_free(why);
    return code == HOST_OK && stop.why == SM5_STOP_FAULT ? HOST_BAD_PROGRAM : code;
}

static int explain_with_layouts(struct cli_job *job, struct sm5_debug *debug, const struct explanation *e)
{
    struct debug_layouts layouts = {0};
    sm5_diags_clear(job->diags);
    int code = debug_layouts_open(&layouts, job, debug) ? explain(job, debug, e) : HOST_BAD_COMMAND;
    sm5_debug_free(debug);
    debug_layouts_close(&layouts);
    return code;
}

/* ---- stages ---- */

/* With --rect the rows of `out` are the pixels of the rectangle, line by line; the debugger numbers invocations. False
   after a message. */
static bool find_row(const struct cli_job *job, struct explanation *e)
{
    uint64_t row;
    int length = 0;
    if (!job->pixel_of || sscanf(e->expression, "out[%" SCNu64 "]%n", &row, &length) != 1 || !length)
        return true;
    for (uint64_t i = 0; i < job->invocations; i++) {
        if (job->outside[i] || job->pixel_of[i] != row)
            continue;
        snprintf(e->row, sizeof e->row, "out[%" PRIu64 "]", row);
        snprintf(e->expression, sizeof e->expression, "out[%" PRIu64 "]%s", i,
                 job->options->why.expression + length);
        return true;
    }
    return host_error("why: out[%" PRIu64 "]: row past the end of --rect", row);
}

/* A cli_stage_runner. The code of the explanation is that of the verb. */
static enum sm5_status run_stage(struct cli_job *job, const struct sm5_stage_run *run,
                                 struct sm5_stage_outputs *outputs, void *context)
{
    struct explanation *e = context;
    struct sm5_debug *debug;
    (void)outputs;
    if (!find_row(job, e))
        return SM5_OK;
    enum sm5_status status = sm5_debug_new_stage(job->program, job->bindings, run, 0, &debug, job->diags);
    if (!status)
        e->code = explain_with_layouts(job, debug, e);
    return status;
}

static int explain_stage(struct cli_job *job, const char *stage, struct explanation *e)
{
    struct sm5_dispatch_result result;
    uint64_t invocations;
    if (job->options->why.against) {
        host_error("why: --against requires a compute shader; this is a %s", stage);
        return HOST_BAD_COMMAND;
    }
    int code = cli_stage_run(job, run_stage, e, &result, &invocations);
    return code == HOST_OK ? e->code : code;
}

static int explain_dispatch(struct cli_job *job, const struct explanation *e)
{
    const struct sm5_debug_options how = {.dispatch = job->plan.how};
    struct sm5_debug *debug = NULL;
    enum sm5_status status = sm5_debug_new(job->program, job->bindings, &how, &debug, job->diags);
    if (!status)
        return explain_with_layouts(job, debug, e);
    host_report(job->diags, 0);
    return host_exit_code(status);
}

static int why(struct cli_job *job)
{
    struct cli_copy *before = NULL;
    struct explanation e = {.code = HOST_BAD_COMMAND};
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    snprintf(e.expression, sizeof e.expression, "%s", job->options->why.expression);
    if (strcmp(info.stage, "cs") != 0)
        return explain_stage(job, info.stage, &e);
    if (job->options->why.against && !(before = cli_copy_memory(job)))
        return HOST_BAD_COMMAND;
    e.before = before;
    int code = explain_dispatch(job, &e);
    cli_free_copies(before, job->resources.bound_count);
    return code;
}

static bool set_argument(void *at, const char *text)
{
    struct cli_job_options *options = at;
    if (!options->input.in)
        options->input.in = text;
    else if (!options->why.expression)
        options->why.expression = text;
    else
        return host_error("why: expected IN and one expression; '%s' is one more argument", text);
    return true;
}

static bool check(const void *at)
{
    const struct cli_job_options *options = at;
    const char *expression = options->why.expression;
    const char *unused = options->outputs.count      ? "-o"
                         : options->stage.outs.count ? "--out"
                         : options->prints.count     ? "--print"
                         : options->views.count      ? "--view"
                                                     : NULL;
    if (unused)
        return host_error("why: %s writes results; expected 'sm5 run' for it", unused);
    if (options->input.in && !expression)
        return host_error("why: no expression; expected a word such as 'u0[12].position.y'");
    return !expression || strlen(expression) < EXPRESSION_BYTES - 24 ||
           host_error("why: expression that is too long");
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.kernel.engine = SM5_ENGINE_INTERP, .runs_stages = true};
    return cli_job_run(&cli_why, argc, argv, &options, why);
}

static const char notes[] =
    "Expressions are those of sm5 debug: u0[12].position.y, g0[3], names of reflection; 'sm5 debug --help'.\n"
    "Outputs of other stages are rows of --print: out[5].SV_Position.x, constants[2].SV_InsideTessFactor, "
    "m0[7].\n"
    "docs/debugging.md has examples.\n"
    "Exit codes: 0 success; 1 the program or a binding is wrong, or a value differs; 2 the command, a file "
    "or the expression "
    "is.\n";

const struct cli_verb cli_why = {
    .name = "why",
    .arguments =
        "IN EXPRESSION [--groups X[,Y[,Z]] | --count N] [-b SLOT=SOURCE]... [--json FILE] [--dot FILE]",
    .summary = "prints how one word of the results was computed",
    .options = option_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
    .argument = set_argument,
    .check = check,
    .run = run,
    .notes = notes,
};
