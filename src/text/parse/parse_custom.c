/* Custom data with a textual form: immediate constant buffers and shader messages. */
#include <stdlib.h>

#include "text/parse/parse.h"

enum { HEAD_DWORDS = 2 };

static void set_class(struct program_instr *out, enum isa_custom_class class)
{
    out->opcode = ISA_CUSTOMDATA;
    out->custom = class;
    out->controls = ((uint32_t) class << 11) & ISA_TOKEN_CONTROLS;
}

struct dwords {
    uint32_t *data;
    size_t count, capacity;
};

/* ---- immediate constant buffer ---- */

/* The next character, which may be on a later line; 0 at the end of the text. */
static char peek_lines(struct parser *p)
{
    while (lex_at_end(p))
        if (!lex_next_line(p))
            return 0;
    return *p->at;
}

static bool expect_lines(struct parser *p, char c)
{
    peek_lines(p);
    return lex_expect(p, c);
}

static bool parse_icb_row(struct parser *p, struct dwords *dwords)
{
    if (!expect_lines(p, '{'))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t value;
        if (i && !expect_lines(p, ','))
            return false;
        peek_lines(p);
        if (!parse_immediate(p, ISA_TYPE_ANY, &value))
            return false;
        if (!VEC_PUSH(dwords, value))
            return parse_no_memory(p);
    }
    return expect_lines(p, '}');
}

static bool parse_icb_rows(struct parser *p, struct dwords *dwords)
{
    if (!expect_lines(p, '{'))
        return false;
    while (peek_lines(p) != '}') {
        if (dwords->count >= 4 * LIMIT_ICB_ROWS)
            return PARSE_ERROR(p, TEXT_ICB_ROWS, p->at, 1, (unsigned)LIMIT_ICB_ROWS);
        if (!parse_icb_row(p, dwords))
            return false;
        if (peek_lines(p) != '}' && !lex_expect(p, ',')) /* vkd3d ends the last row with a comma too */
            return false;
    }
    return lex_expect(p, '}') && lex_expect_end(p);
}

bool parse_icb(struct parser *p, struct program_instr *out)
{
    struct dwords dwords = {0};
    set_class(out, ISA_CUSTOM_ICB);
    bool good = parse_icb_rows(p, &dwords) && instr_set_dwords(p, out, dwords.data, dwords.count);
    out->custom_length = HEAD_DWORDS + out->dword_count;
    VEC_FREE(&dwords);
    return good;
}

/* ---- shader messages ---- */

enum { MESSAGE_ID = 0x200102, ERROR_ID = 0x200103, FORMAT_PRINTF = 1 };

bool is_message_mnemonic(struct span word)
{
    return span_equal(word, "printf") || span_equal(word, "errorf");
}

/* The bytes between the quotes, in the arena, with escapes resolved (\" \\ \n \r \t). */
static bool parse_string(struct parser *p, char **out, size_t *length)
{
    if (!lex_expect(p, '"'))
        return false;
    const char *from = p->at, *end = from;
    while (end < p->stop && *end != '"')
        end += *end == '\\' && end + 1 < p->stop ? 2 : 1;
    if (end >= p->stop)
        return PARSE_ERROR(p, TEXT_STRING, from, (size_t)(p->stop - from));
    *out = arena_alloc(p->arena, (size_t)(end - from) + 1);
    if (!*out)
        return parse_no_memory(p);
    for (; p->at < end; ++*length) {
        static const char letters[] = "nrt", values[] = "\n\r\t";
        char c = *p->at++;
        if (c == '\\') {
            const char *at = strchr(letters, c = *p->at++);
            c = at && *at ? values[at - letters] : c;
        }
        (*out)[*length] = c;
    }
    p->at = end + 1;
    return true;
}

/* Appends the tokens of an operand: those of an instruction with this operand only, without its opcode
   token. */
static bool encode_operand(struct parser *p, const struct program_operand *operand, struct dwords *dwords)
{
    struct program_instr carrier = {.opcode = ISA_CASE, .operand_count = 1, .operands = operand};
    struct program_tokens encoded = {0};
    bool good =
        p->codec->encode(&carrier, &encoded) && encoded.count > 0 && VEC_RESERVE(dwords, encoded.count - 1);
    if (good) {
        memcpy(dwords->data + dwords->count, encoded.data + 1, (encoded.count - 1) * sizeof *encoded.data);
        dwords->count += encoded.count - 1;
    }
    free(encoded.data);
    return good || parse_no_memory(p);
}

static bool parse_message_operands(struct parser *p, struct dwords *dwords, struct program_instr *out)
{
    static const struct isa_operand want = {ISA_ROLE_SRC, ISA_TYPE_ANY, 1, ISA_MEANING_NONE};
    struct program_operand *operands = instr_alloc_operands(p, out, ISA_MAX_OPERANDS);
    if (!operands)
        return false;
    for (out->operand_count = 0; lex_accept(p, ','); out->operand_count++) {
        struct program_operand *operand = &operands[out->operand_count];
        if (out->operand_count == ISA_MAX_OPERANDS)
            return PARSE_ERROR(p, TEXT_OPERANDS, p->at, 1, "a message", (unsigned)ISA_MAX_OPERANDS,
                               "at most that many");
        if (!parse_operand(p, &want, false, operand) || !encode_operand(p, operand, dwords))
            return false;
    }
    return lex_expect_end(p);
}

/* id, format, characters, operands, DWORDs of operands, operands, zero-terminated string. */
static bool parse_message_dwords(struct parser *p, uint32_t id, struct dwords *dwords,
                                 struct program_instr *out)
{
    enum { ID, FORMAT, CHARACTERS, OPERANDS, OPERAND_DWORDS, FIXED };
    char *text = NULL;
    size_t length = 0;
    if (!parse_string(p, &text, &length))
        return false;
    if (!VEC_RESERVE(dwords, FIXED))
        return parse_no_memory(p);
    memcpy(dwords->data, (uint32_t[FIXED]){id, FORMAT_PRINTF, (uint32_t)length},
           FIXED * sizeof *dwords->data);
    dwords->count = FIXED;
    if (!parse_message_operands(p, dwords, out))
        return false;
    dwords->data[OPERANDS] = out->operand_count;
    dwords->data[OPERAND_DWORDS] = (uint32_t)dwords->count - FIXED;
    size_t string_dwords = length / 4 + 1;
    if (!VEC_RESERVE(dwords, string_dwords))
        return parse_no_memory(p);
    memset(dwords->data + dwords->count, 0, string_dwords * sizeof *dwords->data);
    memcpy(dwords->data + dwords->count, text, length);
    dwords->count += string_dwords;
    return true;
}

bool parse_message(struct parser *p, struct span word, struct program_instr *out)
{
    struct dwords dwords = {0};
    if (!p->codec)
        return PARSE_ERROR(p, TEXT_MESSAGE, word.text, word.length);
    set_class(out, ISA_CUSTOM_MESSAGE);
    bool good = parse_message_dwords(p, span_equal(word, "errorf") ? ERROR_ID : MESSAGE_ID, &dwords, out) &&
                instr_set_dwords(p, out, dwords.data, dwords.count);
    out->custom_length = HEAD_DWORDS + out->dword_count;
    VEC_FREE(&dwords);
    return good;
}
