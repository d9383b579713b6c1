/* Integer and bit instructions against models in 64-bit arithmetic and loops over bits. */
#include <stdlib.h>

#include "values.h"

enum { ROUNDS = 200000 };

static int64_t signed_of(uint32_t a)
{
    return a & 0x80000000u ? (int64_t)a - 0x100000000 : (int64_t)a;
}

static uint32_t bit(uint32_t a, uint32_t index)
{
    return index < 32 ? a >> index & 1 : 0;
}

static void products_and_quotients(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = random_integer(&seed), b = random_integer(&seed), c = random_integer(&seed);
        uint64_t s = (uint64_t)(signed_of(a) * signed_of(b)), u = (uint64_t)a * b;
        EXPECT_WORD(num_imul(a, b).d0, s >> 32, "imul high(%08x, %08x)", a, b);
        EXPECT_WORD(num_imul(a, b).d1, s & ~0u, "imul low(%08x, %08x)", a, b);
        EXPECT_WORD(num_umul(a, b).d0, u >> 32, "umul high(%08x, %08x)", a, b);
        EXPECT_WORD(num_umul(a, b).d1, u & ~0u, "umul low(%08x, %08x)", a, b);
        EXPECT_WORD(num_imad(a, b, c), (s + c) & ~0u, "imad(%08x, %08x, %08x)", a, b, c);
        EXPECT_WORD(num_umad(a, b, c), (u + c) & ~0u, "umad(%08x, %08x, %08x)", a, b, c);
        EXPECT_WORD(num_udiv(a, b).d0, b ? a / b : ~0u, "udiv quotient(%08x, %08x)", a, b);
        EXPECT_WORD(num_udiv(a, b).d1, b ? a % b : ~0u, "udiv remainder(%08x, %08x)", a, b);
    }
}

/* Neighbours of multiples of the divisor, where a quotient computed in double is most sensitive. */
static void quotients_next_to_multiples(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t b = random_integer(&seed) | 1;
        uint32_t a = (uint32_t)(random_u64(&seed) % (0x100000000 / b)) * b - (uint32_t)(i % 3);
        EXPECT_WORD(num_udiv(a, b).d0, a / b, "udiv quotient(%08x, %08x)", a, b);
        EXPECT_WORD(num_udiv(a, b).d1, a % b, "udiv remainder(%08x, %08x)", a, b);
    }
}

static void sums_and_carries(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = random_integer(&seed), b = random_integer(&seed);
        uint64_t sum = (uint64_t)a + b, difference = (uint64_t)a - b;
        EXPECT_WORD(num_iadd(a, b), sum & ~0u, "iadd(%08x, %08x)", a, b);
        EXPECT_WORD(num_ineg(a), (0 - (uint64_t)a) & ~0u, "ineg(%08x)", a);
        EXPECT_WORD(num_neg_i32(a), (0 - (uint64_t)a) & ~0u, "-(%08x)", a);
        EXPECT_WORD(num_abs_i32(a), (uint32_t)llabs((int64_t)(int32_t)a), "|%08x|", a);
        EXPECT_WORD(num_uaddc(a, b).d0, sum & ~0u, "uaddc(%08x, %08x)", a, b);
        EXPECT_WORD(num_uaddc(a, b).d1, sum >> 32, "uaddc carry(%08x, %08x)", a, b);
        EXPECT_WORD(num_usubb(a, b).d0, difference & ~0u, "usubb(%08x, %08x)", a, b);
        EXPECT_WORD(num_usubb(a, b).d1, difference >> 63, "usubb borrow(%08x, %08x)", a, b);
    }
}

static void order(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = random_integer(&seed), b = i & 7 ? random_integer(&seed) : a;
        int64_t sa = signed_of(a), sb = signed_of(b);
        EXPECT_WORD(num_imin(a, b), sa < sb ? a : b, "imin(%08x, %08x)", a, b);
        EXPECT_WORD(num_imax(a, b), sa < sb ? b : a, "imax(%08x, %08x)", a, b);
        EXPECT_WORD(num_umin(a, b), a < b ? a : b, "umin(%08x, %08x)", a, b);
        EXPECT_WORD(num_umax(a, b), a < b ? b : a, "umax(%08x, %08x)", a, b);
        EXPECT_WORD(num_ieq(a, b), sa == sb ? ~0u : 0, "ieq(%08x, %08x)", a, b);
        EXPECT_WORD(num_ine(a, b), sa == sb ? 0 : ~0u, "ine(%08x, %08x)", a, b);
        EXPECT_WORD(num_ilt(a, b), sa < sb ? ~0u : 0, "ilt(%08x, %08x)", a, b);
        EXPECT_WORD(num_ige(a, b), sa < sb ? 0 : ~0u, "ige(%08x, %08x)", a, b);
        EXPECT_WORD(num_ult(a, b), a < b ? ~0u : 0, "ult(%08x, %08x)", a, b);
        EXPECT_WORD(num_uge(a, b), a < b ? 0 : ~0u, "uge(%08x, %08x)", a, b);
    }
}

/* Every result bit by its definition. */
static void logic_and_shifts(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < ROUNDS / 8; i++) {
        uint32_t a = random_integer(&seed), b = random_integer(&seed), count = b % 32;
        uint32_t and = 0, or = 0, xor = 0, not = 0, left = 0, arithmetic = 0, logical = 0;
        for (uint32_t k = 0; k < 32; k++) {
            and |= (bit(a, k) && bit(b, k) ? 1u : 0) << k;
            or |= (bit(a, k) || bit(b, k) ? 1u : 0) << k;
            xor |= (bit(a, k) != bit(b, k) ? 1u : 0) << k;
            not |= (bit(a, k) ? 0 : 1u) << k;
            left |= (k >= count ? bit(a, k - count) : 0) << k;
            logical |= bit(a, k + count) << k;
            arithmetic |= bit(a, k + count < 32 ? k + count : 31) << k;
        }
        EXPECT_WORD(num_and(a, b), and, "and(%08x, %08x)", a, b);
        EXPECT_WORD(num_or(a, b), or, "or(%08x, %08x)", a, b);
        EXPECT_WORD(num_xor(a, b), xor, "xor(%08x, %08x)", a, b);
        EXPECT_WORD(num_not(a), not, "not(%08x)", a);
        EXPECT_WORD(num_ishl(a, b), left, "ishl(%08x, %08x)", a, b);
        EXPECT_WORD(num_ushr(a, b), logical, "ushr(%08x, %08x)", a, b);
        EXPECT_WORD(num_ishr(a, b), arithmetic, "ishr(%08x, %08x)", a, b);
    }
}

/* The definition of the instruction table: bits o.. of the value, w of them, extended. */
static uint32_t extract(uint32_t width, uint32_t offset, uint32_t a, bool is_signed)
{
    uint32_t w = width % 32, o = offset % 32, r = 0;
    uint32_t top = w + o < 32 ? w + o : 32; /* the field's first bit above */
    if (w == 0) {
        return 0;
    }
    for (uint32_t k = 0; k < 32; k++) {
        uint32_t fill = is_signed ? bit(a, top - 1) : 0;
        r |= (o + k < top ? bit(a, o + k) : fill) << k;
    }
    return r;
}

static uint32_t insert(uint32_t width, uint32_t offset, uint32_t a, uint32_t base)
{
    uint32_t w = width % 32, o = offset % 32, r = 0;
    for (uint32_t k = 0; k < 32; k++) {
        r |= (k >= o && k < o + w ? bit(a, k - o) : bit(base, k)) << k;
    }
    return r;
}

static void bit_fields(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (uint32_t w = 0; w < 34; w++) {
        for (uint32_t o = 0; o < 34; o++) {
            uint32_t high = w == 33 ? 0xffffffe0 : 0; /* only five bits count */
            uint32_t a = random_integer(&seed), base = random_integer(&seed);
            EXPECT_WORD(num_ubfe(w | high, o, a), extract(w, o, a, false), "ubfe(%u, %u, %08x)", w, o, a);
            EXPECT_WORD(num_ibfe(w | high, o, a), extract(w, o, a, true), "ibfe(%u, %u, %08x)", w, o, a);
            EXPECT_WORD(num_bfi(w | high, o, a, base), insert(w, o, a, base), "bfi(%u, %u, %08x, %08x)", w, o,
                        a, base);
        }
    }
    EXPECT_WORD(num_ibfe(4, 4, 0xffffff1f), 1, "ibfe(4, 4, ffffff1f)");
    EXPECT_WORD(num_ibfe(15, 15, 0x3fffffff), ~0u, "ibfe(15, 15, 3fffffff)");
    EXPECT_WORD(num_bfi(~0u, 0, ~0u, 0), 0x7fffffff, "bfi(~0, 0, ~0, 0)");
    EXPECT_WORD(num_bfi(16, 16, 0xff, 0xff), 0x00ff00ff, "bfi(16, 16, ff, ff)");
}

static void check_counts(uint32_t a)
{
    uint32_t count = 0, reversed = 0, low = ~0u, high = ~0u, signed_high = ~0u;
    for (uint32_t k = 0; k < 32; k++) {
        uint32_t from_top = 31 - k;
        count += bit(a, k);
        reversed |= bit(a, k) << from_top;
        low = low == ~0u && bit(a, k) ? k : low;
        high = high == ~0u && bit(a, from_top) ? k : high;
        signed_high = signed_high == ~0u && bit(a, from_top) != bit(a, 31) ? k : signed_high;
    }
    EXPECT_WORD(num_countbits(a), count, "countbits(%08x)", a);
    EXPECT_WORD(num_bfrev(a), reversed, "bfrev(%08x)", a);
    EXPECT_WORD(num_firstbit_lo(a), low, "firstbit_lo(%08x)", a);
    EXPECT_WORD(num_firstbit_hi(a), high, "firstbit_hi(%08x)", a);
    EXPECT_WORD(num_firstbit_shi(a), signed_high, "firstbit_shi(%08x)", a);
}

static void bit_counts(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (size_t i = 0; i < BASE_COUNT(edge_integers); i++) {
        check_counts(edge_integers[i]);
    }
    for (int i = 0; i < ROUNDS / 8; i++) {
        check_counts(random_integer(&seed));
    }
    EXPECT_WORD(num_firstbit_hi(0x10000000), 3, "firstbit_hi(10000000)");
    EXPECT_WORD(num_bfrev(0x12345678), 0x1e6a2c48, "bfrev(12345678)");
}

static void sums_of_absolute_differences(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t reference = random_integer(&seed), source = random_integer(&seed);
        uint32_t accumulator = i & 1 ? random_integer(&seed) : ~0u - (uint32_t)(i % 1100);
        uint64_t sum = accumulator;
        for (int k = 0; k < 32; k += 8) {
            int r = (int)(reference >> k & 255), s = (int)(source >> k & 255);
            sum += r ? (uint64_t)abs(r - s) : 0;
        }
        EXPECT_WORD(num_msad(reference, source, accumulator), sum > ~0u ? ~0u : sum, "msad(%08x, %08x, %08x)",
                    reference, source, accumulator);
    }
}

static void moves(void **state)
{
    (void)state;
    static const uint32_t conditions[] = {0, 1, 0x80000000, 0x00000001, 0xffffffff};
    for (size_t i = 0; i < BASE_COUNT(edge_floats); i++) {
        uint32_t a = edge_floats[i], b = ~a;
        uint64_t wide_a = (uint64_t)a << 32 | b, wide_b = ~wide_a;
        EXPECT_WORD(num_mov(a), a, "mov(%08x)", a);
        EXPECT_DOUBLE(num_dmov(wide_a), wide_a, "dmov");
        for (size_t k = 0; k < BASE_COUNT(conditions); k++) {
            uint32_t c = conditions[k];
            EXPECT_WORD(num_movc(c, a, b), c ? a : b, "movc(%08x, %08x, %08x)", c, a, b);
            EXPECT_WORD(num_swapc(c, a, b).d0, c ? b : a, "swapc d0(%08x, %08x, %08x)", c, a, b);
            EXPECT_WORD(num_swapc(c, a, b).d1, c ? a : b, "swapc d1(%08x, %08x, %08x)", c, a, b);
            EXPECT_DOUBLE(num_dmovc(c, wide_a, wide_b), c ? wide_a : wide_b, "dmovc(%08x)", c);
            EXPECT_WORD(num_check_access_fully_mapped(c), c ? ~0u : 0, "check_access_fully_mapped(%08x)", c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_and_quotients),
        cmocka_unit_test(quotients_next_to_multiples),
        cmocka_unit_test(sums_and_carries),
        cmocka_unit_test(order),
        cmocka_unit_test(logic_and_shifts),
        cmocka_unit_test(bit_fields),
        cmocka_unit_test(bit_counts),
        cmocka_unit_test(sums_of_absolute_differences),
        cmocka_unit_test(moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
