/* What texels compiled code accesses inline, and how it samples them. */
#include "jit/jit.h"
#include "program/program_texture.h"

static bool has_bytes(const struct format_info *format, uint32_t red, uint32_t blue)
{
    static const uint8_t bits[4] = {8, 8, 8, 8};
    return format->kind == FORMAT_UNORM && memcmp(format->bits, bits, sizeof bits) == 0 &&
           format->shift[0] == red && format->shift[1] == 8 && format->shift[2] == blue;
}

/* A format of bit fields that are adjacent from the lowest bit on. */
static enum jit_texel fields_of(const struct format_info *format)
{
    static const struct {
        uint8_t texel, bytes, kind, bits[4];
    } rows[] = {
#define X(name, bytes, kind, r, g, b, a) {JIT_TEXEL_##name, bytes, FORMAT_##kind, {r, g, b, a}},
        JIT_TEXEL_FIELDS(X)
#undef X
    };
    for (unsigned c = 0, at = 0; c < 4; at += format->bits[c++])
        if (format->bits[c] && format->shift[c] != at)
            return JIT_TEXEL_HELP;
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].bytes == format->bytes && rows[i].kind == format->kind &&
            memcmp(rows[i].bits, format->bits, sizeof format->bits) == 0)
            return (enum jit_texel)rows[i].texel;
    return JIT_TEXEL_HELP;
}

enum jit_texel jit_texel_of(const struct format_info *format)
{
    unsigned words = format->bytes / 4;
    bool is_whole = format->bits[0] == 32 && words <= 4 && format->bytes % 4 == 0;
    if (format->coding == FORMAT_SRGB)
        return has_bytes(format, 0, 16) ? JIT_TEXEL_SRGB : JIT_TEXEL_HELP;
    if (format->coding != FORMAT_CHANNELS)
        return JIT_TEXEL_HELP;
    if (is_whole && (words == 1 || format->bits[words - 1] == 32))
        return words == 1   ? JIT_TEXEL_WORD
               : words == 2 ? JIT_TEXEL_PAIR
               : words == 3 ? JIT_TEXEL_TRIPLE
                            : JIT_TEXEL_FOUR;
    if (format->kind == FORMAT_FLOAT && format->bytes == 8 && format->bits[3] == 16)
        return JIT_TEXEL_HALF;
    if (format->kind == FORMAT_UNORM && format->bytes <= 2 && format->bits[0] == 8)
        return format->bytes == 1 ? JIT_TEXEL_BYTE : format->bits[1] == 8 ? JIT_TEXEL_BYTES : JIT_TEXEL_HELP;
    return has_bytes(format, 0, 16)   ? JIT_TEXEL_UNORM
           : has_bytes(format, 16, 0) ? JIT_TEXEL_BGRA
                                      : fields_of(format);
}

/* Code computes word numbers in 31 bits, and byte numbers where texels are smaller. */
static bool is_small(const struct jit_texture *texture, enum jit_texel texel)
{
    uint64_t most = jit_texel_is_narrow(texel) ? (uint64_t)1 << 31 : (uint64_t)1 << 33;
    return texture->slices <= UINT32_MAX / 2 && texture->slice_bytes * texture->slices < most;
}

bool jit_texture_fill(const struct texture_view *view, uint32_t mip, enum jit_texel texel, uint32_t lanes,
                      struct jit_texture *out)
{
    const struct texture_level *level = &view->levels[mip];
    bool is_volume = view->dimension == ISA_DIM_TEXTURE3D;
    const struct jit_texture made = {.row_bytes = level->row_bytes,
                                     .slice_bytes = is_volume ? level->slice_bytes : view->layer_bytes,
                                     .width = level->width,
                                     .height = level->height,
                                     .slices = is_volume ? level->depth : view->layers,
                                     .starts = level->width >= lanes ? level->width - lanes + 1 : 0};
    bool is_aligned = jit_texel_is_narrow(texel) || !((uintptr_t)(view->base + level->offset) & 3);
    if (texel == JIT_TEXEL_HELP || texel == JIT_TEXEL_TRIPLE || view->samples > 1 || !is_aligned ||
        !is_small(&made, texel))
        return false;
    *out = made;
    return true;
}

/* ---- samples ---- */

static bool reads(const struct ir_texture *t, uint8_t read)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->reads[i] == read)
            return true;
    return false;
}

/* Samples of one point in each lane, whose registers are constant. */
static bool is_simple(const struct jit_worker *w, const struct ir_texture *t)
{
    bool is_sample = t->access.kind == ISA_ACCESS_SAMPLE || t->access.kind == ISA_ACCESS_GATHER;
    return is_sample && !w->function->is_double && t->slot != IR_NONE && t->sampler_slot != IR_NONE &&
           !reads(t, READ_CLAMP) && !reads(t, READ_OFFSET) && !reads(t, IR_READ_TEXTURE) &&
           !reads(t, IR_READ_SAMPLER);
}

static bool has_simple_points(const struct texture_view *view)
{
    return view && view->min_lod == 0.0f && view->samples == 1;
}

static bool has_simple_filter(const struct sm5_sampler *sampler, unsigned axes)
{
    for (unsigned k = 0; k < axes; k++)
        if (sampler->address[k] > SM5_ADDRESS_BORDER)
            return false;
    return sampler->max_anisotropy <= 1 && sampler->reduction != SM5_REDUCTION_MINIMUM &&
           sampler->reduction != SM5_REDUCTION_MAXIMUM;
}

/* The level of detail depends on derivatives, or on a bias of each lane. */
static bool derives_lod(const struct ir_texture *t)
{
    return t->access.derives || reads(t, READ_DDX) || reads(t, READ_BIAS);
}

/* The level of detail of all lanes, if it is constant. */
static const uint32_t *constant_lod(const struct ir_function *f, const struct ir_value *v, uint32_t *lod)
{
    const struct ir_texture *t = &f->textures[v->texture];
    *lod = 0;
    if (derives_lod(t))
        return NULL;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->reads[i] == READ_LOD) {
            const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
            *lod = arg->word;
            return arg->kind == IR_CONST ? lod : NULL;
        }
    return lod;
}

/* References are converted to the precision of the format: code compares with floats only. */
static bool can_compare(const struct format_info *format)
{
    return format->kind == FORMAT_FLOAT && format->bits[0] == 32;
}

/* Samples gather one or two bytes as the words that they are in, which must not reach past the buffer's end. */
static bool has_whole_words(const struct sm5_buffer *buffer, const uint8_t *base)
{
    return !(((uintptr_t)buffer->data | (uintptr_t)base | buffer->size) & 3);
}

static bool find_mip(const struct ir_function *f, const struct ir_value *v, const struct texture_view *view,
                     const struct sm5_sampler *sampler, uint32_t *mip, bool *is_linear)
{
    uint32_t lod;
    *mip = 0;
    *is_linear = true; /* gather4: the texels of a linear filter in the first mip */
    return f->textures[v->texture].access.kind == ISA_ACCESS_GATHER ||
           texture_code_best()->one_mip(view, sampler, constant_lod(f, v, &lod), mip, is_linear);
}

_Static_assert((int)JIT_LEVELS == (int)TEXTURE_MIPS, "a level for each mip");

static bool fill_level(const struct texture_view *view, uint32_t mip, enum jit_texel texel, uint32_t lanes,
                       struct jit_level *out)
{
    uint32_t unit = jit_texel_is_narrow(texel) ? 1 : 4;
    uint64_t start = view->levels[mip].offset - view->levels[0].offset;
    struct jit_texture made;
    if (!jit_texture_fill(view, mip, texel, lanes, &made) || start % unit || made.row_bytes % unit ||
        made.slice_bytes % unit)
        return false;
    *out = (struct jit_level){{made.width, made.height, made.slices},
                              {jit_texel_bytes(texel) / unit, (uint32_t)(made.row_bytes / unit),
                               (uint32_t)(made.slice_bytes / unit)},
                              (uint32_t)(start / unit)};
    return (start + made.slice_bytes * made.slices) / unit <= INT32_MAX;
}

/* The mips that code chooses from. */
static bool fill_levels(const struct texture_view *view, const struct sm5_sampler *sampler,
                        enum jit_texel texel, uint32_t lanes, struct jit_sample *out)
{
    bool fits = true;
    for (uint32_t mip = 0; mip < view->mips && fits; mip++)
        fits = fill_level(view, mip, texel, lanes, &out->levels[mip]);
    out->bias = sampler->lod_bias;
    out->min_lod = sampler->min_lod;
    out->max_lod = sampler->max_lod;
    out->last = view->mips - 1;
    return fits;
}

/* What one sample depends on, besides the texture. */
struct filter_choice {
    uint32_t mip; /* the only one, or the first */
    bool is_linear, has_levels, blends;
};

static bool choose_filter(const struct jit_worker *w, const struct ir_value *v,
                          const struct texture_view *view, const struct sm5_sampler *sampler,
                          struct jit_sample *out, struct filter_choice *choice)
{
    const struct ir_texture *t = &w->function->textures[v->texture];
    const struct sampler_filters filters = sampler_filters(sampler, view->format);
    *choice = (struct filter_choice){.mip = 0};
    if (find_mip(w->function, v, view, sampler, &choice->mip, &choice->is_linear))
        return true;
    *choice = (struct filter_choice){
        .is_linear = filters.magnifies, .has_levels = true, .blends = filters.blends_mips};
    bool is_inline = reads(t, READ_DDX) ? !texture_is_cube(view) : reads(t, READ_LOD) && !derives_lod(t);
    return t->access.kind == ISA_ACCESS_SAMPLE && is_inline && filters.magnifies == filters.minifies &&
           fill_levels(view, sampler, jit_texel_of(view->format), w->function->lanes, out);
}

static void fill_colours(const struct format_info *format, const struct sm5_sampler *sampler,
                         struct jit_sample *out)
{
    format_defaults(format, out->border);
    out->alpha = out->border[3];
    for (unsigned c = 0; c < 4; c++)
        if (format->bits[c])
            out->border[c] = format_clamp(format, c, bits_of_float(sampler->border[c]));
}

static void fill_sample(const struct jit_worker *w, const struct ir_value *v, uint8_t *kind,
                        struct jit_sample *out)
{
    const struct ir_texture *t = &w->function->textures[v->texture];
    const struct texture_view *view = is_simple(w, t) ? jit_help_bound(w, t->slot, t->reg)->texture : NULL;
    if (!has_simple_points(view))
        return;
    const struct sm5_sampler *sampler = jit_help_bound(w, t->sampler_slot, t->sampler_reg)->sampler;
    enum jit_texel texel = jit_texel_of(view->format);
    unsigned axes = texture_is_cube(view) ? 0 : texture_axes(view); /* with an address mode */
    struct filter_choice choice;
    sampler = sampler ? sampler : &sampler_default;
    if ((t->access.compares && !can_compare(view->format)) || !has_simple_filter(sampler, axes) ||
        !choose_filter(w, v, view, sampler, out, &choice) ||
        !jit_texture_fill(view, choice.mip, texel, w->function->lanes, &out->texture))
        return;
    out->base = view->base + view->levels[choice.mip].offset;
    if (jit_texel_is_narrow(texel) && !has_whole_words(jit_help_bound(w, t->slot, t->reg)->buffer, out->base))
        return;
    fill_colours(view->format, sampler, out);
    kind[JIT_SAMPLE_TEXEL] = (uint8_t)((unsigned)texel | (choice.is_linear ? JIT_SAMPLE_LINEAR : 0) |
                                       (format_is_integer(view->format) ? JIT_SAMPLE_INTEGER : 0));
    kind[JIT_SAMPLE_COMPARISON] =
        (uint8_t)((t->access.compares ? (unsigned)sampler->comparison : 0) |
                  (choice.has_levels ? JIT_SAMPLE_LEVELS : 0) | (choice.blends ? JIT_SAMPLE_BLENDS : 0));
    kind[JIT_SAMPLE_MODES] = texture_is_cube(view) ? SM5_ADDRESS_CLAMP * 21 : 0;
    for (unsigned k = 0; k < axes; k++)
        kind[JIT_SAMPLE_MODES] |= (uint8_t)(sampler->address[k] << 2 * k);
}

void jit_samples_fill(struct jit_worker *w)
{
    const struct ir_function *f = w->function;
    uint8_t *kinds = &w->texels[f->view_count];
    memset(kinds, JIT_TEXEL_HELP, JIT_SAMPLE_BYTES * (size_t)f->texture_count);
    for (uint32_t i = 1; i < f->value_count && f->texture_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (v->kind == IR_TEXTURE)
            fill_sample(w, v, &kinds[JIT_SAMPLE_BYTES * v->texture], &w->samples[v->texture]);
    }
}
