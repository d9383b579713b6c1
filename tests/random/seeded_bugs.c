/* Seeded bugs are at the recorded instructions. */
#include "random/gen.h"
#include "random/random_bug.h"
#include "test.h"

enum { PROGRAMS = 400 };

/* Mnemonic of instruction `number`, in the library's numbering. */
static void expect_text(const struct prog *prog, uint32_t number, const char *start)
{
    struct strbuf text = {0};
    struct sm5_program *program;
    struct sm5_blob line;
    prog_text(prog, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_instruction_text(program, number, &line), SM5_OK);
    const char *at = (const char *)line.data;
    at += strspn(at, " ");
    if (!str_starts(at, start))
        fail_msg("seed %llu: %u is %s", (unsigned long long)prog->seed, number, at);
    sm5_blob_free(&line);
    sm5_program_free(program);
    strbuf_free(&text);
}

static void expect_pair(const struct prog *prog, const struct seeded_bug *bug,
                        const struct oracle_report *report)
{
    struct oracle_pair wanted = bug->pairs[0];
    for (unsigned i = 0; i < report->pair_count; i++)
        if (report->pairs[i].first == wanted.first && report->pairs[i].second == wanted.second)
            return;
    fail_msg("seed %llu: no race of %u and %u", (unsigned long long)prog->seed, wanted.first, wanted.second);
}

typedef void judge(const struct prog *prog, const struct seeded_bug *bug, const struct oracle_report *report);

static void judge_race(const struct prog *prog, const struct seeded_bug *bug,
                       const struct oracle_report *report)
{
    assert_int_equal(report->outcome.verdict, RUN_AGREES);
    assert_int_equal(report->outside, 0);
    expect_pair(prog, bug, report);
}

static void judge_bounds(const struct prog *prog, const struct seeded_bug *bug,
                         const struct oracle_report *report)
{
    assert_int_equal(report->clashes, 0);
    assert_int_equal(report->outcome.verdict, RUN_AGREES);
    if (strcmp(bug->finding, "misaligned") == 0) {
        assert_int_equal(report->outside, 0);
        return;
    }
    if (report->outside == 0 || report->outside_instr != bug->pairs[0].first)
        fail_msg("seed %llu: instruction %u, not %u", (unsigned long long)prog->seed, report->outside_instr,
                 bug->pairs[0].first);
}

static void judge_uninitialised(const struct prog *prog, const struct seeded_bug *bug,
                                const struct oracle_report *report)
{
    assert_int_equal(report->outcome.verdict, RUN_AGREES);
    assert_int_equal(report->clashes + report->outside, 0);
    assert_int_equal(bug->pairs[0].first, bug->pairs[0].second + 1);
    (void)prog;
}

static void judge_barrier(const struct prog *prog, const struct seeded_bug *bug,
                          const struct oracle_report *report)
{
    assert_int_equal(report->outcome.status, SM5_ERR_PROGRAM);
    expect_text(prog, bug->pairs[0].first, "sync_g_t");
}

static void judge_many(enum bug_kind kind, judge *judge)
{
    unsigned seeded = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        struct seeded_bug bug;
        struct oracle_report report;
        if (seed_bug(&prog, seed, kind, &bug)) {
            seeded++;
            oracle_watch(&prog, &report);
            judge(&prog, &bug, &report);
        }
        prog_free(&prog);
    }
    assert_in_range(seeded, PROGRAMS / 2, PROGRAMS);
}

static void races(void **state)
{
    (void)state;
    judge_many(BUG_RACE, judge_race);
}

static void accesses_out_of_bounds(void **state)
{
    (void)state;
    judge_many(BUG_BOUNDS, judge_bounds);
}

static void registers_never_written(void **state)
{
    (void)state;
    judge_many(BUG_UNINITIALISED, judge_uninitialised);
}

static void barriers_that_threads_miss(void **state)
{
    (void)state;
    judge_many(BUG_BARRIER, judge_barrier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races),
        cmocka_unit_test(accesses_out_of_bounds),
        cmocka_unit_test(registers_never_written),
        cmocka_unit_test(barriers_that_threads_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
