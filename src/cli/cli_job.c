/* What run, check and bench share: options, bindings, and the results after the dispatch. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

bool cli_set_groups(void *at, const char *value)
{
    uint32_t *groups = at;
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    groups[0] = groups[1] = groups[2] = 1;
    for (int i = 0; ok && rest; i++) {
        uint64_t count = 0;
        char *part = strsep(&rest, ",");
        ok = i < 3 ? host_parse_count("--groups", part, 65535, &count)
                   : host_error("--groups %s: expected X, X,Y or X,Y,Z", value);
        if (ok)
            groups[i] = (uint32_t)count;
    }
    free(copy);
    return ok;
}

static bool set_seconds(void *at, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    *(double *)at = seconds;
    return (!*end && end != value && seconds > 0 && seconds <= 1e9) ||
           host_error("--max-seconds: invalid number '%s'; expected seconds above 0", value);
}

#define AT(field) .offset = offsetof(struct cli_job_options, field)

const struct cli_option cli_job_table[] = {
    {"--groups", "X[,Y[,Z]]", "thread groups to dispatch, 0 to 65535 each", OPTION_CALL, AT(groups),
     .given = offsetof(struct cli_job_options, has_groups) + 1, .set = cli_set_groups},
    {"--groups-from", "SLOT[:BYTE]", "read the three counts from a bound resource (indirect dispatch)",
     OPTION_TEXT, AT(groups_from)},
    {"-b", "SLOT=SOURCE[,key=value]...", "bind a resource; may be repeated", OPTION_LIST, AT(bindings)},
    {"--buffer", "NAME=SOURCE[,key=value]...", "make a resource that -b SLOT=@NAME binds", OPTION_LIST,
     AT(buffers)},
    {"--set", "NAME=VALUE[/VALUE]...", "set a constant by name, as in cb0.dt=0.016 or Params.color=1/0.5/0",
     OPTION_LIST, AT(sets)},
    {"--struct", "SLOT=MEMBERS", "layout of a slot without RDEF, as in u0='float3 position; uint flags'",
     OPTION_LIST, AT(structs)},
    {"--class", "fp0[0]=ft1", "choose the function table of an interface element", OPTION_LIST, AT(classes)},
    {"-o", "SLOT=FILE[,width=N]",
     "write the complete resource after the run: .npy, .csv, .json, .png (of a buffer with width=), .dds, "
     "bytes "
     "(.bin); "
     "SLOT.counter=FILE its hidden counter",
     OPTION_LIST, AT(outputs)},
    CLI_IN_PLACE,
    {"--print", "SLOT[:ROWS]", "show rows of the view afterwards (default 16), or of an output of a stage",
     OPTION_LIST, AT(prints)},
    {"--threads", "N", "threads that run groups (default: one per core)", OPTION_COUNT, AT(threads),
     .max = 1024},
    CLI_KERNEL_OPTIONS(cli_job_options, kernel),
    {"--oob", "PROFILE",
     "result of accesses out of bounds: spec (default), element, byte, robust2; all compares them",
     OPTION_CHOICE, AT(oob), .words = cli_oob_words},
    {"--max-steps", "N", "stop after this many loop back edges and calls, counted once per group",
     OPTION_COUNT, AT(max_steps), .max = UINT64_MAX},
    {"--max-seconds", "S", "stop after this time", OPTION_CALL, AT(max_seconds), .set = set_seconds},
    {0},
};

/* ---- binding ---- */

static bool collect_resources(const struct cli_job_options *options, struct cli_resources *resources)
{
    for (size_t i = 0; i < options->buffers.count; i++)
        if (!cli_add_buffer(resources, options->buffers.list[i]))
            return false;
    for (size_t i = 0; i < options->bindings.count; i++)
        if (!cli_add_binding(resources, options->bindings.list[i]))
            return false;
    return cli_check_buffers(resources) && cli_sets_apply(resources, &options->sets);
}

static bool bind_class(struct sm5_bindings *bindings, const char *text, struct sm5_diags *diags,
                       enum sm5_status *status)
{
    const char *equals = strchr(text, '=');
    char *element = equals ? strndup(text, (size_t)(equals - text)) : NULL;
    struct host_class choice;
    bool read = element && host_class_parse(element, equals + 1, &choice);
    free(element);
    if (!read)
        return host_error("--class %s: expected fp0[0]=ft1", text);
    *status =
        sm5_bind_class(bindings, choice.interface, choice.element, choice.table, choice.instance, diags);
    return true;
}

/* Returns an exit code. */
static int bind_all(const struct cli_job_options *options, struct cli_resources *resources,
                    struct sm5_bindings *bindings, struct sm5_diags *diags)
{
    enum sm5_status status = SM5_OK, worst = SM5_OK;
    for (size_t i = 0; i < resources->bound_count; i++) {
        const struct cli_bound *bound = &resources->bound[i];
        status = bound->slot.kind == 's' ? sm5_bind_sampler(bindings, &bound->slot, &bound->sampler, diags)
                                         : sm5_bind(bindings, &bound->slot, &bound->view, diags);
        worst = status ? status : worst;
    }
    for (size_t i = 0; i < options->classes.count; i++) {
        if (!bind_class(bindings, options->classes.list[i], diags, &status))
            return HOST_BAD_COMMAND;
        worst = status ? status : worst;
    }
    return host_exit_code(worst);
}

int cli_job_bind(struct cli_job *job, struct sm5_bindings *bindings)
{
    return bind_all(job->options, &job->resources, bindings, job->diags);
}

static bool indirect(const struct cli_job_options *options, struct cli_resources *resources,
                     struct sm5_dispatch_options *dispatch)
{
    const char *text = options->groups_from, *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const struct cli_bound *bound = cli_find_bound(resources, "--groups-from", text, length);
    if (!bound)
        return false;
    dispatch->indirect = true;
    dispatch->indirect_buffer = bound->buffer;
    return !colon || host_parse_count("--groups-from", colon + 1, UINT64_MAX, &dispatch->indirect_offset);
}

/* ---- before and after the dispatch ---- */

/* For other stages, a text that is neither a slot nor an output is reported as an unknown output. */
static bool plan_print(struct cli_resources *resources, const char *text, struct cli_print *print)
{
    char slot[64];
    struct sm5_slot unused;
    struct sm5_stage_info info;
    sm5_stage_info(resources->program, &info);
    snprintf(slot, sizeof slot, "%.*s", (int)strcspn(text, ":"), text);
    if (cli_stage_is_output(text))
        return true;
    if (strcmp(info.stage, "cs") != 0 && !sm5_slot_parse(slot, &unused))
        return host_error("--print %s: unknown output; expected %s, or a slot", text,
                          cli_stage_outputs(info.stage));
    return cli_print_parse(resources, text, print);
}

static bool make_plan(const struct cli_job_options *options, struct cli_resources *resources,
                      struct cli_plan *plan)
{
    plan->how = (struct sm5_dispatch_options){
        .groups = {options->groups[0], options->groups[1], options->groups[2]},
        .threads = (uint32_t)options->threads,
        .max_steps = options->max_steps,
        .max_seconds = options->max_seconds,
        .oob = options->oob,
        .exclusive = true, /* the memory is this process's */
    };
    plan->outputs = calloc(options->outputs.count + 1, sizeof *plan->outputs);
    plan->prints = calloc(options->prints.count + 1, sizeof *plan->prints);
    if (!plan->outputs || !plan->prints)
        return host_error("out of memory");
    for (size_t i = 0; i < options->outputs.count; i++)
        if (!cli_output_parse(resources, options->outputs.list[i], &plan->outputs[i]))
            return false;
    for (size_t i = 0; i < options->prints.count; i++)
        if (!plan_print(resources, options->prints.list[i], &plan->prints[i]))
            return false;
    if (!cli_views_parse(resources, &options->views, &plan->views))
        return false;
    return !options->groups_from || indirect(options, resources, &plan->how);
}

static void free_plan(const struct cli_job_options *options, struct cli_plan *plan)
{
    for (size_t i = 0; plan->outputs && i < options->outputs.count; i++)
        free(plan->outputs[i].path);
    free(plan->outputs);
    free(plan->prints);
    cli_views_free(plan->views);
}

bool cli_job_write_results(const struct cli_job *job)
{
    const struct cli_job_options *options = job->options;
    const struct cli_resources *resources = &job->resources;
    const struct cli_plan *plan = &job->plan;
    bool ok = true;
    for (size_t i = 0; i < options->outputs.count; i++)
        ok &= cli_output_write(resources, job->bindings, &plan->outputs[i]);
    for (size_t i = 0; i < options->prints.count; i++)
        if (plan->prints[i].bound)
            ok &= cli_print_table(resources, &plan->prints[i]);
    return cli_views_write(plan->views) && ok;
}

/* The command line is parsed completely before checks that depend on the program. */
static int prepare(struct cli_job *job)
{
    size_t first = sm5_diags_count(job->diags);
    if (!host_layouts_check(job->program))
        return HOST_BAD_PROGRAM;
    if (!host_structs_check(job->program, &job->options->structs) ||
        !collect_resources(job->options, &job->resources) ||
        !make_plan(job->options, &job->resources, &job->plan))
        return HOST_BAD_COMMAND;
    int code =
        host_exit_code(sm5_kernel_new_with(job->program, &job->options->kernel, &job->kernel, job->diags));
    job->bindings = code == HOST_OK ? sm5_bindings_new(job->program) : NULL;
    if (job->bindings && job->options->accept_mismatch)
        sm5_bindings_accept_mismatch(job->bindings);
    if (job->bindings)
        code = bind_all(job->options, &job->resources, job->bindings, job->diags);
    else if (code == HOST_OK)
        code = HOST_BAD_COMMAND;
    host_report(job->diags, first);
    const char *override = host_validation_override(job->diags, first);
    if (override)
        host_error("%s: %s", job->options->verb, override);
    return code;
}

static void free_options(struct cli_job_options *options)
{
    free(options->bindings.list);
    free(options->buffers.list);
    free(options->classes.list);
    free(options->outputs.list);
    free(options->views.list);
    free(options->prints.list);
    free(options->stage.inputs.list);
    free(options->stage.outs.list);
    free(options->allowed_races.list);
    cli_hlsl_free(&options->input.hlsl);
    free(options->structs.list);
    free(options->sets.list);
    free(options->scripts.list);
}

static bool check_options(const struct cli_job_options *options)
{
    if (!options->input.in)
        return host_error("%s: no input; expected 'sm5 %s IN --groups X,Y,Z ...'", options->verb,
                          options->verb);
    if (options->has_groups && options->groups_from)
        return host_error("%s: expected one of --groups X[,Y[,Z]] and --groups-from SLOT[:BYTE]",
                          options->verb);
    const char *unused = !options->dump              ? NULL
                         : options->outputs.count    ? "-o"
                         : options->stage.outs.count ? "--out"
                         : options->prints.count     ? "--print"
                         : options->views.count      ? "--view"
                         : options->json             ? "--json"
                                                     : NULL;
    if (unused)
        return host_error("%s: %s requires a run; --dump only prints code", options->verb, unused);
    if (options->dump && (options->kernel.engine == SM5_ENGINE_INTERP || options->oob != SM5_OOB_SPEC))
        return host_error("%s: --dump requires the JIT; the options select the interpreter", options->verb);
    if (options->oob_all && options->kernel.engine == SM5_ENGINE_JIT)
        return host_error("%s: --oob all needs the interpreter", options->verb);
    return cli_check_writers(options);
}

/* Checks options that depend on the program's stage. */
static bool check_stage(const struct cli_job_options *options, const char *stage)
{
    bool compute = strcmp(stage, "cs") == 0;
    if (!compute)
        return options->runs_stages ||
               host_error("%s: runs compute shaders; this is a %s", options->verb, stage);
    if (cli_stage_is_given(&options->stage))
        return host_error("%s: options of other stages for a compute shader; expected --groups",
                          options->verb);
    for (size_t i = 0; i < options->prints.count; i++)
        if (cli_stage_is_output(options->prints.list[i]))
            return host_error("%s: --print %s: unknown output of a compute shader; expected a slot",
                              options->verb, options->prints.list[i]);
    return options->has_groups || options->groups_from ||
           host_error("%s: expected one of --groups X[,Y[,Z]] and --groups-from SLOT[:BYTE]", options->verb);
}

static int run_program(const struct cli_job_options *options, const struct sm5_program *program,
                       struct sm5_diags *diags, int (*dispatch)(struct cli_job *job))
{
    struct cli_job job = {.options = options,
                          .diags = diags,
                          .program = program,
                          .resources = {.program = program, .structs = &options->structs}};
    struct sm5_stage_info info;
    sm5_stage_info(program, &info);
    /* Other profiles access memory outside of what is derived from addresses. */
    job.resources.has_slices = options->has_slices && ranks_count() > 1 && strcmp(info.stage, "cs") == 0 &&
                               options->oob == SM5_OOB_SPEC && !options->oob_all;
    if (!check_stage(options, info.stage))
        return HOST_BAD_COMMAND;
    int code = prepare(&job);
    if (code == HOST_OK && !cli_check_overwrites(options))
        code = HOST_BAD_COMMAND;
    if (code == HOST_OK)
        code = dispatch(&job);
    sm5_kernel_free(job.kernel);
    sm5_bindings_free(job.bindings);
    free_plan(options, &job.plan);
    cli_free_resources(&job.resources);
    return code;
}

static int dump_program(const struct cli_job_options *options, const struct sm5_program *program,
                        struct sm5_diags *diags)
{
    enum sm5_form form = strcmp(options->dump, "ir") == 0     ? SM5_FORM_IR
                         : strcmp(options->dump, "llvm") == 0 ? SM5_FORM_LLVM
                                                              : SM5_FORM_ASM;
    struct sm5_blob text;
    enum sm5_status status = sm5_kernel_dump(program, &options->kernel, form, &text, diags);
    host_report(diags, 0);
    if (status)
        return host_exit_code(status);
    fwrite(text.data, 1, text.size, stdout);
    sm5_blob_free(&text);
    return HOST_OK;
}

int cli_job_run(const struct cli_verb *verb, int argc, char **argv, struct cli_job_options *options,
                int (*dispatch)(struct cli_job *job))
{
    options->verb = verb->name;
    int code = cli_parse(verb, argc, argv, options);
    options->oob_all = options->oob == (enum sm5_oob)CLI_OOB_ALL;
    options->oob = options->oob_all ? SM5_OOB_SPEC : options->oob;
    if (code < 0 && !(check_options(options) && (!verb->check || verb->check(options))))
        code = HOST_BAD_COMMAND;
    /* These profiles run on the interpreter: do not compile code that would not be used. */
    if ((options->oob != SM5_OOB_SPEC || options->oob_all) && options->kernel.engine == SM5_ENGINE_AUTO)
        options->kernel.engine = SM5_ENGINE_INTERP;
    if (code < 0) {
        struct sm5_diags *diags = host_diags_new();
        struct sm5_program *program = NULL;
        code = HOST_BAD_COMMAND;
        if (diags)
            program = host_read_program(options->input.in, &options->input.hlsl, diags, &code);
        if (program && options->dump)
            code = dump_program(options, program, diags);
        else if (program)
            code = run_program(options, program, diags, dispatch);
        sm5_program_free(program);
        sm5_diags_free(diags);
    }
    free_options(options);
    return code;
}
