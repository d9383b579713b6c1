/* Numbers as fxc's runtime prints them: digits, rounding, INF and NaN, and the choice of a notation. */
#include <locale.h>
#include <math.h>

#include "test.h"
#include "text/print/print.h"

static void expect(struct strbuf *got, const char *want)
{
    assert_string_equal(strbuf_text(got), want);
    strbuf_free(got);
}

static const struct sm5_program plain = {.stage = ISA_COMPUTE, .major = 5};

static void prints_float(uint32_t bits, const char *want)
{
    struct strbuf out = {0};
    text_print_float(&plain, bits, &out);
    expect(&out, want);
}

static void prints_double(uint64_t bits, const char *want)
{
    struct strbuf out = {0};
    text_print_double(bits, &out);
    expect(&out, want);
}

static void prints_value(uint32_t bits, enum isa_type type, const char *want)
{
    struct strbuf out = {0};
    text_print_value(&plain, bits, type, &out);
    expect(&out, want);
}

static void floats_have_six_decimals(void **state)
{
    (void)state;
    prints_float(0x00000000, "0.000000");
    prints_float(0x80000000, "-0.000000");
    prints_float(0x00000001, "0.000000");
    prints_float(0x80000001, "-0.000000");
    prints_float(0x3f800000, "1.000000");
    prints_float(0xbf000000, "-0.500000");
    prints_float(0x3eaaaaab, "0.333333");
    prints_float(0x3f7fffff, "1.000000");
    prints_float(0x4b800000, "16777216.000000");
    prints_float(0x501502f9, "10000000000.000000");
}

/* The C runtime of the latest compilers. */
static void halves_round_to_even_since_10_1(void **state)
{
    (void)state;
    const struct sm5_program later = {
        .stage = ISA_COMPUTE, .major = 5, .reflection.creator = "Microsoft (R) HLSL Shader Compiler 10.1"};
    static const struct {
        uint32_t bits;
        const char *text;
    } rows[] = {{0x4196d000, "18.851562"}, {0x3c000000, "0.007812"}, {0x3cc00000, "0.023438"}};
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct strbuf out = {0};
        text_print_float(&later, rows[i].bits, &out);
        expect(&out, rows[i].text);
    }
}

static void halves_round_away_from_zero(void **state)
{
    (void)state;
    prints_float(0x3c000000, "0.007813"); /* 1/128 */
    prints_float(0xbc000000, "-0.007813");
    prints_float(0x3cc00000, "0.023438");
    prints_float(0x3d200000, "0.039063");
    prints_double(0x3f80000000000000, "0.007813");
    prints_double(0xbf80000000000000, "-0.007813");
}

static void large_floats_have_17_digits_and_zeros(void **state)
{
    (void)state;
    prints_float(0x51ba43b6, "99999989760.000000");
    prints_float(0x51ba43b7, "99999997952.000000");
    prints_float(0x51ba43b8, "100000006144.000000");
    prints_float(0xf60008cc, "-649211347377382870000000000000000.000000");
    prints_float(0x7f7fffff, "340282346638528860000000000000000000000.000000");
}

static void doubles_round_17_digits_once_more(void **state)
{
    (void)state;
    prints_double(0, "0.000000");
    prints_double(0x8000000000000000, "-0.000000");
    prints_double(1, "0.000000");
    prints_double(0x3fb999999999999a, "0.100000");
    prints_double(0x3fefffffca501acb, "1.000000"); /* 0.9999999: a carry into the units */
    prints_double(0x3ef4727dcbddb984, "0.000020"); /* just below 0.0000195, its value in 17 digits */
    prints_double(0x3ea0c6f7a0b5ed8d, "0.000000"); /* 17 digits of it are below 0.0000005 */
    prints_double(0x3ea0c6f7a0b5ed8e, "0.000001"); /* and of the next one above */
    prints_double(0x423cbe991a14587e, "123456789012.345670"); /* 17 digits end before the sixth decimal */
    prints_double(0x4480f0cf064dd592, "10000000000000000000000.000000");
    prints_double(0x7fefffffffffffff,
                  "17976931348623157000000000000000000000000000000000000000000000000000000000000000000000000"
                  "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                  "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                  "000000000000000000000000000000000000000000.000000");
}

static void what_is_no_number_has_its_word(void **state)
{
    (void)state;
    prints_float(0x7f800000, "1.#INF00");
    prints_float(0xff800000, "-1.#INF00");
    prints_float(0x7fc00000, "1.#QNAN0");
    prints_float(0xffc00001, "-1.#QNAN0");
    prints_float(0xffc00000, "-1.#IND00");
    prints_float(0x7f800001, "1.#SNAN0");
    prints_float(0xff800001, "-1.#SNAN0");
    prints_double(0x7ff0000000000000, "1.#INF00");
    prints_double(0xfff0000000000000, "-1.#INF00");
    prints_double(0x7ff8000000000000, "1.#QNAN0");
    prints_double(0xfff8000000000000, "-1.#IND00");
    prints_double(0x7ff0000000000001, "1.#SNAN0");
}

/* The exact decimal expansion, rounded to six decimals. False when the carry lengthens it. */
static bool reference(float value, char *text, size_t size)
{
    snprintf(text, size, "%.160f", (double)value);
    char *end = strchr(text, '.') + 7;
    bool up = *end >= '5';
    *end = 0;
    for (char *at = end - 1; up && at >= text; at--) {
        if (*at == '.' || *at == '-')
            continue;
        up = *at == '9';
        *at = up ? '0' : (char)(*at + 1);
    }
    return !up;
}

static void floats_agree_with_their_exact_expansion(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (unsigned i = 0; i < 200000; i++) {
        random = random * 1664525 + 1013904223;
        uint32_t bits = random ^ random >> 13;
        if (i & 1) /* short mantissas: ties occur */
            bits &= 0xffff0000;
        float value = float_of_bits(bits);
        char want[256];
        if (fabsf(value) < 9e10f && reference(value, want, sizeof want))
            prints_float(bits, want);
    }
}

static void a_locale_changes_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        setlocale(LC_ALL, names[i]); /* where the system has it */
        prints_float(0x3f000000, "0.500000");
        prints_float(0x7f7fffff, "340282346638528860000000000000000000000.000000");
        prints_double(0x3fb999999999999a, "0.100000");
    }
    setlocale(LC_ALL, "C");
}

static void integers_are_decimal_up_to_10000(void **state)
{
    (void)state;
    static const enum isa_type types[] = {ISA_TYPE_I, ISA_TYPE_U, ISA_TYPE_B, ISA_TYPE_NONE};
    for (size_t i = 0; i < BASE_COUNT(types); i++) {
        prints_value(0, types[i], "0");
        prints_value(9, types[i], "9");
        prints_value(10000, types[i], "10000");
        prints_value(10001, types[i], "0x00002711");
        prints_value(0xffffffff, types[i], "-1");
        prints_value((uint32_t)-10000, types[i], "-10000");
        prints_value((uint32_t)-10001, types[i], "0xffffd8ef");
        prints_value(0x80000000, types[i], "0x80000000");
        prints_value(0x7fffffff, types[i], "0x7fffffff");
        prints_value(0x3f800000, types[i], "0x3f800000");
    }
}

static void values_without_a_type_print_by_their_bits(void **state)
{
    (void)state;
    prints_value(0, ISA_TYPE_ANY, "0");
    prints_value(0x3f800000, ISA_TYPE_ANY, "1.000000");
    prints_value(0xbf800000, ISA_TYPE_ANY, "-1.000000");
    prints_value(0x00700000, ISA_TYPE_ANY, "0x00700000");
    prints_value(0x00700001, ISA_TYPE_ANY, "0.000000");
    prints_value(0x80000000, ISA_TYPE_ANY, "-0.000000");
    prints_value(0x7f800000, ISA_TYPE_ANY, "1.#INF00");
    prints_value(0x7fc00000, ISA_TYPE_ANY, "1.#QNAN0");
    prints_value(0xff800000, ISA_TYPE_ANY, "-1.#INF00");
    prints_value(0xff8fffff, ISA_TYPE_ANY, "-1.#SNAN0");
    prints_value(0xff900000, ISA_TYPE_ANY, "0xff900000");
    prints_value(0xffc00000, ISA_TYPE_ANY, "0xffc00000");
    prints_value(0xffffffff, ISA_TYPE_ANY, "-1");
    prints_value(10001, ISA_TYPE_ANY, "0x00002711");
}

static void integers_and_names(void **state)
{
    (void)state;
    static const struct {
        uint64_t value;
        const char *text;
    } rows[] = {
        {0, "0"}, {9, "9"}, {10, "10"}, {4294967295, "4294967295"}, {UINT64_MAX, "18446744073709551615"}};
    struct strbuf out = {0};
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        text_print_unsigned(rows[i].value, &out);
        expect(&out, rows[i].text);
    }
    text_print_hex(0x0123abcf, &out);
    expect(&out, "0x0123abcf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_have_six_decimals),
        cmocka_unit_test(halves_round_away_from_zero),
        cmocka_unit_test(halves_round_to_even_since_10_1),
        cmocka_unit_test(large_floats_have_17_digits_and_zeros),
        cmocka_unit_test(doubles_round_17_digits_once_more),
        cmocka_unit_test(what_is_no_number_has_its_word),
        cmocka_unit_test(floats_agree_with_their_exact_expansion),
        cmocka_unit_test(a_locale_changes_nothing),
        cmocka_unit_test(integers_are_decimal_up_to_10000),
        cmocka_unit_test(values_without_a_type_print_by_their_bits),
        cmocka_unit_test(integers_and_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
