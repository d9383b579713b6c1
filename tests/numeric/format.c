/* Channels of typed views: every value of every width there and back, and the rules at the edges
 * (D3D11.3 3.2). */
#include <math.h>

#include "values.h"

static const unsigned normalised_bits[] = {2, 8, 10, 16};

static void normalised_channels_survive_the_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(normalised_bits); i++) {
        unsigned bits = normalised_bits[i];
        for (uint32_t c = 0; c < 1u << bits; c++) {
            uint32_t lowest = 1u << (bits - 1);
            uint32_t back = c == lowest ? lowest + 1 : c; /* -1 has two spellings */
            EXPECT_WORD(num_float_to_unorm(num_unorm_to_float(c, bits), bits), c, "unorm%u of %x", bits, c);
            EXPECT_WORD(num_float_to_snorm(num_snorm_to_float(c, bits), bits), back, "snorm%u of %x", bits,
                        c);
        }
    }
}

static void normalised_channels_are_the_nearest_fraction(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(normalised_bits); i++) {
        unsigned bits = normalised_bits[i];
        int largest = (1 << bits) - 1, half = (1 << (bits - 1)) - 1;
        for (int c = 0; c <= largest; c++) {
            int value = c > half ? c - largest - 1 : c;
            float fraction = (float)((double)(value < -half ? -half : value) / half);
            EXPECT_WORD(num_unorm_to_float((uint32_t)c, bits), bits_of_float((float)((double)c / largest)),
                        "unorm%u %x", bits, (unsigned)c);
            EXPECT_WORD(num_snorm_to_float((uint32_t)c, bits), bits_of_float(fraction), "snorm%u %x", bits,
                        (unsigned)c);
        }
    }
}

/* Two thresholds: c + 1/2 rounds to the channel value above it, for snorm away from zero. */
static void normalised_channels_round_half_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(normalised_bits); i++) {
        unsigned bits = normalised_bits[i];
        uint64_t seed = bits;
        for (int n = 0; n < 100000; n++) {
            uint32_t a = (uint32_t)random_u64(&seed) % 0x3f800000;
            long double u = (long double)float_of_bits(a) * ((1 << bits) - 1);
            long double s = (long double)float_of_bits(a) * ((1 << (bits - 1)) - 1);
            uint32_t down = (uint32_t)floorl(s + 0.5L), mask = (1u << bits) - 1;
            EXPECT_WORD(num_float_to_unorm(a, bits), (uint32_t)floorl(u + 0.5L), "unorm%u of %08x", bits, a);
            EXPECT_WORD(num_float_to_snorm(a, bits), down, "snorm%u of %08x", bits, a);
            EXPECT_WORD(num_float_to_snorm(num_neg_f32(a), bits), (0 - down) & mask, "snorm%u of -%08x", bits,
                        a);
        }
    }
}

static const struct {
    uint32_t argument, unorm8, snorm8;
} clamps[] = {
    {0x7fc00000, 0, 0},       {0xff800001, 0, 0},    {0x7f800000, 0xff, 0x7f}, {0xff800000, 0, 0x81},
    {0x40000000, 0xff, 0x7f}, {0xc0000000, 0, 0x81}, {0x80000000, 0, 0},       {0x80000001, 0, 0},
    {0x3f000000, 0x80, 0x40}, {0xbf000000, 0, 0xc0},
};

static void normalised_channels_clamp(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(clamps); i++) {
        uint32_t a = clamps[i].argument;
        EXPECT_WORD(num_float_to_unorm(a, 8), clamps[i].unorm8, "unorm8 of %08x", a);
        EXPECT_WORD(num_float_to_snorm(a, 8), clamps[i].snorm8, "snorm8 of %08x", a);
    }
}

static void integer_channels_clamp_and_extend(void **state)
{
    (void)state;
    static const unsigned widths[] = {8, 10, 16, 32};
    uint64_t seed = 3;
    for (int n = 0; n < 100000; n++) {
        unsigned bits = widths[n & 3];
        uint32_t a = random_integer(&seed), mask = (uint32_t)((1ull << bits) - 1);
        int64_t s = (int32_t)a, high = (1ll << (bits - 1)) - 1, low = -high - 1;
        int64_t clamped = s > high ? high : s < low ? low : s;
        EXPECT_WORD(num_uint_to_channel(a, bits), a > mask ? mask : a, "uint%u of %08x", bits, a);
        EXPECT_WORD(num_sint_to_channel(a, bits), (uint32_t)clamped & mask, "sint%u of %08x", bits, a);
        EXPECT_WORD(num_channel_to_sint((uint32_t)clamped & mask, bits), (uint32_t)clamped, "sint%u %08x",
                    bits, a);
    }
}

/* The value of a float with 5 bits of exponent and `fraction_bits` of fraction. */
static double small_value(uint32_t bits, unsigned fraction_bits)
{
    int exponent = (int)(bits >> fraction_bits) & 31;
    double fraction = ldexp((double)(bits & ((1u << fraction_bits) - 1)), -(int)fraction_bits);
    return exponent ? ldexp(1 + fraction, exponent - 15) : ldexp(fraction, -14);
}

static void halves_are_exact(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 0x7c00; h++) {
        uint32_t expected = bits_of_float((float)small_value(h, 10));
        EXPECT_WORD(num_half_to_float(h), expected, "half %04x", h);
        EXPECT_WORD(num_half_to_float(h | 0xabcd8000), expected | 0x80000000, "half %04x", h | 0x8000);
        EXPECT_WORD(num_float_to_half(expected), h, "half of %08x", expected);
        EXPECT_WORD(num_float_to_half(expected | 0x80000000), h | 0x8000, "half of -%08x", expected);
    }
    EXPECT_WORD(num_half_to_float(0x7c00), 0x7f800000, "half 7c00");
    EXPECT_WORD(num_half_to_float(0xfc00), 0xff800000, "half fc00");
    EXPECT_WORD(num_half_to_float(0xfc01), NUM_NAN_F32, "half fc01");
}

static void small_floats_are_exact(void **state)
{
    (void)state;
    for (unsigned bits = 10; bits <= 11; bits++) {
        for (uint32_t c = 0; c < 31u << (bits - 5); c++) {
            uint32_t expected = bits_of_float((float)small_value(c, bits - 5));
            EXPECT_WORD(num_smallfloat_to_float(c, bits), expected, "float%u %03x", bits, c);
            EXPECT_WORD(num_float_to_smallfloat(expected, bits), c, "float%u of %08x", bits, expected);
        }
        EXPECT_WORD(num_smallfloat_to_float(31u << (bits - 5), bits), 0x7f800000, "float%u INF", bits);
        EXPECT_WORD(num_smallfloat_to_float((32u << (bits - 5)) - 1, bits), NUM_NAN_F32, "float%u NaN", bits);
    }
}

/* Toward zero: the largest channel value that is not above the argument. */
static void narrowing_floats_cuts(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int n = 0; n < 200000; n++) {
        uint32_t a = 0x32000000 + (uint32_t)random_u64(&seed) % 0x16000000;
        double value = (double)float_of_bits(a);
        uint32_t half = num_float_to_half(a), f11 = num_float_to_smallfloat(a, 11),
                 f10 = num_float_to_smallfloat(a, 10);
        if (small_value(half, 10) > value || (half < 0x7bff && small_value(half + 1, 10) <= value) ||
            half > 0x7bff) {
            fail_msg("half of %08x is %04x", a, half);
        }
        if (small_value(f11, 6) > value || (f11 < 0x7bf && small_value(f11 + 1, 6) <= value) || f11 > 0x7bf) {
            fail_msg("float11 of %08x is %03x", a, f11);
        }
        if (small_value(f10, 5) > value || (f10 < 0x3df && small_value(f10 + 1, 5) <= value) || f10 > 0x3df) {
            fail_msg("float10 of %08x is %03x", a, f10);
        }
    }
}

static const struct {
    uint32_t argument, half, float11, float10;
} narrowings[] = {
    {0x47c35000, 0x7bff, 0x7bf, 0x3df}, /* 100000 */
    {0xc7c35000, 0xfbff, 0, 0},         /* -100000 */
    {0x477fffff, 0x7bff, 0x7bf, 0x3df}, /* just below 65536 */
    {0x33800000, 0x0001, 0, 0},         /* 2^-24 */
    {0x33e00000, 0x0001, 0, 0},         /* 1.75 * 2^-24 */
    {0x33000000, 0x0000, 0, 0},         /* 2^-25 */
    {0x387fffff, 0x03ff, 0x03f, 0x01f}, /* just below 2^-14 */
    {0x7f800000, 0x7c00, 0x7c0, 0x3e0}, {0xff800000, 0xfc00, 0, 0}, {0x7fc00000, 0x7e00, 0x7e0, 0x3f0},
    {0xff800001, 0x7e00, 0x7e0, 0x3f0}, {0x80000000, 0x8000, 0, 0}, {0x807fffff, 0x8000, 0, 0},
    {0x3f800000, 0x3c00, 0x3c0, 0x1e0}, {0xbf800000, 0xbc00, 0, 0},
};

static void narrowing_floats_at_the_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(narrowings); i++) {
        uint32_t a = narrowings[i].argument;
        EXPECT_WORD(num_f32tof16(a), narrowings[i].half, "f32tof16(%08x)", a);
        EXPECT_WORD(num_float_to_smallfloat(a, 11), narrowings[i].float11, "float11 of %08x", a);
        EXPECT_WORD(num_float_to_smallfloat(a, 10), narrowings[i].float10, "float10 of %08x", a);
    }
}

static void shared_exponents_are_exact(void **state)
{
    (void)state;
    for (uint32_t exponent = 0; exponent < 32; exponent++) {
        for (uint32_t fraction = 0; fraction < 512; fraction++) {
            float expected = (float)ldexp((double)fraction, (int)exponent - 24);
            EXPECT_WORD(num_shared_exponent_to_float(fraction, exponent), bits_of_float(expected),
                        "%u * 2^(%u - 24)", fraction, exponent);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normalised_channels_survive_the_round_trip),
        cmocka_unit_test(normalised_channels_are_the_nearest_fraction),
        cmocka_unit_test(normalised_channels_round_half_up),
        cmocka_unit_test(normalised_channels_clamp),
        cmocka_unit_test(integer_channels_clamp_and_extend),
        cmocka_unit_test(halves_are_exact),
        cmocka_unit_test(small_floats_are_exact),
        cmocka_unit_test(narrowing_floats_cuts),
        cmocka_unit_test(narrowing_floats_at_the_edges),
        cmocka_unit_test(shared_exponents_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
