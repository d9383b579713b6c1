/* Buffers: the memory of resources. */
#include <stdlib.h>

#include "runtime.h"
#include "sm5/split.h"

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

/* ---- slices ---- */

enum { PAGE = 4096 };

struct sm5_buffer *sm5_slice_new(uint64_t bytes)
{
    struct sm5_buffer *buffer = bytes <= BUFFER_LIMIT ? calloc(1, sizeof *buffer) : NULL;
    if (!buffer)
        return NULL;
    buffer->size = bytes;
    buffer->is_slice = true;
    buffer->data = (uint8_t *)buffer;
    return buffer;
}

/* Byte 0 has the alignment of a buffer's memory, so that views have the alignment that they would have there. A page on
   each side is readable: code may load more words than it uses, those of the lanes that pad a warp among them. */
void *sm5_slice_hold(struct sm5_buffer *buffer, uint64_t first, uint64_t end)
{
    if (!buffer->is_slice || first > end || end > buffer->size)
        return NULL;
    uint64_t start = first / PAGE * PAGE;
    memory_free(buffer->held);
    buffer->held = memory_new(end - start + 2 * PAGE, PAGE, WORD_ALIGN);
    bool fits = (uintptr_t)buffer->held > start; /* addresses of the bytes before do not wrap */
    buffer->data = fits ? (uint8_t *)((uintptr_t)buffer->held + PAGE - start) : (uint8_t *)buffer;
    buffer->first = fits ? first : 0;
    buffer->end = fits ? end : 0;
    return fits ? buffer->data + first : NULL;
}

void sm5_buffer_free(struct sm5_buffer *buffer)
{
    if (buffer && buffer->is_own)
        memory_free(buffer->data);
    if (buffer && buffer->is_slice)
        memory_free(buffer->held);
    free(buffer);
}

void *sm5_buffer_data(struct sm5_buffer *buffer)
{
    return buffer->is_slice ? NULL : buffer->data;
}

uint64_t sm5_buffer_size(const struct sm5_buffer *buffer)
{
    return buffer->size;
}
