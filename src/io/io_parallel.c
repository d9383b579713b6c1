/* Divides work on data among threads that live for one call. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "base/base.h"
#include "io.h"

enum { THREADS_MAX = 16 /* more threads only wait for memory */ };

struct task {
    size_t total, grain;
    atomic_size_t next;
    io_work *work;
    void *context;
};

static void run(struct task *task)
{
    size_t first;
    while ((first = atomic_fetch_add(&task->next, task->grain)) < task->total) {
        size_t rest = task->total - first;
        task->work(task->context, first, rest < task->grain ? rest : task->grain);
    }
}

static void *run_thread(void *context)
{
    run(context);
    return NULL;
}

/* Fewer ranges a thread than this do not pay for starting it. */
static size_t thread_count(size_t ranges)
{
    enum { RANGES_PER_THREAD = 4 };
    size_t useful = ranges / RANGES_PER_THREAD, cores = useful > 1 ? base_cores() : 1;
    cores = cores < THREADS_MAX ? cores : THREADS_MAX;
    return useful < cores ? useful : cores;
}

void io_parallel(size_t total, size_t grain, io_work *work, void *context)
{
    struct task task = {.total = total, .grain = grain, .work = work, .context = context};
    pthread_t threads[THREADS_MAX];
    size_t started = 0, count = thread_count(total / grain);
    sigset_t all, before;
    if (count > 1) { /* signals are handled by the threads of the host application */
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        while (started < count - 1 && pthread_create(&threads[started], NULL, run_thread, &task) == 0)
            started++;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    run(&task); /* does the work of threads that cannot be started, too */
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

unsigned io_cores(void)
{
    return base_cores();
}
