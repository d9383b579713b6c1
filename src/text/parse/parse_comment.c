/* Comments that carry data: `// sm5:` lines, and the signature tables of the header. */
#include <stdlib.h>

#include "text/parse/parse.h"

/* ---- `// sm5:` lines ---- */

static void read_chunk(struct parser *p, struct header_comments *comments, struct span value)
{
    if (span_equal(value, "SHDR") || span_equal(value, "SHEX"))
        memcpy(comments->fourcc, value.text, 4);
    else
        warn_malformed_annotation(p, "SHDR or SHEX");
}

static void read_version(struct parser *p, struct header_comments *comments, struct span value)
{
    comments->version_given =
        parse_hex_dwords(value.text, value.text + value.length, &comments->version, 1) == 1;
    if (!comments->version_given)
        warn_malformed_annotation(p, "a version token such as 0x00050050");
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
    warn_malformed_annotation(p, "bytes of two hexadecimal digits each");
}

/* `// sm5: struct u0 float3 position; uint flags`: the layout of a resource, read when it is used. */
static void read_struct(struct parser *p, struct header_comments *comments, struct span value)
{
    struct span text = value, slot = span_next_word(&text);
    text = span_trim(text.text, text.text + text.length);
    enum { STRUCT_LIMIT = 256 }; /* more than the slots that a program can use */
    if (comments->structs.count >= STRUCT_LIMIT) {
        warn_malformed_annotation(p, "at most 256 struct comments");
        return;
    }
    if (text.length == 0) {
        warn_malformed_annotation(
            p, "struct, a slot and its members, as in 'struct u0 float3 position; uint flags'");
        return;
    }
    struct program_struct found = {
        .slot = arena_string(p->arena, slot.text, slot.length),
        .text = arena_string(p->arena, text.text, text.length),
        .line = p->line_number,
        .column = (uint32_t)(text.text - p->line) + 1,
        .source_at = (uint32_t)(p->line - comments->source),
    };
    if (!found.slot || !found.text || !VEC_PUSH(&comments->structs, found))
        parse_no_memory(p);
}

static void append_line(struct parser *p, struct header_comments *comments)
{
    struct signature_line line = {(enum program_signature_kind)comments->table, p->line_number, p->line,
                                  p->line_end};
    if (!VEC_PUSH(&comments->lines, line))
        parse_no_memory(p);
}

static void read_signature_fourcc(struct parser *p, struct header_comments *comments, struct span value)
{
    (void)value; /* read together with the rows */
    if (comments->table >= 0)
        append_line(p, comments);
    else
        warn_malformed_annotation(p, "signature below the title of a table");
}

static void read_annotation(struct parser *p, struct header_comments *comments)
{
    static const struct {
        const char *key;
        void (*read)(struct parser *p, struct header_comments *comments, struct span value);
    } annotations[] = {
        {"chunk", read_chunk},
        {"version", read_version},
        {"tail", read_tail},
        {"struct", read_struct},
        {"signature", read_signature_fourcc},
    };
    struct span value = {p->annotation, (size_t)(p->line_end - p->annotation)}, key = span_next_word(&value);
    for (size_t i = 0; i < BASE_COUNT(annotations); i++) {
        if (!span_equal(key, annotations[i].key))
            continue;
        annotations[i].read(p, comments, span_trim(value.text, value.text + value.length));
        return;
    }
    warn_malformed_annotation(p, "an instruction's tokens, chunk, version, tail, struct or signature");
}

/* ---- signature tables ---- */

const char *const signature_titles[PROGRAM_SIGNATURE_KINDS] = {
    [PROGRAM_SIGNATURE_INPUT] = "Input signature:",
    [PROGRAM_SIGNATURE_OUTPUT] = "Output signature:",
    [PROGRAM_SIGNATURE_PATCH] = "Patch Constant signature:",
};

static bool read_title(struct parser *p, struct header_comments *comments, struct span text)
{
    for (int kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        if (!span_equal(text, signature_titles[kind]))
            continue;
        comments->table = kind;
        comments->in_rows = false;
        append_line(p, comments);
        return true;
    }
    return false;
}

/* A table is its title, a blank line, two lines of column heads, the rows, a blank line. "no Input" replaces
   the rows when there are none. */
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
    append_line(p, comments);
}

void parse_comment(struct parser *p, struct header_comments *comments, bool code_began)
{
    static const char generated_by[] = "Generated by ";
    if (p->annotation) {
        read_annotation(p, comments);
        return;
    }
    if (code_began)
        return;
    unsigned mark = *p->stop == '/' ? 2 : 1; /* "//", or ';' or '#' of other listings */
    struct span text = span_trim(p->stop + mark, p->line_end);
    if (span_has_prefix(text, generated_by))
        comments->creator = span_trim(text.text + strlen(generated_by), p->line_end);
    else if (!read_title(p, comments, text) && comments->table >= 0)
        read_table(p, comments, text);
}
