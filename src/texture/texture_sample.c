/* sample and its kin: from a coordinate to texels, through the filter (D3D11.3 7.18).

   A filter is a tree of pairs: along u, then v, then w, then between two mips. A pair is combined by its
   weight, in 256ths: blended, or the smaller or larger one taken. A texel of weight 0 takes no part. */
#include "base/base.h"
#include "texture/texture_parts.h"

/* ---- single texels ---- */

static bool compare(enum sm5_comparison comparison, float reference, float texel)
{
    switch (comparison) {
    case SM5_COMPARISON_NEVER: return false;
    case SM5_COMPARISON_LESS: return reference < texel;
    case SM5_COMPARISON_EQUAL: return reference == texel;
    case SM5_COMPARISON_LESS_EQUAL: return reference <= texel;
    case SM5_COMPARISON_GREATER: return reference > texel;
    case SM5_COMPARISON_NOT_EQUAL: return reference != texel;
    case SM5_COMPARISON_GREATER_EQUAL: return reference >= texel;
    case SM5_COMPARISON_ALWAYS: break;
    }
    return true;
}

/* 22.4.19: red alone, 1.0 where the comparison holds, in all components. */
static void judge(const struct texture_source *source, uint32_t texel[4])
{
    if (!source->compares)
        return;
    bool holds =
        compare(source->sampler->comparison, float_of_bits(source->reference), float_of_bits(texel[0]));
    for (unsigned c = 0; c < 4; c++)
        texel[c] = holds ? NUM_ONE_F32 : 0;
}

struct texture_source texture_sample_source(const struct texture_view *view,
                                            const struct sm5_sampler *sampler,
                                            const struct texture_request *request)
{
    struct texture_source source = {view, sampler, request->compares, 0, {0}};
    format_defaults(view->format, source.border);
    for (unsigned c = 0; c < 4; c++)
        if (view->format->bits[c])
            source.border[c] = format_clamp(view->format, c, bits_of_float(sampler->border[c]), false);
    if (request->compares) {
        uint32_t reference = bits_of_float(request->reference);
        bool fits = view->format->bits[0] && !format_is_integer(view->format);
        source.reference = fits ? format_clamp(view->format, 0, reference, true) : reference;
    }
    return source;
}

uint32_t texture_sample_layer(const struct texture_view *view, float layer)
{
    bool is_cube = texture_is_cube(view);
    uint32_t count = is_cube ? view->layers / 6 : view->layers, at = 0;
    if (texture_is_array(view) && layer > 0.0f) {
        float rounded = nearbyintf(layer);
        at = rounded < (float)count ? (uint32_t)rounded : count - 1;
    }
    return is_cube ? 6 * at : at;
}

void texture_sample_texel(const struct texture_source *source, uint32_t mip, uint32_t layer,
                          const int32_t at[3], uint32_t out[4])
{
    const struct texture_level *level = &source->view->levels[mip];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    int32_t inside[3] = {0};
    bool border = false;
    for (unsigned i = 0; i < texture_axes(source->view); i++) {
        inside[i] = at[i];
        border |= !texture_wrap_texel(&inside[i], size[i], source->sampler->address[i]);
    }
    if (border)
        memcpy(out, source->border, sizeof source->border);
    else
        texture_fetch(source->view, mip, layer, (uint32_t)inside[0], (uint32_t)inside[1], (uint32_t)inside[2],
                      0, out);
    judge(source, out);
}

/* ---- texels of cubes ---- */

static void face_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                       int32_t x, int32_t y, uint32_t out[4])
{
    int32_t size = (int32_t)source->view->levels[mip].width;
    if (x < 0 || x >= size || y < 0 || y >= size)
        texture_cube_step(&face, &x, &y, size);
    texture_fetch(source->view, mip, layer + face, (uint32_t)x, (uint32_t)y, 0, 0, out);
    judge(source, out);
}

/* 7.18.12: where three faces meet the fourth texel is missing, and its weight goes to the others in equal
 * parts. */
static void corner_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                         int32_t x, int32_t y, uint32_t out[4])
{
    int32_t last = (int32_t)source->view->levels[mip].width - 1;
    int32_t inner_x = x < 0 ? 0 : last, inner_y = y < 0 ? 0 : last;
    uint32_t three[3][4];
    face_texel(source, mip, layer, face, inner_x, y, three[0]);
    face_texel(source, mip, layer, face, x, inner_y, three[1]);
    face_texel(source, mip, layer, face, inner_x, inner_y, three[2]);
    for (unsigned c = 0; c < 4; c++) {
        double sum = (double)float_of_bits(three[0][c]) + (double)float_of_bits(three[1][c]);
        sum += (double)float_of_bits(three[2][c]);
        out[c] = format_is_integer(source->view->format) ? three[2][c] : num_result_f32((float)(sum / 3.0));
    }
}

void texture_sample_cube_texel(const struct texture_source *source, uint32_t mip, uint32_t layer,
                               unsigned face, int32_t x, int32_t y, uint32_t out[4])
{
    int32_t size = (int32_t)source->view->levels[mip].width;
    bool outside_x = x < 0 || x >= size, outside_y = y < 0 || y >= size;
    if (outside_x && outside_y)
        corner_texel(source, mip, layer, face, x, y, out);
    else
        face_texel(source, mip, layer, face, x, y, out);
}

/* ---- the filter ---- */

/* a + weight (b - a): lies between a and b, is monotonic in the weight, and is a when both are the same.
   Where the difference is infinite or none, (1 - weight) a + weight b, so that an infinity meets no infinity
   of its own. */
static uint32_t blend(uint32_t a, uint32_t b, int32_t weight)
{
    float x = float_of_bits(a), y = float_of_bits(b), w = (float)weight / 256.0f, step = y - x;
    if (step - step == 0.0f)
        return num_result_f32(num_fma_f32(w, step, x));
    return num_result_f32(num_fma_f32(y, w, x * (1.0f - w)));
}

static uint32_t combine(enum sm5_reduction reduction, uint32_t a, uint32_t b, int32_t weight)
{
    if (weight == 0)
        return a;
    if (reduction == SM5_REDUCTION_MINIMUM)
        return num_min(a, b);
    return reduction == SM5_REDUCTION_MAXIMUM ? num_max(a, b) : blend(a, b, weight);
}

/* Where one tap of the filter stands. */
struct tap {
    float coords[3]; /* of a cube: on the face */
    uint32_t layer;
    unsigned face;
    bool linear;
};

/* The first texel and the weight of the next one. 7.18.7, 7.18.8. */
static int32_t place(float coord, uint32_t size, bool linear, int32_t offset, int32_t *weight)
{
    float scaled = coord * (float)size;
    int32_t fixed = texture_wrap_fixed(linear ? scaled - 0.5f : scaled);
    *weight = linear ? fixed & 255 : 0;
    return (fixed >> 8) + offset;
}

static void fetch(const struct texture_source *source, const struct tap *tap, uint32_t mip,
                  const int32_t at[3], uint32_t out[4])
{
    if (texture_is_cube(source->view))
        texture_sample_cube_texel(source, mip, tap->layer, tap->face, at[0], at[1], out);
    else
        texture_sample_texel(source, mip, tap->layer, at, out);
}

/* Both texels of axis `axis` and all below it, combined. */
static void gather_axis(const struct texture_source *source, const struct tap *tap, uint32_t mip,
                        unsigned axis, int32_t at[3], const int32_t weights[3], uint32_t out[4])
{
    uint32_t next[4];
    if (axis == 0)
        fetch(source, tap, mip, at, out);
    else
        gather_axis(source, tap, mip, axis - 1, at, weights, out);
    if (weights[axis] == 0)
        return;
    at[axis]++;
    if (axis == 0)
        fetch(source, tap, mip, at, next);
    else
        gather_axis(source, tap, mip, axis - 1, at, weights, next);
    at[axis]--;
    for (unsigned c = 0; c < 4; c++)
        out[c] = combine(source->sampler->reduction, out[c], next[c], weights[axis]);
}

/* A cube's nearest texel is one of its face, also at the edge. */
static int32_t on_face(int32_t at, uint32_t size)
{
    return at < 0 ? 0 : at < (int32_t)size ? at : (int32_t)size - 1;
}

static void sample_mip(const struct texture_source *source, const struct tap *tap, uint32_t mip,
                       const int8_t offset[3], uint32_t out[4])
{
    const struct texture_level *level = &source->view->levels[mip];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    unsigned axes = texture_axes(source->view);
    bool is_cube = texture_is_cube(source->view);
    int32_t at[3] = {0}, weights[3] = {0};
    for (unsigned i = 0; i < axes; i++) {
        at[i] = place(tap->coords[i], size[i], tap->linear, is_cube ? 0 : offset[i], &weights[i]);
        if (is_cube && !tap->linear)
            at[i] = on_face(at[i], size[i]);
    }
    gather_axis(source, tap, mip, axes - 1, at, weights, out);
}

/* ---- level of detail ---- */

static float smaller(float a, float b)
{
    return float_of_bits(num_min(bits_of_float(a), bits_of_float(b)));
}

static float larger(float a, float b)
{
    return float_of_bits(num_max(bits_of_float(a), bits_of_float(b)));
}

struct level_choice {
    struct texture_footprint footprint;
    float unclamped, clamped;
};

static bool is_anisotropic(const struct texture_view *view, const struct sm5_sampler *sampler)
{
    return sampler->max_anisotropy &&
           (view->dimension == ISA_DIM_TEXTURE2D || view->dimension == ISA_DIM_TEXTURE2DARRAY);
}

static struct texture_footprint footprint_of(const struct texture_view *view,
                                             const struct sm5_sampler *sampler,
                                             const struct texture_request *r,
                                             const struct texture_cube_point *cube)
{
    const struct texture_level *top = &view->levels[0];
    float size[3] = {(float)top->width, (float)top->height, (float)top->depth};
    if (!cube)
        return texture_lod_footprint(r->ddx, r->ddy, size, texture_axes(view),
                                     is_anisotropic(view, sampler) ? sampler->max_anisotropy : 0);
    float ddx[3] = {cube->ddx[0], cube->ddx[1], 0.0f}, ddy[3] = {cube->ddy[0], cube->ddy[1], 0.0f};
    size[0] *= 0.5f; /* a face is 2 wide in the space of the projection */
    size[1] *= 0.5f;
    return texture_lod_footprint(ddx, ddy, size, 2, 0);
}

/* The order of minimum and maximum: MinLOD wins over MaxLOD, and a NaN ends here. */
static struct level_choice choose_level(const struct texture_view *view, const struct sm5_sampler *sampler,
                                        const struct texture_request *r,
                                        const struct texture_cube_point *cube)
{
    struct level_choice choice = {.footprint = {.lod = r->lod, .taps = 1}};
    if (r->source == TEXTURE_LOD_DERIVED)
        choice.footprint = footprint_of(view, sampler, r, cube);
    choice.unclamped = choice.footprint.lod + sampler->lod_bias;
    choice.unclamped += r->bias;
    choice.clamped = larger(sampler->min_lod, smaller(sampler->max_lod, choice.unclamped));
    if (r->has_clamp)
        choice.clamped = larger(r->clamp, choice.clamped);
    return choice;
}

static uint32_t in_mips(const struct texture_view *view, int32_t mip)
{
    return mip < 0 ? 0 : mip < (int32_t)view->mips ? (uint32_t)mip : view->mips - 1;
}

/* ---- all together ---- */

struct filter {
    struct texture_source source;
    const struct texture_request *request;
    bool linear; /* within a mip */
    uint32_t mips[2];
    int32_t mip_weight; /* of the second */
};

/* 7.18.10: the level of detail has 8 bits of fraction. */
static void choose_mips(struct filter *f, float lod, bool linear)
{
    int32_t fixed = texture_wrap_fixed(lod), whole = linear ? fixed >> 8 : (fixed + 128) >> 8;
    f->mips[0] = in_mips(f->source.view, whole);
    f->mips[1] = in_mips(f->source.view, whole + 1);
    f->mip_weight = linear && f->mips[0] != f->mips[1] ? fixed & 255 : 0;
}

static void sample_tap(const struct filter *f, const struct tap *tap, uint32_t out[4])
{
    uint32_t next[4];
    sample_mip(&f->source, tap, f->mips[0], f->request->offset, out);
    if (f->mip_weight == 0)
        return;
    sample_mip(&f->source, tap, f->mips[1], f->request->offset, next);
    for (unsigned c = 0; c < 4; c++)
        out[c] = combine(f->source.sampler->reduction, out[c], next[c], f->mip_weight);
}

static struct tap tap_at(const struct filter *f, const struct texture_cube_point *cube, const float coords[3])
{
    const struct texture_view *view = f->source.view;
    struct tap tap = {.linear = f->linear};
    tap.layer =
        texture_sample_layer(view, f->request->coords[texture_is_cube(view) ? 3 : texture_axes(view)]);
    for (unsigned i = 0; i < texture_axes(view); i++)
        tap.coords[i] = texture_wrap_reduce(coords[i], f->source.sampler->address[i]);
    if (cube) {
        tap.coords[0] = cube->u;
        tap.coords[1] = cube->v;
        tap.face = cube->face;
    }
    return tap;
}

/* Taps of equal weight, evenly along the line of anisotropy. Their sum in double has no error that matters:
   taps that are equal give that value. */
static void sample_line(const struct filter *f, const struct texture_footprint *footprint, uint32_t out[4])
{
    enum sm5_reduction reduction = f->source.sampler->reduction;
    bool reduces = reduction == SM5_REDUCTION_MINIMUM || reduction == SM5_REDUCTION_MAXIMUM;
    double sums[4] = {0};
    for (unsigned i = 0; i < footprint->taps; i++) {
        float at = ((float)i + 0.5f) / (float)footprint->taps - 0.5f, coords[3] = {0};
        uint32_t value[4];
        for (unsigned k = 0; k < 2; k++)
            coords[k] = f->request->coords[k] + at * footprint->axis[k];
        struct tap tap = tap_at(f, NULL, coords);
        sample_tap(f, &tap, value);
        for (unsigned c = 0; c < 4; c++) {
            sums[c] += (double)float_of_bits(value[c]);
            out[c] = i && reduces ? combine(reduction, out[c], value[c], 1) : value[c];
        }
    }
    for (unsigned c = 0; c < 4 && !reduces; c++)
        out[c] = num_result_f32((float)(sums[c] / (double)footprint->taps));
}

/* sample* flushes denormals, and has one NaN, filtered or not. */
static void finish(const struct texture_view *view, uint32_t out[4])
{
    for (unsigned c = 0; c < 4 && !format_is_integer(view->format); c++)
        out[c] = num_result_f32(float_of_bits(num_flush_f32(out[c])));
}

void texture_sample(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4])
{
    bool is_cube = texture_is_cube(view), is_integer = format_is_integer(view->format);
    struct texture_cube_point point = {0};
    if (is_cube)
        point = texture_cube_project(request->coords, request->ddx, request->ddy);
    const struct texture_cube_point *cube = is_cube ? &point : NULL;
    struct level_choice level = choose_level(view, sampler, request, cube);
    if (request->has_clamp && request->clamp > (float)(view->mips - 1)) {
        format_defaults(view->format, out); /* 5.9.4.5.4: no mip is left */
        return;
    }
    /* Integers are not filtered. */
    bool anisotropic = is_anisotropic(view, sampler) && !is_integer,
         any = sampler->max_anisotropy && !is_integer;
    enum sm5_filter within = level.clamped <= 0.0f ? sampler->mag : sampler->min;
    struct filter f = {.source = texture_sample_source(view, sampler, request), .request = request};
    f.linear = any || (within == SM5_FILTER_LINEAR && !is_integer);
    choose_mips(&f, level.clamped, any || (sampler->mip == SM5_FILTER_LINEAR && !is_integer));
    if (anisotropic && level.footprint.taps > 1) {
        sample_line(&f, &level.footprint, out);
    } else {
        struct tap tap = tap_at(&f, cube, request->coords);
        sample_tap(&f, &tap, out);
    }
    finish(view, out);
}

void texture_sample_lod(const struct texture_view *view, const struct sm5_sampler *sampler,
                        const struct texture_request *request, uint32_t out[4])
{
    struct texture_cube_point point = {0};
    bool is_cube = texture_is_cube(view);
    if (is_cube)
        point = texture_cube_project(request->coords, request->ddx, request->ddy);
    struct level_choice level = choose_level(view, sampler, request, is_cube ? &point : NULL);
    float clamped = larger(0.0f, smaller((float)(view->mips - 1), level.clamped));
    out[0] = num_result_f32(clamped);
    out[1] = num_result_f32(level.unclamped);
    out[2] = out[3] = 0;
}
