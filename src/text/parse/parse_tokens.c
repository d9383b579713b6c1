/* Raw tokens after `// sm5:`: used only if they print as the visible line. */
#include <stdlib.h>

#include "text/parse/parse.h"

/* One `0x...` at `at`; the byte after it, or NULL. */
static const char *parse_hex_dword(const char *at, const char *to, uint32_t *out)
{
    if (to - at < 3 || at[0] != '0' || (at[1] | 0x20) != 'x')
        return NULL;
    const char *from = at += 2;
    for (*out = 0; at < to && hex_digit(*at) >= 0; at++)
        *out = *out << 4 | (uint32_t)hex_digit(*at);
    return at > from && at - from <= 8 ? at : NULL;
}

long parse_hex_dwords(const char *from, const char *to, uint32_t *out, size_t limit)
{
    struct span rest = span_trim(from, to);
    long count = 0;
    for (const char *end = rest.text + rest.length; rest.length; rest = span_trim(rest.text, end)) {
        if ((size_t)count == limit)
            return -1;
        const char *next = parse_hex_dword(rest.text, end, &out[count++]);
        if (!next || (next < end && *next != ' ' && *next != '\t'))
            return -1;
        rest.text = next;
    }
    return count;
}

/* ---- comparison of formatting ---- */

static struct span next_trimmed_line(struct span *rest)
{
    const char *end = memchr(rest->text, '\n', rest->length);
    const char *stop = end ? end : rest->text + rest->length;
    struct span line = span_trim(rest->text, stop);
    const char *next = end ? end + 1 : stop;
    rest->length -= (size_t)(next - rest->text);
    rest->text = next;
    return line;
}

bool same_formatting(struct span a, struct span b)
{
    while (a.length && b.length) {
        struct span x = next_trimmed_line(&a), y = next_trimmed_line(&b);
        if (x.length != y.length || memcmp(x.text, y.text, x.length) != 0)
            return false;
    }
    return span_trim(a.text, a.text + a.length).length == 0 &&
           span_trim(b.text, b.text + b.length).length == 0;
}

static bool prints_as(struct parser *p, const struct program_instr *instr, struct span formatting)
{
    struct strbuf printed = {0};
    text_print_instr(p->program, instr, &printed);
    bool same = same_formatting(formatting, (struct span){strbuf_text(&printed), printed.length});
    if (printed.failed)
        parse_no_memory(p);
    strbuf_free(&printed);
    return same && !p->no_memory;
}

/* ---- annotations of instructions ---- */

bool warn_malformed_annotation(struct parser *p, const char *what)
{
    return PARSE_ERROR(p, TEXT_WORDS_BAD, p->stop, (size_t)(p->line_end - p->stop), what);
}

bool warn_stale_annotation(struct parser *p)
{
    return PARSE_ERROR(p, TEXT_WORDS_STALE, p->stop, (size_t)(p->line_end - p->stop));
}

static bool decode_tokens(struct parser *p, const uint32_t *tokens, size_t count, struct span formatting,
                          struct program_instr *out)
{
    const struct sm5_program *program = p->program;
    *out = (struct program_instr){0};
    enum sm5_status status =
        count ? p->codec->decode(tokens, count, program->major, program->minor, p->arena, out)
              : SM5_ERR_INPUT;
    if (status == SM5_ERR_MEMORY)
        return parse_no_memory(p);
    if (status || !prints_as(p, out, formatting))
        return !p->no_memory && warn_stale_annotation(p);
    out->line = p->line_number;
    return true;
}

bool parse_raw_tokens(struct parser *p, struct span formatting, struct program_instr *out)
{
    if (!p->codec)
        return false;
    /* A token takes at least four bytes of the line: "0x0 ". */
    size_t limit = (size_t)(p->line_end - p->annotation) / 4 + 1;
    uint32_t *tokens = malloc(limit * sizeof *tokens);
    if (!tokens)
        return parse_no_memory(p);
    long count = parse_hex_dwords(p->annotation, p->line_end, tokens, limit);
    bool good = count >= 0 ? decode_tokens(p, tokens, (size_t)count, formatting, out)
                           : warn_malformed_annotation(p, "the instruction's tokens, such as 0x0100003e");
    free(tokens);
    return good;
}
