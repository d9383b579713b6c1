/* All accesses to t#, u#, g# and cb# memory, lane by lane, in lane order. Bounds: runtime/region.h. */
#include "interp/interp_region.h"

const struct program_resource *interp_declaration(const struct interp_worker *w, const struct plan_memory *m,
                                                  uint32_t reg)
{
    const struct program_resource *resources = w->plan->program->decls.resources;
    if (m->slot != PLAN_BY_LANE)
        return &resources[m->slot];
    uint32_t slot = program_find(w->plan->program, ISA_FILE_SRV, reg);
    return slot != PLAN_NONE && resources[slot].dimension == m->dimension ? &resources[slot] : NULL;
}

struct region interp_region_of(const struct interp_worker *w, const struct plan_memory *m, uint32_t reg)
{
    const struct program_resource *declared = interp_declaration(w, m, reg);
    if (!declared)
        return region_empty();
    if (m->tgsm != PLAN_NONE)
        return region_of_tgsm(declared, w->tgsm + m->tgsm);
    return region_of_view(declared, runtime_view_of(w->run->bindings, w->plan->program, declared, reg));
}

const uint32_t *interp_writers(struct interp_worker *w)
{
    if (!w->helpers)
        return w->active;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->selected[i] = w->active[i] & ~w->helpers[i];
    return w->selected;
}

/* ---- structured and raw ---- */

/* `count` is a constant at each call, so that the inner loop is unrolled. All sources of a lane are read
   before its destinations are written. */
static inline __attribute__((always_inline)) void
load_words(struct interp_worker *w, const struct plan_memory *m, uint8_t dimension, unsigned count)
{
    struct interp_cursor c = interp_cursor(w, m);
    uint32_t *d[4];
    for (unsigned k = 0; k < count; k++)
        d[k] = interp_column(w, m->column[k]);
    INTERP_EACH_ACTIVE(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        struct address at = region_window(&c.region, dimension, c.address[i], c.offset[i]);
        const uint8_t *base = c.region.base + at.offset;
        for (unsigned k = 0; k < count; k++)
            d[k][i] = m->word[k] < at.words ? mem_load(base + 4 * m->word[k]) : 0;
    }
}

static inline __attribute__((always_inline)) void
store_words(struct interp_worker *w, const struct plan_memory *m, uint8_t dimension, unsigned count)
{
    struct interp_cursor c = interp_cursor(w, m);
    const uint32_t *s[4];
    for (unsigned k = 0; k < count; k++)
        s[k] = interp_column(w, m->column[k]);
    INTERP_EACH_WRITER(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        struct address at = region_window(&c.region, dimension, c.address[i], c.offset[i]);
        uint8_t *base = c.region.base + at.offset;
        for (unsigned k = 0; k < count; k++)
            if (k < at.words)
                mem_store(base + 4 * k, s[k][i]);
    }
}

#define BY_COUNT(function, w, m, dimension)                                                                  \
    switch ((m)->count) {                                                                                    \
    case 1: function(w, m, dimension, 1); break;                                                             \
    case 2: function(w, m, dimension, 2); break;                                                             \
    case 3: function(w, m, dimension, 3); break;                                                             \
    case 4: function(w, m, dimension, 4); break;                                                             \
    default: break;                                                                                          \
    }

/* ---- typed ---- */

static void load_typed(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    INTERP_EACH_ACTIVE(w, i)
    {
        uint32_t texel[4];
        interp_cursor_move(w, m, &c, i);
        region_load_element(&c.region, c.address[i], texel);
        for (unsigned k = 0; k < m->count; k++)
            interp_column(w, m->column[k])[i] = texel[m->word[k]];
    }
}

static void store_typed(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    INTERP_EACH_WRITER(w, i)
    {
        uint32_t texel[4];
        interp_cursor_move(w, m, &c, i);
        for (unsigned k = 0; k < 4; k++)
            texel[k] = interp_column(w, m->column[k])[i];
        region_store_element(&c.region, c.address[i], texel);
    }
}

void interp_store_status(struct interp_worker *w, uint32_t column)
{
    uint32_t *d = interp_column(w, column);
    INTERP_EACH_ACTIVE(w, i)
    d[i] = 1;
}

static void load(struct interp_worker *w, const struct plan_memory *m)
{
    switch (m->dimension) {
    case ISA_DIM_STRUCTURED: BY_COUNT(load_words, w, m, ISA_DIM_STRUCTURED) break;
    case ISA_DIM_RAW: BY_COUNT(load_words, w, m, ISA_DIM_RAW) break;
    default: load_typed(w, m); break;
    }
    if (m->status != PLAN_NONE)
        interp_store_status(w, m->status);
}

static void store(struct interp_worker *w, const struct plan_memory *m)
{
    switch (m->dimension) {
    case ISA_DIM_STRUCTURED: BY_COUNT(store_words, w, m, ISA_DIM_STRUCTURED) break;
    case ISA_DIM_RAW: BY_COUNT(store_words, w, m, ISA_DIM_RAW) break;
    default: store_typed(w, m); break;
    }
}

static void atomic(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    const uint32_t *a = interp_column(w, m->column[0]), *b = interp_column(w, m->column[m->count - 1]);
    uint32_t *result = interp_column(w, m->result == PLAN_NONE ? w->plan->trash : m->result);
    const uint32_t *writes = interp_writers(w);
    INTERP_EACH_ACTIVE(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        uint8_t *word = region_atomic_word(&c.region, m->dimension, c.address[i], c.offset[i]);
        result[i] = writes[i] && word ? mem_atomic(m->atomic, word, a[i], b[i]) : 0;
    }
}

/* ---- hidden counters and queries ---- */

static void count(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m)
{
    uint32_t *result = interp_column(w, m->result);
    const uint32_t *writes = interp_writers(w);
    INTERP_EACH_ACTIVE(w, i)
    {
        uint32_t reg = interp_index(w, m->reg, i);
        const struct runtime_view *view = runtime_view_at(&w->run->bindings->slots[m->slot], reg);
        result[i] = writes[i] ? mem_counter(op->opcode, view->counter) : 0;
    }
    if (w->hooks && w->hooks->counter) {
        struct interp_event event = interp_event(w, op);
        const uint32_t *regs = m->reg.index == PLAN_NONE ? NULL : interp_column(w, m->reg.index);
        w->hooks->counter(w->context, &event, &w->plan->program->decls.resources[m->slot], m->reg.base, regs,
                          result);
    }
}

static void bufinfo(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    uint32_t *result = interp_column(w, m->result);
    INTERP_EACH_ACTIVE(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        result[i] = region_info(&c.region, m->dimension);
    }
}

/* ---- constant buffers ---- */

uint32_t interp_cbuffer(const struct interp_worker *w, uint32_t slot, uint32_t reg, uint32_t row, unsigned c)
{
    return region_constant(runtime_view_at(&w->run->bindings->slots[slot], reg), row, c);
}

/* ---- hooks ---- */

static uint32_t words_of(const struct plan_memory *m, bool atomic)
{
    uint32_t words = 0;
    for (unsigned k = 0; k < m->count; k++)
        words |= 1u << m->word[k];
    return atomic || m->dimension == ISA_DIM_BUFFER ? 1 : words;
}

/* A register selected by lane: one call for each lane, with the declaration of its register. */
static void call_memory_hook_by_lane(struct interp_worker *w, const struct plan_memory *m,
                                     const struct interp_event *event, const struct interp_access *access)
{
    for (uint32_t i = 0; i < event->threads; i++) {
        struct interp_event lane = *event;
        struct interp_access own = *access;
        if (!event->active[i])
            continue;
        own.reg = interp_index(w, m->reg, i);
        own.regs = NULL;
        own.resource = interp_declaration(w, m, own.reg);
        own.address += i;
        own.offset = own.offset ? own.offset + i : NULL;
        lane.first += i;
        lane.threads = 1;
        lane.active += i;
        lane.flat += i;
        w->hooks->memory(w->context, &lane, &own);
    }
}

static void call_memory_hook(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m)
{
    bool by_lane = m->slot == PLAN_BY_LANE;
    struct interp_access access = {
        .kind = op->run == RUN_LOAD    ? INTERP_LOAD
                : op->run == RUN_STORE ? INTERP_STORE
                                       : INTERP_ATOMIC,
        .resource = by_lane ? NULL : &w->plan->program->decls.resources[m->slot],
        .reg = m->reg.base,
        .regs = m->reg.index == PLAN_NONE ? NULL : interp_column(w, m->reg.index),
        .address = interp_column(w, m->address),
        .offset = m->offset == PLAN_NONE ? NULL : interp_column(w, m->offset),
        .words = words_of(m, op->run == RUN_ATOMIC),
    };
    for (unsigned k = 0; op->run != RUN_LOAD && k < m->count; k++)
        access.values[k] = interp_column(w, m->column[k]);
    struct interp_event event = interp_event(w, op);
    if (by_lane)
        call_memory_hook_by_lane(w, m, &event, &access);
    else
        w->hooks->memory(w->context, &event, &access);
}

void interp_memory(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_memory *m = &w->plan->memory.data[op->memory];
    bool accesses = op->run == RUN_LOAD || op->run == RUN_STORE || op->run == RUN_ATOMIC;
    if (w->hooks && w->hooks->memory && accesses)
        call_memory_hook(w, op, m);
    if (w->run->oob != SM5_OOB_SPEC && interp_profile(w, op, m))
        return;
    switch (op->run) {
    case RUN_LOAD: load(w, m); break;
    case RUN_STORE: store(w, m); break;
    case RUN_ATOMIC: atomic(w, m); break;
    case RUN_BUFINFO: bufinfo(w, m); break;
    default: count(w, op, m); break;
    }
}
