/* A worker's views of the bindings, as the program declares them, and private copies. */
#include <pthread.h>
#include <stdlib.h>

#include "jit/jit_kernel.h"
#include "jit/jit_reduction.h"
#include "runtime/mem.h"

/* ---- overlap ---- */

struct span {
    uintptr_t begin, end;
    bool writes;
};

/* Of a slice, what is in memory. */
static struct span span_of(const struct sm5_buffer *buffer, uintptr_t base, uint64_t bytes, bool writes)
{
    struct span span = {base, base + bytes, writes};
    if (!buffer || !buffer->is_slice)
        return span;
    uintptr_t first = (uintptr_t)buffer->data + buffer->first, end = (uintptr_t)buffer->data + buffer->end;
    span.begin = span.begin < first ? first : span.begin;
    span.end = span.end > end ? end : span.end;
    return span;
}

static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Some u# view shares bytes with another view. */
static bool spans_overlap(struct span *spans, size_t count)
{
    qsort(spans, count, sizeof *spans, compare_spans);
    uintptr_t end = 0, written_end = 0;
    for (size_t i = 0; i < count; i++) {
        if (spans[i].begin < (spans[i].writes ? end : written_end))
            return true;
        end = spans[i].end > end ? spans[i].end : end;
        if (spans[i].writes && spans[i].end > written_end)
            written_end = spans[i].end;
    }
    return false;
}

/* Also true when memory is exhausted. */
bool jit_views_overlap(const struct runtime_bindings *bindings)
{
    size_t count = 0, room = 0;
    for (uint32_t i = 0; i < bindings->slot_count; i++)
        room += bindings->slots[i].count;
    struct span *spans = malloc((room + 1) * sizeof *spans);
    if (!spans)
        return true;
    for (uint32_t i = 0; i < bindings->slot_count; i++) {
        const struct runtime_slot *slot = &bindings->slots[i];
        uint8_t file = slot->resource->file;
        for (uint32_t k = 0;
             k < slot->count && (file == ISA_FILE_SRV || file == ISA_FILE_UAV || file == ISA_FILE_CBUFFER);
             k++) {
            const struct runtime_view *view = &slot->views[k];
            const uint8_t *start = view->texture ? view->buffer->data : view->base;
            uint64_t bytes = view->texture ? view->buffer->size : view->bytes;
            struct span span = span_of(view->buffer, (uintptr_t)start, bytes, file == ISA_FILE_UAV);
            if (start && span.begin < span.end)
                spans[count++] = span;
        }
    }
    bool overlap = spans_overlap(spans, count);
    free(spans);
    return overlap;
}

/* ---- views of a worker ---- */

/* Non-temporal stores: u# views that are never read and larger than a cache. */
enum { STREAM_BYTES = 8 << 20 };

static bool is_read(const struct ir_function *f, uint32_t slot)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool reads = v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_ATOMIC;
        if (reads && v->slot == slot)
            return true;
    }
    return false;
}

static const struct texture_view *texture_of(const struct jit_worker *w, uint32_t slot, uint32_t reg)
{
    const struct runtime_bindings *bindings = w->run->bindings;
    return slot < bindings->slot_count ? runtime_view_at(&bindings->slots[slot], reg)->texture : NULL;
}

/* Returns the texel kind. */
static enum jit_texel fill_texture(const struct jit_worker *w, const struct texture_view *view,
                                   bool is_output, struct jit_view *out)
{
    enum jit_texel texel = jit_texel_of(view->format);
    bool has_first = view->min_lod < 1.0f && !(view->min_lod > (float)(view->mips - 1));
    uint32_t defaults[4];
    if (!has_first || (is_output && !view->format->uav) ||
        !jit_texture_fill(view, 0, texel, w->function->lanes, &out->texture))
        return JIT_TEXEL_HELP;
    format_defaults(view->format, defaults);
    out->base = view->base + view->levels[0].offset;
    out->alpha = defaults[3];
    return texel;
}

/* Elements of a typed buffer that code accesses as structures of words, or, where they are smaller, as a row of texels. */
static enum jit_texel element_kind(const struct jit_worker *w, struct jit_view *view, bool is_output)
{
    const struct format_info *format = view->format;
    uint32_t lanes = w->function->lanes;
    enum jit_texel texel = format && (!is_output || format->uav) ? jit_texel_of(format) : JIT_TEXEL_HELP;
    if (!jit_texel_is_narrow(texel))
        return (uintptr_t)view->base & 3 ? JIT_TEXEL_HELP : texel;
    view->texture = (struct jit_texture){.width = view->count,
                                         .starts = view->count >= lanes ? view->count - lanes + 1 : 0};
    return view->bytes > INT32_MAX ? JIT_TEXEL_HELP : texel;
}

void jit_views_fill(struct jit_worker *w)
{
    const struct ir_function *f = w->function;
    uint64_t least = ((const struct kernel *)w->kernel)->options.eager ? 0 : STREAM_BYTES;
    for (uint32_t i = 0; i < f->view_count; i++) {
        w->views[i] = jit_help_view(w, f->views[i].slot, f->views[i].reg);
        const struct texture_view *texture = texture_of(w, f->views[i].slot, f->views[i].reg);
        bool is_output = w->function->program->decls.resources[f->views[i].slot].file == ISA_FILE_UAV;
        w->texels[i] = (uint8_t)(texture ? fill_texture(w, texture, is_output, &w->views[i])
                                         : element_kind(w, &w->views[i], is_output));
        w->views[i].streams =
            is_output && w->views[i].bytes >= least && !f->alias && !is_read(f, f->views[i].slot);
    }
    jit_samples_fill(w);
}

/* ---- copies for reductions ---- */

/* The only worker of an exclusive dispatch needs no copies. */
static bool is_alone(const struct jit_worker *w)
{
    return w->run->workers == 1 && w->run->is_exclusive;
}

static bool needs_copy(const struct jit_worker *w, uint32_t i)
{
    const struct jit_view *view = &w->views[i];
    const uint32_t *group = w->function->program->decls.thread_group, *groups = w->run->part.groups;
    uint64_t threads = (uint64_t)groups[0] * groups[1] * groups[2] * group[0] * group[1] * group[2];
    uint64_t accesses = threads * w->reductions[i].accesses / (w->run->workers > 1 ? 2 : 1);
    uint64_t least = w->run->is_exclusive ? JIT_PRIVATE_LEAST : JIT_PRIVATE_LEAST_SHARED;
    bool pays = view->bytes <= JIT_PRIVATE_BYTES ||
                (view->bytes <= JIT_PRIVATE_MOST && 4 * accesses >= least * view->bytes / 4);
    return !is_alone(w) && w->reductions[i].op && view->bytes && pays;
}

static uint64_t copy_bytes(uint64_t bytes)
{
    return (bytes + 127) / 64 * 64; /* plus one vector */
}

/* A worker without memory for copies executes atomics on the views themselves: the others must merge with atomics, too. */
static void require_atomic_merges(struct jit_worker *w)
{
    pthread_mutex_lock(&w->run->lock);
    w->run->lacks_copies = true;
    pthread_mutex_unlock(&w->run->lock);
}

/* A single worker owns the views themselves; each of several workers owns copies of those that the program only reduces into. */
void jit_views_own(struct jit_worker *w)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < w->function->view_count; i++) {
        w->shared[i] = NULL;
        w->views[i].is_own = is_alone(w);
        bytes += needs_copy(w, i) ? copy_bytes(w->views[i].bytes) : 0;
    }
    if (bytes > w->private_bytes) {
        memory_free(w->privates);
        w->privates = memory_new(bytes, 64, 64);
        w->private_bytes = w->privates ? bytes : 0;
        if (!w->privates)
            require_atomic_merges(w);
    }
    uint8_t *at = w->privates;
    for (uint32_t i = 0; i < w->function->view_count && w->private_bytes >= bytes; i++) {
        struct jit_view *view = &w->views[i];
        if (!needs_copy(w, i))
            continue;
        w->shared[i] = view->base;
        view->base = at;
        view->is_own = true;
        for (uint64_t k = 0; k < copy_bytes(view->bytes); k += 4)
            store_u32(at + k, jit_reduction_identity((enum isa_atomic)isa_op(w->reductions[i].op)->atomic));
        at += copy_bytes(view->bytes);
    }
}

/* `to` is memory that others access, too. The copy is reset to the identity: the worker may run more groups and merge again. */
static void reduce_shared(enum isa_atomic operation, uint8_t *to, uint32_t *from, uint64_t words)
{
    const uint32_t identity = jit_reduction_identity(operation);
    for (uint64_t k = 0; k < words; k++) {
        if (from[k] == identity)
            continue;
        mem_atomic(operation, to + 4 * k, from[k], 0);
        from[k] = identity;
    }
}

#define REDUCE(value)                                                                                        \
    for (uint64_t k = 0; k < words; k++) {                                                                   \
        uint32_t a = to[k], b = from[k];                                                                     \
        to[k] = (value);                                                                                     \
        from[k] = identity;                                                                                  \
    }                                                                                                        \
    break

static void reduce(enum isa_atomic operation, uint32_t *restrict to, uint32_t *restrict from, uint64_t words)
{
    const uint32_t identity = jit_reduction_identity(operation);
    switch (operation) {
    case ISA_ATOMIC_OP_AND: REDUCE(a & b);
    case ISA_ATOMIC_OP_OR: REDUCE(a | b);
    case ISA_ATOMIC_OP_XOR: REDUCE(a ^ b);
    case ISA_ATOMIC_OP_IMAX: REDUCE((int32_t)a > (int32_t)b ? a : b);
    case ISA_ATOMIC_OP_IMIN: REDUCE((int32_t)a < (int32_t)b ? a : b);
    case ISA_ATOMIC_OP_UMAX: REDUCE(a > b ? a : b);
    case ISA_ATOMIC_OP_UMIN: REDUCE(a < b ? a : b);
    default: REDUCE(a + b);
    }
}

void jit_views_merge(struct jit_worker *w)
{
    for (uint32_t i = 0; i < w->function->view_count; i++) {
        enum isa_atomic operation = (enum isa_atomic)isa_op(w->reductions[i].op)->atomic;
        uint32_t *from = (void *)w->views[i].base;
        uint64_t words = w->views[i].bytes / 4;
        if (!w->shared[i])
            continue;
        pthread_mutex_lock(&w->run->lock);
        bool is_plain = w->run->is_exclusive && !w->run->lacks_copies;
        if (is_plain)
            reduce(operation, (uint32_t *)(void *)w->shared[i], from, words);
        pthread_mutex_unlock(&w->run->lock);
        if (!is_plain)
            reduce_shared(operation, w->shared[i], from, words);
    }
}

/* ---- bounds ---- */

/* Constant buffers that bounds depend on: larger ones are not copied, and their values unknown. */
enum { CONSTANTS_MOST = 16 << 10 };

static bool is_cbuffer(const struct jit_worker *w, uint32_t view)
{
    const struct program_decls *decls = &w->function->program->decls;
    return decls->resources[w->function->views[view].slot].file == ISA_FILE_CBUFFER;
}

/* Allocates copies of all cb# views; false when they are too large or memory is exhausted. */
static bool make_room(struct jit_worker *w)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < w->function->view_count && bytes <= CONSTANTS_MOST; i++)
        bytes += is_cbuffer(w, i) ? w->views[i].bytes : 0;
    if (bytes > CONSTANTS_MOST)
        return false;
    if (bytes <= w->constant_bytes)
        return true;
    memory_free(w->constants);
    w->constants = memory_new(bytes, 64, sizeof(uint32_t));
    w->constant_bytes = w->constants ? bytes : 0;
    return w->constants != NULL;
}

/* Constant buffers may be written concurrently: code must read the values that the bounds were proven
   with. */
static void hold_constants(struct jit_worker *w)
{
    if (!w->function->traces_constants || !make_room(w))
        return;
    uint8_t *at = w->constants;
    for (uint32_t i = 0; i < w->function->view_count; i++) {
        struct jit_view *view = &w->views[i];
        if (!is_cbuffer(w, i) || !view->bytes)
            continue;
        memcpy(at, view->base, view->bytes);
        view->base = at;
        w->extents[i].words = at;
        at += view->bytes;
    }
}

static struct ir_extent extent_of(const struct jit_view *view)
{
    struct ir_extent extent = {.bytes = view->bytes, .count = view->count};
    if (view->texture.width) {
        extent.texels[0] = view->texture.width;
        extent.texels[1] = view->texture.height;
        extent.texels[2] = view->texture.slices;
    }
    return extent;
}

uint32_t jit_views_bounded(struct jit_worker *w)
{
    const struct runtime_part *part = &w->run->part;
    struct ir_box all = {.active = jit_groups_reach(part, w->function->program, w->function->lanes)};
    for (unsigned axis = 0; axis < 3; axis++) {
        all.first[axis] = jit_groups_first(part, axis);
        all.end[axis] = all.first[axis] + part->groups[axis];
    }
    if (!w->function->traced_count)
        return 0;
    for (uint32_t i = 0; i < w->function->view_count; i++)
        w->extents[i] = extent_of(&w->views[i]);
    hold_constants(w);
    return jit_prove(w, w->function, &all, NULL).bounded;
}
