/* Ranges of groups on copies of memory, and the merge of what they change. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "test.h"

/* u0[y * 32 + x] = x + y * 256 of the dispatch; groups of 4 x 2, which the JIT merges. */
static const char coordinates[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\n"
                                  "dcl_input vThreadID.xy\ndcl_temps 1\ndcl_thread_group 4, 2, 1\n"
                                  "imad r0.x, vThreadID.y, l(32), vThreadID.x\n"
                                  "imad r0.y, vThreadID.y, l(256), vThreadID.x\n"
                                  "store_structured u0.x, r0.x, l(0), r0.y\nret\n";

static void ranges_run_their_groups(void **state)
{
    (void)state;
    struct harness h;
    harness_open(&h, coordinates);
    struct sm5_buffer *u0 = harness_buffer(NULL, 32 * 16);
    harness_bind(&h, "u0", u0, 0, SM5_COUNT_REST);
    uint32_t *words = sm5_buffer_data(u0);
    const uint64_t ranges[][2] = {{0, 64}, {0, 1}, {63, 1}, {5, 20}, {8, 16}, {16, 32}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t first = ranges[i][0], count = ranges[i][1];
        const struct sm5_dispatch_options how = {
            .groups = {8, 8, 1}, .first_group = first, .group_count = count, .threads = 1 + i % 2};
        memset(words, 0xff, 32 * 16 * 4);
        assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &how, NULL, h.diags), SM5_OK);
        for (uint32_t at = 0; at < 32 * 16; at++) {
            uint32_t x = at % 32, y = at / 32, group = y / 2 * 8 + x / 4;
            bool ran = group >= first && group < first + count;
            assert_int_equal(words[at], ran ? x + y * 256 : UINT32_MAX);
        }
    }
    harness_close(&h);
    sm5_buffer_free(u0);
}

static void wrong_ranges_are_errors(void **state)
{
    (void)state;
    struct harness h;
    harness_open(&h, coordinates);
    const uint64_t ranges[][2] = {{0, 65}, {64, 1}, {1, 0}, {UINT64_MAX, 2}, {2, UINT64_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        const struct sm5_dispatch_options how = {
            .groups = {8, 8, 1}, .first_group = ranges[i][0], .group_count = ranges[i][1]};
        assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &how, NULL, h.diags), SM5_ERR_ARGUMENT);
    }
    harness_close(&h);
}

/* ---- merging ---- */

enum { PARTS = 3, GROUPS = 12 };

/* Runs PARTS ranges of GROUPS groups and merges them. */
static enum sm5_status run_parts(struct harness *h, bool racy, struct sm5_split_conflict *conflict)
{
    struct sm5_split *split;
    struct sm5_blob changes[PARTS] = {{0}};
    uint32_t added[PARTS][4] = {{0}}, sums[4] = {0};
    enum sm5_status status = sm5_split_new(h->program, h->bindings, racy, &split, h->diags);
    if (status)
        return status;
    size_t counters = sm5_split_counters(split);
    for (unsigned part = 0; part < PARTS; part++) {
        const struct sm5_dispatch_options how = {.groups = {GROUPS},
                                                 .first_group = part * GROUPS / PARTS,
                                                 .group_count = GROUPS / PARTS,
                                                 .threads = 1};
        sm5_split_restore(split, NULL);
        assert_int_equal(sm5_dispatch(h->kernel, h->bindings, &how, NULL, h->diags), SM5_OK);
        sm5_split_count(split, added[part]);
        sm5_split_restore(split, sums);
        assert_int_equal(sm5_dispatch(h->kernel, h->bindings, &how, NULL, h->diags), SM5_OK);
        assert_int_equal(sm5_split_take(split, &changes[part], h->diags), SM5_OK);
        for (size_t i = 0; i < counters; i++)
            sums[i] += added[part][i];
    }
    sm5_split_restore(split, NULL);
    for (unsigned part = 0; part < PARTS && !status; part++)
        status = sm5_split_merge(split, changes[part].data, changes[part].size, conflict, h->diags);
    for (unsigned part = 0; part < PARTS; part++)
        sm5_blob_free(&changes[part]);
    sm5_split_free(split);
    return status;
}

static void race_is_a_conflict(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_split_conflict conflict = {0};
    harness_open(&h,
                 "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadGroupID.x\ndcl_thread_group 1, 1, 1\n"
                 "store_structured u0.x, l(2), l(0), vThreadGroupID.x\nret\n");
    struct sm5_buffer *u0 = harness_buffer(NULL, 4);
    harness_bind(&h, "u0", u0, 0, SM5_COUNT_REST);
    assert_int_equal(run_parts(&h, false, &conflict), SM5_ERR_PROGRAM);
    assert_ptr_equal(conflict.buffer, u0);
    assert_int_equal(conflict.offset, 8);
    assert_int_equal(conflict.width, 4);
    assert_int_equal(conflict.values[0], 3);
    assert_int_equal(conflict.values[1], 7);
    assert_int_equal(run_parts(&h, true, &conflict), SM5_OK);
    assert_int_equal(((uint32_t *)sm5_buffer_data(u0))[2], 11);
    harness_close(&h);
    sm5_buffer_free(u0);
}

/* All groups apply each operation to one word; the result is that of one dispatch. */
static void atomics_combine(void **state)
{
    (void)state;
    static const char *const operations[] = {"iadd", "and", "or", "xor", "imin", "imax", "umin", "umax"};
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "cs_5_0\ndcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 2, 1, 1\n"
                 "imad r0.x, vThreadID.x, l(0x9e3779b9), l(0x10001)\natomic_%s u0, l(4), r0.x\nret\n",
                 operations[i]);
        struct harness h;
        struct sm5_split_conflict conflict;
        const uint32_t words[4] = {1, 0x7ffffff0, 0, 0};
        harness_open(&h, text);
        struct sm5_buffer *whole = harness_buffer(words, 4), *parts = harness_buffer(words, 4);
        harness_bind(&h, "u0", whole, 0, SM5_COUNT_REST);
        harness_run(&h, GROUPS, 1, 1);
        harness_bind(&h, "u0", parts, 0, SM5_COUNT_REST);
        assert_int_equal(run_parts(&h, false, &conflict), SM5_OK);
        assert_memory_equal(sm5_buffer_data(whole), sm5_buffer_data(parts), 16);
        harness_close(&h);
        sm5_buffer_free(whole);
        sm5_buffer_free(parts);
    }
}

static void appended_indices_are_disjoint(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_split_conflict conflict;
    harness_open(&h, "cs_5_0\ndcl_uav_structured_opc u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                     "dcl_thread_group 2, 1, 1\nimm_atomic_alloc r0.x, u0\n"
                     "store_structured u0.x, r0.x, l(0), vThreadID.x\nret\n");
    struct sm5_buffer *u0 = harness_buffer(NULL, 2 * GROUPS + 5);
    const struct sm5_slot slot = {.kind = 'u'};
    const struct sm5_view view = {.buffer = u0, .has_counter = true, .counter = 5};
    uint32_t counter = 0;
    assert_int_equal(sm5_bind(h.bindings, &slot, &view, h.diags), SM5_OK);
    assert_int_equal(run_parts(&h, false, &conflict), SM5_OK);
    assert_true(sm5_counter_get(h.bindings, &slot, &counter));
    assert_int_equal(counter, 5 + 2 * GROUPS);
    for (uint32_t i = 0; i < 2 * GROUPS; i++)
        assert_int_equal(((uint32_t *)sm5_buffer_data(u0))[5 + i], i);
    harness_close(&h);
    sm5_buffer_free(u0);
}

/* Bytes of a typed view: neighbours in one word are written by different ranges. */
static void small_texels_merge(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_split_conflict conflict;
    harness_open(&h,
                 "cs_5_0\ndcl_uav_typed_buffer (uint,uint,uint,uint) u0\ndcl_input vThreadID.x\n"
                 "dcl_thread_group 1, 1, 1\nstore_uav_typed u0.xyzw, vThreadID.xxxx, vThreadID.xxxx\nret\n");
    struct sm5_buffer *u0 = sm5_buffer_new(GROUPS);
    const struct sm5_slot slot = {.kind = 'u'};
    const struct sm5_view view = {.buffer = u0, .format = sm5_format_find("r8_uint")};
    assert_int_equal(sm5_bind(h.bindings, &slot, &view, h.diags), SM5_OK);
    assert_int_equal(run_parts(&h, false, &conflict), SM5_OK);
    for (unsigned i = 0; i < GROUPS; i++)
        assert_int_equal(((uint8_t *)sm5_buffer_data(u0))[i], i);
    harness_close(&h);
    sm5_buffer_free(u0);
}

/* ---- refusals ---- */

static void order_dependent_programs_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {"imm_atomic_iadd r0.x, u0, l(0), l(1)\n", "split-returned"},
        {"atomic_cmp_store u0, l(0), l(1), l(2)\n", "split-exchange"},
        {"atomic_iadd u0, l(0), l(1)\natomic_or u0, l(0), l(1)\n", "split-mixed"},
        {"atomic_iadd u0, l(0), l(1)\nld_raw r0.x, l(4), u0.xxxx\n", "split-mixed"},
        {"store_raw u0.x, l(4), l(1)\natomic_iadd u0, l(0), l(1)\n", "split-mixed"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        char text[512];
        struct harness h;
        struct sm5_split *split;
        snprintf(text, sizeof text, "cs_5_0\ndcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n%sret\n",
                 bodies[i][0]);
        harness_open(&h, text);
        struct sm5_buffer *u0 = harness_buffer(NULL, 4);
        harness_bind(&h, "u0", u0, 0, SM5_COUNT_REST);
        sm5_diags_clear(h.diags);
        assert_int_equal(sm5_split_new(h.program, h.bindings, false, &split, h.diags), SM5_ERR_SUPPORT);
        assert_null(split);
        assert_string_equal(sm5_diags_at(h.diags, 0)->code, bodies[i][1]);
        assert_int_equal(sm5_split_new(h.program, h.bindings, true, &split, h.diags), SM5_OK);
        sm5_split_free(split);
        harness_close(&h);
        sm5_buffer_free(u0);
    }
}

static const char coherent[] = "cs_5_0\ndcl_uav_raw_glc u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                               "ld_raw r0.x, l(0), u0.xxxx\nstore_raw u0.x, l(4), r0.x\nret\n";
static const char counter_both[] =
    "cs_5_0\ndcl_uav_structured_opc u0, 4\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
    "imm_atomic_alloc r0.x, u0\nimm_atomic_consume r0.x, u0\nret\n";
/* u0 and t0 view one buffer. */
static const char shared[] =
    "cs_5_0\ndcl_resource_raw t0\ndcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
    "ld_raw r0.x, l(0), t0.xxxx\natomic_iadd u0, l(4), r0.x\nret\n";

static void refuse(const char *text, const char *code)
{
    struct harness h;
    struct sm5_split *split;
    harness_open(&h, text);
    struct sm5_buffer *u0 = harness_buffer(NULL, 4);
    const struct sm5_view view = {.buffer = u0, .has_counter = text == counter_both};
    for (int i = 0; i < 2; i++)
        sm5_bind(h.bindings, &(struct sm5_slot){.kind = "ut"[i]}, &view, h.diags);
    sm5_diags_clear(h.diags);
    assert_int_equal(sm5_split_new(h.program, h.bindings, false, &split, h.diags), SM5_ERR_SUPPORT);
    assert_string_equal(sm5_diags_at(h.diags, 0)->code, code);
    harness_close(&h);
    sm5_buffer_free(u0);
}

static void other_refusals(void **state)
{
    (void)state;
    refuse(coherent, "split-coherent");
    refuse(counter_both, "split-counter");
    refuse(shared, "split-shared");
}

/* Changes come from other processes: any bytes are an error or are merged inside the buffer. */
static void damaged_changes(void **state)
{
    (void)state;
    struct harness h;
    struct sm5_split *split;
    struct sm5_split_conflict conflict;
    harness_open(&h, coordinates);
    struct sm5_buffer *u0 = harness_buffer(NULL, 32 * 16);
    harness_bind(&h, "u0", u0, 0, SM5_COUNT_REST);
    assert_int_equal(sm5_split_new(h.program, h.bindings, false, &split, h.diags), SM5_OK);
    harness_run(&h, 8, 4, 1);
    struct sm5_blob changes;
    assert_int_equal(sm5_split_take(split, &changes, h.diags), SM5_OK);
    for (size_t size = 0; size < changes.size; size++)
        assert_int_equal(sm5_split_merge(split, changes.data, size, &conflict, h.diags), SM5_ERR_INPUT);
    uint32_t seed = 1;
    uint8_t *damaged = malloc(changes.size);
    assert_non_null(damaged);
    for (unsigned i = 0; i < 2000; i++) {
        memcpy(damaged, changes.data, changes.size);
        for (unsigned k = 0; k < 3; k++)
            damaged[harness_random(&seed) % (k ? changes.size : 4)] = (uint8_t)harness_random(&seed);
        sm5_split_restore(split, NULL);
        sm5_split_merge(split, damaged, changes.size, &conflict, h.diags);
        sm5_diags_clear(h.diags);
    }
    free(damaged);
    sm5_blob_free(&changes);
    sm5_split_free(split);
    harness_close(&h);
    sm5_buffer_free(u0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_run_their_groups),
        cmocka_unit_test(wrong_ranges_are_errors),
        cmocka_unit_test(race_is_a_conflict),
        cmocka_unit_test(atomics_combine),
        cmocka_unit_test(appended_indices_are_disjoint),
        cmocka_unit_test(small_texels_merge),
        cmocka_unit_test(order_dependent_programs_are_refused),
        cmocka_unit_test(other_refusals),
        cmocka_unit_test(damaged_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
