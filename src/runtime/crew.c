#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "runtime.h"

/* That a thread watches for what comes next before it sleeps: waking it takes as long. */
enum { SPIN_NS = 50 * 1000 };
/* Between two polls of a caller that waits. */
enum { POLL_NS = 5 * 1000 * 1000 };

/* Bit of crew.state next to the count of threads that are in. */
#define OPEN ((uint32_t)1 << 31)

struct thread {
    struct crew *crew;
    uint32_t number;
    pthread_t id;
    sem_t called;
    atomic_bool is_called; /* `called` counts no further than 1, however late the thread is */
    bool may_spin;
    cpu_set_t allowed; /* as it was made */
    int kept_off;      /* the core that it may not run on at present, or -1 */
};

struct crew {
    struct thread **threads; /* number 1 is threads[0] */
    uint32_t count;
    const struct crew_call *call;
    _Atomic uint32_t state;
    sem_t empty; /* posted by the last thread out of a call that has been closed */
    atomic_bool ending;
};

static void spin_wait(void)
{
    __builtin_ia32_pause();
}

static void wait_asleep(sem_t *event)
{
    while (sem_wait(event)) /* a signal */
        ;
}

static void wait_for(sem_t *event, bool may_spin)
{
    for (uint64_t end = may_spin ? pool_now() + SPIN_NS : 0; may_spin && pool_now() < end;)
        for (int i = 0; i < 16; i++) {
            if (sem_trywait(event) == 0)
                return;
            spin_wait();
        }
    wait_asleep(event);
}

/* Waits and polls; false when the wait has to be made without. */
static bool wait_polling(sem_t *event, void (*poll)(void *context), void *context)
{
    for (;;) {
        uint64_t at = pool_now() + POLL_NS;
        struct timespec until = {(time_t)(at / 1000000000u), (long)(at % 1000000000u)};
        if (sem_clockwait(event, CLOCK_MONOTONIC, &until) == 0)
            return true;
        if (errno == ETIMEDOUT)
            poll(context);
        else if (errno != EINTR)
            return false;
    }
}

/* ---- calls ---- */

/* Left to itself a woken thread may start on the core of the one that woke it and push it aside while another
   core is idle; the system takes milliseconds to notice. */
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

/* The caller wakes two threads and each thread two more, so that the last of many is not late: the children
   of number n are 2n + 1 and 2n + 2. */
static void call_children(struct crew *crew, uint32_t number)
{
    const struct crew_call *call = crew->call;
    for (uint32_t child = 2 * number + 1; child <= 2 * number + 2 && child <= call->count; child++) {
        struct thread *thread = crew->threads[child - 1];
        if (call->may_spin)
            keep_off(thread, sched_getcpu());
        call_thread(thread);
    }
}

static bool join(struct crew *crew)
{
    uint32_t state = atomic_load(&crew->state);
    while (state & OPEN)
        if (atomic_compare_exchange_weak(&crew->state, &state, state + 1))
            return true;
    return false;
}

static void leave(struct crew *crew)
{
    if (atomic_fetch_sub(&crew->state, 1) == 1)
        sem_post(&crew->empty);
}

/* A thread that comes late may find the call closed, or the next one open, which may want fewer. */
static void answer_call(struct thread *self)
{
    struct crew *crew = self->crew;
    if (!join(crew))
        return;
    const struct crew_call *call = crew->call;
    self->may_spin = call->may_spin;
    if (self->number <= call->count) {
        call_children(crew, self->number);
        call->work(call->context, self->number);
    }
    leave(crew);
}

void crew_open(struct crew *crew, const struct crew_call *call)
{
    crew->call = call;
    atomic_store(&crew->state, OPEN);
    call_children(crew, 0);
}

void crew_close(struct crew *crew, void (*poll)(void *context), void *context)
{
    if ((atomic_fetch_and(&crew->state, ~OPEN) & ~OPEN) == 0)
        return;
    if (!poll || !wait_polling(&crew->empty, poll, context))
        wait_for(&crew->empty, crew->call->may_spin);
    /* What the threads wrote is seen here also where the tool that checks it does not know sem_clockwait. */
    (void)atomic_load(&crew->state);
}

/* ---- threads ---- */

static void *thread_main(void *argument)
{
    struct thread *self = argument;
    for (;;) {
        wait_for(&self->called, self->may_spin);
        atomic_store(&self->is_called, false);
        if (atomic_load(&self->crew->ending))
            return NULL;
        answer_call(self);
    }
}

/* Signals are the host's: its own threads shall handle them. */
static bool start_thread(struct thread *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread->id, NULL, thread_main, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static struct thread *new_thread(struct crew *crew, uint32_t number)
{
    struct thread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    thread->crew = crew;
    thread->number = number;
    thread->kept_off = -1;
    if (sched_getaffinity(0, sizeof thread->allowed, &thread->allowed))
        CPU_ZERO(&thread->allowed); /* more cores than a set holds: the thread runs where it likes */
    sem_init(&thread->called, 0, 0);
    if (start_thread(thread))
        return thread;
    sem_destroy(&thread->called);
    free(thread);
    return NULL;
}

uint32_t crew_grow(struct crew *crew, uint32_t count)
{
    if (count <= crew->count)
        return crew->count;
    struct thread **threads = realloc(crew->threads, count * sizeof *threads);
    if (!threads)
        return crew->count;
    crew->threads = threads;
    while (crew->count < count) {
        struct thread *thread = new_thread(crew, crew->count + 1);
        if (!thread)
            break;
        threads[crew->count++] = thread;
    }
    return crew->count;
}

struct crew *crew_new(void)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew)
        sem_init(&crew->empty, 0, 0);
    return crew;
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    atomic_store(&crew->ending, true);
    for (uint32_t i = 0; i < crew->count; i++)
        call_thread(crew->threads[i]);
    for (uint32_t i = 0; i < crew->count; i++) {
        pthread_join(crew->threads[i]->id, NULL);
        sem_destroy(&crew->threads[i]->called);
        free(crew->threads[i]);
    }
    sem_destroy(&crew->empty);
    free(crew->threads);
    free(crew);
}
