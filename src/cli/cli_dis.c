/* sm5 dis: program to text. */
#include "cli/cli.h"

struct options {
    struct cli_input input;
    const char *out;
    bool fxc, lines;
};

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"-o", "OUT.asm", "where the text goes (default: standard output)", OPTION_TEXT, AT(out)},
    {"--fxc", NULL, "exactly fxc's text, without the comments that keep what it loses", OPTION_FLAG, AT(fxc)},
    {"--lines", NULL, "with the source lines that the container's debug information names", OPTION_FLAG,
     AT(lines)},
    CLI_IN_PLACE,
    {0},
};

static int disassemble(void *verb_options, struct sm5_program *program, struct sm5_diags *diags)
{
    const struct options *options = verb_options;
    unsigned style = (options->fxc ? SM5_PRINT_FXC : 0) | (options->lines ? SM5_PRINT_LINES : 0);
    struct sm5_blob blob;
    size_t first = sm5_diags_count(diags);
    enum sm5_status status = sm5_program_print(program, style, &blob, diags);
    host_report(diags, first);
    if (status)
        return host_exit_code(status);
    int code = host_write(options->out, &blob);
    sm5_blob_free(&blob);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    return cli_use_program(&cli_dis, argc, argv, &options.input, disassemble);
}

const struct cli_verb cli_dis = {
    .name = "dis",
    .arguments = "IN [-o OUT.asm] [--fxc] [--lines]",
    .summary = "disassembles a program",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .run = run,
    .notes = "Without --fxc, 'sm5 asm' of the text produces the same tokens.\n",
};
