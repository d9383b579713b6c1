/* Line tables: from offsets in the code to instructions. */
#include "dxbc/dxbc_lines.h"

#include <stdlib.h>

/* ---- files ---- */

bool lines_add_file(struct lines *lines, struct dxbc_reader *reader, const uint8_t *name, size_t length)
{
    /* Printed in messages and comments: a control character would end the line. */
    for (size_t i = 0; i < length; i++)
        reader->bad |= name[i] < ' ' || name[i] == 0x7f;
    if (reader->bad || length > LINES_NAME_MOST)
        return !(reader->bad = true);
    /* Source compiled from memory may have no name. */
    static const char unnamed[] = "shader";
    char *copy = length ? arena_string(&lines->program->arena, (const char *)name, length)
                        : arena_string(&lines->program->arena, unnamed, sizeof unnamed - 1);
    reader->no_memory |= !copy || !VEC_PUSH(&lines->files, copy);
    return !reader->no_memory;
}

/* ---- from bytes of the code to instructions ---- */

static uint64_t code_offset(const struct program_instr *instr)
{
    return (uint64_t)instr->token_index * 4;
}

/* The first instruction that starts at `offset` or later. */
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

/* A PDB's offsets are relative to the start of their function, but fxc writes absolute ones. Choose the
   interpretation in which more offsets are starts of instructions. */
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
    for (size_t i = 0; i < marks->count; i++) /* makes the sort stable */
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

/* The first instruction from `at` on that has no line yet; next[i] leads there, with path halving. */
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
