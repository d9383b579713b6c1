/* Scalar loads of texels. */
#include "texture/format/format_element.h"
#include "texture/texture.h"

uint8_t *texture_element(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x,
                         uint32_t y, uint32_t z, uint32_t sample)
{
    const struct texture_level *level = &view->levels[mip];
    const struct format_info *format = view->format;
    uint64_t column = (uint64_t)(x / format->block[0]) * view->samples + sample;
    return view->base + layer * view->layer_bytes + level->offset + z * level->slice_bytes +
           y / format->block[1] * level->row_bytes + column * format->bytes;
}

/* The element is copied before it is decoded, because other threads may write it. */
void texture_fetch(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x, uint32_t y,
                   uint32_t z, uint32_t sample, uint32_t out[4])
{
    const struct format_info *format = view->format;
    uint8_t copy[16];
    texel_copy_in(copy, texture_element(view, mip, layer, x, y, z, sample), format->bytes);
    format_load_texel(format, copy, x % format->block[0], y % format->block[1], out);
}
