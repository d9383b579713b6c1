/* An operation is divided into segments, lanes in a row at a constant distance in memory; each is a run. */
#include "check/check_runs.h"

#include "check/check.h"

/* The segments of one operation, by ascending address: no word is accessed twice. */
struct segments {
    struct shadow_run list[SHADOW_SEGMENTS];
    unsigned count;
};

/* The bytes of an element that an operation accesses. */
struct extent {
    uint32_t offset, bytes;
    uint32_t window; /* words that must exist */
};

/* False when two elements are in one shadow word, or the values of several are parts of an element's. */
static bool format_fits(const struct format_info *format, const struct shadow_block *block)
{
    unsigned bytes = format ? format->bytes : 0;
    return (block->shift == 2 && bytes >= 4) || bytes == 1u << block->shift;
}

/* False also when the words accessed are not consecutive. */
static bool extent_of(const struct plan_memory *m, const struct shadow_block *block,
                      const struct region *region, struct extent *extent)
{
    if (m->dimension == ISA_DIM_BUFFER) {
        *extent = (struct extent){0, region->format ? region->format->bytes : 0, 1};
        return format_fits(region->format, block);
    }
    uint32_t words = 0;
    for (unsigned k = 0; k < m->count; k++)
        words |= 1u << m->word[k];
    if (!words)
        return false;
    uint32_t first = (uint32_t)__builtin_ctz(words), end = 32 - (uint32_t)__builtin_clz(words);
    *extent = (struct extent){4 * first, 4 * (end - first), end};
    return block->shift == 2 && words == (1u << end) - (1u << first);
}

/* The next lane accesses an element that continues the run. */
static bool extend(struct shadow_run *run, uint32_t word)
{
    uint32_t stride = run->lanes == 1 ? word - run->first : run->stride;
    if (word <= run->first || stride < run->words || stride > SHADOW_PAGE ||
        word - run->first != stride * run->lanes)
        return false;
    run->stride = stride;
    run->lanes++;
    return true;
}

/* What the lanes of an operation access. */
struct elements {
    const struct interp_worker *w;
    const struct interp_cursor *c;
    uint8_t *const *texels; /* a texture; NULL: windows of the cursor's region */
    const uint8_t *block;
    unsigned shift;
    uint8_t dimension;
    uint64_t base; /* byte of the block to which windows are relative */
    uint32_t window;
    struct shadow_run run; /* of lane 0, without its first word */
};

static struct elements elements_of(const struct check *check, const struct interp_worker *w,
                                   const struct plan_op *op, bool stores, const struct shadow_block *block,
                                   const struct extent *extent)
{
    uint8_t words = (uint8_t)(extent->bytes >> block->shift);
    struct shadow_access self = {check->race.stamp, op->instr << SHADOW_THREAD_BITS}, none = {0};
    return (struct elements){.w = w,
                             .block = block->base,
                             .shift = block->shift,
                             .base = extent->offset,
                             .window = extent->window,
                             .run = {.stride = words,
                                     .lanes = 1,
                                     .words = words,
                                     .write = stores ? self : none,
                                     .read = stores ? none : self}};
}

static struct address window_of(const struct elements *e, uint32_t lane)
{
    if (!e->texels)
        return region_window(&e->c->region, e->dimension, e->c->address[lane], e->c->offset[lane]);
    const uint8_t *texel = e->texels[lane];
    return texel ? (struct address){(uint64_t)(texel - e->block), 1} : (struct address){0, 0};
}

static uint32_t word_of(const struct elements *e, struct address at)
{
    return (uint32_t)((e->base + at.offset) >> e->shift);
}

static struct shadow_run run_of(const struct elements *e, uint32_t lane, uint32_t first)
{
    struct shadow_run run = e->run;
    run.first = first;
    run.write.accessor += lane;
    run.read.accessor += lane;
    return run;
}

static bool add_segment(const struct elements *e, struct segments *s, uint32_t lane, uint32_t first)
{
    const struct shadow_run *last = s->count ? &s->list[s->count - 1] : NULL;
    bool ascends = !last || first >= last->first + last->stride * (last->lanes - 1) + last->words;
    if (!ascends || s->count == SHADOW_SEGMENTS)
        return false;
    s->list[s->count++] = run_of(e, lane, first);
    return true;
}

/* False when some lane's element is not complete, or lanes are not in the order of addresses. */
static bool divide(const struct elements *e, struct segments *s)
{
    struct shadow_run *open = NULL; /* of the lane before, which has accessed memory */
    s->count = 0;
    for (uint32_t i = 0; i < e->w->threads; i++) {
        struct address at = window_of(e, i);
        uint32_t word = word_of(e, at);
        bool accesses = e->w->active[i] && at.words;
        if (accesses && at.words < e->window)
            return false;
        if (accesses && !(open && extend(open, word)) && !add_segment(e, s, i, word))
            return false;
        open = accesses ? &s->list[s->count - 1] : NULL;
    }
    return true;
}

/* ---- one segment, the most common case: in loops that vectorise ---- */

bool check_is_progression(const uint32_t *values, uint32_t count, uint32_t step)
{
    uint32_t differences = 0;
    for (uint32_t i = 0; i < count; i++)
        differences |= values[i] ^ (values[0] + i * step);
    return !differences;
}

/* The active lanes are `active_count` in a row. */
static bool find_active(const struct interp_worker *w, uint32_t *first)
{
    uint32_t at = 0, all = UINT32_MAX;
    while (at < w->threads && !w->active[at])
        at++;
    if (w->active_count == 0 || w->active_count > w->threads - at)
        return false;
    for (uint32_t i = 0; i < w->active_count; i++)
        all &= w->active[at + i];
    *first = at;
    return all == UINT32_MAX;
}

/* Addresses ascend in equal steps. */
static bool is_affine(const struct elements *e, uint32_t first, uint32_t count)
{
    const uint32_t *address = e->c->address + first;
    uint32_t step = count > 1 ? address[1] - address[0] : 0;
    bool aligned = e->dimension != ISA_DIM_RAW || step % 4 == 0;
    return aligned && address[0] + (uint64_t)(count - 1) * step <= UINT32_MAX &&
           check_is_progression(address, count, step) && check_is_progression(e->c->offset + first, count, 0);
}

static bool is_one_segment(const struct elements *e, struct segments *s)
{
    uint32_t first, count = e->w->active_count;
    if (!find_active(e->w, &first) || !is_affine(e, first, count))
        return false;
    struct address begin = window_of(e, first), end = window_of(e, first + count - 1);
    if (begin.words < e->window || end.words < e->window)
        return false;
    struct shadow_run run = run_of(e, first, word_of(e, begin));
    uint64_t stride = count > 1 ? ((end.offset - begin.offset) >> e->shift) / (count - 1) : run.words;
    if (stride < run.words || stride > SHADOW_PAGE)
        return false;
    run.stride = (uint32_t)stride;
    run.lanes = (uint16_t)count;
    s->list[0] = run;
    s->count = 1;
    return true;
}

/* The value of a run is in memory, which requires that accesses are executed as the checker sees them. */
static bool records_runs(const struct interp_worker *w, const struct shadow_block *block)
{
    return w->run->oob == SM5_OOB_SPEC && block->bytes >> block->shift < UINT32_MAX;
}

static bool add_segments(struct check *check, const struct shadow_block *block, const struct segments *s)
{
    struct check_race *race = &check->race;
    for (unsigned i = 0; i < s->count; i++)
        if (!shadow_accepts(&race->shadow, block, &s->list[i], race->group_first, race->synced_tgsm))
            return false;
    for (unsigned i = 0; i < s->count; i++)
        check->failed |= !shadow_add(&race->shadow, block, &s->list[i]);
    return true;
}

bool check_runs_access(struct check *check, const struct interp_worker *w, const struct plan_op *op,
                       const struct shadow_block *block, const struct interp_cursor *cursor)
{
    const struct plan_memory *m = &w->plan->memory.data[op->memory];
    struct extent extent;
    struct segments s;
    if (op->run == RUN_ATOMIC || !records_runs(w, block) || !extent_of(m, block, &cursor->region, &extent))
        return false;
    struct elements e = elements_of(check, w, op, op->run == RUN_STORE, block, &extent);
    e.c = cursor;
    e.dimension = m->dimension;
    e.base += (uint64_t)(cursor->region.base - block->base);
    return (is_one_segment(&e, &s) || divide(&e, &s)) && add_segments(check, block, &s);
}

/* Stores to formats that cannot be stored to do not change memory. */
bool check_runs_texture(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->texture];
    const struct texture_view *view = check->texels.views[0]->texture;
    bool stores = t->access.kind == ISA_ACCESS_STORE;
    struct segments s;
    if (t->access.kind == ISA_ACCESS_ATOMIC || t->reg.index != PLAN_NONE || !view || !view->format->uav)
        return false;
    const struct shadow_block *block = shadow_find(&check->race.shadow, view->base);
    if (!block || !records_runs(w, block) || !format_fits(view->format, block))
        return false;
    struct extent extent = {0, view->format->bytes, 1};
    struct elements e = elements_of(check, w, op, stores, block, &extent);
    e.texels = check->texels.elements;
    return !shadow_may_race(block) || (divide(&e, &s) && add_segments(check, block, &s));
}
