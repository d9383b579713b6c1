/* Moves: the debugger runs on this thread and calls back every 10 ms, when messages are read. Requests that end a move
   interrupt it; others are served between two parts of a continued run. */
#include "dap/dap.h"

#include <time.h>

enum { PROGRESS_AFTER_MS = 500, PROGRESS_EVERY_MS = 250 };
/* A step or check that takes longer is interrupted when no message can follow: nobody can cancel it. */
enum { LAST_MS = 1000 };

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void dap_begin(struct dap *dap)
{
    dap->began = now_ms();
}

/* ---- progress events ---- */

void dap_progress(struct dap *dap, const char *title)
{
    if (dap->progress_is_open) {
        char id[20];
        snprintf(id, sizeof id, "%u", dap->progress_id);
        dap_event(dap, "progressEnd", json_pack("{s:s}", "progressId", id));
    }
    dap->progress_is_open = false;
    dap->progress_title = dap->shows_progress ? title : NULL;
    dap->progress_start = dap->progress_shown = now_ms();
}

static void show_progress(struct dap *dap, uint64_t done, uint64_t total)
{
    uint64_t now = now_ms();
    char id[20];
    if (!dap->progress_title || now - dap->progress_start < PROGRESS_AFTER_MS ||
        now - dap->progress_shown < PROGRESS_EVERY_MS)
        return;
    dap->progress_shown = now;
    dap->progress_id += !dap->progress_is_open;
    snprintf(id, sizeof id, "%u", dap->progress_id);
    double percentage = total ? 100.0 * (double)done / (double)total : 0;
    if (dap->progress_is_open)
        dap_event(dap, "progressUpdate", json_pack("{s:s, s:f}", "progressId", id, "percentage", percentage));
    else
        dap_event(dap, "progressStart",
                  json_pack("{s:s, s:s, s:b, s:I, s:f}", "progressId", id, "title", dap->progress_title,
                            "cancellable", 1, "requestId", dap->request, "percentage", percentage));
    dap->progress_is_open = true;
}

/* ---- messages during a move ---- */

static bool is_continue(const struct dap *dap)
{
    return dap->runs && dap->move.move == SM5_MOVE_CONTINUE && !dap->move.backwards;
}

/* A cancellation of what runs now: the current request, or its progress. */
static bool cancels(const struct dap *dap, const json_t *message)
{
    const json_t *arguments = json_object_get(message, "arguments");
    const json_t *number = json_object_get(arguments, "requestId");
    const char *progress = json_string_value(json_object_get(arguments, "progressId"));
    char id[20];
    snprintf(id, sizeof id, "%u", dap->progress_id);
    return (json_is_integer(number) && json_integer_value(number) == dap->request) ||
           (progress && dap->progress_is_open && strcmp(progress, id) == 0);
}

static bool interrupts(const struct dap *dap, const json_t *message)
{
    const char *command = json_string_value(json_object_get(message, "command"));
    if (!command)
        return false;
    if (strcmp(command, "cancel") == 0)
        return cancels(dap, message);
    return strcmp(command, "disconnect") == 0 || strcmp(command, "terminate") == 0 ||
           (dap->runs && (strcmp(command, "pause") == 0 || strcmp(command, "restart") == 0));
}

/* The debugger's progress function. */
static bool look(void *context, uint64_t done, uint64_t total)
{
    struct dap *dap = context;
    const json_t *message;
    protocol_receive(&dap->channel, 0);
    show_progress(dap, done, total);
    for (size_t i = 0; (message = protocol_peek(&dap->channel, i)) != NULL; i++)
        if (interrupts(dap, message)) {
            dap->cancelled = true;
            return false;
        }
    const struct protocol_channel *c = &dap->channel;
    bool is_last = c->input_ended && now_ms() - dap->began > LAST_MS;
    if (c->count == PROTOCOL_QUEUE_MAX || c->output_ended || is_last)
        return false;
    return !(is_continue(dap) && (c->count || c->input_ended));
}

static void print_log(void *context, uint32_t breakpoint, const char *text)
{
    struct dap *dap = context;
    struct strbuf line = {0};
    (void)breakpoint;
    strbuf_printf(&line, "%s\n", text);
    dap_output(dap, "console", strbuf_text(&line));
    strbuf_free(&line);
}

void dap_watch_progress(struct dap *dap)
{
    sm5_debug_on_progress(dap->target->debug, look, dap);
    sm5_debug_on_log(dap->target->debug, print_log, dap);
}

bool dap_cancel(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)dap, (void)body;
    protocol_integer(in, "requestId", 0, INT32_MAX, 0);
    protocol_text(in, "progressId", NULL);
    return true; /* what it names was looked for when it arrived */
}

bool dap_pause(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    protocol_require(in, "threadId");
    dap->pauses = dap->runs;
    return true;
}

/* ---- stops ---- */

static void describe_stop(struct dap *dap, const struct sm5_debug_stop *stop, const char **reason)
{
    struct sm5_value value = {.type = stop->type, .bytes = stop->type == 'd' ? 8 : 4};
    char before[80], after[80];
    struct sm5_debug_position p;
    sm5_debug_position(dap->target->debug, &p);
    snprintf(dap->stop_text, sizeof dap->stop_text, stop->why == SM5_STOP_END ? "The %s has ended." : "%.0s",
             p.item_name ? "run" : "dispatch");
    *reason = "step";
    switch (stop->why) {
    case SM5_STOP_BREAKPOINT: *reason = "breakpoint"; break;
    case SM5_STOP_WATCH:
        *reason = "data breakpoint";
        value.bits = stop->before;
        sm5_value_format(&value, 0, before, sizeof before);
        value.bits = stop->after;
        sm5_value_format(&value, 0, after, sizeof after);
        snprintf(dap->stop_text, sizeof dap->stop_text, "%s: %s -> %s", stop->name, before, after);
        break;
    case SM5_STOP_FINDING:
        *reason = "exception";
        snprintf(dap->stop_text, sizeof dap->stop_text, "%s", stop->text);
        break;
    case SM5_STOP_FAULT:
    case SM5_STOP_ERROR: {
        const struct sm5_diag *diag = sm5_diags_at(dap->diags, 0);
        *reason = "exception";
        snprintf(dap->stop_text, sizeof dap->stop_text, "%s",
                 diag ? diag->message : "the program was stopped");
        break;
    }
    case SM5_STOP_START: *reason = "entry"; break;
    case SM5_STOP_INTERRUPTED:
    case SM5_STOP_END: *reason = "pause"; break;
    default: break;
    }
}

static void send_stopped(struct dap *dap, const char *reason)
{
    struct sm5_debug_position p;
    sm5_debug_position(dap->target->debug, &p);
    json_t *body =
        json_pack("{s:s, s:i, s:b}", "reason", reason, "threadId", (int)p.flat + 1, "allThreadsStopped", 1);
    uint32_t id = dap->stop.breakpoint ? dap_break_id(dap, dap->stop.breakpoint) : 0;
    if (dap->stop_text[0]) {
        dap_set(body, "description", json_string(dap->stop_text));
        dap_set(body, "text", json_string(dap->stop_text));
    }
    if (id)
        dap_set(body, "hitBreakpointIds", json_pack("[i]", (int)id));
    dap_event(dap, "stopped", body);
}

static bool is_instruction_break(const struct dap *dap)
{
    for (size_t i = 0; i < dap->breaks.count; i++)
        if (dap->breaks.data[i].debug_id == dap->stop.breakpoint)
            return dap->breaks.data[i].owner == DAP_OWNER_INSTRUCTION;
    return false;
}

static void report_stop(struct dap *dap)
{
    const char *reason;
    if (dap->stop.why == SM5_STOP_END && !dap->target->stops_at_end) {
        dap->closes = true; /* the command ends the session */
        return;
    }
    describe_stop(dap, &dap->stop, &reason);
    if (dap->stop.why == SM5_STOP_BREAKPOINT && is_instruction_break(dap))
        reason = "instruction breakpoint";
    sm5_diags_clear(dap->diags);
    send_stopped(dap, reason);
}

/* ---- moves ---- */

/* Serves what arrived during the move. */
static void serve_queue(struct dap *dap)
{
    while (dap->channel.count && !dap->closes && !dap->restarts && !dap->pauses) {
        json_t *message = protocol_take(&dap->channel, 0);
        if (cancels(dap, message))
            dap->pauses = true;
        dap_handle_message(dap, message);
    }
}

void dap_run(struct dap *dap)
{
    static const char title[] = "Running backwards";
    dap->handles.count = 0;
    dap->runs = true;
    dap->pauses = false;
    dap_begin(dap);
    dap_progress(dap, dap->move.backwards ? title : NULL);
    for (;;) {
        sm5_debug_run(dap->target->debug, dap->move.move, dap->move.backwards, &dap->stop, dap->diags);
        if (dap->stop.why != SM5_STOP_INTERRUPTED)
            break;
        bool can_resume = is_continue(dap);
        if (dap->channel.input_ended && !can_resume)
            break; /* what follows the step is answered where it stopped */
        serve_queue(dap);
        if (dap->pauses || dap->closes || dap->restarts || protocol_has_ended(&dap->channel) || !can_resume)
            break;
    }
    dap_progress(dap, NULL);
    dap->runs = false;
    dap->move.is_due = false;
    if (!dap->closes && !dap->restarts && !protocol_has_ended(&dap->channel))
        report_stop(dap);
}

void dap_start(struct dap *dap)
{
    dap->stop = (struct sm5_debug_stop){.why = SM5_STOP_START};
    if (dap->target->stops_at_entry)
        report_stop(dap);
    else
        dap->move = (struct dap_move){true, false, SM5_MOVE_CONTINUE};
}

static bool has_ended(const struct dap *dap)
{
    struct sm5_debug_position p;
    sm5_debug_position(dap->target->debug, &p);
    return p.ended;
}

/* A step is that of the thread, unless the launch selected steps of the group. */
static bool step(struct dap *dap, struct protocol_members *in, enum sm5_debug_move line,
                 enum sm5_debug_move instruction, bool backwards)
{
    const char *granularity = protocol_text(in, "granularity", "statement");
    protocol_require(in, "threadId");
    json_int_t thread = protocol_integer(in, "threadId", 1, dap_thread_count(dap), 1);
    bool is_instruction = strcmp(granularity, "instruction") == 0;
    if (!is_instruction && strcmp(granularity, "statement") != 0 && strcmp(granularity, "line") != 0)
        return dap_fail(dap, "unknown granularity '%.40s'; expected statement, line or instruction",
                        granularity);
    if (in->error[0])
        return false;
    if (!backwards && has_ended(dap)) {
        dap->closes = true;
        return true;
    }
    dap_select(dap, (uint32_t)thread - 1, !dap->target->steps_group);
    dap->move = (struct dap_move){true, backwards, is_instruction ? instruction : line};
    return true;
}

static bool run(struct dap *dap, struct protocol_members *in, bool backwards)
{
    protocol_require(in, "threadId");
    protocol_integer(in, "threadId", 1, dap_thread_count(dap), 1);
    if (in->error[0])
        return false;
    sm5_debug_select_none(dap->target->debug);
    if (!backwards && has_ended(dap))
        dap->closes = true;
    else
        dap->move = (struct dap_move){true, backwards, SM5_MOVE_CONTINUE};
    return true;
}

bool dap_continue(struct dap *dap, struct protocol_members *in, json_t *body)
{
    dap_set(body, "allThreadsContinued", json_true());
    return run(dap, in, false);
}

bool dap_reverse_continue(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    return run(dap, in, true);
}

bool dap_next(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    return step(dap, in, SM5_MOVE_OVER_LINE, SM5_MOVE_OVER_INSTRUCTION, false);
}

bool dap_step_in(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    return step(dap, in, SM5_MOVE_LINE, SM5_MOVE_INSTRUCTION, false);
}

bool dap_step_out(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    return step(dap, in, SM5_MOVE_FINISH, SM5_MOVE_FINISH, false);
}

bool dap_step_back(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    return step(dap, in, SM5_MOVE_OVER_LINE, SM5_MOVE_INSTRUCTION, true);
}

bool dap_exception_info(struct dap *dap, struct protocol_members *in, json_t *body)
{
    bool is_finding = dap->stop.why == SM5_STOP_FINDING;
    protocol_require(in, "threadId");
    if (!is_finding && dap->stop.why != SM5_STOP_FAULT && dap->stop.why != SM5_STOP_ERROR)
        return dap_fail(dap, "the program did not stop at an exception");
    dap_set(body, "exceptionId",
            json_string(is_finding ? sm5_finding_kind_name(dap->stop.finding) : "fault"));
    dap_set(body, "description", json_string(dap->stop_text));
    dap_set(body, "breakMode", json_string("always"));
    return true;
}
