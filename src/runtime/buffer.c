/* Buffers: the memory of resources. */
#include <stdlib.h>

#include "runtime.h"

#define BUFFER_LIMIT ((uint64_t)1 << 40)
#define BUFFER_ALIGN 64u
#define WORD_ALIGN   4u /* words are accessed whole, mem.h */

struct sm5_buffer *sm5_buffer_new(uint64_t bytes)
{
    struct sm5_buffer *buffer = bytes <= BUFFER_LIMIT ? calloc(1, sizeof *buffer) : NULL;
    if (!buffer)
        return NULL;
    buffer->data = memory_new(bytes, BUFFER_ALIGN, WORD_ALIGN);
    if (!buffer->data) {
        free(buffer);
        return NULL;
    }
    buffer->size = bytes;
    buffer->is_own = true;
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
    if (buffer && buffer->is_own)
        memory_free(buffer->data);
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
