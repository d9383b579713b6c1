/* Columns of data files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io/io_npy.h"
#include "view/view.h"

static bool allocate(struct view_values *out, size_t count, struct io_error *error)
{
    out->count = count;
    out->list = malloc((count + 1) * sizeof *out->list);
    return out->list || io_fail_memory(error);
}

static bool fail_column(const char *path, const char *column, const char *first, const char *second,
                        struct io_error *error)
{
    if (column)
        return io_fail(error, "%.160s: no column '%.80s'; expected one such as '%.80s'", path, column, first);
    return io_fail(error, "%.160s: several columns; expected --column NAME, as in %.80s or %.80s", path,
                   first, second);
}

/* The channel of a letter r, g, b, a or x, y, z, w, or of a number; -1 for others. */
static int channel_of(const char *column, size_t channels)
{
    static const char letters[] = "rgbaxyzw0123";
    const char *found = !column ? letters : strlen(column) == 1 ? strchr(letters, column[0]) : NULL;
    const int channel = found && *found ? (int)(found - letters) % 4 : -1;
    return channel < (int)channels ? channel : -1;
}

/* ---- .npy ---- */

static size_t product(const struct io_npy *npy)
{
    size_t count = 1;
    for (size_t i = 0; i < npy->axes; i++)
        count *= npy->shape[i];
    return count;
}

static bool copy_leaf(const char *path, const struct io_bytes *data, size_t step, size_t offset,
                      const struct io_npy_leaf *leaf, struct view_values *out, struct io_error *error)
{
    for (size_t i = 0; i < out->count; i++)
        if (offset + i * step + leaf->size > data->size ||
            !view_number(data->data + offset + i * step, leaf->kind, leaf->size, &out->list[i]))
            return io_fail(error,
                           "%.160s: numbers of %u bytes and kind '%c'; expected floats, integers or bools",
                           path, leaf->size, leaf->kind);
    return true;
}

/* Rows of a plain array: of pixels when it has three axes and at most four channels. */
static bool read_plain(const char *path, const struct io_npy *npy, const struct io_bytes *data,
                       const char *column, struct view_values *out, struct io_error *error)
{
    const struct io_npy_leaf *leaf = &npy->leaves.data[0];
    const bool has_channels = npy->axes == 3 && npy->shape[2] >= 1 && npy->shape[2] <= 4;
    const size_t channels = has_channels ? npy->shape[2] : 1;
    const int channel = channel_of(column, channels);
    if (channel < 0 || (column && !has_channels))
        return io_fail(error, "%.160s: no column '%.80s'; the array has no fields", path, column);
    out->width = npy->axes < 2 ? 0 : npy->shape[has_channels ? 1 : npy->axes - 1];
    return allocate(out, product(npy) / channels, error) &&
           copy_leaf(path, data, channels * npy->item_bytes, (size_t)channel * npy->item_bytes, leaf, out,
                     error);
}

static bool read_fields(const char *path, const struct io_npy *npy, const struct io_bytes *data,
                        const char *column, struct view_values *out, struct io_error *error)
{
    const struct io_npy_leaf *found = NULL;
    for (size_t i = 0; i < npy->leaves.count && !found; i++)
        if (npy->leaves.count == 1 || (column && strcmp(io_npy_name(npy, &npy->leaves.data[i]), column) == 0))
            found = &npy->leaves.data[i];
    if (!found)
        return fail_column(path, column, io_npy_name(npy, &npy->leaves.data[0]),
                           io_npy_name(npy, &npy->leaves.data[npy->leaves.count - 1]), error);
    out->width = npy->axes < 2 ? 0 : npy->shape[npy->axes - 1];
    return allocate(out, product(npy), error) &&
           copy_leaf(path, data, npy->item_bytes, found->offset, found, out, error);
}

static bool read_npy(const char *path, const char *column, struct view_values *out, struct io_error *error)
{
    struct io_bytes file, data = {0};
    struct io_error inner;
    if (!io_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    struct io_npy *npy = io_npy_open(&file, NULL, &data, &inner);
    bool ok = npy || io_fail(error, "%.160s: %.340s", path, inner.text);
    if (ok && npy->leaves.count == 0)
        ok = io_fail(error, "%.160s: the array has no numbers", path);
    else if (ok)
        ok = npy->leaves.count == 1 && !io_npy_name(npy, &npy->leaves.data[0])[0]
                 ? read_plain(path, npy, &data, column, out, error)
                 : read_fields(path, npy, &data, column, out, error);
    io_npy_free(npy);
    io_bytes_free(&data);
    io_bytes_free(&file);
    return ok;
}

/* ---- .csv, .json ---- */

static bool read_cells(const struct io_table *table, const char *path, size_t column, struct view_values *out,
                       struct io_error *error)
{
    char place[32], text[64];
    if (!allocate(out, table->rows, error))
        return false;
    for (size_t row = 0; row < table->rows; row++) {
        uint64_t bits;
        const char *cell = table->cells[row * table->width + table->columns[column].offset];
        if (!io_parse_double(cell, &bits)) {
            io_table_place(table, row, place);
            io_table_text(table, row, column, text);
            return io_fail(error, "%.160s: %s: invalid number %s", path, place, text);
        }
        memcpy(&out->list[row], &bits, sizeof bits);
    }
    return true;
}

static bool read_table(const char *path, const char *column, struct view_values *out, struct io_error *error)
{
    struct io_table table;
    size_t found = SIZE_MAX;
    if (!io_table_read(path, &table, error))
        return false;
    for (size_t i = 0; i < table.column_count; i++)
        if (column ? strcmp(table.columns[i].name, column) == 0 : table.column_count == 1)
            found = i;
    const bool ok = found < table.column_count ? read_cells(&table, path, found, out, error)
                    : table.column_count       ? fail_column(path, column, table.columns[0].name,
                                                             table.columns[table.column_count - 1].name, error)
                                               : io_fail(error, "%.160s: there are no columns", path);
    io_table_free(&table);
    return ok;
}

/* ---- .png, bytes ---- */

static bool read_picture(const char *path, const char *column, struct view_values *out,
                         struct io_error *error)
{
    struct io_picture picture;
    const int channel = channel_of(column, 4);
    if (channel < 0)
        return io_fail(error, "%.160s: no column '%.80s'; a picture has r, g, b and a", path, column);
    if (!io_png_read(path, &picture, error))
        return false;
    const bool ok = allocate(out, (size_t)picture.width * picture.height, error);
    for (size_t i = 0; ok && i < out->count; i++)
        out->list[i] = picture.pixels.data[4 * i + (size_t)channel];
    out->width = picture.width;
    io_bytes_free(&picture.pixels);
    return ok;
}

static bool read_floats(const char *path, const char *column, struct view_values *out, struct io_error *error)
{
    struct io_bytes file;
    if (column)
        return io_fail(error, "%.160s: no column '%.80s'; bytes are 32-bit floats", path, column);
    if (!io_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    bool ok =
        file.size % 4 == 0 || io_fail(error, "%.160s: %zu bytes are not whole floats of 4", path, file.size);
    ok = ok && allocate(out, file.size / 4, error);
    for (size_t i = 0; ok && i < out->count; i++)
        view_number(file.data + 4 * i, 'f', 4, &out->list[i]);
    io_bytes_free(&file);
    return ok;
}

bool view_read(const char *path, const char *column, struct view_values *out, struct io_error *error)
{
    *out = (struct view_values){0};
    bool ok;
    if (io_has_ending(path, ".npy"))
        ok = read_npy(path, column, out, error);
    else if (io_has_ending(path, ".csv") || io_has_ending(path, ".json"))
        ok = read_table(path, column, out, error);
    else if (io_has_ending(path, ".png"))
        ok = read_picture(path, column, out, error);
    else if (io_has_ending(path, ".bin") || io_has_ending(path, ".raw") || io_has_ending(path, ".dat"))
        ok = read_floats(path, column, out, error);
    else
        ok = io_fail(error,
                     "%.160s: unknown ending; expected .npy, .csv, .json, .png, or .bin with 32-bit floats",
                     path);
    if (!ok) {
        free(out->list);
        *out = (struct view_values){0};
    }
    return ok;
}
