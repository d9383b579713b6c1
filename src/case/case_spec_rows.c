/* Contents and constants by member in test cases: values as a list of maps, the key `set`. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "case/case_reader.h"

#define FAIL READER_FAIL

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
    if (!reader_key(cells->r, path, &cell.name) || !reader_text(cells->r, node, &cell.text))
        return false;
    return (VEC_PUSH(&cells->list, cell) && !cells->path.failed) || reader_memory(cells->r);
}

/* The depth is bounded by the YAML reader, the number of nodes by reader_spend. */
static bool visit(struct cells *cells, const case_node *node)
{
    struct case_yaml *yaml = cells->r->yaml;
    size_t mark = cells->path.length, count = case_node_count(node);
    enum case_node_kind kind = case_node_kind(node);
    if (kind == CASE_NODE_SCALAR)
        return add_cell(cells, node);
    if (!reader_spend(cells->r, node))
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

bool reader_rows(struct reader *r, const case_node *values, struct case_data *data)
{
    struct cells cells = {.r = r};
    bool is_list = case_node_kind(values) == CASE_NODE_LIST, ok = true;
    size_t rows = is_list ? case_node_count(values) : 1;
    if (is_list && !reader_spend(r, values))
        return false;
    for (; ok && cells.row < rows; cells.row++)
        ok = visit(&cells, is_list ? case_node_item(r->yaml, values, cells.row) : values);
    struct case_cell *kept =
        ok ? case_memory_alloc(r->test->memory, cells.list.count + 1, sizeof *kept) : NULL;
    if (kept && cells.list.count)
        memcpy(kept, cells.list.data, cells.list.count * sizeof *kept);
    data->cells = kept;
    data->cell_count = cells.list.count;
    data->row_count = rows;
    VEC_FREE(&cells.list);
    strbuf_free(&cells.path);
    return ok && (kept || reader_memory(r));
}

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

/* The values of nested lists, separated by '/'. */
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
    if (!reader_spend(c->r, node))
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
    if (!join_values(c, node) || !reader_key(c->r, strbuf_text(&c->path), &value.name) ||
        !reader_key(c->r, strbuf_text(&c->values), &value.values))
        return false;
    return (VEC_PUSH(&c->list, value) && !c->path.failed && !c->values.failed) || reader_memory(c->r);
}

/* {Params: {dt: 1}} is {Params.dt: 1}. */
static bool visit_constants(struct constants *c, const case_node *node)
{
    size_t mark = c->path.length;
    if (case_node_kind(node) != CASE_NODE_MAP)
        return add_constant(c, node);
    if (!reader_spend(c->r, node))
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
    struct case_constant_value *kept =
        ok ? case_memory_alloc(r->test->memory, count + 1, sizeof *kept) : NULL;
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

/* "t0", "u3@1", "cb2": contents of a slot; other keys are names of constants. */
bool reader_is_slot(const char *key)
{
    size_t letters = strncmp(key, "cb", 2) == 0 ? 2 : key[0] && strchr("tub", key[0]) ? 1 : 0;
    size_t digits = strspn(key + letters, "0123456789");
    return letters && digits && !strchr(key, '.');
}

bool case_constants(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    return reader_is_map(r, node, "values by constant, as in {Params.dt: 0.016}") &&
           reader_constants(r, "", node, &test->constants);
}
