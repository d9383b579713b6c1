/* From factors to partitions: culling, ranges, rounding (D3D11.3 11.7.10 to 11.7.12). */
#include <math.h>

#include "tessellate.h"

static const float epsilon = 1.0f / TESSELLATE_ONE; /* the spec's EPSILON */

struct range {
    float low, high;
    bool rounds; /* up to integers */
};

static const struct range ranges[] = {
    [SM5_PARTITIONING_INTEGER] = {1, 64, true},
    [SM5_PARTITIONING_POW2] = {1, 64, true},
    [SM5_PARTITIONING_FRACTIONAL_ODD] = {1, 63, false},
    [SM5_PARTITIONING_FRACTIONAL_EVEN] = {2, 64, false},
};

/* NaN gives `low` (11.7.11.3). */
static float clamp(float factor, float low, float high)
{
    factor = factor > low ? factor : low;
    return factor < high ? factor : high;
}

static void make_partition(struct tessellate_partition *partition, float factor, float low,
                           enum sm5_partitioning partitioning)
{
    const struct range *range = &ranges[partitioning];
    factor = clamp(factor, low, range->high);
    if (range->rounds)
        factor = ceilf(factor);
    uint32_t fixed = (uint32_t)lrint((double)factor * TESSELLATE_ONE); /* to nearest even, 3.2.4.1 */
    bool odd = partitioning == SM5_PARTITIONING_FRACTIONAL_ODD ||
               (range->rounds && (fixed >> TESSELLATE_BITS) % 2 == 1);
    tessellate_partition_make(partition, fixed, odd);
}

static bool is_culled(const struct sm5_tessellation *how, uint32_t edges)
{
    for (uint32_t i = 0; i < edges; i++)
        if (!(how->edges[i] > 0))
            return true;
    return false;
}

/* A factor gives more than one segment, which requires an inside. Where factors are rounded up, every factor
   above 1 does; otherwise, those above 1 in fixed point. */
static bool needs_inside(const struct sm5_tessellation *how, uint32_t edges, uint32_t inside)
{
    float one = ranges[how->partitioning].rounds ? 1 : 1 + epsilon / 2;
    bool any = false;
    for (uint32_t i = 0; i < edges; i++)
        any |= how->edges[i] > one;
    for (uint32_t i = 0; i < inside; i++)
        any |= how->inside[i] > one;
    return any;
}

static void make_isolines(struct tessellate_patch *patch, const struct sm5_tessellation *how)
{
    patch->lines = (uint32_t)ceilf(clamp(how->edges[0], 1, TESSELLATE_LIMIT));
    make_partition(&patch->inside[0], how->edges[1], ranges[how->partitioning].low, how->partitioning);
}

void tessellate_patch_make(struct tessellate_patch *patch, const struct sm5_tessellation *how)
{
    uint32_t edges, inside;
    sm5_domain_factors(how->domain, &edges, &inside);
    patch->domain = how->domain;
    patch->culled = is_culled(how, edges);
    patch->corners_only = false;
    if (patch->culled)
        return;
    if (how->domain == SM5_DOMAIN_ISOLINE) {
        make_isolines(patch, how);
        return;
    }
    float low = ranges[how->partitioning].low;
    for (uint32_t i = 0; i < edges; i++)
        make_partition(&patch->edges[i], how->edges[i], low, how->partitioning);
    if (low == 1 && needs_inside(how, edges, inside))
        low = 1 + epsilon;
    for (uint32_t i = 0; i < inside; i++)
        make_partition(&patch->inside[i], how->inside[i], low, how->partitioning);
    patch->corners_only = patch->inside[0].segments == 1;
}
