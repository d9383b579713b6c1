#include <stdlib.h>

#include "base.h"

static bool strbuf_room(struct strbuf *buf, size_t extra)
{
    if (buf->failed)
        return false;
    if (!vec_reserve((void **)&buf->text, buf->length, &buf->capacity, extra + 1, 1)) {
        buf->failed = true;
        return false;
    }
    return true;
}

void strbuf_add_bytes(struct strbuf *buf, const char *bytes, size_t length)
{
    if (!strbuf_room(buf, length))
        return;
    if (length)
        memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = 0;
}

void strbuf_add(struct strbuf *buf, const char *text)
{
    strbuf_add_bytes(buf, text, strlen(text));
}

void strbuf_add_char(struct strbuf *buf, char c)
{
    strbuf_add_bytes(buf, &c, 1);
}

void strbuf_add_repeat(struct strbuf *buf, char c, size_t count)
{
    if (!strbuf_room(buf, count))
        return;
    memset(buf->text + buf->length, c, count);
    buf->length += count;
    buf->text[buf->length] = 0;
}

void strbuf_printf(struct strbuf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || !strbuf_room(buf, (size_t)length))
        return;
    va_start(args, format);
    vsnprintf(buf->text + buf->length, (size_t)length + 1, format, args);
    va_end(args);
    buf->length += (size_t)length;
}

void strbuf_clear(struct strbuf *buf)
{
    buf->length = 0;
    if (buf->text)
        buf->text[0] = 0;
}

void strbuf_free(struct strbuf *buf)
{
    free(buf->text);
    *buf = (struct strbuf){0};
}

const char *strbuf_text(const struct strbuf *buf)
{
    return buf->text ? buf->text : "";
}
