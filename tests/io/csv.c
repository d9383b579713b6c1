/* Tables, and values as text. */
#include <math.h>
#include <string.h>

#include "files.h"

static void expect_csv(const struct io_column *columns, size_t count, const void *data, size_t rows,
                       size_t row_bytes, const char *expected)
{
    char path[64];
    struct io_error error;
    temporary_path(path, ".csv");
    assert_true(io_rows_write(path,
                              &(struct io_layout){.columns = columns, .count = count, .row_bytes = row_bytes},
                              data, rows, &error));
    struct io_bytes file = take_file(path);
    assert_string_equal((char *)file.data, expected);
    io_bytes_free(&file);
}

static void named_columns(void **state)
{
    (void)state;
    static const struct io_column columns[] = {
        {"a", 0, 'f', 0}, {"b,\"c\"", 4, 'i', 1}, {"d", 8, 'u', 2}, {"e", 12, 'h', 3}, {"f", 14, 'c', 4}};
    struct {
        float a;
        int32_t b;
        uint32_t d;
        uint16_t e;
        uint8_t f, rest;
    } rows[] = {{0.5f, -1, UINT32_MAX, 65535, 255, 0}, {-1.0f, 2, 0, 1, 2, 0}};
    expect_csv(columns, 5, rows, 2, 16,
               "index,a,\"b,\"\"c\"\"\",d,e,f\n0,0.5,-1,4294967295,65535,255\n1,-1,2,0,1,2\n");
}

static void words_without_names(void **state)
{
    (void)state;
    static const uint32_t words[] = {0x3f800000, 7};
    expect_csv(NULL, 0, words, 1, 8, "index,w0,w0.float,w1,w1.float\n0,1065353216,1,7,9.80909e-45\n");
}

static void expect_float(float value, const char *expected)
{
    char text[40];
    io_format_value(text, &value, 'f');
    assert_string_equal(text, expected);
}

static void shortest_digits_that_read_back(void **state)
{
    (void)state;
    expect_float(0.1f, "0.1");
    expect_float(16777216.0f, "16777216");
    expect_float(3.14159274f, "3.1415927");
    expect_float(1.00000012f, "1.0000001");
    expect_float(INFINITY, "inf");
    expect_float(-0.0f, "-0");
    char text[40];
    double value = 0.1 + 0.2;
    io_format_value(text, &value, 'd');
    assert_string_equal(text, "0.30000000000000004");
}

static void every_power_of_two_reads_back(void **state)
{
    (void)state;
    for (int exponent = -149; exponent < 128; exponent++) {
        char text[40];
        float value = ldexpf(1.0f, exponent);
        io_format_value(text, &value, 'f');
        assert_true(strtof(text, NULL) == value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_columns),
        cmocka_unit_test(words_without_names),
        cmocka_unit_test(shortest_digits_that_read_back),
        cmocka_unit_test(every_power_of_two_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
