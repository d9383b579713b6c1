/* Which words at byte addresses code loads at once (ir_unaligned.c, ir_bytes.c). */
#include "ir/ir_facts.h"

#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

/* The word at byte r1.x of t0, or of the structures t1: r2.x is the word that contains it, r2.y the next one, r1.w the shift. */
#define PROGRAM(body)                                                                                        \
    "cs_5_0\ndcl_resource_raw t0\ndcl_resource_structured t1, 4\ndcl_uav_raw u0\ndcl_uav_structured u1, "    \
    "4\ndcl_input vThreadID.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\nimul null, r1.x, vThreadID.x, "       \
    "l(3)\nand r1.y, r1.x, l(3)\nishl r1.w, r1.y, l(3)\nineg r1.z, r1.w\niadd r1.z, r1.z, l(32)\n" body      \
    "store_structured u1.x, vThreadID.x, l(0), r3.x\nret\n"
#define LOW(view)    "and r0.x, r1.x, l(-4)\nld_raw r2.x, r0.x, " view ".x\n"
#define HIGH(view)   "iadd r0.y, r0.x, l(4)\nld_raw r2.y, r0.y, " view ".x\n"
#define JOIN         "ushr r3.x, r2.x, r1.w\nishl r3.y, r2.y, r1.z\nor r3.x, r3.x, r3.y\n"
#define SELECT       "movc r3.x, r1.w, r3.x, r2.x\n"
#define BRANCH(high) "mov r3.x, r2.x\nif_nz r1.y\n" high JOIN "endif\n"

struct found {
    unsigned words, branches, loads;
};

static struct found find(const char *text)
{
    struct sm5_program *program;
    struct ir_function *f;
    const struct ir_options options = {0};
    struct found found = {0};
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    assert_int_equal(ir_analyse(f, 16), SM5_OK);
    for (uint32_t i = 1; i < f->value_count; i++) {
        found.words += f->values[i].byte_next != 0;
        found.loads += f->values[i].kind == IR_LOAD && !f->values[i].is_folded;
    }
    for (uint32_t i = 1; i < f->node_count; i++)
        found.branches += f->nodes[i].kind == IR_IF && f->nodes[i].phis.count > 0;
    ir_free(f);
    sm5_program_free(program);
    return found;
}

static void expect(const char *text, unsigned words, unsigned branches, unsigned loads)
{
    struct found found = find(text);
    assert_int_equal(found.words, words);
    assert_int_equal(found.branches, branches);
    assert_int_equal(found.loads, loads);
}

static void by_selection(void **state)
{
    (void)state;
    expect(PROGRAM(LOW("t0") HIGH("t0") JOIN SELECT), 1, 0, 0);
}

static void by_branch(void **state)
{
    (void)state;
    expect(PROGRAM(LOW("t0") BRANCH(HIGH("t0"))), 1, 0, 0);
}

static void of_two_words_loaded_at_once(void **state)
{
    (void)state;
    expect(PROGRAM("and r0.x, r1.x, l(-4)\nld_raw r2.xy, r0.x, t0.xyxx\n" JOIN SELECT), 1, 0, 0);
}

static void of_structures(void **state)
{
    (void)state;
    expect(PROGRAM("ushr r0.x, r1.x, l(2)\nld_structured r2.x, r0.x, l(0), t1.x\niadd r0.y, r0.x, l(1)\n"
                   "ld_structured r2.y, r0.y, l(0), t1.x\n" JOIN SELECT),
           1, 0, 0);
}

/* What else uses a word needs its load. */
static void of_words_that_are_used_remain(void **state)
{
    (void)state;
    expect(PROGRAM(LOW("t0") HIGH("t0") JOIN SELECT "xor r3.x, r3.x, r2.y\n"), 0, 0, 2);
}

static void of_memory_that_changes_remain(void **state)
{
    (void)state;
    expect(PROGRAM(LOW("u0") BRANCH(HIGH("u0"))), 0, 1, 2);
}

static void with_a_branch_for_other_threads_remain(void **state)
{
    (void)state;
    expect(PROGRAM(LOW("t0") "mov r3.x, r2.x\nif_z r1.y\n" HIGH("t0") JOIN "endif\n"), 0, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_selection),
        cmocka_unit_test(by_branch),
        cmocka_unit_test(of_two_words_loaded_at_once),
        cmocka_unit_test(of_structures),
        cmocka_unit_test(of_words_that_are_used_remain),
        cmocka_unit_test(of_memory_that_changes_remain),
        cmocka_unit_test(with_a_branch_for_other_threads_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
