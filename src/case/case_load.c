/* The outcome of a test case, and loading its contents and programs. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

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
    bool is_skipped = status == SM5_ERR_SUPPORT && !r->options->no_skip;
    enum case_outcome outcome = is_skipped ? CASE_SKIPPED : CASE_FAILED;
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

const struct sm5_program *case_named_program(struct case_runner *r)
{
    const char *shader = r->test.step_count ? r->test.steps[0].shader : NULL;
    if (!r->program && case_read_program(r, shader, &r->program))
        sm5_diags_clear(r->diags);
    return r->program;
}
