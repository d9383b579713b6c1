/* Copies of all bound memory and counters, for verbs that dispatch several times. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

void cli_free_copies(struct cli_copy *copy, size_t count)
{
    for (size_t i = 0; copy && i < count; i++)
        free(copy[i].bytes);
    free(copy);
}

struct cli_copy *cli_copy_memory(const struct cli_job *job)
{
    const struct cli_resources *resources = &job->resources;
    struct cli_copy *copy = calloc(resources->bound_count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < resources->bound_count; i++) {
        const struct cli_bound *bound = &resources->bound[i];
        copy[i].has_counter = sm5_counter_get(job->bindings, &bound->slot, &copy[i].counter);
        if (!bound->buffer)
            continue;
        uint64_t size = sm5_buffer_size(bound->buffer);
        copy[i].bytes = malloc(size + 1);
        if (copy[i].bytes) {
            memcpy(copy[i].bytes, sm5_buffer_data(bound->buffer), size);
            continue;
        }
        cli_free_copies(copy, i);
        copy = NULL;
    }
    if (!copy)
        host_error("out of memory");
    return copy;
}

void cli_restore_memory(const struct cli_job *job, const struct cli_copy *copy)
{
    for (size_t i = 0; i < job->resources.bound_count; i++) {
        const struct cli_bound *bound = &job->resources.bound[i];
        if (bound->buffer)
            memcpy(sm5_buffer_data(bound->buffer), copy[i].bytes, sm5_buffer_size(bound->buffer));
        if (copy[i].has_counter)
            sm5_counter_set(job->bindings, &bound->slot, copy[i].counter);
    }
}
