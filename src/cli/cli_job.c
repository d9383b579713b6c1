/* What run and bench share: reading the options, binding, and what comes behind the dispatch. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

bool cli_job_argument(void *options, const char *text)
{
    struct cli_job_options *o = options;
    if (o->in)
        return host_error("%s: one program at a time; '%s' is the second", o->verb, text);
    o->in = text;
    return true;
}

static bool take_groups(void *options, const char *value)
{
    struct cli_job_options *o = options;
    char *copy = strdup(value), *rest = copy;
    bool ok = copy != NULL;
    o->has_groups = true;
    o->groups[0] = o->groups[1] = o->groups[2] = 1;
    for (int i = 0; ok && rest; i++) {
        uint64_t count = 0;
        char *part = strsep(&rest, ",");
        ok = i < 3 ? host_parse_count("--groups", part, 65535, &count)
                   : host_error("--groups %s: expected X, X,Y or X,Y,Z", value);
        if (ok)
            o->groups[i] = (uint32_t)count;
    }
    free(copy);
    return ok;
}

static bool take_groups_from(void *options, const char *value)
{
    ((struct cli_job_options *)options)->groups_from = value;
    return true;
}

static bool take_binding(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->bindings, value);
}

static bool take_buffer(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->buffers, value);
}

static bool take_class(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->classes, value);
}

static bool take_output(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->outputs, value);
}

static bool take_print(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->prints, value);
}

static bool take_struct(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->structs, value);
}

static bool take_set(void *options, const char *value)
{
    return host_texts_add(&((struct cli_job_options *)options)->sets, value);
}

static bool take_threads(void *options, const char *value)
{
    return host_parse_count("--threads", value, 1024, &((struct cli_job_options *)options)->threads);
}

static bool take_engine(void *options, const char *value)
{
    return cli_take_engine(value, &((struct cli_job_options *)options)->kernel.engine);
}

static bool take_lanes(void *options, const char *value)
{
    return cli_take_lanes(value, &((struct cli_job_options *)options)->kernel.lanes);
}

static bool take_no_cache(void *options, const char *value)
{
    (void)value;
    return ((struct cli_job_options *)options)->kernel.no_cache = true;
}

static bool take_oob(void *options, const char *value)
{
    struct cli_job_options *o = options;
    return cli_take_oob(value, &o->oob, &o->oob_all);
}

static bool take_no_validate(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct cli_job_options *)options)->kernel.validation, SM5_VALIDATION_NONE);
}

static bool take_strict(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct cli_job_options *)options)->kernel.validation,
                               SM5_VALIDATION_STRICT);
}

static bool take_steps(void *options, const char *value)
{
    return host_parse_count("--max-steps", value, UINT64_MAX,
                            &((struct cli_job_options *)options)->max_steps);
}

static bool take_seconds(void *options, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    if (*end || end == value || !(seconds > 0) || seconds > 1e9)
        return host_error("--max-seconds: invalid number '%s'; expected seconds above 0", value);
    ((struct cli_job_options *)options)->max_seconds = seconds;
    return true;
}

const struct cli_option cli_job_table[] = {
    {"--groups", "X[,Y[,Z]]", "thread groups to dispatch, 0 to 65535 each", take_groups},
    {"--groups-from", "SLOT[:BYTE]", "read the three counts from a bound resource (indirect dispatch)",
     take_groups_from},
    {"-b", "SLOT=SOURCE[,key=value]...", "bind a resource; may be given often", take_binding},
    {"--buffer", "NAME=SOURCE[,key=value]...", "make a resource that -b SLOT=@NAME binds", take_buffer},
    {"--set", "NAME=VALUE[/VALUE]...", "set a constant by name, as in cb0.dt=0.016 or Params.color=1/0.5/0",
     take_set},
    {"--struct", "SLOT=MEMBERS", "layout of a slot without RDEF, as in u0='float3 position; uint flags'",
     take_struct},
    {"--class", "fp0[0]=ft1", "choose the function table of an interface element", take_class},
    {"-o", "SLOT=FILE[,width=N]",
     "write the whole resource afterwards: .npy, .csv, .json, .png (of a buffer with width=), .dds, bytes "
     "(.bin); "
     "SLOT.counter=FILE its hidden counter",
     take_output},
    CLI_IN_PLACE,
    {"--print", "SLOT[:ROWS]", "show rows of the view afterwards (default 16), or of an output of a stage",
     take_print},
    {"--threads", "N", "threads that run groups (default: one a core)", take_threads},
    {"--engine", "auto|jit|interp", "what runs the program (default auto: the JIT when it is there)",
     take_engine},
    {"--lanes", "8|16", "threads of a warp, for the JIT (default: what suits program and processor)",
     take_lanes},
    {"--no-cache", NULL, "neither read nor write the cache of machine code", take_no_cache},
    {"--oob", "PROFILE",
     "what accesses out of bounds do: spec (default), element, byte, robust2; all compares them", take_oob},
    {"--no-validate", NULL, "run malformed programs too", take_no_validate},
    {"--strict", NULL, "do not run nonconforming programs", take_strict},
    {"--max-steps", "N", "stop after so many loop back edges and calls, counted once a group", take_steps},
    {"--max-seconds", "S", "stop after so much time", take_seconds},
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

/* ---- before and behind the dispatch ---- */

/* What names neither a slot nor an output is taken for a misspelled output, where the stage has some. */
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
    return !options->groups_from || indirect(options, resources, &plan->how);
}

static void free_plan(const struct cli_job_options *options, struct cli_plan *plan)
{
    for (size_t i = 0; plan->outputs && i < options->outputs.count; i++)
        free(plan->outputs[i].path);
    free(plan->outputs);
    free(plan->prints);
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
            cli_print_table(resources, &plan->prints[i]);
    return ok;
}

/* The command line is read to its end before anything is judged that the program decides. */
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
    free(options->prints.list);
    free(options->stage.inputs.list);
    free(options->stage.outs.list);
    free(options->allowed_races.list);
    cli_hlsl_free(&options->hlsl);
    free(options->structs.list);
    free(options->sets.list);
}

static bool check_options(const struct cli_job_options *options)
{
    if (!options->in)
        return host_error("%s: no input; expected 'sm5 %s IN --groups X,Y,Z ...'", options->verb,
                          options->verb);
    if (options->has_groups && options->groups_from)
        return host_error("%s: expected one of --groups X[,Y[,Z]] and --groups-from SLOT[:BYTE]",
                          options->verb);
    const char *unused = !options->dump              ? NULL
                         : options->outputs.count    ? "-o"
                         : options->stage.outs.count ? "--out"
                         : options->prints.count     ? "--print"
                         : options->json             ? "--json"
                                                     : NULL;
    if (unused)
        return host_error("%s: --dump runs nothing, so that %s has nothing to write", options->verb, unused);
    if (options->dump && (options->kernel.engine == SM5_ENGINE_INTERP || options->oob != SM5_OOB_SPEC))
        return host_error("%s: --dump shows the JIT's code, which has no part in this run", options->verb);
    if (options->oob_all && options->kernel.engine == SM5_ENGINE_JIT)
        return host_error("%s: --oob all needs the interpreter", options->verb);
    return cli_check_writers(options);
}

/* What runs a program depends on its stage. */
static bool check_stage(const struct cli_job_options *options, const char *stage)
{
    bool compute = strcmp(stage, "cs") == 0;
    if (!compute)
        return options->runs_stages ||
               host_error("%s: runs compute shaders; this is a %s", options->verb, stage);
    if (options->stage.any)
        return host_error("%s: a compute shader takes --groups, not inputs of a stage", options->verb);
    for (size_t i = 0; i < options->prints.count; i++)
        if (cli_stage_is_output(options->prints.list[i]))
            return host_error("%s: --print %s: a compute shader has no such output; expected a slot",
                              options->verb, options->prints.list[i]);
    return options->has_groups || options->groups_from ||
           host_error("%s: expected one of --groups X[,Y[,Z]] and --groups-from SLOT[:BYTE]", options->verb);
}

static int with_program(const struct cli_job_options *options, const struct sm5_program *program,
                        struct sm5_diags *diags, int (*dispatch)(struct cli_job *job))
{
    struct cli_job job = {.options = options,
                          .diags = diags,
                          .program = program,
                          .resources = {.program = program, .structs = &options->structs}};
    struct sm5_stage_info info;
    sm5_stage_info(program, &info);
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
    if (code < 0 && !check_options(options))
        code = HOST_BAD_COMMAND;
    /* No code is made that would not run. */
    if ((options->oob != SM5_OOB_SPEC || options->oob_all) && options->kernel.engine == SM5_ENGINE_AUTO)
        options->kernel.engine = SM5_ENGINE_INTERP;
    if (code < 0) {
        struct sm5_diags *diags = sm5_diags_new();
        struct sm5_program *program = host_read_program(options->in, &options->hlsl, diags, &code);
        if (program && options->dump)
            code = dump_program(options, program, diags);
        else if (program)
            code = with_program(options, program, diags, dispatch);
        sm5_program_free(program);
        sm5_diags_free(diags);
    }
    free_options(options);
    return code;
}
