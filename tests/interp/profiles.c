/* What accesses outside their structure, view or g# do under each profile (docs/semantics.md). The view of t0
   and u1 is words 4 to 15 of 32 words that count up from 0x1000: three structures of 16 bytes. */
#include "lab.h"

enum { FIELD = 32, FIRST = 4, WORDS = 12, PROFILES = 4 };

#define STRUCT_T "dcl_resource_structured t0, 16\n"
#define STRUCT_U "dcl_uav_structured u1, 16\n"
#define RAW_T    "dcl_resource_raw t0\n"
#define RAW_U    "dcl_uav_raw u1\n"
#define TGSM     "dcl_tgsm_structured g0, 16, 2\ndcl_tgsm_raw g1, 16\ndcl_tgsm_structured g2, 4, 4\n"

static const enum sm5_oob profiles[PROFILES] = {SM5_OOB_SPEC, SM5_OOB_ELEMENT, SM5_OOB_BYTE, SM5_OOB_ROBUST2};
static const char *const names[PROFILES] = {"spec", "element", "byte", "robust2"};

static uint32_t *bind(struct lab *lab, const char *declarations, const uint32_t *words)
{
    bool structured = strstr(declarations, "structured t0") || strstr(declarations, "structured u1");
    struct sm5_view view = {.first = structured ? FIRST / 4 : FIRST, .count = structured ? WORDS / 4 : WORDS};
    if (strstr(declarations, "t0"))
        return lab_bind_view(lab, "t0", words, FIELD, view);
    return strstr(declarations, "u1") ? lab_bind_view(lab, "u1", words, FIELD, view) : NULL;
}

static void fill(uint32_t words[FIELD])
{
    for (uint32_t i = 0; i < FIELD; i++)
        words[i] = 0x1000 + i;
}

/* Runs `body` with one thread under a profile; r0 goes to `result`, t0 or u1 to `after`. */
static void run(enum sm5_oob oob, const char *declarations, const char *body, uint32_t result[4],
                uint32_t after[FIELD])
{
    struct lab lab;
    struct strbuf text = {0};
    strbuf_printf(&text, "%sstore_raw u0.xyzw, l(0), r0.xyzw\nret\n", body);
    lab_open_body(&lab, 1, declarations, strbuf_text(&text));
    lab.options.oob = oob;
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4);
    fill(after);
    const uint32_t *memory = bind(&lab, declarations, after);
    lab_run(&lab, 1, 1, 1);
    memcpy(result, out, 4 * sizeof *result);
    if (memory)
        memcpy(after, memory, FIELD * sizeof *after);
    lab_close(&lab);
    strbuf_free(&text);
}

/* ---- loads: the words that r0 gets; 0: none ---- */

struct load {
    const char *declarations, *body;
    uint32_t expected[PROFILES][4];
};

static void check_load(const struct load *load)
{
    for (unsigned p = 0; p < PROFILES; p++) {
        uint32_t got[4], after[FIELD];
        run(profiles[p], load->declarations, load->body, got, after);
        for (unsigned c = 0; c < 4; c++)
            if (got[c] != load->expected[p][c])
                fail_msg("%s under %s: r0[%u] is %08x, expected %08x", load->body, names[p], c, got[c],
                         load->expected[p][c]);
    }
}

#define W(n) (0x1000 + FIRST + (n)) /* word n of the view */
#define NONE                                                                                                 \
    {                                                                                                        \
        0, 0, 0, 0                                                                                           \
    }
#define CHECK(f, list)                                                                                       \
    for (size_t i = 0; i < BASE_COUNT(list); i++)                                                            \
        f(&(list)[i]);

static void structured_loads(void **state)
{
    (void)state;
    static const struct load loads[] = {
        /* inside: the same everywhere */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(1), l(0), t0.xyzw\n",
         {{W(4), W(5), W(6), W(7)},
          {W(4), W(5), W(6), W(7)},
          {W(4), W(5), W(6), W(7)},
          {W(4), W(5), W(6), W(7)}}},
        /* past the structure, inside the view */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(1), l(8), t0.xyzw\n",
         {{W(6), W(7), 0, 0}, {W(6), W(7), W(8), W(9)}, {W(6), W(7), W(8), W(9)}, {W(6), W(7), W(8), W(9)}}},
        /* past the last structure: past the view too */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(2), l(8), t0.xyzw\n",
         {{W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}}},
        /* an index past the view */
        {STRUCT_T, "ld_structured r0.xyzw, l(3), l(0), t0.xyzw\n", {NONE, NONE, NONE, NONE}},
        /* an index before the view, brought back by the offset: 32-bit byte addresses come out inside */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(-1), l(20), t0.xyzw\n",
         {NONE, NONE, {W(1), W(2), W(3), W(4)}, {W(1), W(2), W(3), W(4)}}},
        /* 0x10000001 * 16 is 16 in 32 bits */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(0x10000001), l(0), t0.xyzw\n",
         {NONE, NONE, {W(4), W(5), W(6), W(7)}, {W(4), W(5), W(6), W(7)}}},
        /* a negative offset is a large one */
        {STRUCT_T,
         "ld_structured r0.xyzw, l(1), l(-8), t0.xyzw\n",
         {NONE, NONE, {W(2), W(3), W(4), W(5)}, {W(2), W(3), W(4), W(5)}}},
        /* the address's register is the destination */
        {STRUCT_T,
         "mov r0.xy, l(1,8,0,0)\nld_structured r0.xyzw, r0.x, r0.y, t0.zwxy\n",
         {{0, 0, W(6), W(7)}, {W(8), W(9), W(6), W(7)}, {W(8), W(9), W(6), W(7)}, {W(8), W(9), W(6), W(7)}}},
    };
    CHECK(check_load, loads)
}

static void raw_loads(void **state)
{
    (void)state;
    static const struct load loads[] = {
        {RAW_T,
         "ld_raw r0.xyzw, l(40), t0.xyzw\n",
         {{W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}, {W(10), W(11), 0, 0}}},
        {RAW_T, "ld_raw r0.xyzw, l(48), t0.xyzw\n", {NONE, NONE, NONE, NONE}},
        /* words past 2^32: byte addresses wrap, dword numbers do not */
        {RAW_T, "ld_raw r0.xyzw, l(-4), t0.xyzw\n", {NONE, NONE, {0, W(0), W(1), W(2)}, NONE}},
        {RAW_T,
         "ld_raw r0.xyzw, l(7), t0.xyzw\n",
         {{W(1), W(2), W(3), W(4)},
          {W(1), W(2), W(3), W(4)},
          {W(1), W(2), W(3), W(4)},
          {W(1), W(2), W(3), W(4)}}},
    };
    CHECK(check_load, loads)
}

#define FILL_TGSM                                                                                            \
    "store_structured g0.xyzw, l(0), l(0), l(1,2,3,4)\nstore_structured g0.xyzw, l(1), l(0), l(5,6,7,8)\n"   \
    "store_raw g1.xyzw, l(0), l(9,10,11,12)\n"

/* Shared memory is one piece: 8 words of g0, 4 of g1, 4 of g2. */
static void shared_loads(void **state)
{
    (void)state;
    static const struct load loads[] = {
        {TGSM,
         FILL_TGSM "ld_structured r0.xyzw, l(0), l(8), g0.xyzw\n",
         {{3, 4, 0, 0}, {3, 4, 5, 6}, {3, 4, 5, 6}, {3, 4, 5, 6}}},
        {TGSM,
         FILL_TGSM "ld_structured r0.xyzw, l(2), l(0), g0.xyzw\n",
         {NONE, {9, 10, 11, 12}, {9, 10, 11, 12}, {9, 10, 11, 12}}},
        {TGSM,
         FILL_TGSM "ld_raw r0.xyzw, l(-8), g1.xyzw\n",
         {NONE, {7, 8, 9, 10}, {7, 8, 9, 10}, {7, 8, 9, 10}}},
        {TGSM, FILL_TGSM "ld_raw r0.xyzw, l(32), g1.xyzw\n", {NONE, NONE, NONE, NONE}},
        {TGSM,
         FILL_TGSM "ld_structured r0.xyzw, l(-9), l(0), g2.xxxx\n",
         {NONE, {4, 4, 4, 4}, {4, 4, 4, 4}, {4, 4, 4, 4}}},
        {TGSM, FILL_TGSM "imm_atomic_iadd r0.x, g0, l(2,4,0,0), l(1)\n", {NONE, {10}, {10}, {10}}},
    };
    CHECK(check_load, loads)
}

/* ---- stores and atomics: the words of the field that change ---- */

struct store {
    const char *declarations, *body;
    uint64_t changed[PROFILES]; /* bit i: word i of the field */
};

static void check_store(const struct store *store)
{
    for (unsigned p = 0; p < PROFILES; p++) {
        uint32_t got[4], before[FIELD], after[FIELD];
        fill(before);
        run(profiles[p], store->declarations, store->body, got, after);
        for (unsigned i = 0; i < FIELD; i++)
            if ((after[i] != before[i]) != (store->changed[p] >> i & 1))
                fail_msg("%s under %s: word %u is %08x", store->body, names[p], i, after[i]);
    }
}

#define S(first, count) (((1ull << (count)) - 1) << (FIRST + (first)))

static void stores(void **state)
{
    (void)state;
    static const struct store list[] = {
        {STRUCT_U,
         "store_structured u1.xyzw, l(1), l(8), l(1,2,3,4)\n",
         {S(6, 2), S(6, 4), S(6, 4), S(6, 4)}},
        {STRUCT_U,
         "store_structured u1.xyzw, l(2), l(8), l(1,2,3,4)\n",
         {S(10, 2), S(10, 2), S(10, 2), S(10, 2)}},
        {STRUCT_U, "store_structured u1.xy, l(-1), l(12), l(1,2,3,4)\n", {0, 0, S(0, 1), 0}},
        {STRUCT_U, "store_structured u1.xyzw, l(3), l(-16), l(1,2,3,4)\n", {0, 0, S(8, 4), S(8, 4)}},
        {RAW_U, "store_raw u1.xyzw, l(44), l(1,2,3,4)\n", {S(11, 1), S(11, 1), S(11, 1), S(11, 1)}},
        {RAW_U, "store_raw u1.xyzw, l(-8), l(1,2,3,4)\n", {0, 0, S(0, 2), 0}},
        {STRUCT_U, "atomic_iadd u1, l(0,16,0,0), l(1)\n", {0, S(4, 1), S(4, 1), S(4, 1)}},
        {STRUCT_U, "atomic_iadd u1, l(2,16,0,0), l(1)\n", {0, 0, 0, 0}},
        {RAW_U, "atomic_iadd u1, l(44), l(1)\n", {S(11, 1), S(11, 1), S(11, 1), S(11, 1)}},
        {RAW_U, "atomic_iadd u1, l(48), l(1)\n", {0, 0, 0, 0}},
    };
    CHECK(check_store, list)
}

static void nothing_bound_is_nowhere(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROFILES; p++) {
        struct lab lab;
        lab_open_body(&lab, 1, STRUCT_T STRUCT_U,
                      "mov r0.xyzw, l(9,9,9,9)\nld_structured r0.xy, l(0), l(0), t0.xyxx\n"
                      "store_structured u1.x, l(0), l(0), l(1)\nstore_raw u0.xyzw, l(0), r0.xyzw\nret\n");
        lab.options.oob = profiles[p];
        const uint32_t *out = lab_bind(&lab, "u0", NULL, 4);
        lab_run(&lab, 1, 1, 1);
        assert_true(out[0] == 0 && out[1] == 0 && out[2] == 9 && out[3] == 9);
        lab_close(&lab);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structured_loads),
        cmocka_unit_test(raw_loads),
        cmocka_unit_test(shared_loads),
        cmocka_unit_test(stores),
        cmocka_unit_test(nothing_bound_is_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
