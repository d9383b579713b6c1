/* Signature tables. Fields that a row does not show get the values that fxc writes. */
#include <stdlib.h>

#include "text/parse/parse.h"

/* Component type and minimum precision. */
static bool read_format(struct span word, struct program_signature_element *out)
{
    static const struct {
        const char *word;
        uint8_t type, precision;
    } formats[] = {
        {"unknown", 0, 0}, {"uint", 1, 0},    {"int", 2, 0},    {"float", 3, 0},
        {"min16f", 3, 1},  {"min2_8f", 3, 2}, {"min16i", 2, 4}, {"min16u", 1, 5},
    };
    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        if (!span_equal(word, formats[i].word))
            continue;
        out->component_type = formats[i].type;
        out->min_precision = formats[i].precision;
        return true;
    }
    return false;
}

static bool read_number(struct span word, uint32_t *out)
{
    uint64_t value = 0;
    if (word.length == 0 || word.length > 10)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(word.text[i] - '0');
    }
    *out = (uint32_t)value;
    return value <= UINT32_MAX;
}

static bool add_components(struct span word, uint8_t *mask)
{
    uint8_t found = 0;
    for (size_t i = 0; i < word.length; i++) {
        int component = component_of(word.text[i]);
        if (component < 0)
            return false;
        found |= (uint8_t)(1u << component);
    }
    *mask |= found;
    return word.length > 0;
}

/* Each component has its own column, so that "x z" is one mask of two words. */
static void read_mask(struct span *rest, uint8_t *mask)
{
    for (;;) {
        struct span before = *rest, word = span_next_word(rest);
        if (add_components(word, mask))
            continue;
        *rest = before;
        return;
    }
}

/* The last column: the used components, or YES or NO for registers without a mask. */
static bool read_used(struct span rest, bool complement, struct program_signature_element *out)
{
    uint8_t used = 0;
    read_mask(&rest, &used);
    struct span word = span_next_word(&rest);
    if (span_equal(word, "YES"))
        used = out->mask ? out->mask : 1;
    else if (word.length && !span_equal(word, "NO"))
        return false;
    out->rw_mask = complement ? (uint8_t)(~used & 0xf) : used;
    return true;
}

static bool read_name(struct span word, struct arena *arena, struct program_signature_element *out)
{
    /* Geometry shaders with streams: "m1:TEXCOORD". */
    if (word.length > 3 && word.text[0] == 'm' && word.text[1] >= '0' && word.text[1] <= '3' &&
        word.text[2] == ':') {
        out->stream = (uint32_t)(word.text[1] - '0');
        word.text += 3;
        word.length -= 3;
    }
    out->name = arena_string(arena, word.text, word.length);
    return word.length > 0 && out->name;
}

bool text_parse_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const char *row, size_t length, struct arena *arena,
                              struct program_signature_element *out)
{
    struct span rest = span_trim(row, row + length);
    *out = (struct program_signature_element){0};
    if (!span_has_prefix(rest, "//"))
        return false;
    rest.text += 2;
    rest.length -= 2;
    if (!read_name(span_next_word(&rest), arena, out) ||
        !read_number(span_next_word(&rest), &out->semantic_index))
        return false;
    struct span before = rest;
    if (span_equal(span_next_word(&rest), "N/A"))
        out->mask = 1;
    else
        read_mask((rest = before, &rest), &out->mask);
    struct span reg = span_next_word(&rest);
    if (!read_number(reg, &out->reg)) {
        out->reg = UINT32_MAX; /* oDepth and other registers without a number */
        if (reg.length == 0 || (reg.text[0] >= '0' && reg.text[0] <= '9'))
            return false;
    }
    struct span system_value = span_next_word(&rest);
    return text_find_system_value(system_value.text, system_value.length, &out->system_value) &&
           read_format(span_next_word(&rest), out) &&
           read_used(rest, text_mask_is_complement(program, kind), out);
}

/* ---- tables ---- */

typedef VEC(struct program_signature_element) element_list;

/* The annotation of a row, which is inside its comment; `to` when there is none. */
static const char *find_annotation(const char *from, const char *to)
{
    size_t length = strlen(TEXT_ANNOTATION);
    const char *at =
        to > from + 2 ? memmem(from + 2, (size_t)(to - from) - 2, TEXT_ANNOTATION, length) : NULL;
    return at ? at : to;
}

/* Replaces the element of a row by that of its annotation, if that prints as the row. */
static void apply_row_annotation(struct parser *p, enum program_signature_kind kind, struct span formatting,
                                 struct program_signature_element *element)
{
    enum { ROW_DWORDS = 7 };
    uint32_t w[ROW_DWORDS];
    struct program_signature_element full = *element;
    struct strbuf printed = {0};
    if (parse_hex_dwords(p->annotation, p->line_end, w, ROW_DWORDS) != ROW_DWORDS || w[3] > 0xff ||
        w[4] > 0xff) {
        warn_malformed_annotation(
            p, "system value, type, register, mask, rw mask, stream and precision as 0x DWORDs");
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
    if (same_formatting(formatting, (struct span){strbuf_text(&printed), printed.length}))
        *element = full;
    else
        warn_stale_annotation(p);
    strbuf_free(&printed);
}

static bool read_row(struct parser *p, enum program_signature_kind kind, element_list *elements)
{
    struct program_signature_element element;
    const char *annotation = find_annotation(p->stop, p->line_end);
    struct span formatting = span_trim(p->stop, annotation);
    if (!text_parse_signature_row(p->program, kind, formatting.text, formatting.length, p->arena, &element))
        return PARSE_ERROR_AT(p, TEXT_SIGNATURE, formatting);
    p->annotation = annotation < p->line_end ? annotation + strlen(TEXT_ANNOTATION) : NULL;
    if (p->annotation)
        apply_row_annotation(p, kind, formatting, &element);
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
    struct span value = {p->annotation, (size_t)(p->line_end - p->annotation)};
    span_next_word(&value); /* "signature" */
    value = span_trim(value.text, value.text + value.length);
    for (unsigned i = 0; i < 3; i++) {
        if (!span_equal(value, known[kind][i]))
            continue;
        memcpy(out->fourcc, known[kind][i], 5);
        return;
    }
    warn_malformed_annotation(p, "the FourCC of such a signature");
}

static void seek_line(struct parser *p, const struct signature_line *line)
{
    p->next = line->line;
    p->end = line->line_end;
    lex_next_line(p);
    p->line_number = line->line_number;
}

/* Reads a table: a title at line `at`, and its rows. Returns the index after them. */
static size_t read_signature(struct parser *p, const struct header_comments *comments, size_t at,
                             struct sm5_program *program)
{
    enum program_signature_kind kind = comments->lines.data[at].kind;
    struct program_signature signature = {.present = true};
    element_list elements = {0};
    memcpy(signature.fourcc, text_default_signature_fourcc(program, kind), 5);
    for (at++; at < comments->lines.count && comments->lines.data[at].kind == kind; at++) {
        seek_line(p, &comments->lines.data[at]);
        if (span_equal(span_trim(p->stop + 2, p->line_end), signature_titles[kind]))
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
