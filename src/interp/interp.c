/* The engine: kernels, workers, and the operation loop. */
#include "interp/interp_worker.h"

#include <stdlib.h>

#include "numeric/numeric.h"

/* ---- kernel ---- */

enum sm5_status interp_kernel_new(const struct sm5_program *program, void **kernel, struct sm5_diags *diags)
{
    struct plan *plan;
    enum sm5_status status = plan_new(program, &plan, diags);
    *kernel = plan;
    return status;
}

void interp_kernel_free(void *kernel)
{
    plan_free(kernel);
}

uint32_t interp_kernel_lanes(const void *kernel)
{
    return ((const struct plan *)kernel)->lanes;
}

/* ---- worker ---- */

enum { TGSM_ALIGN = 64 };
enum { COLUMN_SETS = 4 }; /* active, live, selected, helpers */

static uint32_t *allocate_columns(uint32_t **at, const struct interp_worker *w, size_t count)
{
    uint32_t *columns = *at;
    *at += count * w->lanes;
    return columns;
}

size_t interp_worker_bytes(const struct plan *plan, uint32_t lanes)
{
    size_t columns = (size_t)plan->columns + COLUMN_SETS + 3 * (size_t)plan->flow_depth;
    return columns * lanes * sizeof(uint32_t);
}

uint8_t *interp_tgsm_new(const struct plan *plan)
{
    return memory_new(plan->program->decls.tgsm_bytes, TGSM_ALIGN, sizeof(uint32_t));
}

/* `tgsm` NULL: allocated too. */
static bool allocate(struct interp_worker *w, uint8_t *tgsm)
{
    const struct plan *plan = w->plan;
    w->blocks = calloc(plan->flow_depth, sizeof *w->blocks);
    w->memory = memory_new(interp_worker_bytes(plan, w->lanes), LANE_ALIGN, LANE_ALIGN);
    w->tgsm = tgsm ? tgsm : (w->own_tgsm = interp_tgsm_new(plan));
    if (!w->blocks || !w->memory || !w->tgsm)
        return false;
    uint32_t *at = w->memory;
    w->columns = allocate_columns(&at, w, plan->columns);
    w->active = allocate_columns(&at, w, 1);
    w->live = allocate_columns(&at, w, 1);
    w->selected = allocate_columns(&at, w, 1);
    uint32_t *helpers = allocate_columns(&at, w, 1);
    w->helpers = plan->program->stage == ISA_PIXEL ? helpers : NULL;
    for (uint32_t i = 0; i < plan->flow_depth; i++) {
        w->blocks[i].resume = allocate_columns(&at, w, 1);
        w->blocks[i].pending = allocate_columns(&at, w, 1);
        w->blocks[i].value = allocate_columns(&at, w, 1);
    }
    return true;
}

void interp_set_thread(struct interp_worker *w, uint32_t lane, uint32_t flat)
{
    const uint32_t *size = w->plan->program->decls.thread_group;
    uint32_t system = w->plan->system;
    interp_column(w, system + SYSTEM_LOCAL)[lane] = flat % size[0];
    interp_column(w, system + SYSTEM_LOCAL + 1)[lane] = flat / size[0] % size[1];
    interp_column(w, system + SYSTEM_LOCAL + 2)[lane] = flat / (size[0] * size[1]);
    interp_column(w, system + SYSTEM_FLAT)[lane] = flat;
}

/* Assigns the threads of a strip to the lanes. */
static void set_threads(struct interp_worker *w, uint32_t first)
{
    w->first = first;
    for (uint32_t i = 0; i < w->lanes; i++)
        interp_set_thread(w, i, first + i);
}

/* Columns that do not change between groups. */
static void fill_constants(struct interp_worker *w)
{
    if (w->plan->program->stage == ISA_COMPUTE)
        set_threads(w, 0);
    for (uint32_t k = 0; k < w->plan->constants.count; k++)
        for (uint32_t i = 0; i < w->lanes; i++)
            interp_column(w, w->plan->pool + k)[i] = w->plan->constants.data[k];
}

void interp_worker_free(void *worker)
{
    struct interp_worker *w = worker;
    if (!w)
        return;
    interp_stage_free(w);
    free(w->blocks);
    memory_free(w->memory);
    memory_free(w->own_tgsm);
    free(w);
}

struct interp_worker *interp_worker_new(const struct plan *plan, struct runtime_run *run, uint32_t threads,
                                        uint8_t *tgsm)
{
    struct interp_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->plan = plan;
    w->run = run;
    w->table = lane_table_best();
    w->textures = texture_code_best();
    w->threads = threads;
    w->lanes = (threads + LANE_STEP - 1) / LANE_STEP * LANE_STEP;
    if (!allocate(w, tgsm) || !interp_stage_new(w)) {
        interp_worker_free(w);
        return NULL;
    }
    fill_constants(w);
    return w;
}

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    const struct plan *plan = kernel;
    *worker = interp_worker_new(plan, run, plan->threads, NULL);
    return *worker ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status worker_reset(void *worker, struct runtime_run *run)
{
    struct interp_worker *w = worker;
    w->run = run;
    return SM5_OK;
}

void interp_set_hooks(void *worker, const struct interp_hooks *hooks, void *context)
{
    struct interp_worker *w = worker;
    w->hooks = hooks;
    w->context = context;
}

/* ---- groups ---- */

void interp_clear(struct interp_worker *w)
{
    for (size_t i = 0; i < w->plan->clears.count; i++) {
        struct plan_range range = w->plan->clears.data[i];
        memset(interp_column(w, range.first), 0, (size_t)range.count * w->lanes * sizeof(uint32_t));
    }
}

/* D3D11.3 23.11: vThreadID = group * size + place in the group. */
void interp_start(struct interp_worker *w, uint64_t group)
{
    const struct program_decls *decls = &w->plan->program->decls;
    uint32_t id[3];
    runtime_group_id(w->run, group, id);
    w->group = group;
    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t *thread = interp_column(w, w->plan->system + SYSTEM_THREAD + axis);
        uint32_t *of_group = interp_column(w, w->plan->system + SYSTEM_GROUP + axis);
        const uint32_t *local = interp_column(w, w->plan->system + SYSTEM_LOCAL + axis);
        uint32_t first = id[axis] * decls->thread_group[axis];
        for (uint32_t i = 0; i < w->lanes; i++) {
            thread[i] = first + local[i];
            of_group[i] = id[axis];
        }
    }
    interp_clear(w);
    interp_flow_start(w, 0, w->threads);
    if (w->hooks && w->hooks->start)
        w->hooks->start(w->context, w);
}

static void run_units(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_unit *units = &w->plan->units.data[op->units];
    lane_fn *function = w->table->op[op->opcode];
    struct lane_args args = {.n = w->lanes, .mask = interp_mask(w)};
    for (unsigned u = 0; u < op->units_count; u++) {
        for (unsigned k = 0; k < BASE_COUNT(args.d); k++)
            args.d[k] = interp_column(w, units[u].d[k]);
        for (unsigned k = 0; k < BASE_COUNT(args.s); k++)
            args.s[k] = interp_column(w, units[u].s[k]);
        function(&args);
    }
}

static void run_body(struct interp_worker *w, const struct plan_op *op)
{
    switch (op->run) {
    case RUN_LANES: run_units(w, op); break;
    case RUN_DOUBLES:
        num_env_double();
        run_units(w, op);
        num_env_single();
        break;
    case RUN_NOTHING: break;
    case RUN_LOAD:
    case RUN_STORE:
    case RUN_ATOMIC:
    case RUN_ALLOC:
    case RUN_CONSUME:
    case RUN_BUFINFO: interp_memory(w, op); break;
    case RUN_TEXTURE: interp_texture(w, op); break;
    case RUN_SYNC: interp_sync(w, op); break;
    case RUN_DERIVATIVE: interp_derivative(w, op); break;
    case RUN_PULL: interp_pull(w, op); break;
    case RUN_STREAM: interp_stream(w, op); break;
    case RUN_ABORT:
        for (uint32_t i = 0; i < w->threads && !w->done; i++)
            if (w->active[i])
                interp_fault(w, op, RUNTIME_FAULT_ABORT, i);
        break;
    default: interp_flow(w, op); break;
    }
}

static void call_instruction_hook(struct interp_worker *w, const struct plan_op *op)
{
    bool is_instruction = op->run != RUN_END && op->run != RUN_FCALL_NEXT;
    if (!is_instruction || !w->hooks->instruction)
        return;
    struct interp_event event = interp_event(w, op);
    w->hooks->instruction(w->context, &event);
}

/* The operation at `pc`. */
static inline void run_operation(struct interp_worker *w)
{
    const struct plan_op *op = &w->plan->ops.data[w->pc++];
    const struct plan_step *step = &w->plan->steps.data[op->steps];
    if (w->hooks)
        call_instruction_hook(w, op);
    for (unsigned i = 0; i < op->fetches; i++)
        interp_step(w, op, step++);
    if (w->hooks && w->hooks->operation)
        w->hooks->operation(w->context, w, op);
    run_body(w, op);
    for (unsigned i = 0; i < op->finishes; i++)
        interp_step(w, op, step++);
    if (w->hooks && w->hooks->result)
        w->hooks->result(w->context, w, op);
}

bool interp_run_to_barrier(struct interp_worker *w, uint64_t operations)
{
    while (!w->done && operations-- > 0) {
        const struct plan_op *op = &w->plan->ops.data[w->pc];
        run_operation(w);
        if (op->run == RUN_SYNC && op->sync & ISA_SYNC_T)
            return true;
    }
    return false;
}

void interp_execute(struct interp_worker *w)
{
    while (!w->done)
        run_operation(w);
}

static void run_strips(struct interp_worker *w, uint64_t group)
{
    for (uint32_t strip = 0; strip < w->plan->strips && !runtime_stopped(w->run, group); strip++) {
        if (w->plan->strips > 1)
            set_threads(w, strip * w->threads);
        memset(w->tgsm, 0, w->plan->program->decls.tgsm_bytes);
        interp_start(w, group);
        interp_execute(w);
    }
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct interp_worker *w = worker;
    uint32_t environment = num_env_enter();
    for (uint64_t group = first; group - first < count && !runtime_stopped(w->run, group); group++)
        (w->run->stage ? interp_stage_batch : run_strips)(w, group);
    num_env_leave(environment);
}

const struct runtime_engine interp_engine = {
    .name = "interp",
    .kernel_new = interp_kernel_new,
    .kernel_free = interp_kernel_free,
    .worker_new = worker_new,
    .worker_free = interp_worker_free,
    .worker_reset = worker_reset,
    .run_groups = run_groups,
    .lanes = interp_kernel_lanes,
};
