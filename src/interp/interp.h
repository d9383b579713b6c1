/* The interpreter: the executable specification. One instruction at a time over all threads of a group. */
#ifndef SM5_INTERP_H
#define SM5_INTERP_H

#include "runtime/runtime.h"

extern const struct runtime_engine interp_engine;

/* ---- hooks: what a checker listens to ---- */

/* Where execution stands. `active` has an entry for each of the `threads` threads that move together, the
   group's thread number `first` being entry 0: all ones when it takes part, else 0. Helper and discarded
   pixels take no part: nothing of what they do stays. */
struct interp_event {
    const struct program_instr *instr;
    uint32_t at; /* index of instr in program->instrs */
    uint64_t group;
    uint32_t first, threads;
    const uint32_t *active;
    const uint32_t *flat; /* numbers in the group: first, first + 1, ... but in orders of their own */
};

enum interp_access_kind { INTERP_LOAD, INTERP_STORE, INTERP_ATOMIC };

/* One access of every active thread to t#, u# or g#, before it happens. Arrays have an entry a thread. */
struct interp_access {
    enum interp_access_kind kind;
    const struct program_resource *resource; /* NULL: a load from a t# chosen by lane that is not declared */
    uint32_t reg; /* register of the range, plus regs[thread] when that is not NULL (SM5.1) */
    const uint32_t *regs;
    const uint32_t *address;   /* structure index, raw byte offset or texel */
    const uint32_t *offset;    /* byte offset in the structure, or NULL */
    uint32_t words;            /* mask of the window's words that are touched; typed: 1 */
    const uint32_t *values[4]; /* what is stored, by word; NULL for loads */
};

struct interp_worker;
struct plan_op;

/* Any callback may be NULL. */
struct interp_hooks {
    /* Before a group, or the strip of it that starts with thread `first`; before a batch of another stage's
       invocations, of a hull shader before each part of each phase. */
    void (*start)(void *context, const struct interp_worker *worker);
    /* Behind a batch, unless the run was stopped. */
    void (*finish)(void *context, const struct interp_worker *worker);
    /* Before the body of each operation: its sources are fetched, its results are not there. For those who
       know plan.h and interp_worker.h. */
    void (*operation)(void *context, const struct interp_worker *worker, const struct plan_op *op);
    /* Behind each operation: its results are there, in scratch where they are scattered. */
    void (*result)(void *context, const struct interp_worker *worker, const struct plan_op *op);
    /* Before each instruction: its static operands are those of event->instr. */
    void (*instruction)(void *context, const struct interp_event *event);
    /* A register read or written (`write`) through a relative index, one call for each component: element
       base + index[thread] of what `operand` names. */
    void (*indexed)(void *context, const struct interp_event *event, const struct program_operand *operand,
                    unsigned component, uint32_t base, const uint32_t *index, bool write);
    void (*memory)(void *context, const struct interp_event *event, const struct interp_access *access);
    /* After imm_atomic_alloc or _consume: the index that each active thread got. The register is that of an
       interp_access. */
    void (*counter)(void *context, const struct interp_event *event, const struct program_resource *resource,
                    uint32_t reg, const uint32_t *regs, const uint32_t *result);
    /* A sync that all live threads reached, or one without _t; flags are the ISA_SYNC_* bits. */
    void (*sync)(void *context, const struct interp_event *event, uint32_t flags);
    /* A sync with _t that some live threads do not reach: those of `live` that are not active. The group
     * ends.
     */
    void (*missed)(void *context, const struct interp_event *event, const uint32_t *live);
};

/* Has `worker`, which interp_engine.worker_new made, call `hooks` (NULL: none any more). */
void interp_set_hooks(void *worker, const struct interp_hooks *hooks, void *context);

/* ---- orders ---- */

/* The interpreter again, whose kernels are interp_engine's: groups, and the threads of a group between two
   barriers, run in an order made of run->order. The threads are split into strips; one of them runs for a
   while, then another, and none passes a barrier before all have come to it. Strips of one thread to a whole
   group take turns with the numbers of `order`. */
extern const struct runtime_engine interp_order_engine;
/* interp_set_hooks for its workers. */
void interp_order_set_hooks(void *worker, const struct interp_hooks *hooks, void *context);

#endif
