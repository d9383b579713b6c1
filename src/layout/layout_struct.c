/* Layouts from member declarations in HLSL. The text is converted to the types of RDEF, with offsets by
   the packing rules; layout_build.c flattens those. */
#include <stdlib.h>

#include "layout/layout.h"
#include "layout/layout_diag.h"

enum {
    CLASS_SCALAR = 0,
    CLASS_VECTOR = 1,
    CLASS_MATRIX_ROWS = 2,
    CLASS_MATRIX_COLUMNS = 3,
    CLASS_STRUCT = 5,
    BASE_DOUBLE = 39,
    ELEMENT_LIMIT = UINT16_MAX, /* RDEF has 16 bits for the numbers of elements and members */
    BYTES_LIMIT = 1 << 28,
};

/* A type with its packing properties. Sizes end with the last field, as in HLSL. */
struct sized {
    struct program_type type;
    uint64_t bytes; /* of one element */
    bool has_double;
};

struct named_type {
    const char *name;
    const struct sized *type;
};

struct parser {
    const char *text, *at;
    enum sm5_packing packing;
    const struct diag_place *place;
    struct sm5_diags *diags;
    struct arena arena;
    VEC(struct named_type) types;
    unsigned depth;
    enum sm5_status status;
};

/* ---- messages ---- */

static struct diag_place place_at(const struct parser *p, const char *at, size_t length)
{
    struct diag_place place = *p->place;
    place.column += (uint32_t)(at - p->text);
    place.length = length ? (uint32_t)length : 1;
    return place;
}

#define FAIL(p, id, at, length, ...)                                                                         \
    ((p)->status ? false                                                                                     \
                 : ((p)->status = SM5_ERR_INPUT,                                                             \
                    diag_add((p)->diags, id, place_at((p), (at), (length)), __VA_ARGS__), false))

static bool fail_memory(struct parser *p)
{
    if (!p->status)
        diag_add(p->diags, MEMORY, DIAG_NOWHERE);
    p->status = SM5_ERR_MEMORY;
    return false;
}

static bool fail_limit(struct parser *p)
{
    return FAIL(p, LAYOUT_LIMIT, p->text, 1, "the structure", LAYOUT_FIELD_LIMIT, LAYOUT_DEPTH_LIMIT);
}

/* ---- tokens ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct parser *p)
{
    while (is_blank(*p->at))
        p->at++;
}

static bool accept(struct parser *p, char c)
{
    skip_blanks(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static bool expect(struct parser *p, char c, const char *what)
{
    return accept(p, c) || FAIL(p, LAYOUT_EXPECTED, p->at, 1, what);
}

struct word {
    const char *text;
    size_t length;
};

static struct word next_word(struct parser *p)
{
    skip_blanks(p);
    struct word word = {p->at, 0};
    while (is_letter(word.text[word.length]) || (word.length && is_digit(word.text[word.length])))
        word.length++;
    p->at += word.length;
    return word;
}

static bool is_word(struct word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/* ---- types ---- */

static const struct {
    const char *name;
    uint16_t base;
} base_types[] = {
    {"float", 3},  {"uint", 19},      {"int", 2},      {"bool", 1},       {"double", 39},    {"half", 3},
    {"dword", 19}, {"min16float", 3}, {"min16int", 2}, {"min16uint", 19}, {"min10float", 3}, {"min12int", 2},
};

static uint64_t align(uint64_t bytes, uint32_t to)
{
    return (bytes + to - 1) / to * to;
}

/* "", "3" or "4x3" after the name of a base type. */
static bool read_shape(const char *text, size_t length, struct program_type *type)
{
    bool digits[3] = {length > 0 && text[0] >= '1' && text[0] <= '4', length > 1 && text[1] == 'x',
                      length > 2 && text[2] >= '1' && text[2] <= '4'};
    type->rows = 1;
    type->columns = digits[0] ? (uint16_t)(text[0] - '0') : 1;
    type->class = digits[0] ? CLASS_VECTOR : CLASS_SCALAR;
    if (length < 2)
        return length == 0 || digits[0];
    if (length != 3 || !digits[0] || !digits[1] || !digits[2])
        return false;
    type->rows = (uint16_t)(text[0] - '0');
    type->columns = (uint16_t)(text[2] - '0');
    type->class = CLASS_MATRIX_COLUMNS;
    return true;
}

static void size_numeric(const struct parser *p, struct sized *sized)
{
    const struct program_type *type = &sized->type;
    bool columns = type->class == CLASS_MATRIX_COLUMNS;
    uint32_t vectors = columns ? type->columns : type->rows, length = columns ? type->rows : type->columns;
    sized->has_double = type->base == BASE_DOUBLE;
    uint64_t bytes = (uint64_t)length * (sized->has_double ? 8 : 4);
    sized->bytes = (vectors - 1) * (p->packing == SM5_PACKING_CBUFFER ? align(bytes, 16) : bytes) + bytes;
}

static bool find_numeric(const struct parser *p, struct word word, bool rows, struct sized *out)
{
    for (size_t i = 0; i < BASE_COUNT(base_types); i++) {
        size_t length = strlen(base_types[i].name);
        if (word.length < length || memcmp(word.text, base_types[i].name, length) != 0 ||
            !read_shape(word.text + length, word.length - length, &out->type))
            continue;
        out->type.base = base_types[i].base;
        if (rows && out->type.class == CLASS_MATRIX_COLUMNS)
            out->type.class = CLASS_MATRIX_ROWS;
        size_numeric(p, out);
        return true;
    }
    return false;
}

static const struct sized *find_struct(const struct parser *p, struct word word)
{
    for (size_t i = 0; i < p->types.count; i++)
        if (is_word(word, p->types.data[i].name))
            return p->types.data[i].type;
    return NULL;
}

static bool parse_members(struct parser *p, char end, struct sized *out);

/* "struct [NAME] { ... }", after the keyword. */
static bool parse_struct(struct parser *p, struct sized *out)
{
    struct word name = next_word(p);
    if (++p->depth > LAYOUT_DEPTH_LIMIT)
        return fail_limit(p);
    if (name.length && find_struct(p, name))
        return FAIL(p, LAYOUT_DUPLICATE, name.text, name.length, (int)name.length, name.text);
    if (!expect(p, '{', "'{' and the members of the structure") || !parse_members(p, '}', out))
        return false;
    p->depth--;
    if (name.length == 0)
        return true;
    const char *copy = arena_string(&p->arena, name.text, name.length);
    const struct sized *kept = arena_copy(&p->arena, out, sizeof *out);
    struct named_type named = {copy, kept};
    return (copy && kept && VEC_PUSH(&p->types, named)) || fail_memory(p);
}

static bool parse_type(struct parser *p, struct sized *out)
{
    struct word word = next_word(p);
    bool rows = is_word(word, "row_major");
    if (rows || is_word(word, "column_major"))
        word = next_word(p);
    *out = (struct sized){0};
    if (word.length == 0)
        return FAIL(p, LAYOUT_EXPECTED, p->at, 1, "a type such as float3");
    if (is_word(word, "struct"))
        return parse_struct(p, out);
    if (find_numeric(p, word, rows, out))
        return true;
    const struct sized *found = find_struct(p, word);
    if (found)
        *out = *found;
    return found || FAIL(p, LAYOUT_TYPE, word.text, word.length, (int)word.length, word.text);
}

/* ---- members ---- */

/* "[2][3]": RDEF has the product of all dimensions, and names use one index. */
static bool parse_elements(struct parser *p, uint16_t *elements)
{
    uint64_t all = 1;
    *elements = 0;
    while (accept(p, '[')) {
        skip_blanks(p);
        char *end;
        const char *start = p->at;
        unsigned long long count = is_digit(*start) ? strtoull(start, &end, 0) : 0;
        p->at = is_digit(*start) ? end : start;
        size_t length = (size_t)(p->at - start);
        if (count == 0 || count > ELEMENT_LIMIT || (all *= count) > ELEMENT_LIMIT)
            return FAIL(p, LAYOUT_SIZE, start, length, length ? (int)length : (int)strcspn(start, "];"),
                        start, (unsigned)ELEMENT_LIMIT);
        if (!expect(p, ']', "']'"))
            return false;
        *elements = (uint16_t)all;
    }
    return true;
}

/* Offset of the next member. Structured buffers align doubles only. */
static uint64_t place_member(const struct parser *p, uint64_t end, const struct sized *type, uint64_t bytes)
{
    uint64_t at = align(end, type->has_double ? 8 : 4);
    if (p->packing == SM5_PACKING_STRUCTURED)
        return at;
    bool aligned = type->type.elements || type->type.class == CLASS_STRUCT || at % 16 + bytes > 16;
    return aligned ? align(at, 16) : at;
}

static uint64_t bytes_of(const struct parser *p, const struct sized *type)
{
    if (type->type.elements == 0)
        return type->bytes;
    uint32_t to = p->packing == SM5_PACKING_CBUFFER ? 16 : type->has_double ? 8 : 4;
    return (type->type.elements - 1) * align(type->bytes, to) + type->bytes;
}

struct members {
    VEC(struct program_member) list;
};

static bool check_name(struct parser *p, const struct members *members, struct word name)
{
    if (name.length == 0)
        return FAIL(p, LAYOUT_EXPECTED, p->at, 1, "the name of a member");
    if (members->list.count >= ELEMENT_LIMIT)
        return fail_limit(p);
    for (size_t i = 0; i < members->list.count; i++)
        if (is_word(name, members->list.data[i].name))
            return FAIL(p, LAYOUT_DUPLICATE, name.text, name.length, (int)name.length, name.text);
    return true;
}

/* Adds NAME[N] of `type` to `members`. */
static bool parse_member(struct parser *p, struct sized type, struct members *members, struct sized *out)
{
    struct word name = next_word(p);
    uint16_t elements;
    if (!check_name(p, members, name) || !parse_elements(p, &elements))
        return false;
    type.type.elements = elements;
    uint64_t bytes = bytes_of(p, &type), offset = place_member(p, out->bytes, &type, bytes);
    if (offset + bytes > BYTES_LIMIT)
        return fail_limit(p);
    struct program_member member = {arena_string(&p->arena, name.text, name.length),
                                    arena_copy(&p->arena, &type.type, sizeof type.type), (uint32_t)offset};
    out->bytes = offset + bytes;
    out->has_double |= type.has_double;
    return (member.name && member.type && VEC_PUSH(&members->list, member)) || fail_memory(p);
}

/* TYPE NAME[N], NAME ...; or only the definition of a structure. */
static bool parse_declaration(struct parser *p, char end, struct members *members, struct sized *out)
{
    struct sized type;
    if (!parse_type(p, &type))
        return false;
    if (type.type.class == CLASS_STRUCT && accept(p, ';'))
        return true;
    do
        if (!parse_member(p, type, members, out))
            return false;
    while (accept(p, ','));
    skip_blanks(p);
    return accept(p, ';') || *p->at == end || FAIL(p, LAYOUT_EXPECTED, p->at, 1, "';'");
}

static bool parse_members(struct parser *p, char end, struct sized *out)
{
    struct members members = {0};
    *out = (struct sized){.type = {.class = CLASS_STRUCT}};
    const char *start = p->at;
    bool ok = true;
    while (skip_blanks(p), ok && *p->at && *p->at != end)
        ok = parse_declaration(p, end, &members, out);
    if (ok && end)
        ok = expect(p, end, "'}'");
    if (ok && members.list.count == 0)
        ok = FAIL(p, LAYOUT_EMPTY, start, 1, "");
    if (ok && p->packing == SM5_PACKING_STRUCTURED)
        out->bytes = align(out->bytes, out->has_double ? 8 : 4);
    out->type.member_count = (uint16_t)members.list.count;
    if (ok)
        out->type.members =
            arena_copy(&p->arena, members.list.data, members.list.count * sizeof *members.list.data);
    VEC_FREE(&members.list);
    return ok && (out->type.members || fail_memory(p));
}

/* ---- the layout ---- */

static struct sm5_layout *build(struct parser *p, const struct sized *all)
{
    const struct layout_part part = {NULL, &all->type, 0};
    struct sm5_layout *layout = layout_new();
    enum sm5_status status = layout ? layout_build(layout, p->packing, &part, 1) : SM5_ERR_MEMORY;
    if (!status)
        return layout;
    layout_free(layout);
    if (status == SM5_ERR_MEMORY)
        fail_memory(p);
    else
        fail_limit(p);
    return NULL;
}

enum sm5_status layout_parse(const char *text, enum sm5_packing packing, const struct diag_place *place,
                             struct sm5_layout **out, struct sm5_diags *diags)
{
    struct parser p = {.text = text, .at = text, .packing = packing, .place = place, .diags = diags};
    struct sized all;
    *out = NULL;
    if (parse_members(&p, 0, &all))
        *out = build(&p, &all);
    arena_free(&p.arena);
    VEC_FREE(&p.types);
    return p.status;
}
