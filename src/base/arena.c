#include <stdlib.h>

#include "base.h"

enum { ARENA_ALIGN = _Alignof(max_align_t), ARENA_BLOCK = 16384 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    max_align_t bytes[];
};

static struct arena_block *arena_grow(struct arena *arena, size_t size)
{
    size_t want = size > ARENA_BLOCK ? size : ARENA_BLOCK;
    struct arena_block *block = calloc(1, sizeof *block + want);
    if (!block)
        return NULL;
    block->size = want;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < size)
        block = arena_grow(arena, size);
    if (!block)
        return NULL;
    void *at = (char *)block->bytes + block->used;
    block->used += size;
    return at;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return arena_alloc(arena, bytes);
}

void *arena_copy(struct arena *arena, const void *bytes, size_t size)
{
    void *copy = arena_alloc(arena, size);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        return NULL;
    char *text = arena_alloc(arena, (size_t)length + 1);
    if (!text)
        return NULL;
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}

void arena_join(struct arena *arena, struct arena *from)
{
    struct arena_block **end = &from->blocks;
    while (*end)
        end = &(*end)->next;
    *end = arena->blocks;
    arena->blocks = from->blocks;
    from->blocks = NULL;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
