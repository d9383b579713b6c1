/* Texels of loads, stores and atomics that do not exist; a sampler maps all coordinates to texels that do
   (D3D11.3 7.18). */
#include "check/check_texture.h"

#include <stdlib.h>

#include "check/check.h"
#include "interp/interp_region.h"

/* The number of coordinates within a layer; the layer of an array follows them. */
static unsigned axes_of(uint8_t dimension, bool *has_layer)
{
    *has_layer = false;
    switch (dimension) {
    case ISA_DIM_TEXTURE1DARRAY: *has_layer = true; return 1;
    case ISA_DIM_TEXTURE1D: return 1;
    case ISA_DIM_TEXTURE3D: return 3;
    case ISA_DIM_TEXTURE2DARRAY:
    case ISA_DIM_TEXTURE2DMSARRAY: *has_layer = true; return 2;
    default: return 2;
    }
}

static void print_texel(const uint32_t *texel, unsigned axes, const char *between, struct strbuf *out)
{
    for (unsigned i = 0; i < axes; i++)
        strbuf_printf(out, "%s%u", i ? between : "", texel[i]);
}

/* An operand of a lane; 0 when the instruction has none. */
static uint32_t read_of(const struct interp_worker *w, const struct plan_texture *t, unsigned read,
                        uint32_t lane)
{
    return t->reads[read] == PLAN_NONE ? 0 : interp_column(w, t->reads[read])[lane];
}

/* The texel accessed and the size of the texture: "texel (4,0), layer 0 of 2, mip 0 of 3, in 4 x 4". The
   mip is always the fourth coordinate (D3D11.3 22.4.6). */
static void print_address(const struct interp_worker *w, const struct plan_texture *t, uint32_t lane,
                          const struct texture_view *view, struct strbuf *out)
{
    bool has_layer;
    unsigned axes = axes_of(t->access.dimension, &has_layer);
    uint32_t texel[3], mip = read_of(w, t, READ_COORD + 3, lane), sample = read_of(w, t, READ_INDEX, lane);
    for (unsigned i = 0; i < axes; i++)
        texel[i] = read_of(w, t, READ_COORD + i, lane) + (uint32_t)(int32_t)t->access.offset[i];
    strbuf_add(out, "texel (");
    print_texel(texel, axes, ",", out);
    strbuf_add(out, ")");
    if (has_layer)
        strbuf_printf(out, ", layer %u of %u", read_of(w, t, READ_COORD + axes, lane), view->layers);
    if (view->mips > 1 || mip)
        strbuf_printf(out, ", mip %u of %u", mip, view->mips);
    if (view->samples > 1 || sample)
        strbuf_printf(out, ", sample %u of %u", sample, view->samples);
    if (mip >= view->mips)
        return;
    const struct texture_level *level = &view->levels[mip];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    strbuf_add(out, ", in ");
    print_texel(size, axes, " x ", out);
}

/* A register selected by lane is a t#. */
static struct sm5_finding finding_of(const struct check *check, enum sm5_finding_kind kind,
                                     const struct plan_texture *t, uint32_t reg)
{
    struct sm5_finding finding = {.kind = kind};
    bool declared = t->slot < PLAN_BY_LANE;
    uint8_t file = declared ? check->program->decls.resources[t->slot].file : ISA_FILE_SRV;
    snprintf(finding.reg, sizeof finding.reg, "%s%u", isa_file(file)->text, reg);
    return finding;
}

static void check_texel(struct check *check, const struct interp_worker *w, const struct plan_texture *t,
                        const struct check_site *site, uint32_t lane)
{
    const struct runtime_view *view = check->texels.views[lane];
    struct sm5_finding finding = finding_of(
        check, view->texture ? SM5_FINDING_OOB_TYPED : SM5_FINDING_UNBOUND, t, interp_index(w, t->reg, lane));
    struct sm5_finding *made = check_add(check, site, &finding);
    struct strbuf text = {0};
    if (!view->texture)
        return;
    if (made)
        print_address(w, t, lane, view->texture, &text);
    check_prefix_message(check, made, &text);
}

void check_texture_bounds(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->texture];
    bool has_texels = t->access.kind <= ISA_ACCESS_ATOMIC;
    if (t->access.kind >= ISA_ACCESS_SIZE)
        return;
    for (uint32_t i = 0; i < w->threads; i++) {
        const struct runtime_view *view = check->texels.views[i];
        bool exists = has_texels ? check->texels.elements[i] != NULL : view->texture != NULL;
        if (exists || !check_has_effects(w, i) || view->mismatch) /* reported once, by check_bounds_views */
            continue;
        const struct check_site site = check_site_of(w, op, i);
        check_texel(check, w, t, &site, i);
    }
}

/* ---- views and elements ---- */

bool check_texture_open(struct check_texels *texels, const struct interp_worker *w)
{
    texels->views = calloc(w->lanes, sizeof *texels->views);
    texels->elements = calloc((size_t)w->lanes + TEXTURE_LANES, sizeof *texels->elements);
    return texels->views && texels->elements;
}

void check_texture_close(struct check_texels *texels)
{
    free(texels->views);
    free(texels->elements);
}

/* The lowest lane of the mask and those with the same view. */
static uint32_t same_view(const struct runtime_view *const *views, uint32_t mask)
{
    uint32_t same = 0;
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        if (mask >> i & 1 && views[i] == views[__builtin_ctz(mask)])
            same |= 1u << i;
    return same;
}

/* Of the lanes of a batch. */
static void find_elements(struct check_texels *texels, const struct interp_worker *w,
                          const struct plan_texture *t, uint32_t first, uint32_t mask)
{
    runtime_texture_words words;
    for (unsigned k = 0; k < READ_COUNT; k++)
        words[k] = t->reads[k] == PLAN_NONE ? NULL : interp_column(w, t->reads[k]) + first;
    memset(texels->elements + first, 0, TEXTURE_LANES * sizeof *texels->elements);
    while (mask) {
        uint8_t *elements[TEXTURE_LANES];
        uint32_t same = same_view(texels->views + first, mask);
        const struct texture_view *view = texels->views[first + (uint32_t)__builtin_ctz(mask)]->texture;
        mask &= ~same;
        if (!view)
            continue;
        runtime_texture_elements(&t->access, view, words, same, elements);
        for (unsigned i = 0; i < TEXTURE_LANES; i++)
            if (same >> i & 1)
                texels->elements[first + i] = elements[i];
    }
}

void check_texture_find(struct check_texels *texels, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->texture];
    bool by_lane = t->reg.index != PLAN_NONE;
    const struct runtime_view *view = by_lane ? NULL : interp_texture_view(w, t, 0);
    if (t->access.kind >= ISA_ACCESS_SIZE)
        return;
    for (uint32_t i = 0; i < w->threads; i++)
        texels->views[i] = by_lane ? interp_texture_view(w, t, i) : view;
    for (uint32_t first = 0; t->access.kind <= ISA_ACCESS_ATOMIC && first < w->threads;
         first += TEXTURE_LANES) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < TEXTURE_LANES && first + i < w->threads; i++)
            mask |= (check_has_effects(w, first + i) ? 1u : 0) << i;
        find_elements(texels, w, t, first, mask);
    }
}
