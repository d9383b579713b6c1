/* Changes values in a case file in place; all other bytes are kept. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "case/case_spec.h"
#include "case/case_yaml.h"

struct edit {
    size_t start, end; /* characters */
    char *text;
};

struct case_edits {
    char *path;
    struct io_bytes file;
    struct case_yaml *yaml;
    bool json; /* names and NaN must be in double quotes */
    struct edit *list;
    size_t count, capacity;
};

/* ---- the file ---- */

struct case_edits *case_edits_open(const char *path, struct io_error *error)
{
    struct case_edits *edits = calloc(1, sizeof *edits);
    bool ok = edits && (edits->path = strdup(path)) != NULL;
    if (!ok)
        io_fail(error, "out of memory");
    ok = ok && io_read_file(path, IO_PROGRAM_MOST, &edits->file, error);
    if (ok && edits->file.size >= 2 && (edits->file.data[0] == 0xff || edits->file.data[0] == 0xfe))
        ok = io_fail(error, "%s: is not UTF-8; expected that of a file to be changed", path);
    if (ok) {
        edits->json = io_has_ending(path, ".json");
        edits->yaml = case_yaml_parse(edits->path, &edits->file, error);
        ok = edits->yaml != NULL;
    }
    if (ok)
        return edits;
    case_edits_free(edits);
    return NULL;
}

void case_edits_free(struct case_edits *edits)
{
    if (!edits)
        return;
    for (size_t i = 0; i < edits->count; i++)
        free(edits->list[i].text);
    free(edits->list);
    case_yaml_free(edits->yaml);
    io_bytes_free(&edits->file);
    free(edits->path);
    free(edits);
}

static bool grow(struct case_edits *edits)
{
    size_t capacity = edits->capacity ? 2 * edits->capacity : 16;
    struct edit *bigger = realloc(edits->list, capacity * sizeof *bigger);
    if (!bigger)
        return false;
    edits->list = bigger;
    edits->capacity = capacity;
    return true;
}

static bool add_edit(struct case_edits *edits, size_t start, size_t end, struct strbuf *text,
                     struct io_error *error)
{
    bool fits = edits->count < edits->capacity || grow(edits);
    char *copy = fits && !text->failed ? strdup(strbuf_text(text)) : NULL;
    strbuf_free(text);
    if (!copy)
        return io_fail(error, "out of memory");
    edits->list[edits->count++] = (struct edit){start, end, copy};
    return true;
}

/* Values that an alias repeats cannot be changed separately. */
static bool check_unaliased(struct case_edits *edits, const case_node *node, struct io_error *error)
{
    return !case_node_is_shared(edits->yaml, node) ||
           case_yaml_fail(edits->yaml, node, error,
                          "an alias repeats this; expected values that are used once");
}

/* Finds the node at a mark. */
static const case_node *find(struct case_edits *edits, size_t mark, enum case_node_kind kind,
                             struct io_error *error)
{
    const case_node *node = case_yaml_find(edits->yaml, mark, kind);
    if (!node) {
        io_fail(error, "%s: was changed while it was in use", edits->path);
        return NULL;
    }
    return check_unaliased(edits, node, error) ? node : NULL;
}

/* ---- values as text ---- */

/* Small integers among floats are written as integers. */
static bool is_denormal(char type, uint64_t bits)
{
    return type == 'f' && (bits & 0x7f800000) == 0 && (bits & 0x7fffff);
}

static void add_real(struct strbuf *out, const struct case_edits *edits, char type, uint64_t bits)
{
    char text[40];
    bool wide = type == 'd';
    double value = wide ? double_of_bits(bits) : (double)float_of_bits((uint32_t)bits);
    bool as_bits = isnan(value) || is_denormal(type, bits);
    const char *quote = edits->json && (as_bits || isinf(value)) ? "\"" : "";
    io_format_value(text, &bits, type);
    if (as_bits && wide)
        strbuf_printf(out, "%s0x%016" PRIx64 "%s", quote, bits, quote);
    else if (as_bits)
        strbuf_printf(out, "%s0x%08" PRIx64 "%s", quote, bits, quote);
    else
        strbuf_printf(out, "%s%s%s", quote, text, quote);
}

static void add_value(struct strbuf *out, const struct case_edits *edits, char type, const uint8_t *at,
                      const char *old)
{
    bool hex = old && old[0] == '0' && (old[1] | 0x20) == 'x';
    uint64_t bits = type == 'd' ? load_u64(at) : load_u32(at);
    if (type == 'f' || type == 'd')
        add_real(out, edits, type, bits);
    else if (hex && !edits->json)
        strbuf_printf(out, "0x%08" PRIx64, bits);
    else if (type == 'i')
        strbuf_printf(out, "%" PRId32, (int32_t)bits);
    else
        strbuf_printf(out, "%" PRIu64, bits);
}

static void add_hex(struct strbuf *out, const uint8_t *bytes, size_t size)
{
    strbuf_add(out, "\"");
    for (size_t i = 0; i < size; i++)
        strbuf_printf(out, "%02x", bytes[i]);
    strbuf_add(out, "\"");
}

/* ---- contents ---- */

/* Contents in place, and their new bytes. */
struct contents {
    const case_node *values;
    char type; /* 'f', 'i', 'u', 'd', 'h' hex; 'm' by member */
    const struct case_edit_rows *rows;
    const uint8_t *old, *bytes;
    size_t old_size, size;
};

static const case_node *value_of(struct case_edits *edits, const case_node *map, const char *key)
{
    for (size_t i = 0; i < case_node_count(map); i++)
        if (strcmp(case_node_key(edits->yaml, map, i), key) == 0)
            return case_node_value(edits->yaml, map, i);
    return NULL;
}

static uint32_t item_bytes(char type)
{
    return type == 'd' ? 8 : 4;
}

/* Hex digits of an item, two for each byte. */
static size_t hex_bytes(const case_node *item)
{
    size_t digits = 0;
    for (const char *at = case_node_text(item); *at; at++)
        digits += *at != ' ';
    return digits / 2;
}

static size_t items(const struct contents *c)
{
    return case_node_kind(c->values) == CASE_NODE_LIST ? case_node_count(c->values) : 1;
}

static const case_node *item_at(struct case_edits *edits, const struct contents *c, size_t i)
{
    return case_node_kind(c->values) == CASE_NODE_LIST ? case_node_item(edits->yaml, c->values, i)
                                                       : c->values;
}

/* The number of bytes is unchanged: replace the text of items whose bytes differ. */
static bool replace_items(struct case_edits *edits, const struct contents *c, struct io_error *error)
{
    size_t at = 0;
    for (size_t i = 0; i < items(c); i++) {
        const case_node *item = item_at(edits, c, i);
        size_t bytes = c->type == 'h' ? hex_bytes(item) : item_bytes(c->type);
        if (bytes > c->size - at)
            return case_yaml_fail(edits->yaml, item, error, "was changed while it was in use");
        if (memcmp(c->old + at, c->bytes + at, bytes) != 0) {
            struct strbuf text = {0};
            if (!check_unaliased(edits, item, error))
                return false;
            if (c->type == 'h')
                add_hex(&text, c->bytes + at, bytes);
            else
                add_value(&text, edits, c->type, c->bytes + at, case_node_text(item));
            if (!add_edit(edits, case_node_start(item), case_node_end(item), &text, error))
                return false;
        }
        at += bytes;
    }
    return true;
}

/* ---- all values anew ---- */

/* Indentation of the line that a character is in: rows are indented further. */
static size_t indent_of(const struct case_edits *edits, const case_node *node)
{
    const char *text = (const char *)edits->file.data, *line = text;
    for (uint32_t n = 1; n < case_node_line(node); n++) {
        const char *end = strchr(line, '\n');
        if (!end)
            break;
        line = end + 1;
    }
    return strspn(line, " -");
}

static bool is_plain(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.");
    return name[0] && !name[length] && !strchr("0123456789.", name[0]);
}

/* Quotes names with brackets or commas, which would end a plain scalar of YAML. */
static void add_name(struct strbuf *out, const struct case_edits *edits, const char *name)
{
    if (is_plain(name) && !edits->json) {
        strbuf_add(out, name);
        return;
    }
    strbuf_add(out, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            strbuf_add(out, "\\");
        strbuf_add_char(out, *name);
    }
    strbuf_add(out, "\"");
}

static void add_members(struct strbuf *out, const struct case_edits *edits, const struct case_edit_rows *rows,
                        const uint8_t *row)
{
    strbuf_add(out, "{");
    for (size_t i = 0; i < rows->count; i++) {
        strbuf_add(out, i ? ", " : "");
        add_name(out, edits, rows->columns[i].name);
        strbuf_add(out, ": ");
        add_value(out, edits, rows->columns[i].type, row + rows->columns[i].offset, NULL);
    }
    strbuf_add(out, "}");
}

/* Values in a line: those of a row, up to a limit. */
static size_t values_per_line(const struct contents *c)
{
    size_t row = c->rows->bytes / item_bytes(c->type);
    return row && row <= 16 ? row : 8;
}

static void add_all(struct strbuf *out, const struct case_edits *edits, const struct contents *c,
                    size_t indent)
{
    size_t step = c->type == 'm' ? c->rows->bytes : item_bytes(c->type), count = c->size / step;
    size_t a_line = c->type == 'm' ? 1 : values_per_line(c);
    strbuf_add(out, "[");
    for (size_t i = 0; i < count; i++) {
        if (count > 8 || c->type == 'm' ? i % a_line == 0 : false)
            strbuf_printf(out, "\n%*s", (int)indent, "");
        else if (i)
            strbuf_add(out, " ");
        if (c->type == 'm')
            add_members(out, edits, c->rows, c->bytes + i * step);
        else
            add_value(out, edits, c->type, c->bytes + i * step, NULL);
        strbuf_add(out, i + 1 < count ? "," : "");
    }
    strbuf_add(out, "]");
}

/* A list without brackets ends with its last item: its end mark may be later. */
static size_t end_of(struct case_edits *edits, const case_node *node)
{
    size_t count = case_node_count(node);
    if (case_node_kind(node) == CASE_NODE_SCALAR || case_node_is_flow(node) || count == 0)
        return case_node_end(node);
    return end_of(edits, case_node_kind(node) == CASE_NODE_LIST
                             ? case_node_item(edits->yaml, node, count - 1)
                             : case_node_value(edits->yaml, node, count - 1));
}

static bool replace_all(struct case_edits *edits, const struct contents *c, struct io_error *error)
{
    struct strbuf text = {0};
    size_t step = c->type == 'm' ? c->rows->bytes : item_bytes(c->type);
    if (c->type == 'h')
        add_hex(&text, c->bytes, c->size);
    else if (c->size % step)
        return case_yaml_fail(edits->yaml, c->values, error,
                              "%zu bytes are not whole values of this type; expected hex", c->size);
    else
        add_all(&text, edits, c, indent_of(edits, c->values) + 4);
    return add_edit(edits, case_node_start(c->values), end_of(edits, c->values), &text, error);
}

/* ---- values by member ---- */

static const struct io_column *find_column(const struct case_edit_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->columns[i].name, name) == 0)
            return &rows->columns[i];
    return NULL;
}

/* State of a visit of the members of a row, which may be nested. */
struct member {
    const struct contents *c;
    size_t row, found; /* members that the row has */
    bool replace;
    struct strbuf path;
};

static bool replace_value(struct case_edits *edits, const struct member *member,
                          const struct io_column *column, const case_node *value, struct io_error *error)
{
    const struct contents *c = member->c;
    size_t at = member->row * c->rows->bytes + column->offset;
    if (memcmp(c->old + at, c->bytes + at, item_bytes(column->type)) == 0)
        return true;
    if (!check_unaliased(edits, value, error))
        return false;
    struct strbuf text = {0};
    add_value(&text, edits, column->type, c->bytes + at, case_node_text(value));
    return add_edit(edits, case_node_start(value), case_node_end(value), &text, error);
}

static void cut(struct strbuf *path, size_t length)
{
    if (path->length > length)
        path->text[path->length = length] = 0;
}

static bool visit_member(struct case_edits *edits, struct member *member, const case_node *node,
                         struct io_error *error);

/* Lists are vectors ("position.y") or arrays and matrices ("weights[1]"). */
static bool visit_item(struct case_edits *edits, struct member *member, const case_node *item, size_t i,
                       struct io_error *error)
{
    size_t mark = member->path.length;
    if (i < 4 && case_node_kind(item) == CASE_NODE_SCALAR) {
        strbuf_printf(&member->path, ".%c", "xyzw"[i]);
        if (find_column(member->c->rows, strbuf_text(&member->path)))
            return visit_member(edits, member, item, error);
        cut(&member->path, mark);
    }
    strbuf_printf(&member->path, "[%zu]", i);
    return visit_member(edits, member, item, error);
}

static bool visit_member(struct case_edits *edits, struct member *member, const case_node *node,
                         struct io_error *error)
{
    size_t mark = member->path.length;
    if (case_node_kind(node) == CASE_NODE_SCALAR) {
        const struct io_column *column = find_column(member->c->rows, strbuf_text(&member->path));
        member->found += column != NULL;
        return column && (!member->replace || replace_value(edits, member, column, node, error));
    }
    for (size_t i = 0; i < case_node_count(node); i++) {
        bool ok;
        if (case_node_kind(node) == CASE_NODE_LIST) {
            ok = visit_item(edits, member, case_node_item(edits->yaml, node, i), i, error);
        } else {
            const char *key = case_node_key(edits->yaml, node, i);
            strbuf_printf(&member->path, "%s%s", mark && key[0] != '[' ? "." : "", key);
            ok = visit_member(edits, member, case_node_value(edits->yaml, node, i), error);
        }
        cut(&member->path, mark);
        if (!ok)
            return false;
    }
    return true;
}

/* False without an error when some row does not have each member once: then all rows are rewritten. */
static bool visit_rows(struct case_edits *edits, const struct contents *c, bool replace,
                       struct io_error *error)
{
    bool is_list = case_node_kind(c->values) == CASE_NODE_LIST, ok = true;
    struct member member = {.c = c, .replace = replace};
    for (size_t i = 0; ok && i < items(c); i++) {
        member.row = i;
        member.found = 0;
        ok = visit_member(edits, &member, is_list ? case_node_item(edits->yaml, c->values, i) : c->values,
                          error) &&
             member.found == c->rows->count;
    }
    ok = ok && !member.path.failed;
    strbuf_free(&member.path);
    return ok;
}

static bool are_plain_rows(struct case_edits *edits, const struct contents *c)
{
    struct io_error ignored;
    return items(c) * c->rows->bytes == c->size && visit_rows(edits, c, false, &ignored);
}

static char type_of(const char *name)
{
    static const struct {
        const char *name;
        char type;
    } types[] = {{"f32", 'f'}, {"u32", 'u'}, {"i32", 'i'}, {"f64", 'd'}, {"hex", 'h'}};
    for (size_t i = 0; i < BASE_COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return types[i].type;
    return 0;
}

bool case_edits_contents(struct case_edits *edits, const struct case_data *data,
                         const struct case_edit_rows *rows, const struct io_bytes *old, const void *contents,
                         size_t size, struct io_error *error)
{
    const case_node *map = find(edits, data->mark, CASE_NODE_MAP, error);
    if (!map)
        return false;
    const case_node *type = value_of(edits, map, "type"), *values = value_of(edits, map, "values");
    struct contents c = {.values = values,
                         .type = type ? type_of(case_node_text(type)) : 'm',
                         .rows = rows,
                         .old = old->data,
                         .old_size = old->size,
                         .bytes = contents,
                         .size = size};
    bool members = c.type == 'm' && rows->count && rows->bytes && size % rows->bytes == 0;
    if (!values || !c.type || (c.type == 'm' && !members))
        return case_yaml_fail(edits->yaml, map, error, "expected {type: f32|u32|i32|f64|hex, values: [...]}");
    if (!check_unaliased(edits, values, error))
        return false;
    bool same_size = c.old && c.old_size == size;
    if (members && same_size && are_plain_rows(edits, &c))
        return visit_rows(edits, &c, true, error);
    return !members && same_size ? replace_items(edits, &c, error) : replace_all(edits, &c, error);
}

/* ---- numbers ---- */

bool case_edits_number(struct case_edits *edits, size_t mark, uint64_t number, struct io_error *error)
{
    const case_node *node = find(edits, mark, CASE_NODE_SCALAR, error);
    struct strbuf text = {0};
    if (!node)
        return false;
    strbuf_printf(&text, "%" PRIu64, number);
    return add_edit(edits, case_node_start(node), case_node_end(node), &text, error);
}

bool case_edits_list(struct case_edits *edits, size_t mark, const char *const *texts, size_t count,
                     struct io_error *error)
{
    const case_node *node = find(edits, mark, CASE_NODE_LIST, error);
    struct strbuf text = {0};
    if (!node)
        return false;
    strbuf_add(&text, "[");
    for (size_t i = 0; i < count; i++)
        strbuf_printf(&text, "%s%s", i ? ", " : "", texts[i]);
    strbuf_add(&text, "]");
    return add_edit(edits, case_node_start(node), end_of(edits, node), &text, error);
}

/* ---- writing ---- */

static int by_start(const void *left, const void *right)
{
    const struct edit *a = left, *b = right;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Skips characters of UTF-8: marks count characters, not bytes. */
static const uint8_t *skip(const uint8_t *at, const uint8_t *end, size_t characters)
{
    while (characters && at < end) {
        at++;
        while (at < end && (*at & 0xc0) == 0x80)
            at++;
        characters--;
    }
    return at;
}

static void apply(struct case_edits *edits, struct strbuf *out)
{
    const uint8_t *at = edits->file.data, *end = at + edits->file.size;
    size_t character = 0;
    if (edits->file.size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        strbuf_add_bytes(out, (const char *)at, 3);
        at += 3;
    }
    qsort(edits->list, edits->count, sizeof *edits->list, by_start);
    for (size_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->list[i];
        const uint8_t *start = skip(at, end, edit->start - character);
        strbuf_add_bytes(out, (const char *)at, (size_t)(start - at));
        strbuf_add(out, edit->text);
        at = skip(start, end, edit->end - edit->start);
        character = edit->end;
    }
    strbuf_add_bytes(out, (const char *)at, (size_t)(end - at));
}

bool case_edits_write(struct case_edits *edits, struct io_error *error)
{
    struct strbuf text = {0};
    struct case_spec test;
    struct io_error why;
    if (edits->count == 0)
        return true;
    apply(edits, &text);
    const struct io_bytes changed = {.data = (uint8_t *)text.text, .size = text.length};
    bool ok = !text.failed || io_fail(error, "out of memory");
    if (ok && !case_spec_parse(edits->path, &changed, &test, &why))
        ok = io_fail(error, "%.200s: cannot be changed: %.280s", edits->path, why.text);
    else if (ok)
        case_spec_free(&test);
    ok = ok && io_write_file(edits->path, text.text, text.length, error);
    strbuf_free(&text);
    return ok;
}
