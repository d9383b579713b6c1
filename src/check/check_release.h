/* Order between groups that the program makes by hand: writes, sync_uglobal, an atomic; and in another group
   an atomic on the same word, sync_uglobal, reads. The "last group done" pattern. */
#ifndef CHECK_RELEASE_H
#define CHECK_RELEASE_H

#include "base/base.h"

enum { RELEASE_ALL_THREADS = UINT32_MAX };

/* What a group did before interval `fenced` is seen by who takes it over. `thread`: by that one alone. */
struct release {
    uint32_t group_first, fenced, thread;
};

struct release_word {
    const void *word;
    uint32_t acquired_by;         /* first interval of the latest group with an atomic on it; 0: none */
    VEC(struct release) releases; /* in the order of groups */
};

/* The running group has done an atomic on a word: the releases there before `count` may order it. */
struct acquisition {
    uint32_t word; /* index in words */
    uint32_t count, stamp, thread;
};

struct release_group {
    uint32_t first; /* interval */
    uint64_t group;
    uint32_t released; /* interval before which all has been released on some word */
};

struct check_release {
    VEC(struct release_word) words;
    uint32_t *slots; /* hash of words: index + 1 */
    size_t slot_count;
    VEC(struct acquisition) acquired; /* of the running group */
    VEC(struct release_group) groups; /* all that have started */
    uint32_t fenced;                  /* last sync_uglobal of the group: the interval behind it; 0: none */
    bool fence_tied;                  /* it had _t: it stands for all threads */
};

void release_close(struct check_release *r);
/* A group starts with interval `first`. */
bool release_start(struct check_release *r, uint32_t first, uint64_t group);
/* A sync with _uglobal: interval `stamp` starts behind it. */
void release_fence(struct check_release *r, uint32_t stamp, bool all_threads);
/* An atomic of the running group on u# memory. */
bool release_atomic(struct check_release *r, const void *word, uint32_t stamp, uint32_t thread);

enum release_order { RELEASE_NONE, RELEASE_MAYBE, RELEASE_ORDERED };

/* How an access of an earlier group, in interval `then` by `then_thread`, stands to one of the running group
 * now. */
enum release_order release_order(const struct check_release *r, uint32_t then, uint32_t then_thread,
                                 uint32_t now_thread);
/* The group whose interval `stamp` is. */
uint64_t release_group_of(const struct check_release *r, uint32_t stamp);

#endif
