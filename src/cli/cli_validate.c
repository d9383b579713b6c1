/* sm5 validate: the rules of the specification over one program. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    struct host_hlsl_options hlsl; /* first: cli_hlsl_table takes its address */
    const char *in, *json;
    bool errors_only;
};

static bool take_argument(void *options, const char *text)
{
    struct options *o = options;
    if (o->in)
        return host_error("validate: one program at a time; '%s' is the second", text);
    o->in = text;
    return true;
}

static bool take_json(void *options, const char *value)
{
    ((struct options *)options)->json = value;
    return true;
}

static bool take_errors_only(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->errors_only = true;
}

static const struct cli_option option_table[] = {
    {"--errors-only", NULL, "leave the warnings out", take_errors_only},
    {"--json", "FILE", "write the problems", take_json},
    CLI_IN_PLACE,
    {0},
};

static void json_number(FILE *out, const char *key, bool known, uint32_t value)
{
    if (known)
        fprintf(out, ", \"%s\": %u", key, value);
    else
        fprintf(out, ", \"%s\": null", key);
}

/* The section stands at the end of a rule's message, in parentheses. */
static void json_clause(FILE *out, const char *message)
{
    const char *from = strrchr(message, '('), *to = from ? strchr(from, ')') : NULL;
    fprintf(out, ", \"clause\": ");
    if (to && to[1] == 0 && strncmp(from, "(D3D11.3 ", 9) == 0)
        fprintf(out, "\"%.*s\"", (int)(to - from - 1), from + 1);
    else
        fprintf(out, "null");
}

static void json_problem(FILE *out, const struct sm5_diag *diag)
{
    static const char *const severities[] = {"note", "warning", "error"};
    static const char *const classes[] = {"null", "\"malformed\"", "\"nonconforming\""};
    fprintf(out, "{\"code\": \"%s\", \"severity\": \"%s\", \"class\": %s, \"message\": ", diag->code,
            severities[diag->severity], classes[diag->diag_class]);
    host_json_string(out, diag->message);
    json_clause(out, diag->message);
    uint32_t line = diag->origin_file ? diag->origin_line : diag->line;
    json_number(out, "line", line != 0, line);
    json_number(out, "column", diag->column != 0, diag->column);
    json_number(out, "instruction", diag->instruction != SM5_NO_OFFSET, diag->instruction);
    json_number(out, "token", diag->chunk[0] != 0, diag->offset);
    if (diag->origin_file) {
        fprintf(out, ", \"file\": ");
        host_json_string(out, diag->origin_file);
    }
    fprintf(out, ", \"text\": ");
    if (diag->source_line)
        host_json_string(out, diag->source_line);
    else
        fprintf(out, "null");
    fprintf(out, "}");
}

static bool write_json(const char *path, const struct sm5_diags *diags)
{
    char *text = NULL;
    size_t size = 0;
    struct io_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return host_error("out of memory");
    fprintf(out, "{\"problems\": [");
    for (size_t i = 0; i < sm5_diags_count(diags); i++) {
        fprintf(out, i ? ",\n  " : "\n  ");
        json_problem(out, sm5_diags_at(diags, i));
    }
    fprintf(out, "]}\n");
    bool ok = fclose(out) == 0 && text
                  ? io_write_file(path, text, size, &error) || host_error("%s", error.text)
                  : host_error("out of memory");
    free(text);
    return ok;
}

static int validate(const struct options *options, const struct sm5_program *program, struct sm5_diags *diags)
{
    const struct sm5_validate_options how = {.errors_only = options->errors_only};
    sm5_diags_clear(diags);
    enum sm5_status status = sm5_validate(program, &how, diags);
    host_report(diags, 0);
    if (options->json && !(host_may_write(options->json) && write_json(options->json, diags)))
        return HOST_BAD_COMMAND;
    return host_exit_code(status);
}

static int validate_input(const struct options *options)
{
    int code;
    if (!options->in) {
        host_error("validate: no input; expected 'sm5 validate IN'");
        return HOST_BAD_COMMAND;
    }
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program = host_read_program(options->in, &options->hlsl, diags, &code);
    if (program)
        code = validate(options, program, diags);
    sm5_program_free(program);
    sm5_diags_free(diags);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_validate, argc, argv, &options);
    if (code < 0)
        code = validate_input(&options);
    cli_hlsl_free(&options.hlsl);
    return code;
}

bool cli_take_validation(enum sm5_validation *validation, enum sm5_validation value)
{
    if (*validation && *validation != value)
        return host_error("--no-validate and --strict exclude each other");
    *validation = value;
    return true;
}

static const char notes[] =
    "Each rule has a code in brackets, which docs/diagnostics.md explains, and the section of the Direct3D "
    "11.3\n"
    "functional specification that it comes from. Text is shown with line and column, bytecode as the "
    "printed\n"
    "instruction with its number and its token. An error is malformed (the program has no defined "
    "execution)\n"
    "or nonconforming (Direct3D refuses the program, but each instruction has one meaning). run, check, "
    "bench\n"
    "and test stop at malformed ones, with --strict at both.\n"
    "Exit codes: 0 no errors (there may be warnings); 1 errors; 2 the command or a file is wrong.\n";

const struct cli_verb cli_validate = {
    .name = "validate",
    .arguments = "IN [--errors-only] [--json FILE]",
    .summary = "holds a program against the rules of the specification",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = take_argument,
    .run = run,
    .notes = notes,
};
