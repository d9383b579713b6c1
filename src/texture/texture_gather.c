/* gather4 and its kin: the four texels of a bilinear filter, unfiltered (D3D11.3 22.4.2 to 22.4.5). */
#include "base/base.h"
#include "texture/texture_parts.h"

/* From the lower left counter-clockwise, v pointing down. */
static const int8_t steps[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

static int32_t first_texel(float coord, uint32_t size, int32_t offset)
{
    return (texture_wrap_fixed(coord * (float)size - 0.5f) >> 8) + offset;
}

void texture_gather(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4])
{
    struct texture_source source = texture_sample_source(view, sampler, request);
    const struct texture_level *top = &view->levels[0];
    struct texture_cube_point cube = {0};
    bool is_cube = texture_is_cube(view);
    uint32_t layer = texture_sample_layer(view, request->coords[is_cube ? 3 : 2]);
    float u = texture_wrap_reduce(request->coords[0], sampler->address[0]);
    float v = texture_wrap_reduce(request->coords[1], sampler->address[1]);
    if (is_cube) {
        cube = texture_cube_project(request->coords, NULL, NULL);
        u = cube.u;
        v = cube.v;
    }
    int32_t x = first_texel(u, top->width, is_cube ? 0 : request->offset[0]);
    int32_t y = first_texel(v, top->height, is_cube ? 0 : request->offset[1]);
    for (unsigned i = 0; i < 4; i++) {
        int32_t at[3] = {x + steps[i][0], y + steps[i][1], 0};
        uint32_t texel[4];
        if (is_cube)
            texture_sample_cube_texel(&source, 0, layer, cube.face, at[0], at[1], texel);
        else
            texture_sample_texel(&source, 0, layer, at, texel);
        out[i] = texel[request->component];
    }
}
