/* Outputs of stages: those that are stored at the end of a batch, discarded pixels, and names. */
#include "why/why.h"

#include <stdlib.h>

bool why_outputs_open(struct sm5_why *y)
{
    y->pending = calloc(DEBUG_VALUES, sizeof *y->pending);
    return y->pending;
}

void why_outputs_close(struct sm5_why *y)
{
    free(y->pending);
    y->pending = NULL;
}

/* ---- outputs that wait for the end of their batch ---- */

static bool find_emitted(const struct sm5_why *y, const uint32_t *word, struct why_pending *out)
{
    const struct runtime_stage *stage = runtime_stage_of(y->debug->stage);
    for (uint64_t batch = 0; batch < y->debug->groups; batch++)
        for (uint8_t stream = 0; stream < 4; stream++) {
            const struct runtime_emitted *emitted = &stage->emitted[batch][stream];
            const uint32_t *first = emitted->words.data;
            if (!first || word < first || word >= first + emitted->words.count)
                continue;
            *out = (struct why_pending){true, batch, 0, stream, (size_t)(word - first), NULL};
            return true;
        }
    return false;
}

/* Of a pixel of a batch that has ended. */
static bool find_pixel(const struct sm5_why *y, const uint8_t *place, struct why_pending *out)
{
    const struct sm5_records *outputs = &runtime_stage_of(y->debug->stage)->out->outputs;
    const uint8_t *first = (const uint8_t *)outputs->words;
    size_t size = 16ul * outputs->registers;
    if (!size || !place || place < first || place >= first + outputs->count * size)
        return false;
    uint64_t pixel = (uint64_t)(place - first) / size, batch = pixel / STAGE_BATCH;
    *out = (struct why_pending){true, batch, (uint32_t)(pixel % STAGE_BATCH), 0, 0, NULL};
    return y->debug->clock.ended || batch < y->worker->group;
}

bool why_hold_output(struct sm5_why *y, const uint8_t *place, const uint32_t *emitted, uint32_t item)
{
    struct why_pending *pending = &y->pending[item];
    bool is_pixel = y->plan->program->stage == ISA_PIXEL;
    if (!y->debug->stage ||
        !(emitted ? find_emitted(y, emitted, pending) : is_pixel && find_pixel(y, place, pending))) {
        *pending = (struct why_pending){0};
        return false;
    }
    y->pending_count++;
    return true;
}

/* ---- the end of a batch ---- */

/* Payload: the number of the batch, and which pixels are helpers. */
enum { FINISH_BATCH, FINISH_HELPERS, FINISH_WORDS };

void why_record_finish(struct sm5_why *y, const struct interp_worker *w)
{
    struct why_trace *trace = &y->parts[1];
    uint64_t helpers = 0;
    for (uint32_t i = 0; w->helpers && i < w->threads; i++)
        helpers |= (uint64_t)(w->helpers[i] != 0) << i;
    for (uint32_t i = 0; i < y->roots && w->plan->program->stage == ISA_GEOMETRY; i++)
        if (y->pending[i].waits && y->pending[i].group == w->group)
            y->pending[i].origin =
                (uint8_t *)(uintptr_t)interp_emit_origin(w, y->pending[i].stream, y->pending[i].at);
    y->failed |= !VEC_PUSH(&trace->payload, w->group) || !VEC_PUSH(&trace->payload, helpers);
}

static void demand_output(struct sm5_why *y, uint32_t root, bool is_helper)
{
    struct why_item *item = &y->items.data[root];
    const struct why_pending *pending = &y->pending[root];
    if (pending->origin)
        item->place = pending->origin;
    if (!is_helper) {
        why_demand_memory(y, item->place, item->size, root);
        return;
    }
    uint32_t *head = &y->discards[pending->lane];
    y->discard_live += *head == 0;
    why_wait_for(y, head, root, 0xf);
}

void why_visit_finish(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event)
{
    const uint64_t *payload = trace->payload.data + event->payload;
    for (uint32_t i = 0; i < y->roots; i++) {
        struct why_pending *pending = &y->pending[i];
        if (!pending->waits || pending->group != payload[FINISH_BATCH])
            continue;
        pending->waits = false;
        y->pending_count--;
        demand_output(y, i, payload[FINISH_HELPERS] >> pending->lane & 1);
    }
}

/* ---- discarded pixels ---- */

bool why_discards(const struct interp_worker *w, const struct plan_op *op, uint32_t lane)
{
    bool is_set = op->condition == PLAN_NONE || (interp_column(w, op->condition)[lane] != 0) == op->test_nz;
    return is_set && !w->helpers[lane];
}

bool why_take_discard(struct sm5_why *y, uint32_t lane, uint32_t node)
{
    if (!y->discards[lane])
        return false;
    why_connect(y, y->discards[lane], node);
    y->discards[lane] = 0;
    y->discard_live--;
    return true;
}

void why_drop_outputs(struct sm5_why *y)
{
    const struct sm5_records *current = &y->worker->stage->records[PLAN_OUTPUTS];
    for (uint32_t lane = 0; lane < STAGE_BATCH; lane++) {
        for (uint32_t at = y->discards[lane]; at; at = y->waits.data[at - 1].next)
            y->items.data[y->waits.data[at - 1].item].word.source = SM5_WHY_HELPER;
        y->discards[lane] = 0;
    }
    y->discard_live = 0;
    if (y->plan->program->stage == ISA_GEOMETRY)
        why_drop_words(y, (const uint8_t *)current->words, current->count * current->registers * 16,
                       SM5_WHY_INITIAL);
}

/* ---- names ---- */

static struct debug_records records_of(uint32_t records)
{
    static const enum sm5_stage_part parts[] = {[PLAN_INPUTS] = SM5_STAGE_INPUTS,
                                                [PLAN_OUTPUTS] = SM5_STAGE_OUTPUTS,
                                                [PLAN_CONSTANTS] = SM5_STAGE_CONSTANTS};
    return (struct debug_records){(enum plan_records)records, parts[records], STAGE_ITEM, 0, -1};
}

void why_name_record(const struct sm5_why *y, const struct plan_step *step, uint32_t lane,
                     struct sm5_value *value)
{
    const struct debug_records file = records_of(step->record.records);
    uint32_t vertex = interp_index(y->worker, step->reg, lane),
             reg = interp_index(y->worker, step->element, lane);
    enum isa_stage stage = y->plan->program->stage;
    bool has_vertex = stage == ISA_GEOMETRY || stage == ISA_HULL || stage == ISA_DOMAIN;
    char prefix[20];
    if (file.records == PLAN_CONSTANTS)
        snprintf(prefix, sizeof prefix, "vpc");
    else if (file.records == PLAN_OUTPUTS)
        snprintf(prefix, sizeof prefix, "vocp[%u]", vertex);
    else if (has_vertex)
        snprintf(prefix, sizeof prefix, "v[%u]", vertex);
    else
        snprintf(prefix, sizeof prefix, "v");
    debug_name_element(y->debug, &file, prefix, reg, step->component, value);
}

/* "o.SV_Position.x"; of an emitted vertex "m0.SV_Position.x". */
void why_name_output(const struct sm5_why *y, const struct plan_op *op, const struct why_item *item,
                     struct sm5_value *value)
{
    const struct program_phase *phase = debug_phase(y->debug);
    bool is_patch = phase && phase->kind != PROGRAM_PHASE_POINTS;
    struct debug_records file = records_of(is_patch ? PLAN_CONSTANTS : PLAN_OUTPUTS);
    char prefix[4] = "o";
    if (op->run == RUN_STREAM) {
        file.stream = op->stream.number;
        if (item->is_result)
            snprintf(prefix, sizeof prefix, "m%u", op->stream.number & 3u);
    }
    debug_name_element(y->debug, &file, prefix, item->at / 4, item->at % 4, value);
}
