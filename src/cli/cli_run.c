/* sm5 run: one dispatch. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

struct texts {
    const char **list;
    size_t count;
};

struct options {
    const char *in, *json;
    struct texts bindings, buffers, classes, outputs, prints;
    bool has_groups;
    uint32_t groups[3];
    const char *groups_from;
    uint64_t threads, max_steps;
    double max_seconds;
    enum sm5_engine engine;
};

static bool add_text(struct texts *texts, const char *text)
{
    const char **bigger = realloc(texts->list, (texts->count + 1) * sizeof *texts->list);
    if (!bigger)
        return cli_say("out of memory");
    texts->list = bigger;
    texts->list[texts->count++] = text;
    return true;
}

static bool take_argument(void *options, const char *text)
{
    struct options *o = options;
    if (o->in)
        return cli_say("run: one program at a time; '%s' is the second", text);
    o->in = text;
    return true;
}

static bool take_groups(void *options, const char *value)
{
    struct options *o = options;
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    o->has_groups = true;
    o->groups[0] = o->groups[1] = o->groups[2] = 1;
    for (int i = 0; ok && rest; i++) {
        uint64_t count = 0;
        char *part = strsep(&rest, ",");
        ok = i < 3 ? cli_take_count("--groups", part, 65535, &count)
                   : cli_say("--groups %s: expected X, X,Y or X,Y,Z", value);
        if (ok)
            o->groups[i] = (uint32_t)count;
    }
    free(copy);
    return ok;
}

static bool take_groups_from(void *options, const char *value)
{
    ((struct options *)options)->groups_from = value;
    return true;
}

static bool take_binding(void *options, const char *value)
{
    return add_text(&((struct options *)options)->bindings, value);
}

static bool take_buffer(void *options, const char *value)
{
    return add_text(&((struct options *)options)->buffers, value);
}

static bool take_class(void *options, const char *value)
{
    return add_text(&((struct options *)options)->classes, value);
}

static bool take_output(void *options, const char *value)
{
    return add_text(&((struct options *)options)->outputs, value);
}

static bool take_print(void *options, const char *value)
{
    return add_text(&((struct options *)options)->prints, value);
}

static bool take_json(void *options, const char *value)
{
    ((struct options *)options)->json = value;
    return true;
}

static bool take_threads(void *options, const char *value)
{
    return cli_take_count("--threads", value, 1024, &((struct options *)options)->threads);
}

static bool take_engine(void *options, const char *value)
{
    return cli_take_engine(value, &((struct options *)options)->engine);
}

static bool take_steps(void *options, const char *value)
{
    return cli_take_count("--max-steps", value, UINT64_MAX, &((struct options *)options)->max_steps);
}

static bool take_seconds(void *options, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    if (*end || end == value || !(seconds > 0) || seconds > 1e9)
        return cli_say("--max-seconds: '%s' is no number of seconds above 0", value);
    ((struct options *)options)->max_seconds = seconds;
    return true;
}

static const struct cli_option option_table[] = {
    {"--groups", "X[,Y[,Z]]", "thread groups to dispatch, 0 to 65535 each", take_groups},
    {"--groups-from", "SLOT[:BYTE]", "read the three counts from a bound resource (indirect dispatch)",
     take_groups_from},
    {"-b", "SLOT=SOURCE[,key=value]...", "bind a resource; may be given often", take_binding},
    {"--buffer", "NAME=SOURCE[,key=value]...", "make a resource that -b SLOT=@NAME binds", take_buffer},
    {"--class", "fp0[0]=ft1", "choose the function table of an interface element", take_class},
    {"-o", "SLOT=FILE[,width=N]",
     "write the whole resource afterwards: bytes, .npy, .csv, or .png with width=", take_output},
    {"--print", "SLOT[:ROWS]", "show rows of the view afterwards (default 16)", take_print},
    {"--json", "FILE", "write groups, threads, engine, seconds, counters and warnings", take_json},
    {"--threads", "N", "threads that run groups (default: one a core)", take_threads},
    {"--engine", "auto|interp", "what runs the program", take_engine},
    {"--max-steps", "N", "stop after so many loop back edges and calls, counted once a group", take_steps},
    {"--max-seconds", "S", "stop after so much time", take_seconds},
    {0},
};

/* ---- binding ---- */

static bool collect_resources(const struct options *options, struct cli_resources *resources)
{
    for (size_t i = 0; i < options->buffers.count; i++)
        if (!cli_add_buffer(resources, options->buffers.list[i]))
            return false;
    for (size_t i = 0; i < options->bindings.count; i++)
        if (!cli_add_binding(resources, options->bindings.list[i]))
            return false;
    return true;
}

static bool bind_class(struct sm5_bindings *bindings, const char *text, struct sm5_diags *diags,
                       enum sm5_status *status)
{
    const char *equals = strchr(text, '=');
    char *element = equals ? strndup(text, (size_t)(equals - text)) : NULL;
    struct cli_class choice;
    bool read = element && cli_class_parse(element, equals + 1, &choice);
    free(element);
    if (!read)
        return cli_say("--class %s: expected fp0[0]=ft1", text);
    *status =
        sm5_bind_class(bindings, choice.interface, choice.element, choice.table, choice.instance, diags);
    return true;
}

/* Returns an exit code. */
static int bind_all(const struct options *options, struct cli_resources *resources,
                    struct sm5_bindings *bindings, struct sm5_diags *diags)
{
    enum sm5_status status = SM5_OK, worst = SM5_OK;
    for (size_t i = 0; i < resources->bound_count; i++) {
        status = sm5_bind(bindings, &resources->bound[i].slot, &resources->bound[i].view, diags);
        worst = status ? status : worst;
    }
    for (size_t i = 0; i < options->classes.count; i++) {
        if (!bind_class(bindings, options->classes.list[i], diags, &status))
            return CLI_WRONG_COMMAND;
        worst = status ? status : worst;
    }
    return cli_exit_code(worst);
}

static bool indirect(const struct options *options, struct cli_resources *resources,
                     struct sm5_dispatch_options *dispatch)
{
    const char *text = options->groups_from, *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const struct cli_bound *bound = cli_find_bound(resources, "--groups-from", text, length);
    if (!bound)
        return false;
    dispatch->indirect = true;
    dispatch->indirect_buffer = bound->buffer;
    return !colon || cli_take_count("--groups-from", colon + 1, UINT64_MAX, &dispatch->indirect_offset);
}

/* ---- running and telling ---- */

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " groups", done, total);
}

static void json_counters(FILE *out, const struct cli_resources *resources,
                          const struct sm5_bindings *bindings)
{
    const char *between = "";
    fprintf(out, "\"counters\": {");
    for (size_t i = 0; i < resources->bound_count; i++) {
        uint32_t value;
        if (!sm5_counter_get(bindings, &resources->bound[i].slot, &value))
            continue;
        fprintf(out, "%s", between);
        cli_json_string(out, resources->bound[i].text);
        fprintf(out, ": %" PRIu32, value);
        between = ", ";
    }
    fprintf(out, "}");
}

static void json_warnings(FILE *out, const struct sm5_diags *diags)
{
    fprintf(out, "\"warnings\": [");
    for (size_t i = 0, n = 0; i < sm5_diags_count(diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(diags, i);
        if (diag->severity == SM5_ERROR)
            continue;
        fprintf(out, "%s", n++ ? ", " : "");
        cli_json_string(out, diag->message);
    }
    fprintf(out, "]");
}

static bool write_json(const char *path, const char *engine, const struct sm5_dispatch_result *result,
                       const struct cli_resources *resources, const struct sm5_bindings *bindings,
                       const struct sm5_diags *diags)
{
    char *text = NULL;
    size_t size = 0;
    struct io_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return cli_say("out of memory");
    fprintf(out, "{\"groups\": [%u, %u, %u], \"threads\": %u, \"engine\": \"%s\", \"seconds\": %.9f, ",
            result->groups[0], result->groups[1], result->groups[2], result->threads, engine,
            result->seconds);
    json_counters(out, resources, bindings);
    fprintf(out, ", ");
    json_warnings(out, diags);
    fprintf(out, "}\n");
    bool ok = fclose(out) == 0 && text ? io_write_file(path, text, size, &error) || cli_say("%s", error.text)
                                       : cli_say("out of memory");
    free(text);
    return ok;
}

/* What to do behind the run; read before it, so that a mistake does not cost the run. */
struct plan {
    struct sm5_dispatch_options how;
    struct cli_output *outputs;
    struct cli_print *prints;
};

static bool make_plan(const struct options *options, struct cli_resources *resources, struct plan *plan)
{
    plan->how = (struct sm5_dispatch_options){
        .groups = {options->groups[0], options->groups[1], options->groups[2]},
        .threads = (uint32_t)options->threads,
        .max_steps = options->max_steps,
        .max_seconds = options->max_seconds,
        .progress = isatty(STDERR_FILENO) ? show_progress : NULL,
    };
    plan->outputs = calloc(options->outputs.count + 1, sizeof *plan->outputs);
    plan->prints = calloc(options->prints.count + 1, sizeof *plan->prints);
    if (!plan->outputs || !plan->prints)
        return cli_say("out of memory");
    for (size_t i = 0; i < options->outputs.count; i++)
        if (!cli_output_parse(resources, options->outputs.list[i], &plan->outputs[i]))
            return false;
    for (size_t i = 0; i < options->prints.count; i++)
        if (!cli_print_parse(resources, options->prints.list[i], &plan->prints[i]))
            return false;
    return !options->groups_from || indirect(options, resources, &plan->how);
}

static void free_plan(const struct options *options, struct plan *plan)
{
    for (size_t i = 0; plan->outputs && i < options->outputs.count; i++)
        free(plan->outputs[i].path);
    free(plan->outputs);
    free(plan->prints);
}

static bool write_results(const struct options *options, const struct cli_resources *resources,
                          const struct plan *plan)
{
    bool ok = true;
    for (size_t i = 0; i < options->outputs.count; i++)
        ok &= cli_output_write(resources, &plan->outputs[i]);
    for (size_t i = 0; i < options->prints.count; i++)
        cli_print_table(resources, &plan->prints[i]);
    return ok;
}

/* The parts of one run, in the order in which they are made. */
struct job {
    const struct options *options;
    struct sm5_diags *diags;
    const struct sm5_program *program;
    struct cli_resources resources;
    struct plan plan;
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
};

static int dispatch(struct job *job)
{
    struct sm5_dispatch_result result = {0};
    size_t first = sm5_diags_count(job->diags);
    enum sm5_status status = sm5_dispatch(job->kernel, job->bindings, &job->plan.how, &result, job->diags);
    if (job->plan.how.progress)
        fprintf(stderr, "\r%50s\r", "");
    cli_report(job->diags, first);
    if (status)
        return cli_exit_code(status);
    bool ok = write_results(job->options, &job->resources, &job->plan);
    if (job->options->json)
        ok &= write_json(job->options->json, sm5_kernel_engine(job->kernel), &result, &job->resources,
                         job->bindings, job->diags);
    return ok ? CLI_GOOD : CLI_WRONG_COMMAND;
}

/* The command line is read to its end before anything is judged that the program decides. */
static int prepare(struct job *job)
{
    size_t first = sm5_diags_count(job->diags);
    if (!collect_resources(job->options, &job->resources) ||
        !make_plan(job->options, &job->resources, &job->plan))
        return CLI_WRONG_COMMAND;
    int code = cli_exit_code(sm5_kernel_new(job->program, job->options->engine, &job->kernel, job->diags));
    job->bindings = code == CLI_GOOD ? sm5_bindings_new(job->program) : NULL;
    if (job->bindings)
        code = bind_all(job->options, &job->resources, job->bindings, job->diags);
    else if (code == CLI_GOOD)
        code = CLI_WRONG_COMMAND;
    cli_report(job->diags, first);
    return code;
}

static int run_program(const struct options *options, const struct sm5_program *program,
                       struct sm5_diags *diags)
{
    struct job job = {
        .options = options, .diags = diags, .program = program, .resources = {.program = program}};
    int code = prepare(&job);
    if (code == CLI_GOOD)
        code = dispatch(&job);
    sm5_kernel_free(job.kernel);
    sm5_bindings_free(job.bindings);
    free_plan(options, &job.plan);
    cli_free_resources(&job.resources);
    return code;
}

static void free_options(struct options *options)
{
    free(options->bindings.list);
    free(options->buffers.list);
    free(options->classes.list);
    free(options->outputs.list);
    free(options->prints.list);
}

static bool check_options(const struct options *options)
{
    if (!options->in)
        return cli_say("run: no input; expected 'sm5 run IN --groups X,Y,Z ...'");
    if (options->has_groups == (options->groups_from != NULL))
        return cli_say("run: expected one of --groups X[,Y[,Z]] and --groups-from SLOT[:BYTE]");
    return true;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_run, argc, argv, &options);
    if (code < 0 && !check_options(&options))
        code = CLI_WRONG_COMMAND;
    if (code < 0) {
        struct sm5_diags *diags = sm5_diags_new();
        struct sm5_program *program = cli_read_program(options.in, diags, &code);
        if (program)
            code = run_program(&options, program, diags);
        sm5_program_free(program);
        sm5_diags_free(diags);
    }
    free_options(&options);
    return code;
}

static const char notes[] =
    "SLOT    t0, u3, cb2, s1; in Shader Model 5.1 t5@2 (register, space) and t5@2[3] (element of an array);\n"
    "        t5,space2 is t5@2.\n"
    "SOURCE  a file (raw bytes, or .npy), zero, iota (0, 1, 2, ...), rand[:SEED], inline words f32:1/2.5,\n"
    "        u32:1/0xff, i32:-1/2 (0x... gives the bits), @NAME of a --buffer, or null.\n"
    "keys    size=N         elements of the resource, for zero, iota and rand (--buffer: of stride= or 4 "
    "bytes)\n"
    "        first=N        first element of the view (default 0; raw views count dwords, cb# float4 rows)\n"
    "        count=N        elements of the view (default: to the end)\n"
    "        stride=N       bytes of a structure (default: the declaration's)\n"
    "        format=NAME    of a typed view: a DXGI name without its prefix, any letter case\n"
    "        kind=KIND      structured, raw, typed or cbuffer (default: the declaration's)\n"
    "        counter=N      the hidden counter's first value (default 0 where the program uses one)\n"
    "        as=bits|unit|sym   rand: 32-bit words, floats in 0..1, floats in -1..1\n"
    "        below=N        rand with as=bits: the words modulo N\n"
    "rand    word i is h = hash(i * 2654435761 + SEED * 40503); unit is (h >> 8) / 2^24, sym 2 * unit - 1;\n"
    "        docs/cli.md spells out the hash.\n"
    "png     elements of 4 bytes are RGBA; 1, 3 or 4 floats are clamped to 0..1.\n"
    "class   --class fp0[0]=ft1:1/2 also gives what this[] reads: constant buffer, offset, texture, "
    "sampler.\n"
    "Exit codes: 0 good; 1 the program or what is bound to it is wrong, or a budget ran out; 2 the command "
    "or\n"
    "a file is wrong.\n";

const struct cli_verb cli_run = {
    "run",
    "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [-o SLOT=FILE]...",
    "runs a compute program",
    option_table,
    take_argument,
    run,
    notes,
};
