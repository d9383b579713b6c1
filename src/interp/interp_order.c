/* Runs groups and threads in pseudo-random orders, to find results that depend on the order.

   The threads of a group are distributed over strips with a worker each, which share the group's memory. A
   random strip runs for a random number of operations, then another one. A strip that has reached a barrier
   waits until all others have reached it or ended. Two accesses that lack a barrier between them are thus
   executed in either order by some seeds. */
#include <stdlib.h>

#include "interp/interp_worker.h"
#include "numeric/numeric.h"

enum {
    STRIP_BYTES =
        256 << 20,    /* limit of all strips, reached by narrow strips of programs with many registers */
    LONGEST_TURN = 15 /* operations, as a power of 2 */
};

struct order_worker {
    const struct plan *plan;
    struct runtime_run *run;
    uint64_t total, state; /* groups of the dispatch; state of the generator */
    uint32_t threads, width, count;
    uint32_t *flats;    /* [threads]: the group's threads in the order of lanes */
    uint32_t *runnable; /* strips that have neither ended nor reached the barrier */
    struct interp_worker **strips;
    uint8_t *tgsm;
};

/* ---- random numbers: splitmix64 ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint64_t next(struct order_worker *w)
{
    return mix(w->state += 0x9e3779b97f4a7c15);
}

static uint32_t below(struct order_worker *w, uint32_t n)
{
    return (uint32_t)(next(w) % n);
}

/* Element `i` of a permutation of 0 to n - 1: a Feistel network over the next power of 4, iterated until
   the result is below n. */
static uint64_t permuted(uint64_t i, uint64_t n, uint64_t seed)
{
    unsigned half = 1;
    while ((n - 1) >> (2 * half))
        half++;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = i >> half, right = i & mask;
        for (uint64_t round = 1; round <= 4; round++) {
            uint64_t mixed = left ^ (mix(right + mix(seed + round)) & mask);
            left = right;
            right = mixed;
        }
        i = left << half | right;
    } while (i >= n);
    return i;
}

/* ---- workers ---- */

static void worker_free(void *worker)
{
    struct order_worker *w = worker;
    if (!w)
        return;
    for (uint32_t i = 0; w->strips && i < w->count; i++)
        interp_worker_free(w->strips[i]);
    free(w->flats);
    free(w->runnable);
    free(w->strips);
    memory_free(w->tgsm);
    free(w);
}

/* A power of 2 or the size of the group, narrow in the first order. */
static uint32_t width_of(const struct plan *plan, uint32_t threads, uint64_t order)
{
    uint32_t widths = 1, width = 1;
    while (threads >> widths)
        widths++;
    for (uint64_t step = (order - 1) % widths; step > 0 && width < threads; step--)
        width *= 2;
    for (;; width *= 2) {
        size_t strips = (threads + width - 1) / width;
        size_t lanes = (width + LANE_STEP - 1) / LANE_STEP * LANE_STEP;
        if (width >= threads || strips * interp_worker_bytes(plan, (uint32_t)lanes) <= STRIP_BYTES)
            return width < threads ? width : threads;
    }
}

static bool make_strips(struct order_worker *w)
{
    w->width = width_of(w->plan, w->threads, w->run->order);
    w->count = (w->threads + w->width - 1) / w->width;
    w->flats = calloc(w->threads, sizeof *w->flats);
    w->runnable = calloc(w->count, sizeof *w->runnable);
    w->strips = calloc(w->count, sizeof *w->strips);
    w->tgsm = interp_tgsm_new(w->plan);
    bool ok = w->flats && w->runnable && w->strips && w->tgsm;
    for (uint32_t i = 0, left = w->threads; ok && i < w->count; i++, left -= w->width) {
        w->strips[i] = interp_worker_new(w->plan, w->run, left < w->width ? left : w->width, w->tgsm);
        ok = w->strips[i] != NULL;
    }
    for (uint32_t i = 0; ok && i < w->threads; i++)
        w->flats[i] = i;
    return ok;
}

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    struct order_worker *w = calloc(1, sizeof *w);
    *worker = w;
    if (!w)
        return SM5_ERR_MEMORY;
    w->plan = kernel;
    w->run = run;
    w->total = (uint64_t)run->part.groups[0] * run->part.groups[1] * run->part.groups[2];
    const uint32_t *size = w->plan->program->decls.thread_group;
    w->threads = size[0] * size[1] * size[2];
    if (make_strips(w))
        return SM5_OK;
    worker_free(w);
    *worker = NULL;
    return SM5_ERR_MEMORY;
}

void interp_order_set_hooks(void *worker, const struct interp_hooks *hooks, void *context)
{
    struct order_worker *w = worker;
    for (uint32_t i = 0; i < w->count; i++)
        interp_set_hooks(w->strips[i], hooks, context);
}

/* ---- groups ---- */

static void start_group(struct order_worker *w, uint64_t group)
{
    w->state = mix(w->run->order) ^ group;
    memset(w->tgsm, 0, w->plan->program->decls.tgsm_bytes);
    for (uint32_t i = w->threads - 1; i > 0; i--) {
        uint32_t k = below(w, i + 1), flat = w->flats[i];
        w->flats[i] = w->flats[k];
        w->flats[k] = flat;
    }
    for (uint32_t i = 0; i < w->threads; i++)
        interp_set_thread(w->strips[i / w->width], i % w->width, w->flats[i]);
    for (uint32_t i = 0; i < w->count; i++)
        interp_start(w->strips[i], group);
}

/* All strips that have not ended become runnable: at the start, and when all have reached the barrier. */
static uint32_t release(struct order_worker *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++)
        if (!w->strips[i]->done)
            w->runnable[count++] = i;
    return count;
}

static void run_group(struct order_worker *w, uint64_t group)
{
    uint32_t count;
    start_group(w, group);
    while ((count = release(w)) > 0) {
        while (count > 0 && !runtime_stopped(w->run, group)) {
            uint32_t pick = below(w, count), strip = w->runnable[pick];
            uint64_t turn = (uint64_t)1 << below(w, LONGEST_TURN + 1);
            bool waits = interp_run_to_barrier(w->strips[strip], turn);
            if (waits || w->strips[strip]->done)
                w->runnable[pick] = w->runnable[--count];
        }
        if (count > 0)
            return; /* stopped */
    }
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct order_worker *w = worker;
    uint32_t environment = num_env_enter();
    for (uint64_t i = first; i - first < count && !runtime_stopped(w->run, i); i++)
        run_group(w, permuted(i, w->total, w->run->order));
    num_env_leave(environment);
}

const struct runtime_engine interp_order_engine = {
    .name = "interp",
    .kernel_new = interp_kernel_new,
    .kernel_free = interp_kernel_free,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .run_groups = run_groups,
    .lanes = interp_kernel_lanes,
};
