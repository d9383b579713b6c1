/* One bug, planted into a clean program. */
#ifndef SM5_TEST_PLANT_H
#define SM5_TEST_PLANT_H

#include "oracle.h"
#include "rng.h"

enum plant_kind { PLANT_RACE, PLANT_BOUNDS, PLANT_UNINITIALISED, PLANT_BARRIER, PLANT_KINDS };

/* What a checker should find. Instructions by their number behind the declarations. */
struct plant {
    enum plant_kind kind;
    const char *finding; /* "race", "oob-address", ... */
    /* Races: either order of any of these pairs. Else pairs[0].first is the instruction and .second the other
       one, UINT32_MAX when there is none. */
    struct oracle_pair pairs[ORACLE_PAIRS];
    unsigned pair_count;
};

/* Word of a kind, NULL behind the last. */
const char *plant_kind_name(unsigned kind);
/* Makes the clean program of a seed and plants a bug of that kind into it; false when it has no place for
 * one. */
bool plant_program(struct prog *prog, uint64_t seed, enum plant_kind kind, struct plant *plant);

#endif
