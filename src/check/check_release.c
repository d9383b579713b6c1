/* Releases and acquisitions. Groups run in sequence, so all releases of earlier groups are visible. */
#include "check/check_release.h"

#include <stdlib.h>

enum { ACQUISITIONS = 64 }; /* words tracked for one group */

void release_close(struct check_release *r)
{
    for (size_t i = 0; i < r->words.count; i++)
        VEC_FREE(&r->words.data[i].releases);
    VEC_FREE(&r->words);
    VEC_FREE(&r->acquired);
    VEC_FREE(&r->groups);
    free(r->slots);
    memset(r, 0, sizeof *r);
}

bool release_start(struct check_release *r, uint32_t first, uint64_t group)
{
    r->acquired.count = 0;
    r->fenced = 0;
    return VEC_PUSH(&r->groups, ((struct release_group){first, group, 0}));
}

void release_fence(struct check_release *r, uint32_t stamp, bool all_threads)
{
    r->fenced = stamp;
    r->fence_is_barrier = all_threads;
}

/* ---- words accessed by atomics ---- */

static uint32_t *slot_of(const struct check_release *r, const void *word)
{
    for (size_t at = ((uintptr_t)word >> 2) * 0x9e3779b97f4a7c15u >> 20;; at++) {
        uint32_t *slot = &r->slots[at & (r->slot_count - 1)];
        if (!*slot || r->words.data[*slot - 1].word == word)
            return slot;
    }
}

static bool grow(struct check_release *r)
{
    if (2 * (r->words.count + 1) <= r->slot_count)
        return true;
    size_t wanted = r->slot_count ? 2 * r->slot_count : 64;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(r->slots);
    r->slots = slots;
    r->slot_count = wanted;
    for (size_t i = 0; i < r->words.count; i++)
        *slot_of(r, r->words.data[i].word) = (uint32_t)i + 1;
    return true;
}

/* Only the first atomic of a group on a word is needed: it precedes all later accesses of the group. */
static bool acquire(struct check_release *r, uint32_t at, uint32_t stamp, uint32_t thread)
{
    struct release_word *word = &r->words.data[at];
    uint32_t group_first = r->groups.data[r->groups.count - 1].first;
    if (word->acquired_by == group_first || r->acquired.count == ACQUISITIONS)
        return true;
    word->acquired_by = group_first;
    return VEC_PUSH(&r->acquired, ((struct acquisition){at, (uint32_t)word->releases.count, stamp, thread}));
}

static bool publish(struct check_release *r, uint32_t word, uint32_t thread)
{
    struct release_word *to = &r->words.data[word];
    struct release_group *group = &r->groups.data[r->groups.count - 1];
    struct release made = {group->first, r->fenced, r->fence_is_barrier ? RELEASE_ALL_THREADS : thread};
    struct release *last = to->releases.count ? &to->releases.data[to->releases.count - 1] : NULL;
    group->released = r->fenced;
    if (last && last->group_first == made.group_first) {
        *last = made;
        return true;
    }
    return VEC_PUSH(&to->releases, made);
}

static uint32_t *add_word(struct check_release *r, const void *word)
{
    if (!grow(r))
        return NULL;
    uint32_t *slot = slot_of(r, word);
    if (!*slot && VEC_PUSH(&r->words, ((struct release_word){.word = word})))
        *slot = (uint32_t)r->words.count;
    return *slot ? slot : NULL;
}

bool release_atomic(struct check_release *r, const void *word, uint32_t stamp, uint32_t thread)
{
    /* An atomic without a preceding fence publishes nothing: those of a histogram need no entry. */
    bool publishes = r->fenced != 0;
    if (!publishes && !r->slot_count)
        return true;
    uint32_t *slot = publishes ? add_word(r, word) : slot_of(r, word);
    if (!slot)
        return false;
    if (!*slot)
        return true;
    uint32_t at = *slot - 1;
    return acquire(r, at, stamp, thread) && (!publishes || publish(r, at, thread));
}

/* ---- order ---- */

static bool released(const struct release_word *word, uint32_t count, uint32_t then, uint32_t then_thread)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (word->releases.data[middle].group_first <= then)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    const struct release *release = &word->releases.data[low - 1];
    return then < release->fenced &&
           (release->thread == RELEASE_ALL_THREADS || release->thread == then_thread);
}

static const struct release_group *group_of(const struct check_release *r, uint32_t stamp)
{
    size_t low = 0, high = r->groups.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->groups.data[middle].first <= stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return &r->groups.data[low ? low - 1 : 0];
}

enum release_order release_order(const struct check_release *r, uint32_t then, uint32_t then_thread,
                                 uint32_t now_thread)
{
    for (size_t i = 0; i < r->acquired.count; i++) {
        const struct acquisition *a = &r->acquired.data[i];
        bool fenced = r->fenced > a->stamp;
        bool mine = r->fence_is_barrier || a->thread == now_thread;
        if (fenced && mine && released(&r->words.data[a->word], a->count, then, then_thread))
            return RELEASE_ORDERED;
    }
    return r->acquired.count && group_of(r, then)->released > then ? RELEASE_MAYBE : RELEASE_NONE;
}

uint64_t release_group_of(const struct check_release *r, uint32_t stamp)
{
    return group_of(r, stamp)->group;
}
