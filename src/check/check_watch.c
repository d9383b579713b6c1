/* An engine that runs another one with hooks that record the last writer of each target. */
#include "check/check_watch.h"

#include <stdlib.h>

#include "interp/interp.h"
#include "runtime/region.h"

struct watch_worker {
    struct check_watch *watch;
    void *interp;
};

/* True when the access writes the byte by the rules of SM5_OOB_SPEC; other profiles may write more words,
   whose writers are not recorded. */
static bool writes_byte(const struct check_watch *d, const struct interp_access *access, uint32_t lane,
                        const uint8_t *byte)
{
    const struct program_resource *resource = access->resource;
    uint32_t reg = access->reg + (access->regs ? access->regs[lane] : 0);
    struct region region =
        region_of_view(resource, runtime_view_of(d->run->bindings, d->run->program, resource, reg));
    if (byte < region.base || byte >= region.base + region.bytes)
        return false;
    struct address at = region_window(&region, resource->dimension, access->address[lane],
                                      access->offset ? access->offset[lane] : 0);
    uint64_t word = (uint64_t)(byte - region.base);
    if (resource->dimension == ISA_DIM_BUFFER)
        return at.words && word - at.offset < region.format->bytes;
    for (unsigned k = 0; k < at.words; k++)
        if (access->words >> k & 1 && at.offset + 4 * k == word - word % 4)
            return true;
    return false;
}

static void watch_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct check_watch *d = context;
    if (access->kind == INTERP_LOAD || access->resource->file != ISA_FILE_UAV)
        return;
    for (size_t k = 0; k < d->count; k++)
        for (uint32_t i = 0; i < event->threads; i++)
            if (event->active[i] && writes_byte(d, access, i, d->targets[k].byte))
                d->targets[k].last = (struct check_site){event->at, event->group, event->flat[i]};
}

static bool writes_texel(const struct check_texels *texels, uint32_t lane, const uint8_t *byte)
{
    const uint8_t *texel = texels->elements[lane];
    return texel && byte >= texel && byte - texel < texels->views[lane]->texture->format->bytes;
}

static void watch_texels(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct check_watch *d = context;
    if (op->run != RUN_TEXTURE || !d->texels.elements)
        return;
    uint8_t kind = w->plan->textures.data[op->texture].access.kind;
    if (kind != ISA_ACCESS_STORE && kind != ISA_ACCESS_ATOMIC)
        return;
    check_texture_find(&d->texels, w, op);
    for (size_t k = 0; k < d->count; k++)
        for (uint32_t i = 0; i < w->threads; i++)
            if (check_has_effects(w, i) && writes_texel(&d->texels, i, d->targets[k].byte))
                d->targets[k].last = check_site_of(w, op, i);
}

static const struct interp_hooks watch_hooks = {.memory = watch_memory, .operation = watch_texels};

static void worker_free(void *worker)
{
    struct watch_worker *w = worker;
    if (w && w->interp)
        w->watch->engine->worker_free(w->interp);
    if (w)
        check_texture_close(&w->watch->texels);
    free(w);
}

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    struct watch_worker *w = calloc(1, sizeof *w);
    *worker = NULL;
    if (!w)
        return SM5_ERR_MEMORY;
    struct check_watch *d = w->watch = (struct check_watch *)kernel;
    bool is_plain = d->engine == &interp_engine;
    enum sm5_status status = d->engine->worker_new(d->kernel, run, &w->interp);
    if (!status && d->count && is_plain && !check_texture_open(&d->texels, w->interp))
        status = SM5_ERR_MEMORY;
    if (status) {
        worker_free(w);
        return status;
    }
    d->run = run;
    if (d->count && is_plain)
        interp_set_hooks(w->interp, &watch_hooks, d);
    else if (d->count)
        interp_order_set_hooks(w->interp, &watch_hooks, d);
    *worker = w;
    return SM5_OK;
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct watch_worker *w = worker;
    struct check_watch *d = w->watch;
    d->engine->run_groups(w->interp, first, count);
    memcpy(d->groups, d->run->part.groups, sizeof d->groups);
    d->stopped = d->run->failed;
    d->fault = d->run->fault;
}

static uint32_t lanes(const void *kernel)
{
    const struct check_watch *d = kernel;
    return d->engine->lanes(d->kernel);
}

const struct runtime_engine check_watch_engine = {
    .name = "watch",
    .worker_new = worker_new,
    .worker_free = worker_free,
    .run_groups = run_groups,
    .lanes = lanes,
};
