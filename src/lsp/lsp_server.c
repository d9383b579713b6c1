/* The session: its states, the capabilities, and the function of each method. */
#include <stdlib.h>

#include "lsp/lsp.h"
#include "protocol/protocol.h"

enum state { STATE_NEW, STATE_READY, STATE_SHUT_DOWN };

struct lsp {
    lsp_send *send;
    void *user;
    enum state state;
    enum lsp_encoding encoding;
    lsp_documents documents;
    bool exited; /* exit was received */
    bool broken; /* nothing more can be sent */
};

/* ---- messages ---- */

static void send(struct lsp *lsp, json_t *message)
{
    lsp->broken |= !lsp->send(lsp->user, message);
}

static void fail(struct lsp *lsp, const json_t *id, enum protocol_rpc_error code, const char *message)
{
    send(lsp, protocol_rpc_failure(id, code, message));
}

/* A result that is NULL was not made for lack of memory. */
static void answer(struct lsp *lsp, const json_t *id, json_t *result)
{
    if (result)
        send(lsp, protocol_rpc_result(id, result));
    else
        fail(lsp, id, PROTOCOL_RPC_INTERNAL, "out of memory");
}

/* ---- initialize ---- */

/* UTF-8 when the client offers it: columns are then bytes. */
static enum lsp_encoding choose_encoding(const json_t *params)
{
    const json_t *general = json_object_get(json_object_get(params, "capabilities"), "general");
    const json_t *offered = json_object_get(general, "positionEncodings");
    for (size_t i = 0; i < json_array_size(offered); i++) {
        const char *name = json_string_value(json_array_get(offered, i));
        if (name && strcmp(name, "utf-8") == 0)
            return LSP_UTF8;
    }
    return LSP_UTF16;
}

static json_t *capabilities(const struct lsp *lsp)
{
    enum { CHANGES_INCREMENTAL = 2 };
    return json_pack(
        "{s:s, s:{s:b,s:i}, s:b,s:b,s:b,s:b,s:b,s:b,s:b,s:b, s:{s:[s]}, s:{s:[s,s]}, s:{s:o,s:{s:b},s:b}}",
        "positionEncoding", lsp->encoding == LSP_UTF8 ? "utf-8" : "utf-16",             //
        "textDocumentSync", "openClose", true, "change", (int)CHANGES_INCREMENTAL,      //
        "hoverProvider", true, "declarationProvider", true, "definitionProvider", true, //
        "referencesProvider", true, "documentHighlightProvider", true,                  //
        "documentSymbolProvider", true, "foldingRangeProvider", true,                   //
        "documentFormattingProvider", true,                                             //
        "completionProvider", "triggerCharacters", ".",                                 //
        "signatureHelpProvider", "triggerCharacters", " ", ",",                         //
        "semanticTokensProvider", "legend", lsp_semantic_legend(), "full", "delta", true, "range", true);
}

static void initialize(struct lsp *lsp, const struct protocol_rpc *rpc)
{
    lsp->encoding = choose_encoding(rpc->params);
    lsp->state = STATE_READY;
    answer(lsp, rpc->id,
           json_pack("{s:o,s:{s:s,s:s}}", "capabilities", capabilities(lsp), "serverInfo", "name", "sm5",
                     "version", sm5_version()));
}

/* ---- documents ---- */

static void publish(struct lsp *lsp, const char *uri, const struct lsp_document *document,
                    json_t *diagnostics)
{
    json_t *params = document ? json_pack("{s:s,s:I,s:o}", "uri", uri, "version", document->version,
                                          "diagnostics", diagnostics)
                              : json_pack("{s:s,s:o}", "uri", uri, "diagnostics", diagnostics);
    send(lsp, params ? protocol_rpc_notification("textDocument/publishDiagnostics", params) : NULL);
}

static struct lsp_request make_request(const struct lsp *lsp, struct lsp_document *document,
                                       const json_t *params)
{
    return (struct lsp_request){.document = document,
                                .text = &document->text,
                                .analysis = &document->analysis,
                                .encoding = lsp->encoding,
                                .params = params};
}

static void diagnose(struct lsp *lsp, struct lsp_document *document)
{
    if (!document)
        return;
    struct lsp_request request = make_request(lsp, document, NULL);
    publish(lsp, document->uri, document, lsp_diagnose(&request));
}

static void did_open(struct lsp *lsp, const json_t *params)
{
    diagnose(lsp, lsp_open_document(&lsp->documents, params));
}

static void did_change(struct lsp *lsp, const json_t *params)
{
    diagnose(lsp, lsp_change_document(&lsp->documents, lsp->encoding, params));
}

static void did_close(struct lsp *lsp, const json_t *params)
{
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    if (!lsp_find_document(&lsp->documents, uri))
        return;
    lsp_close_document(&lsp->documents, uri);
    publish(lsp, uri, NULL, json_array());
}

static void do_exit(struct lsp *lsp, const json_t *params)
{
    (void)params;
    lsp->exited = true;
}

/* ---- methods ---- */

static const struct {
    const char *name;
    void (*handle)(struct lsp *lsp, const json_t *params);
} notifications[] = {
    {"exit", do_exit},
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
};

static const struct method {
    const char *name;
    json_t *(*answer)(const struct lsp_request *request);
    bool has_position;
} methods[] = {
    {"textDocument/hover", lsp_hover, true},
    {"textDocument/declaration", lsp_declaration, true},
    {"textDocument/definition", lsp_declaration, true},
    {"textDocument/references", lsp_references, true},
    {"textDocument/documentHighlight", lsp_highlights, true},
    {"textDocument/completion", lsp_completion, true},
    {"textDocument/signatureHelp", lsp_signature, true},
    {"textDocument/documentSymbol", lsp_symbols, false},
    {"textDocument/foldingRange", lsp_folding, false},
    {"textDocument/formatting", lsp_formatting, false},
    {"textDocument/semanticTokens/full", lsp_semantic_tokens, false},
    {"textDocument/semanticTokens/full/delta", lsp_semantic_delta, false},
    {"textDocument/semanticTokens/range", lsp_semantic_range, false},
};

static void answer_method(struct lsp *lsp, const struct method *method, const struct protocol_rpc *rpc)
{
    const json_t *item = json_object_get(rpc->params, "textDocument");
    struct lsp_document *document =
        lsp_find_document(&lsp->documents, json_string_value(json_object_get(item, "uri")));
    struct lsp_position position;
    if (!document) {
        fail(lsp, rpc->id, PROTOCOL_RPC_INVALID_PARAMS, "textDocument is not an open document");
        return;
    }
    struct lsp_request request = make_request(lsp, document, rpc->params);
    if (method->has_position) {
        if (!lsp_read_position(json_object_get(rpc->params, "position"), &position)) {
            fail(lsp, rpc->id, PROTOCOL_RPC_INVALID_PARAMS, "position is not a line and a character");
            return;
        }
        request.offset = lsp_text_offset(&document->text, lsp->encoding, position);
    }
    answer(lsp, rpc->id, method->answer(&request));
}

static void handle_request(struct lsp *lsp, const struct protocol_rpc *rpc)
{
    bool is_initialize = strcmp(rpc->method, "initialize") == 0;
    if (is_initialize && lsp->state == STATE_NEW) {
        initialize(lsp, rpc);
        return;
    }
    if (lsp->state == STATE_NEW) {
        fail(lsp, rpc->id, PROTOCOL_RPC_NOT_INITIALIZED, "a request before initialize");
        return;
    }
    if (is_initialize || lsp->state == STATE_SHUT_DOWN) {
        fail(lsp, rpc->id, PROTOCOL_RPC_INVALID_REQUEST,
             is_initialize ? "initialize was received before" : "a request after shutdown");
        return;
    }
    if (strcmp(rpc->method, "shutdown") == 0) {
        lsp->state = STATE_SHUT_DOWN;
        answer(lsp, rpc->id, json_null());
        return;
    }
    for (size_t i = 0; i < BASE_COUNT(methods); i++)
        if (strcmp(rpc->method, methods[i].name) == 0) {
            answer_method(lsp, &methods[i], rpc);
            return;
        }
    fail(lsp, rpc->id, PROTOCOL_RPC_UNKNOWN_METHOD, "unknown method");
}

/* Before initialize only exit is a notification that counts. */
static void handle_notification(struct lsp *lsp, const struct protocol_rpc *rpc)
{
    for (size_t i = 0; i < BASE_COUNT(notifications); i++)
        if (strcmp(rpc->method, notifications[i].name) == 0 &&
            (lsp->state == STATE_READY || notifications[i].handle == do_exit))
            notifications[i].handle(lsp, rpc->params);
}

bool lsp_receive(struct lsp *lsp, const json_t *message)
{
    struct protocol_rpc rpc;
    const char *why;
    if (json_is_string(message))
        fail(lsp, NULL, PROTOCOL_RPC_PARSE, json_string_value(message));
    else if (!protocol_rpc_read(message, &rpc, &why))
        fail(lsp, NULL, PROTOCOL_RPC_INVALID_REQUEST, why);
    else if (rpc.id)
        handle_request(lsp, &rpc);
    else
        handle_notification(lsp, &rpc);
    return !lsp->exited && !lsp->broken;
}

/* ---- sessions ---- */

struct lsp *lsp_new(lsp_send *send, void *user)
{
    struct lsp *lsp = calloc(1, sizeof *lsp);
    if (lsp)
        *lsp = (struct lsp){.send = send, .user = user};
    return lsp;
}

void lsp_free(struct lsp *lsp)
{
    if (lsp)
        lsp_free_documents(&lsp->documents);
    free(lsp);
}

bool lsp_ended_well(const struct lsp *lsp)
{
    return lsp->exited && lsp->state == STATE_SHUT_DOWN;
}

const char *lsp_document_text(const struct lsp *lsp, const char *uri, size_t *length)
{
    const struct lsp_document *document = lsp_find_document(&lsp->documents, uri);
    *length = document ? document->text.bytes.count : 0;
    return document ? document->text.bytes.data : NULL;
}
