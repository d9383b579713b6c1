#include <stdlib.h>

#include "bytecode/bytecode_token.h"

enum {
    HEADER_WORDS = 2,
    DWORD_BYTES = 4,
    TYPE_SHIFT = 16,
    SPARE_SHIFT = 8,
    MAJOR_SHIFT = 4,
    VERSION_PART = 0xf
};

/* ---- decoding ---- */

static bool model_known(uint32_t major, uint32_t minor)
{
    return (major == 4 || major == 5) && minor <= 1;
}

static enum sm5_status read_version(uint32_t token, struct sm5_program *program, struct sm5_diags *diags)
{
    uint32_t type = token >> TYPE_SHIFT, major = token >> MAJOR_SHIFT & VERSION_PART,
             minor = token & VERSION_PART;
    struct diag_place place = diag_at_chunk(program->code_fourcc, 0);
    if (!model_known(major, minor)) {
        diag_add(diags, BYTECODE_MODEL, place, major, minor);
        return SM5_ERR_INPUT;
    }
    if (type >= ISA_STAGE_COUNT) {
        diag_add(diags, BYTECODE_STAGE, place, type);
        return SM5_ERR_INPUT;
    }
    program->stage = (enum isa_stage)type;
    program->major = (uint8_t)major;
    program->minor = (uint8_t)minor;
    program->version_spare = token >> SPARE_SHIFT & 0xff;
    return SM5_OK;
}

/* Copies the code into the arena, aligned: instructions point into it. NULL when out of memory. */
static const uint32_t *keep_code(struct bytes code, struct sm5_program *program)
{
    const uint8_t *kept = arena_copy(&program->arena, code.data, code.size);
    if (!kept)
        return NULL;
    size_t declared = (size_t)program->token_count * DWORD_BYTES;
    program->code_tail = (struct bytes){kept + declared, code.size - declared};
    return (const uint32_t *)kept;
}

static enum sm5_status read_header(struct bytes code, struct sm5_program *program, struct sm5_diags *diags)
{
    if (code.size < HEADER_WORDS * DWORD_BYTES) {
        diag_add(diags, BYTECODE_SHORT, diag_at_chunk(program->code_fourcc, 0), code.size);
        return SM5_ERR_INPUT;
    }
    enum sm5_status status = read_version(load_u32(code.data), program, diags);
    if (status)
        return status;
    program->token_count = load_u32(code.data + DWORD_BYTES);
    if (program->token_count < HEADER_WORDS || program->token_count > code.size / DWORD_BYTES) {
        diag_add(diags, BYTECODE_LENGTH, diag_at_chunk(program->code_fourcc, 1), program->token_count,
                 code.size / DWORD_BYTES);
        return SM5_ERR_INPUT;
    }
    return SM5_OK;
}

/* Room for every instruction up to the first malformed one. An instruction has at least one DWORD for
   each operand, which bounds the memory by the size of the code. */
static enum sm5_status make_room(struct bytecode_reader *reader, struct sm5_program *program)
{
    size_t instrs = 0, operands = 0;
    struct bytecode_frame frame;
    for (uint32_t at = reader->at; at < reader->limit; at += frame.dwords) {
        instrs++;
        if (!bytecode_frame(reader, at, &frame))
            break;
        operands += frame.op->operand_count;
    }
    program->instrs = arena_array(&program->arena, instrs, sizeof *program->instrs);
    reader->operands = arena_array(&program->arena, operands, sizeof *reader->operands);
    return program->instrs && reader->operands ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status read_instrs(struct bytecode_reader *reader, struct sm5_program *program)
{
    enum sm5_status status = make_room(reader, program);
    while (!status && reader->at < reader->limit)
        status = bytecode_instr_read(reader, &program->instrs[program->instr_count++]);
    return status;
}

enum sm5_status bytecode_decode(struct bytes code, struct sm5_program *program, struct sm5_diags *diags)
{
    enum sm5_status status = read_header(code, program, diags);
    if (status)
        return status;
    struct bytecode_reader reader = {
        .dwords = keep_code(code, program),
        .at = HEADER_WORDS,
        .limit = program->token_count,
        .is_51 = program_is_51(program),
        .arena = &program->arena,
        .fourcc = program->code_fourcc,
        .diags = diags,
    };
    status = reader.dwords ? read_instrs(&reader, program) : SM5_ERR_MEMORY;
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status ? status : program_collect_decls(program);
}

/* ---- encoding ---- */

static enum sm5_status add_tail(struct bytes tail, struct program_tokens *out)
{
    size_t dwords = (tail.size + DWORD_BYTES - 1) / DWORD_BYTES;
    if (!dwords)
        return SM5_OK;
    if (!VEC_RESERVE(out, dwords))
        return SM5_ERR_MEMORY;
    out->data[out->count + dwords - 1] = 0;
    memcpy(out->data + out->count, tail.data, tail.size);
    out->count += dwords;
    return SM5_OK;
}

enum sm5_status bytecode_encode(const struct sm5_program *program, struct program_tokens *out)
{
    if (!VEC_RESERVE(out, HEADER_WORDS + (size_t)program->token_count))
        return SM5_ERR_MEMORY;
    out->count = HEADER_WORDS;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        enum sm5_status status = bytecode_instr_write(&program->instrs[i], out);
        if (status)
            return status;
    }
    out->data[0] = (uint32_t)program->stage << TYPE_SHIFT | program->version_spare << SPARE_SHIFT |
                   (uint32_t)program->major << MAJOR_SHIFT | program->minor;
    out->data[1] = (uint32_t)out->count;
    return add_tail(program->code_tail, out);
}

/* ---- one instruction ---- */

static bool codec_encode(const struct program_instr *instr, struct program_tokens *dwords)
{
    return bytecode_instr_write(instr, dwords) == SM5_OK;
}

static enum sm5_status codec_decode(const uint32_t *dwords, size_t count, uint32_t major, uint32_t minor,
                                    struct arena *arena, struct program_instr *out)
{
    *out = (struct program_instr){0};
    if (!model_known(major, minor) || !count || count > UINT32_MAX)
        return SM5_ERR_INPUT;
    struct bytecode_reader reader = {
        .dwords = arena_copy(arena, dwords, count * DWORD_BYTES),
        .limit = (uint32_t)count,
        .is_51 = major == 5 && minor >= 1,
        .arena = arena,
        .operands = arena_array(arena, ISA_MAX_OPERANDS, sizeof *reader.operands),
    };
    if (!reader.dwords || !reader.operands)
        return SM5_ERR_MEMORY;
    enum sm5_status status = bytecode_instr_read(&reader, out);
    return status || reader.at == reader.limit ? status : SM5_ERR_INPUT;
}

const struct program_codec bytecode_codec = {.encode = codec_encode, .decode = codec_decode};
