/* Tracks every access of every thread of a program, byte by byte, and detects races. Two accesses to one byte
   by different threads race when one of them writes, not both are atomic, and no barrier separates them. */
#ifndef SM5_RANDOM_ORACLE_H
#define SM5_RANDOM_ORACLE_H

#include "run.h"

enum { ORACLE_PAIRS = 16 };

/* Instructions by number, without declarations. */
struct oracle_pair {
    uint32_t first, second;
};

struct oracle_report {
    struct run_outcome outcome;
    uint32_t clashes; /* bytes */
    struct oracle_pair pairs[ORACLE_PAIRS];
    unsigned pair_count;
    uint32_t outside; /* accesses out of bounds of their view, g# or register array */
    uint32_t outside_instr;
};

void oracle_watch(const struct prog *prog, struct oracle_report *report);

#endif
