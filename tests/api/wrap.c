/* Buffers over the caller's memory: nothing is copied, and no byte outside is accessed. */
#include <string.h>
#include <sys/mman.h>

#include "harness.h"
#include "test.h"

enum { PAGE = 4096 };

/* `bytes` bytes of memory that end, rounded up to a multiple of 4, at an inaccessible page. */
static uint8_t *fenced(uint64_t bytes)
{
    uint8_t *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_NONE), 0);
    return pages + PAGE - (bytes + 3) / 4 * 4;
}

static void unfence(void *memory)
{
    munmap((void *)((uintptr_t)memory / PAGE * PAGE), 2 * PAGE);
}

/* u0[i] = t0[i] * cb0[0] for three components, which is not a divisor of any vector width. */
static const char scale[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 12\ndcl_uav_structured u0, 12\ndcl_input vThreadID.x\ndcl_temps 1\n"
    "dcl_thread_group 32, 1, 1\nld_structured r0.xyz, vThreadID.x, l(0), t0.xyzx\n"
    "mul r0.xyz, r0.xyzx, cb0[0].xxxx\nstore_structured u0.xyz, vThreadID.x, l(0), r0.xyzx\nret\n";

static void programs_use_the_memory_itself(void **state)
{
    (void)state;
    enum { COUNT = 37 };
    float *in = (float *)(void *)fenced(COUNT * 12), *out = (float *)(void *)fenced(COUNT * 12);
    float *factor = (float *)(void *)fenced(4);
    for (uint32_t i = 0; i < COUNT * 3; i++)
        in[i] = (float)i;
    *factor = 2;
    mprotect((void *)((uintptr_t)in / PAGE * PAGE), PAGE, PROT_READ); /* t# is not written */
    struct sm5_buffer *t0 = sm5_buffer_wrap(in, COUNT * 12), *u0 = sm5_buffer_wrap(out, COUNT * 12);
    struct sm5_buffer *cb0 = sm5_buffer_wrap(factor, 4); /* less than a row */
    assert_ptr_equal(sm5_buffer_data(t0), in);
    assert_int_equal(sm5_buffer_size(t0), COUNT * 12);
    struct harness h;
    harness_open(&h, scale);
    harness_bind(&h, "t0", t0, 0, 0);
    harness_bind(&h, "u0", u0, 0, 0);
    harness_bind(&h, "cb0", cb0, 0, 0);
    harness_run(&h, 2, 1, 1);
    for (uint32_t i = 0; i < COUNT * 3; i++)
        assert_true(out[i] == 2 * (float)i);
    harness_close(&h);
    sm5_buffer_free(t0);
    sm5_buffer_free(u0);
    sm5_buffer_free(cb0);
    assert_true(out[3] == 6); /* the memory is still the caller's */
    unfence(in);
    unfence(out);
    unfence(factor);
}

/* Texels smaller than a DWORD, in a buffer whose size is not a multiple of 4. */
static void odd_ends_are_kept(void **state)
{
    (void)state;
    static const char text[] =
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_typed_buffer (uint,uint,uint,uint) u0\n"
        "dcl_input vThreadID.x\ndcl_thread_group 16, 1, 1\n"
        "store_uav_typed u0.xyzw, vThreadID.xxxx, vThreadID.xxxx\nret\n";
    uint8_t *bytes = fenced(8);
    bytes[7] = 99;
    struct sm5_buffer *u0 = sm5_buffer_wrap(bytes, 7);
    struct harness h;
    harness_open(&h, text);
    struct sm5_slot slot = {'u', 0, 0, 0};
    const struct sm5_view view = {.buffer = u0, .format = sm5_format_find("r8_uint")};
    assert_int_equal(sm5_bind(h.bindings, &slot, &view, h.diags), SM5_OK);
    harness_run(&h, 1, 1, 1);
    for (uint8_t i = 0; i < 7; i++)
        assert_int_equal(bytes[i], i);
    assert_int_equal(bytes[7], 99);
    harness_close(&h);
    sm5_buffer_free(u0);
    unfence(bytes);
}

static void what_cannot_be_wrapped_is_refused(void **state)
{
    (void)state;
    uint32_t words[2];
    uint8_t *bytes = (uint8_t *)words;
    for (unsigned i = 1; i < 4; i++)
        assert_null(sm5_buffer_wrap(bytes + i, 4));
    assert_null(sm5_buffer_wrap(NULL, 1));
    assert_null(sm5_buffer_wrap(words, ((uint64_t)1 << 40) + 1));
    struct sm5_buffer *empty = sm5_buffer_wrap(NULL, 0);
    assert_non_null(empty);
    assert_int_equal(sm5_buffer_size(empty), 0);
    assert_non_null(sm5_buffer_data(empty));
    sm5_buffer_free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_use_the_memory_itself),
        cmocka_unit_test(odd_ends_are_kept),
        cmocka_unit_test(what_cannot_be_wrapped_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
