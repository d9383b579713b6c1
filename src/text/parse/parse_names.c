/* Names to numbers, and suggestions for misspelt names. */
#include <strings.h>

#include "text/parse/parse.h"

/* One byte of hash a name, from its length and three of its letters, so that it is a compile-time constant: a
   lookup scans the bytes of one table and compares the few names that remain. Letter case is ignored. */
#define LOWER(c) ((c) | 0x20)
#define HASH(first, middle, last, length)                                                                    \
    (uint8_t)(LOWER(first) * 7u + LOWER(middle) * 31u + LOWER(last) * 3u + (unsigned)(length)*41u)
#define HASH_OF(text)                                                                                        \
    HASH(text[0], text[(sizeof(text) - 1) / 2], text[sizeof(text) > 1 ? sizeof(text) - 2 : 0],               \
         sizeof(text) - 1)

static const uint8_t opcode_hashes[ISA_OPCODE_COUNT] = {
#define OP(opcode, id, name, text, ...) [opcode] = HASH_OF(text),
#include "isa/isa.def"
#undef OP
};

static const uint8_t file_hashes[ISA_FILE_COUNT] = {
#define FILE_ROW(number, id, text, ...) [number] = HASH_OF(text),
#include "isa/file.def"
#undef FILE_ROW
};

/* Tables of names: those of enum isa_names, then two more. */
enum { TABLE_OPCODES = -1, TABLE_FILES = -2 };

/* Name `i` of a table, "" where a number has none; NULL after the last. */
static const char *name_at(int table, unsigned i)
{
    uint32_t value;
    if (table == TABLE_OPCODES)
        return i >= ISA_OPCODE_COUNT ? NULL : isa_op(i) ? isa_op(i)->mnemonic : "";
    if (table == TABLE_FILES)
        return i < ISA_FILE_COUNT ? isa_file(i)->text : NULL;
    return isa_name_at((enum isa_names)table, i, &value);
}

/* ---- lookup ---- */

static const struct {
    int table;
    uint32_t value;
    const char *word;
} aliases[] = {
#define ALIAS_OPCODE(id, word)         {TABLE_OPCODES, ISA_##id, word},
#define ALIAS_FILE(id, word)           {TABLE_FILES, ISA_FILE_##id, word},
#define ALIAS_NAME(table, value, word) {ISA_NAMES_##table, value, word},
#include "text/parse/parse_alias.def"
#undef ALIAS_OPCODE
#undef ALIAS_FILE
#undef ALIAS_NAME
};

static int lookup_alias(int table, struct span word)
{
    for (size_t i = 0; i < BASE_COUNT(aliases); i++)
        if (aliases[i].table == table && span_equal(word, aliases[i].word))
            return (int)aliases[i].value;
    return -1;
}

static int lookup(int table, const uint8_t *hashes, unsigned count, struct span word)
{
    if (word.length == 0 || word.length > TEXT_WORD_LIMIT)
        return -1;
    uint8_t hash = HASH(word.text[0], word.text[word.length / 2], word.text[word.length - 1], word.length);
    for (const uint8_t *at = hashes, *end = hashes + count; at < end; at++) {
        at = memchr(at, hash, (size_t)(end - at));
        if (!at)
            break;
        unsigned i = (unsigned)(at - hashes);
        if (span_equal(word, name_at(table, i)))
            return (int)i;
    }
    return lookup_alias(table, word);
}

int lookup_opcode(struct span word)
{
    return lookup(TABLE_OPCODES, opcode_hashes, ISA_OPCODE_COUNT, word);
}

int lookup_file(struct span word)
{
    return lookup(TABLE_FILES, file_hashes, ISA_FILE_COUNT, word);
}

/* RenderDoc: control_point_patch_3. */
static int lookup_patch_primitive(struct span word)
{
    static const char prefix[] = "control_point_patch_";
    size_t length = sizeof prefix - 1;
    char name[] = "patch\0\0";
    if (!span_has_prefix(word, prefix) || word.length - length > 2)
        return -1;
    memcpy(name + 5, word.text + length, word.length - length);
    return isa_value(ISA_NAMES_PRIMITIVE, name);
}

static bool copy_word(struct span word, char out[TEXT_WORD_LIMIT + 1])
{
    if (word.length == 0 || word.length > TEXT_WORD_LIMIT)
        return false;
    memcpy(out, word.text, word.length);
    out[word.length] = 0;
    return true;
}

int lookup_name(enum isa_names table, struct span word)
{
    char copy[TEXT_WORD_LIMIT + 1];
    int value = copy_word(word, copy) ? isa_value(table, copy) : -1;
    if (value < 0)
        value = lookup_alias((int)table, word);
    if (value < 0 && table == ISA_NAMES_PRIMITIVE)
        value = lookup_patch_primitive(word);
    return value;
}

/* ---- suggestions ---- */

struct nearest {
    const char *name;
    unsigned distance;
};

/* Two neighbouring letters are swapped, the most frequent typing error. */
static bool is_transposed(const char *word, const char *name)
{
    size_t length = strlen(word), at = 0;
    if (strlen(name) != length)
        return false;
    while (at < length && LOWER(word[at]) == LOWER(name[at]))
        at++;
    return at + 1 < length && LOWER(word[at]) == LOWER(name[at + 1]) &&
           LOWER(word[at + 1]) == LOWER(name[at]) && strcasecmp(word + at + 2, name + at + 2) == 0;
}

static void consider(struct nearest *best, const char *word, const char *name)
{
    size_t length = strlen(word), other = strlen(name);
    if ((length > other ? length - other : other - length) >= best->distance)
        return; /* at least so many letters differ */
    unsigned distance = *name ? str_distance(word, name) : TEXT_WORD_LIMIT;
    if (is_transposed(word, name))
        distance = 1;
    if (distance < best->distance)
        *best = (struct nearest){name, distance};
}

/* The nearest name, if at most about a quarter of the word differs. */
static const char *suggest(struct parser *p, int table, struct span word)
{
    char copy[TEXT_WORD_LIMIT + 1];
    struct nearest best = {NULL, (unsigned)(word.length + 2) / 4 + 1};
    if (!copy_word(word, copy))
        return "";
    for (unsigned i = 0; name_at(table, i); i++)
        consider(&best, copy, name_at(table, i));
    const char *text = best.name ? arena_printf(p->arena, "; did you mean '%s'?", best.name) : NULL;
    return text ? text : "";
}

/* The word may end in suffixes: each prefix that ends before an underscore is tried too. */
const char *suggest_opcode(struct parser *p, struct span word)
{
    if (word.length > TEXT_WORD_LIMIT) /* no mnemonic is longer */
        word.length = TEXT_WORD_LIMIT;
    const char *found = suggest(p, TABLE_OPCODES, word), *end;
    while (!*found && (end = memrchr(word.text, '_', word.length)) != NULL) {
        word.length = (size_t)(end - word.text);
        found = suggest(p, TABLE_OPCODES, word);
    }
    return found;
}

const char *suggest_file(struct parser *p, struct span word)
{
    return suggest(p, TABLE_FILES, word);
}

bool parse_name(struct parser *p, enum isa_names table, struct span word, const char *what, uint32_t *out)
{
    int value = lookup_name(table, word);
    *out = value < 0 ? 0 : (uint32_t)value;
    if (value >= 0)
        return true;
    if (word.length == 0)
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, 1, what);
    return PARSE_ERROR_AT(p, TEXT_WORD, word, SPAN_ARG(word), what, suggest(p, (int)table, word));
}
