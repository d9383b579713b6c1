/* What a shader can ask about a texture. */
#include "base/base.h"
#include "texture/texture.h"

static uint32_t number(uint32_t value, enum texture_numbers form)
{
    return form == TEXTURE_UINT ? value : bits_of_float((float)value);
}

/* How many of x, y, z are sizes; the next one is the number of layers, of a cube array that of its cubes. */
static unsigned sizes_of(uint8_t dimension)
{
    switch (dimension) {
    case ISA_DIM_TEXTURE1D:
    case ISA_DIM_TEXTURE1DARRAY: return 1;
    case ISA_DIM_TEXTURE3D: return 3;
    default: return 2;
    }
}

void texture_query_size(const struct texture_view *view, uint8_t dimension, uint32_t mip,
                        enum texture_numbers form, uint32_t out[4])
{
    uint32_t numbers[4] = {0};
    unsigned sizes = sizes_of(dimension);
    if (view && mip < view->mips) {
        const struct texture_level *level = &view->levels[mip];
        const uint32_t size[3] = {level->width, level->height, level->depth};
        memcpy(numbers, size, sizes * sizeof *size);
        if (texture_is_array(view))
            numbers[sizes] = dimension == ISA_DIM_TEXTURECUBEARRAY ? view->layers / 6 : view->layers;
    }
    for (unsigned i = 0; i < 3; i++)
        out[i] = form == TEXTURE_RCPFLOAT && i < sizes ? bits_of_float(1.0f / (float)numbers[i])
                                                       : number(numbers[i], form);
    out[3] = number(view ? view->mips : 0, form);
}

void texture_query_samples(uint32_t samples, enum texture_numbers form, uint32_t out[4])
{
    memset(out, 0, 4 * sizeof *out);
    out[0] = number(samples, form);
}
