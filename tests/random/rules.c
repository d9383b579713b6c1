/* Random programs break no rule that prevents a run. */
#include "random/gen.h"
#include "random/random_coverage.h"
#include "random/run.h"
#include "sm5/sm5.h"
#include "test.h"

enum { PROGRAMS = 2000 };

static void judge(const struct prog *prog, struct sm5_diags *diags)
{
    const struct sm5_validate_options options = {.before_run = true};
    struct strbuf text = {0};
    struct sm5_program *program;
    prog_text(prog, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, diags), SM5_OK);
    if (sm5_validate(program, &options, diags)) {
        const struct sm5_diag *first = sm5_diags_at(diags, 0);
        fail_msg("seed %llu: %s: %s: %s", (unsigned long long)prog->seed, first->code, first->message,
                 first->source_line ? first->source_line : "");
    }
    sm5_program_free(program);
    strbuf_free(&text);
}

static void random_programs_break_no_rule(void **state)
{
    (void)state;
    struct sm5_diags *diags = sm5_diags_new();
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        gen_program(&prog, seed);
        judge(&prog, diags);
        prog_free(&prog);
    }
    sm5_diags_free(diags);
}

/* Nothing in them is undefined: the checker has no finding. Few contain none of the rows that are left out. */
static void portable_programs_are_clean(void **state)
{
    (void)state;
    enum { CHECKED = 300 };
    static const struct gen_without without = {.opcodes = {[ISA_FTOU] = true, [ISA_BUFINFO] = true}};
    static struct coverage coverage;
    for (uint64_t seed = 1; seed <= CHECKED; seed++) {
        struct prog prog;
        gen_portable_program(&prog, seed, &without);
        coverage_add(&coverage, &prog);
        if (run_finding_kinds(&prog, &(struct run_setup){0}) != 0)
            fail_msg("seed %llu has a finding", (unsigned long long)seed);
        prog_free(&prog);
    }
    assert_int_equal(coverage.rows[ISA_FTOU] + coverage.rows[ISA_BUFINFO] + coverage.rows[ISA_RSQ] +
                         coverage.rows[ISA_DADD] + coverage.rows[ISA_CALL],
                     0);
    assert_true(coverage.rows[ISA_MAD] && coverage.rows[ISA_DP4] && coverage.rows[ISA_FTOI] &&
                coverage.rows[ISA_UDIV] && coverage.rows[ISA_ATOMIC_IADD]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs_break_no_rule),
                                       cmocka_unit_test(portable_programs_are_clean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
