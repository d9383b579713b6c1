/* Spellings of other tools (parse_alias.def), looked up when the own tables do not have a word. */
#include "text/parse/parse.h"

struct alias {
    uint32_t value;
    const char *word;
};

static const struct alias opcodes[] = {
#define ALIAS_OPCODE(id, word) {ISA_##id, word},
#define ALIAS_FILE(id, word)
#define ALIAS_NAME(table, value, word)
#include "text/parse/parse_alias.def"
#undef ALIAS_OPCODE
#undef ALIAS_FILE
#undef ALIAS_NAME
};

static const struct alias files[] = {
#define ALIAS_OPCODE(id, word)
#define ALIAS_FILE(id, word) {ISA_FILE_##id, word},
#define ALIAS_NAME(table, value, word)
#include "text/parse/parse_alias.def"
#undef ALIAS_OPCODE
#undef ALIAS_FILE
#undef ALIAS_NAME
};

static const struct {
    enum isa_names table;
    struct alias alias;
} names[] = {
#define ALIAS_OPCODE(id, word)
#define ALIAS_FILE(id, word)
#define ALIAS_NAME(table, value, word) {ISA_NAMES_##table, {value, word}},
#include "text/parse/parse_alias.def"
#undef ALIAS_OPCODE
#undef ALIAS_FILE
#undef ALIAS_NAME
};

static int find(const struct alias *list, size_t count, struct span word)
{
    for (size_t i = 0; i < count; i++)
        if (span_equal(word, list[i].word))
            return (int)list[i].value;
    return -1;
}

int alias_opcode(struct span word)
{
    return find(opcodes, BASE_COUNT(opcodes), word);
}

int alias_file(struct span word)
{
    return find(files, BASE_COUNT(files), word);
}

/* RenderDoc: control_point_patch_3. */
static int patch_primitive(struct span word)
{
    static const char prefix[] = "control_point_patch_";
    size_t length = sizeof prefix - 1;
    char name[] = "patch\0\0";
    if (!span_has_prefix(word, prefix) || word.length - length > 2)
        return -1;
    memcpy(name + 5, word.text + length, word.length - length);
    return isa_value(ISA_NAMES_PRIMITIVE, name);
}

int alias_name(enum isa_names table, struct span word)
{
    if (table == ISA_NAMES_PRIMITIVE && patch_primitive(word) >= 0)
        return patch_primitive(word);
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (names[i].table == table && span_equal(word, names[i].alias.word))
            return (int)names[i].alias.value;
    return -1;
}
