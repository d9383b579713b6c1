/* Names of members for the debugger. */
#include <stdlib.h>

#include "cli/cli_debug.h"

bool debug_layouts_open(struct debug_layouts *layouts, const struct cli_job *job, struct sm5_debug *debug)
{
    struct sm5_resource_info info;
    while (sm5_resource_at(job->program, layouts->count, &info))
        layouts->count++;
    layouts->list = calloc(layouts->count + 1u, sizeof *layouts->list);
    if (!layouts->list)
        return host_error("out of memory");
    for (uint32_t i = 0; i < layouts->count; i++) {
        if (!host_layout_of(job->program, i, job->resources.structs, &layouts->list[i]))
            return false;
        if (layouts->list[i].owner)
            sm5_debug_set_layout(debug, i, layouts->list[i].owner);
    }
    return true;
}

void debug_layouts_close(struct debug_layouts *layouts)
{
    for (uint32_t i = 0; layouts->list && i < layouts->count; i++)
        host_layout_free(&layouts->list[i]);
    free(layouts->list);
    layouts->list = NULL;
}
