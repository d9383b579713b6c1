/* Rows of the signature tables. Fields that a row does not show get the values that fxc's compilers write. */
#include "text/parse/parse.h"

static bool read_system_value(struct span word, uint32_t *out)
{
    return text_find_system_value(word.text, word.length, out);
}

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

/* ---- a row ---- */

static struct span next_field(struct span *rest)
{
    *rest = span_trim(rest->text, rest->text + rest->length);
    struct span field = {rest->text, 0};
    while (field.length < rest->length && field.text[field.length] != ' ' && field.text[field.length] != '\t')
        field.length++;
    rest->text += field.length;
    rest->length -= field.length;
    return field;
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

static bool mask_letters(struct span word, uint8_t *mask)
{
    static const char letters[] = "xyzw";
    uint8_t found = 0;
    for (size_t i = 0; i < word.length; i++) {
        const char *at = memchr(letters, word.text[i], 4);
        if (!at)
            return false;
        found |= (uint8_t)(1u << (at - letters));
    }
    *mask |= found;
    return word.length > 0;
}

/* Letters stand in columns of their own, so that "x z" is one mask of two fields. */
static void read_mask(struct span *rest, uint8_t *mask)
{
    for (;;) {
        struct span before = *rest, word = next_field(rest);
        if (mask_letters(word, mask))
            continue;
        *rest = before;
        return;
    }
}

/* The last column: the components that are used, or YES or NO for registers without a mask. */
static bool read_used(struct span rest, bool complement, struct program_signature_element *out)
{
    uint8_t used = 0;
    read_mask(&rest, &used);
    struct span word = next_field(&rest);
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
    if (!read_name(next_field(&rest), arena, out) || !read_number(next_field(&rest), &out->semantic_index))
        return false;
    struct span before = rest;
    if (span_equal(next_field(&rest), "N/A"))
        out->mask = 1;
    else
        read_mask((rest = before, &rest), &out->mask);
    struct span reg = next_field(&rest);
    if (!read_number(reg, &out->reg)) {
        out->reg = UINT32_MAX; /* oDepth and the like */
        if (reg.length == 0 || (reg.text[0] >= '0' && reg.text[0] <= '9'))
            return false;
    }
    return read_system_value(next_field(&rest), &out->system_value) && read_format(next_field(&rest), out) &&
           read_used(rest, text_mask_is_complement(program, kind), out);
}
