/* Sampler state (D3D11.3 7.18.3): the default, and the valid values. */
#include <float.h>
#include <stddef.h>

#include "texture/texture.h"

const struct sm5_sampler sampler_default = {
    .min = SM5_FILTER_LINEAR,
    .mag = SM5_FILTER_LINEAR,
    .mip = SM5_FILTER_LINEAR,
    .address = {SM5_ADDRESS_CLAMP, SM5_ADDRESS_CLAMP, SM5_ADDRESS_CLAMP},
    .min_lod = -FLT_MAX,
    .max_lod = FLT_MAX,
    .border = {1.0f, 1.0f, 1.0f, 1.0f},
};

void sm5_sampler_default(struct sm5_sampler *sampler)
{
    *sampler = sampler_default;
}

/* Integers are not filtered. */
struct sampler_filters sampler_filters(const struct sm5_sampler *s, const struct format_info *format)
{
    bool is_number = !format_is_integer(format), all = s->max_anisotropy > 0;
    return (struct sampler_filters){.magnifies = is_number && (all || s->mag == SM5_FILTER_LINEAR),
                                    .minifies = is_number && (all || s->min == SM5_FILTER_LINEAR),
                                    .blends_mips = is_number && (all || s->mip == SM5_FILTER_LINEAR)};
}

const char *sampler_fault(const struct sm5_sampler *s)
{
    if (s->min > SM5_FILTER_LINEAR || s->mag > SM5_FILTER_LINEAR || s->mip > SM5_FILTER_LINEAR)
        return "a filter is point or linear";
    if (s->reduction > SM5_REDUCTION_MAXIMUM)
        return "a reduction is standard, comparison, minimum or maximum";
    for (unsigned i = 0; i < 3; i++)
        if (s->address[i] > SM5_ADDRESS_MIRROR_ONCE)
            return "an address mode is wrap, mirror, clamp, border or mirror_once";
    if (s->comparison > SM5_COMPARISON_ALWAYS)
        return "a comparison is never to always";
    if (s->max_anisotropy > 16)
        return "anisotropy is at most 16";
    if (!(s->lod_bias >= -16.0f && s->lod_bias < 16.0f))
        return "the bias of the level of detail is -16 to 15.99";
    if (s->min_lod != s->min_lod || s->max_lod != s->max_lod)
        return "a limit of the level of detail is a number";
    return NULL;
}
