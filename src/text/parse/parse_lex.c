/* Lexer: lines, blanks and words. The code of a line starts after the numbers of a listing and ends at its
   comment. */
#include <ctype.h>
#include <strings.h>

#include "text/parse/parse.h"

enum { SOURCE_LIMIT = 4096 }; /* bytes of a line that a diagnostic quotes */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

void lex_open(struct parser *p, const char *text, size_t length)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    size_t skip = sizeof byte_order_mark - 1;
    if (length < skip || memcmp(text, byte_order_mark, skip) != 0)
        skip = 0;
    p->next = p->line = p->line_end = p->stop = p->at = p->body = text + skip;
    p->end = text + length;
    p->annotation = NULL;
    p->line_number = 0;
}

/* A comment starts at `//`, at `;`, and at a `#` that begins a word (`1.#INF` is a number), but not inside
   the string of a printf. */
static const char *find_comment(const char *from, const char *to)
{
    bool quoted = false;
    for (const char *at = from; at < to; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (quoted)
            at += *at == '\\' && at + 1 < to;
        else if (*at == ';' || (*at == '#' && (at == from || is_blank(at[-1]))) ||
                 (*at == '/' && at + 1 < to && at[1] == '/'))
            return at;
    }
    return to;
}

/* ---- listings: numbers before instructions ---- */

static const char *after_blanks(const char *at, const char *to)
{
    while (at < to && is_blank(*at))
        at++;
    return at;
}

/* `12`, `0x000000a8` or `[0x000000a8]`: the byte after it, or NULL. */
static const char *after_position(const char *at, const char *to)
{
    bool bracket = at < to && *at == '[';
    const char *from = at += bracket;
    while (at < to && (is_digit(*at) || (at > from && isxdigit((unsigned char)*at)) ||
                       (at == from + 1 && *at == 'x' && *from == '0')))
        at++;
    if (at == from || (bracket && (at == to || *at != ']')))
        return NULL;
    return at + bracket;
}

/* Skips the instruction's number and its byte offset, which end with a colon, as fxc and RenderDoc print them
   (` 12: `, `0x000000a8: `). */
static const char *after_numbering(const char *from, const char *to)
{
    enum { POSITIONS = 2 };
    const char *body = from, *at = from;
    for (unsigned i = 0; i < POSITIONS; i++) {
        const char *end = after_position(after_blanks(at, to), to);
        if (!end)
            break;
        at = after_blanks(end, to);
        if (at < to && *at == ':')
            body = ++at;
    }
    return body;
}

bool lex_next_line(struct parser *p)
{
    if (p->next >= p->end)
        return false;
    const char *newline = memchr(p->next, '\n', (size_t)(p->end - p->next));
    p->line = p->next;
    p->line_end = newline ? newline : p->end;
    p->next = newline ? newline + 1 : p->end;
    p->stop = find_comment(p->line, p->line_end);
    p->at = p->body = after_numbering(p->line, p->stop);
    size_t length = strlen(TEXT_ANNOTATION), left = (size_t)(p->line_end - p->stop);
    p->annotation = left >= length && memcmp(p->stop, TEXT_ANNOTATION, length) == 0 ? p->stop + length : NULL;
    p->line_number++;
    return true;
}

static void skip_blanks(struct parser *p)
{
    p->at = after_blanks(p->at, p->stop);
}

bool lex_at_end(struct parser *p)
{
    skip_blanks(p);
    return p->at == p->stop;
}

char lex_peek(struct parser *p)
{
    return lex_at_end(p) ? 0 : *p->at;
}

bool lex_accept(struct parser *p, char c)
{
    if (lex_at_end(p) || *p->at != c)
        return false;
    p->at++;
    return true;
}

bool lex_accept_text(struct parser *p, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(p);
    if ((size_t)(p->stop - p->at) < length || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

bool lex_expect(struct parser *p, char c)
{
    return lex_accept(p, c) || PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, (char[]){'\'', c, '\'', 0});
}

struct span lex_word(struct parser *p)
{
    skip_blanks(p);
    const char *from = p->at;
    while (p->at < p->stop && (is_letter(*p->at) || is_digit(*p->at)))
        p->at++;
    return (struct span){from, (size_t)(p->at - from)};
}

struct span lex_letters(struct parser *p)
{
    const char *from = p->at;
    while (p->at < p->stop && is_letter(*p->at))
        p->at++;
    return (struct span){from, (size_t)(p->at - from)};
}

bool lex_expect_end(struct parser *p)
{
    if (lex_at_end(p))
        return true;
    struct span rest = span_trim(p->at, p->stop);
    return PARSE_ERROR_AT(p, TEXT_TRAILING, rest, SPAN_ARG(rest));
}

bool span_equal(struct span span, const char *word)
{
    return span.length == strlen(word) && strncasecmp(span.text, word, span.length) == 0;
}

bool span_has_prefix(struct span span, const char *word)
{
    size_t length = strlen(word);
    return span.length >= length && strncasecmp(span.text, word, length) == 0;
}

struct span span_trim(const char *from, const char *to)
{
    while (from < to && is_blank(*from))
        from++;
    while (from < to && is_blank(to[-1]))
        to--;
    return (struct span){from, (size_t)(to - from)};
}

struct span span_next_word(struct span *rest)
{
    *rest = span_trim(rest->text, rest->text + rest->length);
    struct span word = {rest->text, 0};
    while (word.length < rest->length && !is_blank(word.text[word.length]))
        word.length++;
    rest->text += word.length;
    rest->length -= word.length;
    return word;
}

/* ---- diagnostics ---- */

static uint32_t limited(size_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

struct diag_place parse_place(const struct parser *p, const char *from, size_t length)
{
    struct diag_place place = DIAG_NOWHERE;
    struct span line = {p->line, (size_t)(p->line_end - p->line)};
    while (line.length && line.text[line.length - 1] == '\r')
        line.length--;
    size_t column = (size_t)(from - p->line);
    place.file = p->name;
    place.line = p->line_number;
    place.column = limited(column + 1);
    place.length = limited(length ? length : 1);
    /* A long line is truncated, so that 20 errors cannot exhaust the memory. */
    if (column < SOURCE_LIMIT) {
        place.source_line = line.text;
        place.source_length = line.length < SOURCE_LIMIT ? line.length : SOURCE_LIMIT;
    }
    return place;
}

bool parse_counts_error(struct parser *p, const struct diag_info *info)
{
    unsigned *count = info->severity == SM5_ERROR ? &p->errors : &p->warnings;
    return ++*count <= TEXT_ERROR_LIMIT && p->diags;
}

bool parse_no_memory(struct parser *p)
{
    p->no_memory = true;
    return false;
}
