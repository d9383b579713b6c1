/* Atomics on u#: of one worker, of several, and of dispatches that share memory. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "test.h"

/* ---- one dispatch ---- */

enum { WORDS = 8192, GROUPS = 200, THREADS = 64 };

/* Each thread changes two words of u0, which is larger than JIT_PRIVATE_BYTES. */
static const char change[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                             "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\n"
                             "imul null, r0.xy, vThreadID.xxxx, l(40503, 30011, 0, 0)\n"
                             "and r0.xy, r0.xyxx, l(8191, 8191, 0, 0)\n"
                             "imul null, r1.x, vThreadID.x, l(-1640531535)\nmov r0.zw, l(0, 0, 0, 0)\n"
                             "%s u0, r0.xzxx, r1.x\n%s u0, r0.yzyy, r1.x\nret\n";

enum op { IADD, AND, OR, XOR, IMAX, IMIN, UMAX, UMIN, OPS };

static const char *const names[OPS] = {"atomic_iadd", "atomic_and",  "atomic_or",   "atomic_xor",
                                       "atomic_imax", "atomic_imin", "atomic_umax", "atomic_umin"};

static uint32_t changed(enum op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case IMAX: return (int32_t)a > (int32_t)b ? a : b;
    case IMIN: return (int32_t)a < (int32_t)b ? a : b;
    case UMAX: return a > b ? a : b;
    case UMIN: return a < b ? a : b;
    default: return a + b;
    }
}

static void expect_words(enum op op, uint32_t threads, bool exclusive)
{
    struct harness harness;
    char text[1024];
    uint32_t *words = malloc(WORDS * sizeof *words), state = 5;
    snprintf(text, sizeof text, change, names[op], names[op]);
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = harness_random(&state);
    harness_open(&harness, text);
    struct sm5_buffer *u0 = harness_buffer(words, WORDS);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    const struct sm5_dispatch_options how = {.groups = {GROUPS}, .threads = threads, .exclusive = exclusive};
    assert_int_equal(sm5_dispatch(harness.kernel, harness.bindings, &how, NULL, harness.diags), SM5_OK);
    for (uint32_t i = 0; i < GROUPS * THREADS; i++) {
        uint32_t *a = &words[i * 40503 % WORDS], *b = &words[i * 30011 % WORDS], value = i * 2654435761u;
        *a = changed(op, *a, value);
        *b = changed(op, *b, value);
    }
    assert_memory_equal(sm5_buffer_data(u0), words, WORDS * sizeof *words);
    harness_close(&harness);
    sm5_buffer_free(u0);
    free(words);
}

static void workers_reduce(void **state)
{
    (void)state;
    for (enum op op = 0; op < OPS; op++)
        for (uint32_t threads = 1; threads < 4; threads++) {
            expect_words(op, threads, false);
            expect_words(op, threads, true);
        }
}

/* ---- dispatches at the same time ---- */

enum { DISPATCHES = 4, COUNTERS = 8, ROUNDS = 1000 };

/* A thread takes a number of one of 8 counters and adds it to a sum. */
static const char count[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                            "dcl_uav_structured u1, 4\ndcl_input vThreadID.x\ndcl_temps 2\n"
                            "dcl_thread_group 64, 1, 1\nand r0.x, vThreadID.x, l(7)\nmov r0.y, l(0)\n"
                            "imm_atomic_iadd r1.x, u0, r0.xyxx, l(1)\natomic_iadd u1, r0.xyxx, r1.x\nret\n";

struct sharer {
    pthread_t id;
    struct sm5_buffer *u0, *u1;
    pthread_barrier_t *ready;
    bool failed;
};

/* On one worker thread. */
static void *dispatch(void *argument)
{
    struct sharer *s = argument;
    struct harness harness;
    const struct sm5_dispatch_options how = {.groups = {GROUPS}, .threads = 1};
    harness_open(&harness, count);
    harness_bind(&harness, "u0", s->u0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u1", s->u1, 0, SM5_COUNT_REST);
    pthread_barrier_wait(s->ready);
    for (unsigned i = 0; i < ROUNDS; i++)
        s->failed |= sm5_dispatch(harness.kernel, harness.bindings, &how, NULL, harness.diags) != SM5_OK;
    harness_close(&harness);
    return NULL;
}

static void dispatches_share_memory(void **state)
{
    (void)state;
    struct sharer sharers[DISPATCHES];
    pthread_barrier_t ready;
    pthread_barrier_init(&ready, NULL, DISPATCHES);
    struct sm5_buffer *u0 = harness_buffer(NULL, COUNTERS), *u1 = harness_buffer(NULL, COUNTERS);
    for (unsigned i = 0; i < DISPATCHES; i++) {
        sharers[i] = (struct sharer){.u0 = u0, .u1 = u1, .ready = &ready};
        assert_int_equal(pthread_create(&sharers[i].id, NULL, dispatch, &sharers[i]), 0);
    }
    for (unsigned i = 0; i < DISPATCHES; i++) {
        pthread_join(sharers[i].id, NULL);
        assert_false(sharers[i].failed);
    }
    pthread_barrier_destroy(&ready);
    const uint32_t *counters = sm5_buffer_data(u0), *sums = sm5_buffer_data(u1);
    uint32_t each = DISPATCHES * ROUNDS * GROUPS * THREADS / COUNTERS;
    for (unsigned i = 0; i < COUNTERS; i++) {
        assert_int_equal(counters[i], each);
        assert_int_equal(sums[i], (uint32_t)((uint64_t)each * (each - 1) / 2));
    }
    sm5_buffer_free(u0);
    sm5_buffer_free(u1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_reduce),
        cmocka_unit_test(dispatches_share_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
