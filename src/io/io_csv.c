#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

/* RFC 4180: quotes around a name that contains a comma, a quote or a line end. */
static void add_name(struct strbuf *text, const char *name)
{
    bool quoted = name[strcspn(name, ",\"\r\n")] != 0;
    strbuf_add(text, quoted ? ",\"" : ",");
    for (; *name; name++) {
        if (*name == '"')
            strbuf_add_char(text, '"');
        strbuf_add_char(text, *name);
    }
    if (quoted)
        strbuf_add_char(text, '"');
}

static void add_header(struct strbuf *text, const struct io_members *members, size_t count)
{
    strbuf_add(text, "index");
    for (size_t i = 0; i < count; i++) {
        const struct io_column *column = &members->list[i];
        add_name(text, column->name);
        if (members->layout->count == 0 && column->type == 'u')
            strbuf_printf(text, ",%s.float", column->name);
    }
    strbuf_add_char(text, '\n');
}

static void add_row(struct strbuf *text, const struct io_members *members, size_t count, const uint8_t *row)
{
    char value[40];
    for (size_t i = 0; i < count; i++) {
        const struct io_column *column = &members->list[i];
        io_format_exact(value, row + column->offset, column->type);
        strbuf_printf(text, ",%s", value);
        if (members->layout->count || column->type != 'u')
            continue;
        io_format_value(value, row + column->offset, 'f');
        strbuf_printf(text, ",%s", value);
    }
    strbuf_add_char(text, '\n');
}

bool io_csv_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                 struct io_error *error)
{
    struct io_members members;
    if (!io_members_open(&members, layout, error))
        return false;
    size_t count = io_has_padding(layout, data, rows) ? members.count : members.required;
    add_header(text, &members, count);
    for (size_t i = 0; i < rows; i++) {
        strbuf_printf(text, "%zu", i);
        add_row(text, &members, count, (const uint8_t *)data + i * layout->row_bytes);
    }
    io_members_free(&members);
    return !text->failed || io_fail(error, "out of memory");
}
