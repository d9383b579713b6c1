#include <stdlib.h>
#include <string.h>

#include "cli/cli_hlsl.h"

int cli_exit_code(enum sm5_status status)
{
    switch (status) {
    case SM5_OK: return CLI_GOOD;
    case SM5_ERR_ARGUMENT:
    case SM5_ERR_MEMORY: return CLI_WRONG_COMMAND;
    default: return CLI_WRONG_PROGRAM;
    }
}

/* The bytes of a program: the file, or the container that its HLSL compiles to. Returns an exit code. */
static int read_bytes(const char *path, const struct cli_hlsl_options *hlsl, struct io_bytes *out)
{
    struct io_bytes source;
    struct io_error error;
    if (!io_read_file(path, out, &error)) {
        cli_say("%s", error.text);
        return CLI_WRONG_COMMAND;
    }
    cli_note_input(path);
    bool compiled = sm5_is_container(out->data, out->size);
    if (!hlsl || !(hlsl->always || (cli_hlsl_is_source(path) && !compiled)))
        return CLI_GOOD;
    source = *out;
    int code = cli_hlsl_compile(path, &source, hlsl, out, stderr);
    io_bytes_free(&source);
    return code;
}

struct sm5_program *cli_read_program(const char *path, const struct cli_hlsl_options *hlsl,
                                     struct sm5_diags *diags, int *exit_code)
{
    struct io_bytes file;
    *exit_code = read_bytes(path, hlsl, &file);
    if (*exit_code)
        return NULL;
    struct sm5_program *program;
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    size_t first = sm5_diags_count(diags);
    enum sm5_status status = sm5_program_read(file.data, file.size, name, &program, diags);
    io_bytes_free(&file);
    cli_report(diags, first);
    if (status == SM5_ERR_MEMORY)
        cli_say("%s: out of memory", name);
    *exit_code = cli_exit_code(status);
    return status ? NULL : program;
}

int cli_write(const char *path, const struct sm5_blob *blob)
{
    struct io_error error;
    if (!cli_may_write(path))
        return CLI_WRONG_COMMAND;
    if (io_write_file(path ? path : "-", blob->data, blob->size, &error))
        return CLI_GOOD;
    cli_say("%s", error.text);
    return CLI_WRONG_COMMAND;
}
