/* Threads and lanes; in stages other than compute, the items that threads belong to. */
#include "debug/debug.h"

static const char *const item_names[] = {[ISA_VERTEX] = "vertex",
                                         [ISA_HULL] = "patch",
                                         [ISA_DOMAIN] = "point",
                                         [ISA_GEOMETRY] = "primitive",
                                         [ISA_PIXEL] = "quad"};

/* ---- numbers ---- */

uint32_t debug_flat(const struct sm5_debug *d, uint32_t lane)
{
    return d->stage ? d->worker->first + lane : interp_flat(d->worker, lane);
}

const struct program_phase *debug_phase(const struct sm5_debug *d)
{
    uint32_t phase;
    bool found = d->stage && interp_stage_phase(d->worker, d->clock.strip, &phase);
    return found ? &d->program->decls.stage.phases[phase] : NULL;
}

/* Threads of an item; of a hull shader in the phase. */
static uint32_t threads_of_item(const struct sm5_debug *d)
{
    const struct program_stage *stage = &d->program->decls.stage;
    const struct program_phase *phase = debug_phase(d);
    switch (d->program->stage) {
    case ISA_PIXEL: return 4;
    case ISA_GEOMETRY: return stage->instances;
    case ISA_HULL:
        return !phase ? 1 : phase->kind == PROGRAM_PHASE_POINTS ? stage->points_out : phase->instances;
    default: return 1;
    }
}

uint32_t debug_thread_count(const struct sm5_debug *d)
{
    const uint32_t *size = d->program->decls.thread_group;
    if (!d->stage)
        return size[0] * size[1] * size[2];
    uint64_t left = runtime_stage_of(d->stage)->invocations - d->worker->group * STAGE_BATCH;
    uint32_t count = left < STAGE_BATCH ? (uint32_t)left : STAGE_BATCH;
    return d->program->stage == ISA_HULL ? count * threads_of_item(d) : count;
}

void debug_thread_id(const struct sm5_debug *d, uint32_t flat, uint32_t id[3])
{
    if (!d->stage) {
        runtime_thread_id(d->program, flat, id);
        return;
    }
    id[0] = flat;
    id[1] = id[2] = 0;
}

uint32_t debug_thread_of_id(const struct sm5_debug *d, const uint32_t id[3])
{
    const uint32_t *size = d->program->decls.thread_group;
    if (d->stage)
        return id[0] < debug_thread_count(d) && !id[1] && !id[2] ? id[0] : UINT32_MAX;
    if (id[0] >= size[0] || id[1] >= size[1] || id[2] >= size[2])
        return UINT32_MAX;
    return id[0] + size[0] * (id[1] + size[1] * id[2]);
}

/* ---- items ---- */

uint64_t sm5_debug_item(const struct sm5_debug *debug, uint32_t flat, uint32_t *instance)
{
    uint32_t each = threads_of_item(debug);
    uint64_t first = debug->worker->group * STAGE_BATCH;
    bool is_hull = debug->program->stage == ISA_HULL;
    uint64_t thread = is_hull ? flat : first + flat; /* batches of hull shaders have whole patches */
    *instance = (uint32_t)(thread % each);
    return thread / each + (is_hull ? first : 0);
}

uint64_t debug_item_count(const struct sm5_debug *d)
{
    uint64_t all = runtime_stage_of(d->stage)->invocations;
    return d->program->stage == ISA_HULL ? all : all / threads_of_item(d);
}

uint64_t debug_batch_of_item(const struct sm5_debug *d, uint64_t item)
{
    return (d->program->stage == ISA_HULL ? item : item * threads_of_item(d)) / STAGE_BATCH;
}

static uint32_t number_of_phase(const struct sm5_debug *d, const struct program_phase *phase)
{
    uint32_t number = 0;
    for (const struct program_phase *p = d->program->decls.stage.phases; p < phase; p++)
        number += p->kind == phase->kind;
    return number;
}

static const char *name_instance(const struct sm5_debug *d, const struct program_phase *phase)
{
    switch (d->program->stage) {
    case ISA_PIXEL: return "pixel";
    case ISA_GEOMETRY: return "instance";
    case ISA_HULL: return phase && phase->kind != PROGRAM_PHASE_POINTS ? "instance" : "control point";
    default: return NULL;
    }
}

const char *debug_item_name(const struct sm5_debug *d)
{
    return d->stage ? item_names[d->program->stage] : NULL;
}

void debug_describe_item(const struct sm5_debug *d, struct sm5_debug_position *position)
{
    const struct program_phase *phase = debug_phase(d);
    position->is_focused = d->has_item;
    if (!d->stage)
        return;
    position->item_name = item_names[d->program->stage];
    position->instance_name = name_instance(d, phase);
    position->item = sm5_debug_item(d, position->flat, &position->instance);
    if (d->program->stage != ISA_HULL || !phase)
        return;
    position->phase = phase->kind == PROGRAM_PHASE_POINTS ? "control point"
                      : phase->kind == PROGRAM_PHASE_FORK ? "fork"
                                                          : "join";
    position->phase_number = number_of_phase(d, phase);
}

/* ---- the current thread ---- */

bool debug_in_focus(const struct sm5_debug *d, uint32_t lane)
{
    uint32_t instance;
    if (!d->has_item)
        return true;
    return sm5_debug_item(d, debug_flat(d, lane), &instance) == d->item &&
           (d->instance == UINT32_MAX || d->instance == instance);
}

static bool is_meant(const struct sm5_debug *d, uint32_t lane)
{
    return d->has_thread ? debug_flat(d, lane) == d->thread : debug_in_focus(d, lane);
}

static bool find_lane(const struct sm5_debug *d, bool is_active, uint32_t *lane)
{
    for (uint32_t i = 0; i < d->worker->threads; i++)
        if (is_meant(d, i) && (d->worker->active[i] || !is_active)) {
            *lane = i;
            return true;
        }
    return false;
}

bool debug_lane(const struct sm5_debug *d, uint32_t *lane)
{
    *lane = 0;
    return find_lane(d, true, lane) || find_lane(d, false, lane);
}

bool debug_is_active(const struct sm5_debug *d)
{
    uint32_t lane;
    if (d->selects_only)
        return debug_lane(d, &lane) && d->worker->active[lane];
    for (uint32_t i = 0; d->has_item && i < d->worker->threads; i++)
        if (d->worker->active[i] && debug_in_focus(d, i))
            return true;
    return !d->has_item;
}

struct debug_selection debug_select_thread(struct sm5_debug *d, uint32_t flat)
{
    struct debug_selection kept = {d->has_thread, d->thread};
    d->has_thread = true;
    d->thread = flat;
    return kept;
}

void debug_restore_selection(struct sm5_debug *d, struct debug_selection kept)
{
    d->has_thread = kept.has_thread;
    d->thread = kept.thread;
}
