/* The tessellator. */
#include "api.h"

static enum sm5_status call_tessellate(struct call *c)
{
    const struct sm5_tessellation patch = {.domain = SM5_DOMAIN_TRI,
                                           .partitioning = SM5_PARTITIONING_INTEGER,
                                           .edges = {3, 4, 5},
                                           .inside = {4}};
    struct sm5_tessellated out;
    uint32_t edges, inside;
    sm5_domain_factors(patch.domain, &edges, &inside);
    api_note(c, &edges, sizeof edges);
    enum sm5_status status = sm5_tessellate(&patch, &out);
    if (!status)
        api_note(c, out.locations, out.count * sizeof *out.locations);
    sm5_tessellated_free(&out);
    return status;
}

API_SCENARIOS({"sm5_tessellate", call_tessellate, SM5_ENGINE_INTERP});
