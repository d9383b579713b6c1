/* Source lines of instructions, from the debug information that fxc /Zi leaves in a container. */
#include "dxbc/dxbc_lines.h"
#include "dxbc/dxbc_diag.h"

#include <stdlib.h>

/* ---- files ---- */

bool lines_add_file(struct lines *lines, struct dxbc_reader *reader, const uint8_t *name, size_t length)
{
    /* Printed in messages and comments: a control character would end the line. */
    for (size_t i = 0; i < length; i++)
        reader->bad |= name[i] < ' ' || name[i] == 0x7f;
    if (reader->bad || length > LINES_NAME_MOST)
        return !(reader->bad = true);
    /* What is compiled from memory may have no name. */
    static const char unnamed[] = "shader";
    char *copy = length ? arena_string(&lines->program->arena, (const char *)name, length)
                        : arena_string(&lines->program->arena, unnamed, sizeof unnamed - 1);
    reader->no_memory |= !copy || !VEC_PUSH(&lines->files, copy);
    return !reader->no_memory;
}

static bool keep_files(struct lines *lines)
{
    struct sm5_program *program = lines->program;
    size_t bytes = lines->files.count * sizeof *lines->files.data;
    program->origin_files = arena_copy(&program->arena, lines->files.data, bytes);
    program->origin_file_count = (uint32_t)lines->files.count;
    return program->origin_files != NULL;
}

/* ---- from bytes of the code to instructions ---- */

static uint64_t code_offset(const struct program_instr *instr)
{
    return (uint64_t)instr->token_index * 4;
}

/* The first instruction that starts at `offset` or behind it. */
static uint32_t instr_from(const struct sm5_program *program, uint64_t offset)
{
    uint32_t low = 0, high = program->instr_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (code_offset(&program->instrs[middle]) < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t hits(const struct sm5_program *program, const struct lines_marks *marks, uint32_t base)
{
    size_t found = 0;
    for (size_t i = 0; i < marks->count; i++) {
        uint64_t offset = (uint64_t)base + marks->data[i].from;
        uint32_t at = instr_from(program, offset);
        found += at < program->instr_count && code_offset(&program->instrs[at]) == offset;
    }
    return found;
}

/* A PDB's offsets count from where their function starts, but readers of fxc's take them as they are: both
   are right when it starts at 0. Else they are what makes more of them the start of an instruction. */
static uint32_t better_base(const struct sm5_program *program, const struct lines_marks *marks, uint32_t base)
{
    return base && hits(program, marks, base) >= hits(program, marks, 0) ? base : 0;
}

static void set_line(struct program_instr *instr, const struct lines_mark *mark)
{
    instr->origin_line = mark->line;
    instr->origin_file = mark->file;
}

static int by_start(const void *a, const void *b)
{
    const struct lines_mark *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

void lines_set_table(struct lines *lines, struct lines_marks *marks, uint32_t base)
{
    struct sm5_program *program = lines->program;
    uint32_t from = better_base(program, marks, base);
    for (size_t i = 0; i < marks->count; i++) /* sorting keeps the order of equals by it */
        marks->data[i].to = (uint32_t)i;
    if (marks->count > 1)
        qsort(marks->data, marks->count, sizeof *marks->data, by_start);
    for (size_t i = 0; i < marks->count; i++) {
        const struct lines_mark *mark = &marks->data[i];
        uint64_t end = i + 1 < marks->count ? (uint64_t)from + mark[1].from : UINT64_MAX;
        uint32_t at = instr_from(program, (uint64_t)from + mark->from);
        for (; at < program->instr_count && code_offset(&program->instrs[at]) < end; at++)
            set_line(&program->instrs[at], mark);
    }
}

/* The first instruction from `at` on that has no line yet; next[i] leads there, paths are halved. */
static uint32_t unset_from(uint32_t *next, uint32_t at)
{
    while (next[at] != at)
        at = next[at] = next[next[at]];
    return at;
}

bool lines_set_inlined(struct lines *lines, const struct lines_marks *marks, uint32_t base)
{
    struct sm5_program *program = lines->program;
    uint32_t from = better_base(program, marks, base);
    uint32_t *next = malloc(((size_t)program->instr_count + 1) * sizeof *next);
    if (!next)
        return false;
    for (uint32_t i = 0; i <= program->instr_count; i++)
        next[i] = i;
    /* From the last to the first, each instruction once: however many overlap. */
    for (size_t i = marks->count; i-- > 0;) {
        const struct lines_mark *mark = &marks->data[i];
        uint32_t end = instr_from(program, (uint64_t)from + mark->to);
        uint32_t at = unset_from(next, instr_from(program, (uint64_t)from + mark->from));
        for (; at < end; at = unset_from(next, at)) {
            set_line(&program->instrs[at], mark);
            next[at] = at + 1;
        }
    }
    free(next);
    return true;
}

/* ---- the chunk ---- */

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
