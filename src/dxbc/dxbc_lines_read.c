/* Source lines of instructions, from the debug information that fxc /Zi adds to a container. */
#include <stdlib.h>

#include "dxbc/dxbc_diag.h"
#include "dxbc/dxbc_lines.h"

static bool keep_files(struct lines *lines)
{
    struct sm5_program *program = lines->program;
    size_t bytes = lines->files.count * sizeof *lines->files.data;
    program->origin_files = arena_copy(&program->arena, lines->files.data, bytes);
    program->origin_file_count = (uint32_t)lines->files.count;
    return program->origin_files != NULL;
}

static bool is_chunk(const struct program_chunk *chunk, const char *fourcc)
{
    return memcmp(chunk->fourcc, fourcc, 4) == 0;
}

static enum sm5_status read_chunk(struct lines *lines, const struct program_chunk *chunk,
                                  struct sm5_diags *diags)
{
    struct dxbc_reader reader = {.payload = chunk->payload, .arena = &lines->program->arena};
    bool ok = is_chunk(chunk, "SPDB") ? lines_read_pdb(lines, &reader) : lines_read_sdbg(lines, &reader);
    if (reader.no_memory)
        return SM5_ERR_MEMORY;
    if (!ok)
        diag_add(diags, DXBC_CHUNK, diag_at_byte(chunk->offset), chunk->fourcc);
    return SM5_OK;
}

enum sm5_status dxbc_lines_read(struct sm5_program *program, struct sm5_diags *diags)
{
    struct lines lines = {.program = program};
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; i < program->container.chunk_count && !status && !lines.files.count; i++) {
        const struct program_chunk *chunk = &program->container.chunks[i];
        if (is_chunk(chunk, "SPDB") || is_chunk(chunk, "SDBG"))
            status = read_chunk(&lines, chunk, diags);
    }
    if (!status && lines.files.count && !keep_files(&lines))
        status = SM5_ERR_MEMORY;
    VEC_FREE(&lines.files);
    return status;
}
