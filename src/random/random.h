/* Random programs: generates programs from seeds, runs each on several engines and compares the results. */
#ifndef SM5_RANDOM_H
#define SM5_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise for the defaults, except `seed` and `count`. */
struct random_options {
    uint64_t seed, count; /* of the first program; programs, from that seed on */
    uint64_t seconds;     /* no further program is started after that time; 0: no limit */
    const char *engines;  /* names separated by commas; NULL: all configurations of the CPU engines */
    const char *stage;    /* kind of the programs; NULL or "all": the seed selects it */
    const char *bug;      /* kind of the bug to insert instead of comparing engines; NULL: none */
    const char *folder;   /* where each program is written as a test case; NULL: nowhere */
    const char
        *without;  /* mnemonics that portable programs do not contain, separated by commas; NULL: none */
    bool portable; /* portable programs, which device engines imply */
    bool reduce;   /* reduce programs that fail */
    bool print;    /* print every program */
    bool isolate;  /* run each program in a separate process */
    bool strict;   /* a program that an engine does not support fails */
    bool check;    /* with `bug`: the checker must report that bug and nothing else */
    bool digest;   /* print hashes of the programs and their results instead of comparing engines */
    bool coverage; /* fail when an instruction is in none of the programs */
};

enum random_end {
    RANDOM_PASSED,
    RANDOM_FAILED,     /* a program failed */
    RANDOM_BAD_OPTION, /* with a message, and nothing was run */
    RANDOM_NO_DEVICE,  /* with a message, and nothing was run */
    RANDOM_BAD_FILE    /* with a message */
};

enum { RANDOM_MESSAGE = 640 };

/* Prints programs that fail and a summary to standard output. */
enum random_end random_run(const struct random_options *options, char message[RANDOM_MESSAGE]);

#endif
