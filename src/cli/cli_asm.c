/* sm5 asm: text to container. */
#include <string.h>

#include "cli/cli.h"

struct options {
    struct cli_input input;
    const char *out, *base;
    bool sign, warnings_are_errors, in_place;
};

static bool set_in_place(void *at, const char *value)
{
    *(bool *)at = true;
    return cli_set_in_place(at, value);
}

static bool set_warning(void *at, const char *value)
{
    if (strcmp(value, "error") != 0)
        return host_error("asm: invalid option -W%s; expected -Werror", value);
    return *(bool *)at = true;
}

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"-o", "OUT.dxbc", "where the container goes (default: standard output)", OPTION_TEXT, AT(out)},
    {"--base", "ORIG.dxbc",
     "keep this container's other chunks, and replace code, STAT, SFI0, edited signatures and checksum",
     OPTION_TEXT, AT(base)},
    {"--sign", NULL, "only correct the checksum of the container IN", OPTION_FLAG, AT(sign)},
    {"--in-place", NULL, "write to IN, or to an OUT that is an input", OPTION_CALL, AT(in_place),
     .set = set_in_place},
    {"-W", "error", "-Werror: warnings are errors, and nothing is written", OPTION_CALL,
     AT(warnings_are_errors), .set = set_warning},
    {0},
};

static int write_program(const struct sm5_program *program, const struct options *options,
                         struct sm5_diags *diags)
{
    struct sm5_program *base = NULL;
    int code = HOST_OK;
    if (options->base && !(base = host_read_program(options->base, NULL, diags, &code)))
        return code;
    struct sm5_blob blob;
    size_t first = sm5_diags_count(diags);
    enum sm5_status status = sm5_program_write(program, base, &blob, diags);
    host_report(diags, first);
    sm5_program_free(base);
    if (status)
        return host_exit_code(status);
    code = host_write(options->out || !options->in_place ? options->out : options->input.in, &blob);
    sm5_blob_free(&blob);
    return code;
}

/* ---- warnings ---- */

/* Whether asm warns: malformed programs, and a missing ret, which engines accept and Direct3D does not. */
static bool is_warning(const struct sm5_diag *diag)
{
    return diag->diag_class == SM5_DIAG_MALFORMED || strcmp(diag->code, "validate-end") == 0;
}

static size_t print_warnings(const struct options *options, const struct sm5_diags *diags)
{
    size_t warnings = 0;
    for (size_t i = 0; i < sm5_diags_count(diags); i++) {
        struct sm5_diag diag = *sm5_diags_at(diags, i);
        if (!is_warning(&diag))
            continue;
        diag.severity = options->warnings_are_errors ? SM5_ERROR : SM5_WARNING;
        host_report_one(&diag);
        warnings++;
    }
    return warnings;
}

/* Prints the errors that a run would report as warnings: the text may be unfinished, so the container is
   written nevertheless. Returns an exit code: with -Werror warnings are errors. */
static int warn(const struct options *options, const struct sm5_program *program,
                const struct sm5_diags *read)
{
    const struct sm5_validate_options how = {.errors_only = true};
    struct sm5_diags *diags = host_diags_new();
    size_t warnings = 0;
    if (!diags)
        return HOST_BAD_COMMAND;
    for (size_t i = 0; i < sm5_diags_count(read); i++)
        warnings += sm5_diags_at(read, i)->severity == SM5_WARNING;
    bool has_memory = sm5_validate(program, &how, diags) != SM5_ERR_MEMORY;
    if (has_memory)
        warnings += print_warnings(options, diags);
    sm5_diags_free(diags);
    if (!has_memory) {
        host_error("out of memory");
        return HOST_BAD_COMMAND;
    }
    return warnings && options->warnings_are_errors ? HOST_BAD_PROGRAM : HOST_OK;
}

static int assemble(void *verb_options, struct sm5_program *program, struct sm5_diags *diags)
{
    const struct options *options = verb_options;
    struct sm5_info info;
    sm5_program_info(program, &info);
    if (options->sign && !info.from_container) {
        host_error("asm: --sign: %s is text; expected a container", options->input.in);
        return HOST_BAD_COMMAND;
    }
    int code = info.from_container ? HOST_OK : warn(options, program, diags);
    return code ? code : write_program(program, options, diags);
}

static bool check_options(const void *verb_options)
{
    const struct options *options = verb_options;
    return !options->sign || !options->base ||
           host_error("asm: --sign changes only the checksum; expected it without --base");
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    return cli_use_program(&cli_asm, argc, argv, &options.input, assemble);
}

const struct cli_verb cli_asm = {
    .name = "asm",
    .arguments =
        "IN.asm [-o OUT.dxbc] [--base ORIG.dxbc] [-Werror] | IN.dxbc --sign [-o OUT.dxbc | --in-place]",
    .summary = "assembles text to a DXBC container",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .check = check_options,
    .run = run,
    .notes = "IN may be a container too: it is then written again, with a right checksum. '-' is standard "
             "input.\n",
};
