#include <errno.h>
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
    enum sm5_status status = sm5_program_read(file.data, file.size, name, &program, diags);
    io_bytes_free(&file);
    cli_report(diags);
    sm5_diags_clear(diags);
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

bool cli_take_count(const char *option, const char *value, uint64_t limit, uint64_t *out)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 0);
    if (*end || end == value || errno || value[0] == '-' || number > limit)
        return cli_say("%s: '%s' is no number from 0 to %llu", option, value, (unsigned long long)limit);
    *out = number;
    return true;
}

bool cli_take_engine(const char *value, enum sm5_engine *engine)
{
    if (strcmp(value, "auto") == 0)
        *engine = SM5_ENGINE_AUTO;
    else if (strcmp(value, "interp") == 0)
        *engine = SM5_ENGINE_INTERP;
    else
        return cli_say("--engine: unknown engine '%s'; expected auto or interp", value);
    return true;
}
