#include "runtime/runtime.h"
#include "test.h"

static void test_bytes_are_zeroed_aligned_and_padded(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {0, 1, 4, 63, 64, 65, 1000, 1 << 20};
    for (unsigned i = 0; i < BASE_COUNT(sizes); i++) {
        struct sm5_buffer *buffer = sm5_buffer_new(sizes[i]);
        assert_non_null(buffer);
        assert_int_equal(sm5_buffer_size(buffer), sizes[i]);
        const uint8_t *data = sm5_buffer_data(buffer);
        assert_non_null(data);
        assert_int_equal((uintptr_t)data % 64, 0);
        for (uint64_t k = 0; k < (sizes[i] + 63) / 64 * 64; k++)
            assert_int_equal(data[k], 0);
        sm5_buffer_free(buffer);
    }
}

static void test_too_large_is_refused(void **state)
{
    (void)state;
    assert_null(sm5_buffer_new(((uint64_t)1 << 40) + 1));
    assert_null(sm5_buffer_new(UINT64_MAX));
}

static void test_free_takes_null(void **state)
{
    (void)state;
    sm5_buffer_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_are_zeroed_aligned_and_padded),
        cmocka_unit_test(test_too_large_is_refused),
        cmocka_unit_test(test_free_takes_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
