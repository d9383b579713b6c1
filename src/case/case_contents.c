/* Contents and constants in test cases: bytes by type, values as a list of maps, the key `set`. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "case/case_reader.h"

#define FAIL READER_FAIL

/* ---- {type: ..., values: ...} ---- */

struct contents {
    const char *type;
    const case_node *values;
};

static bool read_values(struct reader *r, const case_node *node, void *object)
{
    (void)r;
    ((struct contents *)object)->values = node;
    return true;
}

static const struct reader_shape contents_shape = {
    .rows = (const struct reader_row[]){{"type", READ_TEXT, .offset = offsetof(struct contents, type)},
                                        {"values", READ_CUSTOM, .custom = read_values},
                                        {0}}};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Bytes in memory order, two digits each, with optional spaces between bytes. */
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

static bool add_value(struct strbuf *out, const char *type, const case_node *node)
{
    const char *text = case_node_text(node);
    uint64_t bits;
    uint32_t word;
    if (case_node_kind(node) != CASE_NODE_SCALAR || strlen(text) != case_node_length(node))
        return false;
    if (strcmp(type, "hex") == 0)
        return add_hex(out, text);
    bool is_double = strcmp(type, "f64") == 0;
    if (is_double ? !io_parse_double(text, &bits) : !io_parse_word(text, strlen(text), type[0], &word))
        return false;
    strbuf_add_bytes(out, is_double ? (const char *)&bits : (const char *)&word, is_double ? 8 : 4);
    return true;
}

static bool is_known_type(const char *type)
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
    if (!reader_visit(r, values))
        return false;
    for (size_t i = 0; i < count; i++) {
        const case_node *item = is_list ? case_node_item(r->yaml, values, i) : values;
        if (!add_value(bytes, contents->type, item))
            return FAIL(r, item, "invalid %s value '%.40s'", contents->type, case_node_text(item));
    }
    return true;
}

static bool fail_contents(struct reader *r, const case_node *node)
{
    return FAIL(
        r, node,
        "expected a file name, {type: f32|u32|i32|f64|hex, values: [...]} or {values: [{member: value}]}");
}

/* ---- values by member ---- */

struct cells {
    struct reader *r;
    VEC(struct case_cell) list;
    struct strbuf path;
    uint32_t row;
};

static void cut_path(struct strbuf *path, size_t length)
{
    if (path->length > length) {
        path->length = length;
        path->text[length] = 0;
    }
}

static bool add_cell(struct cells *cells, const case_node *node)
{
    struct case_cell cell = {.row = cells->row, .line = case_node_line(node)};
    const char *path = strbuf_text(&cells->path);
    if (!reader_copy(cells->r, path, &cell.name) || !reader_text(cells->r, node, &cell.text))
        return false;
    return (VEC_PUSH(&cells->list, cell) && !cells->path.failed) || reader_memory(cells->r);
}

/* The depth is bounded by the YAML reader, the number of nodes by reader_visit. */
static bool visit(struct cells *cells, const case_node *node)
{
    struct case_yaml *yaml = cells->r->yaml;
    size_t mark = cells->path.length, count = case_node_count(node);
    enum case_node_kind kind = case_node_kind(node);
    if (kind == CASE_NODE_SCALAR)
        return add_cell(cells, node);
    if (!reader_visit(cells->r, node))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        if (kind == CASE_NODE_LIST) {
            strbuf_printf(&cells->path, "[%zu]", i);
            ok = visit(cells, case_node_item(yaml, node, i));
        } else {
            const char *key = case_node_key(yaml, node, i);
            strbuf_printf(&cells->path, "%s%s", mark && key[0] != '[' ? "." : "", key);
            ok = visit(cells, case_node_value(yaml, node, i));
        }
        cut_path(&cells->path, mark);
    }
    return ok;
}

static bool read_member_rows(struct reader *r, const case_node *values, struct case_data *data)
{
    struct cells cells = {.r = r};
    bool is_list = case_node_kind(values) == CASE_NODE_LIST, ok = true;
    size_t rows = is_list ? case_node_count(values) : 1;
    if (is_list && !reader_visit(r, values))
        return false;
    for (; ok && cells.row < rows; cells.row++)
        ok = visit(&cells, is_list ? case_node_item(r->yaml, values, cells.row) : values);
    struct case_cell *kept = ok ? arena_array(&r->test->arena, cells.list.count + 1, sizeof *kept) : NULL;
    if (kept && cells.list.count)
        memcpy(kept, cells.list.data, cells.list.count * sizeof *kept);
    data->cells = kept;
    data->cell_count = cells.list.count;
    data->row_count = rows;
    VEC_FREE(&cells.list);
    strbuf_free(&cells.path);
    return ok && (kept || reader_memory(r));
}

/* ---- a file name, or contents ---- */

static bool read_contents(struct reader *r, const case_node *node, struct case_data *data)
{
    struct contents contents = {0};
    if (!reader_map(r, node, &contents_shape, &contents))
        return false;
    if (contents.values && !contents.type && case_node_kind(contents.values) != CASE_NODE_SCALAR)
        return read_member_rows(r, contents.values, data);
    if (!contents.type || !is_known_type(contents.type) || !contents.values)
        return fail_contents(r, node);
    struct strbuf bytes = {0};
    bool ok = collect_values(r, &contents, &bytes);
    if (ok) {
        data->bytes = (const uint8_t *)arena_string(&r->test->arena, strbuf_text(&bytes), bytes.length);
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

/* ---- rows from values by member ---- */

static bool store_cell(struct io_row_set *rows, const struct case_cell *cell, struct io_error *error)
{
    struct io_error inner;
    rows->error = &inner;
    const struct io_column *column = io_rows_member(rows, cell->name);
    rows->error = error;
    if (!column)
        return io_fail(error, "line %u: %.400s", cell->line, inner.text);
    return io_store_text(column, cell->text, rows->row) ||
           io_fail(error, "line %u: '%.40s' is not %s, the type of '%.160s'", cell->line, cell->text,
                   io_type_words(column->type), column->name);
}

static bool store_rows(struct io_row_set *rows, const struct case_data *data, struct io_error *error)
{
    size_t at = 0;
    for (uint32_t row = 0; row < data->row_count; row++) {
        char where[48];
        uint32_t line = at < data->cell_count ? data->cells[at].line : 0;
        snprintf(where, sizeof where, "line %u: row %u", line, row);
        if (!io_rows_add(rows))
            return false;
        for (; at < data->cell_count && data->cells[at].row == row; at++)
            if (!store_cell(rows, &data->cells[at], error))
                return false;
        if (!io_rows_complete(rows, where))
            return false;
    }
    return true;
}

bool case_data_rows(const struct case_data *data, const struct io_layout *layout, struct io_bytes *out,
                    struct io_error *error)
{
    struct io_row_set rows;
    bool ok = io_rows_open(&rows, layout, out, error) && store_rows(&rows, data, error);
    return io_rows_close(&rows, ok);
}

/* ---- constants ---- */

struct constants {
    struct reader *r;
    VEC(struct case_constant_value) list;
    struct strbuf path, values;
};

/* Joins the values of nested lists with '/'. */
static bool join_values(struct constants *c, const case_node *node)
{
    if (case_node_kind(node) == CASE_NODE_MAP)
        return FAIL(c->r, node, "expected a value or a list of values");
    if (case_node_kind(node) == CASE_NODE_SCALAR) {
        if (strlen(case_node_text(node)) != case_node_length(node) || case_node_length(node) == 0)
            return FAIL(c->r, node, "expected a value or a list of values");
        strbuf_printf(&c->values, "%s%s", c->values.length ? "/" : "", case_node_text(node));
        return true;
    }
    if (!reader_visit(c->r, node))
        return false;
    for (size_t i = 0; i < case_node_count(node); i++)
        if (!join_values(c, case_node_item(c->r->yaml, node, i)))
            return false;
    return true;
}

static bool add_constant(struct constants *c, const case_node *node)
{
    struct case_constant_value value = {.line = case_node_line(node)};
    strbuf_clear(&c->values);
    if (!join_values(c, node) || !reader_copy(c->r, strbuf_text(&c->path), &value.name) ||
        !reader_copy(c->r, strbuf_text(&c->values), &value.values))
        return false;
    return (VEC_PUSH(&c->list, value) && !c->path.failed && !c->values.failed) || reader_memory(c->r);
}

/* {Params: {dt: 1}} is {Params.dt: 1}. */
static bool visit_constants(struct constants *c, const case_node *node)
{
    size_t mark = c->path.length;
    if (case_node_kind(node) != CASE_NODE_MAP)
        return add_constant(c, node);
    if (!reader_visit(c->r, node))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < case_node_count(node); i++) {
        strbuf_printf(&c->path, "%s%s", mark ? "." : "", case_node_key(c->r->yaml, node, i));
        ok = visit_constants(c, case_node_value(c->r->yaml, node, i));
        cut_path(&c->path, mark);
    }
    return ok;
}

bool reader_constants(struct reader *r, const char *name, const case_node *node,
                      struct case_constant_values *out)
{
    struct constants c = {.r = r};
    strbuf_add(&c.path, name);
    bool ok = visit_constants(&c, node);
    size_t count = out->count + c.list.count;
    struct case_constant_value *kept = ok ? arena_array(&r->test->arena, count + 1, sizeof *kept) : NULL;
    if (kept && out->count)
        memcpy(kept, out->list, out->count * sizeof *kept);
    if (kept && c.list.count)
        memcpy(kept + out->count, c.list.data, c.list.count * sizeof *kept);
    if (kept)
        *out = (struct case_constant_values){kept, count};
    VEC_FREE(&c.list);
    strbuf_free(&c.path);
    strbuf_free(&c.values);
    return ok && (kept || reader_memory(r));
}
