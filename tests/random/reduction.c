/* The runner detects an engine with one wrong row, and the reducer removes nearly everything but that row. */
#include <stdlib.h>

#include "numeric/lanes.h"
#include "random/gen.h"
#include "random/random_reduce.h"
#include "test.h"

/* A wrong row: its results are zeros. */
static void wrong(const struct lane_args *args)
{
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t i = 0; args->d[k] && i < args->n; i++)
            args->d[k][i] &= args->mask ? ~args->mask[i] : 0;
}

enum { MOST_PROGRAMS = 4000 };

/* The first program whose results differ between the two tables; false when there is none. */
static bool find(struct prog *prog, enum gen_kind kind, const struct run_setup *setup,
                 struct run_outcome *outcome)
{
    for (uint64_t seed = 1; seed <= MOST_PROGRAMS; seed++) {
        gen_program_of(prog, kind, seed);
        run_program(prog, setup, outcome);
        if (outcome->verdict == RUN_DIFFERS)
            return true;
        prog_free(prog);
    }
    return false;
}

static void every_wrong_row_is_found(void **state)
{
    (void)state;
    const struct lane_table *right = lane_table_best();
    for (unsigned opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        if (!right->op[opcode])
            continue;
        struct lane_table table = *right;
        struct run_setup setup = {.configs = 1, .extra = &table};
        struct run_outcome outcome;
        struct prog prog;
        table.op[opcode] = wrong;
        if (!find(&prog, GEN_COMPUTE, &setup, &outcome))
            fail_msg("%s", isa_op(opcode)->mnemonic);
        prog_free(&prog);
    }
}

struct census {
    unsigned rows, others;
    uint16_t opcode;
};

static void count(void *context, const struct prog_instr *instr)
{
    struct census *census = context;
    *(instr->opcode == census->opcode ? &census->rows : &census->others) += 1;
}

static void little_but_the_wrong_row_is_left(void **state)
{
    (void)state;
    static const uint16_t rows[] = {ISA_MAD, ISA_UBFE, ISA_DADD, ISA_SINCOS, ISA_MOVC};
    for (unsigned i = 0; i < BASE_COUNT(rows); i++) {
        struct lane_table table = *lane_table_best();
        struct run_setup setup = {.configs = 1, .extra = &table};
        struct run_outcome outcome;
        struct prog prog;
        struct census census = {.opcode = rows[i]};
        table.op[rows[i]] = wrong;
        assert_true(find(&prog, GEN_COMPUTE, &setup, &outcome));
        reduce_program(&prog, &setup, &outcome);
        assert_int_equal(outcome.verdict, RUN_DIFFERS);
        prog_each(&prog, count, &census);
        assert_int_equal(census.rows, 1);
        assert_in_range(census.others, 0, 12);
        prog_free(&prog);
    }
}

/* The same for every stage; the reduced program is valid. */
static void programs_of_all_stages_are_reduced(void **state)
{
    (void)state;
    for (unsigned kind = GEN_TEXTURE; kind < GEN_KINDS; kind++) {
        struct lane_table table = *lane_table_best();
        struct run_setup setup = {.configs = 1, .extra = &table, .rules = true};
        struct run_outcome outcome;
        struct prog prog;
        struct census census = {.opcode = ISA_MAD};
        table.op[ISA_MAD] = wrong;
        assert_true(find(&prog, (enum gen_kind)kind, &setup, &outcome));
        reduce_program(&prog, &setup, &outcome);
        assert_int_equal(outcome.verdict, RUN_DIFFERS);
        prog_each(&prog, count, &census);
        assert_int_equal(census.rows, 1);
        assert_in_range(census.others, 0, 20); /* phases are kept, with a ret each */
        prog_free(&prog);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_row_is_found),
        cmocka_unit_test(little_but_the_wrong_row_is_left),
        cmocka_unit_test(programs_of_all_stages_are_reduced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
