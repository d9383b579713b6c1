/* Shadow blocks: one for each buffer viewed by a u#, and one for all g#. */
#include "check/check_shadow.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/memory_limit.h"

enum { CHUNK_FIRST = 1 << 16, CHUNK_LAST = 1 << 23 }; /* bytes */

/* ---- memory ---- */

static void free_chunk(void *bytes, size_t size)
{
    munmap(bytes, size);
    memory_limit_refund(size);
}

static bool add_chunk(struct shadow *shadow)
{
    size_t count = shadow->chunks.count;
    size_t size = count ? 2 * shadow->chunks.data[count - 1].size : CHUNK_FIRST;
    size = size < CHUNK_LAST ? size : CHUNK_LAST;
    if (!memory_limit_charge(size))
        return false;
    void *bytes =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        memory_limit_refund(size);
        return false;
    }
    memory_prefer_huge_pages(bytes, size);
    shadow->used = 0;
    if (VEC_PUSH(&shadow->chunks, ((struct shadow_chunk){bytes, size})))
        return true;
    free_chunk(bytes, size);
    return false;
}

/* Zeroed; smaller than CHUNK_FIRST. */
static void *allocate(struct shadow *shadow, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    size_t count = shadow->chunks.count;
    if (!count || shadow->chunks.data[count - 1].size - shadow->used < bytes) {
        if (!add_chunk(shadow))
            return NULL;
        count++;
    }
    void *made = shadow->chunks.data[count - 1].bytes + shadow->used;
    shadow->used += bytes;
    return made;
}

static void free_chunks(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->chunks.count; i++)
        free_chunk(shadow->chunks.data[i].bytes, shadow->chunks.data[i].size);
    VEC_FREE(&shadow->chunks);
    memset(shadow->spare, 0, sizeof shadow->spare);
}

/* ---- blocks ---- */

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
            struct shadow_block block = {
                .base = view->buffer->data, .bytes = view->buffer->size, .shift = shift_of(view)};
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

static uint64_t page_count(const struct shadow_block *block)
{
    return (block->bytes >> block->shift) / SHADOW_PAGE + 1;
}

bool shadow_open(struct shadow *shadow, const struct interp_worker *worker)
{
    shadow->tgsm = (struct shadow_block){
        .base = worker->tgsm, .bytes = worker->plan->program->decls.tgsm_bytes, .shift = 2};
    shadow->tgsm.pages = calloc(page_count(&shadow->tgsm), sizeof *shadow->tgsm.pages);
    if (!shadow->tgsm.pages || !collect_views(shadow, worker->run->bindings))
        return false;
    merge(shadow);
    for (size_t i = 0; i < shadow->blocks.count; i++) {
        struct shadow_block *block = &shadow->blocks.data[i];
        block->pages = calloc(page_count(block), sizeof *block->pages);
        if (!block->pages)
            return false;
    }
    return true;
}

void shadow_close(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->blocks.count; i++)
        free(shadow->blocks.data[i].pages);
    VEC_FREE(&shadow->blocks);
    free(shadow->tgsm.pages);
    free_chunks(shadow);
}

static void forget(struct shadow_block *block)
{
    memset(block->pages, 0, page_count(block) * sizeof *block->pages);
}

void shadow_forget(struct shadow *shadow)
{
    forget(&shadow->tgsm);
    for (size_t i = 0; i < shadow->blocks.count; i++)
        forget(&shadow->blocks.data[i]);
    free_chunks(shadow);
}

struct shadow_block *shadow_find(const struct shadow *shadow, const uint8_t *at)
{
    size_t low = 0, high = shadow->blocks.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct shadow_block *block = &shadow->blocks.data[middle];
        if (at < block->base)
            high = middle;
        else if (at - block->base >= (ptrdiff_t)block->bytes)
            low = middle + 1;
        else
            return block;
    }
    return NULL;
}

bool shadow_may_race(const struct shadow_block *block)
{
    bool stores = block->kinds >> INTERP_STORE & 1, atomics = block->kinds >> INTERP_ATOMIC & 1;
    return stores || (atomics && block->kinds >> INTERP_LOAD & 1);
}

/* ---- words ---- */

bool shadow_add_writes(struct shadow *shadow, struct shadow_page *page)
{
    page->writes = allocate(shadow, SHADOW_PAGE * sizeof *page->writes);
    return page->writes;
}

bool shadow_add_last(struct shadow *shadow, struct shadow_page *page)
{
    page->last = allocate(shadow, SHADOW_PAGE * sizeof *page->last);
    return page->last;
}

bool shadow_add_reads(struct shadow *shadow, struct shadow_page *page)
{
    page->reads = allocate(shadow, SHADOW_PAGE * sizeof *page->reads);
    return page->reads;
}

static uint32_t value_of(const struct shadow_block *block, uint64_t word)
{
    uint32_t value = 0;
    memcpy(&value, block->base + (word << block->shift), (size_t)1 << block->shift);
    return value;
}

static struct shadow_access access_of(struct shadow_access first, uint32_t lane)
{
    return (struct shadow_access){first.stamp, first.accessor + lane};
}

/* Copies the part of a run that is in the page to its words. */
static void copy_run(const struct shadow_block *block, struct shadow_page *page, uint64_t page_first,
                     const struct shadow_run *run)
{
    uint32_t lane = page_first > run->first ? (uint32_t)(page_first - run->first) / run->stride : 0;
    for (; lane < run->lanes; lane++) {
        uint64_t first = run->first + (uint64_t)lane * run->stride;
        if (first >= page_first + SHADOW_PAGE)
            return;
        for (uint64_t word = first; word < first + run->words; word++) {
            uint64_t at = word - page_first; /* wraps for words of the page before */
            if (at < SHADOW_PAGE && run->write.stamp)
                page->writes[at] = (struct shadow_write){access_of(run->write, lane), value_of(block, word)};
            if (at < SHADOW_PAGE && run->read.stamp)
                page->last[at] = access_of(run->read, lane);
        }
    }
}

static bool has_words(struct shadow *shadow, struct shadow_page *page, const struct shadow_run *run)
{
    return (!run->write.stamp || page->writes || shadow_add_writes(shadow, page)) &&
           (!run->read.stamp || page->last || shadow_add_last(shadow, page));
}

static void release_runs(struct shadow *shadow, struct shadow_page *page)
{
    if (!page->run_capacity)
        return;
    struct shadow_spare **spare = &shadow->spare[__builtin_ctz(page->run_capacity)];
    struct shadow_spare *released = (void *)page->runs;
    released->next = *spare;
    *spare = released;
    page->runs = NULL;
    page->run_count = page->run_capacity = 0;
    page->run_end = 0;
}

struct shadow_page *shadow_page(struct shadow *shadow, struct shadow_block *block, uint64_t word)
{
    struct shadow_page *page = &block->pages[word / SHADOW_PAGE];
    for (uint32_t i = 0; i < page->run_count; i++) {
        if (!has_words(shadow, page, &page->runs[i]))
            return NULL;
        copy_run(block, page, word - word % SHADOW_PAGE, &page->runs[i]);
    }
    release_runs(shadow, page);
    return page;
}

/* ---- runs ---- */

static uint64_t end_of(const struct shadow_run *run)
{
    return run->first + (uint64_t)(run->lanes - 1) * run->stride + run->words;
}

static bool overlap(const struct shadow_run *a, const struct shadow_run *b)
{
    if (a->first > b->first)
        return overlap(b, a);
    if (end_of(a) <= b->first)
        return false;
    uint32_t distance = (b->first - a->first) % a->stride;
    return a->stride != b->stride || distance < a->words || distance + b->words > a->stride;
}

static uint32_t thread_of(const struct shadow_run *run)
{
    return (run->write.stamp ? run->write : run->read).accessor % SHADOW_THREADS;
}

static uint32_t last_stamp(const struct shadow_run *run)
{
    return run->write.stamp > run->read.stamp ? run->write.stamp : run->read.stamp;
}

/* Each word is accessed by the same thread of a group. */
static bool same_threads(const struct shadow_run *a, const struct shadow_run *b)
{
    return a->first == b->first && a->stride == b->stride && a->lanes == b->lanes && a->words == b->words &&
           thread_of(a) == thread_of(b);
}

/* The word that the element of thread 0 would start with. */
static int64_t origin_of(const struct shadow_run *run, uint32_t stride)
{
    return (int64_t)run->first - (int64_t)stride * thread_of(run);
}

/* Words that both access are accessed by the same thread: that is so where each thread's words of both are
   within one stride. */
static bool same_owners(const struct shadow_run *a, const struct shadow_run *b)
{
    uint32_t stride = a->lanes > 1 ? a->stride : b->stride;
    if (b->lanes > 1 && b->stride != stride)
        return false;
    if (a->lanes == 1 && b->lanes == 1)
        return thread_of(a) == thread_of(b);
    int64_t from_a = origin_of(a, stride), from_b = origin_of(b, stride);
    int64_t first = from_a < from_b ? from_a : from_b;
    return from_a + a->words - first <= stride && from_b + b->words - first <= stride;
}

static bool page_accepts(const struct shadow_page *page, const struct shadow_run *run, uint32_t group_first)
{
    bool known = false;
    if (page->writes || page->last)
        return false;
    for (uint32_t i = 0; run->first < page->run_end && i < page->run_count; i++) {
        const struct shadow_run *old = &page->runs[i];
        if (!overlap(old, run))
            continue;
        if (last_stamp(old) < group_first || !same_owners(old, run))
            return false;
        known |= same_threads(old, run);
    }
    return known || page->run_count < SHADOW_RUNS;
}

static void drop_runs(struct shadow_page *page, uint32_t before)
{
    uint16_t kept = 0;
    for (uint32_t i = 0; i < page->run_count; i++)
        if (last_stamp(&page->runs[i]) >= before)
            page->runs[kept++] = page->runs[i];
    page->run_count = kept;
    page->run_end = kept ? page->run_end : 0;
}

bool shadow_accepts(struct shadow *shadow, const struct shadow_block *block, const struct shadow_run *run,
                    uint32_t group_first, uint32_t synced)
{
    for (uint64_t page = run->first / SHADOW_PAGE; page <= (end_of(run) - 1) / SHADOW_PAGE; page++) {
        if (block == &shadow->tgsm)
            drop_runs(&block->pages[page], synced);
        if (!page_accepts(&block->pages[page], run, group_first))
            return false;
    }
    return true;
}

static struct shadow_run *new_runs(struct shadow *shadow, uint32_t capacity)
{
    struct shadow_spare **spare = &shadow->spare[__builtin_ctz(capacity)], *runs = *spare;
    if (!runs)
        return allocate(shadow, capacity * sizeof(struct shadow_run));
    *spare = runs->next;
    return (void *)runs;
}

static bool grow(struct shadow *shadow, struct shadow_page *page)
{
    struct shadow_page old = *page;
    uint32_t capacity = old.run_capacity ? 2 * old.run_capacity : 1;
    struct shadow_run *runs = new_runs(shadow, capacity);
    if (!runs)
        return false; /* the group goes on with the old ones */
    if (old.run_count)
        memcpy(runs, old.runs, old.run_count * sizeof *runs);
    page->runs = runs;
    page->run_capacity = (uint16_t)capacity;
    release_runs(shadow, &old);
    return true;
}

static bool append(struct shadow *shadow, struct shadow_page *page, const struct shadow_run *run)
{
    if (page->run_count == page->run_capacity && !grow(shadow, page))
        return false;
    page->runs[page->run_count++] = *run;
    page->run_end = page->run_end > end_of(run) ? page->run_end : (uint32_t)end_of(run);
    return true;
}

/* The run that has the same words and threads; `*alone` when no other one has words in common with it. */
static struct shadow_run *find_run(struct shadow_page *page, const struct shadow_run *run, bool *alone)
{
    struct shadow_run *found = NULL;
    *alone = true;
    for (uint32_t i = 0; run->first < page->run_end && i < page->run_count; i++) {
        struct shadow_run *old = &page->runs[i];
        if (same_threads(old, run))
            found = old;
        else if (overlap(old, run))
            *alone = false;
    }
    return found;
}

/* Drops the accesses that a run replaces. */
static void drop_replaced(struct shadow_page *page, const struct shadow_run *run)
{
    static const struct shadow_access none;
    uint16_t kept = 0;
    for (uint32_t i = 0; i < page->run_count; i++) {
        struct shadow_run old = page->runs[i];
        if (same_threads(&old, run)) {
            old.write = run->write.stamp ? none : old.write;
            old.read = run->read.stamp ? none : old.read;
        }
        if (last_stamp(&old))
            page->runs[kept++] = old;
    }
    page->run_count = kept;
}

/* Of runs with common words, those later in the list are later in time. */
static bool add_to_page(struct shadow *shadow, struct shadow_page *page, const struct shadow_run *run)
{
    bool alone;
    struct shadow_run *old = find_run(page, run, &alone);
    if (old && alone) {
        old->write = run->write.stamp ? run->write : old->write;
        old->read = run->read.stamp ? run->read : old->read;
        return true;
    }
    if (old)
        drop_replaced(page, run);
    return append(shadow, page, run);
}

bool shadow_add(struct shadow *shadow, const struct shadow_block *block, const struct shadow_run *run)
{
    for (uint64_t page = run->first / SHADOW_PAGE; page <= (end_of(run) - 1) / SHADOW_PAGE; page++)
        if (!add_to_page(shadow, &block->pages[page], run))
            return false;
    return true;
}
