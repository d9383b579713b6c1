#include "bytecode/bytecode_token.h"

enum {
    TOKEN_LENGTH = 0x7f,
    CUSTOM_CLASS_SHIFT = 11,
    CUSTOM_HEADER = 2,   /* opcode token and length */
    LIST_COUNT = 0xffff, /* dcl_interface: the array's length is in the bits above the count */
    EXT_MAX = BASE_COUNT(((struct program_instr *)NULL)->ext)
};

static uint32_t length_field(uint32_t token)
{
    return token >> ISA_TOKEN_LENGTH_SHIFT & TOKEN_LENGTH;
}

/* dcl_interface and dcl_function_table may need more than seven bits of length: with bit 31 set the next
   DWORD is the length. */
static bool has_long_length(const struct isa_op *op, uint32_t token)
{
    return op->flags & ISA_LIST && token & ISA_TOKEN_EXTENDED;
}

static uint32_t dword_count(const struct isa_op *op, bool is_51)
{
    return op->dwords + (is_51 ? op->dwords51 : 0u);
}

/* ---- extent ---- */

/* The length that the tokens at `start` declare, 0 when it is missing. */
static uint32_t declared_dwords(const struct bytecode_reader *reader, uint32_t start, const struct isa_op *op)
{
    uint32_t token = reader->dwords[start];
    bool custom = op->control == ISA_CONTROL_CUSTOM;
    if (!custom && !has_long_length(op, token))
        return length_field(token);
    if (reader->limit - start < 2)
        return 0;
    uint32_t dwords = reader->dwords[start + 1];
    return custom && dwords < CUSTOM_HEADER ? CUSTOM_HEADER : dwords;
}

bool bytecode_frame(const struct bytecode_reader *reader, uint32_t start, struct bytecode_frame *frame)
{
    frame->op = isa_op(reader->dwords[start] & ISA_TOKEN_OPCODE);
    if (!frame->op)
        return false;
    frame->dwords = declared_dwords(reader, start, frame->op);
    uint32_t least = 1u + frame->op->operand_count + dword_count(frame->op, reader->is_51);
    return frame->dwords >= least && frame->dwords <= reader->limit - start;
}

/* Reports why the instruction at reader->at has no valid extent. */
static enum sm5_status fail_frame(const struct bytecode_reader *reader, const struct bytecode_frame *frame)
{
    uint32_t start = reader->at;
    if (!frame->op)
        return bytecode_fail(reader, BYTECODE_OPCODE, start, reader->dwords[start] & ISA_TOKEN_OPCODE);
    uint32_t least = 1u + frame->op->operand_count + dword_count(frame->op, reader->is_51);
    return bytecode_fail(reader, BYTECODE_INSTR_LENGTH, start, frame->op->mnemonic, frame->dwords, least,
                         reader->limit - start);
}

/* ---- reading ---- */

static enum sm5_status read_extended(struct bytecode_reader *reader, struct program_instr *out)
{
    bool more = true;
    while (more) {
        if (reader->at == reader->end || out->ext_count == EXT_MAX)
            return bytecode_fail(reader, BYTECODE_EXTENDED, reader->at, reader->op->mnemonic, (int)EXT_MAX);
        uint32_t token = reader->dwords[reader->at++];
        out->ext[out->ext_count++] = token & ~ISA_TOKEN_EXTENDED;
        more = token & ISA_TOKEN_EXTENDED;
    }
    return SM5_OK;
}

static enum sm5_status read_operands(struct bytecode_reader *reader, struct program_instr *out)
{
    struct program_operand *operands = reader->operands;
    reader->operands += reader->op->operand_count;
    out->operands = operands;
    out->operand_count = reader->op->operand_count;
    for (unsigned i = 0; i < out->operand_count; i++) {
        enum sm5_status status = bytecode_operand_read(reader, &operands[i]);
        if (status)
            return status;
    }
    return SM5_OK;
}

/* The DWORDs of the row, and the list that the last of them counts. */
static enum sm5_status read_dwords(struct bytecode_reader *reader, struct program_instr *out)
{
    uint32_t count = dword_count(reader->op, reader->is_51), left = reader->end - reader->at;
    if (count <= left && reader->op->flags & ISA_LIST)
        count += reader->dwords[reader->at + count - 1] & LIST_COUNT;
    if (count > left)
        return bytecode_fail(reader, BYTECODE_DWORDS, reader->at, reader->op->mnemonic, count, left);
    out->dwords = reader->dwords + reader->at;
    out->dword_count = count;
    reader->at += count;
    return SM5_OK;
}

/* A shader message contains operands. They are decoded for printing; a message whose contents do not match
   its header is kept as DWORDs. */
static enum sm5_status read_message_operands(struct bytecode_reader *reader, struct program_instr *out)
{
    enum { COUNT = 3, WORDS = 4, FIXED = 5 };
    uint32_t count = out->dword_count >= FIXED ? out->dwords[COUNT] : 0;
    if (count == 0 || count > ISA_MAX_OPERANDS || out->dwords[WORDS] > out->dword_count - FIXED)
        return SM5_OK;
    struct program_operand *operands = arena_array(reader->arena, count, sizeof *operands);
    if (!operands)
        return SM5_ERR_MEMORY;
    struct bytecode_reader inner = *reader;
    inner.diags = NULL;
    inner.at = (uint32_t)(out->dwords - reader->dwords) + FIXED;
    inner.end = inner.at + out->dwords[WORDS];
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; i < count && !status; i++)
        status = bytecode_operand_read(&inner, &operands[i]);
    reader->nested = inner.nested;
    reader->nested_left = inner.nested_left;
    if (!status && inner.at == inner.end) {
        out->operands = operands;
        out->operand_count = (uint8_t)count;
    }
    return status == SM5_ERR_MEMORY ? status : SM5_OK;
}

static enum sm5_status read_custom(struct bytecode_reader *reader, struct program_instr *out, uint32_t token)
{
    out->custom = token >> CUSTOM_CLASS_SHIFT;
    out->custom_length = reader->dwords[reader->at];
    out->dwords = reader->dwords + reader->at + 1;
    out->dword_count = reader->end - reader->at - 1;
    reader->at = reader->end;
    return out->custom == ISA_CUSTOM_MESSAGE ? read_message_operands(reader, out) : SM5_OK;
}

/* Everything between the opcode token and the padding. */
static enum sm5_status read_parts(struct bytecode_reader *reader, struct program_instr *out, uint32_t token)
{
    const struct isa_op *op = reader->op;
    enum sm5_status status = SM5_OK;
    if (has_long_length(op, token)) {
        out->long_length = true;
        out->custom_length = length_field(token);
        reader->at++;
    } else if (token & ISA_TOKEN_EXTENDED) {
        status = read_extended(reader, out);
    }
    if (!status && op->flags & ISA_DWORD_FIRST)
        status = read_dwords(reader, out);
    if (!status && op->operand_count)
        status = read_operands(reader, out);
    if (!status && !(op->flags & ISA_DWORD_FIRST) && dword_count(op, reader->is_51))
        status = read_dwords(reader, out);
    return status;
}

enum sm5_status bytecode_instr_read(struct bytecode_reader *reader, struct program_instr *out)
{
    struct bytecode_frame frame;
    if (!bytecode_frame(reader, reader->at, &frame))
        return fail_frame(reader, &frame);
    uint32_t token = reader->dwords[reader->at];
    out->opcode = token & ISA_TOKEN_OPCODE;
    out->controls = token & ISA_TOKEN_CONTROLS;
    out->token_index = reader->at;
    reader->op = frame.op;
    reader->end = reader->at + frame.dwords;
    reader->at++;
    if (frame.op->control == ISA_CONTROL_CUSTOM)
        return read_custom(reader, out, token);
    enum sm5_status status = read_parts(reader, out, token);
    if (status)
        return status;
    if (reader->at < reader->end) {
        out->padding = reader->dwords + reader->at;
        out->padding_count = reader->end - reader->at;
        reader->at = reader->end;
    }
    return SM5_OK;
}

/* ---- writing ---- */

static void put_all(struct program_tokens *dwords, const uint32_t *data, uint32_t count)
{
    if (count)
        memcpy(dwords->data + dwords->count, data, count * sizeof *data);
    dwords->count += count;
}

/* Space for the instruction's largest encoding. */
static bool reserve(const struct program_instr *instr, struct program_tokens *dwords)
{
    size_t room = CUSTOM_HEADER + EXT_MAX + (size_t)instr->operand_count * OPERAND_MAX_DWORDS +
                  instr->dword_count + (size_t)instr->padding_count;
    return VEC_RESERVE(dwords, room);
}

/* Keep the encoded length of a block (0 and 1 mean 2) unless its payload has changed. */
static void write_custom(const struct program_instr *instr, struct program_tokens *dwords)
{
    uint32_t length = instr->dword_count + CUSTOM_HEADER;
    bool short_form = instr->custom_length < CUSTOM_HEADER && !instr->dword_count;
    dwords->data[dwords->count++] = ISA_CUSTOMDATA | instr->custom << CUSTOM_CLASS_SHIFT;
    dwords->data[dwords->count++] = short_form ? instr->custom_length : length;
    put_all(dwords, instr->dwords, instr->dword_count);
}

static void write_extended(const struct program_instr *instr, struct program_tokens *dwords)
{
    for (unsigned i = 0; i < instr->ext_count; i++)
        dwords->data[dwords->count++] = instr->ext[i] | (i + 1u < instr->ext_count ? ISA_TOKEN_EXTENDED : 0);
}

static bool write_parts(const struct program_instr *instr, const struct isa_op *op,
                        struct program_tokens *dwords)
{
    bool dwords_first = op->flags & ISA_DWORD_FIRST;
    write_extended(instr, dwords);
    if (dwords_first)
        put_all(dwords, instr->dwords, instr->dword_count);
    for (unsigned i = 0; i < instr->operand_count; i++)
        if (!bytecode_operand_write(&instr->operands[i], dwords))
            return false;
    if (!dwords_first)
        put_all(dwords, instr->dwords, instr->dword_count);
    put_all(dwords, instr->padding, instr->padding_count);
    return true;
}

/* A list too long for seven bits gets the long form. */
static bool needs_long_length(const struct program_instr *instr, const struct isa_op *op)
{
    uint64_t length = 1 + (uint64_t)instr->dword_count + instr->padding_count;
    return op->flags & ISA_LIST && (instr->long_length || length > TOKEN_LENGTH);
}

enum sm5_status bytecode_instr_write(const struct program_instr *instr, struct program_tokens *dwords)
{
    const struct isa_op *op = isa_op(instr->opcode);
    if (!reserve(instr, dwords))
        return SM5_ERR_MEMORY;
    if (op->control == ISA_CONTROL_CUSTOM) {
        write_custom(instr, dwords);
        return SM5_OK;
    }
    size_t start = dwords->count++;
    bool long_length = needs_long_length(instr, op);
    dwords->count += long_length;
    bool whole = write_parts(instr, op, dwords);
    size_t length = dwords->count - start;
    if (!whole || (!long_length && length > TOKEN_LENGTH)) {
        dwords->count = start;
        return SM5_ERR_INPUT;
    }
    if (long_length)
        dwords->data[start + 1] = (uint32_t)length;
    uint32_t field = long_length ? instr->custom_length & TOKEN_LENGTH : (uint32_t)length;
    dwords->data[start] = instr->opcode | instr->controls | field << ISA_TOKEN_LENGTH_SHIFT |
                          (long_length || instr->ext_count ? ISA_TOKEN_EXTENDED : 0);
    return SM5_OK;
}
