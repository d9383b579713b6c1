#include "cli/cli_data.h"

#include <stdlib.h>
#include <string.h>

/* ---- endings ---- */

static const struct {
    const char *ending;
    enum cli_file kind;
} endings[] = {
    {".npy", CLI_FILE_NPY}, {".csv", CLI_FILE_CSV}, {".json", CLI_FILE_JSON}, {".png", CLI_FILE_PNG},
    {".dds", CLI_FILE_DDS}, {".bin", CLI_FILE_RAW}, {".raw", CLI_FILE_RAW},   {".dat", CLI_FILE_RAW},
};

static bool is_raw(const char *path)
{
    return strncmp(path, "raw:", 4) == 0;
}

const char *cli_file_path(const char *path)
{
    return is_raw(path) ? path + 4 : path;
}

/* The last part of the path from its last point on, or NULL: "a.b/c" and ".c" have no ending. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return dot && dot > name ? dot : NULL;
}

enum cli_file cli_file_kind(const char *path)
{
    if (is_raw(path) || !ending_of(path))
        return CLI_FILE_RAW;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (io_has_ending(path, endings[i].ending))
            return endings[i].kind;
    return CLI_FILE_UNKNOWN;
}

bool cli_fail_ending(const char *path, struct io_error *error)
{
    return io_fail(
        error,
        "%.160s: unknown ending '%.20s'; expected .npy, .csv, .json, .png, .dds, or for raw bytes .bin, "
        ".raw, .dat or raw:FILE",
        path, ending_of(path));
}

/* ---- rows ---- */

struct cli_rows cli_rows_of(const struct sm5_program *program, const struct cli_texts *structs, int resource,
                            uint32_t row_bytes, sm5_format format)
{
    struct cli_rows rows = {.format = sm5_format_name(format)};
    struct sm5_resource_info info = {0};
    bool declared = resource >= 0 && sm5_resource_at(program, (uint32_t)resource, &info);
    rows.columns = cli_columns_make(program, structs, resource, row_bytes, format);
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

void cli_rows_free(struct cli_rows *rows)
{
    cli_columns_free(&rows->columns);
}

/* ---- pictures ---- */

/* The format that takes the four bytes of a pixel, or NULL. */
static const char *picture_format(const struct cli_rows *rows)
{
    const struct io_layout *layout = &rows->layout;
    bool words = layout->row_bytes == 4 && (layout->count == 0 || layout->columns[0].type != 'f');
    if (rows->format && strncmp(rows->format, "R32_", 4) != 0)
        return rows->format;
    return words ? "R8G8B8A8_UNORM" : NULL;
}

static bool load_picture(const char *path, const struct cli_rows *rows, struct io_bytes *out,
                         struct io_error *error)
{
    struct io_picture picture;
    const char *format = picture_format(rows);
    if (!format || !cli_can_pack_pixels(format))
        return io_fail(
            error, "%.160s: a picture has bytes per channel; expected elements of 4 bytes or format=r8_unorm",
            path);
    if (!io_png_read(path, &picture, error))
        return false;
    cli_pack_pixels(picture.pixels.data, &picture.pixels.size, format);
    *out = picture.pixels;
    return true;
}

/* ---- files ---- */

typedef bool reader(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                    struct io_error *error);

static bool load_rows(const char *path, const struct cli_rows *rows, reader *read, struct io_bytes *out,
                      struct io_error *error)
{
    struct io_bytes file;
    struct io_error inner;
    if (!io_read_file(path, &file, error))
        return false;
    bool ok = read(&file, &rows->layout, out, &inner) || io_fail(error, "%.160s: %.340s", path, inner.text);
    io_bytes_free(&file);
    return ok;
}

bool cli_data_load(const char *path, const struct cli_rows *rows, struct io_bytes *out,
                   struct io_error *error)
{
    switch (cli_file_kind(path)) {
    case CLI_FILE_RAW: return io_read_file(cli_file_path(path), out, error);
    case CLI_FILE_NPY: return load_rows(path, rows, io_npy_rows, out, error);
    case CLI_FILE_CSV: return load_rows(path, rows, io_csv_rows, out, error);
    case CLI_FILE_JSON: return load_rows(path, rows, io_json_rows, out, error);
    case CLI_FILE_PNG: return load_picture(path, rows, out, error);
    case CLI_FILE_DDS:
        return io_fail(error, "%.160s: a DDS file holds a texture, and the slot is not declared as one",
                       path);
    default: return cli_fail_ending(path, error);
    }
}
