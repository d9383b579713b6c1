/* The engine: the interpreter with the hooks of the checkers. */
#include "check/check.h"

#include <stdlib.h>

#include "check/check_barrier.h"
#include "check/check_bounds.h"

enum sm5_status check_new(const struct sm5_program *program, struct check **check, struct sm5_diags *diags)
{
    struct check *made = calloc(1, sizeof *made);
    *check = NULL;
    if (!made)
        return SM5_ERR_MEMORY;
    made->program = program;
    made->first = calloc((size_t)program->instr_count + 1, sizeof *made->first);
    made->seen = calloc((size_t)program->instr_count + 1, 1);
    enum sm5_status status =
        made->first && made->seen ? interp_engine.kernel_new(program, &made->kernel, diags) : SM5_ERR_MEMORY;
    if (status)
        check_free(made);
    else
        *check = made;
    return status;
}

void check_free(struct check *check)
{
    if (!check)
        return;
    if (check->kernel)
        interp_engine.kernel_free(check->kernel);
    check_race_close(&check->race);
    check_undef_close(&check->undef);
    check_outputs_close(&check->outputs);
    check_texture_close(&check->texels);
    VEC_FREE(&check->findings);
    arena_free(&check->messages);
    free(check->first);
    free(check->seen);
    free(check);
}

/* ---- hooks ---- */

static void hook_start(void *context, const struct interp_worker *worker)
{
    check_barrier_start(context, worker);
    check_race_start(context, worker);
    check_undef_start(context, worker);
    check_outputs_start(context, worker);
}

static void hook_operation(void *context, const struct interp_worker *worker, const struct plan_op *op)
{
    struct check *check = context;
    if (op->run != RUN_END)
        check->last = op->instr;
    check_bounds_operation(check, worker, op);
    check_undef_operation(check, worker, op);
    if (check->options.numbers)
        check_numbers_sources(check, worker, op);
    if (op->run == RUN_LOAD || op->run == RUN_STORE || op->run == RUN_ATOMIC)
        check_race_access(check, worker, op);
    if (op->run == RUN_TEXTURE) {
        check_texture_find(&check->texels, worker, op);
        check_texture_bounds(check, worker, op);
        check_race_texture(check, worker, op);
    }
}

static void count_operation(void *context, const struct interp_worker *worker, const struct plan_op *op)
{
    struct check *check = context;
    if (check->options.numbers)
        check_numbers_results(context, worker, op);
    check->operations++;
}

static const struct interp_hooks hooks = {
    .start = hook_start,
    .finish = check_outputs_finish,
    .operation = hook_operation,
    .result = check_numbers_results, /* NULL unless options.numbers */
    .instruction = check_bounds_instruction,
    .indexed = check_bounds_indexed,
    .memory = check_bounds_memory,
    .counter = check_bounds_counter,
    .sync = check_race_sync,
    .missed = check_barrier_missed,
};

/* ---- the engine ---- */

struct checked_worker {
    struct check *check;
    void *interp; /* the interpreter's worker */
    struct runtime_run *run;
    struct interp_hooks hooks;
};

static void worker_free(void *worker)
{
    struct checked_worker *w = worker;
    if (w)
        interp_engine.worker_free(w->interp);
    free(w);
}

/* The kernel is the check, which the hooks modify: a checked dispatch has one worker. */
static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    struct checked_worker *w = calloc(1, sizeof *w);
    *worker = NULL;
    if (!w)
        return SM5_ERR_MEMORY;
    w->check = (struct check *)kernel;
    enum sm5_status status = interp_engine.worker_new(w->check->kernel, run, &w->interp);
    if (status) {
        free(w);
        return status;
    }
    w->check->run = w->run = run;
    run->continues_after_barrier = true;
    if (!check_race_open(w->check, w->interp) || !check_undef_open(w->check, w->interp) ||
        !check_outputs_open(w->check, w->interp) || !check_texture_open(&w->check->texels, w->interp)) {
        worker_free(w);
        return SM5_ERR_MEMORY;
    }
    check_bounds_views(w->check);
    w->hooks = hooks;
    if (!w->check->options.numbers)
        w->hooks.result = NULL;
    if (w->check->counts_operations)
        w->hooks.result = count_operation;
    interp_set_hooks(w->interp, &w->hooks, w->check);
    *worker = w;
    return SM5_OK;
}

/* Only an exhausted budget: other faults are reported by hooks. */
static void add_fault(struct check *check, const struct runtime_fault *fault)
{
    struct check_site site = {fault->instr, fault->group, fault->thread};
    struct sm5_finding finding = {.kind = SM5_FINDING_BUDGET};
    bool is_budget = fault->kind == RUNTIME_FAULT_STEPS || fault->kind == RUNTIME_FAULT_SECONDS;
    if (fault->instr != UINT32_MAX && is_budget)
        check_add(check, &site, &finding);
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct checked_worker *w = worker;
    struct runtime_fault memory = {RUNTIME_FAULT_MEMORY, UINT32_MAX, first, 0, 0, 0};
    interp_engine.run_groups(w->interp, first, count);
    if (w->check->failed)
        runtime_fault(w->run, &memory); /* findings would be incomplete */
    if (w->check->run->failed && !w->check->stopped) {
        w->check->stopped = true;
        add_fault(w->check, &w->check->run->fault);
    }
}

static uint32_t lanes(const void *kernel)
{
    return interp_engine.lanes(((const struct check *)kernel)->kernel);
}

const struct runtime_engine check_engine = {
    .name = "check",
    .worker_new = worker_new,
    .worker_free = worker_free,
    .run_groups = run_groups,
    .lanes = lanes,
};
