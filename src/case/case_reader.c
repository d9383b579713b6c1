#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_reader.h"

/* Bounds the values of all contents in place to 32 MB and more of data: larger contents belong in files. */
enum { VISIT_LIMIT = 1 << 23 };

bool reader_memory(struct reader *r)
{
    return io_fail(r->error, "%s: out of memory", r->test->path ? r->test->path : "case");
}

bool reader_visit(struct reader *r, const case_node *node)
{
    size_t count = case_node_count(node) + 1;
    if (count > VISIT_LIMIT - r->visits)
        return READER_FAIL(r, node, "too many values once aliases are expanded; expected at most 2^23");
    r->visits += (uint32_t)count;
    return true;
}

/* ---- scalars ---- */

bool reader_copy(struct reader *r, const char *text, const char **out)
{
    *out = arena_string(&r->test->arena, text, strlen(text));
    return *out || reader_memory(r);
}

bool reader_text(struct reader *r, const case_node *node, const char **out)
{
    if (case_node_kind(node) != CASE_NODE_SCALAR)
        return READER_FAIL(r, node, "expected text");
    if (strlen(case_node_text(node)) != case_node_length(node))
        return READER_FAIL(r, node, "expected text without zero characters");
    return reader_copy(r, case_node_text(node), out);
}

static bool read_u64(struct reader *r, const case_node *node, uint64_t min, uint64_t max, uint64_t *out)
{
    const char *text = case_node_text(node);
    char *end;
    errno = 0;
    bool hex = strncmp(text, "0x", 2) == 0;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    bool digit = text[0] >= '0' && text[0] <= '9'; /* neither sign nor space */
    if (case_node_kind(node) != CASE_NODE_SCALAR || !digit || *end || errno)
        return READER_FAIL(r, node, "invalid whole number '%.40s'; expected 0, 1, 2, ...", text);
    if (value < min)
        return READER_FAIL(r, node, "'%.40s' is too small; expected %llu or more", text,
                           (unsigned long long)min);
    if (value > max)
        return READER_FAIL(r, node, "'%.40s' is too large; expected at most %llu", text,
                           (unsigned long long)max);
    *out = value;
    return true;
}

static bool read_u32(struct reader *r, const case_node *node, uint64_t min, uint64_t max, uint32_t *out)
{
    uint64_t value = 0;
    bool ok = read_u64(r, node, min, max, &value);
    *out = (uint32_t)value;
    return ok;
}

bool reader_u32(struct reader *r, const case_node *node, uint32_t *out)
{
    return read_u32(r, node, 0, UINT32_MAX, out);
}

static bool read_real(struct reader *r, const case_node *node, uint64_t max, double *out)
{
    const char *text = case_node_text(node);
    char *end;
    *out = strtod(text, &end);
    if (case_node_kind(node) != CASE_NODE_SCALAR || *end || end == text || !isfinite(*out) || *out < 0)
        return READER_FAIL(r, node, "invalid number '%.40s'; expected 0 or more", text);
    return !max || *out <= (double)max ||
           READER_FAIL(r, node, "'%.40s' is out of range; expected 0 to %llu", text, (unsigned long long)max);
}

bool reader_real(struct reader *r, const case_node *node, double *out)
{
    return read_real(r, node, 0, out);
}

static bool read_choice(struct reader *r, const case_node *node, const char *const *names, unsigned *out)
{
    char list[200] = "";
    for (unsigned i = 0; names[i]; i++) {
        if (case_node_kind(node) == CASE_NODE_SCALAR && strcmp(case_node_text(node), names[i]) == 0) {
            *out = i;
            return true;
        }
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s",
                 !i             ? ""
                 : names[i + 1] ? ", "
                                : " or ",
                 names[i]);
    }
    return READER_FAIL(r, node, "invalid value '%.40s'; expected %s", case_node_text(node), list);
}

static bool read_bool(struct reader *r, const case_node *node, bool *out)
{
    static const char *const names[] = {"false", "true", NULL};
    unsigned index;
    if (!read_choice(r, node, names, &index))
        return false;
    *out = index;
    return true;
}

static bool read_u32s(struct reader *r, const case_node *node, const struct reader_row *row, uint32_t *out)
{
    size_t count = case_node_kind(node) == CASE_NODE_LIST ? case_node_count(node) : 0;
    if (count < row->min || count > row->max)
        return READER_FAIL(r, node, "expected %s", row->expected);
    for (size_t i = 0; i < count; i++)
        if (!reader_u32(r, case_node_item(r->yaml, node, i), &out[i]))
            return false;
    return true;
}

/* ---- lists and maps ---- */

static bool read_row(struct reader *r, const case_node *node, const struct reader_row *row, char *object);

static bool read_item(struct reader *r, const case_node *node, const struct reader_shape *shape, char *item)
{
    return shape->rows ? reader_map(r, node, shape, item) : read_row(r, node, &shape->item, item);
}

static bool read_items(struct reader *r, const case_node *node, const struct reader_row *row, char *object)
{
    bool is_named = row->kind == READ_NAMED;
    bool is_one = row->kind == READ_ONE_OR_LIST && case_node_kind(node) != CASE_NODE_LIST;
    if (is_named ? !reader_is_map(r, node, row->expected) : !is_one && case_node_kind(node) != CASE_NODE_LIST)
        return !is_named && READER_FAIL(r, node, "expected a list");
    if (!is_named && !reader_visit(r, node))
        return false;
    if (*(char **)(object + row->offset))
        return READER_FAIL(r, node, "'%s' repeats another key", row->name);
    size_t count = is_one ? 1 : case_node_count(node);
    char *items = arena_array(&r->test->arena, count + 1, row->shape->size);
    if (!items)
        return reader_memory(r);
    for (size_t i = 0; i < count; i++) {
        char *item = items + i * row->shape->size;
        const case_node *value = is_one     ? node
                                 : is_named ? case_node_value(r->yaml, node, i)
                                            : case_node_item(r->yaml, node, i);
        if ((is_named && !reader_copy(r, case_node_key(r->yaml, node, i), (const char **)item)) ||
            !read_item(r, value, row->shape, item))
            return false;
    }
    *(char **)(object + row->offset) = items;
    *(size_t *)(object + row->count - 1) = count;
    return true;
}

static bool is_null(const case_node *node)
{
    const char *text = case_node_text(node);
    return case_node_kind(node) == CASE_NODE_SCALAR && (strcmp(text, "null") == 0 || strcmp(text, "~") == 0);
}

static bool read_row(struct reader *r, const case_node *node, const struct reader_row *row, char *object)
{
    void *out = object + row->offset;
    if (row->has) {
        if (is_null(node))
            return true;
        *(bool *)(object + row->has - 1) = true;
    }
    if (row->mark)
        *(size_t *)(object + row->mark - 1) = case_node_start(node);
    switch (row->kind) {
    case READ_TEXT: return reader_text(r, node, out);
    case READ_U32: return read_u32(r, node, row->min, row->max ? row->max : UINT32_MAX, out);
    case READ_U64: return read_u64(r, node, row->min, row->max ? row->max : UINT64_MAX, out);
    case READ_REAL: return read_real(r, node, row->max, out);
    case READ_BOOL: return read_bool(r, node, out);
    case READ_CHOICE: return read_choice(r, node, row->names, out);
    case READ_U32S: return read_u32s(r, node, row, out);
    case READ_DATA: return reader_data(r, node, out);
    case READ_MAP: return reader_map(r, node, row->shape, out);
    case READ_LIST:
    case READ_ONE_OR_LIST:
    case READ_NAMED: return read_items(r, node, row, object);
    default: return row->custom(r, node, object);
    }
}

/* A misspelled key is an error; any other is data of another tool, of which the case keeps the first name. */
static bool unknown_key(struct reader *r, const case_node *node, const char *name,
                        const struct reader_row *rows)
{
    const char *names[65] = {0};
    for (size_t i = 0; i < 64 && rows[i].name; i++)
        names[i] = rows[i].name;
    if (strcmp(name, "note") == 0)
        return true;
    const char *near = io_nearest(name, names);
    if (near)
        return READER_FAIL(r, node, "unknown key '%.60s'; did you mean '%s'?", name, near);
    if (!*r->test->unknown_key)
        snprintf(r->test->unknown_key, sizeof r->test->unknown_key, "%s", name);
    return true;
}

static const struct reader_row *find_row(const struct reader_row *rows, const char *name)
{
    while (rows->name && strcmp(rows->name, name) != 0)
        rows++;
    return rows->name ? rows : NULL;
}

bool reader_is_map(struct reader *r, const case_node *node, const char *what)
{
    return case_node_kind(node) == CASE_NODE_MAP ? reader_visit(r, node)
                                                 : READER_FAIL(r, node, "expected %s", what);
}

bool reader_map(struct reader *r, const case_node *node, const struct reader_shape *shape, void *object)
{
    uint64_t seen = 0; /* one bit a row; no table has more than 64 */
    if (!reader_is_map(r, node, "keys and values"))
        return false;
    if (shape->open)
        shape->open(object, node);
    for (size_t i = 0; i < case_node_count(node); i++) {
        const case_node *key = case_node_key_node(r->yaml, node, i);
        const struct reader_row *row = find_row(shape->rows, case_node_text(key));
        if (!row && !unknown_key(r, key, case_node_text(key), shape->rows))
            return false;
        if (!row)
            continue;
        uint64_t bit = 1ull << (row - shape->rows);
        if (seen & bit)
            return READER_FAIL(r, key, "'%s' is given twice", row->name);
        seen |= bit;
        if (!read_row(r, case_node_value(r->yaml, node, i), row, object))
            return false;
    }
    return !shape->check || shape->check(r, node, object);
}
