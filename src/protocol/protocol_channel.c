/* A channel: frames to JSON, a queue, and writes. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "protocol/protocol.h"

enum { READ_BYTES = 1 << 16 };

void protocol_open(struct protocol_channel *c, int in, int out, size_t limit)
{
    *c = (struct protocol_channel){.in = in, .out = out, .frames.limit = limit};
}

void protocol_close(struct protocol_channel *c)
{
    while (c->count)
        json_decref(c->queue[--c->count]);
    protocol_frames_free(&c->frames);
}

static void end_input(struct protocol_channel *c, const char *why)
{
    c->input_ended = true;
    if (!c->error)
        c->error = why;
}

static void end_output(struct protocol_channel *c, const char *why)
{
    c->output_ended = true;
    if (!c->error)
        c->error = why;
}

bool protocol_has_ended(const struct protocol_channel *c)
{
    return c->output_ended || (c->input_ended && !c->count);
}

/* ---- reading ---- */

/* jansson bounds the nesting, and refuses invalid UTF-8 and NUL in strings. */
static json_t *parse(const struct bytes *body)
{
    json_error_t error;
    json_t *message = json_loadb((const char *)body->data, body->size, 0, &error);
    if (json_is_object(message))
        return message;
    json_decref(message);
    return message ? json_string("expected an object")
                   : json_sprintf("invalid JSON at byte %d: %s", error.position, error.text);
}

/* Moves complete frames to the queue. */
static void queue_frames(struct protocol_channel *c)
{
    struct bytes body;
    const char *why;
    while (c->count < PROTOCOL_QUEUE_MAX && !c->input_ended) {
        enum protocol_state state = protocol_frames_next(&c->frames, &body, &why);
        if (state == PROTOCOL_PARTIAL)
            return;
        json_t *message = state == PROTOCOL_FRAME ? parse(&body) : NULL;
        if (message)
            c->queue[c->count++] = message;
        else
            end_input(c, state == PROTOCOL_FRAME ? "out of memory" : why);
    }
}

/* A descriptor that does not block is not required: bytes are there. */
static void read_bytes(struct protocol_channel *c)
{
    char bytes[READ_BYTES];
    ssize_t size = read(c->in, bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size <= 0)
        end_input(c, size < 0                             ? "input cannot be read"
                     : c->frames.count == c->frames.taken ? NULL
                                                          : "input ends inside a message");
    else if (!protocol_frames_add(&c->frames, bytes, (size_t)size))
        end_input(c, "out of memory");
}

void protocol_receive(struct protocol_channel *c, int milliseconds)
{
    struct pollfd input = {.fd = c->in, .events = POLLIN};
    queue_frames(c);
    if (c->count == PROTOCOL_QUEUE_MAX || c->input_ended || poll(&input, 1, c->count ? 0 : milliseconds) <= 0)
        return;
    read_bytes(c);
    queue_frames(c);
}

const json_t *protocol_peek(const struct protocol_channel *c, size_t index)
{
    return index < c->count ? c->queue[index] : NULL;
}

json_t *protocol_take(struct protocol_channel *c, size_t index)
{
    if (index >= c->count)
        return NULL;
    json_t *message = c->queue[index];
    memmove(&c->queue[index], &c->queue[index + 1], (--c->count - index) * sizeof c->queue[0]);
    return message;
}

json_t *protocol_wait(struct protocol_channel *c)
{
    while (!c->count && !protocol_has_ended(c))
        protocol_receive(c, -1);
    return c->output_ended ? NULL : protocol_take(c, 0);
}

/* ---- writing ---- */

bool protocol_send(struct protocol_channel *c, json_t *message)
{
    struct strbuf frame = {0};
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (text) {
        strbuf_printf(&frame, "Content-Length: %zu\r\n\r\n", strlen(text));
        strbuf_add(&frame, text);
    }
    free(text);
    if (!text || frame.failed)
        end_output(c, "out of memory");
    else if (!c->output_ended && !file_write_all(c->out, frame.text, frame.length))
        end_output(c, errno == EPIPE || errno == ECONNRESET ? NULL : "output cannot be written");
    strbuf_free(&frame);
    return !c->output_ended;
}
