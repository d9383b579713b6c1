/* Data files of resources: the formats by their endings, and the layout of their rows. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "ranks/ranks.h"

/* ---- endings ---- */

static const struct {
    const char *ending;
    enum host_file kind;
} endings[] = {
    {".npy", HOST_FILE_NPY}, {".csv", HOST_FILE_CSV}, {".json", HOST_FILE_JSON}, {".png", HOST_FILE_PNG},
    {".dds", HOST_FILE_DDS}, {".bin", HOST_FILE_RAW}, {".raw", HOST_FILE_RAW},   {".dat", HOST_FILE_RAW},
};

static bool is_raw(const char *path)
{
    return strncmp(path, "raw:", 4) == 0;
}

const char *host_file_path(const char *path)
{
    return is_raw(path) ? path + 4 : path;
}

/* The ending of the file's name, from its last point on, or NULL: "a.b/c" and ".c" have none. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return dot && dot > name ? dot : NULL;
}

enum host_file host_file_kind(const char *path)
{
    if (is_raw(path) || !ending_of(path))
        return HOST_FILE_RAW;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (io_has_ending(path, endings[i].ending))
            return endings[i].kind;
    return HOST_FILE_UNKNOWN;
}

bool host_fail_ending(const char *path, struct io_error *error)
{
    return io_fail(
        error,
        "%.160s: unknown ending '%.20s'; expected .npy, .csv, .json, .png, .dds, or for raw bytes .bin, "
        ".raw, .dat or raw:FILE",
        path, ending_of(path));
}

/* ---- columns ---- */

/* Members outside the row are skipped: the layout and the view disagree. */
static void columns_of_fields(const struct sm5_program *program, const struct host_texts *structs,
                              int resource, uint32_t row_bytes, struct host_columns *columns)
{
    struct host_layout *layout = &columns->layout;
    struct sm5_resource_info info;
    if (!sm5_resource_at(program, (uint32_t)resource, &info) ||
        !host_layout_of(program, (uint32_t)resource, structs, layout))
        return;
    row_bytes = info.kind == 'b' ? layout->bytes : row_bytes;
    columns->list = calloc(layout->count + 1, sizeof *columns->list);
    for (size_t i = 0; columns->list && i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if (field->offset <= row_bytes && host_field_bytes(field) <= row_bytes - field->offset)
            columns->list[columns->count++] =
                (struct io_column){field->name, field->offset, field->type, field->position};
    }
}

static void same_columns(struct host_columns *columns, const char *const *names, size_t count, uint32_t bytes,
                         char type)
{
    columns->list = calloc(count + 1, sizeof *columns->list);
    for (size_t i = 0; columns->list && i < count; i++)
        columns->list[columns->count++] =
            (struct io_column){names[i], (uint32_t)i * bytes, type, (uint32_t)i};
}

/* Formats whose channels are whole words. Others are shown as words. */
static void columns_of_format(const char *format, uint32_t row_bytes, struct host_columns *columns)
{
    static const char *const names[] = {"r", "g", "b", "a"};
    const char *kind = strchr(format, '_');
    size_t channels = row_bytes / 4;
    if (!kind || strncmp(format, "R32", 3) != 0 || (size_t)(kind - format) != 3 * channels || channels > 4)
        return;
    char type = kind[1] == 'F' ? 'f' : kind[1] == 'S' ? 'i' : 'u';
    same_columns(columns, names, channels, 4, type);
}

/* Rows that are not made of words. */
static void columns_of_bytes(uint32_t row_bytes, struct host_columns *columns)
{
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    bool halves = row_bytes % 2 == 0;
    size_t count = halves ? row_bytes / 2 : row_bytes;
    if (count <= sizeof names / sizeof names[0])
        same_columns(columns, names, count, halves ? 2 : 1, halves ? 'h' : 'c');
}

struct host_columns host_columns_make(const struct sm5_program *program, const struct host_texts *structs,
                                      int resource, uint32_t row_bytes, sm5_format format)
{
    struct host_columns columns = {0};
    const char *name = sm5_format_name(format);
    if (row_bytes % 4)
        columns_of_bytes(row_bytes, &columns);
    else if (name)
        columns_of_format(name, row_bytes, &columns);
    else if (resource >= 0)
        columns_of_fields(program, structs, resource, row_bytes, &columns);
    return columns;
}

void host_columns_free(struct host_columns *columns)
{
    free(columns->list);
    host_layout_free(&columns->layout);
    *columns = (struct host_columns){0};
}

/* ---- rows ---- */

struct host_rows host_rows_of(const struct sm5_program *program, const struct host_texts *structs,
                              int resource, uint32_t row_bytes, sm5_format format)
{
    struct host_rows rows = {.format = sm5_format_name(format)};
    struct sm5_resource_info info = {0};
    bool declared = resource >= 0 && sm5_resource_at(program, (uint32_t)resource, &info);
    rows.columns = host_columns_make(program, structs, resource, row_bytes, format);
    rows.layout = (struct io_layout){.columns = rows.columns.list,
                                     .count = rows.columns.count,
                                     .row_bytes = row_bytes,
                                     .is_packed = format && rows.columns.count == 0};
    if (declared && info.kind == 'b' && rows.columns.count) {
        rows.layout.row_bytes = rows.columns.layout.bytes;
        rows.layout.is_one = true;
    }
    return rows;
}

void host_rows_free(struct host_rows *rows)
{
    host_columns_free(&rows->columns);
}

/* ---- pictures ---- */

/* The format of texels made of the four bytes of a pixel, or NULL. */
static const char *picture_format(const struct host_rows *rows)
{
    const struct io_layout *layout = &rows->layout;
    bool words = layout->row_bytes == 4 && (layout->count == 0 || layout->columns[0].type != 'f');
    if (rows->format && strncmp(rows->format, "R32_", 4) != 0)
        return rows->format;
    return words ? "R8G8B8A8_UNORM" : NULL;
}

static bool load_picture(const char *path, const struct host_rows *rows, struct io_bytes *out,
                         struct io_error *error)
{
    struct io_picture picture;
    const char *format = picture_format(rows);
    if (!format || !host_can_pack_pixels(format))
        return io_fail(
            error, "%.160s: a picture has bytes per channel; expected elements of 4 bytes or format=r8_unorm",
            path);
    if (!io_png_read(path, &picture, error))
        return false;
    host_pack_pixels(picture.pixels.data, &picture.pixels.size, format);
    *out = picture.pixels;
    return true;
}

/* ---- files ---- */

static bool read_rows(enum host_file kind, struct io_bytes *file, const struct io_layout *layout,
                      struct io_bytes *out, struct io_error *error)
{
    switch (kind) {
    case HOST_FILE_NPY: return io_npy_take_rows(file, layout, out, error);
    case HOST_FILE_CSV: return io_csv_rows(file, layout, out, error);
    default: return io_json_rows(file, layout, out, error);
    }
}

static bool load_rows(const char *path, const struct host_rows *rows, struct io_bytes *out,
                      struct io_error *error)
{
    struct io_bytes file;
    struct io_error inner;
    if (!ranks_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    bool ok = read_rows(host_file_kind(path), &file, &rows->layout, out, &inner) ||
              io_fail(error, "%.160s: %.340s", path, inner.text);
    io_bytes_free(&file);
    return ok;
}

bool host_data_load(const char *path, const struct host_rows *rows, struct io_bytes *out,
                    struct io_error *error)
{
    switch (host_file_kind(path)) {
    case HOST_FILE_RAW: return ranks_read_file(host_file_path(path), IO_MEMORY_MOST, out, error);
    case HOST_FILE_NPY:
    case HOST_FILE_CSV:
    case HOST_FILE_JSON: return load_rows(path, rows, out, error);
    case HOST_FILE_PNG: return load_picture(path, rows, out, error);
    case HOST_FILE_DDS:
        return io_fail(error, "%.160s: a DDS file holds a texture, and the slot is not declared as one",
                       path);
    default: return host_fail_ending(path, error);
    }
}
