#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "base/processor.h"
#include "runtime.h"

/* Time a worker spins before it sleeps: as long as waking it takes. */
enum { SPIN_NS = 50 * 1000 };
/* Between two polls of a waiting caller. */
enum { POLL_NS = 5 * 1000 * 1000 };

/* Bit of state next to the number of threads that have joined. */
#define OPEN ((uint32_t)1 << 31)

struct thread {
    struct threads *threads;
    uint32_t number;
    pthread_t id;
    sem_t called;
    atomic_bool is_called; /* `called` is at most 1, however late the thread is */
    bool may_spin;
    cpu_set_t allowed; /* affinity at creation */
    int kept_off;      /* the core that it is kept off at present, or -1 */
};

struct threads {
    struct thread **list; /* number 1 is list[0] */
    uint32_t count;
    const struct threads_call *call;
    _Atomic uint32_t state;
    sem_t empty; /* posted by the last thread to leave a closed call */
    atomic_bool ending;
};

static void wait_for(sem_t *event, bool may_spin)
{
    for (uint64_t end = may_spin ? pool_now() + SPIN_NS : 0; may_spin && pool_now() < end;)
        for (int i = 0; i < 16; i++) {
            if (sem_trywait(event) == 0)
                return;
            base_pause();
        }
    while (sem_wait(event)) /* interrupted by a signal */
        ;
}

/* As sem_clockwait, which musl lacks: there setting the clock back delays the next poll. */
static int wait_for_ns(sem_t *event, uint64_t ns)
{
#ifdef SM5_HAVE_SEM_CLOCKWAIT
    const clockid_t clock = CLOCK_MONOTONIC;
#else
    const clockid_t clock = CLOCK_REALTIME;
#endif
    struct timespec until;
    clock_gettime(clock, &until);
    uint64_t end = (uint64_t)until.tv_nsec + ns;
    until.tv_sec += (time_t)(end / 1000000000u);
    until.tv_nsec = (long)(end % 1000000000u);
#ifdef SM5_HAVE_SEM_CLOCKWAIT
    return sem_clockwait(event, clock, &until);
#else
    return sem_timedwait(event, &until);
#endif
}

/* Waits and polls; false when a wait without polling is necessary. */
static bool wait_polling(sem_t *event, void (*poll)(void *context), void *context)
{
    for (;;) {
        if (wait_for_ns(event, POLL_NS) == 0)
            return true;
        if (errno == ETIMEDOUT)
            poll(context);
        else if (errno != EINTR)
            return false;
    }
}

/* ---- calls ---- */

/* Keeps a woken thread off the caller's core: the scheduler may place it there although another core is
   idle, and notices only after milliseconds. */
static void keep_off(struct thread *thread, int core)
{
    cpu_set_t cores = thread->allowed;
    if (core < 0 || core == thread->kept_off)
        return;
    CPU_CLR((size_t)core, &cores);
    if (CPU_COUNT(&cores) > 0 && pthread_setaffinity_np(thread->id, sizeof cores, &cores) == 0)
        thread->kept_off = core;
}

static void call_thread(struct thread *thread)
{
    if (!atomic_exchange(&thread->is_called, true))
        sem_post(&thread->called);
}

/* Threads are woken as a binary tree, so that the last of many is not late: the children of number n are
   2n + 1 and 2n + 2. */
static void call_children(struct threads *threads, uint32_t number)
{
    const struct threads_call *call = threads->call;
    for (uint32_t child = 2 * number + 1; child <= 2 * number + 2 && child <= call->count; child++) {
        struct thread *thread = threads->list[child - 1];
        if (call->may_spin)
            keep_off(thread, sched_getcpu());
        call_thread(thread);
    }
}

static bool join(struct threads *threads)
{
    uint32_t state = atomic_load(&threads->state);
    while (state & OPEN)
        if (atomic_compare_exchange_weak(&threads->state, &state, state + 1))
            return true;
    return false;
}

static void leave(struct threads *threads)
{
    if (atomic_fetch_sub(&threads->state, 1) == 1)
        sem_post(&threads->empty);
}

/* A late thread may find the call closed, or the next one open, which may need fewer threads. */
static void answer_call(struct thread *self)
{
    struct threads *threads = self->threads;
    if (!join(threads))
        return;
    const struct threads_call *call = threads->call;
    self->may_spin = call->may_spin;
    if (self->number <= call->count) {
        call_children(threads, self->number);
        call->work(call->context, self->number);
    }
    leave(threads);
}

void threads_open(struct threads *threads, const struct threads_call *call)
{
    threads->call = call;
    atomic_store(&threads->state, OPEN);
    call_children(threads, 0);
}

void threads_close(struct threads *threads, void (*poll)(void *context), void *context)
{
    if ((atomic_fetch_and(&threads->state, ~OPEN) & ~OPEN) == 0)
        return;
    if (!poll || !wait_polling(&threads->empty, poll, context))
        wait_for(&threads->empty, threads->call->may_spin);
    /* Orders the threads' writes for ThreadSanitizer too, which does not model sem_clockwait. */
    (void)atomic_load(&threads->state);
}

/* ---- threads ---- */

static void *thread_main(void *argument)
{
    struct thread *self = argument;
    for (;;) {
        wait_for(&self->called, self->may_spin);
        atomic_store(&self->is_called, false);
        if (atomic_load(&self->threads->ending))
            return NULL;
        answer_call(self);
    }
}

/* Signals are handled by the threads of the host application. */
static bool start_thread(struct thread *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread->id, NULL, thread_main, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static struct thread *new_thread(struct threads *threads, uint32_t number)
{
    struct thread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    thread->threads = threads;
    thread->number = number;
    thread->kept_off = -1;
    if (sched_getaffinity(0, sizeof thread->allowed, &thread->allowed))
        CPU_ZERO(&thread->allowed); /* more cores than a cpu_set_t holds: no affinity */
    sem_init(&thread->called, 0, 0);
    if (start_thread(thread))
        return thread;
    sem_destroy(&thread->called);
    free(thread);
    return NULL;
}

uint32_t threads_grow(struct threads *threads, uint32_t count)
{
    if (count <= threads->count)
        return threads->count;
    struct thread **list = realloc(threads->list, count * sizeof *list);
    if (!list)
        return threads->count;
    threads->list = list;
    while (threads->count < count) {
        struct thread *thread = new_thread(threads, threads->count + 1);
        if (!thread)
            break;
        list[threads->count++] = thread;
    }
    return threads->count;
}

struct threads *threads_new(void)
{
    struct threads *threads = calloc(1, sizeof *threads);
    if (threads)
        sem_init(&threads->empty, 0, 0);
    return threads;
}

void threads_free(struct threads *threads)
{
    if (!threads)
        return;
    atomic_store(&threads->ending, true);
    for (uint32_t i = 0; i < threads->count; i++)
        call_thread(threads->list[i]);
    for (uint32_t i = 0; i < threads->count; i++) {
        pthread_join(threads->list[i]->id, NULL);
        sem_destroy(&threads->list[i]->called);
        free(threads->list[i]);
    }
    sem_destroy(&threads->empty);
    free(threads->list);
    free(threads);
}
