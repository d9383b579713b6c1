/* Tables of named columns from JSON: a list of objects, one for each row. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"
#include "io_json.h"

/* Linear search for columns: a stage has fewer than 200 inputs. */
enum { COLUMN_LIMIT = 1024 };

struct json_table {
    struct io_table *table;
    struct strbuf path;        /* path of the value that is visited */
    struct strbuf names, text; /* strings of columns and cells, zero-terminated */
    VEC(size_t) name_at;       /* offsets in `names`, one for each column */
    VEC(size_t) cell_at;       /* offsets in `text` + 1, in rows of columns; 0: not seen yet */
    size_t row, expected;      /* prediction of the next column */
    struct io_error *error;
};

static bool fail_memory(struct json_table *json)
{
    return io_fail_memory(json->error);
}

static const char *name_of(const struct json_table *json, size_t column)
{
    return json->names.text + json->name_at.data[column];
}

/* ---- cells ---- */

/* The index of a column, or -1 after an error. Rows have their columns in any order, usually in that of the
   first row, which adds them. */
static ptrdiff_t find_column(struct json_table *json, const char *name)
{
    size_t count = json->name_at.count;
    for (size_t i = 0; i < count; i++) {
        size_t column = (json->expected + i) % count;
        if (strcmp(name_of(json, column), name) == 0)
            return (ptrdiff_t)column;
    }
    bool ok = false;
    if (json->row > 0)
        io_fail(json->error, "row %zu: column '%.200s' is not in row 0", json->row, name);
    else if (count == COLUMN_LIMIT)
        io_fail(json->error, "more than %d columns", COLUMN_LIMIT);
    else if (!VEC_PUSH(&json->name_at, json->names.length) || !VEC_PUSH(&json->cell_at, 0))
        fail_memory(json);
    else
        ok = true;
    strbuf_add_bytes(&json->names, name, strlen(name) + 1);
    return ok && (!json->names.failed || fail_memory(json)) ? (ptrdiff_t)count : -1;
}

static void add_text(struct strbuf *out, const json_t *value)
{
    if (json_is_string(value))
        strbuf_add(out, json_string_value(value));
    else if (json_is_boolean(value))
        strbuf_add(out, json_is_true(value) ? "1" : "0");
    else
        strbuf_printf(out, "%.17g", json_number_value(value));
    strbuf_add_char(out, 0);
}

static bool add_cell(void *context, json_t *value)
{
    struct json_table *json = context;
    const char *name = json->path.length ? strbuf_text(&json->path) : "value";
    if (json_is_null(value))
        return io_fail(json->error, "row %zu: column '%.200s' is null", json->row, name);
    ptrdiff_t column = find_column(json, name);
    if (column < 0)
        return false;
    size_t *cell = &json->cell_at.data[json->row * json->name_at.count + (size_t)column];
    if (*cell)
        return io_fail(json->error, "row %zu: column '%.200s' is given twice", json->row, name);
    *cell = json->text.length + 1;
    json->expected = (size_t)column + 1;
    add_text(&json->text, value);
    return !json->text.failed || fail_memory(json);
}

/* ---- rows ---- */

static bool read_row(struct json_table *json, json_t *value, size_t row)
{
    size_t count = json->name_at.count;
    json->row = row;
    json->expected = 0;
    for (size_t i = 0; row && i < count; i++)
        if (!VEC_PUSH(&json->cell_at, 0))
            return fail_memory(json);
    if (!json_is_object(value))
        return io_fail(json->error, "row %zu: expected an object with a key for each column", row);
    if (!io_json_visit(value, &json->path, add_cell, json, json->error))
        return false;
    for (size_t i = 0; row && i < count; i++)
        if (!json->cell_at.data[row * count + i])
            return io_fail(json->error, "row %zu: column '%.200s' is missing", row, name_of(json, i));
    return json->name_at.count || io_fail(json->error, "row %zu: expected the names of the columns", row);
}

static bool read_rows(struct json_table *json, json_t *root)
{
    size_t index;
    json_t *item;
    if (!json_is_array(root))
        return io_fail(json->error, "expected a list of rows");
    json_array_foreach(root, index, item)
    {
        if (!read_row(json, item, index))
            return false;
        json->table->rows++;
    }
    return json->table->rows || io_fail(json->error, "expected at least one row, which names the columns");
}

/* Moves the strings to the table: their addresses are final. */
static bool fill_table(struct json_table *json)
{
    struct io_table *table = json->table;
    size_t columns = json->name_at.count, cells = json->cell_at.count;
    table->columns = calloc(columns, sizeof *table->columns);
    table->cells = malloc(cells * sizeof *table->cells);
    if (!table->columns || !table->cells)
        return fail_memory(json);
    table->column_count = table->width = columns;
    for (size_t i = 0; i < columns; i++)
        table->columns[i] = (struct io_table_column){.name = name_of(json, i), .offset = i, .kind = 't'};
    for (size_t i = 0; i < cells; i++)
        table->cells[i] = json->text.text + json->cell_at.data[i] - 1;
    table->names = json->names.text;
    table->data = (struct io_bytes){.data = (uint8_t *)json->text.text, .size = json->text.length};
    json->names = json->text = (struct strbuf){0};
    return true;
}

bool io_json_table(const struct io_bytes *file, struct io_table *table, struct io_error *error)
{
    struct json_table json = {.table = table, .error = error};
    json_t *root = io_json_parse(file, error);
    bool ok = root && read_rows(&json, root) && fill_table(&json);
    json_decref(root);
    strbuf_free(&json.path);
    strbuf_free(&json.names);
    strbuf_free(&json.text);
    VEC_FREE(&json.name_at);
    VEC_FREE(&json.cell_at);
    return ok;
}
