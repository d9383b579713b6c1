/* sm5 asm: text to container. */
#include "cli/cli.h"

struct options {
    struct cli_hlsl_options hlsl; /* first: cli_hlsl_table takes its address */
    const char *in, *out, *base;
};

static bool take_argument(void *options, const char *text)
{
    struct options *o = options;
    if (o->in)
        return cli_say("asm: one input at a time; '%s' is the second", text);
    o->in = text;
    return true;
}

static bool take_out(void *options, const char *value)
{
    ((struct options *)options)->out = value;
    return true;
}

static bool take_base(void *options, const char *value)
{
    ((struct options *)options)->base = value;
    return true;
}

static const struct cli_option option_table[] = {
    {"-o", "OUT.dxbc", "where the container goes (default: standard output)", take_out},
    {"--base", "ORIG.dxbc", "keep this container's other chunks, and replace code, STAT, SFI0 and checksum",
     take_base},
    {0},
};

static int write_program(const struct sm5_program *program, const struct options *options,
                         struct sm5_diags *diags)
{
    struct sm5_program *base = NULL;
    int code = CLI_GOOD;
    if (options->base && !(base = cli_read_program(options->base, NULL, diags, &code)))
        return code;
    struct sm5_blob blob;
    size_t first = sm5_diags_count(diags);
    enum sm5_status status = sm5_program_write(program, base, &blob, diags);
    cli_report(diags, first);
    sm5_program_free(base);
    if (status)
        return cli_exit_code(status);
    code = cli_write(options->out, &blob);
    sm5_blob_free(&blob);
    return code;
}

static int assemble(const struct options *options)
{
    int code;
    if (!options->in) {
        cli_say("asm: no input; expected 'sm5 asm IN.asm'");
        return CLI_WRONG_COMMAND;
    }
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program = cli_read_program(options->in, &options->hlsl, diags, &code);
    if (program)
        code = write_program(program, options, diags);
    sm5_program_free(program);
    sm5_diags_free(diags);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_asm, argc, argv, &options);
    if (code < 0)
        code = assemble(&options);
    cli_hlsl_free(&options.hlsl);
    return code;
}

const struct cli_verb cli_asm = {
    .name = "asm",
    .arguments = "IN.asm [-o OUT.dxbc] [--base ORIG.dxbc]",
    .summary = "assembles text to a DXBC container",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = take_argument,
    .run = run,
    .notes = "IN may be a container too: it is then written again. '-' is standard input.\n",
};
