/* Writes data files. */
#include "base/base.h"
#include "io.h"

/* The elements are written from where they are. */
static bool write_npy(const char *path, const struct io_layout *layout, const void *data, size_t rows,
                      struct io_error *error)
{
    struct strbuf head = {0};
    bool ok = io_npy_head(layout, rows, &head, error);
    const struct io_part parts[] = {{strbuf_text(&head), head.length}, {data, rows * layout->row_bytes}, {0}};
    ok = ok && io_write_parts(path, parts, error);
    strbuf_free(&head);
    return ok;
}

bool io_rows_write(const char *path, const struct io_layout *layout, const void *data, size_t rows,
                   struct io_error *error)
{
    if (io_has_ending(path, ".npy"))
        return write_npy(path, layout, data, rows, error);
    struct strbuf text = {0};
    bool ok = io_has_ending(path, ".json") ? io_json_text(layout, data, rows, &text, error)
                                           : io_csv_text(layout, data, rows, &text, error);
    ok = ok && io_write_file(path, strbuf_text(&text), text.length, error);
    strbuf_free(&text);
    return ok;
}

bool io_dds_write(const char *path, const struct io_dds *texture, const void *data, size_t size,
                  struct io_error *error)
{
    struct io_bytes file;
    if (!io_dds_bytes(texture, data, size, &file, error))
        return false;
    bool ok = io_write_file(path, file.data, file.size, error);
    io_bytes_free(&file);
    return ok;
}
