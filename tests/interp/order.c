/* Orders of threads and groups: what no order may change, and what some order has to. */
#include "lab.h"

enum { ORDERS = 40, THREADS = 64 };

/* Runs `body` once in each order; 0 is the plain one. Returns how many give another u0 than it. */
static unsigned differing(unsigned threads, const char *declarations, const char *body, uint32_t groups,
                          uint32_t words)
{
    uint32_t plain[256];
    unsigned count = 0;
    assert_true(words <= BASE_COUNT(plain));
    for (uint32_t order = 0; order <= ORDERS; order++) {
        struct lab lab;
        lab_open_body(&lab, threads, declarations, body);
        lab.options.order = order;
        lab.options.max_seconds = 20;
        const uint32_t *out = lab_bind(&lab, "u0", NULL, words);
        lab_run(&lab, groups, 1, 1);
        if (order == 0)
            memcpy(plain, out, words * sizeof *out);
        count += memcmp(plain, out, words * sizeof *out) != 0;
        lab_close(&lab);
    }
    return count;
}

#define TGSM   "dcl_input vThreadIDInGroupFlattened\ndcl_tgsm_raw g0, 256\n"
#define MINE   "ishl r0.x, vThreadIDInGroupFlattened, l(2)\n"
#define NEXT   "iadd r0.y, r0.x, l(4)\nand r0.y, r0.y, l(255)\n"
#define PUT    "iadd r1.x, vThreadIDInGroupFlattened, l(100)\nstore_raw g0.x, r0.x, r1.x\n"
#define GET    "ld_raw r2.x, r0.y, g0.x\nstore_raw u0.x, r0.x, r2.x\n"
#define BEFORE "iadd r0.y, r0.x, l(-4)\nand r0.y, r0.y, l(255)\n"

static void a_barrier_orders(void **state)
{
    (void)state;
    assert_int_equal(differing(THREADS, TGSM, MINE NEXT PUT "sync_g_t\n" GET "ret\n", 2, THREADS), 0);
}

static void a_missing_barrier_shows(void **state)
{
    (void)state;
    assert_true(differing(THREADS, TGSM, MINE NEXT PUT GET "ret\n", 1, THREADS) > ORDERS / 2);
    assert_true(differing(THREADS, TGSM, MINE BEFORE PUT GET "ret\n", 1, THREADS) > ORDERS / 2);
}

/* Small groups have few orders: that of two threads shows often enough. */
static void a_missing_barrier_of_two_threads_shows(void **state)
{
    (void)state;
    const char *body = MINE "xor r0.y, r0.x, l(4)\n" PUT GET "ret\n";
    assert_true(differing(2, TGSM, body, 1, 2) > 3);
}

static void a_second_barrier_orders_too(void **state)
{
    (void)state;
    const char *body =
        MINE NEXT PUT "sync_g_t\nld_raw r2.x, r0.y, g0.x\n%s"
                      "iadd r2.x, r2.x, l(1)\nstore_raw g0.x, r0.x, r2.x\nsync_g_t\n" GET "ret\n";
    struct strbuf with = {0}, without = {0};
    strbuf_printf(&with, body, "sync_g_t\n");
    strbuf_printf(&without, body, "");
    assert_int_equal(differing(THREADS, TGSM, strbuf_text(&with), 1, THREADS), 0);
    assert_true(differing(THREADS, TGSM, strbuf_text(&without), 1, THREADS) > ORDERS / 2);
    strbuf_free(&with);
    strbuf_free(&without);
}

static void threads_that_have_returned_are_not_waited_for(void **state)
{
    (void)state;
    const char *body = MINE "ult r3.x, vThreadIDInGroupFlattened, l(40)\nretc_z r3.x\n" PUT
                            "sync_g_t\nxor r0.y, r0.x, l(12)\n" GET "ret\n";
    assert_int_equal(differing(THREADS, TGSM, body, 1, THREADS), 0);
}

static void groups_change_places(void **state)
{
    (void)state;
    unsigned count = differing(1, "dcl_input vThreadGroupID.x\n",
                               "mov r0.x, vThreadGroupID.x\nstore_raw u0.x, l(0), r0.x\nret\n", 16, 1);
    assert_true(count > ORDERS / 2);
}

static void each_group_runs_once(void **state)
{
    (void)state;
    const char *body = "mov r0.x, vThreadGroupID.x\nishl r0.x, r0.x, l(2)\natomic_iadd u0, r0.x, l(1)\nret\n";
    for (uint32_t groups = 1; groups < 40; groups++)
        assert_int_equal(differing(3, "dcl_input vThreadGroupID.x\n", body, groups, 40), 0);
}

/* All threads of a group, whatever their place in it, run with their own numbers. */
static void numbers_stay_with_their_threads(void **state)
{
    (void)state;
    struct lab lab;
    lab_open(&lab, "cs_5_0\ndcl_uav_raw u0\ndcl_input vThreadID.xyz\ndcl_input vThreadIDInGroup.xyz\n"
                   "dcl_temps 2\ndcl_thread_group 3, 5, 2\n"
                   "imad r0.x, vThreadIDInGroup.z, l(5), vThreadIDInGroup.y\n"
                   "imad r0.x, r0.x, l(3), vThreadIDInGroup.x\nimad r1.x, vThreadID.z, l(100), vThreadID.y\n"
                   "imad r1.x, r1.x, l(100), vThreadID.x\nishl r0.x, r0.x, l(2)\n"
                   "store_raw u0.x, r0.x, r1.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 30);
    for (lab.options.order = 1; lab.options.order < 10; lab.options.order++) {
        lab_run(&lab, 1, 1, 1);
        for (uint32_t i = 0; i < 30; i++)
            assert_int_equal(out[i], i % 3 + 100 * (i / 3 % 5) + 10000 * (i / 15));
    }
    lab_close(&lab);
}

static void one_number_is_one_order(void **state)
{
    (void)state;
    for (uint32_t order = 1; order < 12; order++) {
        uint32_t results[2][THREADS];
        for (unsigned time = 0; time < 2; time++) {
            struct lab lab;
            lab_open_body(&lab, THREADS, TGSM, MINE NEXT PUT GET "ret\n");
            lab.options.order = order;
            const uint32_t *out = lab_bind(&lab, "u0", NULL, THREADS);
            lab_run(&lab, 1, 1, 1);
            memcpy(results[time], out, sizeof results[time]);
            lab_close(&lab);
        }
        assert_memory_equal(results[0], results[1], sizeof results[0]);
    }
}

/* Turns end: a thread that waits for another one's store gets it. */
static void waiting_threads_do_not_wait_for_ever(void **state)
{
    (void)state;
    const char *body = MINE "if_nz vThreadIDInGroupFlattened\nstore_raw g0.x, l(252), l(1)\nelse\nloop\n"
                            "ld_raw r1.x, l(252), g0.x\nbreakc_nz r1.x\nendloop\nendif\n"
                            "store_raw u0.x, r0.x, l(7)\nret\n";
    assert_int_equal(differing(2, TGSM, body, 1, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_orders),
        cmocka_unit_test(a_missing_barrier_shows),
        cmocka_unit_test(a_missing_barrier_of_two_threads_shows),
        cmocka_unit_test(a_second_barrier_orders_too),
        cmocka_unit_test(threads_that_have_returned_are_not_waited_for),
        cmocka_unit_test(groups_change_places),
        cmocka_unit_test(each_group_runs_once),
        cmocka_unit_test(numbers_stay_with_their_threads),
        cmocka_unit_test(one_number_is_one_order),
        cmocka_unit_test(waiting_threads_do_not_wait_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
