/* Workers: their memory, and the context that they pass to compiled code. */
#include "jit/jit.h"

#include <stdlib.h>

#include "jit/jit_reduction.h"
#include "runtime/region.h"

void jit_worker_fill(struct jit_worker *w)
{
    struct jit_context *c = &w->context;
    c->views = w->views;
    c->samples = w->samples;
    c->srgb = srgb_to_linear;
    c->zeros = region_zeros;
    c->stop_at = (const uint64_t *)&w->run->stop_at;
    c->icb = w->function->program->decls.icb;
    memcpy(c->groups, w->run->part.groups, sizeof c->groups);
    for (unsigned axis = 0; axis < 3; axis++)
        c->origin[axis] = jit_groups_first(&w->run->part, axis);
    c->end = jit_groups_end(&w->run->part, w->function->program);
    c->worker = w;
    c->steps = w->granted = 0;
    w->uncharged = 0;
    w->batch = 0;
}

static void *aligned(void **at, uint64_t bytes)
{
    uintptr_t begin = ((uintptr_t)*at + 63) & ~(uintptr_t)63;
    *at = (void *)(begin + bytes);
    return (void *)begin;
}

bool jit_worker_memory(struct jit_worker *w)
{
    const struct ir_function *f = w->function;
    uint64_t count = f->view_count;
    uint64_t a_view = sizeof *w->views + sizeof *w->shared + sizeof *w->reductions + sizeof *w->extents;
    free(w->memory);
    if (!jit_emit_new(w))
        return false;
    w->memory = calloc(1, count * a_view + f->texture_count * sizeof *w->samples + jit_kinds_size(f) +
                              JIT_BOXES * ir_outcome_count(f) * sizeof *w->outcomes[0] + 10 * 64);
    if (!w->memory)
        return false;
    void *at = w->memory;
    w->views = aligned(&at, count * sizeof *w->views);
    w->shared = aligned(&at, count * sizeof *w->shared);
    w->reductions = aligned(&at, count * sizeof *w->reductions);
    w->samples = aligned(&at, f->texture_count * sizeof *w->samples);
    w->texels = aligned(&at, jit_kinds_size(f));
    w->extents = aligned(&at, count * sizeof *w->extents);
    for (unsigned i = 0; i < JIT_BOXES; i++)
        w->outcomes[i] = aligned(&at, ir_outcome_count(f) * sizeof *w->outcomes[i]);
    for (uint32_t i = 0; i < count; i++)
        w->reductions[i] = jit_reduction_of(f, i);
    return true;
}

bool jit_worker_storage(struct jit_worker *w, uint64_t bytes)
{
    uint64_t tgsm = w->function->program->decls.tgsm_bytes + 2 * JIT_TGSM_MARGIN;
    w->entry = NULL; /* a failure is not taken for this code's memory */
    memory_free(w->storage);
    memory_free(w->tgsm);
    w->storage = memory_new(bytes, 64, 64);
    w->tgsm = memory_new(tgsm, 64, 64);
    if (!w->storage || !w->tgsm)
        return false;
    w->storage_bytes = bytes;
    w->context.tgsm = w->tgsm + JIT_TGSM_MARGIN;
    w->context.storage = w->storage;
    return true;
}

struct jit_worker *jit_worker_new(const void *kernel)
{
    struct jit_worker *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    if (!w)
        return NULL;
    memset(w, 0, sizeof *w);
    jit_help_fill(&w->context.helpers);
    w->textures = texture_code_best();
    w->kernel = kernel;
    return w;
}

void jit_worker_free(void *worker)
{
    struct jit_worker *w = worker;
    if (!w)
        return;
    sm5_buffer_free(w->emitted);
    memory_free(w->constants);
    memory_free(w->privates);
    memory_free(w->storage);
    memory_free(w->tgsm);
    free(w->memory);
    free(w);
}
