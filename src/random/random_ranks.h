/* Programs that ranks share under mpirun. */
#ifndef SM5_RANDOM_RANKS_H
#define SM5_RANDOM_RANKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What is known of a program after its run; without pointers. */
struct random_record {
    bool good, runs, cannot_write;
    uint32_t kind, left; /* of a program that runs: enum gen_kind; engines that do not support it */
    char why[160];       /* the last one of these does not */
    char error[512];     /* cannot_write */
};

struct random_work {
    void *context;
    /* Runs one program and prints to `out`. */
    void (*run)(void *context, uint64_t index, FILE *out, struct random_record *record);
    /* Called on rank 0 in the order of the indices, after what was printed; false ends the work. */
    bool (*take)(void *context, const struct random_record *record);
    /* Called on rank 0, before each round of programs. */
    bool (*goes_on)(void *context);
};

/* Runs programs [0, count), on all ranks if there are several. */
void random_ranks_run(const struct random_work *work, uint64_t count);

#endif
