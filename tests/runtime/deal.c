/* How groups are dealt: each once, in runs that stay long, and none left when one thread does all. */
#include "runtime/deal.h"
#include "base/base.h"
#include "test.h"

enum { MOST_SHARES = 5 };

static void deal_evenly(struct deal *deal, struct deal_share *shares, uint32_t count, uint64_t first,
                        uint64_t end)
{
    *deal = (struct deal){shares, count};
    deal_out(deal, first, end);
}

static void test_shares_are_even_and_join(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST_SHARES; count++)
        for (uint64_t total = 0; total < 20; total++) {
            struct deal_share shares[MOST_SHARES];
            struct deal deal;
            uint64_t at = 7;
            deal_evenly(&deal, shares, count, 7, 7 + total);
            for (uint32_t i = 0; i < count; i++) {
                assert_int_equal(shares[i].next, at);
                assert_in_range(shares[i].end - at, total / count, (total + count - 1) / count);
                at = shares[i].end;
            }
            assert_int_equal(at, 7 + total);
        }
}

static void test_one_hand_takes_all_in_order(void **state)
{
    (void)state;
    for (uint32_t own = 0; own < MOST_SHARES; own++) {
        struct deal_share shares[MOST_SHARES];
        struct deal deal;
        struct deal_hand hand = {.share = own, .group_ns = 10};
        struct deal_chunk chunk;
        uint64_t at = own * 200, taken = 0;
        deal_evenly(&deal, shares, MOST_SHARES, 0, MOST_SHARES * 200);
        while (deal_take(&deal, &hand, 1e6, &chunk)) {
            assert_int_equal(chunk.first, at % (MOST_SHARES * 200));
            assert_true(chunk.count > 0);
            assert_int_equal(chunk.share, chunk.first / 200);
            at = chunk.first + chunk.count;
            taken += chunk.count;
            deal_learn(&hand, chunk.count, 10 * chunk.count);
        }
        assert_int_equal(taken, MOST_SHARES * 200);
    }
}

/* The first chunks are small, whatever the last dispatch said: these groups may take longer. */
static void test_chunks_grow_step_by_step(void **state)
{
    (void)state;
    struct deal_share share;
    struct deal deal;
    struct deal_hand hand = {.group_ns = 0.01};
    struct deal_chunk chunk;
    deal_evenly(&deal, &share, 1, 0, (uint64_t)1 << 40);
    for (uint64_t expected = 1; expected <= 1024; expected *= 4) {
        assert_true(deal_take(&deal, &hand, 1e6, &chunk));
        assert_int_equal(chunk.count, expected);
        deal_learn(&hand, chunk.count, 1);
    }
}

static void test_chunks_keep_to_their_time(void **state)
{
    (void)state;
    struct deal_share share;
    struct deal deal;
    struct deal_hand hand = {.last = 1 << 20, .group_ns = 1000};
    struct deal_chunk chunk;
    deal_evenly(&deal, &share, 1, 0, 1 << 20);
    assert_true(deal_take(&deal, &hand, 1e6, &chunk));
    assert_int_equal(chunk.count, 1000);
    deal_learn(&hand, 1000, 4 * 1000 * 1000); /* four times slower than thought */
    assert_true(deal_take(&deal, &hand, 1e6, &chunk));
    assert_int_equal(chunk.count, 250);
}

/* Towards the end they shrink, so that the others can help, but not below what taking them costs. */
static void test_chunks_shrink_at_the_end(void **state)
{
    (void)state;
    struct deal_share share;
    struct deal deal;
    struct deal_hand hand = {.last = 1 << 20, .group_ns = 1000};
    struct deal_chunk chunk;
    uint64_t least = UINT64_MAX, last = UINT64_MAX;
    deal_evenly(&deal, &share, 1, 0, 1000);
    while (deal_take(&deal, &hand, 1e9, &chunk)) {
        assert_true(chunk.count <= last);
        last = chunk.count;
        least = chunk.first + chunk.count < 1000 && chunk.count < least ? chunk.count : least;
        hand.last = 1 << 20;
    }
    assert_int_equal(least, 2); /* microseconds */
}

static void test_a_dropped_share_is_empty(void **state)
{
    (void)state;
    struct deal_share shares[2];
    struct deal deal;
    struct deal_hand hand = {.group_ns = 1};
    struct deal_chunk chunk;
    deal_evenly(&deal, shares, 2, 0, 10);
    deal_drop(&deal, 0);
    assert_true(deal_take(&deal, &hand, 1, &chunk));
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
