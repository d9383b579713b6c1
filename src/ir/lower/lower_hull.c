/* Hull shaders: a group is a batch of patches. A phase is an if that selects as many threads as it has
   control points or instances, for each patch: thread t is number t % each of patch t / each. Barriers
   separate the phases, so that each sees the o# and memory written by those before it. */
#include "ir/lower/lower.h"

static uint32_t threads_of(const struct program_stage *stage, const struct program_phase *phase)
{
    return phase->kind == PROGRAM_PHASE_POINTS ? stage->points_out : phase->instances;
}

uint32_t lower_hull_threads(const struct program_stage *stage)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < stage->phase_count; i++) {
        uint32_t threads = threads_of(stage, &stage->phases[i]);
        most = threads > most ? threads : most;
    }
    return most;
}

static ir_ref lane2(struct lower *l, uint16_t op, ir_ref a, ir_ref b)
{
    return lower_lane(l, op, (const ir_ref[]){a, b}, 2);
}

static ir_ref times(struct lower *l, ir_ref value, uint32_t factor)
{
    return lower_part(l, lane2(l, ISA_IMUL, value, lower_constant(l, factor)), 1);
}

/* First patch of the batch: batches are numbered across rows of groups. */
static ir_ref first_patch(struct lower *l)
{
    ir_ref row = times(l, lower_system(l, IR_GROUP_Y), IR_GROUPS_MOST);
    return times(l, lane2(l, ISA_IADD, row, lower_system(l, IR_GROUP_X)), IR_STAGE_THREADS);
}

/* Number of patches of the batch; 0 in the batches that pad the last row. */
static ir_ref patch_count(struct lower *l)
{
    ir_ref first = first_patch(l), all = lower_stage_parameter(l, IR_STAGE_COUNT);
    ir_ref end = lane2(l, ISA_UMAX, all, first);
    ir_ref left = lane2(l, ISA_IADD, end, lower_lane(l, ISA_INEG, &first, 1));
    return lane2(l, ISA_UMIN, left, lower_constant(l, IR_STAGE_THREADS));
}

/* ---- one phase ---- */

static void place_thread(struct lower *l, uint32_t each)
{
    ir_ref first = first_patch(l), thread = lower_system(l, IR_FLAT), parts[2] = {thread, 0};
    if (each > 1)
        lower_parts(l, lane2(l, ISA_UDIV, thread, lower_constant(l, each)), parts);
    l->self = (struct lower_self){.each = each, .instance = parts[1]};
    l->self.item = lane2(l, ISA_IADD, first, parts[0]);
    l->self.own = lane2(l, ISA_IADD, times(l, first, each), thread);
}

/* Record of the output control point with the thread's number. Phases other than the control point phase
   use it only in a routine that belongs to the control point phase. */
static ir_ref record_of(struct lower *l)
{
    uint32_t points = l->program->decls.stage.points_out;
    if (l->self.each == points)
        return l->self.own;
    ir_ref first = times(l, l->self.item, points);
    return l->self.instance ? lane2(l, ISA_IADD, first, l->self.instance) : first;
}

static void routine_body(struct lower *l, void *context)
{
    const struct program_phase *phase = context;
    lower_range(l, phase->first, program_block_of(l->program, phase->first)->end);
}

/* r# and x# of a phase start as zeros. */
static void forget_registers(struct lower *l)
{
    ir_ref zero = lower_constant(l, 0);
    for (uint32_t i = 0; i < l->variable_count; i++)
        lower_assign(l, i, zero);
}

static void phase_body(struct lower *l, void *context)
{
    const struct program_phase *phase = context;
    const struct ir_value clear = {.kind = IR_XCLEAR, .slot = IR_NONE, .view = IR_NONE};
    place_thread(l, threads_of(&l->program->decls.stage, phase));
    l->self.record = record_of(l);
    if (l->f->array_count) {
        lower_effect(l, &clear, NULL, 0);
        for (uint32_t i = 0; i < l->f->array_count; i++)
            lower_touch(l, l->program->decls.resource_count + i);
    }
    lower_make_scope(l, phase->first, phase->end, true, routine_body, context);
    forget_registers(l);
}

/* After this barrier all threads see the writes of the phase before it: a group runs on one core. */
static void separate_phases(struct lower *l)
{
    const struct ir_value sync = {.kind = IR_SYNC, .sync = ISA_SYNC_T, .slot = IR_NONE, .view = IR_NONE};
    lower_effect(l, &sync, NULL, 0);
    lower_touch_all(l);
}

void lower_hull_main(struct lower *l)
{
    const struct program_stage *stage = &l->program->decls.stage;
    ir_ref patches = patch_count(l);
    bool is_first = true;
    l->f->forgets_arrays = true;
    for (uint32_t i = 0; i < stage->phase_count && !l->status; i++) {
        uint32_t each = threads_of(stage, &stage->phases[i]);
        if (!each)
            continue;
        if (!is_first)
            separate_phases(l);
        is_first = false;
        l->at = stage->phases[i].first;
        ir_ref limit = times(l, patches, each);
        size_t found = lower_mark(l); /* each phase has its own test, the form that gen_group.c recognises */
        ir_ref takes_part = lane2(l, ISA_ULT, lower_system(l, IR_FLAT), limit);
        lower_forget(l, found);
        lower_make_if(l, takes_part, phase_body, NULL, &stage->phases[i]);
    }
}
