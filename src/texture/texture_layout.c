/* Layout of subresources in a buffer, and limits of textures (D3D11.3 5.3, 21). */
#include "texture/texture.h"

static uint32_t at_least_one(uint32_t count)
{
    return count ? count : 1;
}

/* Replaces numbers that are 0 by their default 1. */
static struct sm5_texture complete(const struct sm5_texture *texture)
{
    struct sm5_texture t = *texture;
    t.width = at_least_one(t.width);
    t.height = at_least_one(t.height);
    t.depth = at_least_one(t.depth);
    t.layers = at_least_one(t.layers);
    t.mips = at_least_one(t.mips);
    t.samples = at_least_one(t.samples);
    return t;
}

static uint32_t at_mip(uint32_t size, uint32_t mip)
{
    return at_least_one(size >> mip);
}

static bool is_valid(const struct sm5_texture *t)
{
    bool is_volume = t->kind == SM5_TEXTURE_3D;
    uint32_t limit = is_volume ? LIMIT_TEXTURE_VOLUME : LIMIT_TEXTURE_SIDE, largest = t->width;
    largest = t->height > largest ? t->height : largest;
    largest = t->depth > largest ? t->depth : largest;
    if (t->kind < SM5_TEXTURE_1D || t->kind > SM5_TEXTURE_3D || !format_info(t->format))
        return false;
    if ((t->kind == SM5_TEXTURE_1D && t->height > 1) || (!is_volume && t->depth > 1))
        return false;
    if (largest > limit || t->layers > (is_volume ? 1 : LIMIT_TEXTURE_LAYERS))
        return false;
    if (t->samples > LIMIT_SAMPLES || (t->samples & (t->samples - 1)))
        return false;
    if (t->samples > 1 && (t->kind != SM5_TEXTURE_2D || t->mips > 1 || format_info(t->format)->block[0] > 1))
        return false;
    return t->mips <= TEXTURE_MIPS && (t->mips == 1 || largest >> (t->mips - 1) > 0);
}

/* The limits above keep all products below 2^50. */
static struct texture_level level_at(const struct sm5_texture *t, uint32_t mip)
{
    const struct format_info *format = format_info(t->format);
    struct texture_level level = {
        .width = at_mip(t->width, mip), .height = at_mip(t->height, mip), .depth = at_mip(t->depth, mip)};
    uint64_t columns = (level.width + format->block[0] - 1) / format->block[0];
    uint64_t rows = (level.height + format->block[1] - 1) / format->block[1];
    level.row_bytes = columns * t->samples * format->bytes;
    level.slice_bytes = rows * level.row_bytes;
    return level;
}

static uint64_t mips_bytes(const struct sm5_texture *t, uint32_t mips)
{
    uint64_t bytes = 0;
    for (uint32_t mip = 0; mip < mips; mip++) {
        struct texture_level level = level_at(t, mip);
        bytes += level.slice_bytes * level.depth;
    }
    return bytes;
}

uint64_t sm5_texture_bytes(const struct sm5_texture *texture)
{
    struct sm5_texture t = complete(texture);
    return is_valid(&t) ? mips_bytes(&t, t.mips) * t.layers : 0;
}

bool sm5_texture_subresource(const struct sm5_texture *texture, uint32_t mip, uint32_t layer,
                             struct sm5_subresource *out)
{
    struct sm5_texture t = complete(texture);
    if (!is_valid(&t) || mip >= t.mips || layer >= t.layers)
        return false;
    struct texture_level level = level_at(&t, mip);
    *out = (struct sm5_subresource){
        .offset = mips_bytes(&t, t.mips) * layer + mips_bytes(&t, mip),
        .bytes = level.slice_bytes * level.depth,
        .row_bytes = level.row_bytes,
        .slice_bytes = level.slice_bytes,
        .width = level.width,
        .height = level.height,
        .depth = level.depth,
    };
    return true;
}

void texture_layout_view(const struct sm5_texture *texture, uint32_t first_mip, uint32_t mips,
                         uint32_t first_layer, uint32_t layers, struct texture_view *out)
{
    struct sm5_texture t = complete(texture);
    *out = (struct texture_view){.layers = layers, .mips = mips, .samples = t.samples};
    out->layer_bytes = mips_bytes(&t, t.mips);
    for (uint32_t i = 0; i < mips; i++) {
        out->levels[i] = level_at(&t, first_mip + i);
        out->levels[i].offset = out->layer_bytes * first_layer + mips_bytes(&t, first_mip + i);
    }
}
