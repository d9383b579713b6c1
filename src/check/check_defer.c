/* Between two barriers that order a g#, loads can only race with stores and atomics, and atomics with loads and
   stores. Where an interval has no other kind, as when threads read a tile or count in bins, its accesses need no
   record: they wait, and are dropped at the barrier. */
#include "check/check_defer.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_runs.h"

enum { DEFER_ACCESSES = 1 << 14, DEFER_WORDS = 1 << 20 }; /* that wait at most */

#define DEFER_AFFINE UINT32_MAX

void check_defer_free(struct check_defer *defer)
{
    VEC_FREE(&defer->accesses);
    VEC_FREE(&defer->words);
}

/* ---- operands ---- */

static bool save(struct check_defer *defer, const uint32_t *values, uint32_t count, struct defer_operand *out)
{
    *out = (struct defer_operand){values[0], count > 1 ? values[1] - values[0] : 0, DEFER_AFFINE};
    if (check_is_progression(values, count, out->step))
        return true;
    if (!VEC_RESERVE(&defer->words, count))
        return false;
    out->at = (uint32_t)defer->words.count;
    memcpy(defer->words.data + out->at, values, count * sizeof *values);
    defer->words.count += count;
    return true;
}

static void load(const struct check_defer *defer, const struct defer_operand *operand, uint32_t count,
                 uint32_t *values)
{
    if (operand->at != DEFER_AFFINE) {
        memcpy(values, defer->words.data + operand->at, count * sizeof *values);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = operand->first + i * operand->step;
}

/* ---- accesses ---- */

static void clear(struct check_defer *defer)
{
    defer->accesses.count = defer->words.count = 0;
}

static void record(struct check *check, struct check_defer *defer, const struct interp_worker *w)
{
    uint32_t address[SHADOW_THREADS], offset[SHADOW_THREADS], active[SHADOW_THREADS];
    for (size_t i = 0; i < defer->accesses.count; i++) {
        const struct defer_access *waiting = &defer->accesses.data[i];
        load(defer, &waiting->address, w->threads, address);
        load(defer, &waiting->offset, w->threads, offset);
        load(defer, &waiting->active, w->threads, active);
        check_race_record(check, w, waiting->op, waiting->stamp,
                          &(struct race_lanes){.active = active, .address = address, .offset = offset});
    }
    defer->recorded += defer->accesses.count != 0;
    clear(defer);
}

void check_defer_start(struct check *check, struct check_defer *defer, const struct interp_worker *w,
                       enum interp_access_kind kind)
{
    if (defer->synced != check->race.synced_tgsm) {
        defer->synced = check->race.synced_tgsm;
        defer->dropped += defer->accesses.count != 0;
        clear(defer);
    }
    if (kind != defer->kind)
        record(check, defer, w);
    defer->last[kind] = check->race.stamp;
}

bool check_defer_waits(const struct check_defer *defer)
{
    return defer->accesses.count != 0;
}

static bool may_race(const struct check_defer *defer, enum interp_access_kind kind)
{
    for (unsigned other = 0; other < BASE_COUNT(defer->last); other++)
        if (other != kind && defer->last[other] >= defer->synced)
            return true;
    return false;
}

static bool add(struct check_defer *defer, const struct interp_worker *w, struct defer_access waiting,
                const struct interp_cursor *c)
{
    return save(defer, c->address, w->threads, &waiting.address) &&
           save(defer, c->offset, w->threads, &waiting.offset) &&
           save(defer, w->active, w->threads, &waiting.active) && VEC_PUSH(&defer->accesses, waiting);
}

bool check_defer_access(struct check *check, struct check_defer *defer, const struct interp_worker *w,
                        const struct plan_op *op, enum interp_access_kind kind, const struct interp_cursor *c)
{
    bool in_vain = defer->recorded > defer->dropped + 4;
    bool full = defer->accesses.count >= DEFER_ACCESSES || defer->words.count >= DEFER_WORDS;
    defer->kind = (uint8_t)kind;
    if (!may_race(defer, kind) && !in_vain && !full &&
        add(defer, w, (struct defer_access){.op = op, .stamp = check->race.stamp}, c))
        return true;
    record(check, defer, w);
    return false;
}
