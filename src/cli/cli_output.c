/* sm5 run -o: writes resources to files. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- pictures ---- */

/* The pixels that the elements of a view are written as; docs/cli.md has the same table. */
static const struct {
    const char *format;
    enum io_pixel pixel;
} format_pixels[] = {
    {"R8G8B8A8_", IO_PIXEL_RGBA8},
    {"B8G8R8A8_", IO_PIXEL_BGRA8},
    {"R8_", IO_PIXEL_GRAY8},
    {"R32_FLOAT", IO_PIXEL_FLOAT1},
    {"R32G32B32_FLOAT", IO_PIXEL_FLOAT3},
    {"R32G32B32A32_FLOAT", IO_PIXEL_FLOAT4},
    {"R32_UINT", IO_PIXEL_RGBA8},
    {"R32_SINT", IO_PIXEL_RGBA8},
};

static bool pixel_of_format(const char *format, enum io_pixel *pixel)
{
    for (size_t i = 0; i < sizeof format_pixels / sizeof format_pixels[0]; i++) {
        if (strncmp(format, format_pixels[i].format, strlen(format_pixels[i].format)) == 0) {
            *pixel = format_pixels[i].pixel;
            return true;
        }
    }
    return false;
}

/* Structures and words: one word is RGBA, unless RDEF has it as a float; three and four words are floats. */
static bool pixel_of_words(const struct cli_resources *resources, const struct cli_bound *bound,
                           enum io_pixel *pixel)
{
    switch (bound->row_bytes) {
    case 4: {
        struct host_columns columns = cli_columns_of(resources, bound);
        *pixel = columns.count && columns.list[0].type == 'f' ? IO_PIXEL_FLOAT1 : IO_PIXEL_RGBA8;
        host_columns_free(&columns);
        return true;
    }
    case 12: *pixel = IO_PIXEL_FLOAT3; return true;
    case 16: *pixel = IO_PIXEL_FLOAT4; return true;
    default: return false;
    }
}

static bool find_pixel(const struct cli_resources *resources, const struct cli_bound *bound,
                       enum io_pixel *pixel)
{
    bool is_texture = bound->view.texture.kind != SM5_TEXTURE_NONE;
    sm5_format seen = bound->view.format || !is_texture ? bound->view.format : bound->view.texture.format;
    const char *format = sm5_format_name(seen);
    return format ? pixel_of_format(format, pixel) : pixel_of_words(resources, bound, pixel);
}

static bool check_picture(const struct cli_resources *resources, const struct cli_output *output)
{
    enum io_pixel pixel;
    uint64_t pixels = sm5_buffer_size(output->bound->buffer) / output->bound->row_bytes;
    bool is_texture = output->bound->view.texture.kind != SM5_TEXTURE_NONE;
    if (is_texture && output->width)
        return host_error("-o %s: width= requires a buffer; a texture has its own width", output->path);
    if (is_texture && !cli_texture_check_picture(output->bound, output->path))
        return false;
    if (!is_texture && output->width == 0)
        return host_error("-o %s: a picture needs ,width=N", output->path);
    if (!is_texture && (pixels == 0 || pixels % output->width))
        return host_error("-o %s: the %" PRIu64 " elements of %s are not whole rows of %" PRIu64 " pixels",
                          output->path, pixels, output->bound->text, output->width);
    return find_pixel(resources, output->bound, &pixel) ||
           host_error(
               "-o %s: the elements of %s are not pixels; expected 4 bytes (RGBA), or 1, 3 or 4 floats",
               output->path, output->bound->text);
}

static bool write_picture(const struct cli_resources *resources, const struct cli_output *output,
                          struct io_error *error)
{
    const struct cli_bound *bound = output->bound;
    enum io_pixel pixel = IO_PIXEL_RGBA8;
    find_pixel(resources, bound, &pixel);
    if (bound->view.texture.kind != SM5_TEXTURE_NONE)
        return cli_texture_write_picture(bound, pixel, output->path, error);
    return io_png_write(output->path, pixel, sm5_buffer_data(bound->buffer),
                        sm5_buffer_size(bound->buffer) / bound->row_bytes, output->width, error);
}

/* ---- files ---- */

/* Rank 0 collects the parts while it writes. */
static bool write_slice(const struct cli_resources *resources, const struct cli_output *output,
                        struct io_error *error)
{
    struct cli_bound *bound = output->bound;
    uint64_t size = sm5_buffer_size(bound->buffer);
    if (host_file_kind(output->path) == HOST_FILE_RAW)
        return io_write_stream(host_file_path(output->path), size, cli_slice_part, bound, error);
    struct host_rows rows = cli_rows_of(resources, bound);
    bool ok =
        io_npy_stream(output->path, &rows.layout, size / rows.layout.row_bytes, cli_slice_part, bound, error);
    host_rows_free(&rows);
    return ok;
}

static bool write_rows(const struct cli_resources *resources, const struct cli_output *output,
                       struct io_error *error)
{
    const struct cli_bound *bound = output->bound;
    struct host_rows rows = cli_rows_of(resources, bound);
    bool ok = io_rows_write(output->path, &rows.layout, sm5_buffer_data(bound->buffer),
                            sm5_buffer_size(bound->buffer) / rows.layout.row_bytes, error);
    host_rows_free(&rows);
    return ok;
}

/* ---- counters ---- */

static bool check_counter(const char *text, const struct cli_output *output)
{
    const char *path = output->path;
    if (!output->bound->view.has_counter)
        return host_error("-o %s: %s has no hidden counter", text, output->bound->text);
    enum host_file kind = host_file_kind(path);
    return (kind <= HOST_FILE_JSON && !cli_find_key(path)) ||
           host_error("-o %s: expected a file .npy, .csv or .json, or raw bytes (.bin)", text);
}

/* Writes four bytes, or a table of one row. */
static bool write_counter(const struct sm5_bindings *bindings, const struct cli_output *output,
                          struct io_error *error)
{
    static const struct io_column column = {"counter", 0, 'u', 0};
    static const struct io_layout layout = {.columns = &column, .count = 1, .row_bytes = 4};
    uint32_t value = 0;
    sm5_counter_get(bindings, &output->bound->slot, &value);
    if (host_file_kind(output->path) != HOST_FILE_RAW)
        return io_rows_write(output->path, &layout, &value, 1, error);
    return io_write_file(host_file_path(output->path), &value, sizeof value, error);
}

/* A file of rows holds whole rows, and for a constant buffer all members. */
static bool check_rows(const struct cli_resources *resources, const struct cli_output *output)
{
    struct host_rows rows = cli_rows_of(resources, output->bound);
    uint64_t bytes = sm5_buffer_size(output->bound->buffer), row = rows.layout.row_bytes;
    bool ok = rows.layout.is_one ? bytes == row : bytes % row == 0;
    host_rows_free(&rows);
    return ok ||
           host_error("-o %s: %s has %" PRIu64 " bytes, not whole rows of %" PRIu64 "; expected a .bin file",
                      output->path, output->bound->text, bytes, row);
}

static bool check_ending(const struct cli_resources *resources, const struct cli_output *output,
                         const char *text)
{
    struct io_error error;
    switch (host_file_kind(output->path)) {
    case HOST_FILE_PNG: return check_picture(resources, output);
    case HOST_FILE_UNKNOWN: return host_fail_ending(output->path, &error) || host_error("-o %s", error.text);
    case HOST_FILE_DDS:
        return output->bound->view.texture.kind != SM5_TEXTURE_NONE ||
               host_error("-o %s: %s is not a texture; expected .png, .npy, .csv, .json or raw bytes (.bin)",
                          text, output->bound->text);
    case HOST_FILE_RAW: return true;
    default: return check_rows(resources, output);
    }
}

/* ---- the option ---- */

/* Parses ",width=N" at the end of the text. */
static bool parse_width(const char *text, uint64_t *width)
{
    static const char key[] = ",width=";
    size_t length = strcspn(text, "=") - 1;
    if (strncmp(text, key, strlen(key)) != 0)
        return host_error("-o: unknown key '%.*s'; expected width", (int)length, text + 1);
    return host_parse_count("width", text + strlen(key), 65535, width);
}

bool cli_output_parse(struct cli_resources *resources, const char *text, struct cli_output *output)
{
    static const char counter[] = ".counter";
    const char *equals = strchr(text, '=');
    *output = (struct cli_output){0};
    if (!equals || !equals[1])
        return host_error("-o %s: expected SLOT=FILE or SLOT.counter=FILE", text);
    size_t length = (size_t)(equals - text), ending = sizeof counter - 1;
    output->counter = length > ending && strncmp(equals - ending, counter, ending) == 0;
    output->bound = cli_find_slice(resources, "-o", text, length - (output->counter ? ending : 0));
    if (!output->bound)
        return false;
    output->path = strdup(equals + 1);
    if (!output->path)
        return host_error("out of memory");
    if (output->counter)
        return check_counter(text, output);
    const char *width = cli_find_key(output->path);
    if (width && !parse_width(width, &output->width))
        return false;
    if (width)
        output->path[width - output->path] = 0;
    if (width && host_file_kind(output->path) != HOST_FILE_PNG)
        return host_error("-o %s: width= requires a .png file", text);
    bool by_parts =
        host_file_kind(output->path) == HOST_FILE_RAW || host_file_kind(output->path) == HOST_FILE_NPY;
    if (output->bound->slice && !by_parts)
        cli_hold_whole(resources, output->bound->slice, "-o writes another format than .bin and .npy");
    cli_hold_files(resources, host_file_path(output->path));
    return check_ending(resources, output, text);
}

bool cli_output_write(const struct cli_resources *resources, const struct sm5_bindings *bindings,
                      const struct cli_output *output)
{
    struct sm5_buffer *buffer = output->bound->buffer;
    struct io_error error;
    bool ok;
    if (output->counter)
        return write_counter(bindings, output, &error) || host_error("%s", error.text);
    if (output->bound->slice)
        return write_slice(resources, output, &error) || host_error("%s", error.text);
    switch (host_file_kind(output->path)) {
    case HOST_FILE_PNG: ok = write_picture(resources, output, &error); break;
    case HOST_FILE_DDS: ok = cli_texture_write_dds(output->bound, output->path, &error); break;
    case HOST_FILE_RAW:
        ok = io_write_file(host_file_path(output->path), sm5_buffer_data(buffer), sm5_buffer_size(buffer),
                           &error);
        break;
    default: ok = write_rows(resources, output, &error);
    }
    return ok || host_error("%s", error.text);
}
