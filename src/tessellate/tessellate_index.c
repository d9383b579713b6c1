/* The order of points, which D3D11.3 11.7.9 leaves open: the frame clockwise from the edge U==0, then the
   inside. V is clockwise from U, and U, V, W are clockwise (11.5): with U to the right and V down, the edge
   U==0 of a quad runs up and V==0 to the right; the edge U==0 of a triangle runs from the corner V==1 to
   W==1. */
#include "tessellate.h"

uint32_t tessellate_sides(const struct tessellate_patch *patch)
{
    return patch->domain == SM5_DOMAIN_TRI ? 3 : 4;
}

static uint32_t edge_start(const struct tessellate_patch *patch, uint32_t side)
{
    uint32_t start = 0;
    for (uint32_t i = 0; i < side; i++)
        start += patch->edges[i].segments;
    return start;
}

static uint32_t frame_count(const struct tessellate_patch *patch)
{
    return edge_start(patch, tessellate_sides(patch));
}

uint32_t tessellate_edge_point(const struct tessellate_patch *patch, uint32_t side, uint32_t i)
{
    bool closes = side + 1 == tessellate_sides(patch) && i == patch->edges[side].segments;
    return closes ? 0 : edge_start(patch, side) + i;
}

/* Points of ring k of a triangle: a triangle of segments - 2k, or the centre. */
static uint32_t ring_count(uint32_t segments, uint32_t k)
{
    return segments == 2 * k ? 1 : 3 * (segments - 2 * k);
}

static uint32_t rings_before(uint32_t segments, uint32_t k)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < k; i++)
        count += ring_count(segments, i);
    return count;
}

uint32_t tessellate_ring_point(const struct tessellate_patch *patch, uint32_t k, uint32_t side, uint32_t i)
{
    uint32_t n = patch->inside[0].segments;
    uint32_t in_ring = side * (n - 2 * k) + (i - k);
    return frame_count(patch) + rings_before(n, k) + in_ring % ring_count(n, k);
}

uint32_t tessellate_grid_point(const struct tessellate_patch *patch, uint32_t u, uint32_t v)
{
    return frame_count(patch) + (v - 1) * (patch->inside[0].segments - 1) + (u - 1);
}

uint32_t tessellate_point_count(const struct tessellate_patch *patch)
{
    if (patch->culled)
        return 0;
    uint32_t u = patch->inside[0].segments, v = patch->inside[1].segments;
    switch (patch->domain) {
    case SM5_DOMAIN_ISOLINE: return patch->lines * (u + 1);
    case SM5_DOMAIN_TRI: return frame_count(patch) + rings_before(u, u / 2 + 1);
    default: return frame_count(patch) + (u - 1) * (v - 1);
    }
}
