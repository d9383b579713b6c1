/* The branches that led a thread to an instruction: those that opened the blocks around it, and jumps out of these
   blocks that the thread did not take. */
#include "why/why.h"

#include <stdlib.h>

/* ---- levels of operations ---- */

static bool is_opener(uint8_t run)
{
    return run == RUN_IF || run == RUN_LOOP || run == RUN_SWITCH;
}

static bool is_closer(uint8_t run)
{
    return run == RUN_ENDIF || run == RUN_ENDLOOP || run == RUN_ENDSWITCH;
}

static bool is_jump(uint8_t run)
{
    return run == RUN_BREAK || run == RUN_CONTINUE || run == RUN_RET;
}

/* The level of the block that a jump in the open blocks, given by their operations, leaves. */
static int32_t target_of(const struct plan *plan, uint8_t run, const uint32_t *open, int32_t level)
{
    while (run != RUN_RET && level-- > 0) {
        uint8_t block = plan->ops.data[open[level]].run;
        if (block == RUN_LOOP || (run == RUN_BREAK && block == RUN_SWITCH))
            return level;
    }
    return -1;
}

static void set_levels(struct why_level *levels, const struct plan *plan, uint32_t *open)
{
    int32_t level = 0;
    for (uint32_t at = 0; at < plan->ops.count; at++) {
        uint8_t run = plan->ops.data[at].run;
        levels[at] = (struct why_level){level - (run == RUN_ELSE || is_closer(run)), INT32_MAX};
        if (is_jump(run)) {
            levels[at].target = target_of(plan, run, open, level);
            for (int32_t i = 0; i < level; i++)
                if (plan->ops.data[open[i]].run == RUN_IF && levels[at].target < levels[open[i]].target)
                    levels[open[i]].target = levels[at].target;
        }
        if (is_opener(run))
            open[level++] = at;
        level -= is_closer(run);
        level = run == RUN_END || level < 0 ? 0 : level;
    }
}

bool why_branches_open(struct sm5_why *y)
{
    uint32_t *open = calloc(y->plan->ops.count + 1, sizeof *open);
    y->levels = calloc(y->plan->ops.count + 1, sizeof *y->levels);
    if (open && y->levels)
        set_levels(y->levels, y->plan, open);
    free(open);
    return open && y->levels;
}

void why_branches_close(struct sm5_why *y)
{
    free(y->levels);
    VEC_FREE(&y->branches);
    VEC_FREE(&y->decided);
}

/* ---- demands ---- */

void why_demand_branch(struct sm5_why *y, uint32_t lane, uint32_t depth, bool jumps)
{
    const struct why_item item = {.word = {.role = SM5_WHY_BRANCH, .source = SM5_WHY_INITIAL},
                                  .node = (uint32_t)y->nodes.count,
                                  .operand = UINT8_MAX,
                                  .column = WHY_NONE,
                                  .step = WHY_NONE,
                                  .lane = lane};
    struct why_branch *found = NULL;
    for (size_t i = 0; i < y->branches.count && !found; i++) {
        struct why_branch *b = &y->branches.data[i];
        found = b->lane == lane && b->depth == depth && b->jumps == jumps ? b : NULL;
    }
    if (!found) {
        const struct why_branch made = {lane, depth, jumps, 0};
        if (!VEC_PUSH(&y->branches, made)) {
            y->failed = true;
            return;
        }
        found = &y->branches.data[y->branches.count - 1];
    }
    if (why_add_item(y, &item))
        why_wait_for(y, &found->waits, (uint32_t)y->items.count - 1, 0xf);
}

/* ---- search ---- */

/* The operation decided that the lane got to where `b` is. Other openers lead one block out. */
static bool decides(const struct sm5_why *y, const struct why_event *event, struct why_branch *b)
{
    const struct plan_op *op = &y->plan->ops.data[event->op];
    const struct why_level *level = &y->levels[event->op];
    bool is_conditional = op->condition != PLAN_NONE;
    int64_t target = (int64_t)event->depth - level->own + level->target;
    bool opens =
        is_opener(op->run) || op->run == RUN_CALL || op->run == RUN_FCALL || op->run == RUN_FCALL_NEXT;
    if (opens && event->depth < b->depth) {
        b->depth = is_conditional ? b->depth : event->depth;
        return is_conditional;
    }
    return b->jumps && is_conditional && level->target != INT32_MAX && target < (int64_t)b->depth;
}

/* The branch is a node: its condition, and the branch before it. */
static void add_branch(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                       uint32_t lane)
{
    const struct plan_op *op = &y->plan->ops.data[event->op];
    size_t first = y->items.count;
    y->wants.count = 0;
    y->lane = lane;
    why_want(y, op->condition, SM5_WHY_CONDITION, UINT8_MAX, 0);
    why_add_reads(y, trace, event, lane);
    why_demand_branch(y, lane, event->depth, y->options.follow == SM5_WHY_CONDITIONS);
    why_add_node(y, event, lane, first, true);
}

/* Moves the demands about which the operation decides to y->decided. */
static void take_decided(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event)
{
    size_t kept = 0;
    y->decided.count = 0;
    for (size_t i = 0; i < y->branches.count; i++) {
        struct why_branch *b = &y->branches.data[i];
        bool is_decided = why_is_active(trace, event, b->lane) && decides(y, event, b);
        if (is_decided && VEC_PUSH(&y->decided, *b))
            continue;
        y->failed |= is_decided;
        y->branches.data[kept++] = *b;
    }
    y->branches.count = kept;
}

static int compare_lanes(const void *left, const void *right)
{
    const struct why_branch *a = left, *b = right;
    return a->lane < b->lane ? 1 : -(a->lane > b->lane);
}

/* The last lane first, as for other operations. */
void why_visit_branch(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event)
{
    uint8_t run = y->plan->ops.data[event->op].run;
    if (run != RUN_CALL && run != RUN_FCALL && run != RUN_FCALL_NEXT && !is_opener(run) && !is_jump(run))
        return;
    take_decided(y, trace, event);
    if (y->decided.count)
        qsort(y->decided.data, y->decided.count, sizeof *y->decided.data, compare_lanes);
    for (size_t i = 0; i < y->decided.count && !y->failed && !y->cut;) {
        uint32_t lane = y->decided.data[i].lane, node = (uint32_t)y->nodes.count;
        for (; i < y->decided.count && y->decided.data[i].lane == lane; i++)
            why_connect(y, y->decided.data[i].waits, node);
        add_branch(y, trace, event, lane);
    }
}
