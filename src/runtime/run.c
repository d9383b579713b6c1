/* One dispatch while it runs: budgets and faults. */
#include "base/base.h"
#include "numeric/num_env.h"
#include "runtime.h"

enum { CLOCK_PERIOD = 64 }; /* steps of a worker between two clock reads */

static bool is_budget(const struct runtime_fault *fault)
{
    return fault->kind == RUNTIME_FAULT_STEPS || fault->kind == RUNTIME_FAULT_SECONDS;
}

/* A fault of the program outranks an exhausted budget; otherwise the lower group does. */
static bool outranks(const struct runtime_fault *fault, const struct runtime_fault *kept)
{
    if (is_budget(fault) != is_budget(kept))
        return is_budget(kept);
    return fault->group < kept->group;
}

void runtime_fault(struct runtime_run *run, const struct runtime_fault *fault)
{
    uint64_t limit = is_budget(fault) ? 0 : fault->group;
    if (run->continues_after_barrier && fault->kind == RUNTIME_FAULT_BARRIER)
        limit = UINT64_MAX;
    pthread_mutex_lock(&run->lock);
    if (!run->failed || outranks(fault, &run->fault))
        run->fault = *fault;
    run->failed = true;
    if (limit < atomic_load_explicit(&run->stop_at, memory_order_relaxed))
        atomic_store_explicit(&run->stop_at, limit, memory_order_relaxed);
    pthread_mutex_unlock(&run->lock);
}

uint64_t runtime_done(const struct runtime_run *run)
{
    return run->done_before + atomic_load_explicit(&run->done, memory_order_relaxed) * run->part.held;
}

void runtime_poll(struct runtime_run *run, uint64_t now)
{
    struct runtime_progress *progress = run->progress;
    if (!progress || !pthread_equal(pthread_self(), progress->thread) || now < progress->next_ns ||
        atomic_load_explicit(&run->cancelled, memory_order_relaxed))
        return;
    uint64_t done = runtime_done(run);
    uint32_t environment = num_env_get();
    num_env_set(progress->environment);
    bool must_continue = progress->call(progress->context, done, progress->total);
    num_env_set(environment);
    progress->called = true;
    progress->next_ns = pool_now() + PROGRESS_NS;
    if (must_continue)
        return;
    pthread_mutex_lock(&run->lock); /* runtime_fault reads stop_at and then lowers it */
    atomic_store_explicit(&run->cancelled, true, memory_order_relaxed);
    atomic_store_explicit(&run->stop_at, 0, memory_order_relaxed);
    pthread_mutex_unlock(&run->lock);
}

/* The budget is one counter shared by all workers, so that it is exact. It wraps when it is exhausted,
   hence the test against its maximum. */
static bool charge_step(struct runtime_run *run)
{
    if (!run->max_steps)
        return true;
    return atomic_fetch_sub_explicit(&run->steps, 1, memory_order_relaxed) - 1 < run->max_steps;
}

bool runtime_step(struct runtime_run *run, uint32_t *tick, uint32_t instr, uint64_t group)
{
    if (runtime_stopped(run, group))
        return false;
    bool has_steps = charge_step(run);
    bool late = false;
    if ((run->deadline_ns || run->progress) && ++*tick % CLOCK_PERIOD == 0) {
        uint64_t now = pool_now();
        late = run->deadline_ns && now >= run->deadline_ns;
        runtime_poll(run, now);
    }
    if (has_steps && !late)
        return !runtime_stopped(run, group);
    enum runtime_fault_kind kind = has_steps ? RUNTIME_FAULT_SECONDS : RUNTIME_FAULT_STEPS;
    runtime_fault(run, &(struct runtime_fault){kind, instr, group, 0, 0, 0});
    return false;
}

void runtime_group_id(const struct runtime_run *run, uint64_t linear, uint32_t id[3])
{
    uint64_t row = linear / run->part.groups[0];
    id[0] = (uint32_t)(linear % run->part.groups[0]) * run->part.merged;
    id[1] = (uint32_t)(row % run->part.groups[1]);
    id[2] = (uint32_t)(row / run->part.groups[1]);
    if (run->part.swapped) {
        uint32_t x = id[1];
        id[1] = id[0];
        id[0] = x;
    }
    for (unsigned axis = 0; axis < 3; axis++)
        id[axis] += run->part.origin[axis];
}

void runtime_thread_id(const struct sm5_program *program, uint32_t flat, uint32_t id[3])
{
    const uint32_t *group = program->decls.thread_group;
    uint32_t x = group[0] ? group[0] : 1, y = group[1] ? group[1] : 1;
    id[0] = flat % x;
    id[1] = flat / x % y;
    id[2] = flat / x / y;
}
