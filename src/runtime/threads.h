/* Private to runtime/: worker threads that sleep until they are called. A call does not wait for slow
   threads: a thread that arrives while it is open joins it, and closing it waits for those only. */
#ifndef SM5_RUNTIME_THREADS_H
#define SM5_RUNTIME_THREADS_H

#include <stdbool.h>
#include <stdint.h>

struct threads;

/* No threads yet, or NULL when memory is exhausted. */
struct threads *threads_new(void);
/* Ends the threads. */
void threads_free(struct threads *threads);

/* Creates threads up to `count`, as far as the system permits; returns their number. Not while a call is
   open. */
uint32_t threads_grow(struct threads *threads, uint32_t count);

struct threads_call {
    void (*work)(void *context, uint32_t number); /* number: 1 to count */
    void *context;
    uint32_t count; /* threads to call; at most those that exist */
    bool may_spin;  /* there is a core for each thread, including the caller */
};

/* Wakes threads and returns at once. One call at a time; `call` must stay valid until threads_close. */
void threads_open(struct threads *threads, const struct threads_call *call);
/* Closes the call and waits for the threads that joined it. While it waits it calls `poll` (may be NULL)
   about every 5 ms. */
void threads_close(struct threads *threads, void (*poll)(void *context), void *context);

#endif
