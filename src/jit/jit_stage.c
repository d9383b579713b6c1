/* Records of a stage's run as views: ir.h has a stage other than compute as a compute program over them. */
#include "jit/jit.h"

_Static_assert((int)IR_STAGE_THREADS == (int)STAGE_BATCH && (int)IR_GROUPS_MOST == (int)STAGE_ROW,
               "a batch is a group");

static struct jit_view view_of(const void *base, uint64_t count, uint64_t stride)
{
    if (!base || !count || !stride || count > UINT32_MAX)
        return (struct jit_view){.base = (uint8_t *)(uintptr_t)jit_help_zeros};
    return (struct jit_view){
        .base = (uint8_t *)(uintptr_t)base, .bytes = count * stride, .count = (uint32_t)count};
}

static struct jit_view records(const struct sm5_records *records)
{
    return view_of(records->words, records->count, 16ul * records->registers);
}

static struct jit_view parameters(struct jit_worker *w)
{
    const struct runtime_stage *stage = w->run->stage;
    w->parameters[IR_STAGE_COUNT] = (uint32_t)stage->invocations;
    w->parameters[IR_STAGE_POINTS] = stage->in->points_per_patch && stage->in->points_per_patch < UINT32_MAX
                                         ? (uint32_t)stage->in->points_per_patch
                                         : UINT32_MAX;
    w->parameters[IR_STAGE_COVERED] = stage->in->coverage ? UINT32_MAX : 0;
    return view_of(w->parameters, 1, sizeof w->parameters);
}

struct jit_view jit_stage_view(struct jit_worker *w, enum ir_stage_slot slot)
{
    const struct runtime_stage *stage = w->run->stage;
    switch (slot) {
    case IR_STAGE_INPUTS: return records(&stage->in->inputs);
    case IR_STAGE_OUTPUTS: return records(&stage->out->outputs);
    case IR_STAGE_CONSTANTS: return records(&stage->in->constants);
    case IR_STAGE_LOCATIONS: return view_of(stage->in->locations, stage->in->count, 3 * sizeof(float));
    case IR_STAGE_COVERAGE: return view_of(stage->in->coverage, stage->in->count, sizeof(uint32_t));
    default: return parameters(w);
    }
}

uint32_t jit_stage_samples(const struct jit_worker *w)
{
    return w->run->stage ? w->run->stage->samples : 1;
}

void jit_stage_finish(const struct jit_worker *w, uint64_t first, uint64_t count)
{
    const struct runtime_stage *stage = w->run->stage;
    if (!stage || !stage->out->written)
        return;
    uint64_t end = (first + count) * STAGE_BATCH;
    end = end < stage->invocations ? end : stage->invocations;
    for (uint64_t i = first * STAGE_BATCH; i < end; i++)
        stage->out->written[i] = !stage->in->coverage || stage->in->coverage[i];
}
