/* Custom data that has a look: immediate constant buffers and shader messages. */
#include <stdlib.h>

#include "text/parse/parse.h"

enum { ICB_ROWS = 4096, HEAD_WORDS = 2 };

static void set_class(struct program_instr *out, enum isa_custom_class class)
{
    out->opcode = ISA_CUSTOMDATA;
    out->custom = class;
    out->controls = ((uint32_t) class << 11) & ISA_TOKEN_CONTROLS;
}

struct words {
    uint32_t *data;
    size_t count, capacity;
};

/* ---- immediate constant buffer ---- */

/* The next character, which may stand on a later line; 0 at the end of the text. */
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

static bool icb_row(struct parser *p, struct words *words)
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
        if (!VEC_PUSH(words, value))
            return parse_no_memory(p);
    }
    return expect_lines(p, '}');
}

static bool icb_rows(struct parser *p, struct words *words)
{
    if (!expect_lines(p, '{'))
        return false;
    while (peek_lines(p) != '}') {
        if (words->count >= 4 * ICB_ROWS)
            return PARSE_ERROR(p, TEXT_ICB_ROWS, p->at, 1, (unsigned)ICB_ROWS);
        if (!icb_row(p, words))
            return false;
        if (peek_lines(p) != '}' && !lex_expect(p, ',')) /* vkd3d ends the last row with a comma too */
            return false;
    }
    return lex_expect(p, '}') && lex_expect_end(p);
}

bool parse_icb(struct parser *p, struct program_instr *out)
{
    struct words words = {0};
    set_class(out, ISA_CUSTOM_ICB);
    bool good = icb_rows(p, &words) && instr_set_dwords(p, out, words.data, words.count);
    out->custom_length = HEAD_WORDS + out->dword_count;
    VEC_FREE(&words);
    return good;
}

/* ---- shader messages ---- */

enum { MESSAGE_ID = 0x200102, ERROR_ID = 0x200103, FORMAT_PRINTF = 1 };

bool is_message_mnemonic(struct span word)
{
    return span_equal(word, "printf") || span_equal(word, "errorf");
}

/* The bytes between the quotes, escapes resolved (\" \\ \n \r \t \xHH), as the arena keeps them. */
static bool quoted(struct parser *p, char **out, size_t *length)
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

/* The words of an operand: those of an instruction that has nothing else. */
static bool encode_operand(struct parser *p, const struct program_operand *operand, struct words *words)
{
    struct program_instr carrier = {.opcode = ISA_CASE, .operand_count = 1, .operands = operand};
    struct program_words encoded = {0};
    bool good =
        p->codec->encode(&carrier, &encoded) && encoded.count > 0 && VEC_RESERVE(words, encoded.count - 1);
    if (good) {
        memcpy(words->data + words->count, encoded.data + 1, (encoded.count - 1) * sizeof *encoded.data);
        words->count += encoded.count - 1;
    }
    free(encoded.data);
    return good || parse_no_memory(p);
}

static bool message_operands(struct parser *p, struct words *words, struct program_instr *out)
{
    static const struct isa_operand want = {ISA_ROLE_SRC, ISA_TYPE_ANY, 1};
    struct program_operand *operands = instr_alloc_operands(p, out, ISA_MAX_OPERANDS);
    if (!operands)
        return false;
    for (out->operand_count = 0; lex_accept(p, ','); out->operand_count++) {
        struct program_operand *operand = &operands[out->operand_count];
        if (out->operand_count == ISA_MAX_OPERANDS)
            return PARSE_ERROR(p, TEXT_OPERANDS, p->at, 1, "a message", (unsigned)ISA_MAX_OPERANDS,
                               "at most that many");
        if (!parse_operand(p, &want, false, operand) || !encode_operand(p, operand, words))
            return false;
    }
    return lex_expect_end(p);
}

/* id, format, characters, operands, DWORDs of operands, operands, zero-terminated string. */
static bool message_words(struct parser *p, uint32_t id, struct words *words, struct program_instr *out)
{
    enum { ID, FORMAT, CHARACTERS, OPERANDS, OPERAND_WORDS, FIXED };
    char *text = NULL;
    size_t length = 0;
    if (!quoted(p, &text, &length))
        return false;
    if (!VEC_RESERVE(words, FIXED))
        return parse_no_memory(p);
    memcpy(words->data, (uint32_t[FIXED]){id, FORMAT_PRINTF, (uint32_t)length}, FIXED * sizeof *words->data);
    words->count = FIXED;
    if (!message_operands(p, words, out))
        return false;
    words->data[OPERANDS] = out->operand_count;
    words->data[OPERAND_WORDS] = (uint32_t)words->count - FIXED;
    size_t string_words = length / 4 + 1;
    if (!VEC_RESERVE(words, string_words))
        return parse_no_memory(p);
    memset(words->data + words->count, 0, string_words * sizeof *words->data);
    memcpy(words->data + words->count, text, length);
    words->count += string_words;
    return true;
}

bool parse_message(struct parser *p, struct span word, struct program_instr *out)
{
    struct words words = {0};
    if (!p->codec)
        return PARSE_ERROR(p, TEXT_MESSAGE, word.text, word.length);
    set_class(out, ISA_CUSTOM_MESSAGE);
    bool good = message_words(p, span_equal(word, "errorf") ? ERROR_ID : MESSAGE_ID, &words, out) &&
                instr_set_dwords(p, out, words.data, words.count);
    out->custom_length = HEAD_WORDS + out->dword_count;
    VEC_FREE(&words);
    return good;
}
