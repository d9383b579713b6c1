/* Slices of buffers: what ranges of groups access, and dispatches that hold no more than that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "test.h"

#define HEAD                                                                                                 \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"              \
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"                                              \
    "dcl_input vThreadID.xyz\ndcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroup.xyz\n"                \
    "dcl_input vThreadIDInGroupFlattened\ndcl_temps 4\n"
#define LINE  "dcl_thread_group 64, 1, 1\n"
#define STORE "store_structured u0.x, vThreadID.x, l(0), r1.x\nret\n"

enum { GROUPS = 40, WORDS = 64 * GROUPS };

static const struct {
    const char *name, *code;
    uint32_t groups[3];
    uint32_t
        halo; /* words that a range reads before and after its own at most; UINT32_MAX: the whole buffer */
} programs[] = {
    {"copy", HEAD LINE "ld_structured r1.x, vThreadID.x, l(0), t0.xxxx\n" STORE, {GROUPS, 1, 1}, 0},
    /* Neighbours: past both ends they are out of bounds, or the nearest one that exists. */
    {"neighbours",
     HEAD LINE "iadd r0.xy, vThreadID.xxxx, l(-1, 1, 0, 0)\n"
               "ld_structured r1.x, r0.x, l(0), t0.xxxx\nld_structured r1.y, r0.y, l(0), t0.xxxx\n"
               "iadd r1.x, r1.x, r1.y\n" STORE,
     {GROUPS, 1, 1},
     1},
    {"clamped",
     HEAD LINE
     "iadd r0.xy, vThreadID.xxxx, l(-3, 5, 0, 0)\nimax r0.x, r0.x, l(0)\numin r0.y, r0.y, cb0[0].x\n"
     "ld_structured r1.x, r0.x, l(0), t0.xxxx\nld_structured r1.y, r0.y, l(0), t0.xxxx\n"
     "iadd r1.x, r1.x, r1.y\n" STORE,
     {GROUPS, 1, 1},
     5},
    {"guarded",
     HEAD LINE "ult r0.x, vThreadID.x, l(2500)\nif_nz r0.x\n"
               "ld_structured r1.x, vThreadID.x, l(0), t0.xxxx\n"
               "store_structured u0.x, vThreadID.x, l(0), r1.x\nendif\nret\n",
     {GROUPS, 1, 1},
     0},
    /* Each thread of the first row of 16 reads the 64 words of its group in a loop. */
    {"loop",
     HEAD LINE "mov r0.x, l(0)\nmov r1.x, l(0)\nloop\nuge r0.y, r0.x, l(64)\nbreakc_nz r0.y\n"
               "imad r0.z, vThreadGroupID.x, l(64), r0.x\nld_structured r0.w, r0.z, l(0), t0.xxxx\n"
               "iadd r1.x, r1.x, r0.w\niadd r0.x, r0.x, l(1)\nendloop\n" STORE,
     {GROUPS, 1, 1},
     1},
    /* Rows of a picture, 32 x 80 texels. */
    {"rows",
     HEAD "dcl_thread_group 8, 8, 1\nimad r0.x, vThreadID.y, l(32), vThreadID.x\n"
          "iadd r0.yz, r0.xxxx, l(0, 32, -32, 0)\nld_structured r1.x, r0.y, l(0), t0.xxxx\n"
          "ld_structured r1.y, r0.z, l(0), t0.xxxx\nxor r1.x, r1.x, r1.y\n"
          "store_structured u0.x, r0.x, l(0), r1.x\nret\n",
     {4, 10, 1},
     32},
    /* Rows of a picture whose groups are lines: consecutive groups are consecutive bytes. */
    {"lines",
     HEAD LINE "imad r0.x, vThreadID.y, l(256), vThreadID.x\n"
               "ld_structured r1.x, r0.x, l(0), t0.xxxx\nstore_structured u0.x, r0.x, l(0), r1.x\nret\n",
     {4, 10, 1},
     0},
    /* The size is that of the whole buffer. */
    {"size",
     HEAD LINE "bufinfo_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r1.x, "
               "t0.xxxx\nld_structured r1.y, vThreadID.x, l(0), t0.xxxx\niadd r1.x, r1.x, r1.y\n" STORE,
     {GROUPS, 1, 1},
     0},
    {"gather",
     HEAD LINE "ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\nushr r0.x, r0.x, l(1)\n"
               "ld_structured r1.x, r0.x, l(0), t0.xxxx\n" STORE,
     {GROUPS, 1, 1},
     UINT32_MAX},
    /* The value is not used; the interpreter loads it all the same. */
    {"dead loads",
     HEAD LINE "ld_structured r1.x, vThreadID.x, l(0), t0.xxxx\nushr r0.x, r1.x, l(1)\n"
               "if_nz r0.x\nld_structured r2.x, r0.x, l(0), t0.xxxx\nendif\n" STORE,
     {GROUPS, 1, 1},
     UINT32_MAX},
    /* The difference of two numbers that both depend on the group. */
    {"negative",
     HEAD LINE "ishl r0.x, vThreadGroupID.x, l(7)\niadd r0.x, r0.x, -vThreadID.x\n"
               "iadd r0.x, r0.x, vThreadIDInGroup.x\niadd r0.x, r0.x, vThreadIDInGroup.x\n"
               "ld_structured r1.x, r0.x, l(0), t0.xxxx\n" STORE,
     {GROUPS, 1, 1},
     1500},
};

struct case_ {
    struct harness h;
    struct sm5_buffer *in, *out, *constants;
};

static uint32_t word_at(uint32_t i)
{
    return i * 2654435761u >> 7;
}

static void open_case(struct case_ *c, size_t program, bool sliced, enum sm5_engine engine)
{
    const struct sm5_kernel_options options = {.engine = engine, .no_cache = true};
    harness_open(&c->h, programs[program].code);
    sm5_kernel_free(c->h.kernel);
    assert_int_equal(sm5_kernel_new_with(c->h.program, &options, &c->h.kernel, c->h.diags), SM5_OK);
    c->in = sliced ? sm5_slice_new(4 * WORDS) : sm5_buffer_new(4 * WORDS);
    c->out = sliced ? sm5_slice_new(4 * WORDS) : sm5_buffer_new(4 * WORDS);
    c->constants = harness_buffer(NULL, 4);
    *(uint32_t *)sm5_buffer_data(c->constants) = WORDS - 1;
}

static void bind_case(struct case_ *c)
{
    harness_bind(&c->h, "t0", c->in, 0, SM5_COUNT_REST);
    harness_bind(&c->h, "u0", c->out, 0, SM5_COUNT_REST);
    harness_bind(&c->h, "cb0", c->constants, 0, SM5_COUNT_REST);
}

static void close_case(struct case_ *c)
{
    harness_close(&c->h);
    sm5_buffer_free(c->in);
    sm5_buffer_free(c->out);
    sm5_buffer_free(c->constants);
}

static void run_whole(size_t program, enum sm5_engine engine, uint32_t out[WORDS])
{
    struct case_ c;
    struct sm5_dispatch_options how = {.threads = 2};
    memcpy(how.groups, programs[program].groups, sizeof how.groups);
    open_case(&c, program, false, engine);
    for (uint32_t i = 0; i < WORDS; i++)
        ((uint32_t *)sm5_buffer_data(c.in))[i] = word_at(i);
    bind_case(&c);
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_OK);
    memcpy(out, sm5_buffer_data(c.out), 4 * WORDS);
    close_case(&c);
}

/* Runs groups [first, first + count) on slices and copies what they wrote. */
static void run_part(size_t program, enum sm5_engine engine, uint64_t first, uint64_t count,
                     uint32_t out[WORDS])
{
    struct case_ c;
    struct sm5_dispatch_options how = {.threads = 2, .first_group = first, .group_count = count};
    memcpy(how.groups, programs[program].groups, sizeof how.groups);
    open_case(&c, program, true, engine);
    bind_case(&c);
    struct sm5_footprint at[] = {{.buffer = c.in}, {.buffer = c.out}};
    assert_int_equal(sm5_footprints(c.h.program, c.h.bindings, how.groups, first, count, at, 2, c.h.diags),
                     SM5_OK);
    assert_true(at[0].known && at[1].known && at[0].write_first == at[0].write_end);
    uint64_t halo = programs[program].halo, own = 256 * first, end = 256 * (first + count);
    assert_int_equal(at[1].write_first, own);
    assert_int_equal(at[1].write_end, end);
    uint64_t least = halo < own / 4 ? own - 4 * halo : 0;
    bool expected = halo == UINT32_MAX ? at[0].read_first == 0 && at[0].read_end == 4 * WORDS
                                       : at[0].read_first >= least && at[0].read_end <= end + 4 * halo;
    if (!expected)
        fail_msg("%s: groups %u to %u read bytes %u to %u", programs[program].name, (unsigned)first,
                 (unsigned)(first + count), (unsigned)at[0].read_first, (unsigned)at[0].read_end);
    uint32_t *in = sm5_slice_hold(c.in, at[0].read_first, at[0].read_end);
    uint32_t *made = sm5_slice_hold(c.out, at[1].write_first, at[1].write_end);
    assert_true(in && made);
    for (uint64_t i = at[0].read_first / 4; i < at[0].read_end / 4; i++)
        in[i - at[0].read_first / 4] = word_at((uint32_t)i);
    bind_case(&c);
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_OK);
    memcpy((uint8_t *)out + own, made, end - own);
    close_case(&c);
}

static void parts_are_the_whole(void **state)
{
    (void)state;
    static uint32_t whole[WORDS], parts[WORDS];
    static const uint64_t ends[] = {0, 4, 8, 20, GROUPS};
    for (size_t p = 0; p < sizeof programs / sizeof programs[0]; p++)
        for (int engine = 0; engine < 2; engine++) {
            enum sm5_engine which = engine ? SM5_ENGINE_AUTO : SM5_ENGINE_INTERP;
            memset(parts, 0, sizeof parts);
            run_whole(p, which, whole);
            for (size_t i = 0; i + 1 < sizeof ends / sizeof ends[0]; i++)
                run_part(p, which, ends[i], ends[i + 1] - ends[i], parts);
            if (memcmp(whole, parts, sizeof whole) != 0)
                fail_msg("%s differs", programs[p].name);
        }
}

static void parts_of_rows_are_exact(void **state)
{
    (void)state;
    static const uint64_t ranges[][2] = {{3, 1}, {3, 2}, {5, 2}, {3, 6}, {6, 13}, {0, 40}, {39, 1}, {4, 8}};
    const uint32_t groups[2][3] = {{4, 10, 1}, {4, 2, 5}};
    size_t lines = 0;
    struct case_ c;
    while (strcmp(programs[lines].name, "lines") != 0)
        lines++;
    open_case(&c, lines, true, SM5_ENGINE_INTERP);
    bind_case(&c);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint64_t first = ranges[i][0], end = first + ranges[i][1];
        struct sm5_footprint at = {.buffer = c.out};
        assert_int_equal(
            sm5_footprints(c.h.program, c.h.bindings, groups[0], first, end - first, &at, 1, c.h.diags),
            SM5_OK);
        assert_true(at.known && at.write_first == 256 * first && at.write_end == 256 * end);
        /* Planes write the same bytes: a range that includes the end of one and the start of another writes both. */
        assert_int_equal(
            sm5_footprints(c.h.program, c.h.bindings, groups[1], first, end - first, &at, 1, c.h.diags),
            SM5_OK);
        bool one = first / 8 == (end - 1) / 8;
        assert_int_equal(at.write_first, one ? 256 * (first % 8) : 0);
        assert_int_equal(at.write_end, one ? 256 * ((end - 1) % 8 + 1) : 2048);
    }
    close_case(&c);
}

/* Threads that pad a warp load, and do not store. */
static void small_groups_write_their_own(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1, 1, 1", "4, 1, 1", "5, 2, 1"};
    static const uint32_t threads[] = {1, 4, 10}, groups[3] = {GROUPS, 1, 1};
    for (size_t i = 0; i < 3; i++) {
        struct harness h;
        char text[1024];
        snprintf(text, sizeof text,
                 HEAD
                 "dcl_thread_group %s\nimad r0.x, vThreadGroupID.x, l(%u), vThreadIDInGroupFlattened\n"
                 "ld_structured r1.x, r0.x, l(0), t0.xxxx\nstore_structured u0.x, r0.x, l(0), r1.x\nret\n",
                 sizes[i], threads[i]);
        harness_open(&h, text);
        struct sm5_buffer *in = sm5_slice_new(4 * WORDS), *out = sm5_slice_new(4 * WORDS);
        harness_bind(&h, "t0", in, 0, SM5_COUNT_REST);
        harness_bind(&h, "u0", out, 0, SM5_COUNT_REST);
        struct sm5_footprint at[] = {{.buffer = in}, {.buffer = out}};
        assert_int_equal(sm5_footprints(h.program, h.bindings, groups, 7, 5, at, 2, h.diags), SM5_OK);
        assert_true(at[0].read_first <= 28 * threads[i] && at[0].read_end >= 48 * threads[i]);
        assert_int_equal(at[1].write_first, 28 * threads[i]);
        assert_int_equal(at[1].write_end, 48 * threads[i]);
        harness_close(&h);
        sm5_buffer_free(in);
        sm5_buffer_free(out);
    }
}

static void too_small_slices_are_errors(void **state)
{
    (void)state;
    struct case_ c;
    const struct sm5_dispatch_options how = {.groups = {GROUPS}, .first_group = 4, .group_count = 4};
    open_case(&c, 1, true, SM5_ENGINE_INTERP);
    assert_non_null(sm5_slice_hold(c.out, 0, 4 * WORDS));
    static const struct {
        uint64_t first, end;
        enum sm5_status status;
    } held[] = {{1020, 2052, SM5_OK},
                {1024, 2052, SM5_ERR_BINDING},
                {1020, 2048, SM5_ERR_BINDING},
                {0, 0, SM5_ERR_BINDING},
                {0, 4 * WORDS, SM5_OK}};
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        assert_non_null(sm5_slice_hold(c.in, held[i].first, held[i].end));
        bind_case(&c);
        assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), held[i].status);
    }
    assert_non_null(sm5_slice_hold(c.in, 1020, 2052)); /* not bound again: the memory before does not exist */
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_ERR_BINDING);
    assert_null(sm5_slice_hold(c.in, 8, 4));
    assert_null(sm5_slice_hold(c.in, 0, 4 * WORDS + 1));
    assert_null(sm5_slice_hold(c.constants, 0, 4));
    close_case(&c);
}

/* u0[i].y = t0[i - 1].x + t0[i + 1].x, where t0 and u0 are the halves of one slice. */
enum { HALF = 640 }; /* elements of 8 bytes */
static const char two_views[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 8\n"
    "dcl_uav_structured u0, 8\ndcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\n"
    "iadd r0.xy, vThreadID.xxxx, l(-1, 1, 0, 0)\nld_structured r1.x, r0.x, l(0), t0.xxxx\n"
    "ld_structured r1.y, r0.y, l(0), t0.xxxx\niadd r1.x, r1.x, r1.y\n"
    "store_structured u0.x, vThreadID.x, l(4), r1.x\nret\n";
static const struct sm5_dispatch_options two_groups = {
    .groups = {10, 1, 1}, .first_group = 3, .group_count = 2};

static void bind_halves(struct harness *h, struct sm5_buffer *slice)
{
    harness_bind(h, "t0", slice, HALF, HALF);
    harness_bind(h, "u0", slice, 0, HALF);
}

/* Groups 3 and 4 on bytes [first, end) of the slice, which begin with the first element that they write. */
static void run_halves(struct harness *h, struct sm5_buffer *slice, uint64_t first, uint64_t end)
{
    uint32_t *words = sm5_slice_hold(slice, first, end);
    assert_non_null(words);
    bind_halves(h, slice);
    for (uint32_t i = 0; i < (end - first) / 8; i++)
        words[2 * i] = word_at(i);
    assert_int_equal(sm5_dispatch(h->kernel, h->bindings, &two_groups, NULL, h->diags), SM5_OK);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(words[2 * i + 1], word_at(HALF + i - 1) + word_at(HALF + i + 1));
}

static void views_of_one_slice(void **state)
{
    (void)state;
    const uint64_t first = 8 * 192, end = 8 * (HALF + 321);
    for (int engine = 0; engine < 2; engine++) {
        const struct sm5_kernel_options options = {.engine = engine ? SM5_ENGINE_AUTO : SM5_ENGINE_INTERP,
                                                   .no_cache = true};
        struct harness h;
        harness_open(&h, two_views);
        sm5_kernel_free(h.kernel);
        assert_int_equal(sm5_kernel_new_with(h.program, &options, &h.kernel, h.diags), SM5_OK);
        struct sm5_buffer *slice = sm5_slice_new(16 * HALF);
        struct sm5_footprint at = {.buffer = slice};
        bind_halves(&h, slice);
        assert_int_equal(sm5_footprints(h.program, h.bindings, two_groups.groups, 3, 2, &at, 1, h.diags),
                         SM5_OK);
        assert_true(at.known && at.write_first == first && at.write_end == 8 * 320);
        assert_true(at.read_first == 8 * (HALF + 191) && at.read_end == end);
        run_halves(&h, slice, first, end);
        assert_non_null(sm5_slice_hold(slice, first, end - 4));
        bind_halves(&h, slice);
        assert_int_equal(sm5_dispatch(h.kernel, h.bindings, &two_groups, NULL, h.diags), SM5_ERR_BINDING);
        harness_close(&h);
        sm5_buffer_free(slice);
    }
}

/* Runs that access whole buffers, and views that a slice cannot have. */
static void other_runs_refuse_slices(void **state)
{
    (void)state;
    struct case_ c;
    struct sm5_findings *findings = NULL;
    struct sm5_dispatch_options how = {.groups = {GROUPS}};
    open_case(&c, 0, true, SM5_ENGINE_INTERP);
    bind_case(&c);
    assert_null(sm5_buffer_data(c.in));
    assert_int_equal(sm5_buffer_size(c.in), 4 * WORDS);
    assert_int_equal(sm5_check(c.h.program, c.h.bindings, &how, NULL, &findings, c.h.diags), SM5_ERR_BINDING);
    struct sm5_writer writer = {.buffer = c.in};
    assert_int_equal(sm5_find_writers(c.h.program, c.h.bindings, &how, &writer, 1, c.h.diags),
                     SM5_ERR_BINDING);
    struct sm5_debug_options debugged = {.dispatch = how};
    struct sm5_debug *debug = NULL;
    assert_int_equal(sm5_debug_new(c.h.program, c.h.bindings, &debugged, &debug, c.h.diags), SM5_ERR_BINDING);
    assert_non_null(sm5_slice_hold(c.in, 0, 4 * WORDS));
    assert_non_null(sm5_slice_hold(c.out, 0, 4 * WORDS));
    bind_case(&c);
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_OK);
    how.oob = SM5_OOB_BYTE; /* accesses past a structure leave it */
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_ERR_BINDING);
    how.oob = SM5_OOB_SPEC;
    how.order = 1;
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_ERR_BINDING);
    how.order = 0;
    how.indirect = true;
    how.indirect_buffer = c.in;
    assert_int_equal(sm5_dispatch(c.h.kernel, c.h.bindings, &how, NULL, c.h.diags), SM5_ERR_BINDING);
    struct sm5_slot slot;
    const struct sm5_view view = {.buffer = c.in, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse("cb0", &slot));
    assert_int_equal(sm5_bind(c.h.bindings, &slot, &view, c.h.diags), SM5_ERR_BINDING);
    const uint32_t groups[3] = {GROUPS, 1, 1};
    struct sm5_footprint at = {.buffer = c.constants};
    assert_int_equal(sm5_footprints(c.h.program, c.h.bindings, groups, 0, 0, &at, 1, c.h.diags), SM5_OK);
    assert_false(at.known); /* of a constant buffer */
    assert_int_equal(sm5_footprints(c.h.program, c.h.bindings, groups, 30, 11, &at, 1, c.h.diags),
                     SM5_ERR_ARGUMENT);
    close_case(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_the_whole),          cmocka_unit_test(parts_of_rows_are_exact),
        cmocka_unit_test(small_groups_write_their_own), cmocka_unit_test(too_small_slices_are_errors),
        cmocka_unit_test(views_of_one_slice),           cmocka_unit_test(other_runs_refuse_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
