/* The interpreter: the executable specification. One instruction at a time over all threads of a group. */
#ifndef SM5_INTERP_H
#define SM5_INTERP_H

#include "runtime/runtime.h"

extern const struct runtime_engine interp_engine;

/* ---- hooks: called by the interpreter for the checker ---- */

/* The instruction being executed and the threads that execute it in lockstep: `threads` of the group from
   number `first` on. active[i] is all ones for an active thread and 0 for an inactive one, a helper or a
   discarded pixel, whose side effects are disabled. */
struct interp_event {
    const struct program_instr *instr;
    uint32_t at; /* index of instr in program->instrs */
    uint64_t group;
    uint32_t first, threads;
    const uint32_t *active;
    const uint32_t *flat; /* thread numbers in the group; first + i except in interp_order_engine */
};

enum interp_access_kind { INTERP_LOAD, INTERP_STORE, INTERP_ATOMIC };

/* An access of all active threads to t#, u# or g#. Arrays are indexed by thread. */
struct interp_access {
    enum interp_access_kind kind;
    const struct program_resource
        *resource; /* NULL: a load from a t# selected by lane that is not declared */
    uint32_t reg;  /* register of the range, plus regs[thread] when that is not NULL (SM5.1) */
    const uint32_t *regs;
    const uint32_t *address;   /* structure index, raw byte offset or texel */
    const uint32_t *offset;    /* byte offset in the structure, or NULL */
    uint32_t words;            /* mask of the window's words that are accessed; typed: 1 */
    const uint32_t *values[4]; /* values stored, by word; NULL for loads */
};

struct interp_worker;
struct plan_op;

/* Any callback may be NULL. */
struct interp_hooks {
    /* Before a group, or the strip of it that starts with thread `first`; before a batch of another stage's
       invocations, of a hull shader before each part of each phase. */
    void (*start)(void *context, const struct interp_worker *worker);
    /* After a batch, unless the run was stopped. */
    void (*finish)(void *context, const struct interp_worker *worker);
    /* Before the body of each operation, after its fetch steps. Requires plan.h and interp_worker.h. */
    void (*operation)(void *context, const struct interp_worker *worker, const struct plan_op *op);
    /* After each operation: results are in their columns, those that are scattered also in scratch. */
    void (*result)(void *context, const struct interp_worker *worker, const struct plan_op *op);
    /* Before each instruction. */
    void (*instruction)(void *context, const struct interp_event *event);
    /* A register read or written (`write`) through a relative index, one call for each component: element
       base + index[thread] of `operand`. */
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
       ends. */
    void (*missed)(void *context, const struct interp_event *event, const uint32_t *live);
};

/* Sets the hooks of a worker of interp_engine; NULL: none. */
void interp_set_hooks(void *worker, const struct interp_hooks *hooks, void *context);

/* ---- orders ---- */

/* Runs kernels of interp_engine with a pseudo-random order, seeded by run->order, of groups and of threads
   between barriers: see interp_order.c. Consecutive seeds cycle through strip widths from one thread to a
   whole group. */
extern const struct runtime_engine interp_order_engine;
/* interp_set_hooks for workers of interp_order_engine. */
void interp_order_set_hooks(void *worker, const struct interp_hooks *hooks, void *context);

#endif
