/* Which groups may be merged: a thread may wait in a loop for what a thread of another group stores. */
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

#include "jit/jit.h"

#define HEAD                                                                                                 \
    "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_uav_structured u0, 4\ndcl_uav_structured u1, " \
    "4\n"                                                                                                    \
    "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\nmov r0.x, l(0)\n"
#define LOOP(body) "loop\nuge r0.y, r0.x, cb0[0].x\nbreakc_nz r0.y\n" body "iadd r0.x, r0.x, l(1)\nendloop\n"
#define LOAD       "ld_structured r1.x, r0.x, l(0), u0.x\n"
#define STORE      "store_structured u0.x, vThreadID.x, l(0), r1.x\n"
#define ADD        "atomic_iadd u1, vThreadID.xxxx, l(1)\n"

/* How many groups of 64 threads are merged to have 16 warps of 8. */
static uint32_t merged(const char *text, unsigned how)
{
    struct sm5_program *program = NULL;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    uint32_t count = jit_groups_lengthen(program, how, 8, 16).merge;
    sm5_program_free(program);
    return count;
}

static void loads_in_loops_need_a_proof(void **state)
{
    (void)state;
    const char *text = HEAD LOOP(LOAD) STORE "ret\n";
    assert_int_equal(merged(text, 0), 1);
    assert_int_equal(merged(text, JIT_GROUPS_DISJOINT), 1);
    assert_int_equal(merged(text, JIT_GROUPS_DISJOINT | JIT_GROUPS_PROVED), 2);
    assert_int_equal(merged(HEAD LOAD LOOP("") STORE "ret\n", 0), 2);
}

/* The proof is of loads and stores. */
static void atomics_are_not_proved(void **state)
{
    (void)state;
    const char *text = HEAD LOOP(LOAD) ADD STORE "ret\n";
    assert_int_equal(merged(text, JIT_GROUPS_DISJOINT | JIT_GROUPS_PROVED), 1);
    assert_int_equal(merged(HEAD LOAD LOOP("") ADD STORE "ret\n", JIT_GROUPS_DISJOINT), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loads_in_loops_need_a_proof),
                                       cmocka_unit_test(atomics_are_not_proved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
