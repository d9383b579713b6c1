#include "bytecode/bytecode_token.h"

enum { NESTED_CHUNK = 32 };

/* Bits of the mask, swizzle or component that follow the selection mode. */
static const uint8_t select_bits[] = {
    [ISA_SELECT_MASK] = 0xf,
    [ISA_SELECT_SWIZZLE] = 0xff,
    [ISA_SELECT_ONE] = 0x3,
};

/* ---- tokens encoded from the fields, without spare bits ---- */

static uint32_t plain_token(const struct program_operand *operand)
{
    uint32_t token = operand->comps | (uint32_t)operand->file << OPERAND_FILE_SHIFT |
                     (uint32_t)operand->index_count << OPERAND_DIMENSION_SHIFT;
    if (operand->comps == ISA_COMPS_4)
        token |= (uint32_t)operand->selection << OPERAND_SELECTION_SHIFT | (uint32_t)operand->select
                                                                               << OPERAND_SELECT_SHIFT;
    for (unsigned i = 0; i < operand->index_count; i++)
        token |= (uint32_t)operand->index[i].form << (OPERAND_FORM_SHIFT + OPERAND_FORM_BITS * i);
    return operand->extended ? token | OPERAND_EXTENDED : token;
}

static uint32_t plain_extended(const struct program_operand *operand)
{
    return OPERAND_EXT_MODIFIER | (uint32_t)operand->modifier << OPERAND_EXT_MODIFIER_SHIFT |
           (uint32_t)operand->min_precision << OPERAND_EXT_PRECISION_SHIFT |
           (operand->nonuniform ? OPERAND_EXT_NONUNIFORM : 0);
}

/* DWORDs of an immediate, 0 for an invalid component count. */
static unsigned immediate_words(const struct program_operand *operand)
{
    bool wide = operand->file == ISA_FILE_IMM64;
    if (operand->comps == ISA_COMPS_4)
        return 4;
    return operand->comps == ISA_COMPS_1 ? 1 + wide : 0;
}

static bool is_immediate(const struct program_operand *operand)
{
    return operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64;
}

/* ---- reading ---- */

static enum sm5_status fail_short(const struct bytecode_reader *reader)
{
    return bytecode_fail(reader, BYTECODE_OPERAND_SHORT, reader->end, reader->op->mnemonic);
}

/* Fields of the operand token. Bits that differ from the encoding of the fields are spare. */
static enum sm5_status read_token(struct bytecode_reader *reader, struct program_operand *out)
{
    uint32_t at = reader->at++, token = reader->dwords[at];
    uint32_t file = token >> OPERAND_FILE_SHIFT & 0xff, selection = token >> OPERAND_SELECTION_SHIFT & 3;
    if (file >= ISA_FILE_COUNT)
        return bytecode_fail(reader, BYTECODE_OPERAND_TYPE, at, file, ISA_FILE_COUNT - 1);
    out->file = (uint8_t)file;
    out->comps = token & OPERAND_COMPS;
    if (out->comps == ISA_COMPS_4) {
        if (selection > ISA_SELECT_ONE)
            return bytecode_fail(reader, BYTECODE_SELECTION, at, selection);
        out->selection = (uint8_t)selection;
        out->select = token >> OPERAND_SELECT_SHIFT & select_bits[selection];
    }
    out->index_count = token >> OPERAND_DIMENSION_SHIFT & 3;
    for (unsigned i = 0; i < out->index_count; i++) {
        uint32_t form = token >> (OPERAND_FORM_SHIFT + OPERAND_FORM_BITS * i) & 7;
        if (form > ISA_INDEX_IMM64_RELATIVE)
            return bytecode_fail(reader, BYTECODE_INDEX_FORM, at, form);
        out->index[i].form = (uint8_t)form;
    }
    out->extended = token & OPERAND_EXTENDED;
    out->spare = token ^ plain_token(out);
    return SM5_OK;
}

static enum sm5_status read_extended(struct bytecode_reader *reader, struct program_operand *out)
{
    if (reader->at == reader->end)
        return fail_short(reader);
    uint32_t at = reader->at++, token = reader->dwords[at];
    if (token & OPERAND_EXTENDED)
        return bytecode_fail(reader, BYTECODE_OPERAND_CHAIN, at, reader->op->mnemonic);
    if ((token & OPERAND_EXT_TYPE) == OPERAND_EXT_MODIFIER) {
        uint32_t modifier = token >> OPERAND_EXT_MODIFIER_SHIFT & 0xff;
        if (modifier > ISA_MODIFIER_ABS_NEG)
            return bytecode_fail(reader, BYTECODE_MODIFIER, at, modifier);
        out->modifier = (uint8_t)modifier;
        out->min_precision = token >> OPERAND_EXT_PRECISION_SHIFT & 7;
        out->nonuniform = token & OPERAND_EXT_NONUNIFORM;
    }
    out->ext_spare = token ^ plain_extended(out);
    return SM5_OK;
}

static enum sm5_status read_immediate(struct bytecode_reader *reader, struct program_operand *out)
{
    unsigned count = immediate_words(out);
    if (!count || out->index_count)
        return bytecode_fail(reader, BYTECODE_IMMEDIATE, reader->at, reader->op->mnemonic);
    if (reader->end - reader->at < count)
        return fail_short(reader);
    memcpy(out->imm, reader->dwords + reader->at, count * sizeof *out->imm);
    reader->at += count;
    return SM5_OK;
}

/* The immediate part of an index: none, one DWORD, or two with the high one first. */
static enum sm5_status read_offset(struct bytecode_reader *reader, struct program_index *index)
{
    bool wide = index->form == ISA_INDEX_IMM64 || index->form == ISA_INDEX_IMM64_RELATIVE;
    if (index->form == ISA_INDEX_RELATIVE)
        return SM5_OK;
    if (reader->end - reader->at < 1u + wide)
        return fail_short(reader);
    index->imm = reader->dwords[reader->at++];
    if (wide)
        index->imm = index->imm << 32 | reader->dwords[reader->at++];
    return SM5_OK;
}

static struct program_operand *new_nested(struct bytecode_reader *reader)
{
    if (!reader->nested_left) {
        reader->nested = arena_array(reader->arena, NESTED_CHUNK, sizeof *reader->nested);
        if (!reader->nested)
            return NULL;
        reader->nested_left = NESTED_CHUNK;
    }
    reader->nested_left--;
    return reader->nested++;
}

/* The token, extended token and immediate values: everything but the indices. */
static inline enum sm5_status read_body(struct bytecode_reader *reader, struct program_operand *out)
{
    if (reader->at == reader->end)
        return fail_short(reader);
    enum sm5_status status = read_token(reader, out);
    if (!status && out->extended)
        status = read_extended(reader, out);
    if (!status && is_immediate(out))
        status = read_immediate(reader, out);
    return status;
}

/* A register used as an index. Its own indices are immediate: x0[x1[1].x + 1] is legal, a register
   inside the inner brackets is not. */
static enum sm5_status read_relative(struct bytecode_reader *reader, struct program_operand *out)
{
    uint32_t start = reader->at;
    enum sm5_status status = read_body(reader, out);
    for (unsigned i = 0; !status && i < out->index_count; i++) {
        if (out->index[i].form >= ISA_INDEX_RELATIVE)
            return bytecode_fail(reader, BYTECODE_NESTING, start, reader->op->mnemonic);
        status = read_offset(reader, &out->index[i]);
    }
    return status;
}

enum sm5_status bytecode_operand_read(struct bytecode_reader *reader, struct program_operand *out)
{
    enum sm5_status status = read_body(reader, out);
    for (unsigned i = 0; !status && i < out->index_count; i++) {
        struct program_index *index = &out->index[i];
        status = read_offset(reader, index);
        if (status || index->form < ISA_INDEX_RELATIVE)
            continue;
        struct program_operand *relative = new_nested(reader);
        if (!relative)
            return SM5_ERR_MEMORY;
        index->relative = relative;
        status = read_relative(reader, relative);
    }
    return status;
}

/* ---- writing ---- */

static void put(struct program_tokens *dwords, uint32_t word)
{
    dwords->data[dwords->count++] = word;
}

static void write_body(const struct program_operand *operand, struct program_tokens *dwords)
{
    put(dwords, plain_token(operand) ^ operand->spare);
    if (operand->extended)
        put(dwords, plain_extended(operand) ^ operand->ext_spare);
    if (!is_immediate(operand))
        return;
    for (unsigned i = 0; i < immediate_words(operand); i++)
        put(dwords, operand->imm[i]);
}

static void write_offset(const struct program_index *index, struct program_tokens *dwords)
{
    if (index->form == ISA_INDEX_IMM64 || index->form == ISA_INDEX_IMM64_RELATIVE)
        put(dwords, (uint32_t)(index->imm >> 32));
    if (index->form != ISA_INDEX_RELATIVE)
        put(dwords, (uint32_t)index->imm);
}

static bool write_relative(const struct program_operand *operand, struct program_tokens *dwords)
{
    write_body(operand, dwords);
    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].form >= ISA_INDEX_RELATIVE)
            return false;
        write_offset(&operand->index[i], dwords);
    }
    return true;
}

bool bytecode_operand_write(const struct program_operand *operand, struct program_tokens *dwords)
{
    write_body(operand, dwords);
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_index *index = &operand->index[i];
        write_offset(index, dwords);
        if (index->form >= ISA_INDEX_RELATIVE && !write_relative(index->relative, dwords))
            return false;
    }
    return true;
}
