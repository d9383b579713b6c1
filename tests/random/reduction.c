/* The runner detects an engine with one wrong row, and the reducer removes nearly everything but that row. */
#include <stdlib.h>

#include "program/program.h"
#include "random/random_oracle.h"
#include "random/random_reduce.h"
#include "test.h"
#include "wrong_row.h"

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
        table.op[opcode] = wrong_row;
        if (!find_failing(&prog, GEN_COMPUTE, &setup, &outcome))
            fail_msg("%s", isa_op(opcode)->mnemonic);
        prog_free(&prog);
    }
}

static struct sm5_program *read_program(const struct prog *prog)
{
    struct sm5_program *program;
    struct strbuf text = {0};
    prog_text(prog, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    strbuf_free(&text);
    return program;
}

/* One instruction is the wrong row, and `most` are others. */
static void expect_little(const struct prog *prog, uint16_t opcode, unsigned most)
{
    struct sm5_program *program = read_program(prog);
    unsigned rows = 0, others = 0;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (isa_is_executable(program->instrs[i].opcode))
            *(program->instrs[i].opcode == opcode ? &rows : &others) += 1;
    }
    sm5_program_free(program);
    assert_int_equal(rows, 1);
    assert_in_range(others, 0, most);
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
        table.op[rows[i]] = wrong_row;
        assert_true(find_failing(&prog, GEN_COMPUTE, &setup, &outcome));
        reduce_program(&prog, &setup, &outcome);
        assert_int_equal(outcome.verdict, RUN_DIFFERS);
        expect_little(&prog, rows[i], 5);
        assert_in_range(prog_threads(&prog), 1, 2);
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
        table.op[ISA_MAD] = wrong_row;
        assert_true(find_failing(&prog, (enum gen_kind)kind, &setup, &outcome));
        reduce_program(&prog, &setup, &outcome);
        assert_int_equal(outcome.verdict, RUN_DIFFERS);
        expect_little(&prog, ISA_MAD, 8);
        assert_in_range(prog_records(&prog), 0, 9); /* a patch, a quad */
        prog_free(&prog);
    }
}

/* ---- what reduction keeps ---- */

static uint32_t right_configs(void)
{
    uint32_t configs = 0;
    for (unsigned i = 0; run_config_name(i); i++)
        if (str_starts(run_config_name(i), "interp"))
            configs |= 1u << i;
    return configs;
}

/* Right engines agree on the reduced program, in any order of its threads. */
static void expect_determined(const struct prog *prog)
{
    const struct run_setup right = {.configs = right_configs()};
    struct oracle_report report;
    struct run_outcome outcome;
    run_program(prog, &right, &outcome);
    if (outcome.verdict != RUN_AGREES)
        fail_msg("seed %llu: %s", (unsigned long long)prog->seed, outcome.message);
    oracle_watch(prog, &report);
    if (report.clashes)
        fail_msg("seed %llu races", (unsigned long long)prog->seed);
}

/* Programs whose addresses are wrong: many candidates race. */
static void reduced_programs_do_not_race(void **state)
{
    (void)state;
    enum { PROGRAMS = 40 };
    struct lane_table table = *lane_table_best();
    const struct run_setup setup = {.configs = 1, .extra = &table};
    unsigned reduced = 0;
    table.op[ISA_IMAD] = table.op[ISA_UDIV] = wrong_row;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct run_outcome outcome;
        struct prog prog;
        gen_program(&prog, seed);
        run_program(&prog, &setup, &outcome);
        if (outcome.verdict == RUN_DIFFERS) {
            reduce_program(&prog, &setup, &outcome);
            expect_determined(&prog);
            reduced++;
        }
        prog_free(&prog);
    }
    assert_in_range(reduced, PROGRAMS / 2, PROGRAMS);
}

/* Portable programs have no finding at all. */
static void reduced_programs_stay_portable(void **state)
{
    (void)state;
    struct lane_table table = *lane_table_best();
    const struct run_setup setup = {.configs = 1, .extra = &table};
    unsigned reduced = 0;
    table.op[ISA_IMAD] = wrong_row;
    for (uint64_t seed = 1; reduced < 10; seed++) {
        struct run_outcome outcome;
        struct prog prog;
        gen_portable_program(&prog, seed, NULL);
        run_program(&prog, &setup, &outcome);
        if (outcome.verdict == RUN_DIFFERS) {
            reduce_program(&prog, &setup, &outcome);
            assert_int_equal(run_finding_kinds(&prog, &setup), 0);
            reduced++;
        }
        prog_free(&prog);
    }
}

static void reduction_is_reproducible(void **state)
{
    (void)state;
    struct strbuf texts[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct lane_table table = *lane_table_best();
        const struct run_setup setup = {.configs = 1, .extra = &table};
        struct run_outcome outcome;
        struct prog prog;
        table.op[ISA_UDIV] = wrong_row;
        assert_true(find_failing(&prog, GEN_COMPUTE, &setup, &outcome));
        reduce_program(&prog, &setup, &outcome);
        prog_text(&prog, &texts[i]);
        prog_free(&prog);
    }
    assert_string_equal(strbuf_text(&texts[0]), strbuf_text(&texts[1]));
    strbuf_free(&texts[0]);
    strbuf_free(&texts[1]);
}

static void crash(const struct lane_args *args)
{
    (void)args;
    abort();
}

static void a_crash_is_reduced_in_processes(void **state)
{
    (void)state;
    struct lane_table table = *lane_table_best();
    const struct run_setup setup = {.configs = 1, .extra = &table, .isolate = true};
    struct run_outcome outcome;
    struct prog prog;
    table.op[ISA_DP3] = crash;
    assert_true(find_failing(&prog, GEN_COMPUTE, &setup, &outcome));
    reduce_program(&prog, &setup, &outcome);
    assert_string_equal(outcome.message, "extra: Aborted");
    expect_little(&prog, ISA_DP3, 2);
    prog_free(&prog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_row_is_found),
        cmocka_unit_test(little_but_the_wrong_row_is_left),
        cmocka_unit_test(programs_of_all_stages_are_reduced),
        cmocka_unit_test(reduced_programs_do_not_race),
        cmocka_unit_test(reduced_programs_stay_portable),
        cmocka_unit_test(reduction_is_reproducible),
        cmocka_unit_test(a_crash_is_reduced_in_processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
