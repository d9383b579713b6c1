/* A worker: all memory that running groups takes, one group at a time. */
#ifndef SM5_INTERP_WORKER_H
#define SM5_INTERP_WORKER_H

#include "interp/plan.h"

/* An open block, call or fcall. Masks are lane columns. */
struct interp_block {
    uint8_t run;      /* RUN_IF, RUN_LOOP, RUN_SWITCH, RUN_CALL, RUN_FCALL */
    uint32_t pc;      /* RUN_CALL: where to return to */
    uint32_t *resume; /* lanes that are active behind the block */
    uint32_t *other;  /* if: for else; loop: for the next iteration; switch, fcall: not yet matched */
    uint32_t *value;  /* switch: the selector; fcall: the function table */
};

struct interp_worker {
    const struct plan *plan;
    struct runtime_run *run;
    const struct lane_table *table;
    const struct texture_code *textures;
    uint32_t threads, lanes; /* of a strip */
    uint32_t first;          /* number in the group of the strip's first thread */
    uint32_t *columns;       /* plan->columns of them, `lanes` words each */
    uint32_t *active;        /* lanes that execute */
    uint32_t *live;          /* lanes that have not returned from main */
    uint32_t *taken;         /* scratch of a flow operation: the lanes it moves */
    uint32_t active_count, live_count;
    struct interp_block *blocks;
    uint32_t depth, calls; /* blocks open; return addresses among them */
    uint32_t pc, tick;
    uint64_t group;
    bool done;                  /* with the group: at its end, or stopped */
    uint32_t *mute;             /* pixels: lanes that write nothing, helpers and discarded ones; else NULL */
    struct interp_stage *stage; /* not compute */
    uint8_t *tgsm;
    uint32_t fence;
    const struct interp_hooks *hooks;
    void *context;
    void *memory;
};

static inline uint32_t *interp_column(const struct interp_worker *w, uint32_t column)
{
    return w->columns + (size_t)column * w->lanes;
}

/* What lane functions take: no mask when every thread is active. */
static inline const uint32_t *interp_mask(const struct interp_worker *w)
{
    return w->active_count == w->threads ? NULL : w->active;
}

/* Lanes whose writes count: helper and discarded pixels change no memory (D3D11.3 16.13). */
const uint32_t *interp_writers(struct interp_worker *w);

static inline struct interp_event interp_event(struct interp_worker *w, const struct plan_op *op)
{
    return (struct interp_event){
        .instr = &w->plan->program->instrs[op->instr],
        .at = op->instr,
        .group = w->group,
        .first = w->first,
        .threads = w->threads,
        .active = interp_writers(w),
        .flat = interp_column(w, w->plan->system + SYSTEM_FLAT),
    };
}

/* A thread's number in the group. */
static inline uint32_t interp_flat(const struct interp_worker *w, uint32_t lane)
{
    return interp_column(w, w->plan->system + SYSTEM_FLAT)[lane];
}

/* The element a lane names, mod 2^32. */
static inline uint32_t interp_index(const struct interp_worker *w, struct plan_index index, uint32_t lane)
{
    return index.index == PLAN_NONE ? index.base : index.base + interp_column(w, index.index)[lane];
}

/* Notes a fault of `thread` and ends the group. */
void interp_fault(struct interp_worker *w, const struct plan_op *op, enum runtime_fault_kind kind,
                  uint32_t thread);

/* interp.c. A worker for `threads` of a group's threads, whose shared memory is `tgsm` (NULL: its own). NULL
   when memory is out. */
struct interp_worker *interp_worker_new(const struct plan *plan, struct runtime_run *run, uint32_t threads,
                                        uint8_t *tgsm);
void interp_worker_free(void *worker);
/* What it takes, without shared memory. */
size_t interp_worker_bytes(const struct plan *plan, uint32_t lanes);
/* Lane `lane` is the group's thread number `flat`. */
void interp_place(struct interp_worker *w, uint32_t lane, uint32_t flat);
/* Has the placed threads stand at the start of the program. Shared memory is the caller's to zero. */
void interp_start(struct interp_worker *w, uint64_t group);
/* Runs at most so many operations; true when it stops behind a sync with _t. Else `done`, or there is more to
   do. */
bool interp_run_to_barrier(struct interp_worker *w, uint64_t operations);

/* What a worker has for the stages other than compute (interp_stage.c). */
struct interp_stage {
    struct sm5_records records[PLAN_RECORDS]; /* that steps read and write */
    /* geometry, see interp_emit.c: vertices of lane i from i * max_vertices on */
    uint32_t *current; /* o# of each lane */
    uint32_t *words;
    struct interp_vertex *vertices;
    uint32_t emitted[STAGE_BATCH];   /* vertices of each lane */
    uint32_t latest[STAGE_BATCH][4]; /* by stream: the lane's last vertex, or UINT32_MAX */
};

/* interp.c: runs operations until the routine at w->pc ends. */
void interp_execute(struct interp_worker *w);
/* Zeroes the registers that lanes may read before they write them. */
void interp_clear(struct interp_worker *w);

/* interp_stage.c */
bool interp_stage_new(struct interp_worker *w);
void interp_stage_free(struct interp_worker *w);
void interp_stage_batch(struct interp_worker *w, uint64_t batch);
/* The word of a record that a lane names, or NULL where there is none. */
uint32_t *interp_record(const struct interp_worker *w, const struct plan_step *step, uint32_t lane);

/* Which sample of its pixel an invocation is; 0 at pixel frequency. */
uint32_t interp_sample_of(const struct interp_worker *w, uint64_t invocation);

/* interp_emit.c */
bool interp_emit_new(struct interp_worker *w);
void interp_emit_free(struct interp_worker *w);
void interp_emit_start(struct interp_worker *w);
void interp_stream(struct interp_worker *w, const struct plan_op *op);
/* Hands what the batch has emitted to the run. */
void interp_emit_finish(struct interp_worker *w);

/* interp_quad.c: lanes 4q to 4q + 3 are pixels (0,0), (1,0), (0,1), (1,1) of a quad. */
void interp_derivative(struct interp_worker *w, const struct plan_op *op);
void interp_pull(struct interp_worker *w, const struct plan_op *op);
/* The difference of `s` across each lane's quad. `active` (NULL: any) are the lanes whose values count: where
   one of the two does not, the difference is 0. `d` may not be `s`. */
void interp_difference(uint32_t lanes, enum plan_derivative kind, const uint32_t *active, const uint32_t *s,
                       uint32_t *d);

/* interp_flow.c */
/* All but the first `count` threads are taken as returned. */
void interp_flow_start(struct interp_worker *w, uint32_t pc, uint32_t count);
/* Ends lanes wherever they are: all blocks and calls. */
void interp_flow_end(struct interp_worker *w, const struct plan_op *op, const uint32_t *lanes);
void interp_flow(struct interp_worker *w, const struct plan_op *op);
void interp_sync(struct interp_worker *w, const struct plan_op *op);

/* interp_step.c: fetch and finish steps */
void interp_step(struct interp_worker *w, const struct plan_op *op, const struct plan_step *step);

/* interp_memory.c */
void interp_memory(struct interp_worker *w, const struct plan_op *op);
/* interp_texture.c */
void interp_texture(struct interp_worker *w, const struct plan_op *op);
/* A row of a constant buffer: component `c`, or 0 past the end. */
uint32_t interp_cbuffer(const struct interp_worker *w, uint32_t slot, uint32_t reg, uint32_t row, unsigned c);

#endif
