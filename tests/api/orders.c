/* Findings of orders that several processes run. */
#include <string.h>

#include "harness.h"
#include "test.h"

/* u0[i & 127] = i and u1[0] = i / 128: both are those of the last group. */
static const char racy[] =
    "cs_5_0\ndcl_uav_structured u0, 4\ndcl_uav_structured u1, 4\ndcl_input vThreadID.x\n"
    "dcl_temps 1\ndcl_thread_group 64, 1, 1\nand r0.x, vThreadID.x, l(127)\n"
    "store_structured u0.x, r0.x, l(0), vThreadID.x\nushr r0.x, vThreadID.x, l(7)\n"
    "store_structured u1.x, l(0), l(0), r0.x\nret\n";

enum { ORDERS = 7, SEED = 5 };

static struct sm5_findings *check_orders(struct harness *h, uint64_t seed, uint32_t orders)
{
    const struct sm5_dispatch_options how = {.groups = {4, 1, 1}};
    const struct sm5_check_options check = {.orders = orders, .seed = seed};
    struct sm5_findings *findings;
    assert_int_equal(sm5_check(h->program, h->bindings, &how, &check, &findings, h->diags), SM5_OK);
    return findings;
}

static void expect_text(const char *a, const char *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (a)
        assert_string_equal(a, b);
}

static void expect_same(const struct sm5_findings *a, const struct sm5_findings *b)
{
    assert_int_equal(sm5_findings_count(a), sm5_findings_count(b));
    for (size_t i = 0; i < sm5_findings_count(a); i++) {
        const struct sm5_finding *x = sm5_findings_at(a, i), *y = sm5_findings_at(b, i);
        assert_true(x->kind == y->kind && x->count == y->count && x->seed == y->seed && x->line == y->line);
        assert_true(x->instruction == y->instruction && x->other_instruction == y->other_instruction);
        assert_true(x->element == y->element && x->other_line == y->other_line);
        assert_memory_equal(x->values, y->values, sizeof x->values);
        assert_memory_equal(x->thread, y->thread, sizeof x->thread);
        assert_memory_equal(x->other_group, y->other_group, sizeof x->other_group);
        expect_text(x->reg, y->reg);
        expect_text(x->text, y->text);
        expect_text(x->other_text, y->other_text);
        expect_text(x->message, y->message);
        expect_text(x->clause, y->clause);
    }
}

static void open_racy(struct harness *h, struct sm5_buffer *buffers[2])
{
    harness_open(h, racy);
    buffers[0] = harness_buffer(NULL, 128);
    buffers[1] = harness_buffer(NULL, 1);
    harness_bind(h, "u0", buffers[0], 0, SM5_COUNT_REST);
    harness_bind(h, "u1", buffers[1], 0, SM5_COUNT_REST);
}

static void parts_are_the_whole(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_buffer *buffers[2];
    open_racy(&h, buffers);
    struct sm5_findings *whole = check_orders(&h, SEED, ORDERS);
    for (uint32_t first = 0; first <= ORDERS; first++) {
        struct sm5_findings *merged = check_orders(&h, SEED, first);
        struct sm5_findings *rest = check_orders(&h, SEED + first, ORDERS - first);
        struct sm5_blob orders;
        assert_int_equal(sm5_findings_take_orders(rest, &orders, h.diags), SM5_OK);
        assert_int_equal(sm5_findings_merge_orders(merged, h.program, orders.data, orders.size, h.diags),
                         SM5_OK);
        expect_same(whole, merged);
        sm5_blob_free(&orders);
        sm5_findings_free(rest);
        sm5_findings_free(merged);
    }
    sm5_findings_free(whole);
    harness_close(&h);
    sm5_buffer_free(buffers[0]);
    sm5_buffer_free(buffers[1]);
}

static void damaged_findings_are_errors(void **state)
{
    (void)state;
    struct harness h, other;
    struct sm5_buffer *buffers[2];
    open_racy(&h, buffers);
    harness_open(&other, "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n");
    struct sm5_findings *findings = check_orders(&h, SEED, ORDERS), *none = check_orders(&h, SEED, 0);
    struct sm5_blob orders;
    assert_int_equal(sm5_findings_take_orders(findings, &orders, h.diags), SM5_OK);
    assert_true(orders.size > 0);
    assert_int_equal(sm5_findings_merge_orders(none, h.program, orders.data, orders.size - 1, h.diags),
                     SM5_ERR_INPUT);
    assert_int_equal(sm5_findings_merge_orders(none, other.program, orders.data, orders.size, h.diags),
                     SM5_ERR_INPUT);
    memset(orders.data, 0xff, orders.size);
    assert_int_equal(sm5_findings_merge_orders(none, h.program, orders.data, orders.size, h.diags),
                     SM5_ERR_INPUT);
    sm5_blob_free(&orders);
    sm5_findings_free(findings);
    sm5_findings_free(none);
    harness_close(&other);
    harness_close(&h);
    sm5_buffer_free(buffers[0]);
    sm5_buffer_free(buffers[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(damaged_findings_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
