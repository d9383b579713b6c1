/* The words behind `// sm5:`: believed only when they print as the line that people see. */
#include <stdlib.h>

#include "text/parse/parse.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One `0x...` at `at`; the byte behind it, or NULL. */
static const char *hex_word(const char *at, const char *to, uint32_t *out)
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
        const char *next = hex_word(rest.text, end, &out[count++]);
        if (!next || (next < end && *next != ' ' && *next != '\t'))
            return -1;
        rest.text = next;
    }
    return count;
}

/* ---- comparing looks ---- */

static struct span take_line(struct span *rest)
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
        struct span x = take_line(&a), y = take_line(&b);
        if (x.length != y.length || memcmp(x.text, y.text, x.length) != 0)
            return false;
    }
    return span_trim(a.text, a.text + a.length).length == 0 &&
           span_trim(b.text, b.text + b.length).length == 0;
}

static bool prints_as(struct parser *p, const struct program_instr *instr, struct span look)
{
    struct strbuf printed = {0};
    text_print_instr(p->program, instr, &printed);
    bool same = same_formatting(look, (struct span){strbuf_text(&printed), printed.length});
    if (printed.failed)
        parse_no_memory(p);
    strbuf_free(&printed);
    return same && !p->no_memory;
}

/* ---- the comment of a line ---- */

static bool fail_stale(struct parser *p)
{
    return PARSE_ERROR(p, TEXT_WORDS_STALE, p->stop, (size_t)(p->line_end - p->stop));
}

static bool use_words(struct parser *p, const uint32_t *words, size_t count, struct span look,
                      struct program_instr *out)
{
    const struct sm5_program *program = p->program;
    *out = (struct program_instr){0};
    enum sm5_status status =
        count ? p->codec->decode(words, count, program->major, program->minor, p->arena, out) : SM5_ERR_INPUT;
    if (status == SM5_ERR_MEMORY)
        return parse_no_memory(p);
    if (status || !prints_as(p, out, look))
        return !p->no_memory && fail_stale(p);
    out->line = p->line_number;
    return true;
}

bool parse_raw_tokens(struct parser *p, struct span look, struct program_instr *out)
{
    if (!p->codec)
        return false;
    /* A word takes at least four bytes of the line: "0x0 ". */
    size_t limit = (size_t)(p->line_end - p->annotation) / 4 + 1;
    uint32_t *words = malloc(limit * sizeof *words);
    if (!words)
        return parse_no_memory(p);
    long count = parse_hex_dwords(p->annotation, p->line_end, words, limit);
    bool good = count >= 0 ? use_words(p, words, (size_t)count, look, out)
                           : PARSE_ERROR(p, TEXT_WORDS_BAD, p->stop, (size_t)(p->line_end - p->stop),
                                         "the instruction's words, such as 0x0100003e");
    free(words);
    return good;
}
