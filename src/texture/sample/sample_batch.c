/* Texture instructions over the lanes of a batch (D3D11.3 7.18, 22.4). TEXTURE_CODE is the name of the table
   that this compilation defines. */
#include "texture/sample/sample_filter.h"

/* ---- level of detail ---- */

static float lod_min(float a, float b)
{
    return float_of_bits(num_min(bits_of_float(a), bits_of_float(b)));
}

static float lod_max(float a, float b)
{
    return float_of_bits(num_max(bits_of_float(a), bits_of_float(b)));
}

struct lods {
    struct lanes_f32 unclamped, clamped;
    struct texture_footprint footprints[TEXTURE_LANES]; /* TEXTURE_LOD_DERIVED: of active lanes */
    struct texture_cube_point points[TEXTURE_LANES];    /* of a cube */
};

static bool is_anisotropic(const struct texture_view *view, const struct sm5_sampler *sampler)
{
    switch (view->dimension) {
    case ISA_DIM_TEXTURE2D:
    case ISA_DIM_TEXTURE2DARRAY: return sampler->max_anisotropy > 1;
    default: return false;
    }
}

static void lane_vector(const uint32_t *const columns[3], unsigned lane, float out[3])
{
    for (unsigned k = 0; k < 3; k++)
        out[k] = columns[k] ? float_of_bits(columns[k][lane]) : 0.0f;
}

static void project(const struct texture_batch *batch, struct texture_cube_point points[TEXTURE_LANES])
{
    memset(points, 0, TEXTURE_LANES * sizeof *points);
    EACH_ACTIVE(batch->mask, i)
    {
        float direction[3], ddx[3], ddy[3];
        lane_vector(batch->coords, i, direction);
        lane_vector(batch->ddx, i, ddx);
        lane_vector(batch->ddy, i, ddy);
        points[i] = texture_cube_project(direction, ddx, ddy);
    }
}

static struct texture_footprint footprint_of(const struct texture_view *view,
                                             const struct sm5_sampler *sampler,
                                             const struct texture_batch *batch, unsigned lane,
                                             const struct texture_cube_point *point)
{
    const struct texture_level *top = &view->levels[0];
    float size[3] = {(float)top->width, (float)top->height, (float)top->depth}, ddx[3] = {0}, ddy[3] = {0};
    if (texture_is_cube(view)) {
        memcpy(ddx, point->ddx, sizeof point->ddx);
        memcpy(ddy, point->ddy, sizeof point->ddy);
        size[0] *= 0.5f; /* a face is 2 wide in the space of the projection */
        size[1] *= 0.5f;
        return texture_lod_footprint(ddx, ddy, size, 2, 0);
    }
    lane_vector(batch->ddx, lane, ddx);
    lane_vector(batch->ddy, lane, ddy);
    return texture_lod_footprint(ddx, ddy, size, texture_axes(view),
                                 is_anisotropic(view, sampler) ? sampler->max_anisotropy : 0);
}

/* The resource's minimum level of detail excludes all mips of the view (5.8.5). */
static bool has_no_mip(const struct texture_view *view)
{
    return view->min_lod > (float)(view->mips - 1);
}

/* The order of lod_min and lod_max gives MinLOD precedence over MaxLOD, and replaces a NaN. */
static void compute_lods(const struct texture_view *view, const struct sm5_sampler *sampler,
                         const struct texture_batch *batch, struct lods *l)
{
    struct lanes_f32 bias = lanes_float_column(batch->bias), clamp = lanes_float_column(batch->clamp);
    const float sampler_bias = sampler->lod_bias, least = sampler->min_lod, most = sampler->max_lod;
    if (texture_is_cube(view))
        project(batch, l->points);
    struct lanes_f32 lod = lanes_float_column(batch->source == TEXTURE_LOD_GIVEN ? batch->lod : NULL);
    if (batch->source == TEXTURE_LOD_DERIVED) {
        EACH_ACTIVE(batch->mask, lane)
        {
            l->footprints[lane] = footprint_of(view, sampler, batch, lane, &l->points[lane]);
            lod.at[lane] = l->footprints[lane].lod;
        }
    }
    float *unclamped = l->unclamped.at, *clamped = l->clamped.at;
    EACH_LANE
    {
        float sum = num_add_f32(lod.at[i], sampler_bias);
        unclamped[i] = num_add_f32(sum, bias.at[i]);
        clamped[i] = lod_max(least, lod_min(most, unclamped[i]));
    }
    if (view->min_lod > 0)
        EACH_LANE clamped[i] = lod_max(view->min_lod, clamped[i]);
    if (batch->clamp)
        EACH_LANE clamped[i] = lod_max(clamp.at[i], clamped[i]);
}

/* 7.18.10: the level of detail has 8 bits of fraction. `linear`: the mip filter. */
static void select_mips(const struct texture_view *view, const struct lods *l, bool linear,
                        struct filter_points *points)
{
    const int32_t last = (int32_t)view->mips - 1, half = linear ? 0 : 128;
    uint32_t *first = points->mips[0].at, *second = points->mips[1].at;
    EACH_LANE
    {
        int32_t fixed = axis_fixed(l->clamped.at[i]), whole = (fixed + half) >> 8;
        first[i] = (uint32_t)axis_clamp(whole, last + 1);
        second[i] = (uint32_t)axis_clamp(whole + 1, last + 1);
        points->mip_weight.at[i] = linear && first[i] != second[i] ? fixed & 255 : 0;
    }
}

/* ---- points ---- */

/* The layer of a float coordinate: to nearest even, clamped (sample, 22.4.15). For a cube array, its first
   face. */
static void select_layers(const struct texture_view *view, const uint32_t *column, struct lanes_u32 *out)
{
    const uint32_t faces = texture_is_cube(view) ? 6 : 1;
    const float count = (float)(view->layers / faces);
    struct lanes_f32 layer = lanes_float_column(texture_is_array(view) ? column : NULL);
    EACH_LANE
    {
        float rounded = __builtin_rintf(layer.at[i]);
        rounded = rounded < count ? rounded : count - 1.0f;
        out->at[i] = (uint32_t)(int32_t)(layer.at[i] > 0.0f ? rounded : 0.0f) * faces;
    }
}

static const uint32_t *layer_column(const struct texture_view *view, const struct texture_batch *batch)
{
    return batch->coords[texture_is_cube(view) ? 3 : texture_axes(view)];
}

static void set_points(const struct filter *f, const struct texture_batch *batch,
                       const struct texture_cube_point cubes[TEXTURE_LANES], struct filter_points *points)
{
    points->mask = batch->mask;
    select_layers(f->source.view, layer_column(f->source.view, batch), &points->layer);
    if (f->is_cube) {
        for (unsigned i = 0; i < TEXTURE_LANES; i++) {
            points->coords[0].at[i] = cubes[i].u;
            points->coords[1].at[i] = cubes[i].v;
            points->face.at[i] = cubes[i].face;
        }
        return;
    }
    for (unsigned k = 0; k < f->axes; k++) {
        points->coords[k] = lanes_float_column(batch->coords[k]);
        axis_reduce(&points->coords[k], f->source.sampler->address[k]);
    }
}

/* ---- sample ---- */

/* The taps of one lane's anisotropic filter: of equal weight, evenly spaced along the line of anisotropy. */
static void set_taps(const struct filter *f, const struct texture_batch *batch,
                     const struct filter_points *points, const struct texture_footprint *footprint,
                     unsigned lane, struct filter_points *taps)
{
    taps->mask = (1u << footprint->taps) - 1;
    for (unsigned k = 0; k < 2; k++) {
        float centre = batch->coords[k] ? float_of_bits(batch->coords[k][lane]) : 0.0f;
        float *at = taps->coords[k].at;
        EACH_LANE
        {
            float along = ((float)(int32_t)i + 0.5f) / (float)footprint->taps - 0.5f;
            at[i] = num_add_f32(centre, num_mul_f32(along, footprint->axis[k]));
        }
        axis_reduce(&taps->coords[k], f->source.sampler->address[k]);
    }
    EACH_LANE
    {
        taps->layer.at[i] = points->layer.at[lane];
        taps->linear.at[i] = points->linear.at[lane];
        taps->mips[0].at[i] = points->mips[0].at[lane];
        taps->mips[1].at[i] = points->mips[1].at[lane];
        taps->mip_weight.at[i] = points->mip_weight.at[lane];
    }
}

/* The sum in double is accurate enough that equal taps give their value. */
static uint32_t average_taps(const uint32_t *taps, unsigned count, enum sm5_reduction reduction)
{
    bool reduces = reduction == SM5_REDUCTION_MINIMUM || reduction == SM5_REDUCTION_MAXIMUM;
    double sum = 0;
    uint32_t least = taps[0];
    for (unsigned i = 0; i < count; i++) {
        sum += (double)num_float(taps[i]);
        if (i && reduces)
            least = reduction == SM5_REDUCTION_MINIMUM ? num_min(least, taps[i]) : num_max(least, taps[i]);
    }
    return reduces ? least : num_result_f32(num_narrow_f32(sum / (double)count));
}

static void sample_anisotropic(const struct filter *f, const struct texture_batch *batch,
                               const struct filter_points *points, const struct texture_footprint *footprint,
                               unsigned lane, struct lanes_texels *out)
{
    struct filter of_lane = *f;
    struct filter_points taps;
    struct lanes_texels values;
    EACH_LANE of_lane.reference.at[i] = f->reference.at[lane];
    set_taps(f, batch, points, footprint, lane, &taps);
    filter_sample(&of_lane, &taps, &values);
    for (unsigned c = 0; c < 4; c++)
        out->at[c][lane] = average_taps(values.at[c], footprint->taps, f->source.sampler->reduction);
}

/* Lanes whose anisotropic filter has several taps. */
static uint32_t anisotropic_lanes(const struct filter *f, const struct texture_batch *batch,
                                  const struct lods *l)
{
    uint32_t mask = 0;
    if (batch->source != TEXTURE_LOD_DERIVED || !is_anisotropic(f->source.view, f->source.sampler) ||
        format_is_integer(f->source.view->format))
        return 0;
    EACH_ACTIVE(batch->mask, lane)
    mask |= (l->footprints[lane].taps > 1 ? 1u : 0) << lane;
    return mask;
}

/* 5.8.5, 5.9.4.5.4: defaults for lanes whose clamps exclude all mips. */
static void apply_missing_mips(const struct texture_view *view, const struct texture_batch *batch,
                               struct lanes_texels *out)
{
    const float last = (float)(view->mips - 1);
    const bool empty = has_no_mip(view);
    struct lanes_f32 clamp = lanes_float_column(batch->clamp);
    struct lanes_texels defaults;
    if (!empty && !batch->clamp)
        return;
    decode_defaults(view->format, &defaults);
    for (unsigned c = 0; c < 4; c++)
        EACH_LANE out->at[c][i] =
            empty || num_operand_f32(clamp.at[i]) > last ? defaults.at[c][i] : out->at[c][i];
}

/* sample* flushes denormals and returns canonical NaNs, with or without a filter. */
static void canonicalise(const struct texture_view *view, struct lanes_texels *out)
{
    if (format_is_integer(view->format))
        return;
    for (unsigned c = 0; c < 4; c++)
        EACH_LANE out->at[c][i] = num_result_f32(float_of_bits(num_flush_f32(out->at[c][i])));
}

static void select_filters(const struct filter *f, const struct lods *l, struct filter_points *points)
{
    const struct sampler_filters filters = sampler_filters(f->source.sampler, f->source.view->format);
    const int32_t magnifies = filters.magnifies ? -1 : 0, minifies = filters.minifies ? -1 : 0;
    EACH_LANE points->linear.at[i] = l->clamped.at[i] <= 0.0f ? magnifies : minifies;
    select_mips(f->source.view, l, filters.blends_mips, points);
}

/* The level of detail affects the result. */
static bool depends_on_lod(const struct texture_view *view, const struct sm5_sampler *sampler)
{
    return view->mips > 1 || sampler->min != sampler->mag || is_anisotropic(view, sampler);
}

static void sample(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words words)
{
    struct filter f;
    struct filter_points points;
    struct lods levels;
    struct lanes_texels out;
    filter_open(&f, view, sampler, batch);
    if (!depends_on_lod(view, sampler)) {
        EACH_LANE levels.clamped.at[i] = 0.0f;
        if (f.is_cube)
            project(batch, levels.points);
    } else {
        compute_lods(view, sampler, batch, &levels);
    }
    select_filters(&f, &levels, &points);
    set_points(&f, batch, levels.points, &points);
    uint32_t anisotropic = anisotropic_lanes(&f, batch, &levels);
    if (anisotropic != batch->mask)
        filter_sample(&f, &points, &out);
    EACH_ACTIVE(anisotropic, lane)
    sample_anisotropic(&f, batch, &points, &levels.footprints[lane], lane, &out);
    apply_missing_mips(view, batch, &out);
    canonicalise(view, &out);
    memcpy(words, out.at, sizeof out.at);
}

static bool one_mip(const struct texture_view *view, const struct sm5_sampler *sampler, const uint32_t *lod,
                    uint32_t *mip, bool *is_linear)
{
    const struct filter f = {.source = {view, sampler, false}};
    struct lanes_u32 column = lanes_column(NULL);
    struct filter_points points;
    struct lods levels = {.clamped = {{0}}};
    if (depends_on_lod(view, sampler)) {
        if (!lod)
            return false;
        EACH_LANE column.at[i] = *lod;
        const struct texture_batch batch = {.mask = 1, .lod = column.at, .source = TEXTURE_LOD_GIVEN};
        compute_lods(view, sampler, &batch, &levels);
    }
    select_filters(&f, &levels, &points);
    *mip = points.mips[0].at[0];
    *is_linear = points.linear.at[0];
    return points.mip_weight.at[0] == 0 && !has_no_mip(view);
}

/* ---- lod ---- */

static void sample_lod(const struct texture_view *view, const struct sm5_sampler *sampler,
                       const struct texture_batch *batch, texture_words words)
{
    const float last = has_no_mip(view) ? 0.0f : (float)(view->mips - 1);
    struct lods levels;
    compute_lods(view, sampler, batch, &levels);
    EACH_LANE
    {
        words[0][i] = num_result_f32(lod_max(0.0f, lod_min(last, levels.clamped.at[i])));
        words[1][i] = num_result_f32(levels.unclamped.at[i]);
        words[2][i] = words[3][i] = 0;
    }
}

/* ---- gather4: the four texels of a bilinear filter, unfiltered ---- */

/* 22.4.4: offsets are six signed bits. */
static void set_program_offsets(struct filter *f, const struct texture_batch *batch)
{
    for (unsigned k = 0; k < 2 && !f->is_cube; k++) {
        if (!batch->offsets[k])
            continue;
        struct lanes_u32 words = lanes_column(batch->offsets[k]);
        EACH_LANE f->offset[k].at[i] = (int32_t)(words.at[i] << 26) >> 26;
    }
}

/* 5.8.4: gather4 reads the view's first mip, or defaults. */
static bool first_mip_exists(const struct texture_view *view)
{
    return view->min_lod < 1.0f && !has_no_mip(view);
}

static void gather(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words words)
{
    /* From the lower left counter-clockwise, v pointing down; bit k: the next texel along axis k. */
    static const uint8_t corners[4] = {2, 3, 1, 0};
    struct texture_cube_point cubes[TEXTURE_LANES];
    struct filter f;
    struct filter_points points;
    struct filter_mip m;
    filter_open(&f, view, sampler, batch);
    set_program_offsets(&f, batch);
    if (f.is_cube)
        project(batch, cubes);
    set_points(&f, batch, cubes, &points);
    EACH_LANE points.linear.at[i] = -1;
    EACH_LANE points.mips[0].at[i] = 0;
    m.filter = &f;
    m.points = &points;
    m.mip = &points.mips[0];
    filter_place(&m, true);
    for (unsigned k = 0; k < 4; k++) {
        struct lanes_texels texels;
        if (first_mip_exists(view)) {
            filter_fetch(&m, corners[k], &texels);
        } else {
            decode_defaults(view->format, &texels);
            if (f.source.compares)
                blend_compare(sampler->comparison, &f.reference, &texels);
        }
        memcpy(words[k], texels.at[batch->component], sizeof words[k]);
    }
}

/* ---- by integer coordinates ---- */

/* D3D11.3 22.4.6: the layer of an array follows the texel coordinates, the mip is always the fourth. A
   negative sum wraps, and is out of bounds. */
struct texels {
    struct decode_place place;  /* a valid texel for lanes out of bounds */
    struct lanes_u32 in_bounds; /* all ones or 0 */
};

/* 5.8.4: the mip that contains the fractional clamp exists. */
static bool mip_exists(const struct texture_view *view, uint32_t mip)
{
    return mip < view->mips && (float)(int32_t)mip >= floorf(view->min_lod) && !has_no_mip(view);
}

static void resolve_subresources(const struct texture_view *view, const struct texture_batch *batch,
                                 unsigned axes, struct texels *t, struct lanes_u32 *sample,
                                 struct lanes_level *level)
{
    struct lanes_u32 mip = lanes_column(batch->coords[3]);
    struct lanes_u32 layer = lanes_column(texture_is_array(view) ? batch->coords[axes] : NULL);
    const uint32_t layers = view->layers, samples = view->samples;
    *sample = lanes_column(batch->sample);
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        t->in_bounds.at[i] = num_bool(mip_exists(view, mip.at[i]));
    EACH_LANE t->in_bounds.at[i] &= num_bool(layer.at[i] < layers) & num_bool(sample->at[i] < samples);
    EACH_LANE mip.at[i] &= t->in_bounds.at[i];
    EACH_LANE layer.at[i] &= t->in_bounds.at[i];
    EACH_LANE sample->at[i] &= t->in_bounds.at[i];
    lanes_level_of(view, &mip, &layer, level);
}

static void resolve_texels(const struct texture_view *view, const struct texture_batch *batch,
                           struct texels *t)
{
    const unsigned axes = texture_axes(view),
                   shifts[2] = {view->format->block[0] / 2u, view->format->block[1] / 2u};
    const uint32_t samples = view->samples, bytes = view->format->bytes;
    struct lanes_level level;
    struct lanes_u32 at[3], sample;
    resolve_subresources(view, batch, axes, t, &sample, &level);
    for (unsigned k = 0; k < 3; k++) {
        const uint32_t offset = k < axes ? (uint32_t)(int32_t)batch->offset[k] : 0;
        at[k] = lanes_column(k < axes ? batch->coords[k] : NULL);
        EACH_LANE at[k].at[i] += offset;
        EACH_LANE t->in_bounds.at[i] &= num_bool(at[k].at[i] < (uint32_t)level.size[k].at[i]);
    }
    EACH_LANE
    {
        uint32_t x = at[0].at[i] & t->in_bounds.at[i], y = at[1].at[i] & t->in_bounds.at[i];
        uint32_t z = at[2].at[i] & t->in_bounds.at[i];
        t->place.x.at[i] = x & ((1u << shifts[0]) - 1);
        t->place.y.at[i] = y & ((1u << shifts[1]) - 1);
        t->place.offset.at[i] = level.base.at[i] + ((x >> shifts[0]) * samples + sample.at[i]) * bytes +
                                (uint64_t)(y >> shifts[1]) * level.row_bytes.at[i] +
                                (uint64_t)z * level.slice_bytes.at[i];
    }
}

static void load(const struct texture_view *view, const struct texture_batch *batch, texture_words words)
{
    struct lanes_texels out, defaults;
    struct texels t;
    resolve_texels(view, batch, &t);
    decode_texels(view, &t.place, batch->mask, &out);
    decode_defaults(view->format, &defaults);
    for (unsigned c = 0; c < 4; c++)
        EACH_LANE words[c][i] = t.in_bounds.at[i] ? out.at[c][i] : defaults.at[c][i];
}

static uint32_t active_in_bounds(const struct texels *t, uint32_t mask)
{
    uint32_t all = UINT32_MAX;
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        all &= t->in_bounds.at[i];
    for (unsigned i = 0; i < TEXTURE_LANES && !all; i++)
        mask &= ~((t->in_bounds.at[i] ? 0u : 1u) << i);
    return mask;
}

static void elements(const struct texture_view *view, const struct texture_batch *batch,
                     uint8_t *out[TEXTURE_LANES])
{
    struct texels t;
    resolve_texels(view, batch, &t);
    memset(out, 0, TEXTURE_LANES * sizeof *out);
    EACH_ACTIVE(active_in_bounds(&t, batch->mask), i)
    out[i] = view->base + t.place.offset.at[i];
}

static void store(const struct texture_view *view, const struct texture_batch *batch)
{
    const struct format_info *format = view->format;
    const bool is_packed = format->kind == FORMAT_UNORM && format->bytes == 4;
    struct lanes_u32 values[4], packed;
    struct texels t;
    if (!format->uav)
        return;
    resolve_texels(view, batch, &t);
    for (unsigned c = 0; c < 4; c++)
        values[c] = lanes_column(batch->values[c]);
    if (is_packed)
        encode_packed(format, values, &packed);
    const uint32_t mask = active_in_bounds(&t, batch->mask);
    EACH_ACTIVE(mask, i)
    {
        uint8_t copy[16], *element = view->base + t.place.offset.at[i];
        const uint32_t words[4] = {values[0].at[i], values[1].at[i], values[2].at[i], values[3].at[i]};
        if (is_packed) {
            __atomic_store_n((uint32_t *)(void *)element, packed.at[i], __ATOMIC_RELAXED);
            continue;
        }
        format_store(format, copy, words);
        texel_copy_out(element, copy, format->bytes);
    }
}

const struct texture_code TEXTURE_CODE = {
    .sample = sample,
    .one_mip = one_mip,
    .gather = gather,
    .lod = sample_lod,
    .load = load,
    .store = store,
    .elements = elements,
};
