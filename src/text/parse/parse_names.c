/* Words to numbers, and the nearest spelling of a word that is none. */
#include <strings.h>

#include "text/parse/parse.h"

/* One byte of hash a name, from its length and three of its letters, so that it is a constant of the program:
   a lookup scans the bytes of one table and compares the few names that are left. Letter case does not count.
 */
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

static const char *opcode_name(unsigned i)
{
    const struct isa_op *op = isa_op(i);
    return op ? op->mnemonic : "";
}

static const char *file_name(unsigned i)
{
    return isa_file(i)->text;
}

static int lookup(const uint8_t *hashes, unsigned count, const char *(*name)(unsigned), struct span word)
{
    if (word.length == 0 || word.length > TEXT_WORD_LIMIT)
        return -1;
    uint8_t hash = HASH(word.text[0], word.text[word.length / 2], word.text[word.length - 1], word.length);
    for (const uint8_t *at = hashes, *end = hashes + count; at < end; at++) {
        at = memchr(at, hash, (size_t)(end - at));
        if (!at)
            return -1;
        unsigned i = (unsigned)(at - hashes);
        if (span_equal(word, name(i)))
            return (int)i;
    }
    return -1;
}

int lookup_opcode(struct span word)
{
    int found = lookup(opcode_hashes, ISA_OPCODE_COUNT, opcode_name, word);
    return found < 0 ? alias_opcode(word) : found;
}

int lookup_file(struct span word)
{
    int found = lookup(file_hashes, ISA_FILE_COUNT, file_name, word);
    return found < 0 ? alias_file(word) : found;
}

/* ---- the nearest spelling ---- */

struct nearest {
    const char *name;
    unsigned distance;
};

/* The commonest slip of all: two neighbouring letters the wrong way round. */
static bool swapped(const char *word, const char *name)
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
    if (swapped(word, name))
        distance = 1;
    if (distance < best->distance)
        *best = (struct nearest){name, distance};
}

/* A spelling helps when at most about a quarter of the word is wrong. */
static struct nearest none_for(size_t length)
{
    return (struct nearest){NULL, (unsigned)(length + 2) / 4 + 1};
}

static const char *suggestion(struct parser *p, const struct nearest *best)
{
    if (!best->name)
        return "";
    const char *text = arena_printf(p->arena, "; did you mean '%s'?", best->name);
    return text ? text : "";
}

static bool copy_word(struct span word, char out[TEXT_WORD_LIMIT + 1])
{
    if (word.length == 0 || word.length > TEXT_WORD_LIMIT)
        return false;
    memcpy(out, word.text, word.length);
    out[word.length] = 0;
    return true;
}

/* The word may end in suffixes: each shorter word that stands before an underscore is tried too. */
const char *suggest_opcode(struct parser *p, struct span word)
{
    char copy[TEXT_WORD_LIMIT + 1];
    if (!copy_word(word, copy))
        return "";
    for (char *end = copy + word.length; end; end = strrchr(copy, '_')) {
        *end = 0;
        struct nearest best = none_for((size_t)(end - copy));
        for (unsigned i = 0; i < ISA_OPCODE_COUNT; i++)
            consider(&best, copy, opcode_name(i));
        if (best.name)
            return suggestion(p, &best);
    }
    return "";
}

const char *suggest_file(struct parser *p, struct span word)
{
    char copy[TEXT_WORD_LIMIT + 1];
    struct nearest best = none_for(word.length);
    if (!copy_word(word, copy))
        return "";
    for (unsigned i = 0; i < ISA_FILE_COUNT; i++)
        consider(&best, copy, file_name(i));
    return suggestion(p, &best);
}

const char *suggest_name(struct parser *p, enum isa_names table, struct span word)
{
    char copy[TEXT_WORD_LIMIT + 1];
    struct nearest best = none_for(word.length);
    uint32_t value;
    if (!copy_word(word, copy))
        return "";
    for (unsigned i = 0; isa_name_at(table, i, &value); i++)
        consider(&best, copy, isa_name_at(table, i, &value));
    return suggestion(p, &best);
}

bool parse_name(struct parser *p, enum isa_names table, struct span word, const char *what, uint32_t *out)
{
    char copy[TEXT_WORD_LIMIT + 1];
    int value = copy_word(word, copy) ? isa_value(table, copy) : -1;
    if (value < 0)
        value = alias_name(table, word);
    *out = value < 0 ? 0 : (uint32_t)value;
    if (value >= 0)
        return true;
    if (word.length == 0)
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, 1, what);
    return PARSE_ERROR(p, TEXT_WORD, word.text, word.length, SPAN_ARG(word), what,
                       suggest_name(p, table, word));
}
