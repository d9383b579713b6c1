/* Which loads move before a loop's `continue` (ir_hoist.c). */
#include "ir/ir_facts.h"

#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

/* A loop over r0.x from `first` to r0.y, which begins with a word of t0 at r0.x; `body` may continue. */
#define LOOP(first, body)                                                                                    \
    "cs_5_0\ndcl_resource_structured t0, 4\ndcl_resource_structured t1, 4\ndcl_resource_structured t2, 8\n"  \
    "dcl_resource_buffer (uint,uint,uint,uint) t3\ndcl_uav_structured u0, 4\ndcl_input "                     \
    "vThreadID.x\ndcl_temps 3\ndcl_thread_group 64, 1, 1\n"                                                  \
    "iadd r0.x, vThreadID.x, l(1)\nld_structured r0.y, r0.x, l(0), t2.x\n"                                   \
    "ld_structured r0.x, vThreadID.x, l(4), t2.x\n" first "mov r1.x, l(0)\nloop\nuge r0.z, r0.x, r0.y\n"     \
    "breakc_nz r0.z\nld_structured r1.y, r0.x, l(0), t0.x\nieq r0.z, r1.y, l(3)\n" body                      \
    "iadd r0.x, r0.x, l(1)\nendloop\nstore_structured u0.x, vThreadID.x, l(0), r1.x\nret\n"
#define SKIP(body)         "if_nz r0.z\n" body "iadd r0.x, r0.x, l(1)\ncontinue\nendif\n"
#define ADD(source, index) "ld_structured r1.z, " index ", l(0), " source ".x\niadd r1.x, r1.x, r1.z\n"

/* Loads of one word each before the node with the loop's first `continue`, and in or after that node. */
struct loads {
    unsigned before, after;
};

static bool is_load(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_TEXEL;
}

static unsigned count_loads(const struct ir_function *f, const struct ir_list *list, uint32_t first,
                            uint32_t end)
{
    unsigned count = 0;
    for (uint32_t i = first; i < end; i++) {
        uint32_t item = list->items[i];
        const struct ir_list *inner = &f->nodes[item & ~IR_NODE_BIT].bodies[0];
        count += item & IR_NODE_BIT ? count_loads(f, inner, 0, inner->count) : is_load(&f->values[item]);
    }
    return count;
}

static bool continues_at(const struct ir_function *f, const struct ir_list *list, uint32_t i, uint32_t loop)
{
    return list->items[i] & IR_NODE_BIT && ir_continues(f, list->items[i] & ~IR_NODE_BIT, loop);
}

static struct loads loads_of(const char *text)
{
    struct sm5_program *program;
    struct ir_function *f;
    const struct ir_options options = {0};
    uint32_t loop = 1, end = 0;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    while (f->nodes[loop].kind != IR_LOOP)
        loop++;
    const struct ir_list *list = &f->nodes[loop].bodies[0];
    while (!continues_at(f, list, end, loop))
        end++;
    const struct loads loads = {count_loads(f, list, 0, end), count_loads(f, list, end, list->count)};
    ir_free(f);
    sm5_program_free(program);
    return loads;
}

static void expect(const char *text, unsigned before, unsigned after)
{
    struct loads loads = loads_of(text);
    assert_int_equal(loads.before, before);
    assert_int_equal(loads.after, after);
}

/* Both paths load the word: once is enough. */
static void of_both_paths(void **state)
{
    (void)state;
    expect(LOOP("", SKIP(ADD("t1", "r0.x")) ADD("t1", "r0.x")), 2, 0);
}

static void of_the_path_after_it(void **state)
{
    (void)state;
    expect(LOOP("", SKIP("") ADD("t1", "r0.x")), 2, 0);
    expect(LOOP("", SKIP("") SKIP("") ADD("t1", "r0.x")), 2, 0);
}

static void of_typed_buffers(void **state)
{
    (void)state;
    expect(LOOP("", SKIP("") "ld r1.z, r0.xxxx, t3.yzxw\niadd r1.x, r1.x, r1.z\n"), 2, 0);
}

/* Only the skipped elements: the others do not need the word. */
static void of_the_skipped_elements_remain(void **state)
{
    (void)state;
    expect(LOOP("", SKIP(ADD("t1", "r0.x"))), 1, 1);
}

/* All threads load the same word: a scalar. */
static void by_common_counters_remain(void **state)
{
    (void)state;
    expect(LOOP("mov r0.x, l(0)\n", SKIP("") ADD("t1", "r0.x")), 1, 1);
}

static void by_loaded_numbers_remain(void **state)
{
    (void)state;
    expect(LOOP("", SKIP("") ADD("t1", "r1.y")), 1, 1);
}

static void of_memory_that_changes_remain(void **state)
{
    (void)state;
    expect(LOOP("", SKIP("") ADD("u0", "r0.x")), 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_both_paths),
        cmocka_unit_test(of_the_path_after_it),
        cmocka_unit_test(of_typed_buffers),
        cmocka_unit_test(of_the_skipped_elements_remain),
        cmocka_unit_test(by_common_counters_remain),
        cmocka_unit_test(by_loaded_numbers_remain),
        cmocka_unit_test(of_memory_that_changes_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
