/* A constant, "NAME=VALUES" after the byte that chooses the layout, is refused with a message, or set: only
   members that the name covers change, and what is stored reads back from text. */
#include "fuzz_data.h"

/* Fields whose bytes differ from the pattern are within the named member. */
static void check_changes(const struct io_layout *layout, const char *name, const uint8_t *row)
{
    size_t covered = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct io_column *column = &layout->columns[i];
        size_t length = strlen(name);
        bool is_covered =
            length == 0 || (strncmp(column->name, name, length) == 0 && strchr(".[", column->name[length]));
        covered += is_covered;
        for (uint32_t k = 0; !is_covered && k < io_column_bytes(column); k++)
            FUZZ_CHECK(row[column->offset + k] == 0xa5);
    }
    FUZZ_CHECK(covered > 0 && covered == io_count_members(layout, name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_layout layout;
    struct io_error error = {0};
    char *text = calloc(1, size + 1);
    FUZZ_CHECK(text != NULL);
    if (size)
        memcpy(text, data + 1, size - 1);
    fuzz_open_layout(&layout, size ? data[0] : 0);
    char *equals = strchr(text, '=');
    struct io_bytes row = {.data = malloc(layout.layout.row_bytes), .size = layout.layout.row_bytes};
    FUZZ_CHECK(row.data != NULL);
    memset(row.data, 0xa5, row.size);
    if (equals)
        *equals = 0;
    if (io_set_members(&layout.layout, text, equals ? equals + 1 : "", row.data, &error)) {
        check_changes(&layout.layout, text, row.data);
        fuzz_round_trip(&layout.layout, &row, io_csv_text, io_csv_rows);
        fuzz_round_trip(&layout.layout, &row, io_json_text, io_json_rows);
    } else {
        FUZZ_CHECK(error.text[0] && memchr(error.text, 0, sizeof error.text));
    }
    fuzz_close_layout(&layout);
    io_bytes_free(&row);
    free(text);
    return 0;
}
