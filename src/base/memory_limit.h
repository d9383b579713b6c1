/* The limit of memory of a call. The compiler includes this header first in every file of the library (meson.build), so
   that each allocation counts: of the calling thread, and of worker threads on its behalf. What libraries allocate for
   themselves does not. */
#ifndef SM5_BASE_MEMORY_LIMIT_H
#define SM5_BASE_MEMORY_LIMIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* `used` are the bytes allocated since the begin less those freed, which may be negative. */
struct memory_limit {
    uint64_t most;
    _Atomic int64_t used;
    atomic_bool exceeded;
    struct memory_limit *outer;
};

/* Allocations of this thread count from now on; `most` 0: the limit of the thread does not change. */
void memory_limit_begin(struct memory_limit *limit, uint64_t most);
void memory_limit_end(struct memory_limit *limit);
/* The limit of this thread, NULL without one. */
struct memory_limit *memory_limit_of_thread(void);
/* Makes this thread count against the limit of another; returns its limit before. */
struct memory_limit *memory_limit_share(struct memory_limit *limit);
/* Bytes that may be allocated now; UINT64_MAX without a limit. */
uint64_t memory_limit_left(void);
/* For mappings: false when they exceed the limit. */
bool memory_limit_charge(uint64_t bytes);
void memory_limit_refund(uint64_t bytes);

void *memory_malloc(size_t size);
void *memory_calloc(size_t count, size_t size);
void *memory_realloc(void *old, size_t size);
void *memory_aligned_alloc(size_t align, size_t size);
char *memory_strdup(const char *text);
void memory_release(void *memory);

#define malloc(size)               memory_malloc(size)
#define calloc(count, size)        memory_calloc(count, size)
#define realloc(old, size)         memory_realloc(old, size)
#define aligned_alloc(align, size) memory_aligned_alloc(align, size)
#define strdup(text)               memory_strdup(text)
#define free(memory)               memory_release(memory)

#endif
