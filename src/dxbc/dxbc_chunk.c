/* Bounded reads of a chunk's payload. */
#include "dxbc/dxbc_chunk.h"

enum {
    NAME_MAX_BYTES = 4096,
    SHARED_LISTS = 4, /* a structure and its array types share their members; no file needs more on average */
};

/* Names are printed inside comments: a control character would end the line. A limit on the length keeps
   the output of many records that name one string linear. No compiler writes either. */
static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return length <= NAME_MAX_BYTES;
}

const char *dxbc_string(struct dxbc_reader *reader, uint32_t at)
{
    size_t room = at < reader->payload.size ? reader->payload.size - at : 0;
    const char *text = (const char *)reader->payload.data + (room ? at : 0);
    size_t limit = room < NAME_MAX_BYTES + 1 ? room : NAME_MAX_BYTES + 1;
    size_t length = room ? strnlen(text, limit) : 0;
    if (length == room || !is_name(text, length)) {
        reader->bad = true;
        return NULL;
    }
    /* The payload lives in the arena and ends in a zero: no copy is needed. */
    return text;
}

bool dxbc_fits(struct dxbc_reader *reader, uint32_t at, uint32_t count, uint32_t stride)
{
    uint64_t size = (uint64_t)count * stride, limit = (uint64_t)reader->payload.size * SHARED_LISTS;
    bool fits = at + size <= reader->payload.size && size <= limit - reader->listed;
    reader->listed += fits ? size : 0;
    reader->bad |= !fits;
    return fits;
}

void *dxbc_array(struct dxbc_reader *reader, uint32_t count, size_t size)
{
    void *array = arena_array(reader->arena, count, size);
    reader->no_memory |= !array;
    return array;
}
