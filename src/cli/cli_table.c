/* Rows of resources: their columns, and the table of --print. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- columns ---- */

struct host_columns cli_columns_of(const struct cli_resources *resources, const struct cli_bound *bound)
{
    int resource = bound->slot.kind == 'b' ? -1 : bound->resource;
    return host_columns_make(resources->program, resources->structs, resource, bound->row_bytes,
                             bound->view.format);
}

struct host_rows cli_rows_of(const struct cli_resources *resources, const struct cli_bound *bound)
{
    bool is_texture = bound->view.texture.kind != SM5_TEXTURE_NONE;
    sm5_format format = is_texture ? bound->view.texture.format : bound->view.format;
    return host_rows_of(resources->program, resources->structs, bound->resource, bound->row_bytes, format);
}

/* ---- --print ---- */

bool cli_print_parse(struct cli_resources *resources, const char *text, struct cli_print *print)
{
    const char *colon = strchr(text, ':');
    print->rows = 16;
    print->bound = cli_find_slice(resources, "--print", text, colon ? (size_t)(colon - text) : strlen(text));
    return print->bound && (!colon || host_parse_count("--print", colon + 1, UINT32_MAX, &print->rows));
}

static int column_width(const struct io_column *column)
{
    size_t length = strlen(column->name);
    return length < 14 ? 14 : (int)length;
}

static void print_head(const struct host_columns *columns, const struct cli_bound *bound, uint64_t rows)
{
    printf("%s: %" PRIu64 " elements of %u bytes\n", bound->text, rows, bound->row_bytes);
    if (columns->count == 0)
        return;
    printf("%8s", "index");
    for (size_t i = 0; i < columns->count; i++)
        printf(" %*s", column_width(&columns->list[i]), columns->list[i].name);
    putchar('\n');
}

static void print_row(const struct host_columns *columns, const uint8_t *row, uint32_t bytes, uint64_t index)
{
    char value[40], as_float[40];
    printf("%8" PRIu64, index);
    for (size_t i = 0; i < columns->count; i++) {
        io_format_value(value, row + columns->list[i].offset, columns->list[i].type);
        printf(" %*s", column_width(&columns->list[i]), value);
    }
    for (uint32_t i = 0; columns->count == 0 && i + 4 <= bytes; i += 4) {
        io_format_value(value, row + i, 'i');
        io_format_value(as_float, row + i, 'f');
        printf(" %12s (%s)", value, as_float);
    }
    putchar('\n');
}

/* Prints a line for each member of the first `rows` rows: each row of a constant buffer has its
   own members. */
static void print_members(const struct host_layout *layout, const uint8_t *data, uint64_t rows)
{
    char value[40];
    int width = 6;
    for (size_t i = 0; i < layout->count; i++)
        width = (int)strlen(layout->fields[i].name) > width ? (int)strlen(layout->fields[i].name) : width;
    printf("%8s %-*s %14s\n", "index", width, "member", "value");
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if ((uint64_t)field->offset + host_field_bytes(field) > rows * 16)
            continue;
        io_format_value(value, data + field->offset, field->type);
        printf("%8u %-*s %14s\n", field->offset / 16, width, field->name, value);
    }
}

/* The layout starts at the start of the view. */
static bool print_constants(const struct cli_resources *resources, const struct cli_print *print,
                            uint64_t visible)
{
    const struct cli_bound *bound = print->bound;
    struct host_layout layout = {0};
    if (bound->slot.kind != 'b' || bound->resource < 0 ||
        !host_layout_of(resources->program, (uint32_t)bound->resource, resources->structs, &layout))
        return false;
    bool named = layout.count > 0;
    const uint8_t *data = sm5_buffer_data(bound->buffer);
    if (named)
        print_members(&layout, data + bound->view.first * 16, visible < print->rows ? visible : print->rows);
    host_layout_free(&layout);
    return named;
}

/* Number of elements of the view that are inside the resource. */
static uint64_t visible_rows(const struct cli_bound *bound)
{
    uint64_t rows = sm5_buffer_size(bound->buffer) / bound->row_bytes, first = bound->view.first;
    uint64_t visible = first < rows ? rows - first : 0;
    return bound->view.count && bound->view.count < visible ? bound->view.count : visible;
}

static void print_rows(const struct host_columns *columns, const struct cli_bound *bound, const uint8_t *data,
                       uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        print_row(columns, data + i * bound->row_bytes, bound->row_bytes, first + i);
}

/* Rank 0 gets some rows at a time. */
static bool print_slice(const struct host_columns *columns, const struct cli_bound *bound, uint64_t count)
{
    enum { STEP = 1024 };
    uint64_t bytes = bound->row_bytes;
    uint8_t *data = malloc(STEP * bytes);
    bool ok = data || host_error("out of memory");
    for (uint64_t i = 0; i < count && ok; i += STEP) {
        uint64_t rows = count - i < STEP ? count - i : STEP;
        ok = cli_slice_read(bound, (struct io_range){(bound->view.first + i) * bytes, rows * bytes}, data);
        if (ok)
            print_rows(columns, bound, data, i, rows);
    }
    free(data);
    return ok;
}

bool cli_print_table(const struct cli_resources *resources, const struct cli_print *print)
{
    const struct cli_bound *bound = print->bound;
    uint64_t visible = visible_rows(bound), count = visible < print->rows ? visible : print->rows;
    struct host_columns columns = cli_columns_of(resources, bound);
    bool ok = true;
    print_head(&columns, bound, visible);
    if (bound->slice)
        ok = print_slice(&columns, bound, count);
    else if (!print_constants(resources, print, visible)) {
        const uint8_t *data = sm5_buffer_data(bound->buffer);
        print_rows(&columns, bound, data + bound->view.first * bound->row_bytes, 0, count);
    }
    if (visible > print->rows)
        printf("%8s %" PRIu64 " more\n", "...", visible - print->rows);
    host_columns_free(&columns);
    return ok;
}
