/* Textures, their views, and samplers. */
#include "gen.h"
#include "texture/texture.h"

#include <float.h>
#include <math.h>

enum { R32_UINT = 42, R32_SINT = 43, WHOLE = 15 /* a width or height that is not cut into rows */ };

static bool is_array(uint8_t dimension)
{
    return dimension >= ISA_DIM_TEXTURE1DARRAY;
}

static bool is_cube(uint8_t dimension)
{
    return dimension == ISA_DIM_TEXTURECUBE || dimension == ISA_DIM_TEXTURECUBEARRAY;
}

static bool is_multisampled(uint8_t dimension)
{
    return dimension == ISA_DIM_TEXTURE2DMS || dimension == ISA_DIM_TEXTURE2DMSARRAY;
}

static enum sm5_texture_kind kind_of(uint8_t dimension)
{
    if (dimension == ISA_DIM_TEXTURE1D || dimension == ISA_DIM_TEXTURE1DARRAY)
        return SM5_TEXTURE_1D;
    return dimension == ISA_DIM_TEXTURE3D ? SM5_TEXTURE_3D : SM5_TEXTURE_2D;
}

/* ---- formats ---- */

/* Common formats, of each kind of conversion. */
static const uint8_t popular[] = {2,  10, 11, 13, 16, 24, 26, 28, 28, 28, 29, 30, 31, 32,
                                  34, 40, 41, 41, 42, 43, 45, 49, 54, 55, 61, 65, 67, 71,
                                  72, 74, 77, 80, 83, 85, 87, 91, 95, 98, 99, 20};

/* Formats and filters that the JIT samples inline. */
static const uint8_t inlined[] = {2, 4, 10, 16, 28, 29, 41, 42, 61, 87};

static const struct format_info *some_format(struct gen *g)
{
    if (rng_percent(&g->rng, 40))
        return format_info(inlined[rng_below(&g->rng, BASE_COUNT(inlined))]);
    unsigned rows = 0;
    while (format_at(rows))
        rows++;
    const struct format_info *format;
    do
        format = rng_percent(&g->rng, 60) ? format_info(popular[rng_below(&g->rng, BASE_COUNT(popular))])
                                          : format_at(rng_below(&g->rng, rows));
    while (format->coding == FORMAT_NO_TEXELS && !format->view);
    return format;
}

static const struct format_info *view_of(const struct format_info *format)
{
    return format->coding == FORMAT_NO_TEXELS ? format_info(format->view) : format;
}

static uint8_t type_of(struct gen *g, const struct format_info *format)
{
    switch ((enum format_kind)format->kind) {
    case FORMAT_UINT: return ISA_RETURN_UINT;
    case FORMAT_SINT: return ISA_RETURN_SINT;
    case FORMAT_UNORM: return rng_percent(&g->rng, 70) ? ISA_RETURN_FLOAT : ISA_RETURN_UNORM;
    case FORMAT_SNORM: return rng_percent(&g->rng, 70) ? ISA_RETURN_FLOAT : ISA_RETURN_SNORM;
    default: return ISA_RETURN_FLOAT;
    }
}

static void set_format(struct gen *g, struct prog_resource *r, const struct format_info *format)
{
    const struct format_info *view = view_of(format);
    r->texture.format = format->dxgi;
    r->format = view != format && rng_percent(&g->rng, 50) ? view->dxgi : 0;
    r->type = type_of(g, view);
    r->stride = view->bytes;
}

/* ---- sizes of what is read ---- */

static uint32_t some_size(struct gen *g, uint32_t unit)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 4, 5, 7, 8, 8, 13, 16, 16, 24, 32, 40, 64, 72};
    uint32_t size = sizes[rng_below(&g->rng, BASE_COUNT(sizes))];
    if (rng_once_in(&g->rng, 40))
        size = rng_between(&g->rng, 33, 260);
    return (size + unit - 1) / unit * unit;
}

static uint32_t most_mips(const struct sm5_texture *t)
{
    uint32_t largest = t->width | t->height | t->depth, mips = 1;
    while (largest >> mips)
        mips++;
    return mips;
}

static void choose_size(struct gen *g, struct prog_resource *r)
{
    const struct format_info *format = format_info(r->texture.format);
    struct sm5_texture *t = &r->texture;
    t->kind = kind_of(r->dimension);
    t->width = some_size(g, format->block[0]);
    t->height = t->kind == SM5_TEXTURE_1D ? 1
                : is_cube(r->dimension)   ? t->width
                                          : some_size(g, format->block[1]);
    t->depth = t->kind == SM5_TEXTURE_3D ? some_size(g, 1) : 1;
    t->samples = is_multisampled(r->dimension) ? 1u << rng_below(&g->rng, 5) : 1;
    bool is_one = is_multisampled(r->dimension) || rng_percent(&g->rng, 40);
    t->mips = is_one ? 1 : rng_between(&g->rng, 1, most_mips(t));
}

static void choose_mips(struct gen *g, struct prog_resource *r)
{
    r->first_mip = rng_percent(&g->rng, 70) ? 0 : rng_below(&g->rng, r->texture.mips);
    r->mips = rng_between(&g->rng, 1, r->texture.mips - r->first_mip);
    if (rng_percent(&g->rng, 60))
        r->mips = r->texture.mips - r->first_mip;
}

static void choose_layers(struct gen *g, struct prog_resource *r)
{
    uint32_t unit = is_cube(r->dimension) ? 6 : 1, layers = unit, padding = 0;
    if (is_array(r->dimension))
        layers *= rng_between(&g->rng, 1, 4);
    if (rng_percent(&g->rng, 25) && r->texture.kind != SM5_TEXTURE_3D) {
        r->first_layer = rng_between(&g->rng, 1, 3);
        padding = rng_below(&g->rng, 3);
    }
    r->layers = layers;
    r->texture.layers = r->first_layer + layers + padding;
}

/* Contents: random bits, for floats also numbers. */
static uint8_t some_fill(struct gen *g, const struct prog_resource *r)
{
    const struct format_info *format = view_of(format_info(r->texture.format));
    bool floats = format->kind == FORMAT_FLOAT && format->coding == FORMAT_CHANNELS && format->bits[0] == 32;
    static const uint8_t fills[] = {0, 0, 4, 3, 2};
    return floats ? fills[rng_below(&g->rng, BASE_COUNT(fills))] : 2;
}

static void place(struct gen *g, struct prog_resource *r)
{
    struct sm5_texture texture = r->texture;
    r->buffer = gen_add_buffer(g, (uint32_t)sm5_texture_bytes(&texture));
    g->prog->buffers[r->buffer].fill = some_fill(g, r);
    r->bound = !rng_once_in(&g->rng, 40);
    if (g->prog->ranges && r->role == PROG_READ && rng_percent(&g->rng, 50))
        r->array = rng_between(&g->rng, 2, 4);
}

static void add_srv(struct gen *g, uint32_t id)
{
    static const uint8_t dimensions[] = {
        ISA_DIM_TEXTURE1D,      ISA_DIM_TEXTURE2D,      ISA_DIM_TEXTURE2D,        ISA_DIM_TEXTURE2D,
        ISA_DIM_TEXTURE2DMS,    ISA_DIM_TEXTURE3D,      ISA_DIM_TEXTURECUBE,      ISA_DIM_TEXTURE1DARRAY,
        ISA_DIM_TEXTURE2DARRAY, ISA_DIM_TEXTURE2DARRAY, ISA_DIM_TEXTURE2DMSARRAY, ISA_DIM_TEXTURECUBEARRAY};
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_SRV, id);
    if (!r)
        return;
    r->role = PROG_READ;
    r->dimension = dimensions[rng_below(&g->rng, BASE_COUNT(dimensions))];
    const struct format_info *format;
    do
        format = some_format(g);
    while (is_multisampled(r->dimension) && format->block[0] > 1);
    set_format(g, r, format);
    choose_size(g, r);
    choose_mips(g, r);
    choose_layers(g, r);
    place(g, r);
}

/* ---- u#: as many texels as invocations own ---- */

static uint32_t parts(uint32_t texels, uint32_t each)
{
    return (texels + each - 1) / each;
}

static unsigned log2_of(uint32_t n)
{
    unsigned log2 = 0;
    while (n >> log2 > 1)
        log2++;
    return log2;
}

static void cut_up(struct gen *g, struct prog_resource *r, uint32_t texels)
{
    struct sm5_texture *t = &r->texture;
    unsigned width = r->each >= 4 ? log2_of(r->each) : rng_between(&g->rng, 2, 5),
             height = rng_between(&g->rng, 0, 3);
    *t = (struct sm5_texture){
        .kind = kind_of(r->dimension), .format = t->format, .width = 1u << width, .height = 1, .depth = 1};
    r->layers = 1;
    r->texels = (struct prog_texels){(uint8_t)width, WHOLE};
    switch (r->dimension) {
    case ISA_DIM_TEXTURE1D:
        r->texels.width_log2 = WHOLE;
        t->width = texels;
        break;
    case ISA_DIM_TEXTURE2D: t->height = parts(texels, 1u << width); break;
    case ISA_DIM_TEXTURE1DARRAY:
        while (parts(texels, 1u << r->texels.width_log2) > 200)
            r->texels.width_log2++;
        t->width = 1u << r->texels.width_log2;
        r->layers = parts(texels, t->width);
        break;
    default:
        r->texels.height_log2 = (uint8_t)height;
        while (parts(texels, 1u << (width + r->texels.height_log2)) > 200)
            r->texels.height_log2++;
        t->height = 1u << r->texels.height_log2;
        *(r->dimension == ISA_DIM_TEXTURE3D ? &t->depth : &r->layers) = parts(texels, t->width * t->height);
        break;
    }
}

static void choose_own(struct gen *g, struct prog_resource *r)
{
    r->scheme = (uint8_t)rng_below(&g->rng, 3);
    if (r->dimension == ISA_DIM_TEXTURE2D && rng_percent(&g->rng, 60)) {
        r->scheme = PROG_BLOCKED;
        r->each = 4u << rng_below(&g->rng, 3); /* a row, for gen_texel_row */
        return;
    }
    if (r->scheme != PROG_BACKWARDS && rng_percent(&g->rng, 30))
        r->each = rng_between(&g->rng, 2, 3);
}

static void add_uav(struct gen *g, uint32_t id)
{
    static const uint8_t dimensions[] = {ISA_DIM_TEXTURE1D, ISA_DIM_TEXTURE2D,      ISA_DIM_TEXTURE2D,
                                         ISA_DIM_TEXTURE3D, ISA_DIM_TEXTURE1DARRAY, ISA_DIM_TEXTURE2DARRAY};
    static const uint8_t roles[] = {PROG_OWN, PROG_OWN, PROG_OWN, PROG_READ, PROG_ATOMIC};
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_UAV, id);
    if (!r)
        return;
    const struct format_info *format;
    r->role = roles[rng_below(&g->rng, BASE_COUNT(roles))];
    r->dimension = dimensions[rng_below(&g->rng, BASE_COUNT(dimensions))];
    r->coherent = rng_percent(&g->rng, 15);
    do
        format = some_format(g);
    while (!format->uav);
    if (r->role == PROG_ATOMIC || rng_percent(&g->rng, 25))
        format = format_info(R32_UINT + rng_below(&g->rng, 2));
    set_format(g, r, format);
    if (r->role == PROG_OWN)
        choose_own(g, r);
    if (r->role == PROG_ATOMIC)
        r->atomic = gen_commuting(g, r->constants);
    cut_up(g, r, r->role == PROG_OWN ? r->each * prog_threads(g->prog) : rng_between(&g->rng, 1, 200));
    struct sm5_texture *t = &r->texture;
    if (rng_percent(&g->rng, 25) && t->width <= 4096 && t->height <= 4096) { /* the second mip is seen */
        r->first_mip = 1;
        t->width *= 2;
        t->height *= t->kind == SM5_TEXTURE_1D ? 1 : 2;
        t->depth *= t->kind == SM5_TEXTURE_3D ? 2 : 1;
    }
    t->samples = 1;
    t->mips = r->first_mip + 1;
    r->mips = 1;
    if (t->kind == SM5_TEXTURE_3D) { /* all slices of the mip */
        t->layers = 1;
        r->layers = 0;
    } else {
        r->first_layer = rng_percent(&g->rng, 80) ? 0 : 1;
        t->layers = r->first_layer + r->layers;
    }
    place(g, r);
}

/* ---- samplers ---- */

static float some_lod(struct gen *g)
{
    return (float)((int32_t)rng_below(&g->rng, 40) - 10) * 0.25f;
}

/* Mostly in the range of all formats; also limits of formats, and values beyond. */
static float some_border(struct gen *g)
{
    static const float edges[] = {1e30f,     65504.0f, 65024.0f, 64512.0f, 65408.0f, 70000.0f, -70000.0f,
                                  -1.0f,     256.0f,   1e-40f,   -0.0f,    INFINITY, NAN,      -INFINITY,
                                  -65504.0f, 32768.0f, -32769.f, 5e9f,     65408.5f, -1e30f};
    if (rng_once_in(&g->rng, 5))
        return edges[rng_below(&g->rng, BASE_COUNT(edges))];
    return (float)rng_below(&g->rng, 9) * 0.25f - 0.5f;
}

static void choose_sampler(struct gen *g, struct sm5_sampler *s)
{
    struct rng *rng = &g->rng;
    sm5_sampler_default(s);
    s->min = (enum sm5_filter)rng_below(rng, 2);
    s->mag = (enum sm5_filter)rng_below(rng, 2);
    s->mip = (enum sm5_filter)rng_below(rng, 2);
    for (unsigned axis = 0; axis < 3; axis++)
        s->address[axis] = (enum sm5_address)rng_below(rng, 5);
    if (rng_percent(rng, 40))
        s->address[1] = s->address[2] = s->address[0];
    s->comparison = (enum sm5_comparison)rng_below(rng, 8);
    for (unsigned c = 0; c < 4; c++)
        s->border[c] = some_border(g);
    if (rng_percent(rng, 50)) { /* the same filter at all levels of detail */
        s->mag = s->min;
        return;
    }
    if (rng_percent(rng, 30))
        s->max_anisotropy = rng_between(rng, 1, 16);
    if (rng_percent(rng, 30))
        s->lod_bias = rng_once_in(rng, 8) ? (rng_percent(rng, 50) ? -16 : 15.99f) : some_lod(g);
    if (rng_percent(rng, 30))
        s->min_lod = some_lod(g);
    if (rng_percent(rng, 30))
        s->max_lod = some_lod(g);
}

static void add_sampler(struct gen *g, uint32_t id, bool comparison)
{
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_SAMPLER, id);
    if (!r)
        return;
    uint32_t other = rng_below(&g->rng, 10); /* the mode need not match the filter */
    r->comparison = comparison;
    choose_sampler(g, &r->sampler);
    r->sampler.reduction = comparison != (other == 0) ? SM5_REDUCTION_COMPARISON
                           : other < 3                ? (enum sm5_reduction)(1 + other)
                                                      : SM5_REDUCTION_STANDARD;
    r->bound = !rng_once_in(&g->rng, 20);
    if (g->prog->ranges && rng_percent(&g->rng, 40))
        r->array = rng_between(&g->rng, 2, 3);
}

void gen_textures(struct gen *g)
{
    enum { FIRST_SRV = 16, FIRST_UAV = 20 };
    unsigned srvs = rng_between(&g->rng, 1, 4), uavs = rng_below(&g->rng, g->prog->old ? 1 : 3);
    unsigned samplers = rng_between(&g->rng, 1, 2);
    for (unsigned i = 0; i < srvs; i++)
        add_srv(g, FIRST_SRV + i);
    for (unsigned i = 0; i < uavs; i++)
        add_uav(g, FIRST_UAV + i);
    for (unsigned i = 0; i < samplers; i++)
        add_sampler(g, i, false);
    if (rng_percent(&g->rng, 70))
        add_sampler(g, samplers, true);
}
