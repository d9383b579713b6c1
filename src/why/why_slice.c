/* The search: traces from the last to the first, each backwards. */
#include "why/why.h"

enum { MAX_STEPS = 10000 }; /* default */

bool why_locate(const struct sm5_why *y, const uint8_t *place, uint32_t *column, uint32_t *lane)
{
    const uint8_t *first = (const uint8_t *)y->worker->columns;
    size_t words = (size_t)y->plan->registers * y->worker->lanes;
    if (place < first || place >= first + words * sizeof(uint32_t))
        return false;
    size_t at = (size_t)(place - first) / sizeof(uint32_t);
    *column = (uint32_t)(at / y->worker->lanes);
    *lane = (uint32_t)(at % y->worker->lanes);
    return true;
}

bool why_add_node(struct sm5_why *y, const struct why_event *event, uint32_t lane, size_t first,
                  bool is_branch)
{
    struct why_node node = {
        .time = event->time, .op = event->op, .lane = lane, .first = (uint32_t)first, .is_branch = is_branch};
    for (size_t i = first; i < y->items.count; i++)
        if (y->items.data[i].is_result)
            node.results++;
        else
            node.reads++;
    y->failed = y->failed || !VEC_PUSH(&y->nodes, node);
    y->cut = y->nodes.count >= (y->options.max_steps ? y->options.max_steps : MAX_STEPS);
    return !y->failed;
}

/* ---- operations ---- */

static bool writes_memory(const struct plan *plan, const struct plan_op *op)
{
    if (op->run == RUN_TEXTURE) {
        uint8_t kind = plan->textures.data[op->texture].access.kind;
        return kind == ISA_ACCESS_STORE || kind == ISA_ACCESS_ATOMIC;
    }
    return op->run >= RUN_STORE && op->run <= RUN_CONSUME;
}

/* The effects of stages, as those of stores, depend on the branches that led to them. */
static bool writes_output(const struct plan *plan, const struct plan_op *op)
{
    const struct plan_step *step = &plan->steps.data[op->steps + op->fetches];
    bool any = op->run == RUN_STREAM || op->run == RUN_DISCARD;
    for (unsigned i = 0; i < op->finishes; i++)
        any |= step[i].kind == STEP_OUTPUT;
    return any;
}

static bool writes_demanded(const struct sm5_why *y, const struct plan_op *op)
{
    const struct plan *plan = y->plan;
    const struct plan_step *step = &plan->steps.data[op->steps + op->fetches];
    bool any = (op->run == RUN_STREAM && y->words.live) || (op->run == RUN_DISCARD && y->discard_live);
    for (unsigned i = 0; i < op->finishes; i++, step++)
        any |= step->kind == STEP_SCATTER || (step->kind == STEP_OUTPUT && y->words.live) ||
               (step->kind == STEP_SELECT && why_is_demanded(y, step->d));
    if (op->run == RUN_LANES || op->run == RUN_DOUBLES) {
        const struct plan_unit *units = &plan->units.data[op->units];
        for (unsigned u = 0; u < op->units_count; u++)
            any |= why_is_demanded(y, units[u].d[0]) || why_is_demanded(y, units[u].d[1]);
    } else if (op->run == RUN_TEXTURE) {
        const struct plan_texture *t = &plan->textures.data[op->texture];
        for (unsigned k = 0; k < t->count; k++)
            any |= why_is_demanded(y, t->column[k]);
        any |= why_is_demanded(y, t->status);
    } else if (op->run == RUN_LOAD) {
        const struct plan_memory *m = &plan->memory.data[op->memory];
        for (unsigned k = 0; k < m->count; k++)
            any |= why_is_demanded(y, m->column[k]);
        any |= why_is_demanded(y, m->status);
    } else if (plan_is_memory(op)) {
        any |= why_is_demanded(y, plan->memory.data[op->memory].result);
    }
    return any;
}

static void visit_lane(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                       uint32_t lane)
{
    const struct plan_op *op = &y->plan->ops.data[event->op];
    size_t first = y->items.count;
    bool follows = y->options.follow == SM5_WHY_CONDITIONS;
    if (!why_take_results(y, trace, event, lane))
        return;
    why_add_reads(y, trace, event, lane);
    if (follows || writes_memory(y->plan, op) || writes_output(y->plan, op))
        why_demand_branch(y, lane, event->depth, true);
    why_add_node(y, event, lane, first, false);
}

/* Lanes access memory one after the other: the last one first. */
static void visit(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event)
{
    const struct plan_op *op = &y->plan->ops.data[event->op];
    if (y->branches.count)
        why_visit_branch(y, trace, event);
    bool matters = writes_demanded(y, op) || (y->words.live && writes_memory(y->plan, op));
    for (uint32_t lane = y->worker->threads; matters && lane-- > 0 && !y->failed && !y->cut;)
        if (why_is_active(trace, event, lane))
            visit_lane(y, trace, event, lane);
    why_demand_late(y);
}

/* ---- traces ---- */

static bool is_done(const struct sm5_why *y)
{
    return y->failed || y->cut ||
           (!y->column_live && !y->words.live && !y->branches.count && !y->pending_count && !y->discard_live);
}

/* Words that the user of the debugger assigned at positions from `time` on. */
static void drop_edits(struct sm5_why *y, size_t *edits, uint64_t time)
{
    for (; *edits && y->debug->edits.data[*edits - 1].time >= time; --*edits)
        if (y->debug->edits.data[*edits - 1].time <= y->end)
            why_drop_edit(y, &y->debug->edits.data[*edits - 1]);
}

static void visit_trace(struct sm5_why *y, const struct why_trace *trace, size_t *edits)
{
    for (size_t i = trace->events.count; i-- > 0 && !is_done(y);) {
        const struct why_event *event = &trace->events.data[i];
        if (event->op == WHY_NONE) {
            why_drop_group(y, SM5_WHY_INITIAL);
            if (y->debug->stage)
                why_drop_outputs(y);
            y->branches.count = 0;
            continue;
        }
        if (event->op == WHY_FINISH) {
            why_visit_finish(y, trace, event);
            continue;
        }
        drop_edits(y, edits, event->time + 1);
        visit(y, trace, event);
    }
}

/* The first node becomes the last one. */
static void reverse(struct sm5_why *y)
{
    size_t count = y->nodes.count;
    for (size_t i = 0; i < count / 2; i++) {
        struct why_node kept = y->nodes.data[i];
        y->nodes.data[i] = y->nodes.data[count - 1 - i];
        y->nodes.data[count - 1 - i] = kept;
    }
    for (size_t i = 0; i < y->items.count; i++) {
        struct why_item *item = &y->items.data[i];
        if (item->node != WHY_NONE)
            item->node = (uint32_t)(count - 1) - item->node;
        if (!item->is_result && item->word.source == SM5_WHY_STEP)
            item->word.step = count - 1 - item->word.step;
    }
}

void why_slice(struct sm5_why *y)
{
    uint64_t until = y->end;
    size_t edits = y->debug->edits.count;
    while (!is_done(y) && until > 0) {
        uint64_t from = why_record(y, until);
        visit_trace(y, &y->parts[1], &edits);
        visit_trace(y, &y->parts[0], &edits);
        until = from;
    }
    if (!is_done(y))
        drop_edits(y, &edits, 0);
    why_drop_all(y, y->cut ? SM5_WHY_CUT : SM5_WHY_INITIAL);
    reverse(y);
}
