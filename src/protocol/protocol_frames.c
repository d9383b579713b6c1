/* Frames: header fields, each on a line that ends with CR LF, an empty line, and as many bytes as Content-Length
   says. Fields other than those of the two protocols are refused: a page in a browser that sends an HTTP request to
   the port must not be a client. */
#include <stdlib.h>
#include <strings.h>

#include "protocol/protocol.h"

bool protocol_frames_add(struct protocol_frames *f, const void *bytes, size_t size)
{
    if (f->taken) {
        memmove(f->data, f->data + f->taken, f->count -= f->taken);
        f->taken = 0;
    }
    if (!size)
        return true;
    if (!VEC_RESERVE(f, size))
        return false;
    memcpy(f->data + f->count, bytes, size);
    f->count += size;
    return true;
}

void protocol_frames_free(struct protocol_frames *f)
{
    VEC_FREE(f);
    f->taken = 0;
}

/* Decimal digits up to the end; SIZE_MAX: something else, or too large. */
static size_t parse_length(const char *text, size_t size, size_t limit)
{
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return SIZE_MAX;
        length = 10 * length + (size_t)(text[i] - '0');
        if (length > limit)
            return SIZE_MAX;
    }
    return size ? length : SIZE_MAX;
}

static bool is_field(const char *line, size_t size, const char *name)
{
    return size == strlen(name) && strncasecmp(line, name, size) == 0;
}

/* A line of the header. Returns its defect, or NULL. */
static const char *read_field(const char *line, size_t size, size_t limit, size_t *length)
{
    const char *colon = memchr(line, ':', size);
    if (!colon)
        return "malformed header; expected 'Content-Length: BYTES'";
    const char *value = colon + 1, *end = line + size;
    while (value < end && *value == ' ')
        value++;
    if (is_field(line, (size_t)(colon - line), "Content-Type"))
        return NULL;
    if (!is_field(line, (size_t)(colon - line), "Content-Length"))
        return "unknown header field; expected Content-Length or Content-Type";
    if (*length != SIZE_MAX)
        return "repeated header field Content-Length";
    *length = parse_length(value, (size_t)(end - value), limit);
    return *length == SIZE_MAX ? "invalid Content-Length, or one above the limit" : NULL;
}

/* Reads the header at `text`. *used: its bytes, 0 while it is not complete. */
static const char *read_header(const char *text, size_t size, size_t limit, size_t *used, size_t *length)
{
    size_t at = 0, bound = size < PROTOCOL_HEADER_MAX ? size : PROTOCOL_HEADER_MAX;
    *used = 0;
    *length = SIZE_MAX;
    for (;;) {
        const char *line = text + at, *end = memmem(line, bound - at, "\r\n", 2);
        if (!end)
            return bound == PROTOCOL_HEADER_MAX ? "header too long" : NULL;
        at += (size_t)(end - line) + 2;
        if (end == line)
            break;
        const char *why = read_field(line, (size_t)(end - line), limit, length);
        if (why)
            return why;
    }
    *used = at;
    return *length == SIZE_MAX ? "header without Content-Length" : NULL;
}

enum protocol_state protocol_frames_next(struct protocol_frames *f, struct bytes *body, const char **why)
{
    size_t used, length;
    if (f->count == f->taken)
        return PROTOCOL_PARTIAL;
    *why = read_header(f->data + f->taken, f->count - f->taken, f->limit, &used, &length);
    if (*why)
        return PROTOCOL_MALFORMED;
    if (!used || f->count - f->taken - used < length)
        return PROTOCOL_PARTIAL;
    *body = (struct bytes){(const uint8_t *)f->data + f->taken + used, length};
    f->taken += used + length;
    return PROTOCOL_FRAME;
}
