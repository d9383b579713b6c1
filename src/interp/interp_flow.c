/* Flow control over lanes. A block remembers which lanes go on behind it; a lane that leaves early (break,
   continue, ret) is taken out of every block it leaves. When no lane is active, execution goes on at the next
   place where some can come alive. */
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

static struct interp_block *push(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = &w->blocks[w->depth++];
    block->run = op->run;
    copy_lanes(block->resume, w->active, w->lanes);
    return block;
}

static struct interp_block *top(const struct interp_worker *w)
{
    return &w->blocks[w->depth - 1];
}

static void go_on(struct interp_worker *w, const struct plan_op *op)
{
    if (w->active_count == 0)
        w->pc = op->skip;
}

static void pop(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top(w)->resume);
    w->depth--;
    go_on(w, op);
}

/* Fills `taken` with the active lanes whose condition holds: a bit test, so that -0.0 counts as nonzero. */
static uint32_t take(struct interp_worker *w, const struct plan_op *op)
{
    if (op->condition == PLAN_NONE) {
        copy_lanes(w->taken, w->active, w->lanes);
        return w->active_count;
    }
    const uint32_t *condition = interp_column(w, op->condition);
    uint32_t if_zero = op->test_nz ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->taken[i] = w->active[i] & ((condition[i] ? UINT32_MAX : 0) ^ if_zero);
    return count_lanes(w->taken, w->lanes);
}

/* ---- if ---- */

static void run_if(struct interp_worker *w, const struct plan_op *op)
{
    w->active_count = take(w, op);
    struct interp_block *block = push(w, op);
    copy_lanes(block->other, w->active, w->lanes);
    remove_lanes(block->other, w->taken, w->lanes);
    copy_lanes(w->active, w->taken, w->lanes);
    go_on(w, op);
}

static void run_else(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top(w)->other);
    go_on(w, op);
}

/* ---- loop ---- */

static void run_loop(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push(w, op);
    copy_lanes(block->other, w->active, w->lanes);
}

static void run_endloop(struct interp_worker *w, const struct plan_op *op)
{
    set_active(w, top(w)->other);
    if (w->active_count == 0)
        pop(w, op);
    else if (runtime_step(w->run, &w->tick, op->instr, w->group))
        w->pc = op->target + 1;
    else
        w->done = true;
}

/* ---- leaving early ---- */

/* Takes `taken` out of the blocks it leaves: up to the innermost loop, or switch for break; all of the
   routine for ret, and for ret in main out of the group. */
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
            remove_lanes(block->other, w->taken, w->lanes);
        if (how == RUN_BREAK && is_loop)
            return;
        remove_lanes(block->resume, w->taken, w->lanes);
    }
    remove_lanes(w->live, w->taken, w->lanes);
    w->live_count = count_lanes(w->live, w->lanes);
}

static void run_leave(struct interp_worker *w, const struct plan_op *op)
{
    uint32_t taken = take(w, op);
    if (taken == 0)
        return;
    leave_blocks(w, op->run);
    remove_lanes(w->active, w->taken, w->lanes);
    w->active_count -= taken;
    go_on(w, op);
}

void interp_flow_end(struct interp_worker *w, const struct plan_op *op, const uint32_t *lanes)
{
    for (uint32_t i = 0; i < w->depth; i++) {
        remove_lanes(w->blocks[i].other, lanes, w->lanes);
        remove_lanes(w->blocks[i].resume, lanes, w->lanes);
    }
    remove_lanes(w->live, lanes, w->lanes);
    remove_lanes(w->active, lanes, w->lanes);
    w->live_count = count_lanes(w->live, w->lanes);
    w->active_count = count_lanes(w->active, w->lanes);
    go_on(w, op);
}

/* Execution goes on for the quad's derivatives; nothing is written any more (D3D11.3 22.5.1, 16.13). */
static void run_discard(struct interp_worker *w, const struct plan_op *op)
{
    if (take(w, op) == 0)
        return;
    for (uint32_t i = 0; i < w->lanes; i++)
        w->mute[i] |= w->taken[i];
}

/* ---- switch ---- */

static void run_switch(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push(w, op);
    copy_lanes(block->other, w->active, w->lanes);
    copy_lanes(block->value, interp_column(w, op->condition), w->lanes);
    memset(w->active, 0, w->lanes * sizeof *w->active);
    w->active_count = 0;
    go_on(w, op);
}

/* Lanes of `taken` join those that fall through. */
static void join(struct interp_worker *w, const struct plan_op *op)
{
    remove_lanes(top(w)->other, w->taken, w->lanes);
    for (uint32_t i = 0; i < w->lanes; i++)
        w->active[i] |= w->taken[i];
    w->active_count = count_lanes(w->active, w->lanes);
    go_on(w, op);
}

static void run_case(struct interp_worker *w, const struct plan_op *op)
{
    const struct interp_block *block = top(w);
    for (uint32_t i = 0; i < w->lanes; i++)
        w->taken[i] = block->value[i] == op->value ? block->other[i] : 0;
    join(w, op);
}

/* What no case takes: earlier ones have taken theirs, later ones are asked. */
static void run_default(struct interp_worker *w, const struct plan_op *op)
{
    const struct interp_block *block = top(w);
    copy_lanes(w->taken, block->other, w->lanes);
    for (uint32_t at = op->target; at != PLAN_NONE; at = w->plan->ops.data[at].target) {
        uint32_t literal = w->plan->ops.data[at].value;
        for (uint32_t i = 0; i < w->lanes; i++)
            w->taken[i] = block->value[i] == literal ? 0 : w->taken[i];
    }
    join(w, op);
}

/* ---- calls ---- */

/* Lanes of `taken` run the routine at `target`; all that are active now go on at `back`. With 32 return
   addresses stacked the call is skipped (D3D11.3 22.7.10). */
static void enter(struct interp_worker *w, const struct plan_op *op, uint32_t target, uint32_t back)
{
    if (w->calls == PLAN_CALL_DEPTH)
        return;
    if (!runtime_step(w->run, &w->tick, op->instr, w->group)) {
        w->done = true;
        return;
    }
    struct interp_block *block = push(w, op);
    block->run = RUN_CALL;
    block->pc = back;
    w->calls++;
    set_active(w, w->taken);
    w->pc = target;
}

static void run_call(struct interp_worker *w, const struct plan_op *op)
{
    if (take(w, op) > 0)
        enter(w, op, op->target, w->pc);
}

static void run_end(struct interp_worker *w)
{
    if (w->calls == 0) {
        w->done = true;
        return;
    }
    w->calls--;
    w->pc = top(w)->pc;
    set_active(w, top(w)->resume);
    w->depth--;
}

/* The function table bound to fp#[element], or PLAN_NONE. */
static uint32_t find_table(const struct interp_worker *w, const struct plan_op *op, uint32_t element)
{
    const struct runtime_bindings *bindings = w->run->bindings;
    if (element >= w->plan->program->decls.interfaces[op->interface].array_length)
        return PLAN_NONE;
    return bindings->tables[bindings->interface_base[op->interface] + element];
}

static void run_fcall(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = push(w, op);
    copy_lanes(block->other, w->active, w->lanes);
    for (uint32_t i = 0; i < w->lanes; i++)
        block->value[i] = find_table(w, op, interp_index(w, op->element, i));
}

/* The table's routine for the call site, or PLAN_NONE. */
static uint32_t find_body(const struct interp_worker *w, const struct plan_op *op, uint32_t id)
{
    const struct sm5_program *program = w->plan->program;
    const struct program_label *label = id == UINT32_MAX ? NULL : program_body_of(program, id, op->value);
    return label ? w->plan->labels[label - program->decls.labels] : PLAN_NONE;
}

/* Lanes may call different bodies: those of the first waiting lane's table go now, together, and the
   routine's end comes back here. */
static void run_fcall_next(struct interp_worker *w, const struct plan_op *op)
{
    struct interp_block *block = top(w);
    uint32_t lane = first_lane(block->other, w->threads);
    if (lane == w->threads) {
        pop(w, op);
        return;
    }
    uint32_t table = block->value[lane], body = find_body(w, op, table);
    if (body == PLAN_NONE) {
        interp_fault(w, op, RUNTIME_FAULT_FCALL, lane);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        w->taken[i] = block->value[i] == table ? block->other[i] : 0;
    remove_lanes(block->other, w->taken, w->lanes);
    uint32_t again = w->pc - 1;
    w->pc = again;
    enter(w, op, body, again);
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
    case RUN_RET: run_leave(w, op); break;
    case RUN_DISCARD: run_discard(w, op); break;
    case RUN_SWITCH: run_switch(w, op); break;
    case RUN_CASE: run_case(w, op); break;
    case RUN_DEFAULT: run_default(w, op); break;
    case RUN_CALL: run_call(w, op); break;
    case RUN_FCALL: run_fcall(w, op); break;
    case RUN_FCALL_NEXT: run_fcall_next(w, op); break;
    case RUN_END: run_end(w); break;
    default: pop(w, op); break; /* endif, endswitch */
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
    copy_lanes(w->taken, w->live, w->lanes);
    remove_lanes(w->taken, w->active, w->lanes);
    struct runtime_fault fault = {
        .kind = RUNTIME_FAULT_BARRIER,
        .instr = op->instr,
        .group = w->group,
        .thread = interp_flat(w, first_lane(w->taken, w->threads)),
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

/* Lanes move together, so a barrier has nothing to wait for: all live threads stand here, or never will
   (D3D11.3 22.17.7). */
void interp_sync(struct interp_worker *w, const struct plan_op *op)
{
    if ((op->value & ISA_SYNC_T) && w->active_count != w->live_count) {
        barrier_fault(w, op);
        return;
    }
    /* A locked operation orders all of this thread's accesses, as mfence does. */
    if (op->value & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL))
        __atomic_fetch_add(&w->fence, 1, __ATOMIC_SEQ_CST);
    if (w->hooks && w->hooks->sync) {
        struct interp_event event = interp_event(w, op);
        w->hooks->sync(w->context, &event, op->value);
    }
}
