/* Races: conflicting accesses of different threads to one word that nothing orders. */
#ifndef CHECK_RACE_H
#define CHECK_RACE_H

#include "check/check_defer.h"
#include "check/check_release.h"
#include "check/check_shadow.h"

struct check;

struct check_race {
    struct shadow shadow;
    uint8_t *kinds; /* by instruction: enum interp_access_kind */
    uint32_t stamp; /* of the current interval */
    /* First interval of the group, and the first one after the last sync with _t: of any kind, with flag _g,
       with a flag for u#. */
    uint32_t group_first, synced, synced_tgsm, synced_uav;
    uint32_t phase_first; /* hull: of the phase; else the group's */
    bool has_group;
    uint64_t group; /* current */
    struct check_release release;
    bool by_word;               /* for tests: every access is recorded at once, for each word */
    struct check_defer *defers; /* by slot; those of g# are used */
    uint32_t defer_count;
};

bool check_race_open(struct check *check, const struct interp_worker *worker);
void check_race_close(struct check_race *race);

void check_race_start(struct check *check, const struct interp_worker *worker);
void check_race_sync(void *context, const struct interp_event *event, uint32_t flags);
void check_race_texture(struct check *check, const struct interp_worker *worker, const struct plan_op *op);
/* A load, store or atomic on a buffer or g#. */
void check_race_access(struct check *check, const struct interp_worker *worker, const struct plan_op *op);

/* The operands of an access, by lane. */
struct race_lanes {
    const uint32_t *active, *address, *offset;
};

/* Records an access that was executed in interval `stamp` of the group. */
void check_race_record(struct check *check, const struct interp_worker *worker, const struct plan_op *op,
                       uint32_t stamp, const struct race_lanes *lanes);

#endif
