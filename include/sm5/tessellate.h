/* The fixed-function tessellator (D3D11.3 chapter 11): domain points of a patch, and the lines or triangles
   between them, from the tessellation factors that a hull shader gives. */
#ifndef SM5_TESSELLATE_H
#define SM5_TESSELLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbered as dcl_tessellator_domain and dcl_tessellator_partitioning number them. */
enum sm5_domain { SM5_DOMAIN_ISOLINE = 1, SM5_DOMAIN_TRI, SM5_DOMAIN_QUAD };
enum sm5_partitioning {
    SM5_PARTITIONING_INTEGER = 1,
    SM5_PARTITIONING_POW2, /* as integer: to round to powers of two is the hull shader's work (11.7.7.1) */
    SM5_PARTITIONING_FRACTIONAL_ODD,
    SM5_PARTITIONING_FRACTIONAL_EVEN
};

/* Factors of a domain, edges and inside: isoline 2 and 0, tri 3 and 1, quad 4 and 2. */
SM5_API void sm5_domain_factors(enum sm5_domain domain, uint32_t *edges, uint32_t *inside);

/* Factors in the order of SV_TessFactor and SV_InsideTessFactor. Isoline: density, detail. Tri: U==0, V==0,
   W==0. Quad: U==0, V==0, U==1, V==1; inside U, V. Any floats will do: they are clamped and rounded as the
   partitioning says; a patch with an edge that is NaN, zero or below is culled. */
struct sm5_tessellation {
    enum sm5_domain domain;
    enum sm5_partitioning partitioning;
    float edges[4], inside[2];
    bool counter_clockwise; /* triangles: the other way round than U, V (and W) */
};

/* The points of a patch, each once: those of the edges, clockwise from the edge U==0, then what is inside. Of
   isolines line after line. None when the patch is culled. */
struct sm5_tessellated {
    float (*locations)[3]; /* vDomain of each point; z is 0 but for tri, where the three add up to 1 */
    uint32_t count;
    uint32_t *indices;   /* of points: a line or triangle after the other */
    uint32_t primitives; /* lines or triangles */
    uint32_t corners;    /* of a primitive: 2 or 3 */
};

/* *out is overwritten, and to be freed with sm5_tessellated_free in any case. SM5_ERR_ARGUMENT: no such
   domain or partitioning. Thread-safe. */
SM5_API enum sm5_status sm5_tessellate(const struct sm5_tessellation *patch, struct sm5_tessellated *out);
SM5_API void sm5_tessellated_free(struct sm5_tessellated *tessellated);

#ifdef __cplusplus
}
#endif
#endif
