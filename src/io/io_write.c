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

/* A header, then what another function makes. */
struct headed {
    const struct strbuf *head;
    io_make_part *make;
    void *context;
};

static bool make_headed(void *context, uint64_t at, struct io_part *part)
{
    const struct headed *headed = context;
    size_t length = headed->head->length;
    if (at >= length)
        return headed->make(headed->context, at - length, part);
    *part = (struct io_part){strbuf_text(headed->head) + at, length - (size_t)at};
    return true;
}

bool io_npy_stream(const char *path, const struct io_layout *layout, size_t rows, io_make_part *make,
                   void *context, struct io_error *error)
{
    struct strbuf head = {0};
    struct headed headed = {&head, make, context};
    bool ok =
        io_npy_head(layout, rows, &head, error) &&
        io_write_stream(path, head.length + (uint64_t)rows * layout->row_bytes, make_headed, &headed, error);
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
