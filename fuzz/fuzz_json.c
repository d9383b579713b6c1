/* A .json file of rows is refused with a message, or read; the rows are written and read again to the same bytes. Read
   as a table of inputs, every cell is a number or is not. */
#include "fuzz_data.h"

static void read_as_table(const uint8_t *data, size_t size)
{
    struct io_bytes file = {.data = malloc(size + 1), .size = size};
    struct io_table table = {0};
    struct io_error error = {.text = ""};
    FUZZ_CHECK(file.data != NULL);
    memcpy(file.data, data, size);
    file.data[size] = 0;
    if (io_json_table(&file, &table, &error)) {
        FUZZ_CHECK(table.rows > 0 && table.column_count > 0 && table.width == table.column_count);
        for (size_t row = 0; row < table.rows; row++)
            for (size_t column = 0; column < table.column_count; column++) {
                uint32_t word;
                char text[64];
                io_table_text(&table, row, column, text);
                io_table_word(&table, row, column, "fiu"[column % 3], &word);
            }
    } else {
        FUZZ_CHECK(error.text[0] != 0);
    }
    io_table_free(&table);
    io_bytes_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file(data, size, io_json_rows);
    if (size)
        read_as_table(data + 1, size - 1);
    return 0;
}
