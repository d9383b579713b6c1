/* The public function: points and connectivity of a patch. */
#include "tessellate.h"

#include <stdlib.h>

void sm5_domain_factors(enum sm5_domain domain, uint32_t *edges, uint32_t *inside)
{
    *edges = domain >= SM5_DOMAIN_ISOLINE && domain <= SM5_DOMAIN_QUAD ? (uint32_t)domain + 1 : 0;
    *inside = *edges ? *edges - 2 : 0;
}

static void flip_winding(struct sm5_tessellated *out)
{
    for (uint32_t i = 0; i < out->primitives; i++) {
        uint32_t *corner = out->indices + i * 3ul, second = corner[1];
        corner[1] = corner[2];
        corner[2] = second;
    }
}

static bool allocate(const struct tessellate_patch *patch, struct sm5_tessellated *out)
{
    struct tessellate_mesh mesh = {0};
    tessellate_mesh(patch, &mesh);
    out->corners = patch->domain == SM5_DOMAIN_ISOLINE ? 2 : 3;
    out->count = tessellate_point_count(patch);
    out->primitives = mesh.count;
    out->locations = calloc(out->count + 1ul, sizeof *out->locations);
    out->indices = calloc((size_t)out->primitives * out->corners + 1, sizeof *out->indices);
    return out->locations && out->indices;
}

enum sm5_status sm5_tessellate(const struct sm5_tessellation *how, struct sm5_tessellated *out)
{
    struct tessellate_patch patch;
    *out = (struct sm5_tessellated){0};
    if (how->domain < SM5_DOMAIN_ISOLINE || how->domain > SM5_DOMAIN_QUAD ||
        how->partitioning < SM5_PARTITIONING_INTEGER || how->partitioning > SM5_PARTITIONING_FRACTIONAL_EVEN)
        return SM5_ERR_ARGUMENT;
    tessellate_patch_make(&patch, how);
    if (!allocate(&patch, out))
        return SM5_ERR_MEMORY;
    if (patch.culled)
        return SM5_OK;
    struct tessellate_mesh mesh = {.indices = out->indices};
    tessellate_locate(&patch, out->locations);
    tessellate_mesh(&patch, &mesh);
    if (how->counter_clockwise && out->corners == 3)
        flip_winding(out);
    return SM5_OK;
}

void sm5_tessellated_free(struct sm5_tessellated *tessellated)
{
    free(tessellated->locations);
    free(tessellated->indices);
    *tessellated = (struct sm5_tessellated){0};
}
