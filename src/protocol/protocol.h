/* Messages between an editor and the command: JSON objects in frames with a Content-Length header, as the Debug
   Adapter Protocol and the Language Server Protocol define them. A channel reads them into a bounded queue without
   blocking, so that a server can look for cancellation while it works. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <jansson.h>

#include "base/base.h"

/* ---- protocol_frames.c: frames in a stream of bytes ---- */

enum { PROTOCOL_HEADER_MAX = 1024 }; /* bytes of the header of a frame */

/* Zero-initialise but for `limit`. */
struct protocol_frames {
    size_t limit; /* bytes of a body */
    char *data;
    size_t count, capacity, taken; /* taken: bytes of the frames that were returned */
};

enum protocol_state { PROTOCOL_PARTIAL, PROTOCOL_FRAME, PROTOCOL_MALFORMED };

/* Appends bytes of the stream, which invalidates bodies. False when memory is exhausted. */
bool protocol_frames_add(struct protocol_frames *frames, const void *bytes, size_t size);
/* The next frame's body, which belongs to the frames. A malformed header, whose defect is *why, cannot be skipped:
   the stream ends there. */
enum protocol_state protocol_frames_next(struct protocol_frames *frames, struct bytes *body,
                                         const char **why);
void protocol_frames_free(struct protocol_frames *frames);

/* ---- protocol_channel.c: a client at two file descriptors ---- */

enum { PROTOCOL_QUEUE_MAX = 256 };

struct protocol_channel {
    int in, out;
    struct protocol_frames frames;
    json_t *queue[PROTOCOL_QUEUE_MAX]; /* oldest first; a string is the defect of a body that is no object */
    size_t count;
    bool input_ended;  /* nothing more can be read; what is queued can still be answered */
    bool output_ended; /* nothing more can be written */
    const char *error; /* why one of them ended; NULL: the client closed it */
};

/* `limit`: bytes of a message. The process must ignore SIGPIPE. The descriptors stay open at the end. */
void protocol_open(struct protocol_channel *channel, int in, int out, size_t limit);
void protocol_close(struct protocol_channel *channel);
/* Reads messages that have arrived. Waits for bytes at most `milliseconds` (-1: without limit) while the queue is
   empty. Does nothing while the queue is full. */
void protocol_receive(struct protocol_channel *channel, int milliseconds);
/* Queued message `index`; NULL past the last. */
const json_t *protocol_peek(const struct protocol_channel *channel, size_t index);
/* Removes it; it belongs to the caller. */
json_t *protocol_take(struct protocol_channel *channel, size_t index);
/* No message is left, or none can be answered. */
bool protocol_has_ended(const struct protocol_channel *channel);
/* The next message, when it has arrived: waits without limit. NULL at the end. */
json_t *protocol_wait(struct protocol_channel *channel);
/* Writes and releases a message; NULL, which jansson gives when memory is exhausted, ends the output. False when
   it has ended. */
bool protocol_send(struct protocol_channel *channel, json_t *message);

/* ---- protocol_member.c: members with their types ---- */

/* Initialise with the object, which may be NULL. The first member that is wrong is reported. A member that is null is
   absent. */
struct protocol_members {
    const json_t *object;
    char error[160]; /* empty: none */
};

/* Reports a member that is absent. */
void protocol_require(struct protocol_members *members, const char *key);
/* Values of members, `otherwise` (NULL) for those that are absent or wrong. */
const char *protocol_text(struct protocol_members *members, const char *key, const char *otherwise);
json_int_t protocol_integer(struct protocol_members *members, const char *key, json_int_t min, json_int_t max,
                            json_int_t otherwise);
bool protocol_bool(struct protocol_members *members, const char *key, bool otherwise);
const json_t *protocol_array(struct protocol_members *members, const char *key);
const json_t *protocol_object(struct protocol_members *members, const char *key);

/* ---- protocol_rpc.c: JSON-RPC 2.0 ---- */

enum protocol_rpc_error {
    PROTOCOL_RPC_PARSE = -32700,
    PROTOCOL_RPC_INVALID_REQUEST = -32600,
    PROTOCOL_RPC_UNKNOWN_METHOD = -32601,
    PROTOCOL_RPC_INVALID_PARAMS = -32602,
    PROTOCOL_RPC_INTERNAL = -32603,
    PROTOCOL_RPC_NOT_INITIALIZED = -32002,
    PROTOCOL_RPC_CANCELLED = -32800
};

/* A request, or, when `id` is NULL, a notification. Its parts belong to the message. */
struct protocol_rpc {
    const json_t *id; /* a number or a string */
    const char *method;
    const json_t *params; /* an object, an array or NULL */
};

/* False with *why when the message is neither; responses are not read. */
bool protocol_rpc_read(const json_t *message, struct protocol_rpc *out, const char **why);
/* Messages for protocol_send. `result` and `params` are consumed; they may be NULL, which gives null, or no params. */
json_t *protocol_rpc_result(const json_t *id, json_t *result);
json_t *protocol_rpc_failure(const json_t *id, enum protocol_rpc_error code, const char *message);
json_t *protocol_rpc_notification(const char *method, json_t *params);
/* Whether a notification `method` ("$/cancelRequest") in the queue names the request `id`. */
bool protocol_rpc_is_cancelled(const struct protocol_channel *channel, const char *method, const json_t *id);

/* ---- protocol_listen.c: clients on a loopback port ---- */

/* A socket that listens on 127.0.0.1; *port 0 selects a free one. -1 with errno. */
int protocol_listen(uint16_t *port);
/* The next client. -1 with errno. */
int protocol_accept(int listener);

#endif
