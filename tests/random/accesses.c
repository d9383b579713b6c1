/* Memory accesses of generated programs. */
#include "random/gen.h"
#include "random/random_oracle.h"
#include "test.h"

enum { PROGRAMS = 5000 };

static void expect_clean(const struct prog *prog, bool inside)
{
    struct oracle_report report;
    oracle_watch(prog, &report);
    if (report.outcome.verdict != RUN_AGREES)
        fail_msg("seed %llu: %s", (unsigned long long)prog->seed, report.outcome.message);
    if (report.clashes)
        fail_msg("seed %llu: %u bytes race, the first at instructions %u and %u",
                 (unsigned long long)prog->seed, report.clashes, report.pairs[0].first,
                 report.pairs[0].second);
    if (inside && report.outside)
        fail_msg("seed %llu: instruction %u is out of bounds", (unsigned long long)prog->seed,
                 report.outside_instr);
}

static void programs_do_not_race(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        gen_program(&prog, seed);
        expect_clean(&prog, false);
        prog_free(&prog);
    }
}

static void clean_programs_stay_in_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        gen_clean_program(&prog, seed);
        expect_clean(&prog, true);
        prog_free(&prog);
    }
}

/* The oracle detects accesses out of bounds: most programs have some. */
static void other_programs_do_not(void **state)
{
    (void)state;
    unsigned outside = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        struct oracle_report report;
        gen_program(&prog, seed);
        oracle_watch(&prog, &report);
        outside += report.outside > 0;
        prog_free(&prog);
    }
    assert_in_range(outside, PROGRAMS / 2, PROGRAMS);
}

/* Without barriers many of the programs race. */
static void programs_without_their_barriers_race(void **state)
{
    (void)state;
    unsigned racing = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        struct oracle_report report;
        gen_program(&prog, seed);
        for (struct prog_node *node = prog.main.first; node; node = node->next)
            node->left_out = node->sync;
        oracle_watch(&prog, &report);
        racing += report.clashes > 0;
        prog_free(&prog);
    }
    assert_in_range(racing, PROGRAMS / 10, PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_do_not_race),
        cmocka_unit_test(clean_programs_stay_in_bounds),
        cmocka_unit_test(other_programs_do_not),
        cmocka_unit_test(programs_without_their_barriers_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
