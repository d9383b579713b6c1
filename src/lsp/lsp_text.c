/* A document's text: bytes, the start of each line, and positions in code units of UTF-16 or UTF-8. */
#include <stdlib.h>

#include "lsp/lsp.h"

/* ---- lines ---- */

/* Index of the line that an offset is on. */
static size_t line_of(const struct lsp_text *text, uint32_t offset)
{
    size_t low = 0, high = text->lines.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (text->lines.data[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The byte ends a line: \r only where no \n follows. */
static bool ends_line(const struct lsp_text *text, size_t at)
{
    char c = text->bytes.data[at];
    return c == '\n' || (c == '\r' && (at + 1 == text->bytes.count || text->bytes.data[at + 1] != '\n'));
}

/* Starts of lines after the bytes [from, to]. The byte at `to` follows the change: it may now be the \n of a \r. The
   capacity is reserved. */
static void append_starts(const struct lsp_text *text, size_t from, size_t to, struct lsp_text *starts)
{
    for (size_t at = from; at <= to && at < text->bytes.count; at++)
        if (ends_line(text, at))
            starts->lines.data[starts->lines.count++] = (uint32_t)(at + 1);
}

/* Replaces the starts [first, last) by `starts`; the later ones move by `shift`. The capacity is reserved. */
static void splice_starts(struct lsp_text *text, size_t first, size_t last, const struct lsp_text *starts,
                          int64_t shift)
{
    uint32_t *lines = text->lines.data;
    size_t later = text->lines.count - last, count = starts->lines.count;
    memmove(lines + first + count, lines + last, later * sizeof *lines);
    if (count)
        memcpy(lines + first, starts->lines.data, count * sizeof *lines);
    text->lines.count = first + count + later;
    for (size_t i = first + count; i < text->lines.count; i++)
        lines[i] = (uint32_t)(lines[i] + shift);
}

/* Starts after this one are those that a change up to `to` cannot move: a \r\n may span its end. */
static size_t first_unaffected(const struct lsp_text *text, uint32_t to)
{
    size_t i = line_of(text, to) + 1;
    while (i < text->lines.count && text->lines.data[i] <= to + 1)
        i++;
    return i;
}

static void replace_bytes(struct lsp_text *text, uint32_t from, uint32_t to, const char *bytes, size_t length)
{
    char *data = text->bytes.data;
    memmove(data + from + length, data + to, text->bytes.count - to);
    if (length)
        memcpy(data + from, bytes, length);
    text->bytes.count = text->bytes.count - (to - from) + length;
    data[text->bytes.count] = 0;
}

static bool has_first_line(struct lsp_text *text)
{
    return text->lines.count || VEC_PUSH(&text->lines, 0);
}

bool lsp_text_replace(struct lsp_text *text, uint32_t from, uint32_t to, const char *bytes, size_t length)
{
    size_t left = text->bytes.count - (to - from);
    struct lsp_text starts = {0};
    size_t breaks = 2; /* the bytes before and after may end lines, too */
    for (size_t i = 0; i < length; i++)
        breaks += bytes[i] == '\n' || bytes[i] == '\r';
    if (length > LSP_TEXT_LIMIT - left || !has_first_line(text) || !VEC_RESERVE(&text->bytes, length + 1))
        return false;
    size_t first = line_of(text, from ? from - 1 : 0), last = first_unaffected(text, to);
    if (!VEC_RESERVE(&starts.lines, breaks) || !VEC_RESERVE(&text->lines, breaks)) {
        VEC_FREE(&starts.lines);
        return false;
    }
    replace_bytes(text, from, to, bytes, length);
    append_starts(text, text->lines.data[first], from + length, &starts);
    splice_starts(text, first + 1, last, &starts, (int64_t)length - (to - from));
    VEC_FREE(&starts.lines);
    return true;
}

void lsp_text_free(struct lsp_text *text)
{
    VEC_FREE(&text->bytes);
    VEC_FREE(&text->lines);
}

/* ---- positions ---- */

/* Bytes of the character at a byte of valid UTF-8; a document that is not is walked byte by byte. */
static uint32_t character_bytes(const struct lsp_text *text, uint32_t at)
{
    unsigned char c = (unsigned char)text->bytes.data[at];
    uint32_t bytes = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    return at + bytes <= text->bytes.count ? bytes : 1;
}

/* A character outside the basic plane, which has 4 bytes, is a pair of surrogates in UTF-16. */
static uint32_t units_of(enum lsp_encoding encoding, uint32_t bytes)
{
    return encoding == LSP_UTF8 ? bytes : bytes == 4 ? 2 : 1;
}

uint32_t lsp_text_width(const struct lsp_text *text, enum lsp_encoding encoding, uint32_t from, uint32_t to)
{
    uint32_t units = 0;
    if (encoding == LSP_UTF8)
        return to - from;
    while (from < to) {
        uint32_t bytes = character_bytes(text, from);
        units += units_of(encoding, bytes);
        from += bytes;
    }
    return units;
}

/* The end of a line, before what ends it. */
static uint32_t line_end(const struct lsp_text *text, size_t line)
{
    if (line + 1 == text->lines.count)
        return (uint32_t)text->bytes.count;
    uint32_t end = text->lines.data[line + 1] - 1;
    bool crlf =
        end > text->lines.data[line] && text->bytes.data[end] == '\n' && text->bytes.data[end - 1] == '\r';
    return crlf ? end - 1 : end;
}

uint32_t lsp_text_offset(const struct lsp_text *text, enum lsp_encoding encoding,
                         struct lsp_position position)
{
    if (position.line >= text->lines.count)
        return (uint32_t)text->bytes.count;
    uint32_t at = text->lines.data[position.line], end = line_end(text, position.line), units = 0;
    while (at < end) {
        uint32_t bytes = character_bytes(text, at);
        units += units_of(encoding, bytes);
        if (units > position.character)
            break;
        at += bytes;
    }
    return at < end ? at : end;
}

struct lsp_position lsp_text_position(const struct lsp_text *text, enum lsp_encoding encoding,
                                      uint32_t offset)
{
    size_t line = line_of(text, offset);
    return (struct lsp_position){(uint32_t)line,
                                 lsp_text_width(text, encoding, text->lines.data[line], offset)};
}
