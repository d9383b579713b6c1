/* ld_structured and store_structured on t#, u# and g# against a model written from D3D11.3 22.4.12
   and 22.4.13: every mask and swizzle, every pair of operand kinds, strides, views, and addresses in and far
   out of bounds. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "harness.h"
#include "test.h"

enum { SENTINEL = 0x7eadbe00, TABLE = 96, STRUCTURES = 13, FIRST = 3, VISIBLE = 8 };

/* ---- the model ---- */

struct model_view {
    uint32_t *words; /* of the entire resource */
    uint32_t stride, first, count;
};

/* The DWORD that component k of an access at (index, offset) addresses, or NULL when out of bounds. */
static uint32_t *model_word(const struct model_view *view, uint32_t index, uint32_t offset, unsigned k)
{
    uint64_t in_structure = (uint64_t)(offset & ~3u) + 4 * k;
    if (index >= view->count || in_structure + 4 > view->stride)
        return NULL;
    return &view->words[((uint64_t)(view->first + index) * view->stride + in_structure) / 4];
}

static void model_load(const struct model_view *view, uint32_t index, uint32_t offset, unsigned mask,
                       unsigned swizzle, uint32_t result[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t *word = model_word(view, index, offset, swizzle >> (2 * c) & 3);
        result[c] = mask >> c & 1 ? (word ? *word : 0) : SENTINEL + c;
    }
}

static void model_store(const struct model_view *view, uint32_t index, uint32_t offset, unsigned words,
                        unsigned swizzle, const uint32_t source[4])
{
    for (unsigned i = 0; i < words; i++) {
        uint32_t *word = model_word(view, index, offset, i);
        if (word)
            *word = source[swizzle >> (2 * i) & 3];
    }
}

/* ---- shader text ---- */

static const char *mask_text(unsigned mask, char out[6])
{
    unsigned n = 0;
    out[n++] = '.';
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            out[n++] = "xyzw"[c];
    out[n] = 0;
    return out;
}

static const char *swizzle_text(unsigned swizzle, char out[6])
{
    out[0] = '.';
    for (unsigned c = 0; c < 4; c++)
        out[1 + c] = "xyzw"[swizzle >> (2 * c) & 3];
    out[5] = 0;
    return out;
}

static void add_head(struct strbuf *text, uint32_t stride)
{
    strbuf_printf(text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
                  "dcl_resource_structured t0, %u\ndcl_resource_structured t1, 8\ndcl_uav_structured u0, %u\n"
                  "dcl_uav_structured u1, 16\ndcl_input vThreadID.xyz\ndcl_temps 10\n"
                  "dcl_indexableTemp x0[2], 4\ndcl_tgsm_structured g0, %u, %u\ndcl_thread_group 1, 1, 1\n",
                  stride, stride, stride, STRUCTURES);
}

/* Copies all of t0 to g0. */
static void add_fill(struct strbuf *text, uint32_t stride)
{
    strbuf_printf(text,
                  "mov r8.x, l(0)\nloop\nuge r8.w, r8.x, l(%u)\nbreakc_nz r8.w\nmov r8.y, l(0)\nloop\n"
                  "uge r8.w, r8.y, l(%u)\nbreakc_nz r8.w\nld_structured r8.z, r8.x, r8.y, t0.xxxx\n"
                  "store_structured g0.x, r8.x, r8.y, r8.z\niadd r8.y, r8.y, l(4)\nendloop\n"
                  "iadd r8.x, r8.x, l(1)\nendloop\n",
                  STRUCTURES, stride);
}

/* Copies all of g0 to the start of u0. */
static void add_drain(struct strbuf *text, uint32_t stride)
{
    strbuf_printf(text,
                  "mov r8.x, l(0)\nloop\nuge r8.w, r8.x, l(%u)\nbreakc_nz r8.w\nmov r8.y, l(0)\nloop\n"
                  "uge r8.w, r8.y, l(%u)\nbreakc_nz r8.w\nld_structured r8.z, r8.x, r8.y, g0.xxxx\n"
                  "store_structured u0.x, r8.x, r8.y, r8.z\niadd r8.y, r8.y, l(4)\nendloop\n"
                  "iadd r8.x, r8.x, l(1)\nendloop\n",
                  STRUCTURES, stride);
}

static void add_sentinel(struct strbuf *text)
{
    strbuf_printf(text, "mov r2.xyzw, l(0x%08x,0x%08x,0x%08x,0x%08x)\n", SENTINEL, SENTINEL + 1, SENTINEL + 2,
                  SENTINEL + 3);
}

/* ---- one run ---- */

struct arena_of_words {
    uint32_t t0[STRUCTURES * 512], u0[STRUCTURES * 512], t1[TABLE * 2], u1[4096 * 4];
};

static void fill(uint32_t *words, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; i++)
        words[i] = harness_random(&seed);
}

/* Runs `text` with views of t0 and u0 by first and count, and stores the contents of u0 and u1. */
static void run(struct arena_of_words *memory, const struct strbuf *text, uint32_t stride, uint32_t first,
                uint32_t count, const uint32_t groups[3], const uint32_t cb0[4])
{
    struct harness harness;
    harness_open(&harness, strbuf_text(text));
    struct sm5_buffer *t0 = harness_buffer(memory->t0, STRUCTURES * stride / 4);
    struct sm5_buffer *u0 = harness_buffer(memory->u0, STRUCTURES * stride / 4);
    struct sm5_buffer *t1 = harness_buffer(memory->t1, TABLE * 2);
    struct sm5_buffer *u1 = harness_buffer(NULL, BASE_COUNT(memory->u1));
    struct sm5_buffer *cb = harness_buffer(cb0, 4);
    harness_bind(&harness, "t0", t0, first, count);
    harness_bind(&harness, "u0", u0, first, count);
    harness_bind(&harness, "t1", t1, 0, TABLE);
    harness_bind(&harness, "u1", u1, 0, SM5_COUNT_REST);
    harness_bind(&harness, "cb0", cb, 0, SM5_COUNT_REST);
    harness_run(&harness, groups[0], groups[1], groups[2]);
    memcpy(memory->u0, sm5_buffer_data(u0), STRUCTURES * stride);
    memcpy(memory->u1, sm5_buffer_data(u1), sizeof memory->u1);
    harness_close(&harness);
    sm5_buffer_free(t0);
    sm5_buffer_free(u0);
    sm5_buffer_free(t1);
    sm5_buffer_free(u1);
    sm5_buffer_free(cb);
}

static const uint32_t one_group[3] = {1, 1, 1}, no_constants[4];

static struct arena_of_words *new_memory(uint32_t seed)
{
    struct arena_of_words *memory = calloc(1, sizeof *memory);
    assert_non_null(memory);
    fill(memory->t0, BASE_COUNT(memory->t0), seed);
    fill(memory->u0, BASE_COUNT(memory->u0), seed + 1);
    return memory;
}

/* The resource that a file's loads read: g# holds a copy of t0. */
static struct model_view loaded_view(struct arena_of_words *memory, char file, uint32_t stride)
{
    return (struct model_view){file == 'u' ? memory->u0 : memory->t0, stride, 0, STRUCTURES};
}

/* ---- every mask and swizzle ---- */

enum { MASKS = 15, SWIZZLES = 256, BATCH = 480 };

static void loads_of_batch(char file, unsigned batch)
{
    const uint32_t stride = 20, index = 5, offset = 4;
    struct arena_of_words *memory = new_memory(batch + 1);
    struct strbuf text = {0};
    char mask[6], swizzle[6];
    add_head(&text, stride);
    if (file == 'g')
        add_fill(&text, stride);
    for (unsigned i = 0; i < BATCH; i++) {
        unsigned shot = batch * BATCH + i;
        add_sentinel(&text);
        strbuf_printf(&text, "ld_structured r2%s, l(%u), l(%u), %c0%s\n",
                      mask_text(shot / SWIZZLES + 1, mask), index, offset, file,
                      swizzle_text(shot % SWIZZLES, swizzle));
        strbuf_printf(&text, "store_structured u1.xyzw, l(%u), l(0), r2.xyzw\n", i);
    }
    strbuf_add(&text, "ret\n");
    run(memory, &text, stride, 0, STRUCTURES, one_group, no_constants);
    const struct model_view view = loaded_view(memory, file, stride);
    for (unsigned i = 0; i < BATCH; i++) {
        uint32_t expected[4];
        unsigned shot = batch * BATCH + i;
        model_load(&view, index, offset, shot / SWIZZLES + 1, shot % SWIZZLES, expected);
        assert_memory_equal(&memory->u1[4 * i], expected, sizeof expected);
    }
    strbuf_free(&text);
    free(memory);
}

static void loads_take_every_mask_and_swizzle(void **state)
{
    (void)state;
    for (unsigned batch = 0; batch < MASKS * SWIZZLES / BATCH; batch++) {
        loads_of_batch('t', batch);
        loads_of_batch('u', batch);
        loads_of_batch('g', batch);
    }
}

/* 4 masks x 256 swizzles, each for a different structure; some offsets are out of bounds. */
static void stores_of_batch(char file, unsigned words, unsigned group)
{
    const uint32_t stride = 36;
    struct arena_of_words *memory = new_memory(words * 7 + group);
    struct strbuf text = {0};
    char mask[6], swizzle[6];
    struct arena_of_words *expected = malloc(sizeof *expected);
    assert_non_null(expected);
    add_head(&text, stride);
    if (file == 'g')
        add_fill(&text, stride);
    *expected = *memory;
    if (file == 'g')
        memcpy(expected->u0, memory->t0, STRUCTURES * stride);
    struct model_view view = {expected->u0, stride, 0, STRUCTURES};
    add_sentinel(&text);
    static const uint32_t source[4] = {SENTINEL, SENTINEL + 1, SENTINEL + 2, SENTINEL + 3};
    for (unsigned i = 0; i < 16; i++) {
        unsigned shot = group * 16 + i, index = i % STRUCTURES, offset = i * 4;
        strbuf_printf(&text, "store_structured %c0%s, l(%u), l(%u), r2%s\n", file,
                      mask_text((1u << words) - 1, mask), index, offset, swizzle_text(shot, swizzle));
        model_store(&view, index, offset, words, shot, source);
    }
    if (file == 'g')
        add_drain(&text, stride);
    strbuf_add(&text, "ret\n");
    run(memory, &text, stride, 0, STRUCTURES, one_group, no_constants);
    assert_memory_equal(memory->u0, expected->u0, STRUCTURES * stride);
    strbuf_free(&text);
    free(expected);
    free(memory);
}

static void stores_take_every_mask_and_swizzle(void **state)
{
    (void)state;
    for (unsigned words = 1; words <= 4; words++) {
        for (unsigned group = 0; group < SWIZZLES / 16; group++) {
            stores_of_batch('u', words, group);
            stores_of_batch('g', words, group);
        }
    }
}

/* ---- addresses in and out of bounds, strides, views ---- */

static const uint32_t strides[] = {4, 8, 12, 16, 20, 36, 48, 2044, 2048};

static uint32_t wild_index(uint32_t *seed, uint32_t stride)
{
    static const uint32_t wild[] = {0x40000000, 0x80000000, 0xffffffff, 0x20000000, 0x55555556};
    switch (harness_random(seed) % 4) {
    case 0: return wild[harness_random(seed) % BASE_COUNT(wild)];
    case 1:
        return (uint32_t)((1ull << 32) / stride) + harness_random(seed) % 3; /* index * stride wraps near 0 */
    default: return harness_random(seed) % (STRUCTURES + 2);
    }
}

static uint32_t wild_offset(uint32_t *seed, uint32_t stride)
{
    switch (harness_random(seed) % 5) {
    case 0: return 0xfffffff0u + harness_random(seed) % 16;
    case 1: return stride - 16 + harness_random(seed) % 20;
    default: return harness_random(seed) % stride;
    }
}

static void fill_table(struct arena_of_words *memory, uint32_t stride, uint32_t seed)
{
    for (unsigned i = 0; i < TABLE; i++) {
        memory->t1[2 * i] = wild_index(&seed, stride);
        memory->t1[2 * i + 1] = wild_offset(&seed, stride);
    }
}

/* A loop over the table: r0.x = row, r1.x = index, r1.y = offset. */
static void add_table_loop(struct strbuf *text, const char *body)
{
    strbuf_printf(text,
                  "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, l(%u)\nbreakc_nz r0.y\n"
                  "ld_structured r1.xy, r0.x, l(0), t1.xyxx\n%s"
                  "iadd r0.x, r0.x, l(1)\nendloop\n",
                  TABLE, body);
}

static void check_wild_loads(char file, uint32_t stride, uint32_t seed)
{
    struct arena_of_words *memory = new_memory(seed);
    struct strbuf text = {0}, body = {0};
    char mask[6], swizzle[6];
    unsigned m = 1 + harness_random(&seed) % 15, s = harness_random(&seed) % 256;
    fill_table(memory, stride, seed);
    add_head(&text, stride);
    if (file == 'g')
        add_fill(&text, stride);
    add_sentinel(&body);
    strbuf_printf(&body,
                  "ld_structured r2%s, r1.x, r1.y, %c0%s\nstore_structured u1.xyzw, r0.x, l(0), r2.xyzw\n",
                  mask_text(m, mask), file, swizzle_text(s, swizzle));
    add_table_loop(&text, strbuf_text(&body));
    strbuf_add(&text, "ret\n");
    bool shared = file == 'g';
    uint32_t first = shared ? 0 : FIRST, count = shared ? STRUCTURES : VISIBLE;
    run(memory, &text, stride, first, count, one_group, no_constants);
    struct model_view view = loaded_view(memory, file, stride);
    view.first = first;
    view.count = count;
    for (unsigned i = 0; i < TABLE; i++) {
        uint32_t expected[4];
        model_load(&view, memory->t1[2 * i], memory->t1[2 * i + 1], m, s, expected);
        assert_memory_equal(&memory->u1[4 * i], expected, sizeof expected);
    }
    strbuf_free(&text);
    strbuf_free(&body);
    free(memory);
}

static bool fits_tgsm(uint32_t stride)
{
    return stride * STRUCTURES <= 32768;
}

static void loads_stay_in_structure_and_view(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(strides); i++) {
        for (uint32_t seed = 1; seed <= 4; seed++) {
            check_wild_loads('t', strides[i], seed * 77 + i);
            check_wild_loads('u', strides[i], seed * 78 + i);
            assert_true(fits_tgsm(strides[i]));
            check_wild_loads('g', strides[i], seed * 79 + i);
        }
    }
}

static void check_wild_stores(char file, uint32_t stride, uint32_t seed)
{
    struct arena_of_words *memory = new_memory(seed), *expected = malloc(sizeof *expected);
    assert_non_null(expected);
    struct strbuf text = {0}, body = {0};
    char mask[6], swizzle[6];
    unsigned words = 1 + harness_random(&seed) % 4, s = harness_random(&seed) % 256;
    fill_table(memory, stride, seed);
    *expected = *memory;
    add_head(&text, stride);
    bool shared = file == 'g';
    if (shared) {
        add_fill(&text, stride);
        memcpy(expected->u0, memory->t0, STRUCTURES * stride);
    }
    strbuf_printf(&body,
                  "iadd r3.x, r0.x, l(1000)\niadd r3.y, r0.x, l(2000)\niadd r3.z, r0.x, l(3000)\n"
                  "iadd r3.w, r0.x, l(4000)\nstore_structured %c0%s, r1.x, r1.y, r3%s\n",
                  file, mask_text((1u << words) - 1, mask), swizzle_text(s, swizzle));
    add_table_loop(&text, strbuf_text(&body));
    if (shared)
        add_drain(&text, stride);
    strbuf_add(&text, "ret\n");
    uint32_t first = shared ? 0 : FIRST, count = shared ? STRUCTURES : VISIBLE;
    struct model_view view = {expected->u0, stride, first, count};
    for (uint32_t i = 0; i < TABLE; i++) {
        const uint32_t source[4] = {i + 1000, i + 2000, i + 3000, i + 4000};
        model_store(&view, memory->t1[2 * i], memory->t1[2 * i + 1], words, s, source);
    }
    run(memory, &text, stride, first, count, one_group, no_constants);
    assert_memory_equal(memory->u0, expected->u0, STRUCTURES * stride);
    strbuf_free(&text);
    strbuf_free(&body);
    free(expected);
    free(memory);
}

static void stores_stay_in_structure_and_view(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(strides); i++) {
        for (uint32_t seed = 1; seed <= 4; seed++) {
            check_wild_stores('u', strides[i], seed * 97 + i);
            check_wild_stores('g', strides[i], seed * 98 + i);
        }
    }
}

/* ---- operand kinds of address and offset ---- */

enum { KINDS = 6, COLUMNS = 4, ROWS = 24 };

static const char *const address_kinds[KINDS] = {"l(3)",           "r5.x",     "x0[1].x",
                                                 "x0[r6.x + 1].x", "cb0[0].x", "vThreadID.x"};
static const char *const offset_kinds[KINDS] = {"l(8)",           "r5.y",     "x0[1].y",
                                                "x0[r6.x + 1].y", "cb0[0].y", "vThreadID.y"};

static void check_kinds(char file, unsigned address, unsigned offset)
{
    const uint32_t stride = 28, groups[3] = {COLUMNS, ROWS, 1}, constants[4] = {3, 8, 0, 0};
    struct arena_of_words *memory = new_memory(address * KINDS + offset + 1);
    struct strbuf text = {0};
    add_head(&text, stride);
    if (file == 'g')
        add_fill(&text, stride);
    strbuf_add(&text, "mov r5.xyzw, l(3,8,0,0)\nmov x0[1].xyzw, l(3,8,0,0)\nmov r6.x, l(0)\n"
                      "imad r7.x, vThreadID.y, l(4), vThreadID.x\n");
    add_sentinel(&text);
    strbuf_printf(
        &text,
        "ld_structured r2.xyzw, %s, %s, %c0.xyzw\nstore_structured u1.xyzw, r7.x, l(0), r2.xyzw\nret\n",
        address_kinds[address], offset_kinds[offset], file);
    run(memory, &text, stride, 0, STRUCTURES, groups, constants);
    const struct model_view view = loaded_view(memory, file, stride);
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
        uint32_t expected[4];
        model_load(&view, address == KINDS - 1 ? i % COLUMNS : 3, offset == KINDS - 1 ? i / COLUMNS : 8, 0xf,
                   0xe4, expected);
        assert_memory_equal(&memory->u1[4 * i], expected, sizeof expected);
    }
    strbuf_free(&text);
    free(memory);
}

static void addresses_come_from_every_kind_of_operand(void **state)
{
    (void)state;
    for (unsigned address = 0; address < KINDS; address++) {
        for (unsigned offset = 0; offset < KINDS; offset++) {
            check_kinds('t', address, offset);
            check_kinds('u', address, offset);
            check_kinds('g', address, offset);
        }
    }
}

/* ---- cs_4_0 and cs_4_1: one u#, structured g# written by its own thread (D3D11.3 18.7.2) ---- */

static void check_model_4(const char *model)
{
    char text[1024];
    snprintf(text, sizeof text,
             "cs_%s\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 16\ndcl_uav_structured "
             "u0, 8\n"
             "dcl_input vThreadIDInGroupFlattened\ndcl_temps 2\ndcl_tgsm_structured g0, 8, 16\n"
             "dcl_thread_group 16, 1, 1\nld_structured r0.xy, vThreadIDInGroupFlattened.x, l(4), t0.xyxx\n"
             "store_structured g0.xy, vThreadIDInGroupFlattened.x, l(0), r0.xyxx\nsync_g_t\n"
             "iadd r1.x, -vThreadIDInGroupFlattened.x, l(15)\nld_structured r1.xy, r1.x, l(0), g0.xyxx\n"
             "store_structured u0.xy, vThreadIDInGroupFlattened.x, l(0), r1.xyxx\nret\n",
             model);
    uint32_t in[64];
    fill(in, BASE_COUNT(in), 5);
    struct harness harness;
    harness_open(&harness, text);
    struct sm5_buffer *t0 = harness_buffer(in, 64), *u0 = harness_buffer(NULL, 32);
    harness_bind(&harness, "t0", t0, 0, SM5_COUNT_REST);
    harness_bind(&harness, "u0", u0, 0, SM5_COUNT_REST);
    harness_run(&harness, 1, 1, 1);
    const uint32_t *out = sm5_buffer_data(u0);
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(out[2 * i], in[(15 - i) * 4 + 1]);
        assert_int_equal(out[2 * i + 1], in[(15 - i) * 4 + 2]);
    }
    harness_close(&harness);
    sm5_buffer_free(t0);
    sm5_buffer_free(u0);
}

static void shader_model_4_exchanges_through_shared_memory(void **state)
{
    (void)state;
    check_model_4("4_0");
    check_model_4("4_1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_take_every_mask_and_swizzle),
        cmocka_unit_test(stores_take_every_mask_and_swizzle),
        cmocka_unit_test(loads_stay_in_structure_and_view),
        cmocka_unit_test(stores_stay_in_structure_and_view),
        cmocka_unit_test(addresses_come_from_every_kind_of_operand),
        cmocka_unit_test(shader_model_4_exchanges_through_shared_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
