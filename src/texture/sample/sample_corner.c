/* Texels across the edges and corners of a cube's faces (D3D11.3 7.18.12). */
#include "base/base.h"
#include "texture/sample/sample_scalar.h"

/* 22.4.19: compares red; all components are 1.0 or 0. */
static void compare_texel(const struct texture_source *source, uint32_t reference, uint32_t texel[4])
{
    if (!source->compares)
        return;
    bool holds = texture_compares(source->sampler->comparison, num_float(reference), num_float(texel[0]));
    for (unsigned c = 0; c < 4; c++)
        texel[c] = holds ? NUM_ONE_F32 : 0;
}

static void face_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                       int32_t x, int32_t y, uint32_t reference, uint32_t out[4])
{
    int32_t size = (int32_t)source->view->levels[mip].width;
    if (x < 0 || x >= size || y < 0 || y >= size)
        texture_cube_step(&face, &x, &y, size);
    texture_fetch(source->view, mip, layer + face, (uint32_t)x, (uint32_t)y, 0, 0, out);
    compare_texel(source, reference, out);
}

/* At a corner of three faces the fourth texel does not exist; its weight is distributed equally to the
   others. */
static void corner_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                         int32_t x, int32_t y, uint32_t reference, uint32_t out[4])
{
    int32_t last = (int32_t)source->view->levels[mip].width - 1;
    int32_t inner_x = x < 0 ? 0 : last, inner_y = y < 0 ? 0 : last;
    uint32_t three[3][4];
    face_texel(source, mip, layer, face, inner_x, y, reference, three[0]);
    face_texel(source, mip, layer, face, x, inner_y, reference, three[1]);
    face_texel(source, mip, layer, face, inner_x, inner_y, reference, three[2]);
    for (unsigned c = 0; c < 4; c++) {
        double sum = (double)num_float(three[0][c]) + (double)num_float(three[1][c]);
        sum += (double)num_float(three[2][c]);
        out[c] =
            format_is_integer(source->view->format) ? three[2][c] : num_result_f32(num_narrow_f32(sum / 3.0));
    }
}

void texture_corner_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                          int32_t x, int32_t y, uint32_t reference, uint32_t out[4])
{
    int32_t size = (int32_t)source->view->levels[mip].width;
    bool outside_x = x < 0 || x >= size, outside_y = y < 0 || y >= size;
    if (outside_x && outside_y)
        corner_texel(source, mip, layer, face, x, y, reference, out);
    else
        face_texel(source, mip, layer, face, x, y, reference, out);
}
