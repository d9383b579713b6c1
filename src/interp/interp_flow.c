/* Divergent control flow. A block stores the mask of lanes that are active after it; a lane that jumps
   (break, continue, ret) is removed from the masks of all blocks that it leaves. When no lane is active,
   execution continues at the next operation that can activate some (plan_op.skip). */
#include "interp/interp_worker.h"

static uint32_t count_lanes(const uint32_t *mask, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += mask[i] & 1;
    return count;
}

static void copy_lanes(uint32_t *to, const uint32_t *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

static void remove_lanes(uint32_t *from, const uint32_t *mask, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        from[i] &= ~mask[i];
}

static void set_active(struct interp_worker *w, const uint32_t *mask)
{
    copy_lanes(w->active, mask, w->lanes);
    w->active_count = count_lanes(mask, w->lanes);
}

static uint32_t first_lane(const uint32_t *mask, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (mask[i])
            return i;
    return n;
}

void interp_fault(struct interp_worker *w, const struct plan_op *op, enum runtime_fault_kind kind,
                  uint32_t thread)
{
    struct runtime_fault fault = {.kind = kind,
                                  .instr = op->instr,
                                  .group = w->group,
                                  .thread = interp_flat(w, thread),
                                  .other_thread = interp_flat(w, thread)};
    runtime_fault(w->run, &fault);
    w->done = true;
}

static struct interp_block *push_block(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = &w->blocks[w->depth++];
    block->run = op->run;
    copy_lanes(block->resume, w->active, w->lanes);
    return block;
}

static struct interp_block *top_block(const struct interp_worker *w)
{
    return &w->blocks[w->depth - 1];
}

static void skip_if_idle(struct interp_worker *w, const struct plan_op *op)
{
    if (w->active_count == 0)
        w->pc = op->skip;
}

static void pop_block(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top_block(w)->resume);
    w->depth--;
    skip_if_idle(w, op);
}

/* Sets `selected` to the active lanes whose condition holds: a test of bits, for which -0.0 is nonzero. */
static uint32_t select_lanes(struct interp_worker *w, const struct plan_op *op)
{
    if (op->condition == PLAN_NONE) {
        copy_lanes(w->selected, w->active, w->lanes);
        return w->active_count;
    }
    const uint32_t *condition = interp_column(w, op->condition);
    uint32_t if_zero = op->test_nz ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->selected[i] = w->active[i] & ((condition[i] ? UINT32_MAX : 0) ^ if_zero);
    return count_lanes(w->selected, w->lanes);
}

/* ---- if ---- */

static void run_if(struct interp_worker *w, const struct plan_op *op)
{
    w->active_count = select_lanes(w, op);
    struct interp_block *block = push_block(w, op);
    copy_lanes(block->pending, w->active, w->lanes);
    remove_lanes(block->pending, w->selected, w->lanes);
    copy_lanes(w->active, w->selected, w->lanes);
    skip_if_idle(w, op);
}

static void run_else(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top_block(w)->pending);
    skip_if_idle(w, op);
}

/* ---- loop ---- */

static void run_loop(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push_block(w, op);
    copy_lanes(block->pending, w->active, w->lanes);
}

static void run_endloop(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top_block(w)->pending);
    if (w->active_count == 0)
        pop_block(w, op);
    else if (runtime_step(w->run, &w->tick, op->instr, w->group))
        w->pc = op->loop + 1;
    else
        w->done = true;
}

/* ---- jumps ---- */

/* Removes the selected lanes from the blocks that they leave: up to the innermost loop, or switch for
   break; all of the routine for ret, and from the group for ret in main. */
static void leave_blocks(struct interp_worker *w, uint8_t how)
{
    for (uint32_t i = w->depth; i-- > 0;) {
        struct interp_block *block = &w->blocks[i];
        bool is_loop = block->run == RUN_LOOP;
        if (block->run == RUN_CALL)
            return;
        if (how == RUN_BREAK && block->run == RUN_SWITCH)
            return;
        if (how == RUN_CONTINUE && is_loop)
            return;
        if (is_loop)
            remove_lanes(block->pending, w->selected, w->lanes);
        if (how == RUN_BREAK && is_loop)
            return;
        remove_lanes(block->resume, w->selected, w->lanes);
    }
    remove_lanes(w->live, w->selected, w->lanes);
    w->live_count = count_lanes(w->live, w->lanes);
}

static void run_jump(struct interp_worker *w, const struct plan_op *op)
{
    uint32_t count = select_lanes(w, op);
    if (count == 0)
        return;
    leave_blocks(w, op->run);
    remove_lanes(w->active, w->selected, w->lanes);
    w->active_count -= count;
    skip_if_idle(w, op);
}

void interp_flow_end(struct interp_worker *w, const struct plan_op *op, const uint32_t *lanes)
{
    for (uint32_t i = 0; i < w->depth; i++) {
        remove_lanes(w->blocks[i].pending, lanes, w->lanes);
        remove_lanes(w->blocks[i].resume, lanes, w->lanes);
    }
    remove_lanes(w->live, lanes, w->lanes);
    remove_lanes(w->active, lanes, w->lanes);
    w->live_count = count_lanes(w->live, w->lanes);
    w->active_count = count_lanes(w->active, w->lanes);
    skip_if_idle(w, op);
}

/* The lanes continue for the quad's derivatives, without side effects (D3D11.3 22.5.1, 16.13). */
static void run_discard(struct interp_worker *w, const struct plan_op *op)
{
    if (select_lanes(w, op) == 0)
        return;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->helpers[i] |= w->selected[i];
}

/* ---- switch ---- */

static void run_switch(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push_block(w, op);
    copy_lanes(block->pending, w->active, w->lanes);
    copy_lanes(block->value, interp_column(w, op->condition), w->lanes);
    memset(w->active, 0, w->lanes * sizeof *w->active);
    w->active_count = 0;
    skip_if_idle(w, op);
}

/* The selected lanes join those that fall through. */
static void join(struct interp_worker *w, const struct plan_op *op)
{
    remove_lanes(top_block(w)->pending, w->selected, w->lanes);
    for (uint32_t i = 0; i < w->lanes; i++)
        w->active[i] |= w->selected[i];
    w->active_count = count_lanes(w->active, w->lanes);
    skip_if_idle(w, op);
}

static void run_case(struct interp_worker *w, const struct plan_op *op)
{
    const struct interp_block *block = top_block(w);
    for (uint32_t i = 0; i < w->lanes; i++)
        w->selected[i] = block->value[i] == op->label.literal ? block->pending[i] : 0;
    join(w, op);
}

/* Lanes that match no case: those of earlier cases are not pending any more, later cases are compared. */
static void run_default(struct interp_worker *w, const struct plan_op *op)
{
    const struct interp_block *block = top_block(w);
    copy_lanes(w->selected, block->pending, w->lanes);
    for (uint32_t at = op->label.next; at != PLAN_NONE; at = w->plan->ops.data[at].label.next) {
        uint32_t literal = w->plan->ops.data[at].label.literal;
        for (uint32_t i = 0; i < w->lanes; i++)
            w->selected[i] = block->value[i] == literal ? 0 : w->selected[i];
    }
    join(w, op);
}

/* ---- calls ---- */

/* The selected lanes run the routine at `target`; all lanes active now resume at `back`. With 32 return
   addresses stacked the call is skipped (D3D11.3 22.7.10). */
static void enter_routine(struct interp_worker *w, const struct plan_op *op, uint32_t target, uint32_t back)
{
    if (w->calls == PLAN_CALL_DEPTH)
        return;
    if (!runtime_step(w->run, &w->tick, op->instr, w->group)) {
        w->done = true;
        return;
    }
    struct interp_block *block = push_block(w, op);
    block->run = RUN_CALL;
    block->pc = back;
    w->calls++;
    set_active(w, w->selected);
    w->pc = target;
}

static void run_call(struct interp_worker *w, const struct plan_op *op)
{
    if (select_lanes(w, op) > 0)
        enter_routine(w, op, op->routine, w->pc);
}

static void run_end(struct interp_worker *w)
{
    if (w->calls == 0) {
        w->done = true;
        return;
    }
    w->calls--;
    w->pc = top_block(w)->pc;
    set_active(w, top_block(w)->resume);
    w->depth--;
}

static void run_fcall(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push_block(w, op);
    copy_lanes(block->pending, w->active, w->lanes);
    for (uint32_t i = 0; i < w->lanes; i++)
        block->value[i] = runtime_table_of(w->run->bindings, w->plan->program, op->fcall.interface,
                                           interp_index(w, op->fcall.element, i));
}

/* The table's routine for the call site, or PLAN_NONE. */
static uint32_t find_body(const struct interp_worker *w, const struct plan_op *op, uint32_t id)
{
    const struct sm5_program *program = w->plan->program;
    const struct program_label *label =
        id == UINT32_MAX ? NULL : program_body_of(program, id, op->fcall.call_site);
    return label ? w->plan->labels[label - program->decls.labels] : PLAN_NONE;
}

/* Lanes may call different bodies: runs that of the first pending lane for all lanes with the same table. The
   routine returns to this operation. */
static void run_fcall_next(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = top_block(w);
    uint32_t lane = first_lane(block->pending, w->threads);
    if (lane == w->threads) {
        pop_block(w, op);
        return;
    }
    uint32_t table = block->value[lane], body = find_body(w, op, table);
    if (body == PLAN_NONE) {
        interp_fault(w, op, RUNTIME_FAULT_FCALL, lane);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        w->selected[i] = block->value[i] == table ? block->pending[i] : 0;
    remove_lanes(block->pending, w->selected, w->lanes);
    uint32_t again = w->pc - 1;
    w->pc = again;
    enter_routine(w, op, body, again);
}

void interp_flow(struct interp_worker *w, const struct plan_op *op)
{
    switch (op->run) {
    case RUN_IF: run_if(w, op); break;
    case RUN_ELSE: run_else(w, op); break;
    case RUN_LOOP: run_loop(w, op); break;
    case RUN_ENDLOOP: run_endloop(w, op); break;
    case RUN_BREAK:
    case RUN_CONTINUE:
    case RUN_RET: run_jump(w, op); break;
    case RUN_DISCARD: run_discard(w, op); break;
    case RUN_SWITCH: run_switch(w, op); break;
    case RUN_CASE: run_case(w, op); break;
    case RUN_DEFAULT: run_default(w, op); break;
    case RUN_CALL: run_call(w, op); break;
    case RUN_FCALL: run_fcall(w, op); break;
    case RUN_FCALL_NEXT: run_fcall_next(w, op); break;
    case RUN_END: run_end(w); break;
    default: pop_block(w, op); break; /* endif, endswitch */
    }
}

void interp_flow_start(struct interp_worker *w, uint32_t pc, uint32_t count)
{
    memset(w->active, 0xff, count * sizeof *w->active);
    memset(w->live, 0xff, count * sizeof *w->live);
    memset(w->active + count, 0, (w->lanes - count) * sizeof *w->active);
    memset(w->live + count, 0, (w->lanes - count) * sizeof *w->live);
    w->active_count = w->live_count = count;
    w->depth = w->calls = 0;
    w->pc = pc;
    w->done = false;
}

/* ---- sync ---- */

static void barrier_fault(struct interp_worker *w, const struct plan_op *op)
{
    copy_lanes(w->selected, w->live, w->lanes);
    remove_lanes(w->selected, w->active, w->lanes);
    struct runtime_fault fault = {
        .kind = RUNTIME_FAULT_BARRIER,
        .instr = op->instr,
        .group = w->group,
        .thread = interp_flat(w, first_lane(w->selected, w->threads)),
        .other_thread = interp_flat(w, first_lane(w->active, w->threads)),
        .missing = w->live_count - w->active_count,
    };
    if (w->hooks && w->hooks->missed) {
        struct interp_event event = interp_event(w, op);
        w->hooks->missed(w->context, &event, w->live);
    }
    runtime_fault(w->run, &fault);
    w->done = true;
}

/* All threads of the strip execute in lockstep: either all live threads reach the barrier now, or some
   never do (D3D11.3 22.17.7). */
void interp_sync(struct interp_worker *w, const struct plan_op *op)
{
    if ((op->sync & ISA_SYNC_T) && w->active_count != w->live_count) {
        barrier_fault(w, op);
        return;
    }
    /* A locked operation orders all of this thread's accesses, as mfence does. */
    if (op->sync & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL))
        __atomic_fetch_add(&w->fence, 1, __ATOMIC_SEQ_CST);
    if (w->hooks && w->hooks->sync) {
        struct interp_event event = interp_event(w, op);
        w->hooks->sync(w->context, &event, op->sync);
    }
}
