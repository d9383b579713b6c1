/* sm5 validate: checks one program against the rules of the specification. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    struct cli_input input;
    const char *json;
    bool errors_only;
};

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"--errors-only", NULL, "omit warnings", OPTION_FLAG, AT(errors_only)},
    {"--json", "FILE", "write the problems", OPTION_TEXT, AT(json)},
    CLI_IN_PLACE,
    {0},
};

/* The section at the end of a rule's message, in parentheses; NULL when there is none. */
static char *clause_of(const char *message)
{
    const char *from = strrchr(message, '('), *to = from ? strchr(from, ')') : NULL;
    bool has_clause = to && to[1] == 0 && strncmp(from, "(D3D11.3 ", 9) == 0;
    return has_clause ? strndup(from + 1, (size_t)(to - from - 1)) : NULL;
}

static void json_problem(struct host_json *json, const struct sm5_diag *diag)
{
    static const char *const severities[] = {"note", "warning", "error"};
    static const char *const classes[] = {NULL, "malformed", "nonconforming"};
    char *clause = clause_of(diag->message);
    uint32_t line = diag->origin_file ? diag->origin_line : diag->line;
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "code", diag->code);
    host_json_text(json, "severity", severities[diag->severity]);
    host_json_text(json, "class", classes[diag->diag_class]);
    host_json_text(json, "message", diag->message);
    host_json_text(json, "clause", clause);
    host_json_number_if(json, "line", line != 0, line);
    host_json_number_if(json, "column", diag->column != 0, diag->column);
    host_json_number_if(json, "instruction", diag->instruction != SM5_NO_OFFSET, diag->instruction);
    host_json_number_if(json, "token", diag->chunk[0] != 0, diag->offset);
    if (diag->origin_file)
        host_json_text(json, "file", diag->origin_file);
    host_json_text(json, "text", diag->source_line);
    host_json_close(json, '}');
    free(clause);
}

static bool write_json(const char *path, const struct sm5_diags *diags)
{
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    struct host_json json = {.out = text.out};
    host_json_open(&json, NULL, '{');
    host_json_open(&json, "problems", '[');
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        json_problem(&json, sm5_diags_at(diags, i));
    host_json_close(&json, ']');
    host_json_close(&json, '}');
    return host_text_write(&text, path);
}

static int validate(void *verb_options, struct sm5_program *program, struct sm5_diags *diags)
{
    const struct options *options = verb_options;
    const struct sm5_validate_options how = {.errors_only = options->errors_only};
    sm5_diags_clear(diags);
    enum sm5_status status = sm5_validate(program, &how, diags);
    host_report(diags, 0);
    if (options->json && !(host_may_write(options->json) && write_json(options->json, diags)))
        return HOST_BAD_COMMAND;
    return host_exit_code(status);
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    return cli_use_program(&cli_validate, argc, argv, &options.input, validate);
}

static const char notes[] =
    "Each rule has a code in brackets, which docs/diagnostics.md explains, and the section of the Direct3D "
    "11.3\n"
    "functional specification that it comes from. Text is shown with line and column, bytecode as the "
    "printed\n"
    "instruction with its number and its token. An error is malformed (the program has no defined "
    "execution)\n"
    "or nonconforming (Direct3D rejects the program, but each instruction has one meaning). run, check, "
    "bench\n"
    "and test stop at malformed ones, with --strict at both.\n"
    "Exit codes: 0 no errors (there may be warnings); 1 errors; 2 the command or a file is wrong.\n";

const struct cli_verb cli_validate = {
    .name = "validate",
    .arguments = "IN [--errors-only] [--json FILE]",
    .summary = "checks a program against the rules of the specification",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .run = run,
    .notes = notes,
};
