/* The Vulkan engine through the library: one kernel on several threads, cancellation. Skipped without
   llvmpipe. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../api/harness.h"
#include "test.h"

enum { WORDS = 256, THREADS = 4, ROUNDS = 8, DEVICES = 16, SKIPPED = 77 };

#define HEAD                                                                                                 \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"          \
    "dcl_temps 1\ndcl_thread_group 64, 1, 1\n"
static const char add[] =
    HEAD "ld_structured r0.x, vThreadID.x, l(0), u0.xxxx\niadd r0.x, r0.x, vThreadID.x\n"
         "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";
static const char slow[] =
    HEAD "loop\nld_structured r0.x, l(0), l(0), u0.xxxx\nbreakc_nz r0.x\nendloop\nret\n";

static bool has_device(void)
{
    struct sm5_device list[DEVICES];
    size_t count = 0;
    struct sm5_diags *diags = sm5_diags_new();
    bool found = false;
    if (sm5_devices(list, DEVICES, &count, diags) == SM5_OK)
        for (size_t i = 0; i < count && i < DEVICES; i++)
            found |= strstr(list[i].name, "llvmpipe") != NULL;
    sm5_diags_free(diags);
    return found;
}

/* ---- threads ---- */

struct dispatcher {
    const struct sm5_kernel *kernel;
    const struct sm5_program *program;
    uint32_t wrong;
};

static void *dispatch_often(void *context)
{
    struct dispatcher *d = context;
    struct harness h = {.diags = sm5_diags_new(),
                        .kernel = (struct sm5_kernel *)d->kernel,
                        .bindings = sm5_bindings_new(d->program)};
    struct sm5_buffer *u0 = harness_buffer(NULL, WORDS);
    harness_bind(&h, "u0", u0, 0, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const struct sm5_dispatch_options options = {.groups = {WORDS / 64}};
        d->wrong += sm5_dispatch(h.kernel, h.bindings, &options, NULL, h.diags) != SM5_OK;
    }
    const uint32_t *words = sm5_buffer_data(u0);
    for (uint32_t i = 0; i < WORDS; i++)
        d->wrong += words[i] != i * ROUNDS;
    sm5_bindings_free(h.bindings);
    sm5_buffer_free(u0);
    sm5_diags_free(h.diags);
    return NULL;
}

static void threads_share_a_kernel(void **state)
{
    (void)state;
    struct harness h;
    pthread_t threads[THREADS];
    struct dispatcher dispatchers[THREADS];
    harness_open(&h, add);
    for (unsigned i = 0; i < THREADS; i++) {
        dispatchers[i] = (struct dispatcher){.kernel = h.kernel, .program = h.program};
        assert_int_equal(pthread_create(&threads[i], NULL, dispatch_often, &dispatchers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(dispatchers[i].wrong, 0);
    }
    harness_close(&h);
}

/* ---- the list ---- */

static void the_list_has_a_limit(void **state)
{
    (void)state;
    struct sm5_device one, none = {.name = "unchanged"};
    size_t count = 0;
    assert_int_equal(sm5_devices(&one, 1, &count, NULL), SM5_OK);
    assert_true(count >= 1 && one.name[0] && one.driver[0]);
    assert_int_equal(sm5_devices(&none, 0, &count, NULL), SM5_OK);
    assert_string_equal(none.name, "unchanged");
}

/* ---- the end of a dispatch ---- */

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return false;
}

/* The device runs on; later dispatches of the kernel are refused, other kernels have devices of their own. */
static void a_cancelled_dispatch_gives_the_device_up(void **state)
{
    (void)state;
    struct harness h, other;
    harness_open(&h, slow);
    struct sm5_buffer *u0 = harness_buffer(NULL, WORDS);
    harness_bind(&h, "u0", u0, 0, 0);
    const struct sm5_dispatch_options endless = {.groups = {65535, 65535}, .progress = stop_at_once};
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &endless, NULL, h.diags), SM5_ERR_CANCELLED);
    const struct sm5_dispatch_options again = {.groups = {1}};
    assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &again, NULL, h.diags), SM5_ERR_PROGRAM);
    const struct sm5_diag *last = sm5_diags_at(h.diags, sm5_diags_count(h.diags) - 1);
    assert_string_equal(last->code, "dispatch-device");
    harness_close(&h);
    harness_open(&other, add);
    harness_bind(&other, "u0", u0, 0, 0);
    harness_close(&other);
    sm5_buffer_free(u0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_kernel),
        cmocka_unit_test(the_list_has_a_limit),
        cmocka_unit_test(a_cancelled_dispatch_gives_the_device_up),
    };
    setenv("SM5_TEST_ENGINE", "vulkan", 1);
    if (has_device()) {
        int failed = cmocka_run_group_tests(tests, NULL, NULL);
        fflush(NULL);
        /* The cancelled dispatch runs on: exit handlers would free what the driver's threads use. */
        _exit(failed);
    }
    puts("skipped: no llvmpipe");
    return SKIPPED;
}
