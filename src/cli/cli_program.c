#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int cli_exit_code(enum sm5_status status)
{
    switch (status) {
    case SM5_OK: return CLI_GOOD;
    case SM5_ERR_ARGUMENT:
    case SM5_ERR_MEMORY: return CLI_WRONG_COMMAND;
    default: return CLI_WRONG_PROGRAM;
    }
}

struct sm5_program *cli_read_program(const char *path, struct sm5_diags *diags, int *exit_code)
{
    struct io_bytes file;
    struct io_error error;
    if (!io_read_file(path, &file, &error)) {
        cli_say("%s", error.text);
        *exit_code = CLI_WRONG_COMMAND;
        return NULL;
    }
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
    if (io_write_file(path ? path : "-", blob->data, blob->size, &error))
        return CLI_GOOD;
    cli_say("%s", error.text);
    return CLI_WRONG_COMMAND;
}
