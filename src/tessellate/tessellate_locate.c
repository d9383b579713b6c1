/* Domain locations of points. */
#include "tessellate.h"

enum { U, V, W };

static void set_location(float *location, const uint32_t *fixed)
{
    for (unsigned axis = 0; axis < 3; axis++)
        location[axis] = (float)fixed[axis] / TESSELLATE_ONE;
}

/* Lines of constant V at 0, 1/n, ...; none at 1 (D3D11.3 11.7.8). */
static void locate_lines(const struct tessellate_patch *patch, float (*locations)[3])
{
    const struct tessellate_partition *detail = &patch->inside[0];
    for (uint32_t line = 0; line < patch->lines; line++)
        for (uint32_t i = 0; i <= detail->segments; i++) {
            uint32_t v = (2 * line * TESSELLATE_ONE + patch->lines) / (2 * patch->lines);
            set_location(*locations++, (uint32_t[3]){detail->at[i], v, 0});
        }
}

/* ---- quads ---- */

static void locate_quad_edge(const struct tessellate_patch *patch, uint32_t side, float (*locations)[3])
{
    const struct tessellate_partition *edge = &patch->edges[side];
    for (uint32_t i = 0; i < edge->segments; i++) {
        bool back = side == 0 || side == 3; /* upwards, and to the left */
        uint32_t along = back ? TESSELLATE_ONE - edge->at[i] : edge->at[i];
        uint32_t across = side < 2 ? 0 : TESSELLATE_ONE;
        uint32_t at[3] = {[U] = side % 2 ? along : across, [V] = side % 2 ? across : along};
        set_location(locations[tessellate_edge_point(patch, side, i)], at);
    }
}

static void locate_grid(const struct tessellate_patch *patch, float (*locations)[3])
{
    const struct tessellate_partition *across = &patch->inside[U], *down = &patch->inside[V];
    for (uint32_t v = 1; v < down->segments; v++)
        for (uint32_t u = 1; u < across->segments; u++)
            set_location(locations[tessellate_grid_point(patch, u, v)],
                         (uint32_t[3]){across->at[u], down->at[v], 0});
}

/* ---- triangles ---- */

/* `height`: distance from the side; `along`: from the corner where the side starts. */
static void set_triangle_location(float *location, uint32_t side, uint32_t height, uint32_t along)
{
    uint32_t at[3];
    at[side] = height;
    at[(side + 2) % 3] = along;
    at[(side + 1) % 3] = TESSELLATE_ONE - height - along;
    set_location(location, at);
}

static void locate_triangle_edge(const struct tessellate_patch *patch, uint32_t side, float (*locations)[3])
{
    const struct tessellate_partition *edge = &patch->edges[side];
    for (uint32_t i = 0; i < edge->segments; i++)
        set_triangle_location(locations[tessellate_edge_point(patch, side, i)], side, 0, edge->at[i]);
}

/* Ring k is regular: its points are above those of the inside's partition of an edge, so that its corners are
   on the lines from the domain's corners to the centre, at two thirds of the partition's location above each
   side. The second half mirrors the first; both are clamped to the middle, which rounding could make them
   cross. */
static void locate_ring(const struct tessellate_patch *patch, uint32_t k, float (*locations)[3])
{
    const struct tessellate_partition *partition = &patch->inside[0];
    uint32_t n = partition->segments, height = (2 * partition->at[k] + 1) / 3,
             middle = (TESSELLATE_ONE - height) / 2;
    uint32_t end = n == 2 * k ? k + 1 : n - k;
    for (uint32_t side = 0; side < 3; side++)
        for (uint32_t i = k; i < end; i++) {
            uint32_t nearest = i <= n / 2 ? i : n - i;
            uint32_t along = height + partition->at[nearest] - partition->at[k];
            along = along < middle ? along : middle;
            along = i <= n / 2 ? along : TESSELLATE_ONE - height - along;
            set_triangle_location(locations[tessellate_ring_point(patch, k, side, i)], side, height, along);
        }
}

void tessellate_locate(const struct tessellate_patch *patch, float (*locations)[3])
{
    if (patch->domain == SM5_DOMAIN_ISOLINE) {
        locate_lines(patch, locations);
        return;
    }
    bool quad = patch->domain == SM5_DOMAIN_QUAD;
    for (uint32_t side = 0; side < tessellate_sides(patch); side++)
        (quad ? locate_quad_edge : locate_triangle_edge)(patch, side, locations);
    if (quad)
        locate_grid(patch, locations);
    for (uint32_t k = 1; !quad && 2 * k <= patch->inside[0].segments; k++)
        locate_ring(patch, k, locations);
}
