/* Arena, vectors and string buffers. */
#include "base/base.h"
#include "test.h"

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t size = 0; size < 300; size += 7) {
        uint8_t *bytes = arena_alloc(&arena, size);
        assert_non_null(bytes);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xff, size);
    }
    arena_free(&arena);
}

static void arena_serves_blocks_larger_than_its_own(void **state)
{
    (void)state;
    struct arena arena = {0};
    uint8_t *big = arena_alloc(&arena, 1 << 20);
    assert_non_null(big);
    memset(big, 1, 1 << 20);
    assert_non_null(arena_alloc(&arena, 16));
    arena_free(&arena);
}

static void arena_refuses_sizes_that_overflow(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_null(arena_alloc(&arena, SIZE_MAX - 8));
    assert_null(arena_array(&arena, SIZE_MAX / 2, 3));
    arena_free(&arena);
}

static void arena_printf_formats(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(arena_printf(&arena, "%s-%d", "abc", 42), "abc-42");
    arena_free(&arena);
}

static void vec_grows_and_keeps_its_elements(void **state)
{
    (void)state;
    VEC(uint32_t) vec = {0};
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(VEC_PUSH(&vec, i * 3));
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(vec.data[i], i * 3);
    VEC_FREE(&vec);
    assert_null(vec.data);
}

static void vec_refuses_counts_that_overflow(void **state)
{
    (void)state;
    VEC(uint64_t) vec = {0};
    assert_false(VEC_RESERVE(&vec, SIZE_MAX / 4));
    assert_true(VEC_PUSH(&vec, 1));
    assert_false(VEC_RESERVE(&vec, SIZE_MAX));
    assert_int_equal(vec.data[0], 1);
    VEC_FREE(&vec);
}

static void strbuf_builds_text(void **state)
{
    (void)state;
    struct strbuf buf = {0};
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_add(&buf, "ab");
    strbuf_add_char(&buf, 'c');
    strbuf_add_repeat(&buf, '-', 3);
    strbuf_printf(&buf, "%05u", 42u);
    strbuf_add_bytes(&buf, "\0z", 2);
    assert_int_equal(buf.length, 13);
    assert_string_equal(strbuf_text(&buf), "abc---00042");
    strbuf_clear(&buf);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_free(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(arena_serves_blocks_larger_than_its_own),
        cmocka_unit_test(arena_refuses_sizes_that_overflow),
        cmocka_unit_test(arena_printf_formats),
        cmocka_unit_test(vec_grows_and_keeps_its_elements),
        cmocka_unit_test(vec_refuses_counts_that_overflow),
        cmocka_unit_test(strbuf_builds_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
