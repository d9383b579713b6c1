/* The fixed-function tessellator, D3D11.3 chapter 11: fixed point with 16 bits of fraction throughout
   (11.7.14). Each edge, and each axis of the inside, is partitioned into segments; the pattern is a frame of
   edges around rings whose points the inside's partitions determine. */
#ifndef SM5_TESSELLATE_ROOM_H
#define SM5_TESSELLATE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "sm5/tessellate.h"

enum {
    TESSELLATE_BITS = 16,
    TESSELLATE_ONE = 1 << TESSELLATE_BITS,
    TESSELLATE_LIMIT = 64, /* segments of an edge, lines of a patch */
    TESSELLATE_EDGES = 4,
};

/* ---- tessellate_partition.c: one edge, or one axis of the inside ---- */

struct tessellate_partition {
    uint32_t segments;
    uint32_t at[TESSELLATE_LIMIT + 1]; /* 0 to TESSELLATE_ONE; at[i] + at[segments - i] == TESSELLATE_ONE */
};

/* `factor` is in the range of the partitioning, with 16 bits of fraction; `odd`: odd numbers of segments. */
void tessellate_partition_make(struct tessellate_partition *partition, uint32_t factor, bool odd);
/* Points of one half of a partition, excluding the corner, including the middle. */
uint32_t tessellate_half(uint32_t segments);
/* The vertex of a half with `to` points from which vertex `index` of the half with `from` points was
   split. */
uint32_t tessellate_ancestor(uint32_t index, uint32_t from, uint32_t to);

/* ---- tessellate_factor.c: clamping, rounding, culling ---- */

struct tessellate_patch {
    enum sm5_domain domain;
    bool culled;
    bool corners_only; /* all factors are 1 */
    uint32_t lines;    /* isoline */
    struct tessellate_partition edges[TESSELLATE_EDGES], inside[2];
};

void tessellate_patch_make(struct tessellate_patch *patch, const struct sm5_tessellation *how);

/* ---- tessellate_index.c: numbering of points ---- */

/* Sides of the domain. */
uint32_t tessellate_sides(const struct tessellate_patch *patch);
uint32_t tessellate_point_count(const struct tessellate_patch *patch);
/* Point `i` of the segments of an edge, counted clockwise; the last is the next edge's first. */
uint32_t tessellate_edge_point(const struct tessellate_patch *patch, uint32_t side, uint32_t i);
/* Tri: point i of ring k's side, with k <= i <= segments - k, numbered as in the inside's partition. */
uint32_t tessellate_ring_point(const struct tessellate_patch *patch, uint32_t k, uint32_t side, uint32_t i);
/* Quad: point of the inside's grid, 0 < u, v < segments. */
uint32_t tessellate_grid_point(const struct tessellate_patch *patch, uint32_t u, uint32_t v);

/* ---- tessellate_locate.c, tessellate_mesh.c ---- */

/* The domain locations of all points. */
void tessellate_locate(const struct tessellate_patch *patch, float (*locations)[3]);

/* Lines or triangles, clockwise. NULL `indices`: only counts. */
struct tessellate_mesh {
    uint32_t *indices;
    uint32_t count; /* of primitives */
};
void tessellate_mesh(const struct tessellate_patch *patch, struct tessellate_mesh *mesh);

#endif
