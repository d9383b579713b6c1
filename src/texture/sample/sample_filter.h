/* Filters: from coordinates to filtered texels (D3D11.3 7.18.7 to 7.18.12). */
#ifndef SM5_SAMPLE_FILTER_H
#define SM5_SAMPLE_FILTER_H

#include "texture/sample/sample_axis.h"
#include "texture/sample/sample_blend.h"
#include "texture/sample/sample_decode.h"

/* State of an instruction. */
struct filter {
    struct texture_source source;
    unsigned axes;
    bool is_cube, is_unit;
    struct lanes_u32 reference; /* of each point, for comparisons */
    uint32_t border[4];         /* colour, clamped to the format */
    struct lanes_i32 offset[3]; /* in texels */
};

/* Coordinates of filters: one a lane or, for an anisotropic filter, one a tap of one lane. */
struct filter_points {
    struct lanes_f32 coords[3]; /* of a cube: on the face */
    struct lanes_u32 layer;     /* of a cube: of its first face */
    struct lanes_u32 face;
    struct lanes_i32 linear; /* within a mip; all ones or 0 */
    struct lanes_u32 mips[2];
    struct lanes_i32 mip_weight; /* of the second */
    uint32_t mask;
};

/* One mip of the points: along each axis the first texel and the next one, with their offsets. */
struct filter_mip {
    const struct filter *filter;
    const struct filter_points *points;
    const struct lanes_u32 *mip;
    struct lanes_level level;
    struct lanes_i32 named[2][3]; /* before the address mode */
    struct lanes_i32 texel[2][3]; /* after it: in bounds */
    struct lanes_i32 border[2][3];
    struct lanes_u64 offset[2][3];
    struct lanes_i32 weight[3];
    bool has_next[3];
};

static inline void filter_open(struct filter *f, const struct texture_view *view,
                               const struct sm5_sampler *sampler, const struct texture_batch *batch)
{
    f->source = (struct texture_source){view, sampler, batch->compares};
    f->axes = texture_axes(view);
    f->is_cube = texture_is_cube(view);
    f->is_unit = view->format->kind == FORMAT_UNORM || batch->compares;
    f->reference = batch->compares ? blend_reference(view->format, batch->reference) : lanes_column(NULL);
    format_defaults(view->format, f->border);
    for (unsigned c = 0; c < 4; c++)
        if (view->format->bits[c])
            f->border[c] = format_clamp(view->format, c, bits_of_float(sampler->border[c]));
    for (unsigned k = 0; k < 3; k++)
        EACH_LANE f->offset[k].at[i] = f->is_cube ? 0 : batch->offset[k];
}

/* ---- texels ---- */

/* Offsets in bytes from the start of the layer's mip. */
static inline void set_offsets(struct filter_mip *m, unsigned next, unsigned axis)
{
    const struct format_info *format = m->filter->source.view->format;
    const int32_t *texel = m->texel[next][axis].at;
    uint64_t *out = m->offset[next][axis].at;
    if (axis == 0) {
        const unsigned shift = format->block[0] / 2, bytes = format->bytes; /* blocks of 1, 2, 4 texels */
        EACH_LANE out[i] = ((uint32_t)texel[i] >> shift) * bytes;
    } else if (axis == 1) {
        const unsigned shift = format->block[1] / 2;
        const uint32_t *row = m->level.row_bytes.at;
        EACH_LANE out[i] = (uint64_t)((uint32_t)texel[i] >> shift) * row[i];
    } else {
        const uint32_t *slice = m->level.slice_bytes.at;
        EACH_LANE out[i] = (uint64_t)(uint32_t)texel[i] * slice[i];
    }
}

/* A texel across a cube's edge is on another face: `texel` is then clamped, and fetch_across_edges replaces
   it. */
static inline void apply_address(struct filter_mip *m, unsigned next, unsigned axis)
{
    const struct sm5_sampler *sampler = m->filter->source.sampler;
    m->texel[next][axis] = m->named[next][axis];
    m->border[next][axis] = (struct lanes_i32){{0}};
    axis_wrap(&m->texel[next][axis], &m->level.size[axis],
              m->filter->is_cube ? SM5_ADDRESS_CLAMP : sampler->address[axis], &m->border[next][axis]);
    set_offsets(m, next, axis);
}

/* The nearest texel of a cube is always on the face. */
static inline void clamp_to_face(struct filter_mip *m, unsigned axis)
{
    const int32_t *linear = m->points->linear.at, *size = m->level.size[axis].at;
    int32_t *at = m->named[0][axis].at;
    EACH_LANE at[i] = linear[i] ? at[i] : axis_clamp(at[i], size[i]);
}

/* `all`: also the next texels of weight 0. */
static inline void filter_place(struct filter_mip *m, bool all)
{
    const struct filter *f = m->filter;
    struct lanes_u32 layer = m->points->layer;
    if (f->is_cube)
        EACH_LANE layer.at[i] += m->points->face.at[i];
    lanes_level_of(f->source.view, m->mip, &layer, &m->level);
    for (unsigned axis = 0; axis < f->axes; axis++) {
        axis_place(&m->points->coords[axis], &m->level.size[axis], &m->points->linear, &f->offset[axis],
                   &m->named[0][axis], &m->weight[axis]);
        if (f->is_cube)
            clamp_to_face(m, axis);
        apply_address(m, 0, axis);
        m->has_next[axis] = all || lanes_any(&m->weight[axis]);
        if (!m->has_next[axis])
            continue;
        EACH_LANE m->named[1][axis].at[i] = m->named[0][axis].at[i] + 1;
        apply_address(m, 1, axis);
    }
}

static inline void apply_border(const struct filter_mip *m, unsigned corner, struct lanes_texels *out)
{
    const struct filter *f = m->filter;
    for (unsigned axis = 0; axis < f->axes; axis++) {
        const int32_t *border = m->border[corner >> axis & 1][axis].at;
        if (f->source.sampler->address[axis] == SM5_ADDRESS_BORDER)
            for (unsigned c = 0; c < 4; c++)
                EACH_LANE out->at[c][i] = border[i] ? f->border[c] : out->at[c][i];
    }
}

/* Replaces texels across the edges of a cube's faces. */
static inline void fetch_across_edges(const struct filter_mip *m, unsigned corner, struct lanes_texels *out)
{
    const int32_t *x = m->named[corner & 1][0].at, *y = m->named[corner >> 1 & 1][1].at;
    EACH_ACTIVE(m->points->mask, i)
    {
        uint32_t texel[4];
        if (x[i] == m->texel[corner & 1][0].at[i] && y[i] == m->texel[corner >> 1 & 1][1].at[i])
            continue;
        texture_corner_texel(&m->filter->source, m->mip->at[i], m->points->layer.at[i], m->points->face.at[i],
                             x[i], y[i], m->filter->reference.at[i], texel);
        for (unsigned c = 0; c < 4; c++)
            out->at[c][i] = texel[c];
    }
}

/* `corner` of the filter: bit k selects the next texel along axis k. */
static inline void filter_fetch(const struct filter_mip *m, unsigned corner, struct lanes_texels *out)
{
    const struct filter *f = m->filter;
    const struct format_info *format = f->source.view->format;
    struct decode_place place = {.offset = m->level.base};
    for (unsigned axis = 0; axis < f->axes; axis++) {
        const uint64_t *offset = m->offset[corner >> axis & 1][axis].at;
        EACH_LANE place.offset.at[i] += offset[i];
    }
    if (format->block[0] > 1) {
        const int32_t *x = m->texel[corner & 1][0].at, *y = m->texel[corner >> 1 & 1][1].at;
        EACH_LANE place.x.at[i] = (uint32_t)x[i] & (format->block[0] - 1u);
        EACH_LANE place.y.at[i] = f->axes > 1 ? (uint32_t)y[i] & (format->block[1] - 1u) : 0;
    } else {
        place.x = place.y = lanes_column(NULL);
    }
    decode_texels(f->source.view, &place, m->points->mask, out);
    if (!f->is_cube)
        apply_border(m, corner, out);
    if (f->source.compares)
        blend_compare(f->source.sampler->comparison, &f->reference, out);
    if (f->is_cube)
        fetch_across_edges(m, corner, out);
}

/* ---- filters ---- */

/* Filters along `axis` and all lower axes. */
static inline void filter_axis(const struct filter_mip *m, unsigned axis, unsigned corner,
                               struct lanes_texels *out);

static inline void filter_below(const struct filter_mip *m, unsigned axis, unsigned corner,
                                struct lanes_texels *out)
{
    if (axis == 0)
        filter_fetch(m, corner, out);
    else
        filter_axis(m, axis - 1, corner, out);
}

static inline void filter_axis(const struct filter_mip *m, unsigned axis, unsigned corner,
                               struct lanes_texels *out)
{
    struct lanes_texels next;
    filter_below(m, axis, corner, out);
    if (!m->has_next[axis])
        return;
    filter_below(m, axis, corner | 1u << axis, &next);
    blend_texels(m->filter->source.sampler->reduction, m->filter->is_unit, out, &next, &m->weight[axis]);
}

static inline void filter_mip(const struct filter *f, const struct filter_points *points,
                              const struct lanes_u32 *mip, struct lanes_texels *out)
{
    struct filter_mip m;
    m.filter = f;
    m.points = points;
    m.mip = mip;
    filter_place(&m, false);
    filter_axis(&m, f->axes - 1, 0, out);
}

static inline void filter_sample(const struct filter *f, const struct filter_points *points,
                                 struct lanes_texels *out)
{
    struct lanes_texels next;
    filter_mip(f, points, &points->mips[0], out);
    if (!lanes_any(&points->mip_weight))
        return;
    filter_mip(f, points, &points->mips[1], &next);
    blend_texels(f->source.sampler->reduction, f->is_unit, out, &next, &points->mip_weight);
}

#endif
