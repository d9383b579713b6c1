/* Loads, stores and atomics name a texel; what samplers read always exists (D3D11.3 7.18). */
#include "check/check_texture.h"

#include "check/check.h"
#include "interp/interp_region.h"

/* Texel coordinates of a texture: those of its levels that count. */
static unsigned axes_of(uint8_t dimension)
{
    switch (dimension) {
    case ISA_DIM_TEXTURE1D:
    case ISA_DIM_TEXTURE1DARRAY: return 1;
    case ISA_DIM_TEXTURE3D: return 3;
    default: return 2;
    }
}

static void print_texel(const uint32_t *texel, unsigned axes, const char *between, struct strbuf *out)
{
    for (unsigned i = 0; i < axes; i++)
        strbuf_printf(out, "%s%u", i ? between : "", texel[i]);
}

/* "texel (4,0), layer 0, mip 0 of 4 x 4 texels, 1 layer, 1 mip": what there is, and of it what was asked. */
static void print_address(const struct texture_view *view, const struct texture_address *at,
                          struct strbuf *out)
{
    unsigned axes = axes_of(view->dimension);
    bool has_mip = at->mip < view->mips;
    strbuf_add(out, "texel (");
    print_texel(at->texel, axes, ",", out);
    strbuf_add(out, ")");
    if (view->layers > 1 || at->layer)
        strbuf_printf(out, ", layer %u of %u", at->layer, view->layers);
    if (view->mips > 1 || at->mip)
        strbuf_printf(out, ", mip %u of %u", at->mip, view->mips);
    if (view->samples > 1 || at->sample)
        strbuf_printf(out, ", sample %u of %u", at->sample, view->samples);
    if (!has_mip)
        return;
    const struct texture_level *level = &view->levels[at->mip];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    strbuf_add(out, ", in ");
    print_texel(size, axes, " x ", out);
}

/* Of a register that the lane chooses by its declaration, only t# are known to have them. */
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
                        const struct check_site *site, uint32_t lane, const struct texture_view *view,
                        struct sm5_finding *finding)
{
    uint32_t words[READ_COUNT] = {0};
    for (unsigned k = READ_COORD; k < READ_COORD + 4; k++)
        if (t->reads[k] != PLAN_NONE)
            words[k] = interp_column(w, t->reads[k])[lane];
    struct texture_address at = texture_load_address(view, &words[READ_COORD], t->asks.offset);
    if (t->reads[READ_INDEX] != PLAN_NONE)
        at.sample = interp_column(w, t->reads[READ_INDEX])[lane];
    if (texture_load_element(view, &at))
        return;
    struct sm5_finding *made = check_add(check, site, finding);
    struct strbuf text = {0};
    if (made)
        print_address(view, &at, &text);
    check_say(check, made, &text);
}

void check_texture_bounds(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->memory];
    if (t->asks.kind >= TEXTURE_SIZE)
        return;
    for (uint32_t i = 0; i < w->threads; i++) {
        if (!w->active[i])
            continue;
        const struct runtime_view *view = interp_texture_view(w, t, i);
        const struct check_site site = {op->instr, w->group, w->first + i};
        struct sm5_finding finding =
            finding_of(check, view->texture ? SM5_FINDING_OOB_TYPED : SM5_FINDING_UNBOUND, t,
                       interp_index(w, t->reg, i));
        if (view->mismatch) /* one mistake, one finding: the view's own */
            continue;
        if (view->texture && t->asks.kind <= TEXTURE_ATOMIC)
            check_texel(check, w, t, &site, i, view->texture, &finding);
        else if (!view->texture)
            check_add(check, &site, &finding);
    }
}
