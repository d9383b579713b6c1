/* Runs groups on threads: on the caller only when the dispatch is short, else with worker threads, which
   the pool keeps between dispatches. */
#include <limits.h>
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "base/memory_limit.h"
#include "numeric/num_env.h"
#include "runtime.h"
#include "share.h"
#include "threads.h"

enum {
    ALONE_NS = 40 * 1000,      /* shorter work ends before another thread is awake */
    ALONE_CHUNK_NS = 4 * 1000, /* chunk length until the cost of a group is known */
    CHUNK_NS = 1000 * 1000,    /* chunk length after that: deadline and progress are checked between chunks */
};

struct pool {
    const struct runtime_engine *engine;
    const void *kernel;
    _Atomic double group_ns; /* of the last dispatch; 0 before the first */
    _Atomic(void *) spare;   /* engine worker of the last caller */
    atomic_uint quota;       /* of cores; 0: not read */
    atomic_bool busy;        /* a dispatch uses the fields below */
    struct threads *threads;
    uint32_t capacity; /* of the two arrays below; [0] is the caller's */
    struct share *shares;
    void **workers;
};

/* One dispatch. */
struct work {
    const struct pool_job *job;
    struct pool *helpers; /* the pool whose threads help; NULL: the caller runs alone */
    struct shares shares;
    double group_ns;      /* estimate of the caller */
    _Atomic uint32_t ran; /* threads that ran a group */
    struct memory_limit *limit;
};

/* One thread of a dispatch. */
struct member {
    struct work *work;
    void *worker;
    struct share_cursor cursor;
    bool has_run;
    bool probes; /* runs alone until the cost of a group is known */
};

uint64_t pool_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- engine workers: reused by the next dispatch if the engine can reset them ---- */

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

/* Several callers may use the pool at once: the next one gets the worker of the last one to leave. */
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

/* Engines test the clock on back edges only; for straight-line programs the deadline is tested here. */
static void check_deadline(struct runtime_run *run, uint64_t group, uint64_t now)
{
    if (run->deadline_ns && now >= run->deadline_ns)
        runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_SECONDS, UINT32_MAX, group, 0, 0, 0});
}

static void run_chunk(struct member *self, const struct share_chunk *chunk)
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

static uint64_t total_of(const struct pool_job *job)
{
    return job->end - job->first;
}

/* True when help with `left` groups is profitable. */
static bool is_long_run(uint64_t left, double group_ns)
{
    return left > 1 && (double)left * group_ns > ALONE_NS;
}

/* Runs chunks until none is left, or until a probing caller finds that help is profitable. */
static void take_chunks(struct member *self)
{
    struct work *work = self->work;
    struct runtime_run *run = work->job->run;
    uint64_t now = pool_now(), done = 0;
    struct share_chunk chunk;
    while (shares_take(&work->shares, &self->cursor, self->probes ? ALONE_CHUNK_NS : CHUNK_NS, &chunk)) {
        uint64_t start = now;
        check_deadline(run, chunk.first, now);
        if (runtime_stopped(run, chunk.first)) { /* and so are all later groups */
            shares_drop(&work->shares, chunk.share);
            continue;
        }
        run_chunk(self, &chunk);
        now = pool_now();
        shares_record(&self->cursor, chunk.count, now - start);
        runtime_poll(run, now);
        done += chunk.count;
        if (self->probes && is_long_run(total_of(work->job) - done, self->cursor.group_ns))
            return;
    }
}

static void run_chunks(struct member *self)
{
    const struct runtime_engine *engine = self->work->job->pool->engine;
    take_chunks(self);
    if (engine->worker_finish)
        engine->worker_finish(self->worker);
}

/* ---- helpers ---- */

static void help(void *context, uint32_t number)
{
    struct work *work = context;
    struct pool *pool = work->helpers;
    struct memory_limit *before = memory_limit_share(work->limit);
    struct member self = {.work = work, .cursor = {.share = number, .group_ns = work->group_ns}};
    if (get_worker(pool, work->job->run, &pool->workers[number]) == SM5_OK) {
        self.worker = pool->workers[number];
        run_chunks(&self);
        if (!pool->engine->worker_reset)
            free_worker(pool, &pool->workers[number]);
    } /* out of memory: the other threads steal its groups */
    (void)memory_limit_share(before);
}

/* Allocates shares and workers for `count` members, including the caller. */
static bool reserve(struct pool *pool, uint32_t count)
{
    if (count <= pool->capacity)
        return true;
    void **workers = realloc(pool->workers, count * sizeof *workers);
    if (!workers)
        return false;
    pool->workers = workers;
    struct share *shares = aligned_alloc(alignof(struct share), count * sizeof *shares);
    if (!shares)
        return false;
    free(pool->shares);
    pool->shares = shares;
    memset(workers + pool->capacity, 0, (count - pool->capacity) * sizeof *workers);
    pool->capacity = count;
    return true;
}

/* Poll of a caller that waits for the others. */
static void poll_progress(void *run)
{
    runtime_poll(run, pool_now());
}

/* Runs the dispatch on the caller and worker threads; false when there are none. */
static bool run_with_helpers(struct pool *pool, struct member *caller, uint64_t first)
{
    struct work *work = caller->work;
    const struct pool_job *job = work->job;
    uint64_t left = job->end - first;
    uint32_t count = job->threads < left ? job->threads : (uint32_t)left;
    if (!reserve(pool, count))
        return false;
    uint32_t others = threads_grow(pool->threads, count - 1);
    struct threads_call call = {
        .work = help,
        .context = work,
        .count = others < count - 1 ? others : count - 1,
        .may_spin = job->threads <= job->cores,
    };
    work->helpers = pool;
    work->shares = (struct shares){pool->shares, call.count + 1};
    shares_distribute(&work->shares, first, job->end);
    threads_open(pool->threads, &call);
    run_chunks(caller);
    threads_close(pool->threads, job->run->progress ? poll_progress : NULL, job->run);
    return true;
}

/* A dispatch that finds the pool busy creates temporary worker threads. */
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

/* Runs a short dispatch on the caller's thread only. A first dispatch, and one after a long one, wakes the
   workers at once: its first group may take as long as all others together. */
static void run_caller(struct member *caller)
{
    struct work *work = caller->work;
    const struct pool_job *job = work->job;
    struct share all;
    double last_ns = atomic_load_explicit(&job->pool->group_ns, memory_order_relaxed);
    uint64_t total = total_of(job);
    bool may_share = job->threads > 1 && total > 1;
    bool is_long = may_share && (last_ns == 0 || is_long_run(total, last_ns));
    work->group_ns = last_ns;
    work->shares = (struct shares){&all, 1};
    shares_distribute(&work->shares, job->first, job->end);
    caller->cursor = (struct share_cursor){.group_ns = last_ns};
    caller->probes = may_share;
    if (!is_long)
        run_chunks(caller);
    caller->probes = false;
    uint64_t first = atomic_load_explicit(&all.next, memory_order_relaxed);
    if (first < job->end && !run_together(caller, first))
        run_chunks(caller);
}

/* Keep the measured time per group for scheduling the next dispatch. Dispatches may race to store it: any
   recent value will do. */
static void remember(struct work *work, uint64_t elapsed_ns)
{
    const struct pool_job *job = work->job;
    uint64_t total = total_of(job);
    if (job->run->done == total && !job->run->part.is_rest)
        atomic_store_explicit(&job->pool->group_ns, ((double)elapsed_ns + 1) * work->ran / (double)total,
                              memory_order_relaxed);
}

enum sm5_status pool_run(const struct pool_job *job, uint32_t *ran)
{
    uint64_t start = pool_now();
    struct work work = {.job = job, .limit = memory_limit_of_thread()};
    struct member caller = {.work = &work};
    enum sm5_status status = get_caller_worker(job->pool, job->run, &caller.worker);
    if (status)
        return status;
    run_caller(&caller);
    leave_caller_worker(job->pool, caller.worker);
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
    *pool = (struct pool){.engine = engine, .kernel = kernel, .threads = threads_new()};
    if (pool->threads)
        return pool;
    free(pool);
    return NULL;
}

/* The affinity mask may change between dispatches; a quota is read once, as it takes longer than a short dispatch. */
uint32_t pool_cores(struct pool *pool)
{
    unsigned limit = atomic_load_explicit(&pool->quota, memory_order_relaxed), now = base_affine_cores();
    if (limit == 0) {
        limit = base_quota_cores("/proc/self/cgroup", "/sys/fs/cgroup");
        limit = limit ? limit : UINT_MAX;
        atomic_store_explicit(&pool->quota, limit, memory_order_relaxed);
    }
    return now < limit ? now : limit;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    threads_free(pool->threads);
    free_worker(pool, &(void *){pool->spare});
    for (uint32_t i = 0; i < pool->capacity; i++)
        free_worker(pool, &pool->workers[i]);
    free(pool->workers);
    free(pool->shares);
    free(pool);
}
