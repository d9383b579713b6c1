/* Connectivity (D3D11.3 11.7.6). */
#include "tessellate.h"

static void add_triangle(struct tessellate_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    if (a == b || b == c || c == a) /* inner and outer corner of a strip coincide */
        return;
    if (mesh->indices)
        memcpy(mesh->indices + mesh->count * 3ul, (uint32_t[3]){a, b, c}, 3 * sizeof a);
    mesh->count++;
}

static void add_lines(const struct tessellate_patch *patch, struct tessellate_mesh *mesh)
{
    uint32_t n = patch->inside[0].segments;
    for (uint32_t line = 0; line < patch->lines; line++)
        for (uint32_t i = 0; i < n; i++, mesh->count++)
            if (mesh->indices) {
                mesh->indices[mesh->count * 2ul] = line * (n + 1) + i;
                mesh->indices[mesh->count * 2ul + 1] = line * (n + 1) + i + 1;
            }
}

/* ---- strips ---- */

/* One side of a ring and the side inside it, clockwise. The inner side is extended at both ends by the outer
   corner, so that both are numbered from corner to corner. */
struct strip {
    uint32_t outer[TESSELLATE_LIMIT + 1], inner[TESSELLATE_LIMIT + 1];
    uint32_t outer_segments, inner_segments;
};

/* A connection between the two sides. */
struct link {
    uint32_t outer, inner;
};

/* Triangulates the area between two neighbouring links. Diagonals point to the nearer corner; in the middle
   they have the direction of the first half, which a counter-clockwise spiral from the centre crosses. */
static void connect(const struct strip *strip, struct link from, struct link to, bool second_half,
                    struct tessellate_mesh *mesh)
{
    const uint32_t *outer = strip->outer, *inner = strip->inner;
    if (second_half) {
        if (to.outer > from.outer)
            add_triangle(mesh, outer[from.outer], outer[to.outer], inner[from.inner]);
        if (to.inner > from.inner)
            add_triangle(mesh, outer[to.outer], inner[to.inner], inner[from.inner]);
    } else {
        if (to.outer > from.outer)
            add_triangle(mesh, outer[from.outer], outer[to.outer], inner[to.inner]);
        if (to.inner > from.inner)
            add_triangle(mesh, outer[from.outer], inner[to.inner], inner[from.inner]);
    }
}

/* Each vertex of the side with more vertices is linked to its ancestor on the other. */
static struct link link_at(const struct strip *strip, uint32_t i)
{
    uint32_t outer = tessellate_half(strip->outer_segments), inner = tessellate_half(strip->inner_segments);
    if (outer > inner)
        return (struct link){i, tessellate_ancestor(i, outer, inner)};
    return (struct link){tessellate_ancestor(i, inner, outer), i};
}

static struct link mirrored(const struct strip *strip, struct link link)
{
    return (struct link){strip->outer_segments - link.outer, strip->inner_segments - link.inner};
}

static void add_strip(const struct strip *strip, struct tessellate_mesh *mesh)
{
    uint32_t outer = tessellate_half(strip->outer_segments), inner = tessellate_half(strip->inner_segments);
    uint32_t last = outer > inner ? outer : inner;
    for (uint32_t i = 0; i < last; i++)
        connect(strip, link_at(strip, i), link_at(strip, i + 1), false, mesh);
    struct link middle = link_at(strip, last);
    connect(strip, middle, mirrored(strip, middle), false, mesh);
    for (uint32_t i = last; i > 0; i--)
        connect(strip, mirrored(strip, link_at(strip, i)), mirrored(strip, link_at(strip, i - 1)), true,
                mesh);
}

static void begin_frame(const struct tessellate_patch *patch, uint32_t side, uint32_t inner_segments,
                        struct strip *strip)
{
    uint32_t n = strip->outer_segments = patch->edges[side].segments;
    for (uint32_t i = 0; i <= n; i++)
        strip->outer[i] = tessellate_edge_point(patch, side, i);
    strip->inner_segments = inner_segments;
    strip->inner[0] = strip->outer[0];
    strip->inner[inner_segments] = strip->outer[n];
}

/* ---- quads ---- */

/* Point j of the grid's border next to a side, clockwise. */
static uint32_t border_point(const struct tessellate_patch *patch, uint32_t side, uint32_t j)
{
    uint32_t u = patch->inside[0].segments, v = patch->inside[1].segments;
    switch (side) {
    case 0: return tessellate_grid_point(patch, 1, v - j);
    case 1: return tessellate_grid_point(patch, j, 1);
    case 2: return tessellate_grid_point(patch, u - 1, j);
    default: return tessellate_grid_point(patch, u - j, v - 1);
    }
}

static void add_quad_frame(const struct tessellate_patch *patch, uint32_t side, struct tessellate_mesh *mesh)
{
    struct strip strip;
    uint32_t n = patch->inside[side % 2 == 0].segments;
    begin_frame(patch, side, n, &strip);
    for (uint32_t j = 1; j < n; j++)
        strip.inner[j] = border_point(patch, side, j);
    add_strip(&strip, mesh);
}

/* `across`, `down`: a quad's location relative to the centre. The diagonal runs from U, V to U + 1, V + 1
   where that is towards the nearest corner, or where a counter-clockwise spiral crosses the quad in that
   direction; in the centre it runs the other way. */
static bool diagonal_falls(int across, int down)
{
    if (across && down)
        return (across < 0) == (down < 0);
    return down != 0;
}

static void add_grid(const struct tessellate_patch *patch, struct tessellate_mesh *mesh)
{
    uint32_t columns = patch->inside[0].segments, rows = patch->inside[1].segments;
    for (uint32_t v = 1; v + 2 <= rows; v++)
        for (uint32_t u = 1; u + 2 <= columns; u++) {
            uint32_t a = tessellate_grid_point(patch, u, v), b = tessellate_grid_point(patch, u + 1, v);
            uint32_t c = tessellate_grid_point(patch, u + 1, v + 1),
                     d = tessellate_grid_point(patch, u, v + 1);
            bool falling = diagonal_falls((int)(2 * u + 1) - (int)columns, (int)(2 * v + 1) - (int)rows);
            add_triangle(mesh, a, b, falling ? c : d);
            add_triangle(mesh, falling ? a : b, c, d);
        }
}

/* ---- triangles ---- */

static void add_triangle_frame(const struct tessellate_patch *patch, uint32_t side,
                               struct tessellate_mesh *mesh)
{
    struct strip strip;
    uint32_t n = patch->inside[0].segments;
    begin_frame(patch, side, n, &strip);
    for (uint32_t j = 1; j < n; j++)
        strip.inner[j] = tessellate_ring_point(patch, 1, side, j);
    add_strip(&strip, mesh);
}

/* Between ring k and the next. */
static void add_ring(const struct tessellate_patch *patch, uint32_t k, uint32_t side,
                     struct tessellate_mesh *mesh)
{
    struct strip strip;
    uint32_t n = patch->inside[0].segments, m = n - 2 * k;
    strip.outer_segments = strip.inner_segments = m;
    for (uint32_t i = 0; i <= m; i++) {
        strip.outer[i] = tessellate_ring_point(patch, k, side, k + i);
        strip.inner[i] = i && i < m ? tessellate_ring_point(patch, k + 1, side, k + i) : strip.outer[i];
    }
    add_strip(&strip, mesh);
}

static void add_rings(const struct tessellate_patch *patch, struct tessellate_mesh *mesh)
{
    uint32_t n = patch->inside[0].segments, k = 1;
    for (; 2 * k + 1 < n; k++)
        for (uint32_t side = 0; side < 3; side++)
            add_ring(patch, k, side, mesh);
    if (n == 2 * k + 1)
        add_triangle(mesh, tessellate_ring_point(patch, k, 0, k), tessellate_ring_point(patch, k, 1, k),
                     tessellate_ring_point(patch, k, 2, k));
}

void tessellate_mesh(const struct tessellate_patch *patch, struct tessellate_mesh *mesh)
{
    mesh->count = 0;
    if (patch->culled)
        return;
    if (patch->domain == SM5_DOMAIN_ISOLINE) {
        add_lines(patch, mesh);
        return;
    }
    bool quad = patch->domain == SM5_DOMAIN_QUAD;
    if (patch->corners_only) { /* a quad's diagonal is that of the centre */
        add_triangle(mesh, 0, 1, 2);
        if (quad)
            add_triangle(mesh, 0, 2, 3);
        return;
    }
    for (uint32_t side = 0; side < tessellate_sides(patch); side++)
        (quad ? add_quad_frame : add_triangle_frame)(patch, side, mesh);
    (quad ? add_grid : add_rings)(patch, mesh);
}
