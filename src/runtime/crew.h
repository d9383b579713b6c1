/* Private to runtime/: threads that sleep until they are called. A call does not wait for those that are slow
   to come: whoever arrives while it is open joins in, and closing it waits for these alone. */
#ifndef SM5_RUNTIME_CREW_H
#define SM5_RUNTIME_CREW_H

#include <stdbool.h>
#include <stdint.h>

struct crew;

/* A crew of no threads, or NULL. */
struct crew *crew_new(void);
/* Ends the threads. */
void crew_free(struct crew *crew);

/* Makes threads until there are `count`, as far as the system has some; returns how many there are then. Not
   while a call is open. */
uint32_t crew_grow(struct crew *crew, uint32_t count);

struct crew_call {
    void (*work)(void *context, uint32_t number); /* number: 1 to count */
    void *context;
    uint32_t count; /* threads that are called; at most those that there are */
    bool may_spin;  /* there is a core for each, the caller too */
};

/* Calls threads and returns at once. One call at a time; it is the caller's until crew_close. */
void crew_open(struct crew *crew, const struct crew_call *call);
/* Lets no more threads in, and waits for those that came. While it waits it calls `poll` (may be NULL) about
   every 5 ms. */
void crew_close(struct crew *crew, void (*poll)(void *context), void *context);

#endif
