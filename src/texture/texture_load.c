/* Texels by integer coordinates: what ld and its kin, u# accesses and the filters stand on. */
#include "texture/texel.h"
#include "texture/texture_parts.h"

/* D3D11.3 22.4.6: the layer of an array stands behind the texel coordinates, the mip is always the fourth. A
   sum below 0 wraps and is out of bounds. */
struct texture_address texture_load_address(const struct texture_view *view, const uint32_t words[4],
                                            const int8_t offset[3])
{
    struct texture_address at = {.mip = words[3]};
    unsigned axes = texture_axes(view);
    for (unsigned i = 0; i < axes; i++)
        at.texel[i] = words[i] + (uint32_t)(int32_t)offset[i];
    if (texture_is_array(view))
        at.layer = words[axes];
    return at;
}

static uint8_t *element_at(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x,
                           uint32_t y, uint32_t z, uint32_t sample)
{
    const struct texture_level *level = &view->levels[mip];
    const struct format_info *format = view->format;
    uint64_t column = (uint64_t)(x / format->block[0]) * view->samples + sample;
    return view->base + layer * view->layer_bytes + level->offset + z * level->slice_bytes +
           y / format->block[1] * level->row_bytes + column * format->bytes;
}

/* The element is copied once, then decoded: others may write it meanwhile. */
void texture_fetch(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x, uint32_t y,
                   uint32_t z, uint32_t sample, uint32_t out[4])
{
    const struct format_info *format = view->format;
    uint8_t copy[16];
    texel_copy_in(copy, element_at(view, mip, layer, x, y, z, sample), format->bytes);
    format_load_texel(format, copy, x % format->block[0], y % format->block[1], out);
}

static bool is_inside(const struct texture_view *view, const struct texture_address *at)
{
    if (at->mip >= view->mips || at->layer >= view->layers || at->sample >= view->samples)
        return false;
    const struct texture_level *level = &view->levels[at->mip];
    return at->texel[0] < level->width && at->texel[1] < level->height && at->texel[2] < level->depth;
}

void texture_load(const struct texture_view *view, const struct texture_address *at, uint32_t out[4])
{
    if (is_inside(view, at))
        texture_fetch(view, at->mip, at->layer, at->texel[0], at->texel[1], at->texel[2], at->sample, out);
    else
        format_defaults(view->format, out);
}

uint8_t *texture_load_element(const struct texture_view *view, const struct texture_address *at)
{
    if (!is_inside(view, at))
        return NULL;
    return element_at(view, at->mip, at->layer, at->texel[0], at->texel[1], at->texel[2], at->sample);
}
