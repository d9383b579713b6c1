/* Comments that say something: `// sm5:` lines, and the signature tables of the header. */
#include <stdlib.h>

#include "text/parse/parse.h"

enum {
    ROW_WORDS = 7,
    STRUCT_LIMIT = 256, /* a program has fewer slots that it uses */
};

/* ---- `// sm5:` lines ---- */

static bool fail_bad(struct parser *p, const char *what)
{
    return PARSE_ERROR(p, TEXT_WORDS_BAD, p->stop, (size_t)(p->line_end - p->stop), what);
}

static void read_chunk(struct parser *p, struct header_comments *comments, struct span value)
{
    if (span_equal(value, "SHDR") || span_equal(value, "SHEX"))
        memcpy(comments->fourcc, value.text, 4);
    else
        fail_bad(p, "SHDR or SHEX");
}

static void read_version(struct parser *p, struct header_comments *comments, struct span value)
{
    comments->version_given =
        parse_hex_dwords(value.text, value.text + value.length, &comments->version, 1) == 1;
    if (!comments->version_given)
        fail_bad(p, "a version token such as 0x00050050");
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void read_tail(struct parser *p, struct header_comments *comments, struct span value)
{
    size_t before = comments->tail.count;
    for (size_t i = 0; i + 1 < value.length; i += 2) {
        int high = hex_digit(value.text[i]), low = hex_digit(value.text[i + 1]);
        if (high < 0 || low < 0)
            break;
        if (!VEC_PUSH(&comments->tail, (uint8_t)(high << 4 | low))) {
            parse_no_memory(p);
            return;
        }
    }
    if (value.length % 2 == 0 && comments->tail.count - before == value.length / 2)
        return;
    comments->tail.count = before;
    fail_bad(p, "bytes of two hexadecimal digits each");
}

/* `// sm5: struct u0 float3 position; uint flags`: the layout of a resource, read when it is used. */
static void read_struct(struct parser *p, struct header_comments *comments, struct span value)
{
    const char *blank = value.length ? memchr(value.text, ' ', value.length) : NULL;
    size_t length = blank ? (size_t)(blank - value.text) : value.length;
    struct span text = span_trim(value.text + length, value.text + value.length);
    if (comments->structs.count >= STRUCT_LIMIT) {
        fail_bad(p, "at most 256 struct comments");
        return;
    }
    if (text.length == 0) {
        fail_bad(p, "struct, a slot and its members, as in 'struct u0 float3 position; uint flags'");
        return;
    }
    struct program_struct found = {
        .slot = arena_string(p->arena, value.text, length),
        .text = arena_string(p->arena, text.text, text.length),
        .line = p->line_number,
        .column = (uint32_t)(text.text - p->line) + 1,
        .source_at = (uint32_t)(p->line - comments->source),
    };
    if (!found.slot || !found.text || !VEC_PUSH(&comments->structs, found))
        parse_no_memory(p);
}

static void keep_line(struct parser *p, struct header_comments *comments)
{
    struct signature_line line = {(enum program_signature_kind)comments->table, p->line_number, p->line,
                                  p->line_end};
    if (!VEC_PUSH(&comments->lines, line))
        parse_no_memory(p);
}

static void read_mark(struct parser *p, struct header_comments *comments)
{
    struct span all = span_trim(p->annotation, p->line_end);
    const char *blank = all.length ? memchr(all.text, ' ', all.length) : NULL;
    size_t length = blank ? (size_t)(blank - all.text) : all.length;
    struct span key = {all.text, length}, value = span_trim(all.text + length, all.text + all.length);
    if (span_equal(key, "chunk"))
        read_chunk(p, comments, value);
    else if (span_equal(key, "version"))
        read_version(p, comments, value);
    else if (span_equal(key, "tail"))
        read_tail(p, comments, value);
    else if (span_equal(key, "struct"))
        read_struct(p, comments, value);
    else if (span_equal(key, "signature") && comments->table >= 0)
        keep_line(p, comments);
    else
        fail_bad(
            p,
            "an instruction's words, chunk, version, tail, struct, or signature below the title of a table");
}

/* ---- finding the signature tables ---- */

static const char *const titles[PROGRAM_SIGNATURE_KINDS] = {
    [PROGRAM_SIGNATURE_INPUT] = "Input signature:",
    [PROGRAM_SIGNATURE_OUTPUT] = "Output signature:",
    [PROGRAM_SIGNATURE_PATCH] = "Patch Constant signature:",
};

static bool read_title(struct parser *p, struct header_comments *comments, struct span text)
{
    for (int kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        if (!span_equal(text, titles[kind]))
            continue;
        comments->table = kind;
        comments->in_rows = false;
        keep_line(p, comments);
        return true;
    }
    return false;
}

/* A table is its title, a blank line, two lines of column heads, the rows, a blank line. "no Input" stands
   for rows when there are none. */
static void read_table(struct parser *p, struct header_comments *comments, struct span text)
{
    bool none = span_equal(text, "no Input") || span_equal(text, "no Output") ||
                span_equal(text, "no Patch Constant");
    if (none || (text.length == 0 && comments->in_rows)) {
        comments->table = -1;
        return;
    }
    if (text.length == 0 || span_has_prefix(text, "Name  ") || span_has_prefix(text, "----"))
        return;
    comments->in_rows = true;
    keep_line(p, comments);
}

static const char generated_by[] = "Generated by ";

void parse_comment(struct parser *p, struct header_comments *comments, bool code_began)
{
    if (p->annotation) {
        read_mark(p, comments);
        return;
    }
    if (code_began)
        return;
    struct span text = span_trim(p->stop + 2, p->line_end);
    if (span_has_prefix(text, generated_by))
        comments->creator = span_trim(text.text + strlen(generated_by), p->line_end);
    else if (!read_title(p, comments, text) && comments->table >= 0)
        read_table(p, comments, text);
}

/* ---- reading them ---- */

typedef VEC(struct program_signature_element) element_list;

static const char *find_mark(const char *from, const char *to)
{
    size_t length = strlen(TEXT_ANNOTATION);
    const char *at =
        to > from + 2 ? memmem(from + 2, (size_t)(to - from) - 2, TEXT_ANNOTATION, length) : NULL;
    return at ? at : to;
}

/* The words behind a row, when the element that they say prints as the row. */
static void use_row_words(struct parser *p, enum program_signature_kind kind, struct span look,
                          struct program_signature_element *element)
{
    uint32_t w[ROW_WORDS];
    struct program_signature_element full = *element;
    struct strbuf printed = {0};
    if (parse_hex_dwords(p->annotation, p->line_end, w, ROW_WORDS) != ROW_WORDS || w[3] > 0xff ||
        w[4] > 0xff) {
        fail_bad(p, "system value, type, register, mask, rw mask, stream and precision as 0x words");
        return;
    }
    full.system_value = w[0];
    full.component_type = w[1];
    full.reg = w[2];
    full.mask = (uint8_t)w[3];
    full.rw_mask = (uint8_t)w[4];
    full.stream = w[5];
    full.min_precision = w[6];
    text_print_signature_row(p->program, kind, &full, &printed);
    if (same_formatting(look, (struct span){strbuf_text(&printed), printed.length}))
        *element = full;
    else
        (void)PARSE_ERROR(p, TEXT_WORDS_STALE, p->stop, (size_t)(p->line_end - p->stop));
    strbuf_free(&printed);
}

static bool read_row(struct parser *p, enum program_signature_kind kind, element_list *elements)
{
    struct program_signature_element element;
    const char *annotation = find_mark(p->stop, p->line_end);
    struct span look = span_trim(p->stop, annotation);
    if (!text_parse_signature_row(p->program, kind, look.text, look.length, p->arena, &element))
        return PARSE_ERROR(p, TEXT_SIGNATURE, look.text, look.length);
    p->annotation = annotation < p->line_end ? annotation + strlen(TEXT_ANNOTATION) : NULL;
    if (p->annotation)
        use_row_words(p, kind, look, &element);
    return VEC_PUSH(elements, element) || parse_no_memory(p);
}

/* `// sm5: signature ISG1` */
static void read_fourcc(struct parser *p, enum program_signature_kind kind, struct program_signature *out)
{
    static const char *const known[PROGRAM_SIGNATURE_KINDS][3] = {
        [PROGRAM_SIGNATURE_INPUT] = {"ISGN", "ISG1", "ISGN"},
        [PROGRAM_SIGNATURE_OUTPUT] = {"OSGN", "OSG5", "OSG1"},
        [PROGRAM_SIGNATURE_PATCH] = {"PCSG", "PSG1", "PCSG"},
    };
    struct span all = span_trim(p->annotation, p->line_end);
    struct span value = span_trim(all.text + strlen("signature"), all.text + all.length);
    for (unsigned i = 0; i < 3; i++) {
        if (!span_equal(value, known[kind][i]))
            continue;
        memcpy(out->fourcc, known[kind][i], 5);
        return;
    }
    fail_bad(p, "the fourcc of such a signature");
}

static void go_to(struct parser *p, const struct signature_line *line)
{
    p->next = line->line;
    p->end = line->line_end;
    lex_next_line(p);
    p->line_number = line->line_number;
}

/* Lines `at`..: a title and what belongs to it. Gives the index behind them. */
static size_t read_signature(struct parser *p, const struct header_comments *comments, size_t at,
                             struct sm5_program *program)
{
    enum program_signature_kind kind = comments->lines.data[at].kind;
    struct program_signature signature = {.present = true};
    element_list elements = {0};
    memcpy(signature.fourcc, text_default_signature_fourcc(program, kind), 5);
    for (at++; at < comments->lines.count && comments->lines.data[at].kind == kind; at++) {
        go_to(p, &comments->lines.data[at]);
        if (span_equal(span_trim(p->stop + 2, p->line_end), titles[kind]))
            break;
        if (p->annotation)
            read_fourcc(p, kind, &signature);
        else if (signature.present)
            signature.present = read_row(p, kind, &elements);
    }
    signature.elements = arena_copy(p->arena, elements.data, elements.count * sizeof *elements.data);
    signature.count = (uint32_t)elements.count;
    if (!signature.elements)
        parse_no_memory(p);
    else if (signature.present)
        program->signatures[kind] = signature;
    VEC_FREE(&elements);
    return at;
}

void parse_signatures(struct parser *p, const struct header_comments *comments, struct sm5_program *program)
{
    for (size_t at = 0; at < comments->lines.count && !p->no_memory;)
        at = read_signature(p, comments, at, program);
}
