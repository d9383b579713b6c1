/* Data files in memory: the readers and writers of io/ with a layout's columns. */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/api_diag.h"
#include "io/io.h"

static enum sm5_status fail_memory(struct sm5_diags *diags)
{
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

static enum sm5_status fail(struct sm5_diags *diags, const char *name, const struct io_error *error)
{
    if (error->no_memory)
        return fail_memory(diags);
    diag_add(diags, API_DATA, DIAG_NOWHERE, name ? name : "data", error->text);
    return SM5_ERR_INPUT;
}

/* The columns of a layout; free them with free(). False when memory is exhausted. */
static bool open_layout(const struct sm5_layout *layout, struct io_layout *out)
{
    size_t count;
    const struct sm5_field_info *fields = sm5_layout_fields(layout, &count);
    struct io_column *columns = calloc(count + 1, sizeof *columns);
    for (size_t i = 0; columns && i < count; i++)
        columns[i] = (struct io_column){fields[i].name, fields[i].offset, fields[i].type, fields[i].position};
    *out = (struct io_layout){.columns = columns, .count = count, .row_bytes = sm5_layout_bytes(layout)};
    return columns != NULL;
}

/* Frees `bytes`. */
static enum sm5_status make_buffer(struct io_bytes *bytes, const uint8_t *data, uint64_t size,
                                   struct sm5_buffer **buffer, struct sm5_diags *diags)
{
    *buffer = sm5_buffer_new(size);
    if (*buffer && size)
        memcpy(sm5_buffer_data(*buffer), data, size);
    io_bytes_free(bytes);
    return *buffer ? SM5_OK : fail_memory(diags);
}

/* io_bytes are followed by a zero byte. */
static bool copy_file(const void *bytes, size_t size, struct io_bytes *out)
{
    *out = (struct io_bytes){.data = malloc(size + 1), .size = size};
    if (!out->data)
        return false;
    if (size)
        memcpy(out->data, bytes, size);
    out->data[size] = 0;
    return true;
}

enum sm5_status sm5_data_read(const void *bytes, size_t size, enum sm5_data_format format,
                              const struct sm5_layout *layout, const char *name, struct sm5_buffer **buffer,
                              struct sm5_diags *diags)
{
    static bool (*const readers[])(const struct io_bytes *, const struct io_layout *, struct io_bytes *,
                                   struct io_error *) = {
        [SM5_DATA_NPY] = io_npy_rows, [SM5_DATA_CSV] = io_csv_rows, [SM5_DATA_JSON] = io_json_rows};
    struct io_layout columns;
    struct io_bytes file, rows = {0};
    struct io_error error = {"out of memory", true};
    *buffer = NULL;
    if ((size_t)format >= BASE_COUNT(readers))
        return SM5_ERR_ARGUMENT;
    if (!open_layout(layout, &columns) || !copy_file(bytes, size, &file)) {
        free((void *)columns.columns);
        return fail_memory(diags);
    }
    bool ok = readers[format](&file, &columns, &rows, &error);
    free((void *)columns.columns);
    io_bytes_free(&file);
    return ok ? make_buffer(&rows, rows.data, rows.size, buffer, diags) : fail(diags, name, &error);
}

enum sm5_status sm5_data_write(const void *rows, size_t size, enum sm5_data_format format,
                               const struct sm5_layout *layout, struct sm5_blob *out, struct sm5_diags *diags)
{
    static bool (*const writers[])(const struct io_layout *, const void *, size_t, struct strbuf *,
                                   struct io_error *) = {
        [SM5_DATA_NPY] = io_npy_text, [SM5_DATA_CSV] = io_csv_text, [SM5_DATA_JSON] = io_json_text};
    struct io_layout columns;
    struct io_error error = {"the size is not a multiple of the row size", false};
    struct strbuf text = {0};
    uint32_t row = sm5_layout_bytes(layout);
    *out = (struct sm5_blob){0};
    if ((size_t)format >= BASE_COUNT(writers) || row == 0 || size % row) {
        fail(diags, NULL, &error);
        return SM5_ERR_ARGUMENT;
    }
    bool ok = open_layout(layout, &columns) && writers[format](&columns, rows, size / row, &text, &error);
    free((void *)columns.columns);
    if (ok)
        return api_take_blob(&text, out, diags);
    strbuf_free(&text);
    return fail_memory(diags);
}

enum sm5_status sm5_data_set(const struct sm5_layout *layout, const char *member, const char *values,
                             void *row, size_t size, struct sm5_diags *diags)
{
    struct io_layout columns;
    struct io_error error;
    if (!open_layout(layout, &columns))
        return fail_memory(diags);
    bool ok = size >= columns.row_bytes
                  ? io_set_members(&columns, member, values, row, &error)
                  : io_fail(&error, "%zu bytes; expected a row of %zu", size, columns.row_bytes);
    free((void *)columns.columns);
    return ok ? SM5_OK : fail(diags, member, &error);
}

/* ---- DDS ---- */

static bool check_texture(const struct io_dds *dds, size_t size, const struct sm5_texture *texture,
                          struct io_error *error)
{
    uint64_t bytes = sm5_texture_bytes(texture);
    if (bytes == 0)
        return io_fail(error,
                       "%u x %u x %u texels, %u layers and %u mips of DXGI format %u are not a texture",
                       dds->width, dds->height, dds->depth, dds->layers, dds->mips, dds->format);
    return bytes <= size - dds->data ||
           io_fail(error, "the texture takes %llu bytes; the file has %zu after its header",
                   (unsigned long long)bytes, size - dds->data);
}

enum sm5_status sm5_data_read_dds(const void *bytes, size_t size, const char *name,
                                  struct sm5_texture *texture, struct sm5_buffer **buffer,
                                  struct sm5_diags *diags)
{
    struct io_bytes file;
    struct io_error error;
    struct io_dds dds;
    *buffer = NULL;
    *texture = (struct sm5_texture){0};
    if (!copy_file(bytes, size, &file))
        return fail_memory(diags);
    bool ok = io_dds_read(&file, &dds, &error);
    if (ok)
        *texture = (struct sm5_texture){.kind = (enum sm5_texture_kind)dds.axes,
                                        .format = dds.format,
                                        .width = dds.width,
                                        .height = dds.height,
                                        .depth = dds.depth,
                                        .layers = dds.layers,
                                        .mips = dds.mips};
    if (ok && check_texture(&dds, size, texture, &error))
        return make_buffer(&file, file.data + dds.data, sm5_texture_bytes(texture), buffer, diags);
    io_bytes_free(&file);
    return fail(diags, name, &error);
}
