/* The region of each lane's access. */
#ifndef SM5_INTERP_REGION_H
#define SM5_INTERP_REGION_H

#include "interp/interp_worker.h"
#include "runtime/region.h"

/* The declaration of register `reg` of an access; NULL when the register is selected by lane (t[r0.x + 3])
   and no declaration of the required dimension has that number. */
const struct program_resource *interp_declaration(const struct interp_worker *w, const struct plan_memory *m,
                                                  uint32_t reg);

/* The region of register `reg` of an access. */
struct region interp_region_of(const struct interp_worker *w, const struct plan_memory *m, uint32_t reg);

/* The operands of an access, moved from lane to lane. */
struct interp_cursor {
    const uint32_t *address, *offset;
    struct region region; /* of every lane, unless regs */
    bool regs;            /* the register differs by lane (SM5.1) */
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

/* The view of a lane's texture register; runtime_unbound when undeclared. */
const struct runtime_view *interp_texture_view(const struct interp_worker *w, const struct plan_texture *t,
                                               uint32_t lane);

#define INTERP_EACH_ACTIVE(w, i)                                                                             \
    for (uint32_t i = 0; i < (w)->threads; i++)                                                              \
        if ((w)->active[i])

#define INTERP_EACH_WRITER(w, i)                                                                             \
    const uint32_t *writes_##i = interp_writers(w);                                                          \
    for (uint32_t i = 0; i < (w)->threads; i++)                                                              \
        if (writes_##i[i])

/* Stores 1, the status of a fully mapped access (check_access_fully_mapped). */
void interp_store_status(struct interp_worker *w, uint32_t column);

/* interp_profile.c: executes the access by the run's profile, which is not SM5_OOB_SPEC. False when the
   access is the same in all profiles: it is then not executed. */
bool interp_profile(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m);

#endif
