/* Snapshots: copies of all state, as chunks that consecutive snapshots share where memory did not change. They
   thin out with distance from the position, so that a step back is short and memory stays bounded. */
#include <stdlib.h>

#include "debug/debug.h"

enum {
    CHUNK_BYTES = 16 << 10,
    INTERVAL = 2 << 20, /* work, in words computed: a few milliseconds */
};

/* ---- regions ---- */

static bool add_region(struct sm5_debug *d, void *bytes, uint64_t size)
{
    const struct debug_region region = {bytes, size};
    for (size_t i = 0; i < d->regions.count; i++)
        if (d->regions.data[i].bytes == region.bytes && d->regions.data[i].size >= size)
            return true;
    return size == 0 || VEC_PUSH(&d->regions, region);
}

/* Resources that several u# view are listed once. */
static bool add_resources(struct sm5_debug *d)
{
    const struct runtime_bindings *all = runtime_bindings_of(d->bindings);
    for (uint32_t s = 0; s < all->slot_count; s++) {
        const struct runtime_slot *slot = &all->slots[s];
        for (uint32_t i = 0; slot->resource->file == ISA_FILE_UAV && i < slot->count; i++) {
            const struct runtime_view *view = &slot->views[i];
            if (view->buffer && !add_region(d, view->buffer->data, view->buffer->size))
                return false;
            if (view->counter && !add_region(d, (void *)view->counter, sizeof(uint32_t)))
                return false;
        }
    }
    return true;
}

/* What a stage writes. */
static bool add_outputs(struct sm5_debug *d)
{
    if (!d->stage)
        return true;
    const struct runtime_stage *stage = runtime_stage_of(d->stage);
    const struct sm5_stage_outputs *out = stage->out;
    const struct sm5_records *parts[] = {&out->outputs, &out->constants};
    for (size_t i = 0; i < BASE_COUNT(parts); i++)
        if (!add_region(d, parts[i]->words, parts[i]->count * parts[i]->registers * 16))
            return false;
    void *bytes;
    size_t size;
    for (unsigned i = 0; d->program->stage == ISA_GEOMETRY && interp_emit_memory(d->worker, i, &bytes, &size);
         i++)
        if (!add_region(d, bytes, size))
            return false;
    return !out->written || add_region(d, out->written, stage->invocations);
}

static size_t chunks_of(const struct debug_region *region)
{
    return (region->size + CHUNK_BYTES - 1) / CHUNK_BYTES;
}

/* Bytes of chunk `k` of a region. */
static uint32_t chunk_size(const struct debug_region *region, size_t k)
{
    uint64_t left = region->size - (uint64_t)k * CHUNK_BYTES;
    return left < CHUNK_BYTES ? (uint32_t)left : CHUNK_BYTES;
}

/* ---- the state outside of memory ---- */

static void load_clock(struct sm5_debug *d)
{
    const struct interp_worker *w = d->worker;
    struct debug_clock *c = &d->clock;
    c->group = w->group;
    c->steps = atomic_load_explicit(&d->run.steps, memory_order_relaxed);
    c->stop_at = atomic_load_explicit(&d->run.stop_at, memory_order_relaxed);
    c->fault = d->run.fault;
    c->pc = w->pc;
    c->tick = w->tick;
    c->depth = w->depth;
    c->calls = w->calls;
    c->active_count = w->active_count;
    c->live_count = w->live_count;
    c->first = w->first;
    c->done = w->done;
    c->failed = d->run.failed;
}

static void store_clock(struct sm5_debug *d)
{
    struct interp_worker *w = d->worker;
    const struct debug_clock *c = &d->clock;
    w->group = c->group;
    atomic_store_explicit(&d->run.steps, c->steps, memory_order_relaxed);
    atomic_store_explicit(&d->run.stop_at, c->stop_at, memory_order_relaxed);
    d->run.fault = c->fault;
    w->pc = c->pc;
    w->tick = c->tick;
    w->depth = c->depth;
    w->calls = c->calls;
    w->active_count = c->active_count;
    w->live_count = c->live_count;
    w->first = c->first;
    w->done = c->done;
    d->run.failed = c->failed;
}

/* ---- snapshots ---- */

static void drop_chunk(struct sm5_debug *d, struct debug_chunk *chunk)
{
    if (!chunk || --chunk->references)
        return;
    d->bytes -= chunk->size;
    free(chunk);
}

static void drop_snapshot(struct sm5_debug *d, size_t at)
{
    struct debug_snapshot *s = &d->snapshots.data[at];
    for (size_t i = 0; i < d->chunk_count; i++)
        drop_chunk(d, s->chunks[i]);
    free(s->chunks);
    d->bytes -= d->chunk_count * sizeof(struct debug_chunk *);
    memmove(s, s + 1, (--d->snapshots.count - at) * sizeof *s);
}

/* The last snapshot at or before `time`. */
static size_t find_snapshot(const struct sm5_debug *d, uint64_t time)
{
    size_t low = 0, high = d->snapshots.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (d->snapshots.data[middle].clock.time <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static struct debug_chunk *make_chunk(struct sm5_debug *d, const uint8_t *bytes, uint32_t size,
                                      struct debug_chunk *before)
{
    if (before && memcmp(before->bytes, bytes, size) == 0) {
        before->references++;
        return before;
    }
    struct debug_chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk)
        return NULL;
    chunk->references = 1;
    chunk->size = size;
    memcpy(chunk->bytes, bytes, size);
    d->bytes += size;
    return chunk;
}

/* Fills in the chunks; those that could not be allocated are NULL. */
static bool copy_regions(struct sm5_debug *d, struct debug_chunk **chunks, struct debug_chunk *const *before)
{
    size_t at = 0;
    bool ok = true;
    for (size_t r = 0; r < d->regions.count; r++) {
        const struct debug_region *region = &d->regions.data[r];
        for (size_t k = 0; k < chunks_of(region); k++, at++) {
            chunks[at] = make_chunk(d, region->bytes + k * CHUNK_BYTES, chunk_size(region, k),
                                    before ? before[at] : NULL);
            ok &= chunks[at] != NULL;
        }
    }
    return ok;
}

/* Deletes the snapshot that is worth least: close to its neighbours, compared with its distance from the
   position. */
static void thin_out(struct sm5_debug *d)
{
    const struct debug_snapshot *s = d->snapshots.data;
    size_t least = 0;
    double value = 0;
    for (size_t i = 1; i < d->snapshots.count; i++) {
        uint64_t now = d->clock.work, at = s[i].clock.work;
        uint64_t next = i + 1 < d->snapshots.count ? s[i + 1].clock.work : at;
        uint64_t distance = now > at ? now - at : at - now;
        double worth = (double)(next - s[i - 1].clock.work) / ((double)distance + 1);
        if (!least || worth < value) {
            least = i;
            value = worth;
        }
    }
    drop_snapshot(d, least);
}

/* False when memory is exhausted. */
static bool save(struct sm5_debug *d, size_t at)
{
    struct debug_snapshot made = {.chunks = calloc(d->chunk_count + 1, sizeof *made.chunks)};
    if (!made.chunks || !VEC_RESERVE(&d->snapshots, 1)) {
        free(made.chunks);
        return false;
    }
    load_clock(d);
    made.clock = d->clock;
    bool ok = copy_regions(d, made.chunks, at ? d->snapshots.data[at - 1].chunks : NULL);
    memmove(d->snapshots.data + at + 1, d->snapshots.data + at, (d->snapshots.count++ - at) * sizeof made);
    d->snapshots.data[at] = made;
    d->bytes += d->chunk_count * sizeof(struct debug_chunk *);
    if (!ok)
        drop_snapshot(d, at);
    while (ok && d->bytes > d->limit && d->snapshots.count > 1)
        thin_out(d);
    return ok;
}

void debug_save_if_due(struct sm5_debug *d)
{
    if (d->clock.work < d->next_save)
        return;
    size_t near = find_snapshot(d, d->clock.time);
    d->next_save = d->snapshots.data[near].clock.work + d->interval;
    if (d->clock.work < d->next_save || d->snapshots.data[near].clock.time == d->clock.time)
        return;
    d->next_save = d->clock.work + d->interval;
    save(d, near + 1); /* without memory for it steps back take longer */
}

bool debug_snapshots_open(struct sm5_debug *d)
{
    struct interp_worker *w = d->worker;
    uint64_t total = 0;
    bool ok = add_region(d, w->memory, interp_worker_bytes(w->plan, w->lanes)) &&
              add_region(d, w->blocks, w->plan->flow_depth * sizeof *w->blocks) &&
              add_region(d, w->tgsm, d->program->decls.tgsm_bytes) && add_resources(d) && add_outputs(d);
    for (size_t i = 0; i < d->regions.count; i++) {
        d->chunk_count += chunks_of(&d->regions.data[i]);
        total += d->regions.data[i].size;
    }
    d->interval = INTERVAL + total / 4;
    d->next_save = d->interval;
    return ok && save(d, 0);
}

void debug_snapshots_close(struct sm5_debug *d)
{
    while (d->snapshots.count)
        drop_snapshot(d, d->snapshots.count - 1);
    VEC_FREE(&d->snapshots);
    VEC_FREE(&d->regions);
}

/* Applies or reverts edits up to `time`: places outside of the regions, such as constants and inputs, are changed by
   edits only. */
static void move_edits(struct sm5_debug *d, uint64_t time)
{
    for (; d->next_edit < d->edits.count && d->edits.data[d->next_edit].time < time; d->next_edit++) {
        const struct debug_edit *edit = &d->edits.data[d->next_edit];
        memcpy(edit->place, &edit->value, edit->size);
    }
    for (; d->next_edit && d->edits.data[d->next_edit - 1].time >= time; d->next_edit--) {
        const struct debug_edit *edit = &d->edits.data[d->next_edit - 1];
        memcpy(edit->place, &edit->before, edit->size);
    }
}

void debug_restore(struct sm5_debug *d, uint64_t time)
{
    const struct debug_snapshot *s = &d->snapshots.data[find_snapshot(d, time)];
    size_t at = 0;
    move_edits(d, s->clock.time);
    for (size_t r = 0; r < d->regions.count; r++) {
        const struct debug_region *region = &d->regions.data[r];
        for (size_t k = 0; k < chunks_of(region); k++, at++)
            memcpy(region->bytes + k * CHUNK_BYTES, s->chunks[at]->bytes, s->chunks[at]->size);
    }
    d->clock = s->clock;
    store_clock(d);
    d->next_save = d->clock.work + d->interval;
}

uint64_t debug_snapshot_before(const struct sm5_debug *d, uint64_t time)
{
    return d->snapshots.data[find_snapshot(d, time - 1)].clock.time;
}

uint64_t debug_snapshot_of_group(const struct sm5_debug *d, uint64_t group)
{
    size_t at = d->snapshots.count - 1;
    while (at && d->snapshots.data[at].clock.group >= group)
        at--;
    return d->snapshots.data[at].clock.time;
}

void debug_forget_from(struct sm5_debug *d, uint64_t time)
{
    while (d->snapshots.count > 1 && d->snapshots.data[d->snapshots.count - 1].clock.time >= time)
        drop_snapshot(d, d->snapshots.count - 1);
}

/* ---- hash ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, uint64_t size)
{
    uint64_t i = 0;
    for (; i + 8 <= size; i += 8)
        hash = mix(hash, load_u64(bytes + i));
    for (; i < size; i++)
        hash = mix(hash, bytes[i]);
    return hash;
}

uint64_t debug_hash(const struct sm5_debug *d)
{
    const struct interp_worker *w = d->worker;
    const uint64_t state[] = {d->clock.time,   w->group,      w->pc,    w->depth,       w->calls,
                              w->active_count, w->live_count, w->first, d->clock.ended, d->run.failed};
    uint64_t hash = mix_bytes(0, (const uint8_t *)state, sizeof state);
    for (size_t r = 0; r < d->regions.count; r++)
        if (d->regions.data[r].bytes != (const uint8_t *)w->blocks) /* has pointers */
            hash = mix_bytes(hash, d->regions.data[r].bytes, d->regions.data[r].size);
    for (uint32_t i = 0; i < w->depth; i++)
        hash = mix(hash, (uint64_t)w->blocks[i].pc << 8 | w->blocks[i].run);
    return hash;
}
