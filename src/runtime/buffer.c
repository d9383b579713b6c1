/* Buffers: the memory of resources. */
#include <stdlib.h>

#include "runtime.h"

#define BUFFER_LIMIT ((uint64_t)1 << 40)
#define BUFFER_ALIGN ((uint64_t)64)
#define WORD_ALIGN   4u /* words are accessed whole, mem.h */

static uint64_t align_up(uint64_t value)
{
    return (value + BUFFER_ALIGN - 1) & ~(BUFFER_ALIGN - 1);
}

/* One block holds the object and, on the next cache line, its bytes. calloc: pages of a large buffer cost
   nothing until they are touched. */
struct sm5_buffer *sm5_buffer_new(uint64_t bytes)
{
    if (bytes > BUFFER_LIMIT)
        return NULL;
    struct sm5_buffer *buffer = calloc(1, sizeof *buffer + BUFFER_ALIGN + align_up(bytes));
    if (!buffer)
        return NULL;
    uint64_t end = (uintptr_t)(buffer + 1);
    buffer->data = (uint8_t *)(buffer + 1) + (align_up(end) - end);
    buffer->size = bytes;
    memory_prefer_huge_pages(buffer->data, bytes);
    return buffer;
}

struct sm5_buffer *sm5_buffer_wrap(void *memory, uint64_t bytes)
{
    if (bytes > BUFFER_LIMIT || (uintptr_t)memory % WORD_ALIGN || (!memory && bytes))
        return NULL;
    struct sm5_buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return NULL;
    buffer->data = memory ? memory : (uint8_t *)buffer;
    buffer->size = bytes;
    return buffer;
}

void sm5_buffer_free(struct sm5_buffer *buffer)
{
    free(buffer);
}

void *sm5_buffer_data(struct sm5_buffer *buffer)
{
    return buffer->data;
}

uint64_t sm5_buffer_size(const struct sm5_buffer *buffer)
{
    return buffer->size;
}
