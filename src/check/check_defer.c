/* Between two barriers that order a g#, loads can only race with stores and atomics. Where an interval has none,
   as when threads read a tile, its loads need no record: they wait, and are dropped at the barrier. */
#include "check/check_defer.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_runs.h"

enum { DEFER_LOADS = 1 << 14, DEFER_WORDS = 1 << 20 }; /* that wait at most */

#define DEFER_AFFINE UINT32_MAX

void check_defer_free(struct check_defer *defer)
{
    VEC_FREE(&defer->loads);
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

/* ---- loads ---- */

static void clear(struct check_defer *defer)
{
    defer->loads.count = defer->words.count = 0;
}

static void record(struct check *check, struct check_defer *defer, const struct interp_worker *w)
{
    uint32_t address[SHADOW_THREADS], offset[SHADOW_THREADS], active[SHADOW_THREADS];
    for (size_t i = 0; i < defer->loads.count; i++) {
        const struct defer_load *waiting = &defer->loads.data[i];
        load(defer, &waiting->address, w->threads, address);
        load(defer, &waiting->offset, w->threads, offset);
        load(defer, &waiting->active, w->threads, active);
        check_race_record(check, w, waiting->op, waiting->stamp,
                          &(struct race_lanes){.active = active, .address = address, .offset = offset});
    }
    defer->recorded += defer->loads.count != 0;
    clear(defer);
}

/* Drops the loads before the last barrier. */
static void drop(const struct check *check, struct check_defer *defer)
{
    if (defer->synced == check->race.synced_tgsm)
        return;
    defer->synced = check->race.synced_tgsm;
    defer->dropped += defer->loads.count != 0;
    clear(defer);
}

bool check_defer_waits(const struct check *check, const struct check_defer *defer)
{
    return defer->loads.count && defer->synced == check->race.synced_tgsm;
}

static bool add(struct check_defer *defer, const struct interp_worker *w, struct defer_load waiting,
                const struct interp_cursor *c)
{
    return save(defer, c->address, w->threads, &waiting.address) &&
           save(defer, c->offset, w->threads, &waiting.offset) &&
           save(defer, w->active, w->threads, &waiting.active) && VEC_PUSH(&defer->loads, waiting);
}

bool check_defer_load(struct check *check, struct check_defer *defer, const struct interp_worker *w,
                      const struct plan_op *op, const struct interp_cursor *c)
{
    drop(check, defer);
    bool may_race = defer->written >= check->race.synced_tgsm;
    bool in_vain = defer->recorded > defer->dropped + 4;
    bool full = defer->loads.count >= DEFER_LOADS || defer->words.count >= DEFER_WORDS;
    if (!may_race && !in_vain && !full &&
        add(defer, w, (struct defer_load){.op = op, .stamp = check->race.stamp}, c))
        return true;
    record(check, defer, w);
    return false;
}

void check_defer_write(struct check *check, struct check_defer *defer, const struct interp_worker *w)
{
    drop(check, defer);
    record(check, defer, w);
    defer->written = check->race.stamp;
}
