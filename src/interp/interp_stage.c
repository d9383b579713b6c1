/* Batches of stages other than compute: assigns a vertex, patch, primitive or pixel to each lane. */
#include "interp/interp_worker.h"

#include <stdlib.h>

static const struct program_stage *decls_of(const struct interp_worker *w)
{
    return &w->plan->program->decls.stage;
}

bool interp_stage_new(struct interp_worker *w)
{
    if (w->plan->program->stage == ISA_COMPUTE)
        return true;
    w->stage = calloc(1, sizeof *w->stage);
    return w->stage && (w->plan->program->stage != ISA_GEOMETRY || interp_emit_new(w));
}

void interp_stage_free(struct interp_worker *w)
{
    if (w->stage)
        interp_emit_free(w);
    free(w->stage);
}

uint32_t *interp_record(const struct interp_worker *w, const struct plan_step *step, uint32_t lane)
{
    const struct sm5_records *records = &w->stage->records[step->record.records];
    uint32_t vertex = interp_index(w, step->reg, lane), reg = interp_index(w, step->element, lane);
    uint64_t record = (uint64_t)interp_column(w, step->record.item)[lane] * step->record.vertices + vertex;
    if (vertex >= step->record.vertices || reg >= step->record.registers || reg >= records->registers ||
        record >= records->count)
        return NULL;
    return &records->words[(record * records->registers + reg) * 4 + step->component];
}

/* ---- system values ---- */

static uint32_t *system_column(const struct interp_worker *w, enum plan_stage_system value)
{
    return interp_column(w, w->plan->system + (uint32_t)value);
}

static void set_ids(struct interp_worker *w, uint32_t lane, uint64_t item, uint64_t record, uint32_t instance)
{
    const uint32_t *ids = w->run->stage->in->primitive_ids;
    system_column(w, STAGE_ITEM)[lane] = (uint32_t)item;
    system_column(w, STAGE_RECORD)[lane] = (uint32_t)record;
    system_column(w, STAGE_INSTANCE)[lane] = instance;
    system_column(w, STAGE_PRIMITIVE)[lane] = ids ? ids[item] : (uint32_t)item;
}

static void set_domain_point(struct interp_worker *w, uint32_t lane, uint64_t invocation)
{
    const struct sm5_stage_run *in = w->run->stage->in;
    set_ids(w, lane, in->patches[invocation], invocation, 0);
    for (unsigned axis = 0; axis < 3; axis++)
        memcpy(&system_column(w, STAGE_DOMAIN + axis)[lane], &in->locations[invocation][axis], 4);
}

uint32_t interp_sample_of(const struct interp_worker *w, uint64_t invocation)
{
    bool is_sample = decls_of(w)->sample_frequency;
    return is_sample ? (uint32_t)(invocation / 4 % w->run->stage->samples) : 0;
}

/* D3D11.3 16.3.2, 3.5.4: the coverage is that of the pixel at any frequency; samples that are not covered
   run as helpers. */
static void set_pixel(struct interp_worker *w, uint32_t lane, uint64_t invocation)
{
    const struct runtime_stage *stage = w->run->stage;
    uint32_t all = (1u << stage->samples) - 1;
    uint32_t own = stage_own_samples(decls_of(w), stage->samples, invocation);
    uint32_t coverage = stage->in->coverage[invocation];
    system_column(w, STAGE_ITEM)[lane] = (uint32_t)invocation;
    system_column(w, STAGE_RECORD)[lane] = (uint32_t)invocation;
    system_column(w, STAGE_COVERAGE)[lane] = coverage;
    system_column(w, STAGE_INNER)[lane] = coverage == all;
    w->helpers[lane] = coverage & own ? 0 : UINT32_MAX;
}

static void set_invocation(struct interp_worker *w, uint32_t lane, uint64_t invocation)
{
    uint32_t instances = decls_of(w)->instances;
    switch (w->plan->program->stage) {
    case ISA_PIXEL: set_pixel(w, lane, invocation); break;
    case ISA_DOMAIN: set_domain_point(w, lane, invocation); break;
    case ISA_GEOMETRY:
        set_ids(w, lane, invocation / instances, lane, (uint32_t)(invocation % instances));
        break;
    default: /* vertex shaders have no vPrim */
        system_column(w, STAGE_ITEM)[lane] = (uint32_t)invocation;
        system_column(w, STAGE_RECORD)[lane] = (uint32_t)invocation;
        break;
    }
}

/* ---- parts ---- */

/* What runs in lockstep: invocations `first` to `first + count` of a phase of a hull shader, or of a batch. */
struct part {
    uint32_t phase, first, count;
};

static uint64_t first_of_batch(const struct interp_worker *w)
{
    return w->group * STAGE_BATCH;
}

/* Invocations of the batch; for hull shaders patches. The last row of batches is not full. */
static uint32_t count_of_batch(const struct interp_worker *w)
{
    uint64_t all = w->run->stage->invocations, first = first_of_batch(w), left = all - first;
    return first >= all ? 0 : left < STAGE_BATCH ? (uint32_t)left : STAGE_BATCH;
}

static uint32_t lanes_of_phase(const struct interp_worker *w, uint32_t phase)
{
    const struct program_phase *p = &decls_of(w)->phases[phase];
    return p->kind == PROGRAM_PHASE_POINTS ? decls_of(w)->points_out : p->instances;
}

/* Hull: one phase after the other over the patches of the batch. */
static bool find_phase_part(const struct interp_worker *w, uint32_t number, struct part *part)
{
    for (uint32_t phase = 0; phase < decls_of(w)->phase_count; phase++) {
        uint32_t total = count_of_batch(w) * lanes_of_phase(w, phase);
        uint32_t parts = (total + STAGE_BATCH - 1) / STAGE_BATCH;
        if (number < parts) {
            uint32_t first = number * STAGE_BATCH, left = total - first;
            *part = (struct part){phase, first, left < STAGE_BATCH ? left : STAGE_BATCH};
            return true;
        }
        number -= parts;
    }
    return false;
}

static bool find_part(const struct interp_worker *w, uint32_t number, struct part *part)
{
    if (w->plan->program->stage == ISA_HULL)
        return find_phase_part(w, number, part);
    *part = (struct part){0, 0, count_of_batch(w)};
    return number == 0 && part->count;
}

bool interp_stage_phase(const struct interp_worker *w, uint32_t number, uint32_t *phase)
{
    struct part part = {0};
    bool found = w->plan->program->stage == ISA_HULL && find_phase_part(w, number, &part);
    *phase = part.phase;
    return found;
}

static void set_patches(struct interp_worker *w, const struct part *part)
{
    uint32_t each = lanes_of_phase(w, part->phase);
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t in_batch = (part->first + i) / each, instance = (part->first + i) % each;
        uint64_t patch = first_of_batch(w) + in_batch;
        set_ids(w, i, patch, patch * decls_of(w)->points_out + instance, instance);
        system_column(w, STAGE_FLAT)[i] = in_batch;
    }
}

static void set_lanes(struct interp_worker *w, const struct part *part)
{
    for (uint32_t i = 0; i < part->count; i++) {
        set_invocation(w, i, first_of_batch(w) + i);
        system_column(w, STAGE_FLAT)[i] = i;
    }
}

/* ---- batches ---- */

static void open_records(struct interp_worker *w)
{
    const struct runtime_stage *stage = w->run->stage;
    struct sm5_records *records = w->stage->records;
    records[PLAN_INPUTS] = stage->in->inputs;
    records[PLAN_OUTPUTS] = stage->out->outputs;
    records[PLAN_CONSTANTS] =
        w->plan->program->stage == ISA_DOMAIN ? stage->in->constants : stage->out->constants;
    if (w->plan->program->stage == ISA_GEOMETRY)
        interp_emit_start(w);
}

bool interp_stage_start(struct interp_worker *w, uint64_t batch, uint32_t number)
{
    struct part part;
    bool is_hull = w->plan->program->stage == ISA_HULL;
    w->group = batch;
    if (!find_part(w, number, &part))
        return false;
    if (number == 0)
        open_records(w);
    (is_hull ? set_patches : set_lanes)(w, &part);
    w->first = part.first;
    interp_clear(w);
    interp_flow_start(w, is_hull ? w->plan->phases.data[part.phase] : 0, part.count);
    if (w->hooks && w->hooks->start)
        w->hooks->start(w->context, w);
    return true;
}

/* Helper and discarded pixels have no output. */
static void finish_pixels(struct interp_worker *w)
{
    const struct sm5_stage_outputs *out = w->run->stage->out;
    uint64_t first = first_of_batch(w);
    size_t words = 4ul * out->outputs.registers;
    for (uint32_t i = 0; i < count_of_batch(w); i++) {
        out->written[first + i] = !w->helpers[i];
        if (w->helpers[i])
            memset(out->outputs.words + (first + i) * words, 0, words * sizeof(uint32_t));
    }
}

void interp_stage_finish(struct interp_worker *w)
{
    if (w->plan->program->stage == ISA_PIXEL)
        finish_pixels(w);
    if (w->plan->program->stage == ISA_GEOMETRY)
        interp_emit_finish(w);
    if (w->hooks && w->hooks->finish && !runtime_stopped(w->run, w->group))
        w->hooks->finish(w->context, w);
}

void interp_stage_batch(struct interp_worker *w, uint64_t batch)
{
    uint32_t part = 0;
    while (!runtime_stopped(w->run, batch) && interp_stage_start(w, batch, part)) {
        interp_execute(w);
        part++;
    }
    if (part)
        interp_stage_finish(w);
}
