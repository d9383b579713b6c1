/* Records what the search needs of an execution: operations, active lanes, elements and addresses. */
#include "interp/interp_region.h"
#include "why/why.h"

#include <stdlib.h>

enum { TRACE_BYTES = 64 << 20 }; /* default */

void why_trace_free(struct why_trace *trace)
{
    VEC_FREE(&trace->events);
    VEC_FREE(&trace->masks);
    VEC_FREE(&trace->payload);
}

static void clear(struct why_trace *trace)
{
    trace->events.count = trace->masks.count = trace->payload.count = 0;
}

static uint64_t bytes_of(const struct why_trace *trace)
{
    return trace->events.count * sizeof(struct why_event) + (trace->masks.count + trace->payload.count) * 8;
}

static bool has_access(const struct plan_op *op)
{
    bool is_emit = op->run == RUN_STREAM && op->stream.emits;
    return op->run == RUN_TEXTURE || op->run == RUN_DISCARD || is_emit ||
           (plan_is_memory(op) && op->run != RUN_BUFINFO);
}

unsigned why_payload_slots(const struct plan *plan, const struct plan_op *op)
{
    const struct plan_step *step = &plan->steps.data[op->steps];
    unsigned slots = has_access(op);
    for (unsigned i = 0; i < (unsigned)op->fetches + op->finishes; i++, step++)
        slots += why_has_slot(step);
    return slots;
}

/* ---- accesses ---- */

/* The words of the window that exist; of a typed view the element. */
static uint64_t window_of(struct sm5_why *y, const struct plan_memory *m, uint32_t lane)
{
    struct interp_cursor c = interp_cursor(y->worker, m);
    interp_cursor_move(y->worker, m, &c, lane);
    struct address at = region_window(&c.region, m->dimension, c.address[lane], c.offset[lane]);
    uint32_t size = 4 * at.words;
    if (m->dimension == ISA_DIM_BUFFER)
        size = at.words ? why_element_size(c.region.format) : 0;
    return why_place(c.region.base + at.offset, size);
}

static uint64_t counter_of(const struct sm5_why *y, const struct plan_memory *m, uint32_t lane)
{
    const struct runtime_bindings *bindings = y->worker->run->bindings;
    const struct runtime_view *view =
        runtime_view_at(&bindings->slots[m->slot], interp_index(y->worker, m->reg, lane));
    return why_place((const uint8_t *)view->counter, view->counter ? sizeof(uint32_t) : 0);
}

void why_find_texels(struct sm5_why *y, const struct plan_op *op)
{
    memset(y->texels.elements, 0, y->worker->lanes * sizeof *y->texels.elements);
    check_texture_find(&y->texels, y->worker, op);
}

static uint64_t texel_of(const struct sm5_why *y, const struct plan_op *op, uint32_t lane)
{
    const struct plan_texture *t = &y->plan->textures.data[op->texture];
    const uint8_t *texel = t->access.kind <= ISA_ACCESS_ATOMIC ? y->texels.elements[lane] : NULL;
    return texel ? why_place(texel, why_element_size(y->texels.views[lane]->texture->format)) : 0;
}

static bool is_change(const struct plan *plan, const struct plan_op *op)
{
    uint8_t kind = op->run == RUN_TEXTURE ? plan->textures.data[op->texture].access.kind : ISA_ACCESS_LOAD;
    return kind == ISA_ACCESS_STORE || kind == ISA_ACCESS_ATOMIC ||
           (op->run != RUN_LOAD && op->run != RUN_TEXTURE);
}

uint64_t why_access(struct sm5_why *y, const struct plan_op *op, uint32_t lane)
{
    if (op->run == RUN_DISCARD)
        return why_discards(y->worker, op, lane);
    if (op->run == RUN_STREAM)
        return (uint64_t)(uintptr_t)interp_emit_next(y->worker, lane);
    if (y->worker->helpers && y->worker->helpers[lane] && is_change(y->plan, op))
        return WHY_NO_EFFECT;
    if (op->run == RUN_TEXTURE)
        return texel_of(y, op, lane);
    const struct plan_memory *m = &y->plan->memory.data[op->memory];
    if (op->run == RUN_ALLOC || op->run == RUN_CONSUME)
        return counter_of(y, m, lane);
    return window_of(y, m, lane);
}

/* ---- events ---- */

/* The part that is recorded is full: it becomes the older one, which is dropped. */
static void rotate(struct sm5_why *y)
{
    uint64_t limit = y->options.trace_bytes ? y->options.trace_bytes : TRACE_BYTES;
    if (bytes_of(&y->parts[1]) < limit / 2)
        return;
    struct why_trace older = y->parts[0];
    y->parts[0] = y->parts[1];
    y->parts[1] = older;
    clear(&y->parts[1]);
}

/* The mask of the last event is used again when it is the same. */
static uint32_t record_mask(struct sm5_why *y, struct why_trace *trace)
{
    const struct interp_worker *w = y->worker;
    if (!VEC_RESERVE(&trace->masks, y->mask_words)) {
        y->failed = true;
        return 0;
    }
    uint64_t *bits = trace->masks.data + trace->masks.count;
    memset(bits, 0, y->mask_words * sizeof *bits);
    for (uint32_t i = 0; i < w->threads; i++)
        bits[i / 64] |= (uint64_t)(w->active[i] & 1) << i % 64;
    uint32_t at = (uint32_t)trace->masks.count;
    if (at && memcmp(bits - y->mask_words, bits, y->mask_words * sizeof *bits) == 0)
        return at - y->mask_words;
    trace->masks.count += y->mask_words;
    return at;
}

/* The element of an indexed register, or the place of a word of a record. Pixels read inputs of inactive ones, for
   derivatives. */
static uint64_t step_payload(const struct interp_worker *w, const struct plan_step *step, uint32_t lane)
{
    bool reads_all = step->kind == STEP_RECORD && w->plan->program->stage == ISA_PIXEL;
    if (!w->active[lane] && !reads_all)
        return 0;
    if (step->kind == STEP_FILE || step->kind == STEP_SCATTER)
        return interp_index(w, step->element, lane);
    const uint8_t *word = (const uint8_t *)interp_record(w, step, lane);
    return why_place(word, word ? sizeof(uint32_t) : 0);
}

static void record_payload(struct sm5_why *y, struct why_trace *trace, const struct plan_op *op)
{
    const struct interp_worker *w = y->worker;
    unsigned slots = why_payload_slots(y->plan, op);
    const struct plan_step *step = &y->plan->steps.data[op->steps];
    if (!slots)
        return;
    if (!VEC_RESERVE(&trace->payload, (size_t)slots * w->threads)) {
        y->failed = true;
        return;
    }
    uint64_t *to = trace->payload.data + trace->payload.count;
    trace->payload.count += (size_t)slots * w->threads;
    for (unsigned i = 0; i < (unsigned)op->fetches + op->finishes; i++, step++) {
        for (uint32_t lane = 0; why_has_slot(step) && lane < w->threads; lane++)
            *to++ = step_payload(w, step, lane);
    }
    if (has_access(op) && op->run == RUN_TEXTURE)
        why_find_texels(y, op);
    for (uint32_t lane = 0; has_access(op) && lane < w->threads; lane++)
        *to++ = w->active[lane] ? why_access(y, op, lane) : 0;
}

static void record_operation(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct sm5_why *y = context;
    struct why_event event = {.time = y->debug->clock.time - 1, .op = (uint32_t)(op - y->plan->ops.data)};
    if (y->failed || event.time >= y->until)
        return;
    rotate(y);
    struct why_trace *trace = &y->parts[1];
    event.depth = w->depth;
    event.payload = (uint32_t)trace->payload.count;
    event.mask = record_mask(y, trace);
    record_payload(y, trace, op);
    y->failed = y->failed || !VEC_PUSH(&trace->events, event);
}

static void record_start(void *context, const struct interp_worker *w)
{
    struct sm5_why *y = context;
    const struct why_event event = {.time = y->debug->clock.time, .op = WHY_NONE};
    (void)w;
    if (event.time <= y->until)
        y->failed = y->failed || !VEC_PUSH(&y->parts[1].events, event);
}

static void record_finish(void *context, const struct interp_worker *w)
{
    struct sm5_why *y = context;
    struct why_trace *trace = &y->parts[1];
    const struct why_event event = {
        .time = y->debug->clock.time, .op = WHY_FINISH, .payload = (uint32_t)trace->payload.count};
    if (event.time > y->until)
        return;
    why_record_finish(y, w);
    y->failed = y->failed || !VEC_PUSH(&trace->events, event);
}

static const struct interp_hooks record_hooks = {
    .start = record_start, .finish = record_finish, .operation = record_operation};

uint64_t why_record(struct sm5_why *y, uint64_t until)
{
    uint64_t from = debug_snapshot_before(y->debug, until);
    debug_go(y->debug, from);
    clear(&y->parts[0]);
    clear(&y->parts[1]);
    y->until = until;
    interp_set_hooks(y->worker, &record_hooks, y);
    while (y->debug->clock.time < until && !y->debug->clock.ended)
        debug_advance(y->debug); /* debug_go would start at a later snapshot */
    if (y->debug->clock.ended && y->debug->stage && y->debug->run.failed)
        record_finish(y, y->worker); /* there is no call for a batch that was stopped */
    interp_set_hooks(y->worker, NULL, NULL);
    for (unsigned i = 0; i < 2; i++)
        if (y->parts[i].events.count) {
            uint64_t first = y->parts[i].events.data[0].time;
            bool is_all = first <= from || first >= until;
            return is_all ? from : first;
        }
    return from;
}
