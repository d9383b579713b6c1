/* Failing calls: the n-th allocation or system call that sm5's code makes reports a failure. */
#ifndef FAIL_H
#define FAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fail_kind {
    FAIL_MEMORY, /* malloc and its like, mmap, pthread_create: out of memory */
    FAIL_CALL,   /* a system call on files or memory: the error that it reports on a full disk and the like */
    FAIL_INTERRUPTED, /* a system call that a signal may interrupt: EINTR */
    FAIL_SHORT        /* a read or write: half the bytes */
};

enum { FAIL_FRAMES = 24, FAIL_LEAKS = 8 };

/* What happened since fail_arm. */
struct fail_report {
    uint64_t calls;            /* calls of the kind */
    uint64_t failed;           /* of these, those that failed */
    uint64_t live;             /* allocations not freed */
    void *frames[FAIL_FRAMES]; /* of the first failure, innermost first */
    void *leaks[FAIL_LEAKS];   /* callers of allocations not freed */
};

/* The n-th call fails, from 1; with `and_after` also all after it. 0: none. */
void fail_arm(enum fail_kind kind, uint64_t n, bool and_after);
void fail_disarm(struct fail_report *report);
/* For each call that is counted from now on, the first `room` ones, stores a hash of its chain of callers. */
void fail_record_chains(uint64_t *chains, size_t room);
/* The most bytes that sm5's code had allocated at once since fail_mark, above those of then. */
void fail_mark(void);
uint64_t fail_peak(void);
/* Traps system calls, for all kinds but FAIL_MEMORY; false where the kernel does not permit it. The process keeps the
   filter for its lifetime, and programs that it executes cannot run. */
bool fail_trap_calls(void);

#endif
