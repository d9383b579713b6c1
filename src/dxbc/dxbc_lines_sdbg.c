/* SDBG: the debug information of Direct3D 10's compilers, documented as D3D10_SHADER_DEBUG_INFO and the
   structures that it refers to. Offsets are relative to the end of its first structure, those of text to the
   strings. */
#include "dxbc/dxbc_lines.h"

enum {
    INFO_BYTES = 84, /* D3D10_SHADER_DEBUG_INFO, whose first word is its size */
    INFO_FILES = 20,
    INFO_INSTRUCTIONS = 28,
    INFO_TOKENS = 52,
    INFO_STRINGS = 80,
    FILE_BYTES = 16, /* name, its length, text, its length */
    INSTRUCTION_BYTES = 396,
    INSTRUCTION_TOKEN = 372,
    TOKEN_BYTES = 20, /* file, line, column, length, text */
};

/* `count` records at `at` of the payload. */
struct table {
    uint32_t at, count;
};

static struct table table_of(struct dxbc_reader *reader, uint32_t info, uint32_t stride)
{
    struct table table = {.count = dxbc_u32(reader, info)};
    uint64_t at = (uint64_t)INFO_BYTES + dxbc_u32(reader, info + 4);
    reader->bad |= at > UINT32_MAX;
    table.at = (uint32_t)at;
    if (!reader->bad)
        dxbc_fits(reader, table.at, table.count, stride);
    return table;
}

static bool read_files(struct lines *lines, struct dxbc_reader *reader, struct table files)
{
    uint64_t strings = (uint64_t)INFO_BYTES + dxbc_u32(reader, INFO_STRINGS);
    for (uint32_t i = 0; i < files.count && !reader->bad && !reader->no_memory; i++) {
        uint32_t record = files.at + i * FILE_BYTES;
        uint64_t at = strings + dxbc_u32(reader, record);
        uint32_t length = dxbc_u32(reader, record + 4);
        if (at > UINT32_MAX || !dxbc_fits(reader, (uint32_t)at, length, 1))
            return !(reader->bad = true);
        lines_add_file(lines, reader, reader->payload.data + at, length);
    }
    return !reader->bad && !reader->no_memory;
}

/* Token 0 means none: no instruction comes from the first token of a shader. */
static void set_line(struct lines *lines, struct dxbc_reader *reader, uint32_t record, struct table tokens,
                     struct program_instr *instr)
{
    uint32_t token = dxbc_u32(reader, record + INSTRUCTION_TOKEN);
    if (token == 0 || token >= tokens.count)
        return;
    uint32_t file = dxbc_u32(reader, tokens.at + token * TOKEN_BYTES);
    if (file >= lines->files.count)
        return;
    instr->origin_file = file;
    instr->origin_line = dxbc_u32(reader, tokens.at + token * TOKEN_BYTES + 4);
}

bool lines_read_sdbg(struct lines *lines, struct dxbc_reader *reader)
{
    struct sm5_program *program = lines->program;
    if (dxbc_u32(reader, 0) != INFO_BYTES)
        return false;
    struct table files = table_of(reader, INFO_FILES, FILE_BYTES);
    struct table tokens = table_of(reader, INFO_TOKENS, TOKEN_BYTES);
    struct table instrs = table_of(reader, INFO_INSTRUCTIONS, INSTRUCTION_BYTES);
    if (reader->bad || !read_files(lines, reader, files))
        return false;
    uint32_t number = 0;
    for (uint32_t i = program->decls.first_instr; i < program->instr_count && number < instrs.count; i++) {
        struct program_instr *instr = &program->instrs[i];
        if (!isa_is_declaration(instr->opcode))
            set_line(lines, reader, instrs.at + number++ * INSTRUCTION_BYTES, tokens, instr);
    }
    return !reader->bad;
}
