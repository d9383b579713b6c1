/* sm5 why: the instructions that computed one word of a dispatch's results. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"
#include "cli/cli_why.h"

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

static int show(struct cli_job *job, struct sm5_debug *debug, const struct sm5_why *why,
                const struct cli_copy *before)
{
    const struct cli_job_options *options = job->options;
    const struct why_view view = {job->program, why, options->why.all};
    bool is_text = !is_stdout(options->json) && !is_stdout(options->why.dot);
    if (is_text)
        why_print(&view, stdout);
    bool ok = write_file(&view, why_json, options->json) && write_file(&view, why_dot, options->why.dot);
    int code = ok ? HOST_OK : HOST_BAD_COMMAND;
    if (ok && options->why.expect)
        code = why_expect(job, debug, why, is_text ? stdout : stderr);
    if (before && code != HOST_BAD_COMMAND) {
        int other = why_against(job, why, before, (enum sm5_engine)options->why.against,
                                against_name(options), is_text ? stdout : stderr);
        code = other > code ? other : code;
    }
    return code;
}

/* Runs to the end; the reason of an early stop is reported, and the word is that of this position. */
static int explain(struct cli_job *job, struct sm5_debug *debug, const struct cli_copy *before)
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
    enum sm5_status status = sm5_why_new(debug, options->why.expression, &how, &why, job->diags);
    host_report(job->diags, first);
    int code = status == SM5_ERR_INPUT ? HOST_BAD_COMMAND : host_exit_code(status);
    if (!status)
        code = show(job, debug, why, before);
    sm5_why_free(why);
    return code == HOST_OK && stop.why == SM5_STOP_FAULT ? HOST_BAD_PROGRAM : code;
}

static int debug_and_explain(struct cli_job *job, const struct cli_copy *before)
{
    const struct sm5_debug_options how = {.dispatch = job->plan.how};
    struct debug_layouts layouts = {0};
    struct sm5_debug *debug = NULL;
    enum sm5_status status = sm5_debug_new(job->program, job->bindings, &how, &debug, job->diags);
    if (status) {
        host_report(job->diags, 0);
        return host_exit_code(status);
    }
    sm5_diags_clear(job->diags);
    int code = debug_layouts_open(&layouts, job, debug) ? explain(job, debug, before) : HOST_BAD_COMMAND;
    sm5_debug_free(debug);
    debug_layouts_close(&layouts);
    return code;
}

static int why(struct cli_job *job)
{
    struct cli_copy *before = NULL;
    if (job->options->why.against && !(before = cli_copy_memory(job)))
        return HOST_BAD_COMMAND;
    int code = debug_and_explain(job, before);
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
    return !options->input.in || options->why.expression ||
           host_error("why: no expression; expected a word such as 'u0[12].position.y'");
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.kernel.engine = SM5_ENGINE_INTERP};
    return cli_job_run(&cli_why, argc, argv, &options, why);
}

static const char notes[] =
    "Expressions are those of sm5 debug: u0[12].position.y, g0[3], names of reflection; 'sm5 debug --help'.\n"
    "docs/debugging.md has examples.\n"
    "Exit codes: 0 success; 1 the program or a binding is wrong, or a value differs; 2 the command, a file "
    "or the expression "
    "is.\n";

const struct cli_verb cli_why = {
    .name = "why",
    .arguments = "IN EXPRESSION --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [--json FILE] [--dot FILE]",
    .summary = "prints how one word of the results was computed",
    .options = option_table,
    .shared_options = {cli_job_table, cli_hlsl_table},
    .argument = set_argument,
    .check = check,
    .run = run,
    .notes = notes,
};
