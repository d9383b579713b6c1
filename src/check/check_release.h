/* Release and acquire between groups: writes, sync_uglobal, an atomic in one group; an atomic on the same
   word, sync_uglobal, reads in another. The "last group done" pattern. */
#ifndef CHECK_RELEASE_H
#define CHECK_RELEASE_H

#include "base/base.h"

enum { RELEASE_ALL_THREADS = UINT32_MAX };

/* Publishes the accesses of a group before interval `fenced`: those of `thread`, or of all threads. */
struct release {
    uint32_t group_first, fenced, thread;
};

struct release_word {
    const void *word;
    uint32_t acquired_by;         /* first interval of the latest group with an atomic on it; 0: none */
    VEC(struct release) releases; /* in the order of groups */
};

/* The current group has executed an atomic on a word, which acquires the first `count` releases of the
   word. */
struct acquisition {
    uint32_t word; /* index in words */
    uint32_t count, stamp, thread;
};

struct release_group {
    uint32_t first; /* interval */
    uint64_t group;
    uint32_t released; /* accesses before this interval are published by some word */
};

struct check_release {
    VEC(struct release_word) words;
    uint32_t *slots; /* hash of words: index + 1 */
    size_t slot_count;
    VEC(struct acquisition) acquired; /* by the current group */
    VEC(struct release_group) groups; /* all groups started so far */
    uint32_t fenced;                  /* the interval after the last sync_uglobal of the group; 0: none */
    bool fence_is_barrier;            /* it had _t: it covers all threads */
};

void release_close(struct check_release *r);
/* A group starts with interval `first`. */
bool release_start(struct check_release *r, uint32_t first, uint64_t group);
/* A sync with _uglobal, after which interval `stamp` starts. */
void release_fence(struct check_release *r, uint32_t stamp, bool all_threads);
/* An atomic of the current group on u# memory. */
bool release_atomic(struct check_release *r, const void *word, uint32_t stamp, uint32_t thread);

enum release_order { RELEASE_NONE, RELEASE_MAYBE, RELEASE_ORDERED };

/* Whether an access of an earlier group, by `then_thread` in interval `then`, is ordered before an access of
   `now_thread` of the current group. */
enum release_order release_order(const struct check_release *r, uint32_t then, uint32_t then_thread,
                                 uint32_t now_thread);
/* The group of interval `stamp`. */
uint64_t release_group_of(const struct check_release *r, uint32_t stamp);

#endif
