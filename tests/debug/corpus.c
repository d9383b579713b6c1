/* Real compute shaders, stepped to the end and back: the state at each position is the same both ways. */
#include "corpus.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/synthetic.h"
#include "test.h"

enum { MOST_STEPS = 40, MOST_POSITIONS = 1500 };

struct totals {
    size_t shaders, positions, bad;
    double longest; /* step back, in seconds of the processor */
};

static const struct sm5_debug_options options = {
    .dispatch = {.groups = {2, 1, 1}, .threads = 1, .max_steps = MOST_STEPS}};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t step_forwards(struct sm5_debug *debug, uint64_t *hashes, struct sm5_diags *diags)
{
    struct sm5_debug_stop stop;
    size_t count = 0;
    do {
        hashes[count++] = sm5_debug_hash(debug);
        sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, false, &stop, diags);
    } while (stop.why == SM5_STOP_MOVED && count < MOST_POSITIONS);
    return count;
}

static bool step_back(struct sm5_debug *debug, const uint64_t *hashes, size_t count, struct totals *totals,
                      struct sm5_diags *diags)
{
    struct sm5_debug_stop stop;
    while (count) {
        double start = now();
        sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, true, &stop, diags);
        double taken = now() - start;
        totals->longest = taken > totals->longest ? taken : totals->longest;
        if (stop.why != SM5_STOP_MOVED || sm5_debug_hash(debug) != hashes[--count])
            return false;
    }
    return true;
}

static void walk(const char *path, struct sm5_program *program, struct totals *totals)
{
    uint32_t seed = 7;
    struct synthetic bound = {0};
    struct sm5_diags *diags = sm5_diags_new();
    uint64_t *hashes = calloc(MOST_POSITIONS + 1, sizeof *hashes);
    struct sm5_debug *debug;
    assert_true(diags && hashes);
    synthetic_bind(&bound, program, &seed);
    if (sm5_debug_new(program, bound.bindings, &options, &debug, diags) == SM5_OK) {
        size_t count = step_forwards(debug, hashes, diags);
        bool same = step_back(debug, hashes, count, totals, diags);
        totals->shaders++;
        totals->positions += count;
        totals->bad += !same;
        if (!same)
            print_error("%s: another state on the way back\n", path);
        sm5_debug_free(debug);
    }
    synthetic_free(&bound);
    free(hashes);
    sm5_diags_free(diags);
}

static void visit(const char *path, struct bytes file, void *context)
{
    struct totals *totals = context;
    struct sm5_program *program;
    struct sm5_stage_info info = {.stage = ""};
    if (sm5_program_read(file.data, file.size, NULL, &program, NULL))
        return;
    sm5_stage_info(program, &info);
    if (strcmp(info.stage, "cs") == 0)
        walk(path, program, totals);
    sm5_program_free(program);
}

static void states_are_equal_both_ways(void **state)
{
    struct totals totals = {0};
    (void)state;
    if (!corpus_each(visit, &totals))
        skip();
    print_message("%zu shaders, %zu positions; longest step back %.1f ms\n", totals.shaders, totals.positions,
                  1e3 * totals.longest);
    assert_int_equal(totals.bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_equal_both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
