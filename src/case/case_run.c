/* Runs one test case: reads it, runs its steps, checks the results. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

const double case_seconds = 300;

bool case_stop(struct case_runner *r, enum case_outcome outcome, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(r->log, format, args);
    va_end(args);
    r->outcome = outcome;
    return false;
}

/* Errors in text include their line in the shader; the reason of a skip is one sentence. */
static bool stop_with_diag(struct case_runner *r, enum case_outcome outcome, const struct sm5_diag *diag)
{
    size_t size = sm5_diag_format(diag, NULL, 0) + 1;
    char *text = outcome == CASE_SKIPPED ? NULL : malloc(size);
    if (text)
        sm5_diag_format(diag, text, size);
    case_stop(r, outcome, "%s", text ? text : diag->message);
    free(text);
    return false;
}

bool case_stop_with_diags(struct case_runner *r, enum sm5_status status, const char *what)
{
    enum case_outcome outcome = status == SM5_ERR_SUPPORT ? CASE_SKIPPED : CASE_FAILED;
    for (size_t i = 0; i < sm5_diags_count(r->diags); i++)
        if (sm5_diags_at(r->diags, i)->severity == SM5_ERROR) {
            stop_with_diag(r, outcome, sm5_diags_at(r->diags, i));
            const char *override = host_validation_override(r->diags, i);
            return override && case_stop(r, outcome, "\n  %s", override);
        }
    return case_stop(r, outcome, "%s: %s", what, sm5_status_name(status));
}

bool case_load(struct case_runner *r, const struct case_data *data, struct io_bytes *out)
{
    struct io_error error;
    return case_data_load(&r->test, data, out, &error) || case_stop(r, CASE_FAILED, "%s", error.text);
}

/* ---- one step ---- */

/* Replaces HLSL text by the container that it compiles to. */
static bool compile_hlsl(struct case_runner *r, const char *file, struct io_bytes *bytes)
{
    const struct case_hlsl *hlsl = &r->test.hlsl;
    const struct host_hlsl_options options = {
        .entry = hlsl->entry,
        .profile = hlsl->profile,
        .compiler = r->options->hlsl.compiler,
        .defines = {hlsl->defines, hlsl->define_count},
        .includes = {hlsl->includes, hlsl->include_count},
    };
    struct io_bytes source = *bytes;
    char *path = io_join(r->test.folder, file);
    int code = path ? host_hlsl_compile(path, &source, &options, bytes, r->log) : HOST_BAD_COMMAND;
    free(path);
    io_bytes_free(&source);
    if (code != HOST_OK)
        *bytes = (struct io_bytes){0};
    return code == HOST_OK || case_stop(r, CASE_FAILED, "%s", "");
}

static void count_nonconforming(const struct case_runner *r)
{
    for (size_t i = 0; i < sm5_diags_count(r->diags); i++)
        *r->options->nonconforming += strcmp(sm5_diags_at(r->diags, i)->code, "validate-nonconforming") == 0;
}

bool case_read_program(struct case_runner *r, const char *shader, struct sm5_program **program)
{
    const struct case_spec *test = &r->test;
    bool is_text = !shader && test->shader_text;
    const char *file = is_text ? NULL : shader ? shader : test->shader;
    const struct case_data data = {.present = true,
                                   .file = file,
                                   .bytes = (const uint8_t *)test->shader_text,
                                   .size = is_text ? strlen(test->shader_text) : 0};
    struct io_bytes bytes;
    if (!case_load(r, &data, &bytes))
        return false;
    if (file && (r->test.has_hlsl || host_hlsl_is_source(file)) &&
        !sm5_is_container(bytes.data, bytes.size) && !compile_hlsl(r, file, &bytes))
        return false;
    const char *name = file ? file : "shader_text";
    enum sm5_status status = sm5_program_read(bytes.data, bytes.size, name, program, r->diags);
    io_bytes_free(&bytes);
    return !status || case_stop_with_diags(r, status, name);
}

bool case_open_step(struct case_runner *r, const char *shader, struct case_kernel *step)
{
    const char *name = shader ? shader : r->test.shader_text ? "shader_text" : r->test.shader;
    if (!case_read_program(r, shader, &step->program))
        return false;
    enum sm5_status status = sm5_kernel_new_with(step->program, &r->options->kernel, &step->kernel, r->diags);
    if (status)
        return case_stop_with_diags(r, status, name);
    count_nonconforming(r);
    step->bindings = sm5_bindings_new(step->program);
    if (step->bindings && case_is_checked(r))
        sm5_bindings_accept_mismatch(step->bindings);
    return step->bindings || case_stop(r, CASE_FAILED, "out of memory");
}

static bool bind_place(struct case_runner *r, const struct case_kernel *step, size_t i)
{
    const struct case_binding *binding = &r->test.bindings[i];
    struct sm5_view view;
    struct sm5_sampler sampler;
    enum sm5_status status;
    if (case_is_sampler(binding)) {
        if (!case_sampler(r, binding, &sampler))
            return false;
        status = sm5_bind_sampler(step->bindings, &r->places[i].slot, &sampler, r->diags);
    } else {
        if (!case_view(r, i, &view))
            return false;
        status = sm5_bind(step->bindings, &r->places[i].slot, &view, r->diags);
    }
    return !status || case_stop_with_diags(r, status, r->places[i].name);
}

static bool bind_places(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (!case_is_input(&r->test.bindings[i]) && !bind_place(r, step, i))
            return false;
    return true;
}

static bool bind_classes(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.class_count; i++) {
        const struct case_class *class = &r->test.classes[i];
        struct host_class choice;
        if (!host_class_parse(class->interface, class->table, &choice))
            return case_stop(r, CASE_FAILED, "classes: '%s: %s'; expected 'fp0[0]: ft1'", class->interface,
                             class->table);
        enum sm5_status status = sm5_bind_class(step->bindings, choice.interface, choice.element,
                                                choice.table, choice.instance, r->diags);
        if (status)
            return case_stop_with_diags(r, status, class->interface);
    }
    return true;
}

bool case_bind(struct case_runner *r, const struct case_kernel *step)
{
    return case_name_rows(r, step) && bind_places(r, step) && bind_classes(r, step);
}

static bool dispatch(struct case_runner *r, const struct case_step *how, const struct case_kernel *step)
{
    struct sm5_dispatch_options options = {
        .groups = {how->groups[0], how->groups[1], how->groups[2]},
        .threads = r->options->threads,
        .max_steps = r->test.max_steps,
        .max_seconds = case_seconds,
        .oob = r->options->oob,
    };
    if (how->from_slot) {
        const struct case_place *place = case_find_place(r, how->from_slot);
        if (!place || !place->buffer)
            return case_stop(r, CASE_FAILED, "groups_from: nothing is bound to '%s'", how->from_slot);
        options.indirect = true;
        options.indirect_buffer = place->buffer;
        options.indirect_offset = how->from_byte;
    }
    if (case_is_checked(r))
        return case_check_step(r, step->program, step->bindings, &options);
    enum sm5_status status = sm5_dispatch(step->kernel, step->bindings, &options, NULL, r->diags);
    return status == SM5_OK || case_stop_with_diags(r, status, "dispatch");
}

/* A step whose shader does not declare a slot keeps its counter. */
void case_save_counters(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (r->places[i].has_counter)
            sm5_counter_get(step->bindings, &r->places[i].slot, &r->places[i].counter);
}

void case_close_step(struct case_kernel *step)
{
    sm5_bindings_free(step->bindings);
    sm5_kernel_free(step->kernel);
    sm5_program_free(step->program);
}

static bool run_step(struct case_runner *r, const struct case_step *how)
{
    struct case_kernel step = {0};
    sm5_diags_clear(r->diags);
    bool ok = case_open_step(r, how->shader, &step) && case_apply_sets(r, how) && case_bind(r, &step) &&
              dispatch(r, how, &step);
    if (ok)
        case_save_counters(r, &step);
    case_close_step(&step);
    return ok && case_check_points(r, how);
}

/* ---- the whole case ---- */

static void run_case(struct case_runner *r)
{
    if (!case_open_data(r) || !case_make_places(r) || !case_start_constants(r))
        return;
    if (strcmp(r->test.stage, "cs") != 0) {
        case_run_stage(r);
        return;
    }
    for (size_t i = 0; i < r->test.step_count; i++)
        if (!run_step(r, &r->test.steps[i]))
            return;
    /* Results are kept even when they are wrong: the user needs them to debug. */
    if (case_keep(r) && case_compare_findings(r) && case_check_results(r))
        case_bless_finish(r);
}

/* The default name is that of the file, or of its folder when the file is case.json. */
static char *name_of(const struct case_spec *test, const char *path)
{
    if (test->name)
        return strdup(test->name);
    const char *end = path + strlen(path), *slash = strrchr(path, '/');
    if (slash && slash != path && strcmp(slash, "/case.json") == 0) {
        end = slash;
        slash = memrchr(path, '/', (size_t)(end - path));
    }
    const char *start = slash ? slash + 1 : path, *dot = memrchr(start, '.', (size_t)(end - start));
    return strndup(start, (size_t)((dot && dot != start && !*end ? dot : end) - start));
}

char *case_name(const char *path, const struct host_texts *ignored)
{
    struct case_spec test;
    struct io_error error;
    if (!case_spec_read(path, ignored, &test, &error))
        return NULL;
    char *name = name_of(&test, path);
    case_spec_free(&test);
    return name;
}

static void read_and_run(struct case_runner *r, const char *path, char **name)
{
    struct io_error error;
    bool read = case_spec_read(path, &r->options->ignored_keys, &r->test, &error);
    *name = name_of(&r->test, path);
    if (!read)
        case_stop(r, CASE_FAILED, "%s", error.text);
    else if (!*name)
        case_stop(r, CASE_FAILED, "out of memory");
    else {
        r->test.name = *name;
        run_case(r);
    }
}

enum case_outcome case_run(const char *path, const struct case_options *options, char **name, char **text)
{
    struct case_runner r = {.options = options, .diags = sm5_diags_new(), .outcome = CASE_PASSED};
    size_t size;
    *text = *name = NULL;
    r.log = open_memstream(text, &size);
    if (r.log && r.diags)
        read_and_run(&r, path, name);
    else
        r.outcome = CASE_FAILED;
    if (r.log)
        fclose(r.log);
    case_edits_free(r.edits);
    case_free_findings(&r);
    case_free_places(&r);
    case_free_data(&r);
    sm5_diags_free(r.diags);
    case_spec_free(&r.test);
    return r.outcome;
}
