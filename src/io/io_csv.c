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
        strbuf_add_char(text, ',');
        strbuf_add(text, value);
        if (members->layout->count || column->type != 'u')
            continue;
        io_format_value(value, row + column->offset, 'f');
        strbuf_add_char(text, ',');
        strbuf_add(text, value);
    }
    strbuf_add_char(text, '\n');
}

/* Rows are formatted by ranges, each to a text of its own. */
struct csv_text {
    const struct io_members *members;
    const uint8_t *data;
    size_t columns, grain;
    struct strbuf *ranges;
};

static void format_rows(void *context, size_t first, size_t count)
{
    const struct csv_text *csv = context;
    struct strbuf *text = &csv->ranges[first / csv->grain];
    for (size_t i = first; i < first + count; i++) {
        char index[40];
        io_print_integer(index, (int64_t)i);
        strbuf_add(text, index);
        add_row(text, csv->members, csv->columns, csv->data + i * csv->members->layout->row_bytes);
    }
}

static void add_rows(struct strbuf *text, struct csv_text *csv, size_t rows)
{
    enum { GRAIN = 1 << 13 }; /* values */
    csv->grain = GRAIN / (csv->columns + 1) + 1;
    size_t count = (rows + csv->grain - 1) / csv->grain;
    csv->ranges = calloc(count + 1, sizeof *csv->ranges);
    if (!csv->ranges) {
        text->failed = true;
        return;
    }
    io_parallel(rows, csv->grain, format_rows, csv);
    for (size_t i = 0; i < count; i++) {
        strbuf_add_bytes(text, strbuf_text(&csv->ranges[i]), csv->ranges[i].length);
        text->failed |= csv->ranges[i].failed;
        strbuf_free(&csv->ranges[i]);
    }
    free(csv->ranges);
}

bool io_csv_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                 struct io_error *error)
{
    struct io_members members;
    if (!io_members_open(&members, layout, error))
        return false;
    size_t count = io_has_padding(layout, data, rows) ? members.count : members.required;
    add_header(text, &members, count);
    add_rows(text, &(struct csv_text){.members = &members, .data = data, .columns = count}, rows);
    io_members_free(&members);
    return !text->failed || io_fail_memory(error);
}
