#include "base/memory_limit.h"

#include <errno.h>
#include <malloc.h>

#undef malloc
#undef calloc
#undef realloc
#undef aligned_alloc
#undef strdup
#undef free

static _Thread_local struct memory_limit *current;

void memory_limit_begin(struct memory_limit *limit, uint64_t most)
{
    *limit = (struct memory_limit){.most = most < INT64_MAX ? most : INT64_MAX, .outer = current};
    if (most)
        current = limit;
}

void memory_limit_end(struct memory_limit *limit)
{
    current = limit->outer;
}

struct memory_limit *memory_limit_of_thread(void)
{
    return current;
}

struct memory_limit *memory_limit_share(struct memory_limit *limit)
{
    struct memory_limit *before = current;
    current = limit;
    return before;
}

uint64_t memory_limit_left(void)
{
    if (!current)
        return UINT64_MAX;
    int64_t used = atomic_load_explicit(&current->used, memory_order_relaxed), most = (int64_t)current->most;
    if (used < 0)
        return current->most;
    return used < most ? (uint64_t)(most - used) : 0;
}

static void add(int64_t bytes)
{
    if (current)
        atomic_fetch_add_explicit(&current->used, bytes, memory_order_relaxed);
}

bool memory_limit_charge(uint64_t bytes)
{
    if (!current)
        return true;
    int64_t most = (int64_t)current->most, size = bytes < INT64_MAX / 2 ? (int64_t)bytes : INT64_MAX / 2;
    int64_t used = atomic_fetch_add_explicit(&current->used, size, memory_order_relaxed);
    if (used <= most - size)
        return true;
    add(-size);
    atomic_store_explicit(&current->exceeded, true, memory_order_relaxed);
    errno = ENOMEM;
    return false;
}

void memory_limit_refund(uint64_t bytes)
{
    add(-(int64_t)bytes);
}

/* ---- allocation: the request is charged before, the bytes that the allocator adds after ---- */

static void *settle(void *memory, size_t charged)
{
    if (current)
        add((memory ? (int64_t)malloc_usable_size(memory) : 0) - (int64_t)charged);
    return memory;
}

void *memory_malloc(size_t size)
{
    return memory_limit_charge(size) ? settle(malloc(size), size) : NULL;
}

void *memory_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || !memory_limit_charge(bytes))
        return NULL;
    return settle(calloc(count, size), bytes);
}

/* The old and the new block may exist at once. */
void *memory_realloc(void *old, size_t size)
{
    if (!current)
        return realloc(old, size);
    size_t before = old ? malloc_usable_size(old) : 0;
    if (!memory_limit_charge(size))
        return NULL;
    void *memory = realloc(old, size);
    if (memory || !size)
        add(-(int64_t)before);
    return settle(memory, size);
}

void *memory_aligned_alloc(size_t align, size_t size)
{
    return memory_limit_charge(size) ? settle(aligned_alloc(align, size), size) : NULL;
}

char *memory_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memory_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void memory_release(void *memory)
{
    if (current && memory)
        add(-(int64_t)malloc_usable_size(memory));
    free(memory);
}
