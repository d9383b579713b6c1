/* Texture operations, in batches of TEXTURE_LANES lanes, by runtime/texture_run.c. */
#include "interp/interp_region.h"

static const struct runtime_view *bound(const struct interp_worker *w, uint32_t slot, struct plan_index reg,
                                        uint32_t lane)
{
    if (slot == PLAN_NONE)
        return &runtime_unbound;
    return runtime_view_at(&w->run->bindings->slots[slot], interp_index(w, reg, lane));
}

static uint32_t slot_of(const struct interp_worker *w, uint8_t file, uint32_t slot, struct plan_index reg,
                        uint32_t lane)
{
    return slot == PLAN_BY_LANE ? program_find(w->plan->program, file, interp_index(w, reg, lane)) : slot;
}

/* A texture selected by lane whose dimension is not the instruction's counts as unbound. */
const struct runtime_view *interp_texture_view(const struct interp_worker *w, const struct plan_texture *t,
                                               uint32_t lane)
{
    const struct program_resource *resources = w->plan->program->decls.resources;
    uint32_t slot = slot_of(w, ISA_FILE_SRV, t->slot, t->reg, lane);
    if (slot == PLAN_NONE || (t->slot == PLAN_BY_LANE && resources[slot].dimension != t->access.dimension))
        return &runtime_unbound;
    return bound(w, slot, t->reg, lane);
}

static const struct sm5_sampler *sampler_of(const struct interp_worker *w, const struct plan_texture *t,
                                            uint32_t lane)
{
    uint32_t slot = slot_of(w, ISA_FILE_SAMPLER, t->sampler, t->sampler_reg, lane);
    return bound(w, slot, t->sampler_reg, lane)->sampler;
}

/* Computed before any result is written: lanes of a quad read each other. */
static void derive(struct interp_worker *w, const struct plan_texture *t)
{
    const uint32_t *active = t->all_lanes ? NULL : w->active;
    for (unsigned i = 0; i < t->access.axes; i++) {
        const uint32_t *coord = interp_column(w, t->reads[READ_COORD + i]);
        interp_difference(w->lanes, ISA_DERIVATIVE_X_COARSE, active, coord,
                          interp_column(w, t->reads[READ_DDX + i]));
        interp_difference(w->lanes, ISA_DERIVATIVE_Y_COARSE, active, coord,
                          interp_column(w, t->reads[READ_DDY + i]));
    }
}

static uint32_t raster_samples(const struct interp_worker *w, const struct plan_texture *t)
{
    if (t->slot != PLAN_NONE)
        return 0; /* an unbound texture */
    return w->run->stage ? w->run->stage->samples : 1;
}

/* A NULL view disables the writes of helper and discarded pixels. */
static void run_batch(struct interp_worker *w, const struct plan_texture *t,
                      struct runtime_texture_call *call, const uint32_t *writers, uint32_t first)
{
    const struct texture_view *views[TEXTURE_LANES] = {NULL};
    const struct sm5_sampler *samplers[TEXTURE_LANES] = {NULL};
    runtime_texture_words words = {NULL};
    texture_words out;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < TEXTURE_LANES && first + i < w->threads; i++) {
        if (!w->active[first + i])
            continue;
        mask |= 1u << i;
        views[i] = writers[first + i] ? interp_texture_view(w, t, first + i)->texture : NULL;
        samplers[i] = sampler_of(w, t, first + i);
    }
    for (unsigned k = 0; k < READ_COUNT; k++)
        words[k] = t->reads[k] == PLAN_NONE ? NULL : interp_column(w, t->reads[k]) + first;
    runtime_texture_by_lane(call, views, samplers, words, mask, out);
    for (unsigned k = 0; k < t->count; k++)
        for (uint32_t i = 0; i < TEXTURE_LANES; i++)
            if (mask >> i & 1)
                interp_column(w, t->column[k])[first + i] = out[t->word[k]][i];
}

void interp_texture(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->texture];
    bool writes = t->access.kind == ISA_ACCESS_STORE || t->access.kind == ISA_ACCESS_ATOMIC;
    const uint32_t *writers = writes ? interp_writers(w) : w->active;
    struct runtime_texture_call call = {
        .access = &t->access, .code = w->textures, .raster_samples = raster_samples(w, t)};
    if (t->access.derives)
        derive(w, t);
    for (uint32_t first = 0; first < w->threads; first += TEXTURE_LANES)
        run_batch(w, t, &call, writers, first);
    if (t->status != PLAN_NONE)
        interp_store_status(w, t->status);
}
