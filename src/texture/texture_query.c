/* resinfo and sampleinfo. */
#include "base/base.h"
#include "texture/texture.h"

static uint32_t number(uint32_t value, enum texture_numbers form)
{
    return form == TEXTURE_UINT ? value : bits_of_float((float)value);
}

/* The sizes are followed by the number of layers, for a cube array of cubes. */
void texture_query_size(const struct texture_view *view, uint8_t dimension, uint32_t mip,
                        enum texture_numbers form, uint32_t out[4])
{
    uint32_t numbers[4] = {0};
    unsigned sizes = texture_dimension_axes(dimension);
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
