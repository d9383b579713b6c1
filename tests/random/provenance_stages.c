/* sm5_why on random programs of stages: reads are the results of other steps, and the state is the same afterwards. */
#include "why/why.h"

#include <string.h>

#include "api/synthetic.h"
#include "debug/walk.h"
#include "random/gen.h"
#include "test.h"

enum { PROGRAMS = 100, ROWS = 4, COUNT = 40, MAX_STEPS = 100000 };

struct totals {
    size_t words, steps, links, neighbours, discards;
};

/* Words of registers and records have one name. */
static bool has_result(const struct sm5_why_step *step, const struct sm5_why_word *read)
{
    for (size_t i = 0; i < step->result_count; i++) {
        const struct sm5_value *result = &step->results[i].value;
        uint64_t mask = read->value.bytes == 8 && result->bytes == 8 ? UINT64_MAX : UINT32_MAX;
        if ((result->bits & mask) == (read->value.bits & mask) || result->bytes != read->value.bytes)
            return true;
    }
    return strchr("rxvom", read->value.name[0]) == NULL;
}

static void check_steps(const struct sm5_why *why, struct totals *totals)
{
    struct sm5_why_step step, from;
    for (size_t i = 0; sm5_why_at(why, i, &step); i++) {
        assert_non_null(step.item_name);
        totals->discards += step.result_count == 0 && !step.is_branch;
        totals->steps++;
        for (size_t k = 0; k < step.read_count; k++) {
            const struct sm5_why_word *read = &step.reads[k];
            assert_int_not_equal(read->source, SM5_WHY_CUT);
            totals->neighbours += read->is_neighbour;
            if (read->source != SM5_WHY_STEP)
                continue;
            assert_true(read->step < i && sm5_why_at(why, read->step, &from));
            totals->links++;
            assert_true(!read->is_neighbour || from.instance == read->instance);
            if (read->role != SM5_WHY_BRANCH && !has_result(&from, read))
                fail_msg("instruction %u reads %s, which instruction %u does not write", step.instruction,
                         read->value.name, from.instruction);
        }
    }
}

/* A value that no store of a register, record or vertex left is the one that its writer computed. */
static void check_roots(const struct sm5_why *why)
{
    struct sm5_why_step step;
    size_t count;
    const struct sm5_why_word *words = sm5_why_words(why, &count);
    for (size_t i = 0; i < count; i++)
        if (words[i].source == SM5_WHY_STEP && sm5_why_at(why, words[i].step, &step) && step.result_count)
            assert_true(has_result(&step, &words[i]));
        else if (words[i].source != SM5_WHY_INPUT && words[i].source != SM5_WHY_STEP)
            assert_int_equal(words[i].value.bits, 0);
}

static void check_parts(struct sm5_debug *debug, const char *name, const struct sm5_why *why)
{
    const struct sm5_why_options options = {
        .follow = SM5_WHY_CONDITIONS, .max_steps = MAX_STEPS, .trace_bytes = 4096};
    struct sm5_why *again;
    assert_int_equal(sm5_why_new(debug, name, &options, &again, NULL), SM5_OK);
    assert_int_equal(sm5_why_count(again), sm5_why_count(why));
    for (size_t i = 0; i < again->list.count; i++) {
        assert_int_equal(again->list.data[i].value.bits, why->list.data[i].value.bits);
        assert_int_equal(again->list.data[i].source, why->list.data[i].source);
    }
    sm5_why_free(again);
}

static void check_row(struct sm5_debug *debug, const char *name, struct totals *totals)
{
    const struct sm5_why_options options = {.follow = SM5_WHY_CONDITIONS, .max_steps = MAX_STEPS};
    uint64_t before = sm5_debug_hash(debug);
    struct sm5_why *why;
    if (sm5_why_new(debug, name, &options, &why, NULL))
        return;
    check_steps(why, totals);
    check_roots(why);
    check_parts(debug, name, why);
    assert_int_equal(sm5_debug_hash(debug), before);
    totals->words++;
    sm5_why_free(why);
}

static void check_rows(struct sm5_debug *debug, struct totals *totals)
{
    static const char *const names[] = {"out", "constants", "m1"};
    char name[40];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned row = 0; row < ROWS; row++) {
            snprintf(name, sizeof name, "%s[%u]", names[i], 13 * row);
            check_row(debug, name, totals);
        }
}

static void check_program(const struct sm5_program *program, struct totals *totals)
{
    struct synthetic bound = {0};
    struct walk_inputs inputs;
    struct sm5_debug *debug;
    struct sm5_debug_stop stop;
    uint32_t seed = 7;
    synthetic_bind(&bound, program, &seed);
    walk_inputs_make(&inputs, program, COUNT);
    inputs.run.max_steps = 2000;
    if (sm5_debug_new_stage(program, bound.bindings, &inputs.run, 0, &debug, NULL) == SM5_OK) {
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, NULL);
        check_rows(debug, totals);
        sm5_debug_free(debug);
    }
    walk_inputs_free(&inputs);
    synthetic_free(&bound);
}

static void check_stage(unsigned kind, struct totals *totals)
{
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        struct strbuf text = {0};
        struct sm5_program *program;
        gen_program_of(&prog, kind, seed);
        prog_text(&prog, &text);
        assert_int_equal(sm5_program_read(strbuf_text(&text), text.length, "random.asm", &program, NULL),
                         SM5_OK);
        check_program(program, totals);
        sm5_program_free(program);
        strbuf_free(&text);
        prog_free(&prog);
    }
}

static void reads_are_results_of_steps(void **state)
{
    struct totals all = {0};
    (void)state;
    for (unsigned kind = GEN_VERTEX; kind <= GEN_PIXEL; kind++) {
        struct totals totals = {0};
        check_stage(kind, &totals);
        print_message("kind %u: %zu words, %zu steps, %zu links, %zu of neighbours, %zu discards\n", kind,
                      totals.words, totals.steps, totals.links, totals.neighbours, totals.discards);
        assert_true(totals.words > PROGRAMS && totals.links > PROGRAMS);
        all.neighbours += totals.neighbours;
        all.discards += totals.discards;
    }
    assert_true(all.neighbours > 0 && all.discards > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_are_results_of_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
