/* Opening and closing; the position; selection; values and assignments. */
#include "debug/debug.h"

#include <stdlib.h>

enum { SNAPSHOT_BYTES = 256 << 20 }; /* default limit */

/* ---- opening ---- */

static bool load_layouts(struct sm5_debug *d)
{
    uint32_t count = d->program->decls.resource_count, at = 0;
    d->layouts = calloc(count + 1u, sizeof *d->layouts);
    d->own_layouts = calloc(count + 1u, sizeof *d->own_layouts);
    d->tgsm_first = calloc(count + 1u, sizeof *d->tgsm_first);
    if (!d->layouts || !d->own_layouts || !d->tgsm_first)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct program_resource *resource = &d->program->decls.resources[i];
        d->tgsm_first[i] = at;
        at += resource->file == ISA_FILE_TGSM ? resource->bytes : 0;
        if (layout_of_resource(d->program, i, &d->own_layouts[i], NULL) == SM5_ERR_MEMORY)
            return false;
        d->layouts[i] = d->own_layouts[i];
    }
    return true;
}

static void set_run(struct sm5_debug *d)
{
    struct runtime_run *run = &d->run;
    pthread_mutex_init(&run->lock, NULL);
    run->program = d->program;
    run->bindings = runtime_bindings_of(d->bindings);
    run->oob = d->options.oob;
    run->part.merged = 1;
    atomic_store_explicit(&run->stop_at, UINT64_MAX, memory_order_relaxed);
    atomic_store_explicit(&run->steps, d->options.max_steps, memory_order_relaxed);
    run->max_steps = d->options.max_steps;
    run->stage = d->stage ? runtime_stage_of(d->stage) : NULL;
}

static enum sm5_status open_all(struct sm5_debug *d, struct sm5_diags *diags)
{
    void *plan;
    enum sm5_status status = interp_kernel_new(d->program, &plan, diags);
    if (status)
        return status;
    d->plan = plan;
    d->worker = interp_worker_new(d->plan, &d->run, d->plan->threads, NULL);
    if (!d->worker || !load_layouts(d)) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        return SM5_ERR_MEMORY;
    }
    debug_start(d);
    if (debug_snapshots_open(d))
        return SM5_OK;
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

static enum sm5_status open_stage(struct sm5_debug *d, const struct sm5_stage_run *in,
                                  struct sm5_diags *diags)
{
    const struct runtime_job job = {.program = d->program, .bindings = d->bindings};
    enum sm5_status status = runtime_stage_open(&job, in, &d->stage, diags);
    if (status)
        return status;
    d->groups = (runtime_stage_of(d->stage)->invocations + STAGE_BATCH - 1) / STAGE_BATCH;
    d->run.part.groups[0] = (uint32_t)d->groups;
    d->run.part.groups[1] = d->run.part.groups[2] = 1;
    if (d->groups)
        return SM5_OK;
    diag_add(diags, DEBUG_NO_INVOCATIONS, DIAG_NOWHERE);
    return SM5_ERR_ARGUMENT;
}

static enum sm5_status read_groups(struct sm5_debug *d, struct sm5_diags *diags)
{
    uint32_t *groups = d->run.part.groups;
    const struct runtime_job job = {.program = d->program, .bindings = d->bindings};
    enum sm5_status status = runtime_read_groups(&job, &d->options, groups, diags);
    d->groups = (uint64_t)groups[0] * groups[1] * groups[2];
    if (status || d->groups)
        return status;
    diag_add(diags, DEBUG_NO_GROUPS, DIAG_NOWHERE);
    return SM5_ERR_ARGUMENT;
}

enum sm5_status debug_open(const struct sm5_program *program, struct sm5_bindings *bindings,
                           const struct sm5_debug_options *options, const struct sm5_stage_run *run,
                           struct sm5_debug **debug, struct sm5_diags *diags)
{
    struct sm5_debug *d = calloc(1, sizeof *d);
    if (!d) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        return SM5_ERR_MEMORY;
    }
    d->program = program;
    d->bindings = bindings;
    d->options = options->dispatch;
    d->options.progress = NULL;
    d->options.max_seconds = 0;
    d->options.order = 0;
    d->limit = options->snapshot_bytes ? options->snapshot_bytes : SNAPSHOT_BYTES;
    enum sm5_status status = run ? open_stage(d, run, diags) : read_groups(d, diags);
    set_run(d);
    if (!status)
        status = open_all(d, diags);
    if (status)
        sm5_debug_free(d);
    else
        *debug = d;
    return status;
}

static void free_layouts(struct sm5_debug *d)
{
    for (uint32_t i = 0; d->own_layouts && i < d->program->decls.resource_count; i++)
        layout_free(d->own_layouts[i]);
    free(d->own_layouts);
    free(d->layouts);
    free(d->tgsm_first);
}

void sm5_debug_free(struct sm5_debug *debug)
{
    if (!debug)
        return;
    debug_snapshots_close(debug);
    for (size_t i = 0; i < debug->breaks.count; i++)
        debug_break_free(debug->breaks.data[i]);
    for (size_t i = 0; i < debug->findings.count; i++)
        free(debug->findings.data[i].text);
    VEC_FREE(&debug->breaks);
    VEC_FREE(&debug->findings);
    VEC_FREE(&debug->edits);
    free_layouts(debug);
    interp_worker_free(debug->worker);
    if (debug->plan)
        interp_kernel_free(debug->plan);
    runtime_stage_close(debug->stage);
    pthread_mutex_destroy(&debug->run.lock);
    free(debug);
}

enum sm5_status sm5_debug_outputs(const struct sm5_debug *debug, struct sm5_stage_outputs *outputs,
                                  struct sm5_diags *diags)
{
    *outputs = (struct sm5_stage_outputs){0};
    if (!debug->stage) {
        diag_add(diags, DEBUG_NO_OUTPUTS, DIAG_NOWHERE);
        return SM5_ERR_SUPPORT;
    }
    uint64_t batches = debug->clock.ended ? debug->groups : debug->worker->group;
    return runtime_stage_outputs(debug->stage, batches, outputs, diags);
}

void sm5_debug_set_layout(struct sm5_debug *debug, uint32_t index, const struct sm5_layout *layout)
{
    if (index < debug->program->decls.resource_count)
        debug->layouts[index] = layout ? layout : debug->own_layouts[index];
}

/* ---- position ---- */

static void describe_thread(const struct sm5_debug *d, struct sm5_debug_position *position)
{
    uint32_t lane;
    debug_lane(d, &lane);
    position->all = debug_thread_count(d);
    position->flat = d->has_thread ? d->thread : debug_flat(d, lane);
    position->is_selected = d->selects_only;
    debug_thread_id(d, position->flat, position->thread);
    debug_describe_item(d, position);
}

void sm5_debug_position(const struct sm5_debug *debug, struct sm5_debug_position *position)
{
    uint32_t at = debug_instr(debug);
    *position = (struct sm5_debug_position){
        .ended = debug->clock.ended, .time = debug->clock.time, .instruction = UINT32_MAX};
    runtime_group_id(&debug->run, debug->worker->group, position->group);
    describe_thread(debug, position);
    if (at == PROGRAM_NONE)
        return;
    const struct program_instr *instr = &debug->program->instrs[at];
    position->instruction = program_instr_number(debug->program, at);
    position->line = instr->line;
    position->file = program_origin_file(debug->program, instr);
    position->file_line = instr->origin_line;
    position->calls = debug->worker->calls;
    position->active = debug->worker->active_count;
    position->live = debug->worker->live_count;
}

enum sm5_thread_state sm5_debug_thread(const struct sm5_debug *debug, uint32_t flat)
{
    const struct interp_worker *w = debug->worker;
    uint32_t lane = flat - w->first;
    if (flat < w->first || lane >= w->threads)
        return SM5_THREAD_ELSEWHERE;
    if (debug->clock.ended || !w->live[lane])
        return SM5_THREAD_RETURNED;
    if (!w->active[lane])
        return SM5_THREAD_WAITING;
    return w->helpers && w->helpers[lane] ? SM5_THREAD_HELPER : SM5_THREAD_ACTIVE;
}

/* A call block holds where its routine returns to: after the call, or at the fcall's next body. */
uint32_t sm5_debug_caller(const struct sm5_debug *debug, uint32_t depth)
{
    const struct interp_worker *w = debug->worker;
    for (uint32_t i = w->depth; i-- > 0 && !debug->clock.ended;) {
        const struct interp_block *block = &w->blocks[i];
        if (block->run != RUN_CALL || --depth)
            continue;
        const struct plan_op *back = &w->plan->ops.data[block->pc];
        uint32_t at = back->run == RUN_FCALL_NEXT ? back->instr : w->plan->ops.data[block->pc - 1].instr;
        return program_instr_number(debug->program, at);
    }
    return UINT32_MAX;
}

uint64_t sm5_debug_hash(const struct sm5_debug *debug)
{
    return debug_hash(debug);
}

/* ---- selection ---- */

bool sm5_debug_select(struct sm5_debug *debug, const uint32_t thread[3], bool only)
{
    uint32_t flat = debug_thread_of_id(debug, thread);
    if (flat == UINT32_MAX)
        return false;
    debug->has_thread = true;
    debug->selects_only = only;
    debug->has_item = false;
    debug->thread = flat;
    return true;
}

void sm5_debug_select_none(struct sm5_debug *debug)
{
    debug->has_thread = debug->selects_only = debug->has_item = false;
}

/* ---- values ---- */

enum sm5_status sm5_debug_evaluate(const struct sm5_debug *debug, const char *expression,
                                   struct sm5_value *values, size_t capacity, size_t *count,
                                   struct sm5_diags *diags)
{
    struct debug_values found;
    *count = 0;
    enum sm5_status status = debug_evaluate(debug, expression, &found, diags);
    for (size_t i = 0; !status && i < found.count && i < capacity; i++)
        values[i] = found.list[i];
    if (!status)
        *count = found.all;
    return status;
}

enum sm5_status sm5_debug_evaluate_thread(struct sm5_debug *debug, uint32_t flat, const char *expression,
                                          struct sm5_value *values, size_t capacity, size_t *count,
                                          struct sm5_diags *diags)
{
    struct debug_selection kept = debug_select_thread(debug, flat);
    enum sm5_status status = sm5_debug_evaluate(debug, expression, values, capacity, count, diags);
    debug_restore_selection(debug, kept);
    return status;
}

bool debug_add_edit(struct sm5_debug *d, uint8_t *place, uint32_t word, uint32_t size)
{
    struct debug_edit edit = {.time = d->clock.time, .place = place, .value = word, .size = size};
    memcpy(&edit.before, place, size);
    if (!VEC_PUSH(&d->edits, edit))
        return false;
    d->next_edit = d->edits.count;
    memcpy(place, &word, size);
    return true;
}

/* Later edits and snapshots belong to a run that does not happen any more. */
void debug_forget_future(struct sm5_debug *d)
{
    while (d->edits.count && d->edits.data[d->edits.count - 1].time > d->clock.time)
        d->edits.count--;
    debug_forget_from(d, d->clock.time);
    d->next_save = 0;
}

/* One value and one place, for the current thread. */
static enum sm5_status evaluate_assignment(const struct sm5_debug *d, const char *place,
                                           const char *expression, struct debug_values *value,
                                           struct debug_values *to, struct sm5_diags *diags)
{
    enum sm5_status status = debug_evaluate(d, expression, value, diags);
    if (!status)
        status = debug_evaluate(d, place, to, diags);
    if (status)
        return status;
    if (value->all != 1 || to->all != 1) {
        bool is_place = value->all == 1;
        diag_add(diags, DEBUG_ONE_VALUE, DIAG_NOWHERE, is_place ? place : expression,
                 is_place ? to->all : value->all);
        return SM5_ERR_INPUT;
    }
    if (to->places[0] || debug_is_channel(to, 0))
        return SM5_OK;
    diag_add(diags, DEBUG_NO_PLACE, DIAG_NOWHERE, place);
    return SM5_ERR_INPUT;
}

enum sm5_status sm5_debug_assign(struct sm5_debug *debug, const char *place, const char *expression,
                                 struct sm5_diags *diags)
{
    struct debug_values value, to;
    enum sm5_status status = evaluate_assignment(debug, place, expression, &value, &to, diags);
    if (status)
        return status;
    bool is_bits = to.list[0].type == 'x' && to.list[0].bytes == value.list[0].bytes;
    uint64_t bits = is_bits ? value.list[0].bits : debug_convert(&value.list[0], to.list[0].type);
    debug_forget_future(debug);
    bool ok = to.places[0] || debug_assign_channel(debug, &to, 0, (uint32_t)bits);
    for (unsigned k = 0; to.places[0] && ok && k < to.list[0].bytes / 4u; k++)
        ok = debug_add_edit(debug, to.places[0] + 4ul * k, (uint32_t)(bits >> 32 * k), sizeof(uint32_t));
    if (ok)
        return SM5_OK;
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

enum sm5_status sm5_debug_assign_all(struct sm5_debug *debug, const char *place, const char *expression,
                                     struct sm5_diags *diags)
{
    const struct interp_worker *w = debug->worker;
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < w->threads; i++) {
        if (!w->live[i] || !debug_in_focus(debug, i))
            continue;
        struct debug_selection kept = debug_select_thread(debug, debug_flat(debug, i));
        status = sm5_debug_assign(debug, place, expression, diags);
        debug_restore_selection(debug, kept);
    }
    return status;
}
