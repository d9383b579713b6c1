/* Reading and writing programs. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "ranks/ranks.h"

int host_exit_code(enum sm5_status status)
{
    switch (status) {
    case SM5_OK: return HOST_OK;
    case SM5_ERR_ARGUMENT:
    case SM5_ERR_MEMORY: return HOST_BAD_COMMAND;
    default: return HOST_BAD_PROGRAM;
    }
}

/* Reads the bytes of a program: the file, or the container that its HLSL compiles to. Returns
   an exit code. */
static int read_bytes(const char *path, const struct host_hlsl_options *hlsl, struct io_bytes *out)
{
    struct io_bytes source;
    struct io_error error;
    if (!ranks_read_file(path, IO_PROGRAM_MOST, out, &error)) {
        host_error("%s", error.text);
        return HOST_BAD_COMMAND;
    }
    host_note_input(path);
    bool compiled = sm5_is_container(out->data, out->size);
    if (!hlsl || !(hlsl->always || (host_hlsl_is_source(path) && !compiled)))
        return HOST_OK;
    source = *out;
    int code = host_hlsl_compile(path, &source, hlsl, out, stderr);
    io_bytes_free(&source);
    return code;
}

struct sm5_program *host_read_program(const char *path, const struct host_hlsl_options *hlsl,
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
    host_report(diags, first);
    *exit_code = host_exit_code(status);
    return status ? NULL : program;
}

int host_write(const char *path, const struct sm5_blob *blob)
{
    struct io_error error;
    if (!host_may_write(path))
        return HOST_BAD_COMMAND;
    if (io_write_file(path ? path : "-", blob->data, blob->size, &error))
        return HOST_OK;
    host_error("%s", error.text);
    return HOST_BAD_COMMAND;
}
