/* Progress callbacks: their arguments, and cancellation. */
#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness.h"
#include "test.h"

/* u0[i] = i; group 3 never ends. */
#define HEAD                                                                                                 \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"          \
    "dcl_input vThreadGroupID.x\ndcl_temps 1\ndcl_thread_group 8, 1, 1\n"                                    \
    "store_structured u0.x, vThreadID.x, l(0), vThreadID.x\n"
static const char endless[] =
    HEAD "ieq r0.x, vThreadGroupID.x, l(3)\nif_nz r0.x\nloop\nnop\nendloop\nendif\nret\n";
static const char straight[] = HEAD "ret\n";

struct meter {
    pthread_t caller;
    uint32_t calls, cancel_at; /* number of the call that cancels; 0: none */
    uint32_t wrong;
    uint64_t last, total;
    int rounding;
    double cancelled; /* when */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool on_progress(void *context, uint64_t done, uint64_t total)
{
    struct meter *meter = context;
    meter->wrong += !pthread_equal(pthread_self(), meter->caller);
    meter->wrong += done > total || done < meter->last || total != meter->total;
    meter->wrong += fegetround() != meter->rounding;
    meter->last = done;
    if (++meter->calls < meter->cancel_at || !meter->cancel_at)
        return true;
    meter->cancelled = now();
    return false;
}

static struct meter new_meter(uint64_t total, uint32_t cancel_at)
{
    return (struct meter){
        .caller = pthread_self(), .cancel_at = cancel_at, .total = total, .rounding = fegetround()};
}

/* Far above the documented 100 ms, because the machine may be busy. */
enum { SOON = 5 };

static void expect_cancelled(const struct harness *h, const struct meter *meter, enum sm5_status status)
{
    assert_int_equal(status, SM5_ERR_CANCELLED);
    assert_string_equal(sm5_status_name(status), "cancelled");
    assert_true(now() - meter->cancelled < SOON);
    assert_int_equal(meter->wrong, 0);
    assert_int_equal(meter->calls, meter->cancel_at);
    size_t count = sm5_diags_count(h->diags);
    assert_true(count > 0);
    assert_string_equal(sm5_diags_at(h->diags, count - 1)->code, "run-cancelled");
}

static void endless_dispatches_are_cancelled(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        struct harness h;
        struct meter meter = new_meter(6, 2);
        harness_open(&h, endless);
        struct sm5_buffer *u0 = harness_buffer(NULL, 48);
        harness_bind(&h, "u0", u0, 0, 0);
        const struct sm5_dispatch_options options = {
            .groups = {6}, .threads = threads, .progress = on_progress, .context = &meter};
        expect_cancelled(&h, &meter, sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags));
        /* The kernel and the bindings remain usable. */
        const struct sm5_dispatch_options again = {.groups = {3}, .threads = threads};
        assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &again, NULL, h.diags), SM5_OK);
        harness_close(&h);
        sm5_buffer_free(u0);
    }
}

/* The most groups that a dispatch can have would take days. */
static void all_groups_are_cancelled_in_time(void **state)
{
    (void)state;
    enum { TRIES = 10 };
    const uint64_t total = (uint64_t)65535 * 65535 * 65535;
    static const char *const programs[] = {straight, "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        double least = SOON;
        for (int k = 0; k < TRIES && least > 0.1; k++) {
            struct harness h;
            struct meter meter = new_meter(total, 1);
            harness_open(&h, programs[i]);
            const struct sm5_dispatch_options options = {
                .groups = {65535, 65535, 65535}, .threads = 2, .progress = on_progress, .context = &meter};
            expect_cancelled(&h, &meter, sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags));
            double took = now() - meter.cancelled;
            least = took < least ? took : least;
            assert_true(meter.last < meter.total);
            harness_close(&h);
        }
        assert_true(least <= 0.1); /* as documented, unless the machine is busy each time */
    }
}

/* The budget ends the run; before that the callback runs in the caller's floating-point environment. */
static void progress_goes_on_until_the_end(void **state)
{
    (void)state;
    struct harness h;
    harness_open(&h, endless);
    const struct sm5_dispatch_options first = {.groups = {4}, .threads = 2, .max_steps = 1}; /* compiles */
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &first, NULL, NULL), SM5_ERR_LIMIT);
    fesetround(FE_UPWARD);
    struct meter meter = new_meter(4, 0);
    const struct sm5_dispatch_options options = {
        .groups = {4}, .threads = 2, .max_seconds = 1.5, .progress = on_progress, .context = &meter};
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags), SM5_ERR_LIMIT);
    assert_int_equal(fegetround(), FE_UPWARD);
    fesetround(FE_TONEAREST);
    assert_int_equal(meter.wrong, 0);
    assert_in_range(meter.calls, 2, 1000);
    harness_close(&h);
}

static void short_dispatches_call_nobody(void **state)
{
    (void)state;
    struct harness h;
    struct meter meter = new_meter(1, 1);
    harness_open(&h, straight);
    const struct sm5_dispatch_options options = {
        .groups = {1}, .threads = 1, .progress = on_progress, .context = &meter};
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags), SM5_OK);
    assert_int_equal(meter.calls, 0);
    harness_close(&h);
}

static void checks_are_cancelled(void **state)
{
    (void)state;
    struct harness h;
    struct meter meter = new_meter(4, 2);
    struct sm5_findings *findings;
    harness_open(&h, endless);
    const struct sm5_dispatch_options options = {.groups = {4}, .progress = on_progress, .context = &meter};
    enum sm5_status status = sm5_check(h.program, h.bindings, &options, NULL, &findings, h.diags);
    expect_cancelled(&h, &meter, status);
    sm5_findings_free(findings);
    harness_close(&h);
}

/* Each dispatch is too short for a callback; all of them would take days. */
static void checks_of_other_orders_are_cancelled(void **state)
{
    (void)state;
    struct harness h;
    struct meter meter = new_meter(64, 3);
    struct sm5_findings *findings;
    harness_open(&h, straight);
    struct sm5_buffer *u0 = harness_buffer(NULL, 512);
    harness_bind(&h, "u0", u0, 0, 0);
    const struct sm5_dispatch_options options = {.groups = {64}, .progress = on_progress, .context = &meter};
    const struct sm5_check_options check = {.orders = UINT32_MAX};
    enum sm5_status status = sm5_check(h.program, h.bindings, &options, &check, &findings, h.diags);
    assert_int_equal(status, SM5_ERR_CANCELLED);
    /* Memory holds the results of the default order. */
    for (uint32_t i = 0; i < 512; i++)
        assert_int_equal(((const uint32_t *)sm5_buffer_data(u0))[i], i);
    sm5_findings_free(findings);
    harness_close(&h);
    sm5_buffer_free(u0);
}

/* 40 groups of 3 x 3 threads in x: where groups are merged by 16, eight are left for the end. */
static void groups_left_over_count_once(void **state)
{
    (void)state;
    enum { ACROSS = 40, DOWN = 500, SLOW_DOWN = 12 /* of the interpreter, in as much time */ };
    const char *engine = getenv("SM5_TEST_ENGINE");
    uint32_t down = engine && strncmp(engine, "jit", 3) == 0 ? DOWN : SLOW_DOWN, words = 9 * ACROSS * down;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        struct harness h;
        struct meter meter = new_meter(ACROSS * down, 0);
        harness_open(&h, "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                         "dcl_input vThreadID.xy\ndcl_temps 1\ndcl_thread_group 3, 3, 1\n"
                         "imad r0.x, vThreadID.y, l(120), vThreadID.x\nmov r0.yz, l(0,0,0,0)\n"
                         "loop\nuge r0.w, r0.y, l(20000)\nbreakc_nz r0.w\nimad r0.z, r0.z, l(3), r0.x\n"
                         "iadd r0.y, r0.y, l(1)\nendloop\nstore_structured u0.x, r0.x, l(0), r0.z\nret\n");
        struct sm5_buffer *u0 = harness_buffer(NULL, words);
        harness_bind(&h, "u0", u0, 0, 0);
        const struct sm5_dispatch_options options = {
            .groups = {ACROSS, down}, .threads = threads, .progress = on_progress, .context = &meter};
        assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags), SM5_OK);
        uint32_t sum = 0, factor = 1; /* each thread stores its number times a sum of powers */
        for (int i = 0; i < 20000; i++, factor *= 3)
            sum += factor;
        for (uint32_t i = 0; i < words; i++)
            assert_int_equal(((const uint32_t *)sm5_buffer_data(u0))[i], i * sum);
        assert_in_range(meter.calls, 2, 10000);
        assert_int_equal(meter.wrong, 0);
        assert_int_equal(meter.last, meter.total);
        harness_close(&h);
        sm5_buffer_free(u0);
    }
}

/* The unit is invocations, not batches. */
static void stages_are_cancelled(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        struct harness h;
        struct meter meter = new_meter(70, 2);
        struct sm5_stage_outputs outputs;
        harness_open(&h, "vs_5_0\ndcl_output o0.x\nloop\nnop\nendloop\nret\n");
        const struct sm5_stage_run run = {
            .count = 70, .threads = threads, .progress = on_progress, .context = &meter};
        expect_cancelled(&h, &meter, sm5_run_stage(h.kernel, h.bindings, &run, &outputs, h.diags));
        sm5_stage_outputs_free(&outputs);
        harness_close(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_dispatches_are_cancelled),
        cmocka_unit_test(all_groups_are_cancelled_in_time),
        cmocka_unit_test(progress_goes_on_until_the_end),
        cmocka_unit_test(short_dispatches_call_nobody),
        cmocka_unit_test(checks_are_cancelled),
        cmocka_unit_test(checks_of_other_orders_are_cancelled),
        cmocka_unit_test(groups_left_over_count_once),
        cmocka_unit_test(stages_are_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
