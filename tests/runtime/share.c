/* How groups are distributed: each once, in runs that stay long, and none left when one thread does all. */
#include "runtime/share.h"
#include "base/base.h"
#include "test.h"

enum { MOST_SHARES = 5 };

static void distribute_evenly(struct shares *shares, struct share *list, uint32_t count, uint64_t first,
                              uint64_t end)
{
    *shares = (struct shares){list, count};
    shares_distribute(shares, first, end);
}

static void test_shares_are_even_and_join(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST_SHARES; count++)
        for (uint64_t total = 0; total < 20; total++) {
            struct share list[MOST_SHARES];
            struct shares shares;
            uint64_t at = 7;
            distribute_evenly(&shares, list, count, 7, 7 + total);
            for (uint32_t i = 0; i < count; i++) {
                assert_int_equal(list[i].next, at);
                assert_in_range(list[i].end - at, total / count, (total + count - 1) / count);
                at = list[i].end;
            }
            assert_int_equal(at, 7 + total);
        }
}

static void test_one_hand_takes_all_in_order(void **state)
{
    (void)state;
    for (uint32_t own = 0; own < MOST_SHARES; own++) {
        struct share list[MOST_SHARES];
        struct shares shares;
        struct share_cursor cursor = {.share = own, .group_ns = 10};
        struct share_chunk chunk;
        uint64_t at = own * 200, taken = 0;
        distribute_evenly(&shares, list, MOST_SHARES, 0, MOST_SHARES * 200);
        while (shares_take(&shares, &cursor, 1e6, &chunk)) {
            assert_int_equal(chunk.first, at % (MOST_SHARES * 200));
            assert_true(chunk.count > 0);
            assert_int_equal(chunk.share, chunk.first / 200);
            at = chunk.first + chunk.count;
            taken += chunk.count;
            shares_record(&cursor, chunk.count, 10 * chunk.count);
        }
        assert_int_equal(taken, MOST_SHARES * 200);
    }
}

/* The first chunks are small, whatever the last dispatch measured: these groups may take longer. */
static void test_chunks_grow_step_by_step(void **state)
{
    (void)state;
    struct share share;
    struct shares shares;
    struct share_cursor cursor = {.group_ns = 0.01};
    struct share_chunk chunk;
    distribute_evenly(&shares, &share, 1, 0, (uint64_t)1 << 40);
    for (uint64_t expected = 1; expected <= 1024; expected *= 4) {
        assert_true(shares_take(&shares, &cursor, 1e6, &chunk));
        assert_int_equal(chunk.count, expected);
        shares_record(&cursor, chunk.count, 1);
    }
}

static void test_chunks_keep_to_their_time(void **state)
{
    (void)state;
    struct share share;
    struct shares shares;
    struct share_cursor cursor = {.last = 1 << 20, .group_ns = 1000};
    struct share_chunk chunk;
    distribute_evenly(&shares, &share, 1, 0, 1 << 20);
    assert_true(shares_take(&shares, &cursor, 1e6, &chunk));
    assert_int_equal(chunk.count, 1000);
    shares_record(&cursor, 1000, 4 * 1000 * 1000); /* four times slower than thought */
    assert_true(shares_take(&shares, &cursor, 1e6, &chunk));
    assert_int_equal(chunk.count, 250);
}

/* Towards the end they shrink, so that the others can help, but not below what taking them costs. */
static void test_chunks_shrink_at_the_end(void **state)
{
    (void)state;
    struct share share;
    struct shares shares;
    struct share_cursor cursor = {.last = 1 << 20, .group_ns = 1000};
    struct share_chunk chunk;
    uint64_t least = UINT64_MAX, last = UINT64_MAX;
    distribute_evenly(&shares, &share, 1, 0, 1000);
    while (shares_take(&shares, &cursor, 1e9, &chunk)) {
        assert_true(chunk.count <= last);
        last = chunk.count;
        least = chunk.first + chunk.count < 1000 && chunk.count < least ? chunk.count : least;
        cursor.last = 1 << 20;
    }
    assert_int_equal(least, 2); /* microseconds */
}

static void test_a_dropped_share_is_empty(void **state)
{
    (void)state;
    struct share list[2];
    struct shares shares;
    struct share_cursor cursor = {.group_ns = 1};
    struct share_chunk chunk;
    distribute_evenly(&shares, list, 2, 0, 10);
    shares_drop(&shares, 0);
    assert_true(shares_take(&shares, &cursor, 1, &chunk));
    assert_int_equal(chunk.first, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_are_even_and_join), cmocka_unit_test(test_one_hand_takes_all_in_order),
        cmocka_unit_test(test_chunks_grow_step_by_step), cmocka_unit_test(test_chunks_keep_to_their_time),
        cmocka_unit_test(test_chunks_shrink_at_the_end), cmocka_unit_test(test_a_dropped_share_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
