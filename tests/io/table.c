/* Reading tables: CSV files, and arrays with named fields. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

static bool read_csv(const char *text, struct io_table *table, struct io_error *error)
{
    char path[64];
    temporary_path(path, ".csv");
    assert_true(io_write_file(path, text, strlen(text), error));
    bool ok = io_table_read(path, table, error);
    remove(path);
    return ok;
}

static void expect_word(const struct io_table *table, size_t row, size_t column, char type, uint32_t expected)
{
    uint32_t word;
    assert_true(io_table_word(table, row, column, type, &word));
    assert_int_equal(word, expected);
}

static void cells_are_numbers_of_the_type_asked_for(void **state)
{
    (void)state;
    struct io_table table;
    struct io_error error;
    assert_true(read_csv("a,b.x\n1, 0x7 \n-2,nan\n", &table, &error));
    assert_true(table.rows == 2 && table.column_count == 2);
    assert_string_equal(table.columns[1].name, "b.x");
    expect_word(&table, 0, 0, 'f', 0x3f800000);
    expect_word(&table, 0, 0, 'u', 1);
    expect_word(&table, 0, 1, 'f', 7); /* the bits */
    expect_word(&table, 1, 0, 'u', 0xfffffffe);
    expect_word(&table, 1, 0, 'i', 0xfffffffe);
    uint32_t word;
    assert_false(io_table_word(&table, 1, 1, 'u', &word));
    io_table_free(&table);
}

static void quotes_line_ends_and_empty_lines(void **state)
{
    (void)state;
    struct io_table table;
    struct io_error error;
    assert_true(read_csv("\xef\xbb\xbf\"a,b\",\"c\"\"d\"\r\n\r\n\"1\",2\r\n3,4", &table, &error));
    assert_string_equal(table.columns[0].name, "a,b");
    assert_string_equal(table.columns[1].name, "c\"d");
    assert_int_equal(table.rows, 2);
    expect_word(&table, 0, 0, 'u', 1);
    expect_word(&table, 1, 1, 'u', 4);
    io_table_free(&table);
}

static void rows_have_a_cell_for_each_column(void **state)
{
    (void)state;
    struct io_table table;
    struct io_error error;
    assert_false(read_csv("a,b\n1,2\n3\n", &table, &error));
    assert_non_null(strstr(error.text, "line 3: fewer cells"));
    assert_false(read_csv("a,b\n1,2,3\n", &table, &error));
    assert_non_null(strstr(error.text, "line 2: more cells"));
    assert_false(io_table_read("no/such.csv", &table, &error));
    assert_non_null(strstr(error.text, "no/such.csv"));
}

static void read_npy(const char *type, const void *data, size_t size, size_t rows, struct io_table *table,
                     bool expected)
{
    char head[256], path[64];
    struct io_error error;
    int length =
        snprintf(head, sizeof head, "{'descr': %s, 'fortran_order': False, 'shape': (%zu,), }\n", type, rows);
    uint8_t *file = calloc(1, 10 + (size_t)length + size);
    memcpy(file, "\x93NUMPY\x01\x00", 8);
    file[8] = (uint8_t)length;
    memcpy(file + 10, head, (size_t)length);
    memcpy(file + 10 + length, data, size);
    temporary_path(path, ".npy");
    assert_true(io_write_file(path, file, 10 + (size_t)length + size, &error));
    bool ok = io_table_read(path, table, &error);
    remove(path);
    free(file);
    if (ok != expected)
        fail_msg("%s: %s", type, ok ? "read" : error.text);
}

static void fields_are_columns(void **state)
{
    (void)state;
    struct __attribute__((packed)) {
        float position[3];
        int16_t id;
        double weight;
    } rows[2] = {{{1, 2, 3}, -4, 0.5}, {{5, 6, 7}, 8, 2}};
    struct io_table table;
    read_npy("[('POSITION', '<f4', (3,)), ('id', '<i2'), ('w', '<f8')]", rows, sizeof rows, 2, &table, true);
    assert_true(table.rows == 2 && table.column_count == 5);
    assert_string_equal(table.columns[1].name, "POSITION.y");
    assert_string_equal(table.columns[3].name, "id");
    expect_word(&table, 1, 1, 'f', 0x40c00000);
    expect_word(&table, 0, 3, 'i', (uint32_t)-4);
    expect_word(&table, 0, 3, 'f', 0xc0800000);
    expect_word(&table, 1, 4, 'u', 2);
    expect_word(&table, 0, 4, 'f', 0x3f000000);
    uint32_t word;
    assert_false(io_table_word(&table, 0, 4, 'u', &word)); /* 0.5 is not an integer */
    io_table_free(&table);
}

static void arrays_without_names_are_refused(void **state)
{
    (void)state;
    const float data[2] = {1, 2};
    struct io_table table;
    read_npy("'<f4'", data, sizeof data, 2, &table, false);
}

static void written_rows_are_read_again(void **state)
{
    (void)state;
    struct io_table table, again;
    struct io_error error;
    const size_t rows[] = {1, 0};
    char path[64];
    temporary_path(path, ".csv");
    assert_true(read_csv("\"a,b\",c\n\"x\"\"y\",\n\"1\n2\",0x7\n", &table, &error));
    assert_true(io_table_write(path, &table, rows, 2, &error));
    assert_true(io_table_read(path, &again, &error));
    assert_true(again.rows == 2 && again.column_count == 2);
    assert_string_equal(again.columns[0].name, "a,b");
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(again.cells[i], table.cells[2 - i / 2 * 2 + i % 2]);
    io_table_free(&again);
    io_table_free(&table);
    /* A float with the bits of a NaN, a double, and integers of several sizes. */
    struct io_table_column columns[] = {
        {"f", 0, 4, 'f'}, {"d", 4, 8, 'f'}, {"i", 12, 2, 'i'}, {"u", 14, 1, 'u'}};
    uint8_t bytes[15] = {0x01, 0x02, 0xc0, 0x7f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0xfe, 0xff, 0xc8};
    struct io_table numbers = {.data = {.data = bytes, .size = 15},
                               .columns = columns,
                               .column_count = 4,
                               .rows = 1,
                               .row_bytes = 15};
    assert_true(io_table_write(path, &numbers, rows + 1, 1, &error));
    assert_true(io_table_read(path, &again, &error));
    expect_word(&again, 0, 0, 'f', 0x7fc00201);
    expect_word(&again, 0, 1, 'f', 0x3f000000);
    expect_word(&again, 0, 2, 'i', 0xfffffffe);
    expect_word(&again, 0, 3, 'u', 200);
    io_table_free(&again);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_numbers_of_the_type_asked_for),
        cmocka_unit_test(written_rows_are_read_again),
        cmocka_unit_test(quotes_line_ends_and_empty_lines),
        cmocka_unit_test(rows_have_a_cell_for_each_column),
        cmocka_unit_test(fields_are_columns),
        cmocka_unit_test(arrays_without_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
