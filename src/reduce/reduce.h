/* Reduction: the smallest program, and the smallest numbers beside it, that still show a behaviour. */
#ifndef SM5_REDUCE_H
#define SM5_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sm5/program.h"
#include "sm5/status.h"

/* A number that is reduced with the program: thread groups, bytes of a buffer. Only multiples of `step` above
   `least` are tested; step 0 is 1. */
struct reduce_number {
    uint64_t value, least, step;
};

struct reduce_candidate {
    const struct sm5_program *program; /* valid during the call; refers to the original */
    const struct reduce_number *numbers;
    size_t number_count;
    uint32_t instructions; /* without declarations */
};

struct reduce_progress {
    unsigned round; /* from 1 */
    const char *pass;
    size_t done, total;    /* edits of the pass at its current chunk size */
    uint64_t tests;        /* candidates that were tested */
    uint64_t successes;    /* of them show the behaviour */
    uint32_t instructions; /* of the smallest program until now */
};

/* Tests candidates: `shows` one at a time, or, when it is NULL, up to `slots` at a time. The result must
   depend on the candidate only; then the reduced program does not depend on `slots`. */
struct reduce_tester {
    void *context;
    bool (*shows)(void *context, const struct reduce_candidate *candidate);
    unsigned slots;
    /* Starts the test in a free slot; false: cannot be started, the reduction ends. */
    bool (*start)(void *context, unsigned slot, const struct reduce_candidate *candidate);
    /* Waits for the result of a slot, or discards it; both free the slot. */
    bool (*finish)(void *context, unsigned slot);
    void (*discard)(void *context, unsigned slot);
    /* After each success; false ends the reduction. May be NULL. */
    bool (*accepted)(void *context, const struct reduce_candidate *candidate);
    /* Before each batch of tests; false ends the reduction. May be NULL. */
    bool (*progress)(void *context, const struct reduce_progress *progress);
};

enum reduce_end {
    REDUCE_MINIMAL,      /* no single edit gives a valid program that shows the behaviour */
    REDUCE_NOT_SHOWN,    /* the original does not show the behaviour */
    REDUCE_STOPPED,      /* a callback ended the reduction: the program is the smallest until then */
    REDUCE_OUT_OF_MEMORY /* no program */
};

struct reduce_result {
    struct sm5_program *program; /* refers to the original, which must be freed later; NULL: no program */
    uint64_t tests, successes;
    unsigned rounds;
    uint32_t instructions_before, instructions;
};

/* Reduces `program` and the `count` numbers, which are replaced by the reduced ones. Each candidate is
   free of the kinds of errors and warnings of sm5_validate that the original is free of, and of loops
   without a way out unless the original has one. Free result->program with sm5_program_free. */
enum reduce_end reduce_minimize(const struct sm5_program *program, struct reduce_number *numbers,
                                size_t count, const struct reduce_tester *tester,
                                struct reduce_result *result);

#endif
