/* Resolves a caller's texture for a slot declared as a texture (D3D11.3 5.2, 5.3). */
#include "base/base.h"
#include "numeric/num_bits.h"
#include "runtime/runtime_diag.h"
#include "view.h"

struct resolver {
    const struct view_request *request;
    const struct program_resource *resource;
    const struct sm5_view *view;
    struct sm5_texture texture;
    uint32_t first_mip, mips, first_layer, layers;
    const struct format_info *format;
    struct sm5_diags *diags;
};

#define FAIL(r, id, ...) (diag_add((r)->diags, id, DIAG_NOWHERE, (r)->request->name, ##__VA_ARGS__), false)

static bool is_uav(const struct resolver *r)
{
    return r->resource->file == ISA_FILE_UAV;
}

static enum sm5_texture_kind kind_of(uint8_t dimension)
{
    static const uint8_t kinds[] = {SM5_TEXTURE_2D, SM5_TEXTURE_1D, SM5_TEXTURE_2D, SM5_TEXTURE_3D};
    const struct isa_dimension_info *info = &isa_dimensions[dimension];
    return (enum sm5_texture_kind)kinds[info->is_cube ? 2 : info->coordinates];
}

/* ---- the texture ---- */

static bool check_texture(struct resolver *r)
{
    static const char *const words[] = {"none", "1D", "2D", "3D"};
    const struct sm5_texture *t = &r->texture;
    uint8_t dimension = r->resource->dimension;
    uint64_t bytes = sm5_texture_bytes(t), have = r->view->buffer->size;
    if (t->format == 0)
        return FAIL(r, BIND_NO_FORMAT);
    if (bytes == 0)
        return FAIL(r, BIND_TEXTURE_SIZE, t->width, t->height, t->depth, t->layers, t->mips, t->samples);
    bool kind_fits = t->kind == kind_of(dimension) && (t->samples <= 1 || isa_dimensions[dimension].samples);
    if (!kind_fits)
        return FAIL(r, BIND_TEXTURE_KIND, isa_name(ISA_NAMES_DIMENSION, dimension), words[t->kind], t->width,
                    t->height, t->samples ? t->samples : 1);
    if (isa_dimensions[dimension].is_cube && t->width != t->height)
        return FAIL(r, BIND_TEXTURE_CUBE, isa_name(ISA_NAMES_DIMENSION, dimension), t->width, t->height);
    return bytes <= have || FAIL(r, BIND_TEXTURE_BYTES, bytes, have);
}

/* ---- subresources of the view ---- */

/* A u# of a volume views a range of slices, which are counted like layers (D3D11.3 5.3.9). */
static bool has_slices(const struct resolver *r)
{
    return is_uav(r) && r->resource->dimension == ISA_DIM_TEXTURE3D;
}

/* Layers of the texture; for a volume, slices of the view's mip. */
static uint32_t layers_of(const struct resolver *r)
{
    uint32_t depth = r->texture.depth >> r->view->first_mip;
    if (has_slices(r))
        return depth ? depth : 1;
    return r->texture.layers ? r->texture.layers : 1;
}

/* The default number of layers of `have`. */
static uint32_t open_layers(const struct resolver *r, uint32_t have)
{
    uint8_t dimension = r->resource->dimension;
    if (has_slices(r))
        return have;
    if (isa_dimensions[dimension].layers)
        return isa_dimensions[dimension].is_cube ? have / 6 * 6 : have;
    return isa_dimensions[dimension].is_cube ? 6 : 1;
}

static bool check_range(struct resolver *r)
{
    const struct sm5_view *view = r->view;
    uint8_t dimension = r->resource->dimension;
    uint32_t have_mips = r->texture.mips ? r->texture.mips : 1;
    r->first_mip = view->first_mip;
    r->first_layer = view->first_layer;
    uint32_t have_layers = r->first_mip < have_mips ? layers_of(r) : 0;
    bool starts = r->first_layer < have_layers;
    if (starts) {
        uint32_t rest = is_uav(r) ? 1 : have_mips - r->first_mip;
        r->mips = view->mips ? view->mips : rest;
        r->layers = view->layers ? view->layers : open_layers(r, have_layers - r->first_layer);
    }
    if (!starts || r->mips > have_mips - r->first_mip || r->layers > have_layers - r->first_layer ||
        r->layers == 0 || (is_uav(r) && r->mips > 1))
        return FAIL(r, BIND_TEXTURE_RANGE, have_mips, have_layers, r->first_mip, r->mips, r->first_layer,
                    r->layers);
    bool fits = isa_dimensions[dimension].is_cube
                    ? r->layers % 6 == 0 && (isa_dimensions[dimension].layers || r->layers == 6)
                    : isa_dimensions[dimension].layers || has_slices(r) || r->layers == 1;
    return fits || FAIL(r, BIND_TEXTURE_LAYERS, isa_name(ISA_NAMES_DIMENSION, dimension), r->layers);
}

/* A view may reinterpret the texture's elements as another format of the same size. */
static bool check_format(struct resolver *r)
{
    const struct format_info *own = format_info(r->texture.format), *format = own;
    uint32_t declared = r->resource->return_types & 15;
    if (r->view->format || own->coding == FORMAT_NO_TEXELS)
        format = format_info(r->view->format ? r->view->format : own->view);
    if (!format || format->coding == FORMAT_NO_TEXELS)
        return FAIL(r, BIND_TEXTURE_VIEW, own->name);
    if (format->bytes != own->bytes || memcmp(format->block, own->block, sizeof own->block) != 0)
        return FAIL(r, BIND_TEXTURE_FORMAT, format->name, own->name);
    if (is_uav(r) && !format->uav)
        return FAIL(r, BIND_FORMAT_UAV, format->name);
    if (!view_type_fits(declared, format->kind))
        return FAIL(r, BIND_FORMAT_TYPE, isa_name(ISA_NAMES_RETURN_TYPE, declared), format->name);
    if (r->request->slot->typed_atomic && !view_format_has_atomics(format))
        return FAIL(r, BIND_FORMAT_ATOMIC, format->name);
    r->format = format;
    return true;
}

/* D3D11.3 5.8: it applies to t# only. */
static bool check_min_lod(struct resolver *r)
{
    float lod = r->view->min_lod;
    return (lod >= 0 && (lod == 0 || !is_uav(r))) || FAIL(r, BIND_TEXTURE_MIN_LOD, (double)lod);
}

bool view_texture_resolve(const struct view_request *request, struct texture_view *out,
                          struct sm5_diags *diags)
{
    struct resolver r = {.request = request,
                         .resource = request->slot->resource,
                         .view = request->view,
                         .texture = request->view->texture,
                         .diags = diags};
    if (!check_texture(&r) || !check_range(&r) || !check_format(&r) || !check_min_lod(&r))
        return false;
    if (has_slices(&r)) {
        texture_layout_view(&r.texture, r.first_mip, r.mips, 0, 1, out);
        out->levels[0].offset += r.first_layer * out->levels[0].slice_bytes;
        out->levels[0].depth = r.layers;
    } else {
        texture_layout_view(&r.texture, r.first_mip, r.mips, r.first_layer, r.layers, out);
    }
    out->format = r.format;
    float min_lod = r.view->min_lod - (float)r.first_mip; /* relative to the view's first mip */
    out->min_lod = min_lod > 0 ? float_of_bits(num_flush_f32(bits_of_float(min_lod))) : 0;
    out->dimension = r.resource->dimension;
    out->base = request->view->buffer->data;
    return true;
}
