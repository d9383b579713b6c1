/* Classifies each word of a text with the parser's lexer and tables, without its grammar: what is half typed or wrong
   has words, too. */
#include <stdlib.h>

#include "lsp/lsp.h"
#include "text/parse/parse.h"

struct scanner {
    struct parser parser;
    struct lsp_analysis *analysis;
    const char *text;
    const char *at, *stop; /* cursor on the current line, end of its code */
    struct lsp_line line;
    VEC(uint32_t) open; /* blocks */
    unsigned depth;     /* of brackets, on the line */
    unsigned operand;
    int values; /* braces of dcl_immediateConstantBuffer that are open */
    bool after_register;
    bool no_memory;
};

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_word_start(c) || is_digit(c);
}

static uint32_t offset_of(const struct scanner *s, const char *at)
{
    return (uint32_t)(at - s->text);
}

static struct lsp_token *append(struct scanner *s, enum lsp_kind kind, const char *from, const char *to)
{
    struct lsp_token token = {.at = offset_of(s, from),
                              .length = (uint32_t)(to - from),
                              .line = (uint32_t)s->analysis->lines.count,
                              .kind = (uint8_t)kind,
                              .operand = (uint8_t)(s->operand < UINT8_MAX ? s->operand : UINT8_MAX),
                              .nested = s->depth > 0,
                              .id = LSP_NO_ID};
    s->no_memory |= !VEC_PUSH(&s->analysis->tokens, token);
    return s->no_memory ? NULL : &s->analysis->tokens.data[s->analysis->tokens.count - 1];
}

/* ---- registers ---- */

/* A number of at most nine digits, else LSP_NO_ID. */
static uint32_t read_id(const char *from, const char *to)
{
    uint32_t id = 0;
    if (from == to || to - from > 9)
        return LSP_NO_ID;
    for (; from < to; from++) {
        if (!is_digit(*from))
            return LSP_NO_ID;
        id = 10 * id + (uint32_t)(*from - '0');
    }
    return id;
}

/* v[2][5]: the number is in the last brackets. */
static uint32_t read_bracketed_id(const char *at, const char *stop)
{
    uint32_t id = LSP_NO_ID;
    while (at < stop && *at == '[') {
        const char *close = memchr(at, ']', (size_t)(stop - at));
        if (!close)
            return LSP_NO_ID;
        id = read_id(at + 1, close);
        at = close + 1;
    }
    return id;
}

/* A file's name and number: `r12`, `vThreadID`, `v[0][1]`; `l` is a label only with a number. */
static bool append_register(struct scanner *s, struct span word)
{
    size_t letters = 0;
    while (letters < word.length && !is_digit(word.text[letters]))
        letters++;
    const char *end = word.text + word.length;
    bool numbered = letters < word.length, bracketed = end < s->stop && *end == '[';
    int file = lookup_file((struct span){word.text, letters});
    uint32_t id = read_id(word.text + letters, end);
    if (file < 0 || file == ISA_FILE_IMM64 || (numbered && id == LSP_NO_ID))
        return false;
    if (file == ISA_FILE_IMM32)
        file = ISA_FILE_LABEL;
    if (!numbered && isa_file((uint32_t)file)->indices && !bracketed)
        return false;
    struct lsp_token *token = append(s, LSP_REGISTER, word.text, end);
    if (!token)
        return true;
    token->file = (uint8_t)file;
    token->id = numbered || file == ISA_FILE_ICB ? id : read_bracketed_id(end, s->stop);
    return true;
}

/* ---- words ---- */

static bool set_version(struct scanner *s, struct span word)
{
    struct lsp_analysis *a = s->analysis;
    struct sm5_program program = {0};
    if (a->has_version || !parse_version(word, &program))
        return false;
    a->has_version = true;
    a->version_line = (uint32_t)a->lines.count;
    a->stage = program.stage;
    a->major = program.major;
    a->minor = program.minor;
    return true;
}

static void scan_first_word(struct scanner *s, struct span word)
{
    struct span suffixes;
    if (set_version(s, word)) {
        append(s, LSP_VERSION, word.text, word.text + word.length);
        return;
    }
    int opcode = parse_mnemonic(word, &suffixes);
    if (opcode >= 0)
        s->line.opcode = (uint16_t)opcode;
    append(s, LSP_MNEMONIC, word.text, word.text + word.length);
}

static void scan_word(struct scanner *s)
{
    struct span word = {s->at, 0};
    bool components = s->after_register && s->at > s->text && s->at[-1] == '.';
    while (s->at < s->stop && is_word(*s->at))
        s->at++;
    word.length = (size_t)(s->at - word.text);
    s->after_register = false;
    if (components)
        append(s, LSP_COMPONENTS, word.text, s->at);
    else if (s->analysis->tokens.count == s->line.first && !s->line.continues)
        scan_first_word(s, word);
    else if (append_register(s, word))
        s->after_register = true;
    else
        append(s, LSP_WORD, word.text, s->at);
}

/* 12, 0x1f, 1.0e-5, 1.#INF */
static void scan_number(struct scanner *s)
{
    const char *from = s->at++;
    while (s->at < s->stop) {
        char c = *s->at, before = s->at[-1];
        bool exponent =
            (c == '-' || c == '+') && (before | 0x20) == 'e' && memchr(from, '.', (size_t)(s->at - from));
        if (!is_word(c) && c != '.' && c != '#' && !exponent)
            break;
        s->at++;
    }
    s->after_register = false;
    append(s, LSP_NUMBER, from, s->at);
}

static void scan_string(struct scanner *s)
{
    const char *from = s->at++;
    while (s->at < s->stop && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->stop ? 2 : 1;
    s->at += s->at < s->stop;
    append(s, LSP_STRING, from, s->at);
}

static void scan_mark(struct scanner *s)
{
    char c = *s->at++;
    if (c == '[' || c == '(' || c == '{')
        s->depth++;
    else if ((c == ']' || c == ')' || c == '}') && s->depth)
        s->depth--;
    else if (c == ',' && !s->depth)
        s->operand++;
    s->after_register = c == ']' || (c == '.' && s->after_register);
}

static void scan_code(struct scanner *s)
{
    while (s->at < s->stop && !s->no_memory) {
        char c = *s->at;
        bool signed_number = (c == '-' || c == '+' || c == '.') && s->at + 1 < s->stop && is_digit(s->at[1]);
        if (is_word_start(c))
            scan_word(s);
        else if (is_digit(c) || (signed_number && !s->after_register))
            scan_number(s);
        else if (c == '"')
            scan_string(s);
        else
            scan_mark(s);
    }
}

/* ---- lines ---- */

/* Declarations name one register first; dcl_indexrange names one that is declared. */
static void mark_declared(struct scanner *s)
{
    struct lsp_analysis *a = s->analysis;
    const struct isa_op *op = lsp_row(&s->line);
    bool declares = op && s->line.opcode != ISA_DCL_INDEX_RANGE &&
                    (op->group == ISA_GROUP_DECLARATION || op->flow == ISA_FLOW_LABEL);
    for (size_t i = s->line.first; declares && i < a->tokens.count; i++) {
        if (a->tokens.data[i].kind != LSP_REGISTER)
            continue;
        a->tokens.data[i].declares = true;
        return;
    }
}

static struct lsp_block *innermost(struct scanner *s)
{
    return s->open.count ? &s->analysis->blocks.data[s->open.data[s->open.count - 1]] : NULL;
}

static void follow_blocks(struct scanner *s)
{
    struct lsp_analysis *a = s->analysis;
    uint16_t opcode = s->line.opcode, opener = isa_block_opener(opcode);
    uint32_t at = (uint32_t)a->lines.count;
    struct lsp_block *block = innermost(s);
    if (isa_block_closer(opcode) != ISA_OPCODE_COUNT) {
        struct lsp_block opened = {opcode, at, PROGRAM_NONE, PROGRAM_NONE};
        s->no_memory |= !VEC_PUSH(&s->open, (uint32_t)a->blocks.count) || !VEC_PUSH(&a->blocks, opened);
    } else if (block && block->opener == opener && opcode == ISA_ELSE) {
        block->split = at;
    } else if (block && block->opener == opener && isa_block_closer(opener) == opcode) {
        block->last = at;
        s->open.count--;
    }
}

/* Braces of the constant buffer that the line opens or continues. */
static void follow_values(struct scanner *s)
{
    if (!s->line.continues && s->line.opcode != ISA_CUSTOMDATA)
        return;
    for (const char *at = s->parser.body; at < s->stop; at++)
        s->values += (*at == '{') - (*at == '}');
    if (s->values < 0)
        s->values = 0;
}

/* A line that begins with a word ends a constant buffer without its last brace. */
static bool continues_values(const struct scanner *s)
{
    struct span code = span_trim(s->parser.body, s->parser.stop);
    return s->values && !(code.length && is_word_start(*code.text));
}

static void scan_line(struct scanner *s)
{
    const struct parser *p = &s->parser;
    struct span comment = span_trim(p->stop, p->line_end);
    s->line = (struct lsp_line){.at = offset_of(s, p->line),
                                .body = offset_of(s, p->body),
                                .stop = offset_of(s, p->stop),
                                .end = offset_of(s, p->line_end),
                                .first = (uint32_t)s->analysis->tokens.count,
                                .opcode = ISA_OPCODE_COUNT,
                                .continues = continues_values(s)};
    s->at = p->body;
    s->stop = p->stop;
    s->depth = s->operand = 0;
    s->after_register = false;
    if (!s->line.continues)
        s->values = 0;
    scan_code(s);
    mark_declared(s);
    follow_blocks(s);
    follow_values(s);
    s->depth = 0;
    if (comment.length)
        append(s, LSP_COMMENT, comment.text, comment.text + comment.length);
    s->line.count = (uint32_t)s->analysis->tokens.count - s->line.first;
    s->no_memory |= !VEC_PUSH(&s->analysis->lines, s->line);
}

bool lsp_scan(const struct lsp_text *text, struct lsp_analysis *analysis)
{
    struct scanner s = {.analysis = analysis, .text = text->bytes.data ? text->bytes.data : ""};
    lex_open(&s.parser, s.text, text->bytes.count);
    while (!s.no_memory && lex_next_line(&s.parser))
        scan_line(&s);
    for (size_t i = 0; i < s.open.count && !s.no_memory; i++)
        analysis->blocks.data[s.open.data[i]].last = (uint32_t)analysis->lines.count - 1;
    VEC_FREE(&s.open);
    return !s.no_memory;
}

void lsp_analysis_free(struct lsp_analysis *analysis)
{
    VEC_FREE(&analysis->lines);
    VEC_FREE(&analysis->tokens);
    VEC_FREE(&analysis->blocks);
    *analysis = (struct lsp_analysis){0};
}

/* ---- queries ---- */

const struct lsp_token *lsp_token_at(const struct lsp_analysis *analysis, uint32_t offset)
{
    const struct lsp_token *tokens = analysis->tokens.data;
    size_t low = 0, high = analysis->tokens.count;
    while (low < high) { /* the first token after the offset */
        size_t middle = low + (high - low) / 2;
        if (tokens[middle].at <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || offset > tokens[low - 1].at + tokens[low - 1].length)
        return NULL;
    return &tokens[low - 1];
}

uint32_t lsp_line_at(const struct lsp_analysis *analysis, uint32_t offset)
{
    size_t low = 0, high = analysis->lines.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (analysis->lines.data[middle].at <= offset)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

const struct isa_op *lsp_row(const struct lsp_line *line)
{
    return isa_op(line->opcode);
}

bool lsp_is_written(const struct lsp_analysis *analysis, const struct lsp_token *token)
{
    const struct isa_op *op = lsp_row(&analysis->lines.data[token->line]);
    if (!op || token->nested || token->operand >= op->operand_count)
        return false;
    uint8_t role = op->operands[token->operand].role;
    return role == ISA_ROLE_DST || role == ISA_ROLE_WMEM || (role == ISA_ROLE_UAV && token->operand == 0);
}

bool lsp_allows(const struct lsp_analysis *analysis, const struct isa_op *op)
{
    const struct sm5_program program = {
        .stage = analysis->stage, .major = analysis->major, .minor = analysis->minor};
    return !analysis->has_version || parse_allows(&program, op);
}
