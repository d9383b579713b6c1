/* Every access to t#, u#, g# and cb# memory that the interpreter makes. The rules are address.h's; here they
   are applied lane by lane, in lane order. */
#include "interp/interp_region.h"
#include "runtime/mem.h"

const struct program_resource *interp_declaration(const struct interp_worker *w, const struct plan_memory *m,
                                                  uint32_t reg)
{
    const struct program_resource *resources = w->plan->program->decls.resources;
    if (m->slot != PLAN_BY_LANE)
        return &resources[m->slot];
    uint32_t slot = plan_find(w->plan, ISA_FILE_SRV, reg);
    uint8_t access;
    bool fits =
        slot != PLAN_NONE && plan_access_of(resources[slot].dimension, &access) && access == m->access;
    return fits ? &resources[slot] : NULL;
}

static const struct runtime_view *view_of(const struct interp_worker *w,
                                          const struct program_resource *declared, uint32_t reg)
{
    size_t slot = (size_t)(declared - w->plan->program->decls.resources);
    return runtime_view_at(&w->run->bindings->slots[slot], reg);
}

/* A view that does not fit its declaration is measured by the declaration, within the view. */
struct interp_region interp_region_of(const struct interp_worker *w, const struct plan_memory *m,
                                      uint32_t reg)
{
    const struct program_resource *declared = interp_declaration(w, m, reg);
    /* Nothing is in bounds of an empty region; its base is not NULL, so that pointer arithmetic is defined.
     */
    const struct interp_region empty = {.base = w->tgsm};
    if (!declared)
        return empty;
    if (m->tgsm != PLAN_NONE)
        return (struct interp_region){w->tgsm + m->tgsm, declared->bytes, declared->count, declared->stride,
                                      NULL};
    const struct runtime_view *view = view_of(w, declared, reg);
    struct interp_region region = {view->base, view->bytes, view->count, declared->stride, view->format};
    if (!view->base || (m->access == PLAN_TYPED && view->kind != VIEW_TYPED))
        return empty;
    if (m->access == PLAN_TYPED)
        return region;
    if ((uintptr_t)view->base & 3)
        return empty;
    if (m->access == PLAN_STRUCTURED && (view->kind != VIEW_STRUCTURED || view->stride != declared->stride)) {
        uint64_t count = declared->stride ? view->bytes / declared->stride : 0;
        region.count = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    }
    return region;
}

const uint32_t *interp_writers(struct interp_worker *w)
{
    if (!w->mute)
        return w->active;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->taken[i] = w->active[i] & ~w->mute[i];
    return w->taken;
}

#define EACH_WRITER(w, i)                                                                                    \
    const uint32_t *writes_##i = interp_writers(w);                                                          \
    for (uint32_t i = 0; i < (w)->threads; i++)                                                              \
        if (writes_##i[i])

/* ---- words: structured and raw ---- */

/* `count` is a constant at each call, so that the inner loop unrolls. All of a lane's sources are read before
   its destinations are written. */
static inline __attribute__((always_inline)) void
load_words(struct interp_worker *w, const struct plan_memory *m, uint8_t access, unsigned count)
{
    struct interp_cursor c = interp_cursor(w, m);
    uint32_t *d[4];
    for (unsigned k = 0; k < count; k++)
        d[k] = interp_column(w, m->column[k]);
    INTERP_EACH_ACTIVE(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        struct address at = interp_window(&c.region, access, c.address[i], c.offset[i]);
        const uint8_t *base = c.region.base + at.offset;
        for (unsigned k = 0; k < count; k++)
            d[k][i] = m->word[k] < at.words ? mem_load(base + 4 * m->word[k]) : 0;
    }
}

static inline __attribute__((always_inline)) void
store_words(struct interp_worker *w, const struct plan_memory *m, uint8_t access, unsigned count)
{
    struct interp_cursor c = interp_cursor(w, m);
    const uint32_t *s[4];
    for (unsigned k = 0; k < count; k++)
        s[k] = interp_column(w, m->column[k]);
    EACH_WRITER(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        struct address at = interp_window(&c.region, access, c.address[i], c.offset[i]);
        uint8_t *base = c.region.base + at.offset;
        for (unsigned k = 0; k < count; k++)
            if (k < at.words)
                mem_store(base + 4 * k, s[k][i]);
    }
}

#define BY_COUNT(function, w, m, access)                                                                     \
    switch ((m)->count) {                                                                                    \
    case 1: function(w, m, access, 1); break;                                                                \
    case 2: function(w, m, access, 2); break;                                                                \
    case 3: function(w, m, access, 3); break;                                                                \
    case 4: function(w, m, access, 4); break;                                                                \
    default: break;                                                                                          \
    }

static void load_structured(struct interp_worker *w, const struct plan_memory *m)
{
    BY_COUNT(load_words, w, m, PLAN_STRUCTURED)
}

static void load_raw(struct interp_worker *w, const struct plan_memory *m)
{
    BY_COUNT(load_words, w, m, PLAN_RAW)
}

static void store_structured(struct interp_worker *w, const struct plan_memory *m)
{
    BY_COUNT(store_words, w, m, PLAN_STRUCTURED)
}

static void store_raw(struct interp_worker *w, const struct plan_memory *m)
{
    BY_COUNT(store_words, w, m, PLAN_RAW)
}

/* ---- texels ---- */

static void load_texel(const struct interp_cursor *c, uint32_t address, uint32_t out[4])
{
    const struct format_info *format = c->region.format;
    struct address at = interp_window(&c->region, PLAN_TYPED, address, 0);
    if (at.words)
        mem_load_element(format, c->region.base + at.offset, out);
    else if (format)
        format_defaults(format, out);
    else
        memset(out, 0, 4 * sizeof *out); /* unbound: 0 in all components, D3D11.3 22.4.6 */
}

static void load_typed(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    INTERP_EACH_ACTIVE(w, i)
    {
        uint32_t texel[4];
        interp_cursor_move(w, m, &c, i);
        load_texel(&c, c.address[i], texel);
        for (unsigned k = 0; k < m->count; k++)
            interp_column(w, m->column[k])[i] = texel[m->word[k]];
    }
}

static void store_typed(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    EACH_WRITER(w, i)
    {
        uint32_t texel[4];
        interp_cursor_move(w, m, &c, i);
        for (unsigned k = 0; k < 4; k++)
            texel[k] = interp_column(w, m->column[k])[i];
        struct address at = interp_window(&c.region, PLAN_TYPED, c.address[i], 0);
        if (at.words)
            mem_store_element(c.region.format, c.region.base + at.offset, texel);
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
    static void (*const by_access[])(struct interp_worker *, const struct plan_memory *) = {
        [PLAN_STRUCTURED] = load_structured, [PLAN_RAW] = load_raw, [PLAN_TYPED] = load_typed};
    by_access[m->access](w, m);
    if (m->status != PLAN_NONE)
        interp_store_status(w, m->status);
}

static void store(struct interp_worker *w, const struct plan_memory *m)
{
    static void (*const by_access[])(struct interp_worker *, const struct plan_memory *) = {
        [PLAN_STRUCTURED] = store_structured, [PLAN_RAW] = store_raw, [PLAN_TYPED] = store_typed};
    by_access[m->access](w, m);
}

/* Typed atomics work on R32 texels alone (D3D11.3 22.17.8). */
static bool has_word(const struct interp_region *region, uint8_t access, struct address at)
{
    return at.words > 0 && (access != PLAN_TYPED || region->format->bytes == 4);
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
        struct address at = interp_window(&c.region, m->access, c.address[i], c.offset[i]);
        bool inside = writes[i] && has_word(&c.region, m->access, at);
        result[i] = inside ? mem_atomic(m->atomic, c.region.base + at.offset, a[i], b[i]) : 0;
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
        if (!view->counter || !writes[i])
            result[i] = 0;
        else
            result[i] =
                op->run == RUN_ALLOC ? mem_counter_alloc(view->counter) : mem_counter_consume(view->counter);
    }
    if (w->hooks && w->hooks->counter) {
        struct interp_event event = interp_event(w, op);
        const uint32_t *regs = m->reg.index == PLAN_NONE ? NULL : interp_column(w, m->reg.index);
        w->hooks->counter(w->context, &event, &w->plan->program->decls.resources[m->slot], m->reg.base, regs,
                          result);
    }
}

/* D3D11.3 22.4.1: elements of a typed view, bytes of a raw one, structures of a structured one. */
static void bufinfo(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    uint32_t *result = interp_column(w, m->result);
    INTERP_EACH_ACTIVE(w, i)
    {
        interp_cursor_move(w, m, &c, i);
        result[i] = m->access == PLAN_RAW ? (uint32_t)c.region.bytes : c.region.count;
    }
}

/* ---- constant buffers ---- */

uint32_t interp_cbuffer(const struct interp_worker *w, uint32_t slot, uint32_t reg, uint32_t row, unsigned c)
{
    const struct runtime_view *view = runtime_view_at(&w->run->bindings->slots[slot], reg);
    struct address at = address_row(view->bytes, row);
    return c < at.words ? mem_load(view->base + at.offset + 4 * (uint64_t)c) : 0;
}

/* ---- hooks ---- */

static uint32_t words_of(const struct plan_memory *m, bool atomic)
{
    uint32_t words = 0;
    for (unsigned k = 0; k < m->count; k++)
        words |= 1u << m->word[k];
    return atomic || m->access == PLAN_TYPED ? 1 : words;
}

/* A register chosen by lane: one call a lane, each with the declaration that the lane's register has. */
static void tell_by_lane(struct interp_worker *w, const struct plan_memory *m,
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

static void tell_memory(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m)
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
        tell_by_lane(w, m, &event, &access);
    else
        w->hooks->memory(w->context, &event, &access);
}

void interp_memory(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_memory *m = &w->plan->memory.data[op->memory];
    bool accesses = op->run == RUN_LOAD || op->run == RUN_STORE || op->run == RUN_ATOMIC;
    if (w->hooks && w->hooks->memory && accesses)
        tell_memory(w, op, m);
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
