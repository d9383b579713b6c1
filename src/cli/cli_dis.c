/* sm5 dis: program to text. */
#include "cli/cli.h"

struct options {
    struct host_hlsl_options hlsl; /* first: cli_hlsl_table takes its address */
    const char *in, *out;
    unsigned style;
};

static bool take_argument(void *options, const char *text)
{
    struct options *o = options;
    if (o->in)
        return host_error("dis: one input at a time; '%s' is the second", text);
    o->in = text;
    return true;
}

static bool take_out(void *options, const char *value)
{
    ((struct options *)options)->out = value;
    return true;
}

static bool take_fxc(void *options, const char *value)
{
    (void)value;
    ((struct options *)options)->style |= SM5_PRINT_FXC;
    return true;
}

static bool take_lines(void *options, const char *value)
{
    (void)value;
    ((struct options *)options)->style |= SM5_PRINT_LINES;
    return true;
}

static const struct cli_option option_table[] = {
    {"-o", "OUT.asm", "where the text goes (default: standard output)", take_out},
    {"--fxc", NULL, "exactly fxc's text, without the comments that keep what it loses", take_fxc},
    {"--lines", NULL, "with the source lines that the container's debug information names", take_lines},
    CLI_IN_PLACE,
    {0},
};

static int disassemble(const struct options *options)
{
    int code;
    if (!options->in) {
        host_error("dis: no input; expected 'sm5 dis IN'");
        return HOST_BAD_COMMAND;
    }
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program = host_read_program(options->in, &options->hlsl, diags, &code);
    struct sm5_blob blob;
    if (program) {
        size_t first = sm5_diags_count(diags);
        enum sm5_status status = sm5_program_print(program, options->style, &blob, diags);
        host_report(diags, first);
        code = host_exit_code(status);
        if (!status) {
            code = host_write(options->out, &blob);
            sm5_blob_free(&blob);
        }
    }
    sm5_program_free(program);
    sm5_diags_free(diags);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_dis, argc, argv, &options);
    if (code < 0)
        code = disassemble(&options);
    cli_hlsl_free(&options.hlsl);
    return code;
}

const struct cli_verb cli_dis = {
    .name = "dis",
    .arguments = "IN [-o OUT.asm] [--fxc] [--lines]",
    .summary = "disassembles a program",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = take_argument,
    .run = run,
    .notes = "Without --fxc, 'sm5 asm' of the text gives the same code again, word for word.\n",
};
