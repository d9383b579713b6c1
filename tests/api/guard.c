/* SM5_GUARD_PAGES: an access by a program next to its memory, on either side, is a fault. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "harness.h"
#include "test.h"

enum { COUNT = 37, FAULTED = 42 };

static void on_fault(int signal)
{
    (void)signal;
    _exit(FAULTED);
}

/* True when `body` faults with blocks at this side of their guard page. */
static bool faults(const char *side, void (*body)(int), int argument)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGSEGV, on_fault);
        signal(SIGBUS, on_fault);
        setenv("SM5_GUARD_PAGES", side, 1);
        body(argument);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == FAULTED);
    return WEXITSTATUS(status) == FAULTED;
}

/* ---- blocks ---- */

static void touch(int at)
{
    static const size_t sizes[] = {1, 4, 16, 4092, 4096, 4100, 1 << 20};
    for (unsigned i = 0; i < BASE_COUNT(sizes); i++) {
        volatile uint8_t *block = memory_new(sizes[i], 64, 1);
        if (!block)
            abort();
        for (size_t k = 0; k < sizes[i]; k++)
            block[k] = (uint8_t)(block[k] + 1);
        if (at)
            *(at < 0 ? block - 1 : block + sizes[i]) = 1;
        memory_free((void *)(uintptr_t)block);
    }
    if (!memory_new(0, 64, 4))
        abort();
}

static void one_byte_past_a_block_faults(void **state)
{
    (void)state;
    assert_false(faults("end", touch, 0));
    assert_false(faults("begin", touch, 0));
    assert_true(faults("end", touch, 1));
    assert_true(faults("begin", touch, -1));
}

/* ---- programs ---- */

/* Thread i of 64 copies word i. */
static const char copy[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
                           "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                           "dcl_thread_group 64, 1, 1\nld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"
                           "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

/* A buffer that begins `before` words before its memory and ends `past` words after it. */
static struct sm5_buffer *misstated(int before, int past)
{
    uint32_t *block = memory_new(COUNT * sizeof *block, 64, sizeof *block);
    struct sm5_buffer *buffer =
        sm5_buffer_wrap(block - before, (uint64_t)(COUNT + before + past) * sizeof *block);
    if (!block || !buffer)
        abort();
    return buffer;
}

enum { READS_BEFORE = 1, READS_PAST = 2, WRITES_BEFORE = 4, WRITES_PAST = 8 };

static void run(int wrong)
{
    struct harness h;
    struct sm5_buffer *in = misstated(!!(wrong & READS_BEFORE), !!(wrong & READS_PAST));
    struct sm5_buffer *out = misstated(!!(wrong & WRITES_BEFORE), !!(wrong & WRITES_PAST));
    harness_open(&h, copy);
    harness_bind(&h, "t0", in, 0, 0);
    harness_bind(&h, "u0", out, 0, 0);
    harness_run(&h, 1, 1, 1);
}

static void a_word_past_a_view_faults(void **state)
{
    (void)state;
    assert_false(faults("end", run, 0));
    assert_false(faults("begin", run, 0));
    assert_true(faults("end", run, READS_PAST));
    assert_true(faults("end", run, WRITES_PAST));
    assert_true(faults("begin", run, READS_BEFORE));
    assert_true(faults("begin", run, WRITES_BEFORE));
}

/* Views without elements: even the first texel does not exist. */
static const char typed[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\n"
                            "dcl_resource_buffer (float,float,float,float) t0\ndcl_uav_structured u0, 16\n"
                            "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 16, 1, 1\n"
                            "imul null, r0.x, vThreadID.x, vThreadID.x\nld r0.xyzw, r0.xxxx, t0.xyzw\n"
                            "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n";

static void load_of_nothing(int unused)
{
    static const char *const formats[] = {"r8_unorm", "r8g8b8a8_unorm", "r16g16b16a16_float",
                                          "r32g32b32a32_float"};
    (void)unused;
    for (unsigned i = 0; i < BASE_COUNT(formats); i++) {
        struct harness h;
        struct sm5_slot slot = {'t', 0, 0, 0};
        struct sm5_view view = {.buffer = sm5_buffer_new(0), .format = sm5_format_find(formats[i])};
        harness_open(&h, typed);
        if (sm5_bind(h.bindings, &slot, &view, h.diags) != SM5_OK)
            abort();
        harness_bind(&h, "u0", sm5_buffer_new(16 * 16), 0, 0);
        harness_run(&h, 1, 1, 1);
        harness_close(&h);
    }
}

static void an_empty_view_is_not_read(void **state)
{
    (void)state;
    assert_false(faults("end", load_of_nothing, 0));
    assert_false(faults("begin", load_of_nothing, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_byte_past_a_block_faults),
        cmocka_unit_test(a_word_past_a_view_faults),
        cmocka_unit_test(an_empty_view_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
