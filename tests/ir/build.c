/* Lowering, tested by the dump of the function. */
#include "ir/ir.h"

#include <stdlib.h>

#include "sm5/sm5.h"
#include "test.h"

static const char head[] = "cs_5_0\n"
                           "dcl_resource_structured t0, 16\n"
                           "dcl_uav_structured u0, 16\n"
                           "dcl_uav_structured u1, 4\n"
                           "dcl_constantbuffer cb0[4], immediateIndexed\n"
                           "dcl_input vThreadID.xyz\n"
                           "dcl_input vThreadGroupID.xyz\n"
                           "dcl_input vThreadIDInGroup.xyz\n"
                           "dcl_temps 4\n"
                           "dcl_indexableTemp x0[4], 4\n"
                           "dcl_thread_group 64, 1, 1\n";

struct lowered {
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text;
};

static void lower(struct lowered *l, const char *code, bool alias)
{
    struct strbuf shader = {0}, why = {0};
    struct ir_options options = {.alias = alias};
    *l = (struct lowered){0};
    strbuf_add(&shader, head);
    strbuf_add(&shader, code);
    assert_int_equal(sm5_program_read(shader.text, shader.length, NULL, &l->program, NULL), SM5_OK);
    assert_int_equal(ir_build(l->program, &options, &l->function), SM5_OK);
    assert_int_equal(ir_verify(l->function, &why), SM5_OK);
    assert_int_equal(ir_analyse(l->function, 16), SM5_OK);
    ir_dump(l->function, &l->text);
    strbuf_free(&shader);
    strbuf_free(&why);
}

static void drop(struct lowered *l)
{
    strbuf_free(&l->text);
    ir_free(l->function);
    sm5_program_free(l->program);
}

/* How often `word` occurs in the dump of `code`. */
static unsigned count_in(const char *code, const char *word, bool alias)
{
    struct lowered l;
    unsigned count = 0;
    lower(&l, code, alias);
    for (const char *at = strstr(l.text.text, word); at; at = strstr(at + 1, word))
        count++;
    drop(&l);
    return count;
}

#define STORE "store_structured u1.x, vThreadID.x, l(0), r0.x\nret\n"

static void constants_are_folded(void **state)
{
    (void)state;
    const char *code = "mov r0.x, l(3)\niadd r0.x, r0.x, l(4)\nishl r0.x, r0.x, l(2)\n" STORE;
    assert_int_equal(count_in(code, "store u1.0 vThreadID.x, 0, 28", false), 1);
    assert_int_equal(count_in(code, "iadd", false), 0);
}

static void comparisons_that_ranges_decide_are_folded(void **state)
{
    (void)state;
    const char *below = "ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\nand r0.x, r0.x, l(255)\n";
    char code[256];
    snprintf(code, sizeof code, "%sult r0.x, r0.x, l(256)\n" STORE, below);
    assert_int_equal(count_in(code, " = ult", false), 0);
    assert_int_equal(count_in(code, "store u1.0 vThreadID.x, 0, -1", false), 1);
    snprintf(code, sizeof code, "%sult r0.x, r0.x, l(255)\n" STORE, below);
    assert_int_equal(count_in(code, " = ult", false), 1);
}

static void both_results_of_constants_are_folded(void **state)
{
    (void)state;
    const char *first = "udiv r0.x, r0.y, l(23), l(4)\n" STORE,
               *second = "udiv r0.y, r0.x, l(23), l(4)\n" STORE;
    const char *twice = "imul r0.y, r0.x, l(-3), l(5)\n" STORE "mov r0.x, r0.y\n" STORE;
    assert_int_equal(count_in(first, "udiv", false), 0);
    assert_int_equal(count_in(first, "store u1.0 vThreadID.x, 0, 5", false), 1);
    assert_int_equal(count_in(second, "udiv", false), 0);
    assert_int_equal(count_in(second, "store u1.0 vThreadID.x, 0, 3", false), 1);
    assert_int_equal(count_in(twice, "imul", false), 0);
}

/* "if (x < 3) return 0; return u0[x]" as compilers write it; a condition that is no comparison may have any bit. */
static void selections_that_a_branch_decides_are_removed(void **state)
{
    (void)state;
    const char *decided = "ult r0.y, vThreadID.x, l(3)\nmovc r0.x, r0.y, l(0), r0.z\nnot r0.y, r0.y\n"
                          "if_nz r0.y\nld_structured r0.x, vThreadID.x, l(0), u0.x\nendif\n" STORE,
               *any_bit = "and r0.y, vThreadID.x, l(3)\nmovc r0.x, r0.y, l(7), vThreadID.y\nnot r0.y, r0.y\n"
                          "if_nz r0.y\niadd r0.x, r0.x, l(1)\nendif\n" STORE;
    assert_int_equal(count_in(decided, "movc", false), 0);
    assert_int_equal(count_in(decided, "phi %", false), 1);
    assert_int_equal(count_in(any_bit, "movc", false), 1);
}

static void unused_values_are_removed(void **state)
{
    (void)state;
    assert_int_equal(count_in("exp r1.x, cb0[0].x\nmov r0.x, l(1)\n" STORE, "exp", false), 0);
}

static void equal_computations_are_made_once(void **state)
{
    (void)state;
    const char *code =
        "mul r0.x, cb0[0].x, cb0[0].y\nmul r0.y, cb0[0].x, cb0[0].y\nadd r0.x, r0.x, r0.y\n" STORE;
    assert_int_equal(count_in(code, " = mul", false), 1);
}

static void sums_with_constants_in_other_places_are_equal(void **state)
{
    (void)state;
    assert_int_equal(count_in("iadd r0.x, vThreadID.x, l(3)\n"
                              "iadd r0.y, vThreadID.y, l(64)\n"
                              "iadd r0.x, r0.x, r0.y\n"
                              "iadd r0.z, vThreadID.y, vThreadID.x\n"
                              "iadd r0.z, r0.z, l(67)\n"
                              "ld_structured r1.x, r0.x, l(0), t0.x\n"
                              "ld_structured r1.y, r0.z, l(0), t0.x\n"
                              "store_structured u0.xy, vThreadID.x, l(0), r1.xyxx\nret\n",
                              " = load", false),
                     1);
}

/* In the orders in which compilers add it to a row: row + group * size + thread. */
static void sums_of_group_and_thread_are_the_thread(void **state)
{
    (void)state;
    static const char row[] = "imul null, r0.x, cb0[0].x, vThreadID.y\n";
    static const char *const sums[] = {
        "imad r0.x, vThreadGroupID.x, l(64), vThreadIDInGroup.x\n",
        "imad r0.x, vThreadGroupID.x, l(64), r0.x\niadd r0.x, r0.x, vThreadIDInGroup.x\n",
        "iadd r0.x, r0.x, vThreadIDInGroup.x\nishl r0.y, vThreadGroupID.x, l(6)\niadd r0.x, r0.x, r0.y\n",
        "ishl r0.y, vThreadGroupID.x, l(6)\nimad r0.x, r0.x, l(3), r0.y\niadd r0.x, r0.x, vThreadIDInGroup\n",
    };
    char code[512];
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        snprintf(code, sizeof code, "%s%s" STORE, row, sums[i]);
        assert_int_equal(count_in(code, "vThreadGroupID", false), 0);
        assert_int_equal(count_in(code, "vThreadIDInGroup", false), 0);
    }
    assert_int_equal(
        count_in("imad r0.x, vThreadGroupID.x, l(32), vThreadIDInGroup.x\n" STORE, "vThreadGroupID", false),
        1);
    assert_int_equal(
        count_in("imad r0.x, vThreadGroupID.y, l(64), vThreadIDInGroup.x\n" STORE, "vThreadGroupID", false),
        1);
}

static void selections_among_selections_by_one_condition_are_one(void **state)
{
    (void)state;
    const char *code = "movc r0.x, vThreadID.x, cb0[0].x, cb0[0].y\n"
                       "movc r0.y, vThreadID.x, cb0[0].z, cb0[0].w\n"
                       "movc r0.x, vThreadID.x, r0.x, r0.y\n" STORE;
    assert_int_equal(count_in(code, " = movc", false), 1);
    assert_int_equal(count_in(code, " = cb", false), 2);
}

static void loads_are_made_once_until_a_store_may_change_them(void **state)
{
    (void)state;
    const char *twice = "ld_structured r0.x, vThreadID.x, l(0), u0.x\n"
                        "ld_structured r0.y, vThreadID.x, l(0), u0.x\nadd r0.x, r0.x, r0.y\n" STORE;
    const char *between = "ld_structured r0.x, vThreadID.x, l(0), u0.x\n"
                          "store_structured u0.x, vThreadID.y, l(0), r0.x\n"
                          "ld_structured r0.y, vThreadID.x, l(0), u0.x\nadd r0.x, r0.x, r0.y\n" STORE;
    const char *elsewhere = "ld_structured r0.x, vThreadID.x, l(0), u0.x\n"
                            "store_structured u1.x, vThreadID.y, l(0), r0.x\n"
                            "ld_structured r0.y, vThreadID.x, l(0), u0.x\nadd r0.x, r0.x, r0.y\n" STORE;
    assert_int_equal(count_in(twice, "load u0", false), 1);
    assert_int_equal(count_in(between, "load u0", false), 2);
    assert_int_equal(count_in(elsewhere, "load u0", false), 1);
    assert_int_equal(count_in(elsewhere, "load u0", true), 2);
}

static void a_loop_that_stores_loads_anew(void **state)
{
    (void)state;
    const char *code =
        "ld_structured r0.x, l(0), l(0), u0.x\nmov r1.x, l(0)\nloop\n"
        "uge r1.y, r1.x, l(99)\nbreakc_nz r1.y\nld_structured r0.y, l(0), l(0), u0.x\n"
        "iadd r0.x, r0.x, r0.y\nstore_structured u0.x, r1.x, l(0), r0.x\niadd r1.x, r1.x, l(1)\n"
        "endloop\n" STORE;
    assert_int_equal(count_in(code, "load u0", false), 2);
}

/* Loops that count to a constant are unrolled, unless they make too many iterations or too much code. */
static void short_loops_are_unrolled(void **state)
{
    (void)state;
#define COUNTS_TO(LIMIT, BODY)                                                                               \
    "mov r0.xy, l(0, 0, 0, 0)\nloop\nuge r0.z, r0.x, l(" LIMIT ")\nbreakc_nz r0.z\n"                         \
    "imad r1.x, vThreadID.x, l(8), r0.x\nld_structured r1.x, r1.x, l(0), t0.x\n" BODY                        \
    "iadd r0.y, r0.y, r1.x\niadd r0.x, r0.x, l(1)\nendloop\nmov r0.x, r0.y\n" STORE
#define DEPENDENT_LOADS                                                                                      \
    "ld_structured r1.x, r1.x, l(4), t0.x\nld_structured r1.x, r1.x, l(8), t0.x\n"                           \
    "ld_structured r1.x, r1.x, l(12), t0.x\nld_structured r1.x, r1.x, l(0), t0.x\n"
    assert_int_equal(count_in(COUNTS_TO("8", ""), "load t0", false), 8);
    assert_int_equal(count_in(COUNTS_TO("20", ""), "load t0", false), 1);
    assert_int_equal(
        count_in(COUNTS_TO("15", DEPENDENT_LOADS DEPENDENT_LOADS DEPENDENT_LOADS), "load t0", false), 13);
}

static void words_outside_a_structure_do_not_exist(void **state)
{
    (void)state;
    const char *code = "ld_structured r0.xy, vThreadID.x, l(12), u0.xyxx\niadd r0.x, r0.x, r0.y\n"
                       "store_structured u0.xyzw, vThreadID.x, l(8), r0.xxxx\n" STORE;
    assert_int_equal(count_in(code, "load u0", false), 1);
    assert_int_equal(count_in(code, "store u0", false), 2);
}

static void clamped_and_wrapped_coordinates_are_speculated_to_be_contiguous(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        unsigned rows;
    } cases[] = {
        {"iadd r0.y, vThreadID.x, l(-1)\nimax r0.x, r0.y, l(0)\n" STORE, 1},
        {"and r0.x, vThreadID.x, l(255)\n" STORE, 0}, /* affine: warps are aligned */
        {"udiv null, r0.x, vThreadID.x, l(100)\n" STORE, 1},
        {"ult r0.y, vThreadID.x, l(5)\niadd r0.x, vThreadID.x, l(7)\n"
         "movc r0.x, r0.y, vThreadID.x, r0.x\n" STORE,
         1},
        {"and r0.x, vThreadID.x, l(3)\n" STORE, 1},    /* in rows of 4 lanes */
        {"and r0.x, vThreadID.x, l(0xfe)\n" STORE, 0}, /* has gaps */
        {"ld_structured r0.x, vThreadID.x, l(0), u0.xxxx\n" STORE, 0},
    };
    for (size_t i = 0; i < BASE_COUNT(cases); i++)
        assert_int_equal(count_in(cases[i].code, "speculated +1", false), cases[i].rows);
}

/* As compilers spell i / 18 and i % 18 of signed numbers. */
static void signed_divisions_of_threads_numbers_have_no_signs(void **state)
{
    (void)state;
    const char *code =
        "and r0.y, vThreadID.x, l(0x80000000)\nineg r0.z, vThreadID.x\nimax r0.z, r0.z, vThreadID.x\n"
        "udiv r1.x, r1.y, r0.z, l(18)\nineg r1.z, r1.y\nmovc r1.y, r0.y, r1.z, r1.y\n"
        "xor r0.w, vThreadID.x, l(18)\nand r0.w, r0.w, l(0x80000000)\nineg r1.z, r1.x\n"
        "movc r1.x, r0.w, r1.z, r1.x\nimad r0.x, r1.x, l(100), r1.y\n" STORE;
    static const char *const gone[] = {"imax", "ineg", "movc", "and "};
    for (size_t i = 0; i < BASE_COUNT(gone); i++)
        assert_int_equal(count_in(code, gone[i], false), 0);
    const char *negative = "iadd r0.y, vThreadID.x, l(-1)\nineg r0.z, r0.y\nimax r0.x, r0.z, r0.y\n" STORE;
    assert_int_equal(count_in(negative, "imax", false), 1);
}

static void addresses_of_threads_are_affine(void **state)
{
    (void)state;
    const char *code = "imad r0.x, vThreadID.x, l(3), cb0[0].x\niadd r0.x, r0.x, l(5)\n" STORE;
    assert_int_equal(count_in(code, "affine +3", false), 2);
}

static void values_of_the_group_are_uniform(void **state)
{
    (void)state;
    const char *code = "iadd r0.x, vThreadGroupID.x, cb0[0].x\n" STORE;
    assert_int_equal(count_in(code, "uniform group", false), 1);
}

static void lanes_that_leave_a_loop_at_different_times_are_varying_after_it(void **state)
{
    (void)state;
    const char *code = "mov r0.x, l(0)\nloop\nuge r0.y, r0.x, vThreadID.x\nbreakc_nz r0.y\n"
                       "iadd r0.x, r0.x, l(1)\nendloop\n" STORE;
    struct lowered l;
    lower(&l, code, false);
    /* of the loop */
    assert_non_null(strstr(l.text.text, "loop @1 divergent"));
    assert_non_null(strstr(l.text.text, "; uniform warp")); /* the counter inside */
    const char *last = strstr(l.text.text, "store u1");
    assert_non_null(last);
    while (*last != '%')
        last--;
    while (last > l.text.text && last[-1] != '\n')
        last--;
    assert_non_null(strstr(last, "varying"));
    drop(&l);
}

static void constant_elements_of_x_are_values(void **state)
{
    (void)state;
    const char *values = "mov x0[1].x, cb0[0].x\nmov r0.x, x0[1].x\n" STORE;
    const char *array = "mov x0[1].x, cb0[0].x\nmov r0.x, x0[vThreadID.x].x\n" STORE;
    assert_int_equal(count_in(values, "xread", false), 0);
    assert_int_equal(count_in(array, "xread", false), 1);
}

#define UNPACKED_Y "ushr r2.xyzw, r1.yyyy, l(0, 8, 16, 24)\nand r2.xyzw, r2.xyzw, l(255, 255, 255, 255)\n"

/* The number of operations `op` if the bytes of two words are computed with and the results are packed. */
static unsigned operations_on_bytes(const char *op, const char *compute, const char *pack)
{
    struct strbuf code = {0};
    strbuf_printf(&code,
                  "ld_structured r1.xy, vThreadID.x, l(0), t0.xyxx\n"
                  "ubfe r0.xyzw, l(8, 8, 8, 8), l(0, 8, 16, 24), r1.xxxx\n" UNPACKED_Y "%s%s" STORE,
                  compute, pack);
    unsigned count = count_in(code.text, op, false);
    strbuf_free(&code);
    return count;
}

static void bytes_of_packed_words_share_operations(void **state)
{
    (void)state;
    const char *sum = "imad r0.xyzw, r2.xyzw, l(3, 3, 3, 3), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(2, 2, 2, 2)\n";
    const char *shifts = "ishl r0.yzw, r0.yyzw, l(0, 8, 16, 24)\n";
    const char *in_order = "or r0.x, r0.x, r0.y\nor r0.x, r0.x, r0.z\nor r0.x, r0.x, r0.w\n",
               *in_pairs = "iadd r0.xy, r0.xyxx, r0.zwzz\niadd r0.x, r0.x, r0.y\n",
               *by_products = "imad r0.x, r0.y, l(256), r0.x\nimad r0.x, r0.z, l(0x10000), r0.x\n"
                              "imad r0.x, r0.w, l(0x1000000), r0.x\n",
               *inserted = "bfi r0.x, l(8), l(8), r0.y, r0.x\nbfi r0.x, l(8), l(16), r0.z, r0.x\n"
                           "bfi r0.x, l(8), l(24), r0.w, r0.x\n";
    const char *packs[] = {in_order, in_pairs};
    for (unsigned i = 0; i < 2; i++) {
        char pack[256];
        snprintf(pack, sizeof pack, "%s%s", shifts, packs[i]);
        assert_int_equal(operations_on_bytes("imad", sum, pack), 2);
        assert_int_equal(operations_on_bytes(", 0x00ff00ff ", sum, pack), 6);
    }
    assert_int_equal(operations_on_bytes("imad", sum, by_products), 2);
    assert_int_equal(operations_on_bytes("imad", sum, inserted), 2);
}

static void bytes_are_found_in_several_forms(void **state)
{
    (void)state;
    const char
        *compute = "imad r0.xyzw, r2.xyzw, l(3, 3, 3, 3), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(2, 2, 2, 2)\n",
        *pack = "ishl r0.yzw, r0.yyzw, l(0, 8, 16, 24)\niadd r0.xy, r0.xyxx, r0.zwzz\nor r0.x, r0.x, r0.y\n";
    const char *forms[] = {
        "and r2.xyzw, r1.yyyy, l(255, 0xff00, 0xff0000, 0xff000000)\n"
        "ushr r2.xyzw, r2.xyzw, l(0, 8, 16, 24)\n",
        "ishl r2.xyzw, r1.yyyy, l(24, 16, 8, 0)\nushr r2.xyzw, r2.xyzw, l(24, 24, 24, 24)\n",
        "ubfe r2.xyzw, l(16, 16, 16, 16), l(0, 8, 16, 16), r1.yyyy\n"
        "ushr r2.w, r2.w, l(8)\nand r2.xyz, r2.xyzx, l(255, 255, 255, 0)\n"};
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        char code[512];
        snprintf(code, sizeof code, "%s%s", forms[i], compute);
        assert_int_equal(operations_on_bytes("imad", code, pack), 2);
    }
}

/* Numbers that may reach 2^16, fields that are not 16 bits apart, and bits in common. */
static void bytes_that_do_not_fit_are_computed_apart(void **state)
{
    (void)state;
    const char
        *sum = "imad r0.xyzw, r2.xyzw, l(3, 3, 3, 3), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(2, 2, 2, 2)\n",
        *large =
            "imad r0.xyzw, r2.xyzw, l(257, 257, 257, 257), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(9, 9, 9, 9)\n",
        *mixed = "imad r0.xyzw, r2.xyxy, l(3, 3, 3, 3), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(2, 2, 2, 2)\n",
        *uneven = "imad r0.xyzw, r2.xyzw, l(3, 3, 5, 5), r0.xyzw\nushr r0.xyzw, r0.xyzw, l(3, 3, 3, 3)\n",
        *wide = "imad r0.xyzw, r2.xyzw, l(3, 3, 3, 3), r0.xyzw\n";
    const char *
        pack = "ishl r0.yzw, r0.yyzw, l(0, 8, 16, 24)\niadd r0.xy, r0.xyxx, r0.zwzz\niadd r0.x, r0.x, r0.y\n",
       *chain = "ishl r0.yzw, r0.yyzw, l(0, 8, 16, 24)\niadd r0.x, r0.x, r0.y\niadd r0.x, r0.x, r0.z\n"
                "iadd r0.x, r0.x, r0.w\n";
    assert_int_equal(operations_on_bytes("imad", sum, pack), 2);
    assert_int_equal(operations_on_bytes("imad", mixed, pack), 4);
    assert_int_equal(operations_on_bytes("imad", large, pack), 4);
    assert_int_equal(operations_on_bytes("imad", uneven, pack), 4);
    assert_int_equal(operations_on_bytes("imad", sum, chain), 2);
    assert_int_equal(operations_on_bytes("imad", wide, chain), 4);
}

/* Twice the program is about twice the values. */
static uint32_t values_of(unsigned blocks)
{
    struct strbuf code = {0};
    struct lowered l;
    strbuf_add(&code, "mov r0.xy, cb0[3].xyxx\n");
    for (unsigned i = 0; i < blocks; i++)
        strbuf_printf(&code,
                      "ult r1.x, r0.x, cb0[%u].x\nif_nz r1.x\niadd r0.x, r0.x, r0.y\nelse\n"
                      "imul null, r0.y, r0.x, l(%u)\nendif\n",
                      i % 4, 2 * i + 3);
    strbuf_add(&code, STORE);
    lower(&l, code.text, false);
    uint32_t count = l.function->value_count;
    drop(&l);
    strbuf_free(&code);
    return count;
}

static void cost_grows_with_the_program(void **state)
{
    (void)state;
    uint32_t once = values_of(500), twice = values_of(1000);
    assert_in_range(twice, once, 2 * once + 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_folded),
        cmocka_unit_test(comparisons_that_ranges_decide_are_folded),
        cmocka_unit_test(both_results_of_constants_are_folded),
        cmocka_unit_test(unused_values_are_removed),
        cmocka_unit_test(equal_computations_are_made_once),
        cmocka_unit_test(sums_with_constants_in_other_places_are_equal),
        cmocka_unit_test(sums_of_group_and_thread_are_the_thread),
        cmocka_unit_test(selections_among_selections_by_one_condition_are_one),
        cmocka_unit_test(loads_are_made_once_until_a_store_may_change_them),
        cmocka_unit_test(a_loop_that_stores_loads_anew),
        cmocka_unit_test(short_loops_are_unrolled),
        cmocka_unit_test(words_outside_a_structure_do_not_exist),
        cmocka_unit_test(signed_divisions_of_threads_numbers_have_no_signs),
        cmocka_unit_test(addresses_of_threads_are_affine),
        cmocka_unit_test(clamped_and_wrapped_coordinates_are_speculated_to_be_contiguous),
        cmocka_unit_test(values_of_the_group_are_uniform),
        cmocka_unit_test(lanes_that_leave_a_loop_at_different_times_are_varying_after_it),
        cmocka_unit_test(constant_elements_of_x_are_values),
        cmocka_unit_test(selections_that_a_branch_decides_are_removed),
        cmocka_unit_test(bytes_of_packed_words_share_operations),
        cmocka_unit_test(bytes_are_found_in_several_forms),
        cmocka_unit_test(bytes_that_do_not_fit_are_computed_apart),
        cmocka_unit_test(cost_grows_with_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
