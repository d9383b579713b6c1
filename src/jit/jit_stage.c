/* The records of a stage's run as views: ir.h describes how a stage becomes a compute program. */
#include "jit/jit.h"
#include "runtime/region.h"

_Static_assert((int)IR_STAGE_THREADS == (int)STAGE_BATCH && (int)IR_GROUPS_MOST == (int)STAGE_ROW,
               "a batch is a group");

struct jit_view jit_stage_span(const void *base, uint64_t count, uint64_t stride)
{
    if (!base || !count || !stride || count > UINT32_MAX)
        return (struct jit_view){.base = (uint8_t *)(uintptr_t)region_zeros};
    return (struct jit_view){
        .base = (uint8_t *)(uintptr_t)base, .bytes = count * stride, .count = (uint32_t)count};
}

static struct jit_view records(const struct sm5_records *records)
{
    return jit_stage_span(records->words, records->count, 16ul * records->registers);
}

static struct jit_view parameters(struct jit_worker *w)
{
    const struct runtime_stage *stage = w->run->stage;
    w->parameters[IR_STAGE_COUNT] = (uint32_t)stage->invocations;
    w->parameters[IR_STAGE_NUMBERED] = stage->in->primitive_ids ? UINT32_MAX : 0;
    w->parameters[IR_STAGE_SAMPLES] = stage->samples;
    return jit_stage_span(w->parameters, 1, sizeof w->parameters);
}

static struct jit_view constants(const struct jit_worker *w)
{
    switch (w->function->program->stage) {
    case ISA_GEOMETRY: return jit_emit_counts(w);
    case ISA_HULL: return records(&w->run->stage->out->constants);
    default: return records(&w->run->stage->in->constants);
    }
}

static struct jit_view positions(struct jit_worker *w)
{
    uint32_t samples = w->run->stage->samples;
    for (uint32_t i = 0; i < samples; i++) {
        int8_t offset[2];
        stage_sample_offset(samples, i, offset);
        w->positions[i][0] = offset[0];
        w->positions[i][1] = offset[1];
    }
    return jit_stage_span(w->positions, samples, sizeof w->positions[0]);
}

struct jit_view jit_stage_view(struct jit_worker *w, enum ir_stage_slot slot)
{
    const struct runtime_stage *stage = w->run->stage;
    switch (slot) {
    case IR_STAGE_INPUTS: return records(&stage->in->inputs);
    case IR_STAGE_OUTPUTS: return w->emitted ? jit_emit_vertices(w) : records(&stage->out->outputs);
    case IR_STAGE_CONSTANTS: return constants(w);
    case IR_STAGE_PRIMITIVES:
        return jit_stage_span(stage->in->primitive_ids, stage->items, sizeof *stage->in->primitive_ids);
    case IR_STAGE_LOCATIONS: return jit_stage_span(stage->in->locations, stage->in->count, 3 * sizeof(float));
    case IR_STAGE_PATCHES: return jit_stage_span(stage->in->patches, stage->in->count, sizeof(uint32_t));
    case IR_STAGE_COVERAGE: return jit_stage_span(stage->in->coverage, stage->in->count, sizeof(uint32_t));
    case IR_STAGE_DISCARDED: return jit_stage_span(stage->discarded, stage->in->count, sizeof(uint32_t));
    case IR_STAGE_POSITIONS: return positions(w);
    default: return parameters(w);
    }
}

uint32_t jit_stage_samples(const struct jit_worker *w)
{
    return w->run->stage ? w->run->stage->samples : 1;
}

/* The thread's number in the batch, or of a patch, as the interpreter reports it. */
uint32_t jit_stage_thread(const struct jit_worker *w, uint32_t instr, uint32_t thread)
{
    const struct program_stage *stage = &w->function->program->decls.stage;
    for (uint32_t i = 0; i < stage->phase_count; i++) {
        const struct program_phase *phase = &stage->phases[i];
        uint32_t each = phase->kind == PROGRAM_PHASE_POINTS ? stage->points_out : phase->instances;
        if (instr >= phase->first && instr < phase->end && each)
            return thread / each;
    }
    return thread;
}

/* Helper and discarded pixels have no outputs. */
static void finish_pixel(const struct jit_worker *w, uint64_t i)
{
    const struct runtime_stage *stage = w->run->stage;
    const struct sm5_records *outputs = &stage->out->outputs;
    uint32_t own = stage_own_samples(&w->function->program->decls.stage, stage->samples, i);
    bool is_helper = !(stage->in->coverage[i] & own);
    bool is_discarded = stage->discarded && stage->discarded[i];
    stage->out->written[i] = !is_helper && !is_discarded;
    if (is_helper || is_discarded)
        memset(outputs->words + i * outputs->registers * 4, 0, outputs->registers * 16ul);
}

void jit_stage_finish(const struct jit_worker *w, uint64_t first, uint64_t count)
{
    const struct runtime_stage *stage = w->run->stage;
    if (!stage || !stage->out->written)
        return;
    uint64_t end = (first + count) * STAGE_BATCH;
    end = end < stage->invocations ? end : stage->invocations;
    if (!stage->has_helpers && !stage->discarded) {
        memset(stage->out->written + first * STAGE_BATCH, 1, end - first * STAGE_BATCH);
        return;
    }
    for (uint64_t i = first * STAGE_BATCH; i < end; i++)
        finish_pixel(w, i);
}
