#include "model.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "test.h"

static uint32_t state = 12345;

uint32_t model_random(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

float model_real(float low, float high)
{
    return low + (high - low) * ((float)model_random(1 << 24) / (float)(1 << 24));
}

/* ---- texels ---- */

static const struct {
    const char *name;
    unsigned channels, bytes;
} formats[] = {{"R32G32B32A32_FLOAT", 4, 16}, {"R8G8B8A8_UNORM", 4, 4}, {"R16G16_SNORM", 2, 4}};

static void fill(struct model *m, size_t size)
{
    for (size_t i = 0; i + 4 <= size; i += 4)
        store_u32(m->bytes + i, m->format == MODEL_FLOAT
                                    ? bits_of_float(model_real(-4, 4))
                                    : model_random(1 << 16) | model_random(1 << 16) << 16);
}

void model_make(struct model *m, enum isa_dimension dimension, enum model_format format,
                const struct sm5_texture *sizes)
{
    *m = (struct model){.texture = *sizes, .format = format};
    m->texture.format = sm5_format_find(formats[format].name);
    uint64_t size = sm5_texture_bytes(&m->texture);
    assert_int_not_equal(size, 0);
    m->bytes = malloc(size);
    assert_non_null(m->bytes);
    fill(m, size);
    texture_layout_view(&m->texture, 0, sizes->mips ? sizes->mips : 1, 0, sizes->layers ? sizes->layers : 1,
                        &m->view);
    m->view.format = format_info(m->texture.format);
    m->view.base = m->bytes;
    m->view.dimension = (uint8_t)dimension;
}

void model_free(struct model *m)
{
    free(m->bytes);
}

static uint64_t half(uint64_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

/* Where a subresource starts: everything before it, counted. */
static uint64_t offset_of(const struct model *m, uint32_t mip, uint32_t layer)
{
    const struct sm5_texture *t = &m->texture;
    uint32_t mips = t->mips ? t->mips : 1;
    uint64_t texels = 0;
    for (uint32_t l = 0; l <= layer; l++)
        for (uint32_t i = 0; i < (l == layer ? mip : mips); i++)
            texels += half(t->width, i) * half(t->height, i) * half(t->depth, i);
    return texels * formats[m->format].bytes;
}

void model_texel(const struct model *m, uint32_t mip, uint32_t layer, const int at[3], double out[4])
{
    uint64_t width = half(m->texture.width, mip), height = half(m->texture.height, mip);
    uint64_t texel = ((uint64_t)at[2] * height + (uint64_t)at[1]) * width + (uint64_t)at[0];
    const uint8_t *bytes = m->bytes + offset_of(m, mip, layer) + texel * formats[m->format].bytes;
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    for (unsigned c = 0; c < formats[m->format].channels; c++) {
        double v = m->format == MODEL_SNORM ? (int16_t)load_u16(bytes + 2 * c) : 0;
        switch (m->format) {
        case MODEL_FLOAT: out[c] = (double)float_of_bits(load_u32(bytes + 4 * c)); break;
        case MODEL_UNORM: out[c] = (double)((float)bytes[c] / 255.0f); break;
        default: out[c] = v < -32767 ? -1 : (double)((float)v / 32767.0f); break;
        }
    }
}

/* ---- one axis ---- */

bool model_axis(double coord, uint32_t size, bool linear, int offset, struct model_axis *out)
{
    double steps = (coord * size - (linear ? 0.5 : 0)) * 256, whole = floor(steps);
    if (fabs(steps - whole - 0.5) < 0.05)
        return false;
    double fixed = floor(steps + 0.5) / 256, first = floor(fixed);
    out->texel[0] = (int)first + offset;
    out->texel[1] = out->texel[0] + 1;
    out->weight[1] = linear ? fixed - first : 0;
    out->weight[0] = 1 - out->weight[1];
    return true;
}

int model_wrap(int texel, int size, enum sm5_address mode)
{
    if (texel >= 0 && texel < size)
        return texel;
    switch (mode) {
    case SM5_ADDRESS_WRAP: return texel - size * (int)floor((double)texel / size);
    case SM5_ADDRESS_MIRROR: {
        int period = texel - 2 * size * (int)floor((double)texel / (2 * size));
        return period < size ? period : 2 * size - 1 - period;
    }
    case SM5_ADDRESS_CLAMP: return texel < 0 ? 0 : size - 1;
    case SM5_ADDRESS_MIRROR_ONCE: {
        int mirrored = texel < 0 ? -1 - texel : texel;
        return mirrored < size ? mirrored : size - 1;
    }
    default: return -1;
    }
}

/* ---- a mip ---- */

static bool holds(enum sm5_comparison comparison, double a, double b)
{
    bool less = a < b, equal = a == b;
    switch (comparison) {
    case SM5_COMPARISON_NEVER: return false;
    case SM5_COMPARISON_LESS: return less;
    case SM5_COMPARISON_EQUAL: return equal;
    case SM5_COMPARISON_LESS_EQUAL: return less || equal;
    case SM5_COMPARISON_GREATER: return !less && !equal;
    case SM5_COMPARISON_NOT_EQUAL: return !equal;
    case SM5_COMPARISON_GREATER_EQUAL: return !less;
    default: return true;
    }
}

/* Of the channels that the format has, in its range; those of the border too. */
static void texel_or_border(const struct model *m, uint32_t mip, const struct model_request *r,
                            const int at[3], double out[4])
{
    bool border = false;
    int inside[3];
    const uint32_t sizes[3] = {m->texture.width, m->texture.height, m->texture.depth};
    for (unsigned i = 0; i < 3; i++) {
        int size = (int)half(sizes[i], mip);
        inside[i] = i < (unsigned)m->texture.kind ? model_wrap(at[i], size, r->sampler->address[i]) : 0;
        border |= inside[i] < 0;
    }
    if (!border) {
        model_texel(m, mip, r->layer, inside, out);
    } else {
        double low = m->format == MODEL_FLOAT ? -INFINITY : m->format == MODEL_UNORM ? 0 : -1;
        double high = m->format == MODEL_FLOAT ? INFINITY : 1;
        for (unsigned c = 0; c < 4; c++) {
            double b = (double)r->sampler->border[c];
            out[c] = b < low ? low : b > high ? high : b;
            if (c >= formats[m->format].channels)
                out[c] = c == 3;
        }
    }
    if (r->compares)
        out[0] = out[1] = out[2] = out[3] = holds(r->sampler->comparison, r->reference, out[0]);
}

static void add(enum sm5_reduction reduction, bool first, double weight, const double value[4], double sum[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (reduction == SM5_REDUCTION_MINIMUM)
            sum[c] = first || value[c] < sum[c] ? value[c] : sum[c];
        else if (reduction == SM5_REDUCTION_MAXIMUM)
            sum[c] = first || value[c] > sum[c] ? value[c] : sum[c];
        else
            sum[c] = (first ? 0 : sum[c]) + weight * value[c];
    }
}

bool model_sample(const struct model *m, uint32_t mip, const struct model_request *r, double out[4])
{
    struct model_axis axes[3] = {{{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}};
    const uint32_t sizes[3] = {m->texture.width, m->texture.height, m->texture.depth};
    unsigned count = (unsigned)m->texture.kind;
    for (unsigned i = 0; i < count; i++)
        if (!model_axis(r->coords[i], (uint32_t)half(sizes[i], mip), r->linear, r->offset[i], &axes[i]))
            return false;
    bool first = true;
    for (unsigned k = 0; k < 8; k++) {
        double weight = 1, value[4];
        int at[3];
        for (unsigned i = 0; i < 3; i++) {
            weight *= axes[i].weight[k >> i & 1];
            at[i] = axes[i].texel[k >> i & 1];
        }
        if (weight == 0)
            continue;
        texel_or_border(m, mip, r, at, value);
        add(r->sampler->reduction, first, weight, value, out);
        first = false;
    }
    return true;
}
