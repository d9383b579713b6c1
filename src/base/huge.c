/* Huge pages for large blocks of memory. */
#include <sys/mman.h>

#include "base/base.h"

#define HUGE_PAGE ((uintptr_t)2 << 20)
/* A block larger than this may be touched in few places, each of which would cost a huge page. */
#define HUGE_BLOCK ((size_t)4 << 30)

void memory_prefer_huge_pages(void *memory, size_t bytes)
{
    uintptr_t first = ((uintptr_t)memory + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)memory + bytes) & ~(HUGE_PAGE - 1);
    if (bytes <= HUGE_BLOCK && first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}
