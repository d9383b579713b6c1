/* The address rules against a model that knows only numbers without an upper limit. */
#include "runtime/address.h"

#include "base/base.h"
#include "test.h"

typedef __int128 integer;

/* Values that a 32-bit product or sum would bring back near 0. */
static const uint32_t far[] = {0x10000000, 0x20000000, 0x3fffffff, 0x40000000, 0x55555556, 0x7fffffff,
                               0x80000000, 0xaaaaaaab, 0xc0000000, 0xfffffff0, 0xfffffff4, 0xfffffff8,
                               0xfffffffb, 0xfffffffc, 0xfffffffd, 0xfffffffe, 0xffffffff};

/* near[0 .. n - 1], then far. */
static uint32_t sample(uint32_t i, uint32_t near)
{
    return i < near ? i : far[i - near];
}

static void structured_case(uint32_t count, uint32_t stride, uint32_t index, uint32_t offset)
{
    struct address got = address_structured(count, stride, index, offset);
    integer inside = (integer)offset / 4 * 4, start = (integer)index * stride;
    for (unsigned k = 0; k < 4; k++) {
        bool index_good = (integer)index < count, offset_good = inside + 4 * (integer)k + 3 < stride;
        assert_int_equal(k < got.words, index_good && offset_good);
        if (k < got.words)
            assert_true((integer)got.offset + 4 * k == start + inside + 4 * (integer)k);
    }
}

static void test_structured(void **state)
{
    (void)state;
    static const uint32_t strides[] = {4, 8, 12, 16, 20, 36, 2044, 2048};
    for (unsigned s = 0; s < BASE_COUNT(strides); s++)
        for (uint32_t count = 0; count <= 5; count++)
            for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++)
                for (uint32_t o = 0; o < strides[s] + 20 + BASE_COUNT(far); o++)
                    structured_case(count, strides[s], sample(i, 8), sample(o, strides[s] + 20));
}

static void test_structured_of_a_full_view(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++)
        for (uint32_t o = 0; o < 24; o++)
            structured_case(UINT32_MAX, 12, sample(i, 8), o);
}

/* A g# whose size is not a multiple of 4 cannot be declared; even so no word may be outside of it. */
static void test_structured_never_leaves_an_odd_stride(void **state)
{
    (void)state;
    for (uint32_t stride = 0; stride < 24; stride++)
        for (uint32_t offset = 0; offset < 32; offset++)
            structured_case(3, stride, 1, offset);
}

static void raw_case(uint64_t bytes, uint32_t offset)
{
    struct address got = address_raw(bytes, offset);
    integer at = (integer)offset / 4 * 4;
    for (unsigned k = 0; k < 4; k++) {
        bool good = at + 4 * (integer)k + 3 < (integer)bytes;
        assert_int_equal(k < got.words, good);
        if (good)
            assert_true((integer)got.offset == at);
    }
}

static void test_raw(void **state)
{
    (void)state;
    for (uint64_t bytes = 0; bytes <= 68; bytes++)
        for (uint32_t o = 0; o < 96 + BASE_COUNT(far); o++)
            raw_case(bytes, sample(o, 96));
    static const uint64_t large[] = {0xfffffffc, 0x100000000, 0x100000004, 0x10000000000};
    for (unsigned i = 0; i < BASE_COUNT(large); i++)
        for (uint32_t o = 0; o < 8 + BASE_COUNT(far); o++)
            raw_case(large[i], sample(o, 8));
}

static void test_misaligned_offsets_are_masked(void **state)
{
    (void)state;
    for (uint32_t offset = 0; offset < 16; offset++) {
        assert_int_equal(address_raw(64, offset).offset, offset / 4 * 4);
        assert_int_equal(address_structured(9, 32, 2, offset).offset, 64 + offset / 4 * 4);
        assert_int_equal(address_misaligned(offset), offset % 4 != 0);
    }
}

static void test_typed(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 4, 8, 12, 16};
    static const uint32_t counts[] = {0, 1, 5, 0x40000000, UINT32_MAX};
    for (unsigned s = 0; s < BASE_COUNT(sizes); s++)
        for (unsigned c = 0; c < BASE_COUNT(counts); c++)
            for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++) {
                uint32_t index = sample(i, 8);
                uint64_t offset;
                assert_int_equal(address_typed(counts[c], sizes[s], index, &offset), index < counts[c]);
                assert_true((integer)offset == (integer)index * sizes[s]);
            }
}

static void test_rows(void **state)
{
    (void)state;
    for (uint64_t bytes = 0; bytes <= 80; bytes++)
        for (uint32_t r = 0; r < 8 + BASE_COUNT(far); r++) {
            uint32_t row = sample(r, 8);
            struct address got = address_row(bytes, row);
            for (unsigned c = 0; c < 4; c++) {
                bool good = (integer)row * 16 + 4 * (integer)c + 3 < (integer)bytes;
                assert_int_equal(c < got.words, good);
                if (good)
                    assert_true((integer)got.offset == (integer)row * 16);
            }
        }
}

/* ---- profiles: each word by itself, and never past the view ---- */

static void profile_case(enum sm5_oob profile, uint64_t bytes, uint32_t stride, uint32_t index,
                         uint32_t offset)
{
    uint32_t count = (uint32_t)(bytes / stride), inside = offset / 4 * 4;
    for (unsigned k = 0; k < 4; k++) {
        uint64_t got = address_profile_structured(profile, bytes, count, stride, index, offset, k);
        uint32_t wrapped = index * stride + inside;
        integer at = profile == SM5_OOB_ELEMENT ? (integer)index * stride + inside + 4 * (integer)k
                     : profile == SM5_OOB_BYTE  ? (integer)(uint32_t)(wrapped + 4 * k)
                                                : (integer)wrapped + 4 * (integer)k;
        bool exists = at + 4 <= (integer)bytes && (profile != SM5_OOB_ELEMENT || index < count);
        assert_true(exists ? (integer)got == at : got == ADDRESS_NONE);
    }
}

static void test_profiles(void **state)
{
    (void)state;
    static const enum sm5_oob profiles[] = {SM5_OOB_ELEMENT, SM5_OOB_BYTE, SM5_OOB_ROBUST2};
    for (unsigned p = 0; p < BASE_COUNT(profiles); p++)
        for (uint32_t stride = 4; stride <= 20; stride += 4)
            for (uint32_t count = 0; count <= 5; count++)
                for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++)
                    for (uint32_t o = 0; o < 40 + BASE_COUNT(far); o++)
                        profile_case(profiles[p], (uint64_t)count * stride, stride, sample(i, 8),
                                     sample(o, 40));
}

static void test_profiles_of_tgsm_stay_in_it(void **state)
{
    (void)state;
    for (uint32_t bytes = 0; bytes < 48; bytes += 4)
        for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++)
            for (uint32_t o = 0; o < 40 + BASE_COUNT(far); o++)
                for (unsigned k = 0; k < 4; k++) {
                    uint64_t got = address_profile_tgsm(bytes, 8, 12, sample(i, 8), sample(o, 40), k);
                    assert_true(got == ADDRESS_NONE || (got + 4 <= bytes && got % 4 == 0));
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_structured),
        cmocka_unit_test(test_structured_of_a_full_view),
        cmocka_unit_test(test_structured_never_leaves_an_odd_stride),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_misaligned_offsets_are_masked),
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_profiles),
        cmocka_unit_test(test_profiles_of_tgsm_stay_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
