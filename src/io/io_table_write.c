/* Rows of a table as CSV (RFC 4180). */
#include <inttypes.h>

#include "base/base.h"
#include "io.h"

static void add_cell(struct strbuf *out, const char *text)
{
    bool plain = text[0] && !strpbrk(text, ",\"\r\n") && !strchr(" \t", text[0]);
    if (plain) {
        strbuf_add(out, text);
        return;
    }
    strbuf_add_char(out, '"');
    for (; *text; text++)
        strbuf_printf(out, *text == '"' ? "\"\"" : "%c", *text);
    strbuf_add_char(out, '"');
}

static void add_number(struct strbuf *out, const uint8_t *at, const struct io_table_column *column)
{
    char text[40];
    uint64_t value = 0;
    if (column->kind == 'f') {
        io_format_exact(text, at, column->size == 8 ? 'd' : 'f');
        strbuf_add(out, text);
        return;
    }
    memcpy(&value, at, column->size);
    unsigned spare = 64 - 8 * column->size;
    if (column->kind == 'i')
        strbuf_printf(out, "%" PRId64, (int64_t)(value << spare) >> spare);
    else
        strbuf_printf(out, "%" PRIu64, value);
}

static void add_row(struct strbuf *out, const struct io_table *table, size_t row)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct io_table_column *column = &table->columns[i];
        if (i)
            strbuf_add_char(out, ',');
        if (column->kind == 't')
            add_cell(out, table->cells[row * table->width + column->offset]);
        else
            add_number(out, table->data.data + row * table->row_bytes + column->offset, column);
    }
    strbuf_add_char(out, '\n');
}

bool io_table_write(const char *path, const struct io_table *table, const size_t *rows, size_t count,
                    struct io_error *error)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < table->column_count; i++) {
        if (i)
            strbuf_add_char(&text, ',');
        add_cell(&text, table->columns[i].name);
    }
    strbuf_add_char(&text, '\n');
    for (size_t i = 0; i < count; i++)
        add_row(&text, table, rows[i]);
    bool ok =
        !text.failed ? io_write_file(path, strbuf_text(&text), text.length, error) : io_fail_memory(error);
    strbuf_free(&text);
    return ok;
}
