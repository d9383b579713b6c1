/* NumPy files: reads files of NumPy, and writes files that NumPy reads. */
#include <string.h>

#include "files.h"

/* A file of `major` with the header dictionary and data bytes. */
static struct io_bytes make_file(int major, const char *dictionary, const void *data, size_t size)
{
    size_t head = major >= 2 ? 12 : 10, length = strlen(dictionary);
    struct io_bytes file = {.data = calloc(1, head + length + size + 1), .size = head + length + size};
    memcpy(file.data, "\x93NUMPY", 6);
    file.data[6] = (uint8_t)major;
    file.data[8] = (uint8_t)length;
    file.data[9] = (uint8_t)(length >> 8);
    memcpy(file.data + head, dictionary, length);
    if (size)
        memcpy(file.data + head + length, data, size);
    return file;
}

static void expect_read(int major, const char *dictionary, const void *data, size_t size,
                        const void *expected, size_t expected_size)
{
    struct io_bytes file = make_file(major, dictionary, data, size), out;
    struct io_error error = {0};
    if (!io_npy_read(&file, &out, &error))
        fail_msg("%s: %s", dictionary, error.text);
    assert_int_equal(out.size, expected_size);
    assert_memory_equal(out.data, expected, expected_size);
    io_bytes_free(&out);
    io_bytes_free(&file);
}

static void expect_refused(const char *dictionary, size_t size)
{
    char *data = calloc(1, size + 1);
    struct io_bytes file = make_file(1, dictionary, data, size), out;
    struct io_error error = {0};
    if (io_npy_read(&file, &out, &error))
        fail_msg("accepted: %s", dictionary);
    assert_true(error.text[0]);
    io_bytes_free(&file);
    free(data);
}

static const uint8_t bytes[48] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                  17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
                                  33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48};

static void plain_types(void **state)
{
    (void)state;
    expect_read(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }    \n", bytes, 12, bytes, 12);
    expect_read(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1), }\n", bytes, 16, bytes, 16);
    expect_read(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }\n", bytes, 5, bytes, 5);
    expect_read(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }\n", bytes, 5, bytes, 5);
    expect_read(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n", bytes, 4, bytes, 4);
    expect_read(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 7), }\n", bytes, 0, bytes, 0);
}

static void version_2_has_a_longer_length(void **state)
{
    (void)state;
    expect_read(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }\n", bytes, 12, bytes, 12);
}

static void big_endian_is_turned(void **state)
{
    (void)state;
    static const uint8_t turned4[] = {4, 3, 2, 1, 8, 7, 6, 5}, turned8[] = {8, 7, 6, 5, 4, 3, 2, 1};
    static const uint8_t turned_complex[] = {4, 3, 2, 1, 8, 7, 6, 5};
    expect_read(1, "{'descr': '>u4', 'fortran_order': False, 'shape': (2,), }", bytes, 8, turned4, 8);
    expect_read(1, "{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }", bytes, 8, turned8, 8);
    expect_read(1, "{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }", bytes, 8, turned_complex, 8);
}

static void fortran_order_becomes_c_order(void **state)
{
    (void)state;
    /* shape (2, 3): memory holds the columns (1,2) (3,4) (5,6) */
    static const uint8_t expected[] = {1, 3, 5, 2, 4, 6};
    expect_read(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", bytes, 6, expected, 6);
    static const uint8_t cube[] = {1, 5, 3, 7, 2, 6, 4, 8};
    expect_read(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 2), }", bytes, 8, cube, 8);
}

static void structured_types(void **state)
{
    (void)state;
    static const uint8_t expected[] = {1, 2, 3, 4, 6, 5, 8, 7, 9, 10, 12, 11};
    expect_read(1,
                "{'descr': [('a', '<f4'), ('b', '>u2', (2,)), ('', '|V2'), ('c', [('d', '>i2')])], "
                "'fortran_order': False, 'shape': (1,), }",
                bytes, 12, expected, 12);
}

static void sub_arrays_of_structures(void **state)
{
    (void)state;
    static const uint8_t expected[] = {2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10, 12};
    expect_read(1,
                "{'descr': [('m', [('x', '>u2'), ('y', '|u1')], (2, 2))], 'fortran_order': False, 'shape': "
                "(1,), }",
                bytes, 12, expected, 12);
    expect_read(1, "{'descr': [(('title', 'x'), '>u2')], 'fortran_order': False, 'shape': (1,), }", bytes, 2,
                "\x02\x01", 2);
}

static void malformed_headers(void **state)
{
    (void)state;
    expect_refused("", 4);
    expect_refused("{'descr': '<f4', 'fortran_order': False}", 4);
    expect_refused("{'descr': '<q4', 'fortran_order': False, 'shape': (1,), }", 4);
    expect_refused("{'descr': '<f0', 'fortran_order': False, 'shape': (1,), }", 4);
    expect_refused("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", 8);
    expect_refused("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,), }", 4);
    expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", 4);
    expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1", 4);
    expect_refused("{'descr': [('a', '<f4', (99999999,))], 'fortran_order': False, 'shape': (1,), }", 4);
    expect_refused("{'descr': [[[[[[[[[[[[[[[[[[[[[[", 4);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 7);
    expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967295, 4294967295), }", 8);
    expect_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387905,), }", 4);
}

static void sub_arrays_of_nothing_end_soon(void **state)
{
    (void)state;
    char text[2048] = "{'descr': ";
    for (int i = 0; i < 12; i++)
        strcat(text, "[('a', ");
    strcat(text, "[]");
    for (int i = 0; i < 12; i++)
        strcat(text, ", (4000,))]");
    strcat(text, ", 'fortran_order': False, 'shape': (1,), }");
    expect_refused(text, 4);
}

static void cut_off_at_every_byte(void **state)
{
    (void)state;
    struct io_bytes file =
        make_file(1, "{'descr': [('a', '>f4')], 'fortran_order': True, 'shape': (1, 2), }\n", bytes, 8);
    for (size_t size = 0; size < file.size; size++) {
        struct io_bytes cut = {.data = malloc(size ? size : 1), .size = size}, out;
        struct io_error error;
        memcpy(cut.data, file.data, size);
        assert_false(io_npy_read(&cut, &out, &error));
        io_bytes_free(&cut);
    }
    io_bytes_free(&file);
}

static void written_files_have_numpys_form(void **state)
{
    (void)state;
    static const struct io_column columns[] = {
        {"position.x", 0, 'f', 0}, {"it's", 8, 'u', 1}, {"mass", 16, 'd', 2}};
    char path[64];
    struct io_error error;
    temporary_path(path, ".npy");
    assert_true(io_rows_write(path, &(struct io_layout){.columns = columns, .count = 3, .row_bytes = 24},
                              bytes, 2, &error));
    struct io_bytes file = take_file(path), out;
    size_t head = 10 + (size_t)file.data[8] + 256 * (size_t)file.data[9];
    assert_int_equal(head % 64, 0);
    assert_int_equal(file.data[head - 1], '\n');
    assert_int_equal(file.size, head + 48);
    file.data[head - 1] = 0;
    assert_non_null(strstr((char *)file.data + 10,
                           "[('position.x', '<f4'), ('pad4', '|V4'), ('it_s', '<u4'), ('pad12', '|V4'), "
                           "('mass', '<f8'), ]"));
    file.data[head - 1] = '\n';
    assert_true(io_npy_read(&file, &out, &error));
    assert_memory_equal(out.data, bytes, 48);
    io_bytes_free(&out);
    io_bytes_free(&file);
}

static void words_without_names(void **state)
{
    (void)state;
    char path[64];
    struct io_error error;
    temporary_path(path, ".npy");
    assert_true(io_rows_write(path, &(struct io_layout){.row_bytes = 16}, bytes, 3, &error));
    struct io_bytes file = take_file(path);
    assert_non_null(
        strstr((char *)file.data + 10, "'descr': '<u4', 'fortran_order': False, 'shape': (3, 4)"));
    io_bytes_free(&file);
}

/* Rows that stay in the file's memory are those that are copied. */
static void expect_same_rows(const char *dictionary, const struct io_layout *layout,
                             const uint8_t expected[48], bool moved)
{
    struct io_bytes file = make_file(1, dictionary, bytes, 48), copied, taken;
    struct io_error error = {0};
    if (!io_npy_rows(&file, layout, &copied, &error) || !io_npy_take_rows(&file, layout, &taken, &error))
        fail_msg("%s: %s", dictionary, error.text);
    assert_true(copied.size == 48 && taken.size == 48);
    assert_memory_equal(copied.data, expected, 48);
    assert_memory_equal(taken.data, expected, 48);
    assert_true((taken.block != NULL) == moved);
    io_bytes_free(&copied);
    io_bytes_free(&taken);
    io_bytes_free(&file);
}

/* The place of the rows by the header alone, in a file that has them byte by byte. */
static void expect_range(const char *dictionary, const struct io_layout *layout, size_t size, bool expected)
{
    struct io_bytes file = make_file(1, dictionary, bytes, 48);
    const struct io_bytes head = {.data = file.data, .size = file.size - 48};
    struct io_range range = {0};
    if (io_npy_range(&head, head.size + size, layout, &range) != expected)
        fail_msg("%s", dictionary);
    if (expected)
        assert_true(range.first == head.size && range.size == 48);
    io_bytes_free(&file);
}

static void rows_may_stay_where_they_were_read(void **state)
{
    static const struct io_column columns[] = {{"a", 0, 'f', 0}, {"b", 4, 'd', 1}, {"c", 12, 'u', 2}};
    static const struct io_column others[] = {{"a", 8, 'f', 0}, {"b", 0, 'd', 1}, {"c", 12, 'u', 2}};
    static const struct io_column floats[] = {{"x", 0, 'f', 0}, {"y", 4, 'f', 1}, {"z", 8, 'f', 2}};
    static const struct io_column reversed[] = {{"x", 4, 'f', 0}, {"y", 0, 'f', 1}};
    const struct io_layout words = {.row_bytes = 16};
    const struct io_layout same = {.columns = columns, .count = 3, .row_bytes = 16};
    const struct io_layout moved = {.columns = others, .count = 3, .row_bytes = 16};
    const struct io_layout triples = {.columns = floats, .count = 3, .row_bytes = 12};
    const struct io_layout pairs = {.columns = reversed, .count = 2, .row_bytes = 8};
    const char *fields =
        "{'descr': [('a', '<f4'), ('b', '<f8'), ('c', '<u4')], 'fortran_order': False, 'shape': (3,), }\n";
    const char *list = "{'descr': '<f4', 'fortran_order': False, 'shape': (12,), }\n";
    uint8_t other[48], swapped[48];
    for (size_t i = 0; i < 48; i++) {
        size_t at = i % 16;
        other[i] = bytes[i - at + (at < 8 ? at + 4 : at < 12 ? at - 8 : at)];
        swapped[i] = bytes[i ^ 4];
    }
    (void)state;
    expect_same_rows("{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }\n", &words, bytes, true);
    expect_same_rows(fields, &words, bytes, true);
    expect_same_rows(fields, &same, bytes, true);
    expect_same_rows(fields, &moved, other, false);
    expect_same_rows(list, &triples, bytes, true);
    expect_same_rows(list, &pairs, swapped, false);
    expect_range(fields, &words, 48, true);
    expect_range(fields, &same, 50, true);
    expect_range(fields, &same, 47, false);
    expect_range(fields, &moved, 48, false);
    expect_range(list, &triples, 48, true);
    expect_range(list, &pairs, 48, false);
    expect_range("{'descr': '>f4', 'fortran_order': False, 'shape': (12,), }\n", &triples, 48, false);
    expect_range("{'descr': '<f4', 'fortran_order': True, 'shape': (4, 3), }\n", &triples, 48, false);
    expect_range("{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }\n", &triples, 48, false);
    expect_range("{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }\n", &triples, 48, false);
    expect_range("{'descr': '<f4', 'fortran_order': False, 'shape': (12", &triples, 48, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_types),
        cmocka_unit_test(version_2_has_a_longer_length),
        cmocka_unit_test(big_endian_is_turned),
        cmocka_unit_test(fortran_order_becomes_c_order),
        cmocka_unit_test(structured_types),
        cmocka_unit_test(sub_arrays_of_structures),
        cmocka_unit_test(malformed_headers),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(sub_arrays_of_nothing_end_soon),
        cmocka_unit_test(cut_off_at_every_byte),
        cmocka_unit_test(written_files_have_numpys_form),
        cmocka_unit_test(words_without_names),
        cmocka_unit_test(rows_may_stay_where_they_were_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
