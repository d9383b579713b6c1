/* Tables, and values as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
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

/* What io_print_float does not leave to the C library has its text. */
static void expect_printf_text(float value)
{
    char text[40], expected[40];
    if (!io_print_float(text, value))
        return;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(expected, sizeof expected, "%.*g", digits, (double)value);
        if (strtof(expected, NULL) == value)
            break;
    }
    assert_string_equal(text, expected);
}

static void decimals_are_those_of_the_c_library(void **state)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "-1.5",
                                        ".5",
                                        "5.",
                                        "1e3",
                                        "1E-3",
                                        "2.5e+2",
                                        "16777217",
                                        "16777219",
                                        "1.00000005960464477539",
                                        "0.1",
                                        "1e22",
                                        "1e23",
                                        "9007199254740993",
                                        "1e-45",
                                        "1.17549435e-38",
                                        "3.40282347e38",
                                        "00000000000000000000001",
                                        "0e5"};
    static const char *const wrong[] = {"",    ".", "e5",    "1e",  "1e+", "1x", "1 ",
                                        "--1", "-", "1.2.3", "0x1", "inf", "nan"};
    (void)state;
    uint32_t bits = 1;
    for (int i = 0; i < 100 * 1000; i++, bits = bits * 1664525u + 1013904223u) {
        char text[64];
        float value = i % 3 ? float_of_bits(bits) : (float)(bits >> 12) / (i % 2 ? 1000.0f : 64.0f), back;
        expect_printf_text(value);
        snprintf(text, sizeof text, "%.*g", 1 + i % 17, (double)value);
        if (io_scan_float(text, &back))
            assert_int_equal(bits_of_float(back), bits_of_float(strtof(text, NULL)));
    }
    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        float value;
        double wide;
        if (io_scan_float(texts[i], &value))
            assert_int_equal(bits_of_float(value), bits_of_float(strtof(texts[i], NULL)));
        if (io_scan_double(texts[i], &wide))
            assert_true(bits_of_double(wide) == bits_of_double(strtod(texts[i], NULL)));
    }
    for (size_t i = 0; i < BASE_COUNT(wrong); i++) {
        double wide;
        assert_false(io_scan_double(wrong[i], &wide));
    }
}

static void integers_have_all_digits(void **state)
{
    static const int64_t values[] = {0, 9, 10, -1, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(values); i++) {
        char text[40], expected[40];
        io_print_integer(text, values[i]);
        snprintf(expected, sizeof expected, "%lld", (long long)values[i]);
        assert_string_equal(text, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_columns),
        cmocka_unit_test(words_without_names),
        cmocka_unit_test(shortest_digits_that_read_back),
        cmocka_unit_test(every_power_of_two_reads_back),
        cmocka_unit_test(decimals_are_those_of_the_c_library),
        cmocka_unit_test(integers_have_all_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
