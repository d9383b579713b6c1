/* Real shaders of all stages, stepped to the end and back: the state at each position is the same both ways. */
#include "corpus.h"

#include <stdlib.h>
#include <string.h>

#include "api/synthetic.h"
#include "debug/walk.h"
#include "test.h"

enum { MOST_STEPS = 40, MOST_POSITIONS = 1500, INVOCATIONS = 40 };

struct totals {
    size_t compute, stages, ended, positions, bad;
    double longest; /* step back, in seconds of the processor */
};

static const struct sm5_debug_options options = {
    .dispatch = {.groups = {2, 1, 1}, .threads = 1, .max_steps = MOST_STEPS}};

static void visit_debugger(const char *path, struct sm5_debug *debug, struct totals *totals)
{
    struct walk walk;
    bool same = walk_both_ways(debug, MOST_POSITIONS, &walk);
    totals->positions += walk.positions;
    totals->bad += !same;
    totals->ended += walk.reached_end;
    totals->longest = walk.longest > totals->longest ? walk.longest : totals->longest;
    if (!same)
        print_error("%s: another state on the way back\n", path);
}

static void visit_program(const char *path, const struct sm5_program *program, struct totals *totals)
{
    uint32_t seed = 7;
    struct synthetic bound = {0};
    struct walk_inputs inputs = {0};
    struct sm5_stage_info info;
    struct sm5_debug *debug;
    sm5_stage_info(program, &info);
    bool is_compute = strcmp(info.stage, "cs") == 0;
    synthetic_bind(&bound, program, &seed);
    if (!is_compute) {
        walk_inputs_make(&inputs, program, INVOCATIONS);
        inputs.run.max_steps = MOST_STEPS;
    }
    enum sm5_status status = is_compute
                                 ? sm5_debug_new(program, bound.bindings, &options, &debug, NULL)
                                 : sm5_debug_new_stage(program, bound.bindings, &inputs.run, 0, &debug, NULL);
    if (status == SM5_OK) {
        visit_debugger(path, debug, totals);
        *(is_compute ? &totals->compute : &totals->stages) += 1;
    }
    sm5_debug_free(debug);
    walk_inputs_free(&inputs);
    synthetic_free(&bound);
}

static void visit(const char *path, struct bytes file, void *context)
{
    struct sm5_program *program;
    if (sm5_program_read(file.data, file.size, NULL, &program, NULL))
        return;
    visit_program(path, program, context);
    sm5_program_free(program);
}

static void states_are_equal_both_ways(void **state)
{
    struct totals totals = {0};
    (void)state;
    if (!corpus_each(visit, &totals))
        skip();
    print_message(
        "%zu compute shaders, %zu of other stages, %zu reach their end, %zu positions; longest step back "
        "%.1f ms\n",
        totals.compute, totals.stages, totals.ended, totals.positions, 1e3 * totals.longest);
    assert_int_equal(totals.bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_equal_both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
