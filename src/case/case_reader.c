#include "case/case_reader.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* Values of all contents in place, 32 MB and more of data: what is larger belongs in files of its own. */
enum { VISIT_LIMIT = 1 << 23 };

bool reader_memory(struct reader *r)
{
    return io_fail(r->error, "%s: out of memory", r->test->path ? r->test->path : "case");
}

bool reader_spend(struct reader *r, const case_node *node)
{
    size_t count = case_node_count(node) + 1;
    if (count > VISIT_LIMIT - r->visits)
        return READER_FAIL(
            r, node,
            "this file has too many values, or its aliases expand to too many; expected at most 2^23");
    r->visits += (uint32_t)count;
    return true;
}

/* ---- scalars ---- */

bool reader_text(struct reader *r, const case_node *node, const char **out)
{
    if (case_node_kind(node) != CASE_NODE_SCALAR)
        return READER_FAIL(r, node, "expected a word");
    if (strlen(case_node_text(node)) != case_node_length(node))
        return READER_FAIL(r, node, "expected text without zero characters");
    *out = case_memory_string(r->test->memory, case_node_text(node), case_node_length(node));
    return *out || reader_memory(r);
}

bool reader_text_item(struct reader *r, const case_node *node, void *item)
{
    return reader_text(r, node, item);
}

bool reader_is_null(const case_node *node)
{
    const char *text = case_node_text(node);
    return case_node_kind(node) == CASE_NODE_SCALAR && (strcmp(text, "null") == 0 || strcmp(text, "~") == 0);
}

bool reader_key(struct reader *r, const char *key, const char **out)
{
    *out = case_memory_string(r->test->memory, key, strlen(key));
    return *out || reader_memory(r);
}

bool reader_u64(struct reader *r, const case_node *node, uint64_t *out)
{
    const char *text = case_node_text(node);
    char *end;
    errno = 0;
    bool hex = strncmp(text, "0x", 2) == 0;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    bool digit = text[0] >= '0' && text[0] <= '9'; /* neither sign nor space */
    if (case_node_kind(node) != CASE_NODE_SCALAR || !digit || *end || errno)
        return READER_FAIL(r, node, "'%.40s' is no whole number; expected 0, 1, 2, ...", text);
    *out = value;
    return true;
}

bool reader_positive(struct reader *r, const case_node *node, uint64_t *out)
{
    if (!reader_u64(r, node, out))
        return false;
    return *out > 0 || READER_FAIL(r, node, "'%.40s' is too small; expected 1 or more", case_node_text(node));
}

bool reader_u32(struct reader *r, const case_node *node, uint32_t *out)
{
    uint64_t value;
    if (!reader_u64(r, node, &value))
        return false;
    if (value > UINT32_MAX)
        return READER_FAIL(r, node, "%.40s is more than 32 bits hold", case_node_text(node));
    *out = (uint32_t)value;
    return true;
}

bool reader_real(struct reader *r, const case_node *node, double *out)
{
    const char *text = case_node_text(node);
    char *end;
    *out = strtod(text, &end);
    if (case_node_kind(node) != CASE_NODE_SCALAR || *end || end == text || !isfinite(*out) || *out < 0)
        return READER_FAIL(r, node, "'%.40s' is no number from 0 up", text);
    return true;
}

/* ---- lists and maps ---- */

bool reader_list(struct reader *r, const case_node *node, size_t size, reader_item *read, void **items,
                 size_t *count)
{
    if (case_node_kind(node) != CASE_NODE_LIST)
        return READER_FAIL(r, node, "expected a list");
    size_t n = case_node_count(node);
    if (!reader_spend(r, node))
        return false;
    char *array = case_memory_alloc(r->test->memory, n, size);
    if (!array)
        return reader_memory(r);
    for (size_t i = 0; i < n; i++)
        if (!read(r, case_node_item(r->yaml, node, i), array + i * size))
            return false;
    *items = array;
    *count = n;
    return true;
}

static bool unknown_key(struct reader *r, const case_node *map, size_t index, const struct reader_entry *keys)
{
    const char *names[65] = {0}, *name = case_node_key(r->yaml, map, index);
    for (size_t i = 0; i < 64 && keys[i].name; i++)
        names[i] = keys[i].name;
    const char *near = io_nearest(name, names);
    const case_node *at = case_node_key_node(r->yaml, map, index);
    return READER_FAIL(r, at, "unknown key '%.60s'%s%s%s", name, near ? "; did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}

static const struct reader_entry *find_key(const struct reader_entry *keys, const char *name)
{
    while (keys->name && strcmp(keys->name, name) != 0)
        keys++;
    return keys->name ? keys : NULL;
}

bool reader_is_map(struct reader *r, const case_node *node, const char *what)
{
    return case_node_kind(node) == CASE_NODE_MAP ? reader_spend(r, node)
                                                 : READER_FAIL(r, node, "expected %s", what);
}

bool reader_map(struct reader *r, const case_node *node, const struct reader_entry *keys, void *object)
{
    uint64_t seen = 0; /* one bit a row; no table has more than 64 */
    if (!reader_is_map(r, node, "keys and values"))
        return false;
    for (size_t i = 0; i < case_node_count(node); i++) {
        const struct reader_entry *key = find_key(keys, case_node_key(r->yaml, node, i));
        if (!key)
            return unknown_key(r, node, i, keys);
        uint64_t bit = 1ull << (key - keys);
        if (seen & bit)
            return READER_FAIL(r, case_node_key_node(r->yaml, node, i), "'%s' is given twice", key->name);
        seen |= bit;
        if (key->read && !key->read(r, case_node_value(r->yaml, node, i), object))
            return false;
    }
    return true;
}

/* ---- contents ---- */

struct contents {
    const char *type;
    const case_node *values;
};

static bool contents_type(struct reader *r, const case_node *node, void *object)
{
    return reader_text(r, node, &((struct contents *)object)->type);
}

static bool contents_values(struct reader *r, const case_node *node, void *object)
{
    (void)r;
    ((struct contents *)object)->values = node;
    return true;
}

static const struct reader_entry contents_keys[] = {
    {"type", contents_type}, {"values", contents_values}, {0}};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Bytes in memory order, two digits each; spaces may stand between bytes. */
static bool add_hex(struct strbuf *out, const char *text)
{
    while (*text) {
        if (*text == ' ') {
            text++;
            continue;
        }
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0)
            return false;
        strbuf_add_char(out, (char)(high << 4 | low));
        text += 2;
    }
    return true;
}

static bool add_double(struct strbuf *out, const char *text)
{
    uint64_t bits;
    if (!io_parse_double(text, &bits))
        return false;
    strbuf_add_bytes(out, (const char *)&bits, 8);
    return true;
}

static bool add_value(struct strbuf *out, const char *type, const case_node *node)
{
    const char *text = case_node_text(node);
    uint32_t word;
    if (case_node_kind(node) != CASE_NODE_SCALAR || strlen(text) != case_node_length(node))
        return false;
    if (strcmp(type, "hex") == 0)
        return add_hex(out, text);
    if (strcmp(type, "f64") == 0)
        return add_double(out, text);
    if (!io_parse_word(text, strlen(text), type[0], &word))
        return false;
    strbuf_add_bytes(out, (const char *)&word, 4);
    return true;
}

static bool known_type(const char *type)
{
    static const char *const types[] = {"f32", "u32", "i32", "f64", "hex"};
    for (size_t i = 0; i < BASE_COUNT(types); i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

static bool collect_values(struct reader *r, const struct contents *contents, struct strbuf *bytes)
{
    const case_node *values = contents->values;
    bool is_list = case_node_kind(values) == CASE_NODE_LIST;
    size_t count = is_list ? case_node_count(values) : 1;
    if (!reader_spend(r, values))
        return false;
    for (size_t i = 0; i < count; i++) {
        const case_node *item = is_list ? case_node_item(r->yaml, values, i) : values;
        if (!add_value(bytes, contents->type, item))
            return READER_FAIL(r, item, "'%.40s' is no %s value", case_node_text(item), contents->type);
    }
    return true;
}

static bool fail_contents(struct reader *r, const case_node *node)
{
    return READER_FAIL(
        r, node,
        "expected a file name, {type: f32|u32|i32|f64|hex, values: [...]} or {values: [{member: value}]}");
}

static bool read_contents(struct reader *r, const case_node *node, struct case_data *data)
{
    struct contents contents = {0};
    if (!reader_map(r, node, contents_keys, &contents))
        return false;
    if (contents.values && !contents.type && case_node_kind(contents.values) != CASE_NODE_SCALAR)
        return reader_rows(r, contents.values, data);
    if (!contents.type || !known_type(contents.type) || !contents.values)
        return fail_contents(r, node);
    struct strbuf bytes = {0};
    bool ok = collect_values(r, &contents, &bytes);
    if (ok) {
        data->bytes = (const uint8_t *)case_memory_string(r->test->memory, strbuf_text(&bytes), bytes.length);
        data->size = bytes.length;
        ok = (data->bytes && !bytes.failed) || reader_memory(r);
    }
    strbuf_free(&bytes);
    return ok;
}

bool reader_data(struct reader *r, const case_node *node, struct case_data *data)
{
    *data = (struct case_data){.present = true, .mark = case_node_start(node)};
    if (case_node_kind(node) == CASE_NODE_MAP)
        return read_contents(r, node, data);
    if (case_node_kind(node) == CASE_NODE_LIST || case_node_length(node) == 0)
        return fail_contents(r, node);
    return reader_text(r, node, &data->file);
}
