/* Conversions between floats, doubles and integers, against models that decompose the numbers into bits. */
#include <math.h>

#include "values.h"

enum { ROUNDS = 300000 };

/* |a| cut to an integer, at most 2^40, for a finite number fraction * 2^exponent. */
static uint64_t cut(uint64_t fraction, int exponent)
{
    if (fraction == 0 || exponent <= -64) {
        return 0;
    }
    if (exponent < 0) {
        uint64_t whole = fraction >> -exponent;
        return whole < 1ull << 40 ? whole : 1ull << 40;
    }
    return exponent > 40 || fraction >> (40 - exponent) ? 1ull << 40 : fraction << exponent;
}

static uint32_t to_signed(bool negative, uint64_t magnitude)
{
    if (negative) {
        return magnitude >= 0x80000000 ? 0x80000000 : (uint32_t)(0 - magnitude);
    }
    return magnitude >= 0x7fffffff ? 0x7fffffff : (uint32_t)magnitude;
}

static uint32_t to_unsigned(bool negative, uint64_t magnitude)
{
    if (negative) {
        return 0;
    }
    return magnitude >= 0xffffffff ? 0xffffffff : (uint32_t)magnitude;
}

static void check_float(uint32_t a)
{
    bool negative = a >> 31, nan = (a & 0x7fffffff) > 0x7f800000;
    int exponent = (int)(a >> 23 & 255);
    uint64_t whole = exponent ? cut((a & 0x7fffff) | 0x800000, exponent - 150) : 0;
    whole = exponent == 255 ? 1ull << 40 : whole;
    EXPECT_WORD(call_w(num_ftoi, a), nan ? 0 : to_signed(negative, whole), "ftoi(%08x)", a);
    EXPECT_WORD(call_w(num_ftou, a), nan ? 0 : to_unsigned(negative, whole), "ftou(%08x)", a);
}

static void floats_to_integers(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < BASE_COUNT(edge_floats); i++) {
        check_float(edge_floats[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        check_float(random_float(&seed));
        check_float(0x4e000000 + (uint32_t)random_u64(&seed) % 0x02000000); /* about 2^31 and 2^32 */
    }
}

static void check_double(uint64_t a)
{
    bool negative = a >> 63, nan = (a & ~NUM_SIGN_F64) > 0x7ff0000000000000;
    int exponent = (int)(a >> 52 & 0x7ff);
    uint64_t whole = exponent ? cut((a & 0xfffffffffffff) | 0x10000000000000, exponent - 1075) : 0;
    whole = exponent == 0x7ff ? 1ull << 40 : whole;
    EXPECT_WORD(num_dtoi(a), nan ? 0 : to_signed(negative, whole), "dtoi(%016llx)", (unsigned long long)a);
    EXPECT_WORD(num_dtou(a), nan ? 0 : to_unsigned(negative, whole), "dtou(%016llx)", (unsigned long long)a);
}

static void doubles_to_integers(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (size_t i = 0; i < BASE_COUNT(edge_doubles); i++) {
        check_double(edge_doubles[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        check_double(random_double(&seed));
    }
}

/* The float nearest to an integer of at most 32 bits, ties to the even one. */
static uint32_t nearest_float(bool negative, uint64_t magnitude)
{
    if (magnitude == 0) {
        return 0;
    }
    int length = 64 - __builtin_clzll(magnitude), dropped = length > 24 ? length - 24 : 0;
    uint64_t fraction = magnitude >> dropped, rest = magnitude - (fraction << dropped);
    uint64_t half = dropped ? 1ull << (dropped - 1) : 1;
    fraction += rest > half || (rest == half && fraction & 1);
    return bits_of_float(ldexpf((float)fraction, dropped)) | (negative ? 0x80000000 : 0);
}

static void check_integer(uint32_t a)
{
    int32_t s;
    memcpy(&s, &a, sizeof s);
    EXPECT_WORD(num_itof(a), nearest_float(s < 0, s < 0 ? 0 - (uint64_t)s : (uint64_t)s), "itof(%08x)", a);
    EXPECT_WORD(num_utof(a), nearest_float(false, a), "utof(%08x)", a);
    EXPECT_DOUBLE(num_itod(a), bits_of_double((double)(int64_t)s), "itod(%08x)", a);
    EXPECT_DOUBLE(num_utod(a), bits_of_double((double)(int64_t)(uint64_t)a), "utod(%08x)", a);
}

static void integers_to_floats(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (size_t i = 0; i < BASE_COUNT(edge_integers); i++) {
        check_integer(edge_integers[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        check_integer(random_integer(&seed));
    }
}

static void floats_to_doubles(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(edge_floats); i++) {
        uint32_t a = edge_floats[i];
        int exponent = (int)(a >> 23 & 255);
        double value = ldexp((double)((a & 0x7fffff) | 0x800000), exponent - 150);
        uint64_t expected = bits_of_double(value);
        expected = exponent == 0 ? 0 : expected; /* denormals are zeros */
        expected = exponent == 255 ? 0x7ff0000000000000 : expected;
        expected |= (uint64_t)(a >> 31) << 63;
        expected = (a & 0x7fffffff) > 0x7f800000 ? NUM_NAN_F64 : expected;
        EXPECT_DOUBLE(num_ftod(a), expected, "ftod(%08x)", a);
    }
}

/* Tiny after rounding to 24 bits is a zero; the tie at 2^-126 - 2^-151 rounds up to 2^-126. */
static const struct {
    uint64_t argument;
    uint32_t result;
} narrowings[] = {
    {0x0000000000000000, 0x00000000}, {0x8000000000000000, 0x80000000}, {0x0000000000000001, 0x00000000},
    {0x8010000000000000, 0x80000000}, {0x3810000000000000, 0x00800000}, {0x380ffffff0000000, 0x00800000},
    {0x380fffffefffffff, 0x00000000}, {0x380fffffe0000000, 0x00000000}, {0xb80ffffff0000000, 0x80800000},
    {0xb80fffffefffffff, 0x80000000}, {0x36a0000000000000, 0x00000000}, {0x3ff0000010000000, 0x3f800000},
    {0x3ff0000010000001, 0x3f800001}, {0x3ff0000030000000, 0x3f800002}, {0x47efffffefffffff, 0x7f7fffff},
    {0x47effffff0000000, 0x7f800000}, {0xffefffffffffffff, 0xff800000}, {0x7ff0000000000000, 0x7f800000},
    {0xfff0000000000000, 0xff800000}, {0xfff8000000000000, 0x7fc00000}, {0x7ff0000000000001, 0x7fc00000},
};

static void doubles_to_floats(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(narrowings); i++) {
        EXPECT_WORD(num_dtof(narrowings[i].argument), narrowings[i].result, "dtof(%016llx)",
                    (unsigned long long)narrowings[i].argument);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_to_integers), cmocka_unit_test(doubles_to_integers),
        cmocka_unit_test(integers_to_floats), cmocka_unit_test(floats_to_doubles),
        cmocka_unit_test(doubles_to_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
