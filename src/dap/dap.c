/* The server: its loop, the table of requests, and the life of a session. */
#include "dap/dap.h"

#include <stdlib.h>

/* ---- messages ---- */

void dap_set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void send(struct dap *dap, const char *type, json_t *message)
{
    dap_set(message, "seq", json_integer(++dap->seq));
    dap_set(message, "type", json_string(type));
    protocol_send(&dap->channel, message);
}

void dap_event(struct dap *dap, const char *name, json_t *body)
{
    send(dap, "event", json_pack("{s:s, s:o*}", "event", name, "body", body));
}

void dap_output(struct dap *dap, const char *category, const char *text)
{
    json_t *copy = json_string(text);
    if (!copy) /* not UTF-8 */
        copy = json_string("(text that is not UTF-8)\n");
    if (*text)
        dap_event(dap, "output", json_pack("{s:s, s:O}", "category", category, "output", copy));
    json_decref(copy);
}

/* `error`: NULL when it succeeded. Consumes the body. */
static void respond(struct dap *dap, json_int_t request, const char *command, const char *error, json_t *body)
{
    json_t *message =
        json_pack("{s:I, s:s, s:b}", "request_seq", request, "command", command, "success", !error);
    if (error) {
        json_t *shown = json_string(error);
        if (!shown)
            shown = json_string("(text that is not UTF-8)");
        dap_set(message, "message", json_incref(shown));
        dap_set(message, "body",
                json_pack("{s:{s:i, s:o, s:b}}", "error", "id", 1, "format", shown, "showUser", 1));
        json_decref(body);
    } else if (body && json_object_size(body)) {
        dap_set(message, "body", body);
    } else {
        json_decref(body);
    }
    send(dap, "response", message);
}

bool dap_fail(struct dap *dap, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(dap->error, sizeof dap->error, format, list);
    va_end(list);
    return false;
}

bool dap_fail_diags(struct dap *dap)
{
    const struct sm5_diag *diag = sm5_diags_at(dap->diags, 0);
    dap_fail(dap, "%s", diag ? diag->message : "failed");
    sm5_diags_clear(dap->diags);
    return false;
}

/* ---- requests of the session ---- */

static bool initialize(struct dap *dap, struct protocol_members *in, json_t *body)
{
    static const char *const claims[] = {"supportsConfigurationDoneRequest",
                                         "supportsConditionalBreakpoints",
                                         "supportsHitConditionalBreakpoints",
                                         "supportsLogPoints",
                                         "supportsEvaluateForHovers",
                                         "supportsStepBack",
                                         "supportsSetVariable",
                                         "supportsSetExpression",
                                         "supportsRestartRequest",
                                         "supportsTerminateRequest",
                                         "supportsCancelRequest",
                                         "supportsDataBreakpoints",
                                         "supportsInstructionBreakpoints",
                                         "supportsSteppingGranularity",
                                         "supportsDisassembleRequest",
                                         "supportsReadMemoryRequest",
                                         "supportsWriteMemoryRequest",
                                         "supportsLoadedSourcesRequest",
                                         "supportsExceptionInfoRequest",
                                         "supportsValueFormattingOptions"};
    if (dap->initialized)
        return dap_fail(dap, "initialize: was already called");
    dap->lines_from_0 = !protocol_bool(in, "linesStartAt1", true);
    dap->shows_progress = protocol_bool(in, "supportsProgressReporting", false);
    const char *format = protocol_text(in, "pathFormat", "path");
    if (strcmp(format, "path") != 0)
        return dap_fail(dap, "pathFormat '%.40s' is not supported; expected path", format);
    for (size_t i = 0; i < BASE_COUNT(claims); i++)
        dap_set(body, claims[i], json_true());
    dap_set(body, "exceptionBreakpointFilters", dap_exception_filters());
    dap->initialized = !in->error[0];
    return true;
}

static bool launch(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    if (dap->launch)
        return dap_fail(dap, "launch: a program was already launched");
    protocol_require(in, "program");
    protocol_text(in, "program", NULL);
    if (in->error[0])
        return false;
    dap->launch = json_deep_copy(in->object);
    dap->launch_seq = dap->request;
    dap->launch_command = "launch";
    return true;
}

static bool restart(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    const json_t *arguments = protocol_object(in, "arguments");
    struct protocol_members new = {.object = arguments};
    if (arguments) {
        protocol_require(&new, "program");
        protocol_text(&new, "program", NULL);
        if (new.error[0])
            return dap_fail(dap, "%s", new.error);
        json_decref(dap->launch);
        dap->launch = json_deep_copy(arguments);
    }
    if (!dap->launch)
        return dap_fail(dap, "restart: no program was launched");
    dap->launch_seq = dap->request;
    dap->launch_command = "restart";
    dap->restarts = true;
    return true;
}

static bool configuration_done(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)in, (void)body;
    if (dap->configured)
        return dap_fail(dap, "configurationDone: was already called");
    dap->configured = true;
    return true;
}

/* The program is closed, and its results are written; the client then disconnects. */
static bool terminate(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)in, (void)body;
    dap->closes = true;
    return true;
}

static bool disconnect(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)in, (void)body;
    dap->leaves = dap->closes = true;
    return true;
}

/* ---- the table of requests ---- */

enum needs { NEEDS_NOTHING, NEEDS_INITIALIZE, NEEDS_TARGET, NEEDS_STOP };

static const struct request {
    const char *name;
    dap_handler *handle;
    enum needs needs;
} requests[] = {
    {"initialize", initialize, NEEDS_NOTHING},
    {"cancel", dap_cancel, NEEDS_NOTHING},
    {"disconnect", disconnect, NEEDS_NOTHING},
    {"launch", launch, NEEDS_INITIALIZE},
    {"configurationDone", configuration_done, NEEDS_TARGET},
    {"terminate", terminate, NEEDS_TARGET},
    {"restart", restart, NEEDS_INITIALIZE},
    {"setBreakpoints", dap_set_breakpoints, NEEDS_TARGET},
    {"setInstructionBreakpoints", dap_set_instruction_breakpoints, NEEDS_TARGET},
    {"setDataBreakpoints", dap_set_data_breakpoints, NEEDS_TARGET},
    {"setExceptionBreakpoints", dap_set_exception_breakpoints, NEEDS_TARGET},
    {"dataBreakpointInfo", dap_data_breakpoint_info, NEEDS_STOP},
    {"exceptionInfo", dap_exception_info, NEEDS_STOP},
    {"threads", dap_threads, NEEDS_TARGET},
    {"stackTrace", dap_stack_trace, NEEDS_STOP},
    {"scopes", dap_scopes, NEEDS_STOP},
    {"variables", dap_variables, NEEDS_STOP},
    {"setVariable", dap_set_variable, NEEDS_STOP},
    {"setExpression", dap_set_expression, NEEDS_STOP},
    {"evaluate", dap_evaluate, NEEDS_STOP},
    {"continue", dap_continue, NEEDS_STOP},
    {"next", dap_next, NEEDS_STOP},
    {"stepIn", dap_step_in, NEEDS_STOP},
    {"stepOut", dap_step_out, NEEDS_STOP},
    {"stepBack", dap_step_back, NEEDS_STOP},
    {"reverseContinue", dap_reverse_continue, NEEDS_STOP},
    {"pause", dap_pause, NEEDS_TARGET},
    {"source", dap_source, NEEDS_TARGET},
    {"loadedSources", dap_loaded_sources, NEEDS_TARGET},
    {"disassemble", dap_disassemble, NEEDS_TARGET},
    {"readMemory", dap_read_memory, NEEDS_STOP},
    {"writeMemory", dap_write_memory, NEEDS_STOP},
};

static const struct request *find_request(const char *name)
{
    for (size_t i = 0; i < BASE_COUNT(requests); i++)
        if (strcmp(requests[i].name, name) == 0)
            return &requests[i];
    return NULL;
}

static bool is_allowed(struct dap *dap, enum needs needs)
{
    if (needs >= NEEDS_INITIALIZE && !dap->initialized)
        return dap_fail(dap, "expected initialize as the first request");
    if (needs >= NEEDS_TARGET && !dap->target)
        return dap_fail(dap, "no program is running; expected launch");
    if (needs == NEEDS_STOP && (dap->runs || !dap->configured))
        return dap_fail(dap, dap->configured ? "the program is running" : "expected configurationDone first");
    return true;
}

static bool is_cancelled(const struct dap *dap)
{
    const json_t *message;
    for (size_t i = 0; (message = protocol_peek(&dap->channel, i)) != NULL; i++) {
        const char *command = json_string_value(json_object_get(message, "command"));
        const json_t *number = json_object_get(json_object_get(message, "arguments"), "requestId");
        if (command && strcmp(command, "cancel") == 0 && json_is_integer(number) &&
            json_integer_value(number) == dap->request)
            return true;
    }
    return false;
}

/* Launches are answered when the program is open. */
static bool is_deferred(const struct dap *dap)
{
    return dap->launch_seq == dap->request;
}

static void handle_request(struct dap *dap, const char *command, const json_t *arguments)
{
    const struct request *request = find_request(command);
    struct protocol_members in = {.object = arguments};
    json_t *body = json_object();
    bool ok = body && (request || dap_fail(dap, "unknown request '%.60s'", command));
    dap->error[0] = '\0';
    dap->cancelled = false;
    dap_begin(dap);
    if (!body)
        dap_fail(dap, "out of memory");
    if (!request)
        dap_fail(dap, "unknown request '%.60s'", command);
    ok = ok && is_allowed(dap, request->needs);
    if (ok && request->needs >= NEEDS_TARGET && is_cancelled(dap))
        ok = dap_fail(dap, "cancelled");
    ok = ok && request->handle(dap, &in, body);
    if (in.error[0])
        ok = dap_fail(dap, "%s: %s", command, in.error);
    if (ok && is_deferred(dap))
        json_decref(body);
    else
        respond(dap, dap->request, command, ok ? NULL : dap->error, body);
}

void dap_handle_message(struct dap *dap, json_t *message)
{
    struct protocol_members m = {.object = message};
    const json_t *arguments = json_object_get(message, "arguments");
    if (json_is_string(message)) {
        dap_output(dap, "stderr", "sm5 dap: message refused: ");
        dap_output(dap, "stderr", json_string_value(message));
        dap_output(dap, "stderr", "\n");
        json_decref(message);
        return;
    }
    protocol_require(&m, "type");
    protocol_require(&m, "seq");
    dap->request = protocol_integer(&m, "seq", 0, INT32_MAX, 0);
    const char *type = protocol_text(&m, "type", ""), *command = protocol_text(&m, "command", "");
    if (m.error[0]) {
        dap_output(dap, "stderr", "sm5 dap: message refused: ");
        dap_output(dap, "stderr", m.error);
        dap_output(dap, "stderr", "\n");
    } else if (strcmp(type, "request") == 0) {
        if (arguments && !json_is_object(arguments) && !json_is_null(arguments))
            respond(dap, dap->request, command, "'arguments' is not an object", NULL);
        else
            handle_request(dap, command, arguments);
    } /* responses and events of a client are not used */
    json_decref(message);
}

/* ---- the life of a session ---- */

struct dap *dap_open(int in, int out)
{
    struct dap *dap = calloc(1, sizeof *dap);
    if (!dap)
        return NULL;
    dap->diags = sm5_diags_new();
    protocol_open(&dap->channel, in, out, DAP_MESSAGE_MAX);
    return dap;
}

bool dap_close(struct dap *dap, const char **why)
{
    *why = dap->channel.error;
    protocol_close(&dap->channel);
    dap_free_breaks(dap);
    VEC_FREE(&dap->handles);
    json_decref(dap->launch);
    sm5_diags_free(dap->diags);
    free(dap);
    return !*why;
}

const json_t *dap_wait_launch(struct dap *dap)
{
    while (!dap->launch_seq && !dap->leaves && !protocol_has_ended(&dap->channel)) {
        json_t *message = protocol_wait(&dap->channel);
        if (message)
            dap_handle_message(dap, message);
    }
    bool is_launched = dap->launch_seq && !dap->leaves && !dap->channel.output_ended;
    return is_launched ? dap->launch : NULL;
}

void dap_refuse_launch(struct dap *dap, const char *text)
{
    json_int_t request = dap->launch_seq;
    dap->launch_seq = 0;
    respond(dap, request, dap->launch_command, text, NULL);
    if (!dap->restarts) {
        json_decref(dap->launch);
        dap->launch = NULL;
    } else {
        dap->restarts = false;
        dap_end(dap, 1);
    }
}

void dap_debug(struct dap *dap, const struct dap_target *target)
{
    json_int_t request = dap->launch_seq;
    bool restarted = dap->restarts;
    dap->launch_seq = 0;
    dap->restarts = dap->closes = false;
    dap->target = target;
    dap->findings = restarted ? dap->findings : 0;
    dap->exception = 0;
    dap->move = (struct dap_move){0};
    dap_watch_progress(dap);
    if (restarted)
        dap_restore_breaks(dap);
    respond(dap, request, dap->launch_command, NULL, NULL);
    if (!restarted)
        dap_event(dap, "initialized", NULL);
    bool is_started = false;
    while (!dap->closes && !dap->restarts && !protocol_has_ended(&dap->channel)) {
        if (dap->configured && !is_started) {
            is_started = true;
            dap_start(dap);
        } else if (dap->move.is_due) {
            dap_run(dap);
        } else {
            json_t *message = protocol_wait(&dap->channel);
            if (message)
                dap_handle_message(dap, message);
        }
    }
    sm5_debug_on_progress(target->debug, NULL, NULL);
    dap->handles.count = 0;
    dap->target = NULL;
}

void dap_end(struct dap *dap, int exit_code)
{
    if (dap->restarts)
        return;
    dap_event(dap, "exited", json_pack("{s:i}", "exitCode", exit_code));
    dap_event(dap, "terminated", NULL);
}
