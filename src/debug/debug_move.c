/* Moves. Forwards: advance until the goal, a breakpoint or the end. Backwards: replay from snapshots, the nearest
   first, and go to the last position that a move forwards would have stopped at. */
#include <time.h>

#include "debug/debug.h"

/* Where a move leads. */
struct goal {
    enum sm5_debug_move move;
    bool backwards;
    uint64_t time, group; /* of the position where it starts */
    uint32_t calls, loop; /* loop: entries of the flow stack outside of the innermost loop */
};

static bool is_new_group(const struct sm5_debug *d)
{
    return d->clock.previous == PROGRAM_NONE && d->clock.strip == 0;
}

/* The depth of the flow stack outside of the innermost loop of the routine; UINT32_MAX: not in a loop. */
static uint32_t loop_depth(const struct interp_worker *w)
{
    for (uint32_t i = w->depth; i-- > 0 && w->blocks[i].run != RUN_CALL;)
        if (w->blocks[i].run == RUN_LOOP)
            return i;
    return UINT32_MAX;
}

static struct goal make_goal(const struct sm5_debug *d, enum sm5_debug_move move, bool backwards)
{
    const struct interp_worker *w = d->worker;
    uint32_t loop = loop_depth(w);
    if (move == SM5_MOVE_LOOP && loop == UINT32_MAX)
        move = SM5_MOVE_OVER_LINE;
    return (struct goal){move, backwards, d->clock.time, w->group, w->calls, loop};
}

/* The position begins a source line. */
static bool begins_line(const struct sm5_debug *d)
{
    return d->worker->calls != d->clock.previous_calls ||
           !debug_same_line(d->program, d->clock.previous, debug_instr(d));
}

static bool is_barrier(const struct sm5_debug *d)
{
    const struct plan_op *op = &d->worker->plan->ops.data[d->worker->pc];
    return op->run == RUN_SYNC && op->sync & ISA_SYNC_T;
}

static bool is_reached(const struct sm5_debug *d, const struct goal *g)
{
    const struct interp_worker *w = d->worker;
    bool leaves = w->group != g->group;
    switch (g->move) {
    case SM5_MOVE_INSTRUCTION: return debug_is_active(d);
    case SM5_MOVE_OVER_INSTRUCTION: return (leaves || w->calls <= g->calls) && debug_is_active(d);
    case SM5_MOVE_LINE: return begins_line(d) && debug_is_active(d);
    case SM5_MOVE_OVER_LINE: return (leaves || w->calls <= g->calls) && begins_line(d) && debug_is_active(d);
    case SM5_MOVE_FINISH:
        if (g->calls)
            return leaves || w->calls < g->calls;
        return d->stage ? d->clock.previous == PROGRAM_NONE && debug_is_active(d) : is_new_group(d);
    case SM5_MOVE_LOOP: return leaves || w->depth <= g->loop;
    case SM5_MOVE_BARRIER: return is_barrier(d);
    case SM5_MOVE_GROUP: return is_new_group(d);
    default: return false;
    }
}

/* What stops the program at the position, after the instruction before it. `stop->why` is SM5_STOP_MOVED when
   nothing does. */
static void test_position(struct sm5_debug *d, const struct goal *g, struct sm5_debug_stop *stop,
                          struct sm5_diags *diags, struct debug_break **hit)
{
    const struct debug_finding *finding = debug_finding_here(d);
    *hit = NULL;
    if (finding) {
        stop->why = SM5_STOP_FINDING;
        stop->text = finding->text;
        stop->finding = finding->kind;
        stop->has_thread = true;
        memcpy(stop->thread, finding->thread, sizeof stop->thread);
        return;
    }
    *hit = debug_break_hit(d, stop, diags);
    if (*hit || stop->why == SM5_STOP_ERROR)
        return;
    stop->why = is_reached(d, g) ? SM5_STOP_MOVED : SM5_STOP_END; /* END: nothing found */
}

static struct sm5_debug_stop no_stop(void)
{
    return (struct sm5_debug_stop){.why = SM5_STOP_END, .instruction = UINT32_MAX};
}

enum { CALL_NS = 10 * 1000 * 1000, OPERATIONS_PER_LOOK = 16 };

static uint64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void call_progress(struct sm5_debug *d)
{
    if (!d->progress || ++d->progress_tick % OPERATIONS_PER_LOOK)
        return;
    uint64_t ns = clock_ns();
    if (ns < d->next_progress)
        return;
    d->next_progress = ns + CALL_NS;
    if (!d->progress(d->progress_context, d->worker->group, d->groups))
        sm5_debug_interrupt(d);
}

void sm5_debug_on_progress(struct sm5_debug *debug, sm5_progress *call, void *context)
{
    debug->progress = call;
    debug->progress_context = context;
    debug->next_progress = clock_ns() + CALL_NS;
}

bool debug_is_interrupted(struct sm5_debug *d)
{
    call_progress(d);
    return atomic_exchange_explicit(&d->interrupted, false, memory_order_relaxed);
}

/* ---- forwards ---- */

static void run_forwards(struct sm5_debug *d, const struct goal *g, struct sm5_debug_stop *stop,
                         struct sm5_diags *diags, struct debug_break **hit)
{
    *hit = NULL;
    while (!d->clock.ended) {
        *stop = no_stop();
        debug_watch_before(d);
        debug_advance(d);
        *hit = debug_watch_after(d, stop);
        if (*hit && debug_break_counts(*hit))
            return;
        *hit = NULL;
        *stop = no_stop();
        if (d->clock.ended)
            break;
        if (!debug_break_log(d, diags)) {
            stop->why = SM5_STOP_ERROR;
            return;
        }
        test_position(d, g, stop, diags, hit);
        if (*hit && !debug_break_counts(*hit)) {
            *hit = NULL;
            stop->why = is_reached(d, g) ? SM5_STOP_MOVED : SM5_STOP_END;
        }
        if (stop->why != SM5_STOP_END)
            return;
        if (debug_is_interrupted(d)) {
            stop->why = SM5_STOP_INTERRUPTED;
            return;
        }
    }
    stop->why = d->run.failed ? SM5_STOP_FAULT : SM5_STOP_END;
}

/* ---- backwards ---- */

struct last_hit {
    bool found;
    uint64_t time;
    struct sm5_debug_stop stop;
    struct debug_break *hit;
};

/* Replays from the position to `end` and keeps the last stop before it. */
static void replay(struct sm5_debug *d, const struct goal *g, uint64_t end, struct last_hit *last,
                   struct sm5_diags *diags, bool *interrupted)
{
    while (d->clock.time < end && !d->clock.ended) {
        struct sm5_debug_stop stop = no_stop();
        struct debug_break *hit;
        uint64_t time = d->clock.time;
        test_position(d, g, &stop, diags, &hit);
        if (stop.why != SM5_STOP_END)
            *last = (struct last_hit){true, time, stop, hit};
        stop = no_stop();
        debug_watch_before(d);
        debug_advance(d);
        hit = debug_watch_after(d, &stop);
        if (hit)
            *last = (struct last_hit){true, time, stop, hit};
        if (debug_is_interrupted(d)) {
            *interrupted = true;
            return;
        }
    }
}

static void run_backwards(struct sm5_debug *d, const struct goal *g, struct sm5_debug_stop *stop,
                          struct sm5_diags *diags, struct debug_break **hit)
{
    struct last_hit last = {0};
    bool interrupted = false;
    uint64_t end = g->time;
    while (end && !last.found && !interrupted) {
        uint64_t start = debug_snapshot_before(d, end);
        debug_restore(d, start);
        debug_apply_edits(d);
        replay(d, g, end, &last, diags, &interrupted);
        end = start;
    }
    uint64_t to = interrupted ? g->time : last.found ? last.time : 0;
    debug_go(d, to);
    *hit = interrupted ? NULL : last.hit;
    *stop = last.stop;
    if (interrupted || !last.found)
        *stop = no_stop();
    if (interrupted)
        stop->why = SM5_STOP_INTERRUPTED;
    else if (!last.found)
        stop->why = SM5_STOP_START;
}

/* ---- the interface ---- */

static void select_thread_of(struct sm5_debug *d, const struct sm5_debug_stop *stop)
{
    uint32_t lane;
    if (stop->has_thread && !d->selects_only)
        debug_select_thread(d, debug_thread_of_id(d, stop->thread));
    if (!d->selects_only && !debug_lane(d, &lane))
        d->has_thread = false; /* other threads run now */
}

static void describe_hit(struct sm5_debug *d, struct debug_break *hit, struct sm5_debug_stop *stop)
{
    if (!hit)
        return;
    stop->breakpoint = hit->info.id;
    if (hit->info.temporary)
        sm5_debug_break_delete(d, hit->info.id);
}

static void report_fault(struct sm5_debug *d, struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    const struct runtime_job job = {.program = d->program, .bindings = d->bindings};
    if (stop->why == SM5_STOP_FAULT)
        runtime_report_fault(&job, &d->run, 0, diags);
}

void sm5_debug_run(struct sm5_debug *debug, enum sm5_debug_move move, bool backwards,
                   struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    struct goal goal = make_goal(debug, move, backwards);
    struct debug_break *hit = NULL;
    *stop = no_stop();
    if (!debug->selects_only && move != SM5_MOVE_INSTRUCTION)
        debug->has_thread = false;
    (backwards ? run_backwards : run_forwards)(debug, &goal, stop, diags, &hit);
    select_thread_of(debug, stop);
    describe_hit(debug, hit, stop);
    report_fault(debug, stop, diags);
}

/* Forwards through what has not run; backwards by the snapshots. Breakpoints do not stop it. */
static void go_to_group(struct sm5_debug *d, uint64_t group)
{
    if (d->worker->group > group || (d->worker->group == group && !is_new_group(d)) || d->clock.ended) {
        debug_restore(d, debug_snapshot_of_group(d, group));
        debug_apply_edits(d);
    }
    while (!d->clock.ended && !(d->worker->group == group && is_new_group(d))) {
        debug_advance(d);
        if (debug_is_interrupted(d)) {
            sm5_debug_interrupt(d); /* for who reports it */
            return;
        }
    }
}

static void describe_arrival(struct sm5_debug *d, struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    if (debug_is_interrupted(d))
        stop->why = SM5_STOP_INTERRUPTED;
    else if (d->clock.ended)
        stop->why = d->run.failed ? SM5_STOP_FAULT : SM5_STOP_END;
    else
        stop->why = SM5_STOP_MOVED;
    report_fault(d, stop, diags);
}

enum sm5_status sm5_debug_go_group(struct sm5_debug *debug, const uint32_t group[3],
                                   struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    const uint32_t *count = debug->run.part.groups;
    *stop = no_stop();
    if (group[0] >= count[0] || group[1] >= count[1] || group[2] >= count[2]) {
        diag_add(diags, DEBUG_GROUP, DIAG_NOWHERE, group[0], group[1], group[2], count[0], count[1],
                 count[2]);
        return SM5_ERR_ARGUMENT;
    }
    uint64_t linear = group[0] + count[0] * (group[1] + (uint64_t)count[1] * group[2]);
    go_to_group(debug, linear);
    describe_arrival(debug, stop, diags);
    return SM5_OK;
}

/* Only breakpoint `id` may stop. */
static void isolate(struct sm5_debug *d, uint32_t id, bool isolates)
{
    for (size_t i = 0; i < d->breaks.count; i++)
        d->breaks.data[i]->is_hidden = isolates && d->breaks.data[i]->info.id != id;
}

enum sm5_status sm5_debug_go_write(struct sm5_debug *debug, const char *place, struct sm5_debug_stop *stop,
                                   struct sm5_diags *diags)
{
    const struct sm5_break request = {.kind = SM5_BREAK_WRITE, .expression = place};
    uint32_t id;
    *stop = no_stop();
    enum sm5_status status = sm5_debug_break(debug, &request, &id, diags);
    if (status)
        return status;
    isolate(debug, id, true);
    debug->find_kinds = 0; /* set again by the deletion */
    sm5_debug_run(debug, SM5_MOVE_CONTINUE, true, stop, diags);
    isolate(debug, id, false);
    sm5_debug_break_delete(debug, id);
    debug->last_id--; /* users do not see it */
    stop->breakpoint = 0;
    return SM5_OK;
}

/* Forwards to the first position where the focus is active. */
static void go_to_focus(struct sm5_debug *d, uint64_t batch)
{
    if (d->worker->group == batch && !d->clock.ended)
        return;
    go_to_group(d, batch);
    while (!d->clock.ended && !debug_is_active(d) &&
           !atomic_load_explicit(&d->interrupted, memory_order_relaxed))
        debug_advance(d);
}

enum sm5_status sm5_debug_focus(struct sm5_debug *debug, uint64_t item, uint32_t instance,
                                struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    struct sm5_debug_position position;
    *stop = no_stop();
    if (!debug->stage) {
        diag_add(diags, DEBUG_FOCUS, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    sm5_debug_position(debug, &position);
    if (item >= debug_item_count(debug)) {
        diag_add(diags, DEBUG_ITEM, DIAG_NOWHERE, position.item_name, (unsigned long long)item,
                 (unsigned long long)debug_item_count(debug));
        return SM5_ERR_ARGUMENT;
    }
    debug->has_thread = debug->selects_only = false;
    debug->has_item = true;
    debug->item = item;
    debug->instance = instance;
    go_to_focus(debug, debug_batch_of_item(debug, item));
    describe_arrival(debug, stop, diags);
    return SM5_OK;
}

void sm5_debug_go(struct sm5_debug *debug, uint64_t time, struct sm5_debug_stop *stop,
                  struct sm5_diags *diags)
{
    *stop = no_stop();
    debug_go(debug, time);
    describe_arrival(debug, stop, diags);
}

void sm5_debug_interrupt(struct sm5_debug *debug)
{
    atomic_store_explicit(&debug->interrupted, true, memory_order_relaxed);
}
