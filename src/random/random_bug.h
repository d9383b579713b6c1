/* Seeded bugs: a clean program with one known bug inserted (mutation testing of the checker). */
#ifndef SM5_RANDOM_BUG_H
#define SM5_RANDOM_BUG_H

#include "random_oracle.h"
#include "random_rng.h"

enum bug_kind { BUG_RACE, BUG_BOUNDS, BUG_UNINITIALISED, BUG_BARRIER, BUG_KINDS };

/* The finding that the checker must report. Instructions are numbered from 0, declarations not counted. */
struct seeded_bug {
    enum bug_kind kind;
    const char *finding; /* "race", "oob-address", ... */
    /* Races: any of these pairs, in either order. Otherwise pairs[0].first is the instruction and .second the
       other one, UINT32_MAX when there is none. */
    struct oracle_pair pairs[ORACLE_PAIRS];
    unsigned pair_count;
};

/* Name of a kind, NULL past the last. */
const char *bug_kind_name(unsigned kind);
/* Generates the clean program of `seed` and inserts a bug of that kind. False when the program has no place for
   one. */
bool seed_bug(struct prog *prog, uint64_t seed, enum bug_kind kind, struct seeded_bug *bug);

#endif
