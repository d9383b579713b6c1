/* Resources after a run: to files (-o) and as tables (--print). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Columns of a resource's rows, from RDEF; none without it. */
struct columns {
    struct io_column *list;
    size_t count;
    struct sm5_blob names;
};

static void free_columns(struct columns *columns)
{
    free(columns->list);
    sm5_blob_free(&columns->names);
}

/* Fields that leave the row (constant buffers, whose rows are 16 bytes) are not columns. */
static struct columns find_columns(const struct cli_resources *resources, const struct cli_bound *bound)
{
    struct columns columns = {0};
    if (bound->resource < 0 || bound->slot.kind == 'b')
        return columns;
    size_t count = sm5_fields(resources->program, (uint32_t)bound->resource, NULL, 0, &columns.names);
    struct sm5_field_info *fields = calloc(count ? count : 1, sizeof *fields);
    columns.list = calloc(count ? count : 1, sizeof *columns.list);
    if (!fields || !columns.list)
        count = 0;
    count =
        count ? sm5_fields(resources->program, (uint32_t)bound->resource, fields, count, &columns.names) : 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t size = fields[i].type == 'd' ? 8 : 4;
        if (fields[i].offset + size <= bound->row_bytes)
            columns.list[columns.count++] =
                (struct io_column){fields[i].name, fields[i].offset, fields[i].type};
    }
    free(fields);
    return columns;
}

static struct cli_bound *find_slot(struct cli_resources *resources, const char *option, const char *text,
                                   size_t length)
{
    char name[64];
    struct sm5_slot slot;
    if (length >= sizeof name) {
        cli_say("%s %s: expected a slot such as u0", option, text);
        return NULL;
    }
    memcpy(name, text, length);
    name[length] = 0;
    if (!sm5_slot_parse(name, &slot)) {
        cli_say("%s %s: '%s' is no slot; expected t0, u3, cb2 or t5@2[3]", option, text, name);
        return NULL;
    }
    struct cli_bound *bound = cli_find_bound(resources, &slot);
    if (!bound || !bound->buffer)
        cli_say("%s %s: nothing is bound to %s", option, text, name);
    return bound && bound->buffer ? bound : NULL;
}

/* ---- files ---- */

static bool save_picture(const struct cli_bound *bound, const char *path, uint64_t width)
{
    static const struct {
        uint32_t bytes;
        enum io_pixel pixel;
    } pixels[] = {{1, IO_PIXEL_GRAY8}, {4, IO_PIXEL_RGBA8}, {12, IO_PIXEL_FLOAT3}, {16, IO_PIXEL_FLOAT4}};
    const char *format = sm5_format_name(bound->view.format);
    struct io_error error;
    if (width == 0)
        return cli_say("-o %s: a picture needs width=", path);
    for (size_t i = 0; i < sizeof pixels / sizeof pixels[0]; i++) {
        if (pixels[i].bytes != bound->row_bytes)
            continue;
        bool is_float = format && strcmp(format, "R32_FLOAT") == 0;
        return io_png_write(path, is_float ? IO_PIXEL_FLOAT1 : pixels[i].pixel,
                            sm5_buffer_data(bound->buffer), sm5_buffer_size(bound->buffer) / bound->row_bytes,
                            width, &error) ||
               cli_say("%s", error.text);
    }
    return cli_say("-o %s: elements of %u bytes are no pixels; expected 1, 4 (RGBA), 12 or 16 (floats)", path,
                   bound->row_bytes);
}

static bool save_rows(const struct cli_resources *resources, const struct cli_bound *bound, const char *path)
{
    struct columns columns = find_columns(resources, bound);
    size_t rows = sm5_buffer_size(bound->buffer) / bound->row_bytes;
    const void *data = sm5_buffer_data(bound->buffer);
    struct io_error error;
    bool npy = io_has_ending(path, ".npy");
    bool ok = npy ? io_npy_write(path, columns.list, columns.count, data, rows, bound->row_bytes, &error)
                  : io_csv_write(path, columns.list, columns.count, data, rows, bound->row_bytes, &error);
    free_columns(&columns);
    return ok || cli_say("%s", error.text);
}

bool cli_save(struct cli_resources *resources, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || !equals[1])
        return cli_say("-o %s: expected SLOT=FILE", text);
    struct cli_bound *bound = find_slot(resources, "-o", text, (size_t)(equals - text));
    char *path = bound ? strdup(equals + 1) : NULL;
    if (!path)
        return false;
    uint64_t width = 0;
    char *key = strstr(path, ",width=");
    bool ok = !key || cli_take_count("width", key + strlen(",width="), 65535, &width);
    if (key)
        *key = 0;
    struct io_error error;
    if (ok && io_has_ending(path, ".png"))
        ok = save_picture(bound, path, width);
    else if (ok && (io_has_ending(path, ".npy") || io_has_ending(path, ".csv")))
        ok = save_rows(resources, bound, path);
    else if (ok)
        ok = io_write_file(path, sm5_buffer_data(bound->buffer), sm5_buffer_size(bound->buffer), &error) ||
             cli_say("%s", error.text);
    free(path);
    return ok;
}

/* ---- tables ---- */

static void print_row(const struct columns *columns, const uint8_t *row, uint32_t bytes, uint64_t index)
{
    char value[40];
    printf("%8" PRIu64, index);
    for (size_t i = 0; i < columns->count; i++) {
        io_format_value(value, row + columns->list[i].offset, columns->list[i].type);
        printf(" %14s", value);
    }
    for (uint32_t i = 0; columns->count == 0 && i + 4 <= bytes; i += 4) {
        char as_float[40];
        io_format_value(value, row + i, 'i');
        io_format_value(as_float, row + i, 'f');
        printf(" %12s (%s)", value, as_float);
    }
    putchar('\n');
}

static void print_head(const struct columns *columns, const struct cli_bound *bound, uint64_t rows)
{
    printf("%s: %" PRIu64 " elements of %u bytes\n", bound->text, rows, bound->row_bytes);
    if (columns->count == 0)
        return;
    printf("%8s", "index");
    for (size_t i = 0; i < columns->count; i++)
        printf(" %14s", columns->list[i].name);
    putchar('\n');
}

bool cli_print(struct cli_resources *resources, const char *text)
{
    const char *colon = strchr(text, ':');
    uint64_t limit = 16;
    struct cli_bound *bound =
        find_slot(resources, "--print", text, colon ? (size_t)(colon - text) : strlen(text));
    if (!bound || (colon && !cli_take_count("--print", colon + 1, UINT32_MAX, &limit)))
        return false;
    uint64_t rows = sm5_buffer_size(bound->buffer) / bound->row_bytes, first = bound->view.first;
    uint64_t visible = first < rows ? rows - first : 0;
    if (bound->view.count < visible)
        visible = bound->view.count;
    struct columns columns = find_columns(resources, bound);
    print_head(&columns, bound, visible);
    const uint8_t *data = sm5_buffer_data(bound->buffer);
    for (uint64_t i = 0; i < visible && i < limit; i++)
        print_row(&columns, data + (first + i) * bound->row_bytes, bound->row_bytes, i);
    if (visible > limit)
        printf("%8s %" PRIu64 " more\n", "...", visible - limit);
    free_columns(&columns);
    return true;
}
