/* Inline words, and the documented numbers of `rand`. */
#include <string.h>

#include "io/io.h"
#include "test.h"

static void expect_word(const char *text, char type, uint32_t expected)
{
    uint32_t word = 0;
    if (!io_parse_word(text, strlen(text), type, &word))
        fail_msg("refused: %s", text);
    assert_int_equal(word, expected);
}

static void refuse_word(const char *text, char type)
{
    uint32_t word;
    if (io_parse_word(text, strlen(text), type, &word))
        fail_msg("accepted: %s as %c", text, type);
}

static void floats(void **state)
{
    (void)state;
    expect_word("1", 'f', 0x3f800000);
    expect_word("-0", 'f', 0x80000000);
    expect_word("9.8", 'f', 0x411ccccd);
    expect_word("1e-45", 'f', 1);
    expect_word("-inf", 'f', 0xff800000);
    expect_word("nan", 'f', 0x7fc00000);
    expect_word("0x7fc00001", 'f', 0x7fc00001);
    refuse_word("", 'f');
    refuse_word("1.0x", 'f');
    refuse_word("0x", 'f');
    refuse_word("0x100000000", 'f');
    refuse_word("0x-1", 'f');
}

static void integers(void **state)
{
    (void)state;
    expect_word("4294967295", 'u', UINT32_MAX);
    expect_word("0xFf", 'u', 255);
    expect_word("010", 'u', 10);
    expect_word("-2147483648", 'i', 0x80000000);
    expect_word("2147483647", 'i', INT32_MAX);
    expect_word("0xffffffff", 'i', UINT32_MAX);
    refuse_word("4294967296", 'u');
    refuse_word("-1", 'u');
    refuse_word("+1", 'u');
    refuse_word("1.5", 'u');
    refuse_word("2147483648", 'i');
    refuse_word("-2147483649", 'i');
    refuse_word("99999999999999999999999", 'u');
}

static void doubles(void **state)
{
    (void)state;
    uint64_t bits;
    assert_true(io_parse_double("-1.5", &bits));
    assert_int_equal(bits, 0xbff8000000000000);
    assert_true(io_parse_double("0x7ff8000000000001", &bits));
    assert_int_equal(bits, 0x7ff8000000000001);
    assert_false(io_parse_double("one", &bits));
    assert_false(io_parse_double("", &bits));
}

static void lists_of_words(void **state)
{
    (void)state;
    struct io_bytes out;
    struct io_error error;
    static const uint32_t expected[] = {0x3f000000, 0x40000000};
    assert_true(io_parse_words("0.5/2", 'f', &out, &error));
    assert_int_equal(out.size, 8);
    assert_memory_equal(out.data, expected, 8);
    io_bytes_free(&out);
    assert_false(io_parse_words("1//2", 'u', &out, &error));
    assert_non_null(strstr(error.text, "''"));
    assert_false(io_parse_words("", 'u', &out, &error));
}

/* The hash of docs/cli.md, implemented independently. */
static uint32_t documented(uint32_t i, uint32_t seed)
{
    uint32_t h = i * 2654435761u + seed * 40503u;
    h = (h ^ (h >> 16)) * 0x7feb352d;
    h = (h ^ (h >> 15)) * 0x846ca68b;
    return h ^ (h >> 16);
}

static void random_words_are_the_documented_ones(void **state)
{
    (void)state;
    uint32_t words[64];
    io_fill_random(words, 0, 64, 7, IO_RANDOM_BITS, 0);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(words[i], documented(i, 7));
    io_fill_random(words, 10, 1, 7, IO_RANDOM_BITS, 0);
    assert_int_equal(words[0], documented(10, 7));
    io_fill_random(words, 0, 64, 7, IO_RANDOM_BITS, 10);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(words[i], documented(i, 7) % 10);
}

static void random_floats_stay_in_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4096; i++) {
        uint32_t word;
        float value;
        io_fill_random(&word, i, 1, 1, IO_RANDOM_UNIT, 0);
        memcpy(&value, &word, 4);
        assert_true(value == (float)(documented(i, 1) >> 8) / 16777216.0f);
        assert_true(value >= 0.0f && value < 1.0f);
        io_fill_random(&word, i, 1, 1, IO_RANDOM_SYM, 0);
        memcpy(&value, &word, 4);
        assert_true(value >= -1.0f && value < 1.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats),
        cmocka_unit_test(integers),
        cmocka_unit_test(doubles),
        cmocka_unit_test(lists_of_words),
        cmocka_unit_test(random_words_are_the_documented_ones),
        cmocka_unit_test(random_floats_stay_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
