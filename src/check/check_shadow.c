/* Shadow blocks: one for each buffer viewed by a u#, and one for all g#. */
#include "check/check_shadow.h"

#include <stdlib.h>
#include <sys/mman.h>

static int by_base(const void *a, const void *b)
{
    const struct shadow_block *x = a, *y = b;
    return x->base < y->base ? -1 : x->base > y->base;
}

/* Texels smaller than a word have shadow words of their own: two threads may write adjacent ones. */
static unsigned shift_of(const struct runtime_view *view)
{
    const struct format_info *format = view->texture ? view->texture->format : view->format;
    if (view->kind == VIEW_STRUCTURED || view->kind == VIEW_RAW || !format || format->bytes >= 4)
        return 2;
    return format->bytes == 2 ? 1 : 0;
}

static bool collect_views(struct shadow *shadow, const struct runtime_bindings *bindings)
{
    for (uint32_t i = 0; i < bindings->slot_count; i++) {
        const struct runtime_slot *slot = &bindings->slots[i];
        for (uint32_t k = 0; slot->resource->file == ISA_FILE_UAV && k < slot->count; k++) {
            const struct runtime_view *view = &slot->views[k];
            bool is_bound = view->base || view->texture;
            if (!is_bound || !view->buffer)
                continue;
            struct shadow_block block = {view->buffer->data, view->buffer->size, shift_of(view), NULL};
            if (!VEC_PUSH(&shadow->blocks, block))
                return false;
        }
    }
    return true;
}

/* Views of one buffer share its block. */
static void merge(struct shadow *shadow)
{
    size_t kept = 0;
    struct shadow_block *blocks = shadow->blocks.data;
    if (shadow->blocks.count > 1)
        qsort(blocks, shadow->blocks.count, sizeof *blocks, by_base);
    for (size_t i = 0; i < shadow->blocks.count; i++) {
        struct shadow_block *last = kept ? &blocks[kept - 1] : NULL;
        if (last && blocks[i].base == last->base)
            last->shift = blocks[i].shift < last->shift ? blocks[i].shift : last->shift;
        else
            blocks[kept++] = blocks[i];
    }
    shadow->blocks.count = kept;
}

static uint64_t word_count(const struct shadow_block *block)
{
    return (block->bytes >> block->shift) + 1;
}

/* Pages are zeroed on first access, which would be most of the checker's time without huge pages: shadow
   memory is nine times the size of the memory. Pages that are never accessed use no memory. */
static bool allocate(struct shadow_block *block)
{
    size_t bytes = word_count(block) * sizeof *block->words;
    void *words =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (words == MAP_FAILED)
        return false;
    madvise(words, bytes, MADV_HUGEPAGE); /* may fail */
    block->words = words;
    return true;
}

static void release(struct shadow_block *block)
{
    if (block->words)
        munmap(block->words, word_count(block) * sizeof *block->words);
    block->words = NULL;
}

bool shadow_open(struct shadow *shadow, const struct interp_worker *worker)
{
    uint32_t tgsm_bytes = worker->plan->program->decls.tgsm_bytes;
    shadow->tgsm = (struct shadow_block){worker->tgsm, tgsm_bytes, 2, NULL};
    if (!collect_views(shadow, worker->run->bindings) || !allocate(&shadow->tgsm))
        return false;
    merge(shadow);
    for (size_t i = 0; i < shadow->blocks.count; i++)
        if (!allocate(&shadow->blocks.data[i]))
            return false;
    return true;
}

void shadow_close(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->blocks.count; i++)
        release(&shadow->blocks.data[i]);
    VEC_FREE(&shadow->blocks);
    release(&shadow->tgsm);
}

static void forget(struct shadow_block *block, bool keep_data)
{
    static const struct shadow_access no_access;
    for (uint64_t i = 0; i < word_count(block); i++) {
        struct shadow_word *word = &block->words[i];
        word->write = word->last = word->other = no_access;
        if (!keep_data)
            word->earlier = no_access;
    }
}

void shadow_forget(struct shadow *shadow)
{
    forget(&shadow->tgsm, true);
    for (size_t i = 0; i < shadow->blocks.count; i++)
        forget(&shadow->blocks.data[i], false);
}

static const struct shadow_block *find(const struct shadow *shadow, const uint8_t *base)
{
    size_t low = 0, high = shadow->blocks.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct shadow_block *block = &shadow->blocks.data[middle];
        if (base < block->base)
            high = middle;
        else if (base - block->base >= (ptrdiff_t)block->bytes)
            low = middle + 1;
        else
            return block;
    }
    return NULL;
}

struct shadow_span shadow_at(const struct shadow *shadow, const uint8_t *at)
{
    const struct shadow_block *block = find(shadow, at);
    if (!block)
        return (struct shadow_span){NULL, 2};
    return (struct shadow_span){block->words + ((at - block->base) >> block->shift), block->shift};
}

struct shadow_span shadow_span(const struct shadow *shadow, const struct plan_memory *memory,
                               const struct region *region)
{
    const struct shadow_block *tgsm = &shadow->tgsm;
    if (!region->bytes)
        return (struct shadow_span){NULL, 2};
    if (memory->tgsm == PLAN_NONE)
        return shadow_at(shadow, region->base);
    return (struct shadow_span){tgsm->words + ((region->base - tgsm->base) >> tgsm->shift), tgsm->shift};
}
