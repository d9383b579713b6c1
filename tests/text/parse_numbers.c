/* Immediates: every spelling of a number, by the type that the operand reads. */
#include <locale.h>
#include <math.h>

#include "parse_fixture.h"

/* The value of `text` as the immediate of an instruction whose source reads type f, i, u or any; true when it
   is accepted. */
static bool value_of(char type, const char *text, uint32_t *bits)
{
    const char *op = type == 'f' ? "rcp" : type == 'i' ? "ineg" : type == 'u' ? "not" : "mov";
    char line[256];
    snprintf(line, sizeof line, "cs_5_0\n%s r0.x, l(%s)\n", op, text);
    struct parsed result = parse(line);
    bool good = result.status == SM5_OK;
    *bits = good ? result.program->instrs[0].operands[1].imm[0] : 0;
    drop(&result);
    return good;
}

static const struct {
    char type;
    const char *text;
    uint32_t bits;
} accepted[] = {
    {'f', "1.000000", 0x3f800000},
    {'f', "1", 0x3f800000},
    {'f', "-2", 0xc0000000},
    {'f', "0", 0},
    {'f', "-0.000000", 0x80000000},
    {'f', "0x3f800000", 0x3f800000},
    {'f', "0x1", 1},
    {'f', "1e-3", 0x3a83126f},
    {'f', "1.5E+2", 0x43160000},
    {'f', ".5", 0x3f000000},
    {'f', "5.", 0x40a00000},
    {'f', "1.0f", 0x3f800000},
    {'f', "+1.0", 0x3f800000},
    {'f', "16777217", 0x4b800000}, /* a tie goes to the even neighbour */
    {'f', "16777219", 0x4b800002},
    {'f', "1.000000059604644775390625", 0x3f800000}, /* a tie again */
    {'f', "1.0000000596046447753906250001", 0x3f800001},
    {'f', "-649211347377382870000000000000000.000000", 0xf60008cc},
    {'f', "340282346638528860000000000000000000000.000000", 0x7f7fffff},
    {'f', "1e-45", 1},
    {'f', "1.#INF00", 0x7f800000},
    {'f', "-1.#INF00", 0xff800000},
    {'f', "-1.#IND00", 0xffc00000},
    {'f', "1.#QNAN0", 0x7fc00000},
    {'f', "inf", 0x7f800000},
    {'f', "-INF", 0xff800000},
    {'f', "nan", 0x7fc00000},
    {'i', "-2147483648", 0x80000000},
    {'i', "4294967295", 0xffffffff},
    {'i', "-1", 0xffffffff},
    {'i', "0xFFFFFFFF", 0xffffffff},
    {'u', "10000", 10000},
    {'u', "0x00002711", 10001},
    {'a', "1.000000", 0x3f800000},
    {'a', "1", 1},
    {'a', "-1", 0xffffffff},
    {'a', "1e0", 0x3f800000},
    {'a', "0x3f800000", 0x3f800000},
    {'a', "-0.000000", 0x80000000},
};

static void numbers_have_the_bits_that_they_spell(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(accepted); i++) {
        uint32_t bits;
        bool good = value_of(accepted[i].type, accepted[i].text, &bits);
        if (!good || bits != accepted[i].bits)
            fail_msg("%c %s: 0x%08x", accepted[i].type, accepted[i].text, bits);
    }
}

static const struct {
    char type;
    const char *text, *code;
} refused[] = {
    {'i', "1.0", "text-float-in-int"},
    {'u', "1e3", "text-float-in-int"},
    {'u', "nan", "text-float-in-int"},
    {'u', "4294967296", "text-number-range"},
    {'i', "-2147483649", "text-number-range"},
    {'a', "99999999999999999999999", "text-number-range"},
    {'f', "0x123456789", "text-number"},
    {'f', "-0x1", "text-number"},
    {'f', "0x", "text-number"},
    {'f', "1.2.3", "text-number"},
    {'f', "1e", "text-number"},
    {'f', "1x", "text-number"},
    {'f', "", "text-number"},
    {'a', "r0", "text-number"},
    {'a', "1,2", "text-immediate-count"},
    {'a', "1,2,3", "text-immediate-count"},
    {'a', "1,2,3,4,5", "text-immediate-count"},
};

static void other_tokens_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(refused); i++) {
        const char *op = refused[i].type == 'f' ? "rcp" : refused[i].type == 'i' ? "ineg" : "not";
        char line[256];
        snprintf(line, sizeof line, "cs_5_0\n%s r0.x, l(%s)\n", refused[i].type == 'a' ? "mov" : op,
                 refused[i].text);
        struct parsed result = parse(line);
        if (result.status != SM5_ERR_INPUT || strcmp(first_code(&result), refused[i].code) != 0)
            fail_msg("%c %s: %s", refused[i].type, refused[i].text, first_code(&result));
        drop(&result);
    }
}

static void doubles_are_rounded_once(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bits;
    } rows[] = {
        {"1.000000l", 0x3ff0000000000000},
        {"-0.5", 0xbfe0000000000000},
        {"0.1l", 0x3fb999999999999a},
        {"1", 0x3ff0000000000000},
        {"2l", 0x4000000000000000},
        {"1e308", 0x7fe1ccf385ebc8a0},
        {"5e-324", 1},
        {"0x7ff0000000000000", 0x7ff0000000000000},
        {"1.#INF00l", 0x7ff0000000000000},
        {"-1.#IND00l", 0xfff8000000000000},
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        char line[128];
        snprintf(line, sizeof line, "cs_5_0\ndmov r0.xy, d(%s, 0.000000l)\n", rows[i].text);
        struct parsed result = parse(line);
        assert_int_equal(result.status, SM5_OK);
        const uint32_t *imm = result.program->instrs[0].operands[1].imm;
        if (((uint64_t)imm[1] << 32 | imm[0]) != rows[i].bits)
            fail_msg("%s: %08x%08x", rows[i].text, imm[1], imm[0]);
        drop(&result);
    }
}

/* The fast path and strtof agree on decimals of each length that the fast path accepts. */
static void short_decimals_round_as_strtof_does(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        seed = seed * 1664525 + 1013904223;
        unsigned digits = i % 10, whole = (seed >> 8) % (i % 3 ? 20000 : 10);
        unsigned fraction = (seed >> 4) % 1000000;
        snprintf(text, sizeof text, "%s%u.%0*u", i & 1 ? "-" : "", whole, (int)digits, fraction);
        uint32_t bits, want = bits_of_float(strtof(text, NULL));
        if (!value_of('f', text, &bits) || bits != want)
            fail_msg("%s: 0x%08x, strtof 0x%08x", text, bits, want);
    }
}

/* Whatever comma the process's locale has, the text has a point. */
static void the_locale_does_not_matter(void **state)
{
    (void)state;
    uint32_t bits;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
        skip();
    bool good = value_of('f', "1.23456789012", &bits);
    setlocale(LC_NUMERIC, "C");
    assert_true(good);
    assert_int_equal(bits, 0x3f9e0652);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_the_bits_that_they_spell),
        cmocka_unit_test(other_tokens_are_rejected),
        cmocka_unit_test(doubles_are_rounded_once),
        cmocka_unit_test(short_decimals_round_as_strtof_does),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
