/* Operations on textures, lane by lane, in lane order: src/texture/ says what they give. */
#include "interp/interp_region.h"
#include "numeric/numeric.h"
#include "runtime/mem.h"

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
    return slot == PLAN_BY_LANE ? plan_find(w->plan, file, interp_index(w, reg, lane)) : slot;
}

/* A texture of another kind than the instruction's, which only one chosen by lane can be, is as none. */
static const struct texture_view *texture_of(const struct interp_worker *w, const struct plan_texture *t,
                                             uint32_t lane)
{
    const struct program_resource *resources = w->plan->program->decls.resources;
    uint32_t slot = slot_of(w, ISA_FILE_SRV, t->slot, t->reg, lane);
    if (slot == PLAN_NONE || (t->slot == PLAN_BY_LANE && resources[slot].dimension != t->dimension))
        return NULL;
    return bound(w, slot, t->reg, lane)->texture;
}

static const struct sm5_sampler *sampler_of(const struct interp_worker *w, const struct plan_texture *t,
                                            uint32_t lane)
{
    uint32_t slot = slot_of(w, ISA_FILE_SAMPLER, t->sampler, t->sampler_reg, lane);
    const struct sm5_sampler *sampler = bound(w, slot, t->sampler_reg, lane)->sampler;
    return sampler ? sampler : &sampler_default;
}

/* A word that the operation reads, 0 where it has no such operand. */
static uint32_t word_of(const struct interp_worker *w, const struct plan_texture *t, unsigned read,
                        uint32_t lane)
{
    return t->reads[read] == PLAN_NONE ? 0 : interp_column(w, t->reads[read])[lane];
}

static float float_of(const struct interp_worker *w, const struct plan_texture *t, unsigned read,
                      uint32_t lane)
{
    return float_of_bits(word_of(w, t, read, lane));
}

/* ---- by integer coordinates ---- */

static struct texture_address address_of(const struct interp_worker *w, const struct plan_texture *t,
                                         const struct texture_view *view, uint32_t lane)
{
    uint32_t words[4];
    for (unsigned i = 0; i < 4; i++)
        words[i] = word_of(w, t, READ_COORD + i, lane);
    struct texture_address at = texture_load_address(view, words, t->offset);
    at.sample = word_of(w, t, READ_INDEX, lane);
    return at;
}

static void load(const struct interp_worker *w, const struct plan_texture *t, const struct texture_view *view,
                 uint32_t lane, uint32_t out[4])
{
    struct texture_address at = address_of(w, t, view, lane);
    texture_load(view, &at, out);
}

static void store(const struct interp_worker *w, const struct plan_texture *t,
                  const struct texture_view *view, uint32_t lane)
{
    struct texture_address at = address_of(w, t, view, lane);
    uint8_t *element = texture_load_element(view, &at);
    uint32_t words[4];
    for (unsigned i = 0; i < 4; i++)
        words[i] = word_of(w, t, READ_VALUE + i, lane);
    if (element && view->format->uav)
        mem_store_element(view->format, element, words);
}

static uint32_t atomic(const struct interp_worker *w, const struct plan_texture *t,
                       const struct texture_view *view, uint32_t lane)
{
    struct texture_address at = address_of(w, t, view, lane);
    uint8_t *element = texture_load_element(view, &at);
    if (!element || view->format->bytes != 4)
        return 0;
    uint32_t a = word_of(w, t, READ_VALUE, lane);
    uint32_t b = t->reads[READ_VALUE + 1] == PLAN_NONE ? a : word_of(w, t, READ_VALUE + 1, lane);
    return interp_apply(t->atomic, element, a, b);
}

/* ---- by texture coordinates ---- */

/* D3D11.3 22.4.4: six bits, signed. */
static int8_t programmed_offset(uint32_t word)
{
    return (int8_t)((int32_t)(word << 26) >> 26);
}

static struct texture_request request_of(const struct interp_worker *w, const struct plan_texture *t,
                                         uint32_t lane)
{
    struct texture_request r = {.compares = t->compares, .component = t->compares ? 0 : t->component};
    for (unsigned i = 0; i < 4; i++)
        r.coords[i] = float_of(w, t, READ_COORD + i, lane);
    for (unsigned i = 0; i < 3; i++) {
        r.ddx[i] = float_of(w, t, READ_DDX + i, lane);
        r.ddy[i] = float_of(w, t, READ_DDY + i, lane);
        r.offset[i] = t->offset[i];
    }
    for (unsigned i = 0; i < 2 && t->reads[READ_OFFSET] != PLAN_NONE; i++)
        r.offset[i] = programmed_offset(word_of(w, t, READ_OFFSET + i, lane));
    r.source = t->reads[READ_DDX] == PLAN_NONE ? TEXTURE_LOD_GIVEN : TEXTURE_LOD_DERIVED;
    r.lod = float_of(w, t, READ_LOD, lane);
    r.bias = float_of(w, t, READ_BIAS, lane);
    r.has_clamp = t->reads[READ_CLAMP] != PLAN_NONE;
    r.clamp = float_of(w, t, READ_CLAMP, lane);
    r.reference = float_of(w, t, READ_REFERENCE, lane);
    return r;
}

static void sample(const struct interp_worker *w, const struct plan_texture *t,
                   const struct texture_view *view, uint32_t lane, uint32_t out[4])
{
    struct texture_request request = request_of(w, t, lane);
    const struct sm5_sampler *sampler = sampler_of(w, t, lane);
    switch (t->kind) {
    case PLAN_TEXTURE_GATHER: texture_gather(view, sampler, &request, out); break;
    case PLAN_TEXTURE_LOD: texture_sample_lod(view, sampler, &request, out); break;
    default: texture_sample(view, sampler, &request, out); break;
    }
}

/* Before any result is written: lanes of a quad read one another. */
static void derive(struct interp_worker *w, const struct plan_texture *t)
{
    const uint32_t *active = t->whole ? NULL : w->active;
    for (unsigned i = 0; i < 3 && t->reads[READ_DDX + i] != PLAN_NONE; i++) {
        const uint32_t *coord = interp_column(w, t->reads[READ_COORD + i]);
        interp_difference(w->lanes, PLAN_X_COARSE, active, coord, interp_column(w, t->reads[READ_DDX + i]));
        interp_difference(w->lanes, PLAN_Y_COARSE, active, coord, interp_column(w, t->reads[READ_DDY + i]));
    }
}

/* ---- queries ---- */

static uint32_t samples_of(const struct interp_worker *w, const struct plan_texture *t,
                           const struct texture_view *view)
{
    if (t->slot == PLAN_NONE)
        return w->run->stage ? w->run->stage->samples : 1;
    return view ? view->samples : 0;
}

static void position(uint32_t samples, uint32_t index, uint32_t out[4])
{
    int8_t offset[2];
    stage_sample_offset(samples, index, offset);
    out[0] = bits_of_float((float)offset[0] / 16.0f);
    out[1] = bits_of_float((float)offset[1] / 16.0f);
    out[2] = out[3] = 0;
}

static void query(const struct interp_worker *w, const struct plan_texture *t,
                  const struct texture_view *view, uint32_t lane, uint32_t out[4])
{
    uint32_t index = word_of(w, t, READ_INDEX, lane);
    switch (t->kind) {
    case PLAN_TEXTURE_SIZE:
        texture_query_size(view, t->dimension, index, (enum texture_numbers)t->form, out);
        break;
    case PLAN_TEXTURE_SAMPLES:
        texture_query_samples(samples_of(w, t, view), (enum texture_numbers)t->form, out);
        break;
    default: position(samples_of(w, t, view), index, out); break;
    }
}

/* ---- all ---- */

/* One lane's answer. Nothing bound: 0 in all components, but queries have an answer of their own. */
static void answer(const struct interp_worker *w, const struct plan_texture *t,
                   const struct texture_view *view, uint32_t lane, uint32_t out[4])
{
    memset(out, 0, 4 * sizeof *out);
    if (t->kind >= PLAN_TEXTURE_SIZE)
        query(w, t, view, lane, out);
    else if (!view)
        return;
    else if (t->kind == PLAN_TEXTURE_LOAD)
        load(w, t, view, lane, out);
    else if (t->kind == PLAN_TEXTURE_STORE)
        store(w, t, view, lane);
    else if (t->kind == PLAN_TEXTURE_ATOMIC)
        out[0] = atomic(w, t, view, lane);
    else
        sample(w, t, view, lane, out);
}

void interp_texture(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->memory];
    bool writes = t->kind == PLAN_TEXTURE_STORE || t->kind == PLAN_TEXTURE_ATOMIC;
    const uint32_t *writers = writes ? interp_writers(w) : w->active;
    if (t->derives)
        derive(w, t);
    INTERP_EACH_ACTIVE(w, i)
    {
        uint32_t out[4];
        answer(w, t, writers[i] ? texture_of(w, t, i) : NULL, i, out);
        for (unsigned k = 0; k < t->count; k++)
            interp_column(w, t->column[k])[i] = out[t->word[k]];
    }
    if (t->status != PLAN_NONE)
        interp_store_status(w, t->status);
}
