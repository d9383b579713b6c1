/* Regions against a model: which bytes of the bound memory each access may touch, computed with numbers
   that do not wrap. */
#include "runtime/region.h"

#include "base/base.h"
#include "sm5/resource.h"
#include "test.h"

typedef __int128 integer;

enum { FIELD = 64 }; /* bytes */

static _Alignas(16) uint8_t field[FIELD];

static const uint8_t dimensions[] = {ISA_DIM_STRUCTURED, ISA_DIM_RAW, ISA_DIM_BUFFER};

/* Numbers whose 32-bit product with a stride, or sum with an offset, wraps to a small one. */
static const uint32_t far[] = {0x10000000, 0x15555556, 0x20000000, 0x3fffffff, 0x40000000, 0x55555556,
                               0x7fffffff, 0x80000000, 0xaaaaaaab, 0xc0000000, 0xfffffff0, 0xfffffff4,
                               0xfffffff8, 0xfffffffc, 0xfffffffd, 0xfffffffe, 0xffffffff};

/* near[0 .. n - 1], then far. */
static uint32_t sample(uint32_t i, uint32_t near)
{
    return i < near ? i : far[i - near];
}

static const struct format_info *format_of(const char *name)
{
    return format_info(sm5_format_find(name));
}

static struct runtime_view view_of(enum view_kind kind, uint64_t first, uint64_t bytes, uint32_t stride)
{
    return (struct runtime_view){.kind = (uint8_t)kind,
                                 .base = field + first,
                                 .bytes = bytes,
                                 .count = (uint32_t)(bytes / stride),
                                 .stride = stride};
}

static struct program_resource declared_as(uint8_t dimension, uint32_t stride)
{
    return (struct program_resource){.file = ISA_FILE_UAV, .dimension = dimension, .stride = stride};
}

static bool is_empty(const struct region *region)
{
    for (unsigned d = 0; d < BASE_COUNT(dimensions); d++)
        for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++)
            if (region_window(region, dimensions[d], sample(i, 8), 0).words)
                return false;
    return region->base == region_zeros && region_info(region, ISA_DIM_RAW) == 0 &&
           region_info(region, ISA_DIM_BUFFER) == 0;
}

/* Every address and offset: a word exists exactly when it does in the model. */
static void check_structured(const struct region *region, uint64_t count, uint32_t stride)
{
    for (uint32_t i = 0; i < 20 + BASE_COUNT(far); i++)
        for (uint32_t o = 0; o < stride + 20 + BASE_COUNT(far); o++) {
            uint32_t index = sample(i, 20), offset = sample(o, stride + 20);
            struct address at = region_window(region, ISA_DIM_STRUCTURED, index, offset);
            for (unsigned k = 0; k < 4; k++) {
                integer inside = (integer)offset / 4 * 4 + 4 * k;
                bool has_index = index < count, has_offset = inside + 4 <= stride;
                assert_int_equal(k < at.words, has_index && has_offset);
                assert_int_equal(region_cause(region, ISA_DIM_STRUCTURED, index, offset, k),
                                 !has_index    ? ADDRESS_INDEX
                                 : !has_offset ? ADDRESS_OFFSET
                                               : ADDRESS_INSIDE);
                if (k < at.words)
                    assert_true((integer)at.offset + 4 * k == (integer)index * stride + inside);
            }
        }
}

static void check_raw(const struct region *region, uint64_t bytes)
{
    for (uint32_t i = 0; i < FIELD + 20 + BASE_COUNT(far); i++) {
        uint32_t address = sample(i, FIELD + 20);
        struct address at = region_window(region, ISA_DIM_RAW, address, 0);
        for (unsigned k = 0; k < 4; k++) {
            integer word = (integer)address / 4 * 4 + 4 * k;
            assert_int_equal(k < at.words, word + 4 <= (integer)bytes);
            assert_int_equal(region_cause(region, ISA_DIM_RAW, address, 0, k),
                             k < at.words ? ADDRESS_INSIDE : ADDRESS_INDEX);
            if (k < at.words)
                assert_true((integer)at.offset + 4 * k == word);
        }
    }
}

/* ---- which region ---- */

/* Compiled code loads a row of lanes from it in place of one that does not exist. */
static void test_zeros_are_aligned_as_rows_of_lanes(void **state)
{
    (void)state;
    assert_int_equal((uintptr_t)region_zeros % 64, 0);
}

static void test_null_views_are_empty(void **state)
{
    (void)state;
    for (unsigned d = 0; d < BASE_COUNT(dimensions); d++) {
        struct program_resource declared = declared_as(dimensions[d], 12);
        struct region region = region_of_view(&declared, &runtime_unbound);
        assert_true(is_empty(&region));
    }
    struct region region = region_empty();
    assert_true(is_empty(&region));
}

/* A view of the declared stride has the structures of the view; any other is divided by the declared stride,
   and a partial last structure does not exist. */
static void test_structured(void **state)
{
    (void)state;
    static const enum view_kind kinds[] = {VIEW_STRUCTURED, VIEW_RAW, VIEW_TYPED};
    for (uint32_t declared_stride = 0; declared_stride <= 20; declared_stride += 4)
        for (unsigned k = 0; k < BASE_COUNT(kinds); k++)
            for (uint32_t stride = 4; stride <= 16; stride += 4)
                for (uint64_t bytes = 0; bytes <= FIELD; bytes += stride) {
                    struct program_resource declared = declared_as(ISA_DIM_STRUCTURED, declared_stride);
                    struct runtime_view view = view_of(kinds[k], 0, bytes, stride);
                    struct region region = region_of_view(&declared, &view);
                    uint64_t count = declared_stride ? bytes / declared_stride : 0;
                    assert_int_equal(region_info(&region, ISA_DIM_STRUCTURED), count);
                    check_structured(&region, count, declared_stride);
                }
}

static void test_structure_counts_are_clamped(void **state)
{
    (void)state;
    struct program_resource declared = declared_as(ISA_DIM_STRUCTURED, 4);
    struct runtime_view view = view_of(VIEW_RAW, 0, 0, 4);
    view.bytes = (uint64_t)1 << 40;
    struct region region = region_of_view(&declared, &view);
    check_structured(&region, UINT32_MAX, 4);
}

static void test_raw(void **state)
{
    (void)state;
    static const enum view_kind kinds[] = {VIEW_RAW, VIEW_STRUCTURED, VIEW_TYPED};
    struct program_resource declared = declared_as(ISA_DIM_RAW, 0);
    for (unsigned k = 0; k < BASE_COUNT(kinds); k++)
        for (uint64_t bytes = 0; bytes <= FIELD; bytes++) {
            struct runtime_view view = view_of(kinds[k], 0, bytes, 1);
            struct region region = region_of_view(&declared, &view);
            assert_int_equal(region_info(&region, ISA_DIM_RAW), bytes);
            check_raw(&region, bytes);
        }
}

static void test_typed(void **state)
{
    (void)state;
    static const char *const names[] = {"R8_UINT",           "R16_UINT",          "R32_UINT",
                                        "R16G16B16A16_UINT", "R32G32B32A32_UINT", "R8G8B8A8_UNORM"};
    struct program_resource declared = declared_as(ISA_DIM_BUFFER, 0);
    for (unsigned n = 0; n < BASE_COUNT(names); n++)
        for (uint32_t count = 0; count <= 4; count++) {
            const struct format_info *format = format_of(names[n]);
            struct runtime_view view = view_of(VIEW_TYPED, 0, count * format->bytes, format->bytes);
            view.format = format;
            struct region region = region_of_view(&declared, &view);
            assert_int_equal(region_info(&region, ISA_DIM_BUFFER), count);
            for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++) {
                uint32_t index = sample(i, 8);
                struct address at = region_window(&region, ISA_DIM_BUFFER, index, 0);
                assert_int_equal(at.words, index < count);
                assert_int_equal(region_cause(&region, ISA_DIM_BUFFER, index, 0, 0),
                                 index < count ? ADDRESS_INSIDE : ADDRESS_INDEX);
                if (at.words)
                    assert_true((integer)at.offset == (integer)index * format->bytes);
                bool is_atomic = region_atomic_word(&region, ISA_DIM_BUFFER, index, 0) != NULL;
                assert_int_equal(is_atomic, index < count && format->bytes == 4);
            }
        }
}

/* Only typed views have a format to convert by. */
static void test_typed_registers_require_typed_views(void **state)
{
    (void)state;
    static const enum view_kind kinds[] = {VIEW_STRUCTURED, VIEW_RAW};
    struct program_resource declared = declared_as(ISA_DIM_BUFFER, 0);
    for (unsigned k = 0; k < BASE_COUNT(kinds); k++) {
        struct runtime_view view = view_of(kinds[k], 0, FIELD, 4);
        struct region region = region_of_view(&declared, &view);
        assert_true(is_empty(&region));
    }
}

/* Accesses stay in their own g#. */
static void test_tgsm(void **state)
{
    (void)state;
    for (uint32_t stride = 4; stride <= 20; stride += 4)
        for (uint32_t count = 0; count <= 3; count++) {
            struct program_resource declared = declared_as(ISA_DIM_STRUCTURED, stride);
            declared.count = count;
            declared.bytes = count * stride;
            struct region region = region_of_tgsm(&declared, field + 4);
            assert_ptr_equal(region.base, field + 4);
            check_structured(&region, count, stride);
        }
    for (uint32_t bytes = 0; bytes <= 32; bytes += 4) {
        struct program_resource declared = declared_as(ISA_DIM_RAW, 0);
        declared.count = 1;
        declared.bytes = bytes;
        struct region region = region_of_tgsm(&declared, field);
        check_raw(&region, bytes);
    }
}

/* ---- accesses ---- */

static void test_elements_out_of_bounds(void **state)
{
    (void)state;
    struct program_resource declared = declared_as(ISA_DIM_BUFFER, 0);
    struct runtime_view view = view_of(VIEW_TYPED, 4, 8, 4);
    view.format = format_of("R32_UINT");
    struct region bound = region_of_view(&declared, &view), unbound = region_empty();
    const uint32_t value[4] = {7, 8, 9, 10}, defaults[4] = {0, 0, 0, 1}, zeros[4] = {0};
    uint32_t out[4];
    memset(field, 0, sizeof field);
    for (uint32_t i = 0; i < 8 + BASE_COUNT(far); i++) {
        uint32_t index = sample(i, 8);
        if (index < 2)
            continue;
        region_store_element(&bound, index, value);
        region_store_element(&unbound, index, value);
        region_load_element(&bound, index, out);
        assert_memory_equal(out, defaults, sizeof out);
        region_load_element(&unbound, index, out);
        assert_memory_equal(out, zeros, sizeof out);
    }
    for (unsigned i = 0; i < FIELD; i++)
        assert_int_equal(field[i], 0);
    region_store_element(&bound, 1, value);
    region_load_element(&bound, 1, out);
    assert_int_equal(out[0], 7);
    assert_int_equal(field[8], 7);
}

/* A partial last row keeps the words that it has. */
static void test_constants(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FIELD; i++)
        field[i] = (uint8_t)(i / 4 + 1);
    for (uint64_t bytes = 0; bytes <= FIELD; bytes += 4)
        for (uint32_t r = 0; r < 8 + BASE_COUNT(far); r++)
            for (unsigned c = 0; c < 4; c++) {
                struct runtime_view view = view_of(VIEW_CBUFFER, 0, bytes, 16);
                uint32_t row = sample(r, 8);
                integer at = (integer)row * 16 + 4 * c;
                uint32_t expected = at < (integer)bytes ? 0x01010101 * (uint32_t)(at / 4 + 1) : 0;
                assert_int_equal(region_constant(&view, row, c), expected);
            }
    assert_int_equal(region_constant(&runtime_unbound, 0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zeros_are_aligned_as_rows_of_lanes),
        cmocka_unit_test(test_null_views_are_empty),
        cmocka_unit_test(test_structured),
        cmocka_unit_test(test_structure_counts_are_clamped),
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_typed_registers_require_typed_views),
        cmocka_unit_test(test_tgsm),
        cmocka_unit_test(test_elements_out_of_bounds),
        cmocka_unit_test(test_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
