/* JSON-RPC 2.0, as the Language Server Protocol uses it: no batches. */
#include "protocol/protocol.h"

bool protocol_rpc_read(const json_t *message, struct protocol_rpc *out, const char **why)
{
    const json_t *version = json_object_get(message, "jsonrpc");
    out->id = json_object_get(message, "id");
    out->method = json_string_value(json_object_get(message, "method"));
    out->params = json_object_get(message, "params");
    if (json_is_null(out->params)) /* as some clients write none */
        out->params = NULL;
    if (!json_is_string(version) || strcmp(json_string_value(version), "2.0") != 0)
        *why = "'jsonrpc' is not \"2.0\"";
    else if (!out->method)
        *why = "'method' is not a string";
    else if (out->id && !json_is_integer(out->id) && !json_is_string(out->id))
        *why = "'id' is not a number or a string";
    else if (out->params && !json_is_object(out->params) && !json_is_array(out->params))
        *why = "'params' is not an object or an array";
    else
        return true;
    return false;
}

/* json_pack copies nothing that it is given with 'o' and 'O', and passes NULL of 'o*' over. */
static json_t *id_of(const json_t *id)
{
    return id ? json_deep_copy(id) : json_null();
}

json_t *protocol_rpc_result(const json_t *id, json_t *result)
{
    return json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id_of(id), "result",
                     result ? result : json_null());
}

json_t *protocol_rpc_failure(const json_t *id, enum protocol_rpc_error code, const char *message)
{
    return json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id_of(id), "error", "code",
                     (int)code, "message", message);
}

json_t *protocol_rpc_notification(const char *method, json_t *params)
{
    return json_pack("{s:s, s:s, s:o*}", "jsonrpc", "2.0", "method", method, "params", params);
}

bool protocol_rpc_is_cancelled(const struct protocol_channel *channel, const char *method, const json_t *id)
{
    const json_t *message;
    for (size_t i = 0; (message = protocol_peek(channel, i)) != NULL; i++) {
        const char *name = json_string_value(json_object_get(message, "method"));
        if (name && strcmp(name, method) == 0 &&
            json_equal(json_object_get(json_object_get(message, "params"), "id"), id))
            return true;
    }
    return false;
}
