#include "debug/walk.h"

#include <stdlib.h>
#include <time.h>

#include "api/harness.h"
#include "api/synthetic.h"
#include "test.h"

/* ---- steps ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t step_forwards(struct sm5_debug *debug, uint64_t *hashes, size_t most, struct walk *walk)
{
    struct sm5_debug_stop stop;
    size_t count = 0;
    do {
        hashes[count++] = sm5_debug_hash(debug);
        sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, false, &stop, NULL);
    } while (stop.why == SM5_STOP_MOVED && count < most);
    walk->reached_end = stop.why == SM5_STOP_END;
    return count;
}

bool walk_both_ways(struct sm5_debug *debug, size_t most, struct walk *walk)
{
    struct sm5_debug_stop stop;
    uint64_t *hashes = calloc(most + 1, sizeof *hashes);
    assert_non_null(hashes);
    *walk = (struct walk){0};
    size_t count = walk->positions = step_forwards(debug, hashes, most, walk);
    bool same = true;
    while (count && same) {
        double start = now();
        sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, true, &stop, NULL);
        double taken = now() - start;
        walk->longest = taken > walk->longest ? taken : walk->longest;
        same = stop.why == SM5_STOP_MOVED && sm5_debug_hash(debug) == hashes[--count];
    }
    sm5_debug_run(debug, SM5_MOVE_INSTRUCTION, true, &stop, NULL);
    free(hashes);
    return same && stop.why == SM5_STOP_START;
}

/* ---- inputs ---- */

static struct sm5_records make_records(uint64_t count, uint32_t registers, uint32_t *seed)
{
    struct sm5_records records = {NULL, count, registers ? registers : 1};
    records.words = calloc(count * records.registers + 1, 16);
    assert_non_null(records.words);
    synthetic_fill(records.words, count * records.registers * 4, seed);
    return records;
}

void walk_inputs_make(struct walk_inputs *inputs, const struct sm5_program *program, uint32_t count)
{
    struct sm5_stage_info info;
    struct sm5_stage_run *run = &inputs->run;
    uint32_t seed = 11;
    *inputs = (struct walk_inputs){.run = {.count = count, .points_per_patch = 5}};
    sm5_stage_info(program, &info);
    run->inputs = make_records((uint64_t)count * (info.points_in ? info.points_in : 1), info.inputs, &seed);
    run->constants = make_records(count, info.constants, &seed);
    inputs->locations = calloc(count, sizeof *inputs->locations);
    inputs->coverage = calloc(count, sizeof *inputs->coverage);
    assert_true(inputs->locations && inputs->coverage);
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned axis = 0; axis < 3; axis++)
            inputs->locations[i][axis] = (float)(harness_random(&seed) >> 8 & 63) / 64;
        inputs->coverage[i] = i % 7 != 0;
    }
    run->locations = (const float(*)[3])inputs->locations;
    run->coverage = inputs->coverage;
    sm5_stage_make_system_values(program, run, 0, 0, 5);
}

void walk_inputs_free(struct walk_inputs *inputs)
{
    free(inputs->run.inputs.words);
    free(inputs->run.constants.words);
    free(inputs->locations);
    free(inputs->coverage);
}
