/* --set: constants by name. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static struct cli_bound *find_or_bind(struct cli_resources *resources, const struct host_constant *constant)
{
    struct cli_bound *bound = cli_bound_of(resources, &constant->slot);
    if (bound)
        return bound;
    struct sm5_buffer *buffer = host_constant_buffer(resources->program, constant);
    if (!buffer)
        host_error("out of memory");
    return buffer ? cli_bind_buffer(resources, &constant->slot, constant->resource, buffer) : NULL;
}

static bool set_constant(struct cli_resources *resources, const struct host_constant *constant,
                         const char *text, const char *values)
{
    struct io_error error;
    struct cli_bound *bound = find_or_bind(resources, constant);
    if (!bound)
        return false;
    if (!bound->buffer)
        return host_error("--set %s: %s is bound to null", text, bound->text);
    uint64_t size = sm5_buffer_size(bound->buffer), start = bound->view.first * 16;
    start = start < size ? start : size;
    return host_constant_set(constant, values, (uint8_t *)sm5_buffer_data(bound->buffer) + start,
                             size - start, &error) ||
           host_error("--set %s: %s", text, error.text);
}

static bool apply(struct cli_resources *resources, const char *text)
{
    const char *equals = strchr(text, '=');
    struct host_constant constant;
    struct io_error error;
    if (!equals || equals == text)
        return host_error("--set %s: expected NAME=VALUE, as in Params.dt=0.016 or cb0.color=1/0.5/0", text);
    char *name = strndup(text, (size_t)(equals - text));
    bool ok = name ? host_constant_find(resources->program, resources->structs, name, &constant, &error) ||
                         host_error("--set %s: %s", text, error.text)
                   : host_error("out of memory");
    free(name);
    if (!ok)
        return false;
    ok = set_constant(resources, &constant, text, equals + 1);
    host_constant_free(&constant);
    return ok;
}

bool cli_sets_apply(struct cli_resources *resources, const struct host_texts *sets)
{
    for (size_t i = 0; i < sets->count; i++)
        if (!apply(resources, sets->list[i]))
            return false;
    return true;
}
