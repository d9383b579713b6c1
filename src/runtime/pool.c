/* Groups over threads: the caller alone while there is little to do, else with the crew that the pool keeps
   from dispatch to dispatch. */
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "crew.h"
#include "deal.h"
#include "numeric/num_env.h"
#include "runtime.h"

enum {
    ALONE_NS = 40 * 1000,      /* work that takes less is over before another thread is awake */
    ALONE_CHUNK_NS = 4 * 1000, /* chunks while it is not known whether it takes less */
    CHUNK_NS = 1000 * 1000,    /* others: deadline and progress are checked between two */
};

struct pool {
    const struct runtime_engine *engine;
    const void *kernel;
    _Atomic double group_ns; /* of the last dispatch; 0 before the first */
    _Atomic(void *) spare;   /* worker that a caller left */
    atomic_bool busy;        /* a dispatch has what follows */
    struct crew *crew;
    uint32_t capacity; /* of the two below; [0] is the caller's */
    struct deal_share *shares;
    void **workers;
};

/* One dispatch. */
struct work {
    const struct pool_job *job;
    struct pool *helpers; /* whose crew works on it, once there are others than the caller */
    struct deal deal;
    double group_ns;      /* as far as the caller knows */
    _Atomic uint32_t ran; /* threads that ran a group */
};

/* One thread's part in it. */
struct member {
    struct work *work;
    void *worker;
    struct deal_hand hand;
    bool has_run;
    bool tries; /* alone, until it is known whether it takes long */
};

uint64_t pool_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- workers: kept for the next dispatch where the engine can reset them ---- */

static void free_worker(const struct pool *pool, void **worker)
{
    if (*worker)
        pool->engine->worker_free(*worker);
    *worker = NULL;
}

/* *worker: one of an earlier dispatch, or NULL. */
static enum sm5_status get_worker(const struct pool *pool, struct runtime_run *run, void **worker)
{
    if (*worker && pool->engine->worker_reset(*worker, run) == SM5_OK)
        return SM5_OK;
    free_worker(pool, worker);
    enum sm5_status status = pool->engine->worker_new(pool->kernel, run, worker);
    if (status)
        *worker = NULL;
    return status;
}

/* Several callers may be in the pool at once: the next one gets the worker of the last one out. */
static enum sm5_status get_caller_worker(struct pool *pool, struct runtime_run *run, void **worker)
{
    *worker = atomic_exchange(&pool->spare, NULL);
    return get_worker(pool, run, worker);
}

static void leave_caller_worker(struct pool *pool, void *worker)
{
    if (pool->engine->worker_reset)
        worker = atomic_exchange(&pool->spare, worker);
    free_worker(pool, &worker);
}

/* ---- running chunks ---- */

/* The engines look at the clock on back edges only; straight-line programs meet their deadline here. */
static void check_deadline(struct runtime_run *run, uint64_t group, uint64_t now)
{
    if (run->deadline_ns && now >= run->deadline_ns)
        runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_SECONDS, UINT32_MAX, group, 0, 0, 0});
}

static void run_chunk(struct member *self, const struct deal_chunk *chunk)
{
    struct work *work = self->work;
    uint32_t environment = num_env_enter();
    work->job->pool->engine->run_groups(self->worker, chunk->first, chunk->count);
    num_env_leave(environment);
    atomic_fetch_add_explicit(&work->job->run->done, chunk->count, memory_order_relaxed);
    if (!self->has_run)
        atomic_fetch_add_explicit(&work->ran, 1, memory_order_relaxed);
    self->has_run = true;
}

/* Whether others should help with `left` groups. */
static bool takes_long(uint64_t left, double group_ns)
{
    return left > 1 && (double)left * group_ns > ALONE_NS;
}

/* Until there are no more chunks, or a caller that tries alone finds that it takes long. */
static void run_chunks(struct member *self)
{
    struct work *work = self->work;
    struct runtime_run *run = work->job->run;
    uint64_t now = pool_now(), done = 0;
    struct deal_chunk chunk;
    while (deal_take(&work->deal, &self->hand, self->tries ? ALONE_CHUNK_NS : CHUNK_NS, &chunk)) {
        uint64_t start = now;
        check_deadline(run, chunk.first, now);
        if (runtime_stopped(run, chunk.first)) { /* and so are those behind it */
            deal_drop(&work->deal, chunk.share);
            continue;
        }
        run_chunk(self, &chunk);
        now = pool_now();
        deal_learn(&self->hand, chunk.count, now - start);
        runtime_poll(run, now);
        done += chunk.count;
        if (self->tries && takes_long(work->job->total - done, self->hand.group_ns))
            return;
    }
}

/* ---- helpers ---- */

static void help(void *context, uint32_t number)
{
    struct work *work = context;
    struct pool *pool = work->helpers;
    struct member self = {.work = work, .hand = {.share = number, .group_ns = work->group_ns}};
    if (get_worker(pool, work->job->run, &pool->workers[number]))
        return; /* no memory: its groups are for the others */
    self.worker = pool->workers[number];
    run_chunks(&self);
    if (!pool->engine->worker_reset)
        free_worker(pool, &pool->workers[number]);
}

/* Shares and workers for that many members, the caller among them. */
static bool reserve(struct pool *pool, uint32_t count)
{
    if (count <= pool->capacity)
        return true;
    void **workers = realloc(pool->workers, count * sizeof *workers);
    if (!workers)
        return false;
    pool->workers = workers;
    struct deal_share *shares = aligned_alloc(alignof(struct deal_share), count * sizeof *shares);
    if (!shares)
        return false;
    free(pool->shares);
    pool->shares = shares;
    memset(workers + pool->capacity, 0, (count - pool->capacity) * sizeof *workers);
    pool->capacity = count;
    return true;
}

/* A caller without groups of its own left. */
static void poll_progress(void *run)
{
    runtime_poll(run, pool_now());
}

/* The caller and whoever comes; false when nobody can. */
static bool run_with_helpers(struct pool *pool, struct member *caller, uint64_t first)
{
    struct work *work = caller->work;
    const struct pool_job *job = work->job;
    uint64_t left = job->total - first;
    uint32_t wanted = job->threads < left ? job->threads : (uint32_t)left;
    if (!reserve(pool, wanted))
        return false;
    uint32_t others = crew_grow(pool->crew, wanted - 1);
    struct crew_call call = {
        .work = help,
        .context = work,
        .count = others < wanted - 1 ? others : wanted - 1,
        .may_spin = job->threads <= job->cores,
    };
    work->helpers = pool;
    work->deal = (struct deal){pool->shares, call.count + 1};
    deal_out(&work->deal, first, job->total);
    crew_open(pool->crew, &call);
    run_chunks(caller);
    crew_close(pool->crew, job->run->progress ? poll_progress : NULL, job->run);
    return true;
}

/* A dispatch that finds the crew at work for another one gets one of its own. */
static bool run_together(struct member *caller, uint64_t first)
{
    struct pool *pool = caller->work->job->pool;
    if (!atomic_exchange(&pool->busy, true)) {
        bool ran = run_with_helpers(pool, caller, first);
        atomic_store(&pool->busy, false);
        return ran;
    }
    struct pool *made = pool_new(pool->engine, pool->kernel);
    bool ran = made && run_with_helpers(made, caller, first);
    pool_free(made);
    return ran;
}

/* ---- dispatches ---- */

/* Alone for as long as that is quick. A dispatch that is the first one, or that took long the last time,
   calls the others at once: its first group may take as long as all others together. */
static void run_caller(struct member *caller)
{
    struct work *work = caller->work;
    const struct pool_job *job = work->job;
    struct deal_share all;
    double last_ns = atomic_load_explicit(&job->pool->group_ns, memory_order_relaxed);
    bool may_share = job->threads > 1 && job->total > 1;
    bool is_long = may_share && (last_ns == 0 || takes_long(job->total, last_ns));
    work->group_ns = last_ns;
    work->deal = (struct deal){&all, 1};
    deal_out(&work->deal, 0, job->total);
    caller->hand = (struct deal_hand){.group_ns = last_ns};
    caller->tries = may_share;
    if (!is_long)
        run_chunks(caller);
    caller->tries = false;
    uint64_t first = atomic_load_explicit(&all.next, memory_order_relaxed);
    if (first < job->total && !run_together(caller, first))
        run_chunks(caller);
}

/* What a group took is for the next dispatch, which may be another thread's: any recent value will do. */
static void remember(struct work *work, uint64_t elapsed_ns)
{
    const struct pool_job *job = work->job;
    if (job->run->done == job->total)
        atomic_store_explicit(&job->pool->group_ns, ((double)elapsed_ns + 1) * work->ran / (double)job->total,
                              memory_order_relaxed);
}

/* A progress that was shown ends with what was done. */
static void tell_end(struct runtime_run *run)
{
    if (run->progress && run->progress->called && !run->cancelled)
        run->progress->call(run->progress->context, run->done, run->progress->total);
}

enum sm5_status pool_run(const struct pool_job *job, uint32_t *ran)
{
    uint64_t start = pool_now();
    struct work work = {.job = job};
    struct member caller = {.work = &work};
    enum sm5_status status = get_caller_worker(job->pool, job->run, &caller.worker);
    if (status)
        return status;
    run_caller(&caller);
    leave_caller_worker(job->pool, caller.worker);
    tell_end(job->run);
    remember(&work, pool_now() - start);
    *ran = work.ran;
    return SM5_OK;
}

/* ---- pools ---- */

struct pool *pool_new(const struct runtime_engine *engine, const void *kernel)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (struct pool){.engine = engine, .kernel = kernel, .crew = crew_new()};
    if (pool->crew)
        return pool;
    free(pool);
    return NULL;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    crew_free(pool->crew);
    free_worker(pool, &(void *){pool->spare});
    for (uint32_t i = 0; i < pool->capacity; i++)
        free_worker(pool, &pool->workers[i]);
    free(pool->workers);
    free(pool->shares);
    free(pool);
}
