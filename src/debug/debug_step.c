/* Execution of one operation after the other, and positions: before an instruction that some thread executes. */
#include "debug/debug.h"

#include "numeric/num_env.h"

/* ---- groups ---- */

/* As the engine starts a group, or one of the strips that its threads execute in (interp.c). */
static bool start_strip(struct sm5_debug *d, uint64_t group, uint32_t strip)
{
    struct interp_worker *w = d->worker;
    if (strip >= w->plan->strips)
        return false;
    w->first = strip * w->threads;
    for (uint32_t i = 0; w->plan->strips > 1 && i < w->lanes; i++)
        interp_set_thread(w, i, w->first + i);
    memset(w->tgsm, 0, d->program->decls.tgsm_bytes);
    interp_start(w, group);
    return true;
}

/* False: the group has no such strip. */
static bool start_part(struct sm5_debug *d, uint64_t group, uint32_t strip)
{
    if (!(d->stage ? interp_stage_start(d->worker, group, strip) : start_strip(d, group, strip)))
        return false;
    d->clock.strip = strip;
    d->clock.previous = PROGRAM_NONE;
    d->clock.previous_calls = 0;
    return true;
}

static void start_next(struct sm5_debug *d)
{
    uint64_t group = d->worker->group;
    if (!runtime_stopped(&d->run, group) && start_part(d, group, d->clock.strip + 1))
        return;
    if (d->stage)
        interp_stage_finish(d->worker);
    while (!runtime_stopped(&d->run, group) && ++group < d->groups && !runtime_stopped(&d->run, group))
        if (start_part(d, group, 0))
            return;
    d->clock.ended = true;
}

/* ---- operations ---- */

/* Estimates in words computed: of an operation, besides its lanes; of a lane that samples a texture, or that accesses
   memory. */
enum { OPERATION_WORK = 32, TEXTURE_WORK = 64, MEMORY_WORK = 8 };

static uint32_t work_of(const struct interp_worker *w, const struct plan_op *op)
{
    uint32_t lane = 1u + op->units_count + op->fetches + op->finishes;
    lane += op->run == RUN_TEXTURE ? TEXTURE_WORK : plan_is_memory(op) ? MEMORY_WORK : 0;
    return OPERATION_WORK + w->lanes * lane;
}

static void run_operation(struct sm5_debug *d)
{
    struct interp_worker *w = d->worker;
    const struct plan_op *op = &w->plan->ops.data[w->pc];
    d->clock.work += work_of(w, op);
    d->clock.time++;
    interp_run_to_barrier(w, 1);
    if (w->done)
        start_next(d);
}

/* Ends of routines are operations without an instruction; an else may find no thread that takes it. */
static bool is_position(const struct sm5_debug *d)
{
    const struct interp_worker *w = d->worker;
    if (d->clock.ended)
        return true;
    uint8_t run = w->plan->ops.data[w->pc].run;
    return w->active_count && run != RUN_END && run != RUN_FCALL_NEXT;
}

static void go_to_position(struct sm5_debug *d)
{
    while (!is_position(d))
        run_operation(d);
    debug_apply_edits(d);
}

void debug_start(struct sm5_debug *d)
{
    uint32_t environment = num_env_enter();
    if (!start_part(d, 0, 0))
        start_next(d);
    go_to_position(d);
    num_env_leave(environment);
}

uint32_t debug_instr(const struct sm5_debug *d)
{
    return d->clock.ended ? PROGRAM_NONE : d->worker->plan->ops.data[d->worker->pc].instr;
}

void debug_apply_edits(struct sm5_debug *d)
{
    while (d->next_edit < d->edits.count && d->edits.data[d->next_edit].time <= d->clock.time) {
        const struct debug_edit *edit = &d->edits.data[d->next_edit++];
        memcpy(edit->place, &edit->value, edit->size);
    }
}

void debug_advance(struct sm5_debug *d)
{
    uint32_t environment = num_env_enter();
    d->clock.previous = debug_instr(d);
    d->clock.previous_calls = d->worker->calls;
    run_operation(d);
    go_to_position(d);
    num_env_leave(environment);
    debug_save_if_due(d);
}

void debug_go(struct sm5_debug *d, uint64_t time)
{
    if (time < d->clock.time || debug_snapshot_before(d, time + 1) > d->clock.time)
        debug_restore(d, time);
    debug_apply_edits(d);
    while (d->clock.time < time && !d->clock.ended)
        debug_advance(d);
}
