/* The fixed-function tessellator (D3D11.3 chapter 11): domain points of a patch, and the lines or
   triangles that connect them, from the tessellation factors of a hull shader. */
#ifndef SM5_TESSELLATE_H
#define SM5_TESSELLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Encodings of dcl_tessellator_domain and dcl_tessellator_partitioning. */
enum sm5_domain { SM5_DOMAIN_ISOLINE = 1, SM5_DOMAIN_TRI, SM5_DOMAIN_QUAD };
enum sm5_partitioning {
    SM5_PARTITIONING_INTEGER = 1,
    SM5_PARTITIONING_POW2, /* as integer: the hull shader rounds factors to powers of two (11.7.7.1) */
    SM5_PARTITIONING_FRACTIONAL_ODD,
    SM5_PARTITIONING_FRACTIONAL_EVEN
};

/* Number of edge and inside factors of a domain: isoline 2 and 0, tri 3 and 1, quad 4 and 2. */
SM5_API void sm5_domain_factors(enum sm5_domain domain, uint32_t *edges, uint32_t *inside);

/* Factors in the order of SV_TessFactor and SV_InsideTessFactor. Isoline: density, detail. Tri: U==0,
   V==0, W==0. Quad: U==0, V==0, U==1, V==1; inside U, V. All floats are valid: factors are clamped and
   rounded by the partitioning; a patch with an edge factor that is NaN, zero or negative is culled. */
struct sm5_tessellation {
    enum sm5_domain domain;
    enum sm5_partitioning partitioning;
    float edges[4], inside[2];
    bool counter_clockwise; /* winding of triangles; false: clockwise */
};

/* Domain points of a patch, without duplicates: the edges clockwise from U==0, then the inside; isolines
   line by line. Empty when the patch is culled. */
struct sm5_tessellated {
    float (*locations)[3]; /* vDomain of each point. z is 0 except for tri, where x + y + z is 1 */
    uint32_t count;
    uint32_t *indices;   /* into locations: primitives * corners */
    uint32_t primitives; /* lines or triangles */
    uint32_t corners;    /* of a primitive: 2 or 3 */
};

/* *out is overwritten; free it with sm5_tessellated_free, also after a failure. SM5_ERR_ARGUMENT for an
   unknown domain or partitioning. Thread-safe. */
SM5_API enum sm5_status sm5_tessellate(const struct sm5_tessellation *patch, struct sm5_tessellated *out);
/* Frees the arrays. */
SM5_API void sm5_tessellated_free(struct sm5_tessellated *tessellated);

#ifdef __cplusplus
}
#endif
#endif
