/* The pool and a run's budgets and faults: every group once, the lowest fault kept, at any thread count. */
#include <fenv.h>

#include "fake.h"
#include "numeric/num_env.h"
#include "test.h"

enum { MOST_THREADS = 8 };

/* ---- every group runs once ---- */

struct tally {
    _Atomic uint8_t *ran; /* one a group */
    _Atomic uint32_t wrong_environment;
};

static void count_group(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                        uint32_t *tick)
{
    struct tally *tally = kernel->context;
    (void)run, (void)tick;
    atomic_fetch_add(&tally->ran[group], 1);
    if ((num_env_get() & ~(uint32_t)NUM_ENV_FLAGS) != NUM_ENV_SINGLE)
        atomic_fetch_add(&tally->wrong_environment, 1);
}

static void count_groups(uint32_t x, uint32_t y, uint32_t z, uint32_t threads)
{
    uint64_t total = (uint64_t)x * y * z;
    struct tally tally = {.ran = calloc(total, 1)};
    struct fake_kernel kernel = {.group = count_group, .context = &tally};
    struct sm5_dispatch_options options = {.groups = {x, y, z}, .threads = threads};
    struct sm5_dispatch_result result;
    assert_int_equal(fake_dispatch(&kernel, &options, &result, NULL), SM5_OK);
    for (uint64_t i = 0; i < total; i++)
        assert_int_equal(tally.ran[i], 1);
    assert_int_equal(tally.wrong_environment, 0);
    assert_in_range(result.threads, 1, threads);
    assert_int_equal(result.groups[1], y);
    assert_true(kernel.workers_made <= (int)threads);
    assert_int_equal(kernel.workers_alive, 0);
    free((void *)tally.ran);
}

static void test_every_group_runs_once(void **state)
{
    (void)state;
    static const uint32_t shapes[][3] = {{1, 1, 1}, {2, 1, 1},    {7, 1, 1},
                                         {3, 5, 7}, {1000, 1, 1}, {200, 300, 4}};
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads++)
        for (unsigned i = 0; i < BASE_COUNT(shapes); i++)
            count_groups(shapes[i][0], shapes[i][1], shapes[i][2], threads);
}

static void test_one_group_starts_no_thread(void **state)
{
    (void)state;
    _Atomic uint8_t ran = 0;
    struct tally tally = {.ran = &ran};
    struct fake_kernel kernel = {.group = count_group, .context = &tally};
    struct sm5_dispatch_options options = {.groups = {1, 1, 1}, .threads = MOST_THREADS};
    struct sm5_dispatch_result result;
    assert_int_equal(fake_dispatch(&kernel, &options, &result, NULL), SM5_OK);
    assert_int_equal(kernel.workers_made, 1);
    assert_int_equal(result.threads, 1);
}

static void test_the_float_environment_comes_back(void **state)
{
    (void)state;
    _Atomic uint8_t ran[4] = {0};
    struct tally tally = {.ran = ran};
    struct fake_kernel kernel = {.group = count_group, .context = &tally};
    struct sm5_dispatch_options options = {.groups = {4, 1, 1}, .threads = 2};
    int before = fegetround();
    assert_false(fesetround(FE_TOWARDZERO));
    uint32_t unusual = num_env_get() & ~(uint32_t)NUM_ENV_FLAGS;
    assert_int_equal(fake_dispatch(&kernel, &options, NULL, NULL), SM5_OK);
    uint32_t after = num_env_get() & ~(uint32_t)NUM_ENV_FLAGS;
    fesetround(before);
    assert_int_equal(after, unusual);
}

static void test_helpers_without_memory_leave_groups_to_the_others(void **state)
{
    (void)state;
    struct tally tally = {.ran = calloc(5000, 1)};
    struct fake_kernel kernel = {.group = count_group, .context = &tally, .workers_allowed = 1};
    struct sm5_dispatch_options options = {.groups = {5000, 1, 1}, .threads = 4};
    struct sm5_dispatch_result result;
    assert_int_equal(fake_dispatch(&kernel, &options, &result, NULL), SM5_OK);
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(tally.ran[i], 1);
    assert_int_equal(result.threads, 1);
    free((void *)tally.ran);
}

static void test_no_memory_at_all_is_told(void **state)
{
    (void)state;
    struct fake_kernel kernel = {.group = count_group, .workers_allowed = 1, .workers_made = 1};
    struct sm5_dispatch_options options = {.groups = {5, 1, 1}, .threads = 4};
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(fake_dispatch(&kernel, &options, NULL, diags), SM5_ERR_MEMORY);
    assert_true(fake_says(diags, "memory"));
    sm5_diags_free(diags);
}

/* ---- pools that last ---- */

static void spin_for(uint64_t ns)
{
    for (uint64_t end = pool_now() + ns; pool_now() < end;)
        ;
}

/* Groups that take long enough to wake workers, and record the thread that runs them. */
struct crowd {
    pthread_mutex_t lock;
    pthread_t threads[16 * MOST_THREADS];
    uint32_t count;
};

static void note_thread(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                        uint32_t *tick)
{
    struct crowd *crowd = kernel->context;
    (void)run, (void)group, (void)tick;
    spin_for(200 * 1000);
    pthread_mutex_lock(&crowd->lock);
    uint32_t i = 0;
    while (i < crowd->count && !pthread_equal(crowd->threads[i], pthread_self()))
        i++;
    if (i == crowd->count && crowd->count < BASE_COUNT(crowd->threads))
        crowd->threads[crowd->count++] = pthread_self();
    pthread_mutex_unlock(&crowd->lock);
}

static void test_threads_stay_from_dispatch_to_dispatch(void **state)
{
    (void)state;
    struct crowd crowd = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct fake_kernel kernel = {.group = note_thread, .context = &crowd};
    struct pool *pool = pool_new(&fake_engine, &kernel);
    struct sm5_dispatch_options options = {.groups = {24, 1, 1}, .threads = 3};
    for (int i = 0; i < 16; i++)
        assert_int_equal(fake_dispatch_in(pool, &kernel, &options, NULL, NULL), SM5_OK);
    assert_in_range(crowd.count, 1, 3);
    pool_free(pool);
    assert_int_equal(kernel.workers_alive, 0);
}

static void test_a_pool_grows(void **state)
{
    (void)state;
    struct tally tally = {.ran = calloc(3000, 1)};
    struct fake_kernel kernel = {.group = count_group, .context = &tally};
    struct pool *pool = pool_new(&fake_keeping_engine, &kernel);
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads++) {
        struct sm5_dispatch_options options = {.groups = {3000, 1, 1}, .threads = threads};
        assert_int_equal(fake_dispatch_in(pool, &kernel, &options, NULL, NULL), SM5_OK);
    }
    for (unsigned i = 0; i < 3000; i++)
        assert_int_equal(tally.ran[i], MOST_THREADS);
    pool_free(pool);
    assert_int_equal(kernel.workers_alive, 0);
    free((void *)tally.ran);
}

static void run_often(struct fake_kernel *kernel, const struct runtime_engine *engine)
{
    struct pool *pool = pool_new(engine, kernel);
    struct sm5_dispatch_options options = {.groups = {30, 1, 1}, .threads = 2};
    for (int i = 0; i < 10; i++)
        assert_int_equal(fake_dispatch_in(pool, kernel, &options, NULL, NULL), SM5_OK);
    pool_free(pool);
    assert_int_equal(kernel->workers_alive, 0);
}

static void test_workers_are_kept_where_they_can_be_reset(void **state)
{
    (void)state;
    struct crowd crowd = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct fake_kernel kernel = {.group = note_thread, .context = &crowd};
    run_often(&kernel, &fake_keeping_engine);
    assert_in_range(kernel.workers_made, 1, 2);
}

static void test_workers_that_do_not_reset_are_made_anew(void **state)
{
    (void)state;
    struct crowd crowd = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct fake_kernel kernel = {.group = note_thread, .context = &crowd, .resets_fail = true};
    run_often(&kernel, &fake_keeping_engine);
    assert_in_range(kernel.workers_made, 10, 20);
}

/* One of several threads that dispatch the same kernel. */
struct caller {
    struct pool *pool;
    struct fake_kernel *kernel;
    uint32_t failures;
};

static void *call_often(void *argument)
{
    struct caller *self = argument;
    for (uint32_t i = 0; i < 20; i++) {
        struct sm5_dispatch_options options = {.groups = {2000, 1, 1}, .threads = 1 + i % 4};
        self->failures += fake_dispatch_in(self->pool, self->kernel, &options, NULL, NULL) != SM5_OK;
    }
    return NULL;
}

static void test_several_callers_share_a_pool(void **state)
{
    (void)state;
    enum { CALLERS = 4 };
    struct tally tally = {.ran = calloc(2000, 1)};
    struct fake_kernel kernel = {.group = count_group, .context = &tally};
    struct pool *pool = pool_new(&fake_keeping_engine, &kernel);
    struct caller callers[CALLERS];
    pthread_t threads[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){.pool = pool, .kernel = &kernel};
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &callers[i]), 0);
    }
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(callers[i].failures, 0);
    }
    for (unsigned i = 0; i < 2000; i++)
        assert_int_equal(tally.ran[i], 20 * CALLERS);
    pool_free(pool);
    assert_int_equal(kernel.workers_alive, 0);
    free((void *)tally.ran);
}

/* ---- faults ---- */

/* Groups 300, 301, ... all fault; the higher ones sooner. */
static void fault_from_300(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                           uint32_t *tick)
{
    (void)kernel, (void)tick;
    if (group < 300)
        return;
    spin_for(group < 310 ? 2000000 : 0);
    runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_ABORT, UINT32_MAX, group, 5, 0, 0});
}

static void test_the_lowest_fault_is_kept(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads++) {
        struct fake_kernel kernel = {.group = fault_from_300};
        struct sm5_dispatch_options options = {.groups = {100, 5, 1}, .threads = threads};
        struct sm5_diags *diags = sm5_diags_new();
        assert_int_equal(fake_dispatch(&kernel, &options, NULL, diags), SM5_ERR_PROGRAM);
        assert_true(fake_says(diags, "fault-abort"));
        assert_non_null(strstr(sm5_diags_at(diags, 0)->message, "group (0,3,0), thread (1,1,0)"));
        sm5_diags_free(diags);
    }
}

static void note_above_5(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                         uint32_t *tick)
{
    (void)tick;
    if (group == 5)
        runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_ABORT, UINT32_MAX, group, 0, 0, 0});
    if (group > 5)
        ++*(uint32_t *)kernel->context;
}

static void test_a_fault_stops_higher_groups(void **state)
{
    (void)state;
    uint32_t above = 0;
    struct fake_kernel kernel = {.group = note_above_5, .context = &above};
    struct sm5_dispatch_options options = {.groups = {60000, 100, 1}, .threads = 1};
    assert_int_equal(fake_dispatch(&kernel, &options, NULL, NULL), SM5_ERR_PROGRAM);
    assert_int_equal(above, 0);
}

/* ---- budgets ---- */

/* Each group charges ten steps, or fewer when it must stop; counts those that were granted. */
static void charge_ten_steps(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                             uint32_t *tick)
{
    for (int i = 0; i < 10; i++) {
        if (!runtime_step(run, tick, 0, group))
            return;
        atomic_fetch_add((_Atomic uint64_t *)kernel->context, 1);
    }
}

static enum sm5_status run_steps(uint64_t max_steps, uint32_t threads, uint64_t *granted,
                                 struct sm5_diags *diags)
{
    _Atomic uint64_t count = 0;
    struct fake_kernel kernel = {.group = charge_ten_steps, .context = (void *)&count};
    struct sm5_dispatch_options options = {.groups = {50, 1, 1}, .threads = threads, .max_steps = max_steps};
    enum sm5_status status = fake_dispatch(&kernel, &options, NULL, diags);
    *granted = count;
    return status;
}

static void test_step_budgets_are_exact(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads++) {
        uint64_t granted;
        struct sm5_diags *diags = sm5_diags_new();
        assert_int_equal(run_steps(500, threads, &granted, diags), SM5_OK);
        assert_int_equal(granted, 500);
        assert_int_equal(run_steps(0, threads, &granted, diags), SM5_OK);
        assert_int_equal(granted, 500);
        assert_int_equal(sm5_diags_count(diags), 0);
        assert_int_equal(run_steps(499, threads, &granted, diags), SM5_ERR_LIMIT);
        assert_true(granted <= 499);
        assert_true(fake_says(diags, "fault-steps"));
        assert_non_null(strstr(sm5_diags_at(diags, 0)->message, "499 steps"));
        sm5_diags_free(diags);
    }
}

static void loop_for_ever(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                          uint32_t *tick)
{
    (void)kernel;
    while (runtime_step(run, tick, 0, group))
        ;
}

static void test_a_loop_ends_at_the_time_limit(void **state)
{
    (void)state;
    struct fake_kernel kernel = {.group = loop_for_ever};
    struct sm5_dispatch_options options = {.groups = {4, 1, 1}, .threads = 2, .max_seconds = 0.05};
    struct sm5_dispatch_result result;
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(fake_dispatch(&kernel, &options, &result, diags), SM5_ERR_LIMIT);
    assert_true(fake_says(diags, "fault-seconds"));
    assert_true(result.seconds >= 0.05 && result.seconds < 5.0);
    sm5_diags_free(diags);
}

static void spin_a_millisecond(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                               uint32_t *tick)
{
    (void)kernel, (void)run, (void)group, (void)tick;
    spin_for(1000000);
}

static void test_straight_programs_end_at_the_time_limit(void **state)
{
    (void)state;
    struct fake_kernel kernel = {.group = spin_a_millisecond};
    struct sm5_dispatch_options options = {.groups = {60000, 1, 1}, .threads = 2, .max_seconds = 0.05};
    struct sm5_dispatch_result result;
    assert_int_equal(fake_dispatch(&kernel, &options, &result, NULL), SM5_ERR_LIMIT);
    assert_true(result.seconds < 5.0);
}

static void test_a_fault_lets_lower_groups_go_on(void **state)
{
    (void)state;
    struct runtime_run run = {
        .part = {.merged = 1}, .stop_at = UINT64_MAX, .lock = PTHREAD_MUTEX_INITIALIZER};
    uint32_t tick = 0;
    assert_false(runtime_stopped(&run, 1000));
    runtime_fault(&run, &(struct runtime_fault){.kind = RUNTIME_FAULT_BARRIER, .group = 9});
    runtime_fault(&run, &(struct runtime_fault){.kind = RUNTIME_FAULT_BARRIER, .group = 12});
    assert_true(runtime_step(&run, &tick, 0, 8));
    assert_false(runtime_step(&run, &tick, 0, 9));
    assert_true(runtime_stopped(&run, 10));
    assert_int_equal(run.fault.group, 9);
}

static void test_a_fault_outranks_a_budget(void **state)
{
    (void)state;
    struct runtime_run run = {
        .part = {.merged = 1}, .stop_at = UINT64_MAX, .lock = PTHREAD_MUTEX_INITIALIZER};
    runtime_fault(&run, &(struct runtime_fault){.kind = RUNTIME_FAULT_STEPS, .group = 1});
    assert_true(runtime_stopped(&run, 0));
    runtime_fault(&run, &(struct runtime_fault){.kind = RUNTIME_FAULT_FCALL, .group = 9});
    runtime_fault(&run, &(struct runtime_fault){.kind = RUNTIME_FAULT_SECONDS, .group = 0});
    assert_int_equal(run.fault.kind, RUNTIME_FAULT_FCALL);
    assert_int_equal(run.fault.group, 9);
}

/* ---- progress ---- */

struct meter {
    pthread_t caller;
    uint32_t calls, wrong;
    uint64_t last;
};

static bool on_progress(void *context, uint64_t done, uint64_t total)
{
    struct meter *meter = context;
    meter->wrong += !pthread_equal(pthread_self(), meter->caller) || done > total || done < meter->last;
    meter->wrong += total != 400;
    meter->last = done;
    meter->calls++;
    return true;
}

static void test_progress_comes_now_and_then(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        struct meter meter = {.caller = pthread_self()};
        struct fake_kernel kernel = {.group = spin_a_millisecond};
        struct sm5_dispatch_options options = {
            .groups = {400, 1, 1}, .threads = threads, .progress = on_progress, .context = &meter};
        assert_int_equal(fake_dispatch(&kernel, &options, NULL, NULL), SM5_OK);
        assert_int_equal(meter.wrong, 0);
        assert_in_range(meter.calls, 2, 400); /* 0.2 or 0.4 s when undisturbed */
        assert_int_equal(meter.last, 400);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_group_runs_once),
        cmocka_unit_test(test_one_group_starts_no_thread),
        cmocka_unit_test(test_the_float_environment_comes_back),
        cmocka_unit_test(test_helpers_without_memory_leave_groups_to_the_others),
        cmocka_unit_test(test_no_memory_at_all_is_told),
        cmocka_unit_test(test_threads_stay_from_dispatch_to_dispatch),
        cmocka_unit_test(test_a_pool_grows),
        cmocka_unit_test(test_workers_are_kept_where_they_can_be_reset),
        cmocka_unit_test(test_workers_that_do_not_reset_are_made_anew),
        cmocka_unit_test(test_several_callers_share_a_pool),
        cmocka_unit_test(test_the_lowest_fault_is_kept),
        cmocka_unit_test(test_a_fault_stops_higher_groups),
        cmocka_unit_test(test_step_budgets_are_exact),
        cmocka_unit_test(test_a_loop_ends_at_the_time_limit),
        cmocka_unit_test(test_straight_programs_end_at_the_time_limit),
        cmocka_unit_test(test_a_fault_lets_lower_groups_go_on),
        cmocka_unit_test(test_a_fault_outranks_a_budget),
        cmocka_unit_test(test_progress_comes_now_and_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
