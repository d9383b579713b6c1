/* What the targets of data files share: layouts, and the property of rows. */
#ifndef SM5_FUZZ_DATA_H
#define SM5_FUZZ_DATA_H

#include "fuzz.h"
#include "io/io.h"
#include "layout/layout.h"

/* The layout that the first byte of an input chooses: structures, a constant buffer, words without names. */
struct fuzz_layout {
    struct sm5_layout *names;
    struct io_column *columns;
    struct io_layout layout;
};

static inline void fuzz_open_layout(struct fuzz_layout *out, unsigned choice)
{
    static const char *const texts[] = {
        "float2 at; uint id; bool on; int n",
        "float a; float2x2 m; struct { float3 c; double d; } l[2]; uint index", "double d; float a",
        "float value"};
    const struct diag_place place = {.file = "layout", .line = 1, .column = 1};
    bool cbuffer = choice % 6 == 1;
    *out = (struct fuzz_layout){.layout = {.row_bytes = 12, .is_packed = choice % 6 == 5}};
    if (choice % 6 >= BASE_COUNT(texts))
        return;
    FUZZ_CHECK(layout_parse(texts[choice % 6], cbuffer ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED, &place,
                            &out->names, NULL) == SM5_OK);
    out->columns = calloc(out->names->fields.count, sizeof *out->columns);
    FUZZ_CHECK(out->columns != NULL);
    for (size_t i = 0; i < out->names->fields.count; i++) {
        const struct sm5_field_info *field = &out->names->fields.data[i];
        out->columns[i] = (struct io_column){field->name, field->offset, field->type, field->position};
    }
    out->layout = (struct io_layout){.columns = out->columns,
                                     .count = out->names->fields.count,
                                     .row_bytes = out->names->bytes,
                                     .is_one = cbuffer};
}

static inline void fuzz_close_layout(struct fuzz_layout *layout)
{
    free(layout->columns);
    layout_free(layout->names);
}

typedef bool fuzz_reader(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                         struct io_error *error);
typedef bool fuzz_writer(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                         struct io_error *error);

/* Rows that were read are written and read again to the same bytes. */
static inline void fuzz_round_trip(const struct io_layout *layout, const struct io_bytes *rows,
                                   fuzz_writer *write, fuzz_reader *read)
{
    struct strbuf text = {0};
    struct io_bytes again;
    struct io_error error = {0};
    FUZZ_CHECK(write(layout, rows->data, rows->size / layout->row_bytes, &text, &error));
    struct io_bytes file = {.data = (uint8_t *)text.text, .size = text.length};
    if (!read(&file, layout, &again, &error)) {
        fprintf(stderr, "%s\n%s\n", error.text, text.text);
        FUZZ_CHECK(!"what is written is read");
    }
    FUZZ_CHECK(again.size == rows->size && memcmp(again.data, rows->data, rows->size) == 0);
    io_bytes_free(&again);
    strbuf_free(&text);
}

/* A file is rejected with a message, or gives complete rows. Its first byte selects the layout. */
static inline void fuzz_file(const uint8_t *data, size_t size, fuzz_reader *read)
{
    struct fuzz_layout layout;
    struct io_bytes rows, file = {.data = malloc(size + 1), .size = size ? size - 1 : 0};
    struct io_error error = {0};
    FUZZ_CHECK(file.data != NULL);
    if (size)
        memcpy(file.data, data + 1, size - 1);
    file.data[file.size] = 0;
    fuzz_open_layout(&layout, size ? data[0] : 0);
    if (read(&file, &layout.layout, &rows, &error)) {
        FUZZ_CHECK(rows.size % layout.layout.row_bytes == 0);
        FUZZ_CHECK(!layout.layout.is_one || rows.size == layout.layout.row_bytes);
        fuzz_round_trip(&layout.layout, &rows, io_csv_text, io_csv_rows);
        fuzz_round_trip(&layout.layout, &rows, io_json_text, io_json_rows);
        fuzz_round_trip(&layout.layout, &rows, io_npy_text, io_npy_rows);
        io_bytes_free(&rows);
    } else {
        FUZZ_CHECK(error.text[0] && memchr(error.text, 0, sizeof error.text));
    }
    fuzz_close_layout(&layout);
    io_bytes_free(&file);
}

#endif
