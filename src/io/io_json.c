/* Reads and writes rows of members as JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"
#include "io_json.h"

struct json_rows {
    struct io_row_set rows;
    struct strbuf path; /* path of the value that is visited */
    char where[32];     /* "row 3" */
    struct io_error *error;
};

void io_json_cut(struct strbuf *path, size_t length)
{
    if (path->length > length) {
        path->length = length;
        path->text[length] = 0;
    }
}

bool io_json_visit(json_t *value, struct strbuf *path, io_json_scalar *scalar, void *context,
                   struct io_error *error)
{
    const char *key;
    json_t *item;
    size_t index, mark = path->length;
    bool ok = !path->failed || io_fail_memory(error);
    if (!json_is_object(value) && !json_is_array(value))
        return ok && scalar(context, value);
    json_object_foreach(value, key, item)
    {
        strbuf_printf(path, "%s%s", mark && key[0] != '[' ? "." : "", key);
        ok = ok && io_json_visit(item, path, scalar, context, error);
        io_json_cut(path, mark);
    }
    json_array_foreach(value, index, item)
    {
        strbuf_printf(path, "[%zu]", index);
        ok = ok && io_json_visit(item, path, scalar, context, error);
        io_json_cut(path, mark);
    }
    return ok;
}

/* ---- values ---- */

static const char *kind_of(const json_t *value)
{
    return json_is_null(value)      ? "null"
           : json_is_boolean(value) ? "a boolean"
           : json_is_string(value)  ? "text"
                                    : "a number";
}

static bool store(const struct io_column *column, const json_t *value, uint8_t *row)
{
    if (json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value))
        return io_store_text(column, json_string_value(value), row);
    if (json_is_boolean(value))
        return column->type == 'b' && io_store_number(column, json_is_true(value), row);
    return json_is_number(value) && io_store_number(column, json_number_value(value), row);
}

static bool fail_value(struct json_rows *json, const struct io_column *column, const json_t *value)
{
    char text[48];
    if (json_is_real(value))
        snprintf(text, sizeof text, "%.17g", json_real_value(value));
    else if (json_is_string(value))
        snprintf(text, sizeof text, "'%.40s'", json_string_value(value));
    else
        snprintf(text, sizeof text, "%s", kind_of(value));
    return io_fail(json->error, "%s: %s is not %s, the type of '%.160s'", json->where, text,
                   io_type_words(column->type), column->name);
}

static bool read_scalar(struct json_rows *json, const json_t *value)
{
    struct io_error inner;
    json->rows.error = &inner;
    const struct io_column *column = io_rows_member(&json->rows, strbuf_text(&json->path));
    json->rows.error = json->error;
    if (!column)
        return io_fail(json->error, "%s: %.400s", json->where, inner.text);
    return store(column, value, json->rows.row) || fail_value(json, column, value);
}

static bool visit_scalar(void *context, json_t *value)
{
    return read_scalar(context, value);
}

static bool visit(struct json_rows *json, json_t *value)
{
    return io_json_visit(value, &json->path, visit_scalar, json, json->error);
}

/* ---- rows ---- */

static bool read_row(struct json_rows *json, json_t *value, size_t row)
{
    snprintf(json->where, sizeof json->where, "row %zu", row);
    io_json_cut(&json->path, 0);
    return io_rows_add(&json->rows) && visit(json, value) && io_rows_complete(&json->rows, json->where);
}

static bool read_rows(struct json_rows *json, json_t *root)
{
    size_t index;
    json_t *item;
    if (json_is_object(root))
        return read_row(json, root, 0);
    if (!json_is_array(root))
        return io_fail(json->error, "expected a list of rows");
    json_array_foreach(root, index, item)
    {
        if (!read_row(json, item, index))
            return false;
    }
    return true;
}

json_t *io_json_parse(const struct io_bytes *file, struct io_error *error)
{
    json_error_t why;
    bool mark = file->size >= 3 && memcmp(file->data, "\xef\xbb\xbf", 3) == 0;
    const char *text = (const char *)file->data + (mark ? 3 : 0);
    json_t *root =
        json_loadb(text, file->size - (mark ? 3 : 0), JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &why);
    if (!root && !why.text[0])
        io_fail_memory(error);
    else if (!root)
        io_fail(error, "line %d, column %d: %.200s", why.line, why.column, why.text);
    return root;
}

bool io_json_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                  struct io_error *error)
{
    struct json_rows json = {.error = error};
    bool ok = io_rows_open(&json.rows, layout, out, error);
    json_t *root = ok ? io_json_parse(file, error) : NULL;
    ok = root && read_rows(&json, root);
    json_decref(root);
    strbuf_free(&json.path);
    return io_rows_close(&json.rows, ok);
}

/* ---- writing ---- */

static void add_key(struct strbuf *text, const char *name)
{
    strbuf_add_char(text, '"');
    for (; *name; name++) {
        if ((unsigned char)*name < 0x20 || (unsigned char)*name >= 0x7f)
            strbuf_printf(text, "\\u%04x", (unsigned char)*name);
        else
            strbuf_printf(text, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    }
    strbuf_add(text, "\": ");
}

/* Numbers without a spelling in JSON are text: nan, inf, bits. */
static void add_value(struct strbuf *text, const uint8_t *at, char type)
{
    char value[40];
    io_format_exact(value, at, type);
    bool is_float = type == 'f' || type == 'd';
    bool is_number = !strpbrk(value, "nxi");
    strbuf_printf(text, is_number ? "%s" : "\"%s\"", value);
    if (is_float && is_number && !strpbrk(value, ".e"))
        strbuf_add(text, ".0");
}

bool io_json_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                  struct io_error *error)
{
    struct io_members members;
    if (!io_members_open(&members, layout, error))
        return false;
    size_t count = io_has_padding(layout, data, rows) ? members.count : members.required;
    for (size_t i = 0; i < rows; i++) {
        const uint8_t *row = (const uint8_t *)data + i * layout->row_bytes;
        strbuf_add(text, i ? ",\n {" : "[{");
        for (size_t k = 0; k < count; k++) {
            strbuf_add(text, k ? ", " : "");
            add_key(text, members.list[k].name);
            add_value(text, row + members.list[k].offset, members.list[k].type);
        }
        strbuf_add_char(text, '}');
    }
    strbuf_add(text, rows ? "]\n" : "[]\n");
    io_members_free(&members);
    return !text->failed || io_fail_memory(error);
}
