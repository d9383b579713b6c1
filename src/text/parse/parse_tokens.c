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

long text_hex_words(const char *from, const char *to, uint32_t *out, size_t limit)
{
    struct text_span rest = text_trim(from, to);
    long count = 0;
    for (const char *end = rest.text + rest.length; rest.length; rest = text_trim(rest.text, end)) {
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

static struct text_span take_line(struct text_span *rest)
{
    const char *end = memchr(rest->text, '\n', rest->length);
    const char *stop = end ? end : rest->text + rest->length;
    struct text_span line = text_trim(rest->text, stop);
    const char *next = end ? end + 1 : stop;
    rest->length -= (size_t)(next - rest->text);
    rest->text = next;
    return line;
}

bool text_same_look(struct text_span a, struct text_span b)
{
    while (a.length && b.length) {
        struct text_span x = take_line(&a), y = take_line(&b);
        if (x.length != y.length || memcmp(x.text, y.text, x.length) != 0)
            return false;
    }
    return text_trim(a.text, a.text + a.length).length == 0 &&
           text_trim(b.text, b.text + b.length).length == 0;
}

static bool prints_as(struct text_parser *p, const struct program_instr *instr, struct text_span look)
{
    struct strbuf printed = {0};
    text_print_instr(p->program, instr, &printed);
    bool same = text_same_look(look, (struct text_span){strbuf_text(&printed), printed.length});
    if (printed.failed)
        text_no_memory(p);
    strbuf_free(&printed);
    return same && !p->no_memory;
}

/* ---- the comment of a line ---- */

static bool fail_stale(struct text_parser *p)
{
    return TEXT_FAIL(p, TEXT_WORDS_STALE, p->stop, (size_t)(p->line_end - p->stop));
}

static bool use_words(struct text_parser *p, const uint32_t *words, size_t count, struct text_span look,
                      struct program_instr *out)
{
    const struct sm5_program *program = p->program;
    *out = (struct program_instr){0};
    enum sm5_status status =
        count ? p->codec->decode(words, count, program->major, program->minor, p->arena, out) : SM5_ERR_INPUT;
    if (status == SM5_ERR_MEMORY)
        return text_no_memory(p);
    if (status || !prints_as(p, out, look))
        return !p->no_memory && fail_stale(p);
    out->line = p->line_number;
    return true;
}

bool text_words(struct text_parser *p, struct text_span look, struct program_instr *out)
{
    if (!p->codec)
        return false;
    /* A word takes at least four bytes of the line: "0x0 ". */
    size_t limit = (size_t)(p->line_end - p->mark) / 4 + 1;
    uint32_t *words = malloc(limit * sizeof *words);
    if (!words)
        return text_no_memory(p);
    long count = text_hex_words(p->mark, p->line_end, words, limit);
    bool good = count >= 0 ? use_words(p, words, (size_t)count, look, out)
                           : TEXT_FAIL(p, TEXT_WORDS_BAD, p->stop, (size_t)(p->line_end - p->stop),
                                       "the instruction's words, such as 0x0100003e");
    free(words);
    return good;
}
