/* Groups over threads. Threads live as long as one dispatch: each starts the next one while groups are left,
   so that the caller pays for one start at most and a small dispatch for few, and each waits for the one it
   started. */
#include <time.h>

#include "base/base.h"
#include "numeric/num_env.h"
#include "runtime.h"

enum {
    CHUNK_SHORT_NS = 500 * 1000,     /* chunks that take less are doubled, */
    CHUNK_LONG_NS = 4 * 1000 * 1000, /* those that take more are halved */
    PROGRESS_NS = 100 * 1000 * 1000,
};

struct pool {
    const struct pool_job *job;
    _Atomic uint64_t next; /* group not yet handed out; may run past the total */
    _Atomic uint64_t done;
    _Atomic uint32_t ran; /* threads that ran a group */
};

/* One thread of the pool; number 0 is the caller. */
struct member {
    struct pool *pool;
    uint32_t number;
    uint64_t reported_ns; /* caller: last call of progress, 0 before the first */
    uint64_t chunk;
    bool has_run;
};

uint64_t pool_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t groups_left(struct pool *pool)
{
    uint64_t next = atomic_load_explicit(&pool->next, memory_order_relaxed);
    return next < pool->job->total ? pool->job->total - next : 0;
}

/* Chunks grow until handing them out costs nothing, but the last ones stay small enough that all threads end
   together. */
static void adapt_chunk(struct member *self, uint64_t elapsed_ns)
{
    const struct pool_job *job = self->pool->job;
    uint64_t share = groups_left(self->pool) / (2 * (uint64_t)job->threads) + 1;
    if (elapsed_ns < CHUNK_SHORT_NS)
        self->chunk *= 2;
    else if (elapsed_ns > CHUNK_LONG_NS && self->chunk > 1)
        self->chunk /= 2;
    self->chunk = self->chunk < share ? self->chunk : share;
}

static void report_progress(struct member *self, uint64_t now)
{
    const struct pool_job *job = self->pool->job;
    if (self->number != 0 || !job->progress || now - self->reported_ns < PROGRESS_NS)
        return;
    self->reported_ns = now;
    job->progress(job->context, atomic_load_explicit(&self->pool->done, memory_order_relaxed), job->total);
}

/* The engines look at the clock on back edges only; straight-line programs meet their deadline here. */
static bool past_deadline(struct member *self, uint64_t group, uint64_t now)
{
    struct runtime_run *run = self->pool->job->run;
    if (!run->deadline_ns || now < run->deadline_ns)
        return false;
    runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_SECONDS, UINT32_MAX, group, 0, 0, 0});
    return true;
}

/* The float environment is the engine's only while groups run: progress is the caller's code. */
static void run_chunk(struct member *self, void *worker, uint64_t first, uint64_t count)
{
    uint32_t environment = num_env_enter();
    self->pool->job->engine->run_groups(worker, first, count);
    num_env_leave(environment);
    atomic_fetch_add_explicit(&self->pool->done, count, memory_order_relaxed);
    if (!self->has_run)
        atomic_fetch_add_explicit(&self->pool->ran, 1, memory_order_relaxed);
    self->has_run = true;
}

static void run_chunks(struct member *self, void *worker)
{
    struct pool *pool = self->pool;
    const struct pool_job *job = pool->job;
    uint64_t now = pool_now();
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&pool->next, self->chunk, memory_order_relaxed);
        if (first >= job->total || runtime_stopped(job->run, first) || past_deadline(self, first, now))
            return;
        uint64_t left = job->total - first, start = now;
        run_chunk(self, worker, first, self->chunk < left ? self->chunk : left);
        now = pool_now();
        adapt_chunk(self, now - start);
        report_progress(self, now);
    }
}

static void *member_main(void *argument);

/* Starts the next thread while there is work for it. False: there is none, or no thread to be had. */
static bool start_next(struct member *self, struct member *next, pthread_t *thread)
{
    if (self->number + 1 >= self->pool->job->threads || groups_left(self->pool) < 2)
        return false;
    *next = (struct member){.pool = self->pool, .number = self->number + 1, .chunk = 1};
    return pthread_create(thread, NULL, member_main, next) == 0;
}

static void member_run(struct member *self, void *worker)
{
    struct member next;
    pthread_t thread;
    bool started = start_next(self, &next, &thread);
    run_chunks(self, worker);
    if (started)
        pthread_join(thread, NULL);
}

/* A thread whose worker finds no memory leaves its groups to the others. */
static void *member_main(void *argument)
{
    struct member *self = argument;
    const struct pool_job *job = self->pool->job;
    void *worker;
    if (job->engine->worker_new(job->kernel, job->run, &worker))
        return NULL;
    member_run(self, worker);
    job->engine->worker_free(worker);
    return NULL;
}

enum sm5_status pool_run(const struct pool_job *job, uint32_t *ran)
{
    struct pool pool = {.job = job};
    struct member caller = {.pool = &pool, .reported_ns = pool_now(), .chunk = 1};
    uint64_t start = caller.reported_ns;
    void *worker;
    enum sm5_status status = job->engine->worker_new(job->kernel, job->run, &worker);
    if (status)
        return status;
    member_run(&caller, worker);
    job->engine->worker_free(worker);
    if (caller.reported_ns != start) /* progress was shown: show its end */
        job->progress(job->context, pool.done, job->total);
    *ran = pool.ran;
    return SM5_OK;
}
