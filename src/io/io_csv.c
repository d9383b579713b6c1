#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

static void format_float(char out[40], double value, int shortest, int longest)
{
    for (int digits = shortest; digits <= longest; digits++) {
        snprintf(out, 40, "%.*g", digits, value);
        double back = strtod(out, NULL);
        if (value != value || (longest == 9 ? (float)back == (float)value : back == value))
            return;
    }
}

void io_format_value(char out[40], const void *at, char type)
{
    if (type == 'd')
        format_float(out, double_of_bits(load_u64(at)), 6, 17);
    else if (type == 'f')
        format_float(out, (double)float_of_bits(load_u32(at)), 6, 9);
    else if (type == 'i')
        snprintf(out, 40, "%d", (int32_t)load_u32(at));
    else if (type == 'h')
        snprintf(out, 40, "%u", load_u16(at));
    else if (type == 'c')
        snprintf(out, 40, "%u", *(const uint8_t *)at);
    else
        snprintf(out, 40, "%u", load_u32(at));
}

static void add_value(struct strbuf *text, const uint8_t *at, char type)
{
    char value[40];
    io_format_value(value, at, type);
    strbuf_printf(text, ",%s", value);
}

/* RFC 4180: quotes round a name that has a comma, a quote or a line end in it. */
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

static void add_header(struct strbuf *text, const struct io_column *columns, size_t count, size_t row_bytes)
{
    strbuf_add(text, "index");
    for (size_t i = 0; i < count; i++)
        add_name(text, columns[i].name);
    for (size_t i = 0; count == 0 && i < row_bytes / 4; i++)
        strbuf_printf(text, ",w%zu,w%zu.float", i, i);
    strbuf_add_char(text, '\n');
}

static void add_row(struct strbuf *text, const struct io_column *columns, size_t count, const uint8_t *row,
                    size_t row_bytes)
{
    for (size_t i = 0; i < count; i++)
        add_value(text, row + columns[i].offset, columns[i].type);
    for (size_t i = 0; count == 0 && i < row_bytes / 4; i++) {
        add_value(text, row + 4 * i, 'u');
        add_value(text, row + 4 * i, 'f');
    }
    strbuf_add_char(text, '\n');
}

bool io_csv_write(const char *path, const struct io_column *columns, size_t column_count, const void *data,
                  size_t rows, size_t row_bytes, struct io_error *error)
{
    struct strbuf text = {0};
    add_header(&text, columns, column_count, row_bytes);
    for (size_t i = 0; i < rows; i++) {
        strbuf_printf(&text, "%zu", i);
        add_row(&text, columns, column_count, (const uint8_t *)data + i * row_bytes, row_bytes);
    }
    bool ok =
        text.failed ? io_fail(error, "out of memory") : io_write_file(path, text.text, text.length, error);
    strbuf_free(&text);
    return ok;
}
