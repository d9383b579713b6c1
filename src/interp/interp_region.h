/* Where an access of the interpreter goes: by register the bytes, by lane the window in them. */
#ifndef SM5_INTERP_REGION_H
#define SM5_INTERP_REGION_H

#include "interp/interp_worker.h"
#include "runtime/address.h"

/* The bytes that one register names, measured as the declaration says. Unbound: no bytes, no elements. */
struct interp_region {
    uint8_t *base;
    uint64_t bytes;
    uint32_t count, stride;
    const struct format_info *format;
};

/* The declaration of register `reg` of an access; NULL when the register is chosen by lane (t[r0.x + 3]) and
   none of the access's layout has that number. */
const struct program_resource *interp_declaration(const struct interp_worker *w, const struct plan_memory *m,
                                                  uint32_t reg);

/* A view that does not fit its declaration is measured by the declaration, within the view. */
struct interp_region interp_region_of(const struct interp_worker *w, const struct plan_memory *m,
                                      uint32_t reg);

/* The window of an access. Typed: the texel, as a single word. */
static inline struct address interp_window(const struct interp_region *region, uint8_t access,
                                           uint32_t address, uint32_t offset)
{
    if (access == PLAN_STRUCTURED)
        return address_structured(region->count, region->stride, address, offset);
    if (access == PLAN_RAW)
        return address_raw(region->bytes, address);
    struct address at = {0, 0};
    if (region->format)
        at.words = address_typed(region->count, region->format->bytes, address, &at.offset);
    return at;
}

/* What an access of this instruction works on, lane by lane. */
struct interp_cursor {
    const uint32_t *address, *offset;
    struct interp_region region; /* of every lane, unless regs */
    bool regs;                   /* the register differs by lane (SM5.1) */
};

static inline struct interp_cursor interp_cursor(const struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = {.regs = m->reg.index != PLAN_NONE};
    c.address = interp_column(w, m->address == PLAN_NONE ? w->plan->zero : m->address);
    c.offset = interp_column(w, m->offset == PLAN_NONE ? w->plan->zero : m->offset);
    if (!c.regs)
        c.region = interp_region_of(w, m, m->reg.base);
    return c;
}

static inline void interp_cursor_move(const struct interp_worker *w, const struct plan_memory *m,
                                      struct interp_cursor *c, uint32_t lane)
{
    if (c->regs)
        c->region = interp_region_of(w, m, interp_index(w, m->reg, lane));
}

/* What a lane's texture register names; runtime_unbound for none. */
const struct runtime_view *interp_texture_view(const struct interp_worker *w, const struct plan_texture *t,
                                               uint32_t lane);

#define INTERP_EACH_ACTIVE(w, i)                                                                             \
    for (uint32_t i = 0; i < (w)->threads; i++)                                                              \
        if ((w)->active[i])

/* Everything is mapped: any nonzero status says so to check_access_fully_mapped. */
void interp_store_status(struct interp_worker *w, uint32_t column);

/* interp_profile.c: makes the access as the run's profile has it, which is not SM5_OOB_SPEC. False: it is the
   same in all profiles, and not made yet. */
bool interp_profile(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m);

#endif
