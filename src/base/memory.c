/* Memory that programs access: aligned and zeroed, on huge pages where it is large, and on request between guard
   pages. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"

#define HUGE_PAGE ((uintptr_t)2 << 20)
/* A block larger than this may be touched in few places, each of which would cost a huge page. */
#define HUGE_BLOCK ((size_t)4 << 30)

static uintptr_t align_up(uintptr_t value, size_t align)
{
    return (value + align - 1) & ~(uintptr_t)(align - 1);
}

/* ---- guard pages: a page with the mapping's size, an inaccessible one, the block's, an inaccessible one ---- */

enum { GUARD_HEAD = 2 };

enum placement { PLACED_ANYWHERE, PLACED_AT_BEGIN, PLACED_AT_END };

static enum placement placement(void)
{
    const char *guard = getenv("SM5_GUARD_PAGES");
    if (!guard)
        return PLACED_ANYWHERE;
    return strcmp(guard, "begin") == 0 ? PLACED_AT_BEGIN
           : strcmp(guard, "end") == 0 ? PLACED_AT_END
                                       : PLACED_ANYWHERE;
}

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void *guarded_new(size_t bytes, size_t align, enum placement place)
{
    size_t page = page_size(), inner = align_up(bytes, page), total = inner + (GUARD_HEAD + 1) * page;
    uint8_t *map = mmap(NULL, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    uint8_t *first = map + GUARD_HEAD * page;
    bool is_accessible = mprotect(map, page, PROT_READ | PROT_WRITE) == 0 &&
                         (!inner || mprotect(first, inner, PROT_READ | PROT_WRITE) == 0);
    if (!is_accessible) {
        munmap(map, total);
        return NULL;
    }
    memcpy(map, &total, sizeof total);
    return place == PLACED_AT_BEGIN ? first : first + (inner - align_up(bytes, align));
}

static void guarded_free(void *memory)
{
    size_t page = page_size(), total;
    uint8_t *map = (uint8_t *)memory - (uintptr_t)memory % page - GUARD_HEAD * page;
    memcpy(&total, map, sizeof total);
    munmap(map, total);
}

/* ---- blocks ---- */

/* calloc: pages of a large block cost nothing until they are touched. The word before the block is what calloc
   returned. */
void *memory_new(size_t bytes, size_t align, size_t least)
{
    enum placement place = placement();
    if (bytes > SIZE_MAX / 4)
        return NULL;
    if (place != PLACED_ANYWHERE)
        return guarded_new(bytes, least, place);
    align = align > sizeof(void *) ? align : sizeof(void *);
    void *whole = calloc(1, sizeof whole + align + align_up(bytes, align));
    if (!whole)
        return NULL;
    void **memory = (void **)align_up((uintptr_t)whole + sizeof whole, align);
    memory[-1] = whole;
    return memory;
}

void memory_free(void *memory)
{
    if (!memory)
        return;
    if (placement() != PLACED_ANYWHERE)
        guarded_free(memory);
    else
        free(((void **)memory)[-1]);
}

void memory_prefer_huge_pages(void *memory, size_t bytes)
{
    uintptr_t first = align_up((uintptr_t)memory, HUGE_PAGE),
              end = ((uintptr_t)memory + bytes) & ~(HUGE_PAGE - 1);
    if (bytes <= HUGE_BLOCK && first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}
