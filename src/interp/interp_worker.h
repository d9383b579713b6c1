/* A worker: the state and memory for running groups, one at a time. */
#ifndef SM5_INTERP_WORKER_H
#define SM5_INTERP_WORKER_H

#include "interp/plan.h"

/* An open block, call or fcall. Masks are lane columns. */
struct interp_block {
    uint8_t run;      /* RUN_IF, RUN_LOOP, RUN_SWITCH, RUN_CALL, RUN_FCALL */
    uint32_t pc;      /* RUN_CALL: where to return to */
    uint32_t *resume; /* lanes that are active after the block */
    uint32_t *
        pending; /* lanes that wait in the block for the else, the next iteration, their case or their callee */
    uint32_t *value; /* switch: the selector; fcall: the function table */
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
    uint32_t *selected;      /* scratch of a flow operation: the lanes that jump or match */
    uint32_t active_count, live_count;
    struct interp_block *blocks;
    uint32_t depth, calls; /* open blocks; calls among them */
    uint32_t pc, tick;
    uint64_t group;
    bool done;         /* the group has ended or was stopped */
    uint32_t *helpers; /* pixels: lanes without side effects, helper and discarded pixels; else NULL */
    struct interp_stage *stage; /* NULL: compute */
    uint8_t *tgsm;
    uint32_t fence;
    const struct interp_hooks *hooks;
    void *context;
    void *memory;
    uint8_t *own_tgsm; /* NULL: tgsm is someone else's */
};

static inline uint32_t *interp_column(const struct interp_worker *w, uint32_t column)
{
    return w->columns + (size_t)column * w->lanes;
}

/* The mask for lane functions: NULL when every thread is active. */
static inline const uint32_t *interp_mask(const struct interp_worker *w)
{
    return w->active_count == w->threads ? NULL : w->active;
}

/* Active lanes with side effects: helper and discarded pixels do not change memory (D3D11.3 16.13). */
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

/* The element that a lane selects, mod 2^32. */
static inline uint32_t interp_index(const struct interp_worker *w, struct plan_index index, uint32_t lane)
{
    return index.index == PLAN_NONE ? index.base : index.base + interp_column(w, index.index)[lane];
}

/* Records a fault of `thread` and ends the group. */
void interp_fault(struct interp_worker *w, const struct plan_op *op, enum runtime_fault_kind kind,
                  uint32_t thread);

/* interp.c. Kernels, of both engines: a kernel is a plan. */
enum sm5_status interp_kernel_new(const struct sm5_program *program, void **kernel, struct sm5_diags *diags);
void interp_kernel_free(void *kernel);
uint32_t interp_kernel_lanes(const void *kernel);

/* interp.c. Zeroed memory for the g# of a group, freed with memory_free. */
uint8_t *interp_tgsm_new(const struct plan *plan);
/* interp.c. A worker for `threads` threads of a group, with shared memory `tgsm` (NULL: allocated). NULL when
   memory is exhausted. */
struct interp_worker *interp_worker_new(const struct plan *plan, struct runtime_run *run, uint32_t threads,
                                        uint8_t *tgsm);
void interp_worker_free(void *worker);
/* Memory of a worker, without shared memory. */
size_t interp_worker_bytes(const struct plan *plan, uint32_t lanes);
/* Assigns the group's thread number `flat` to a lane. */
void interp_set_thread(struct interp_worker *w, uint32_t lane, uint32_t flat);
/* Starts the assigned threads at the beginning of the program. The caller zeroes shared memory. */
void interp_start(struct interp_worker *w, uint64_t group);
/* Runs at most so many operations; true when it stopped after a sync with _t. */
bool interp_run_to_barrier(struct interp_worker *w, uint64_t operations);

/* The state of a worker for stages other than compute (interp_stage.c). */
struct interp_stage {
    struct sm5_records records[PLAN_RECORDS]; /* accessed by record steps */
    /* geometry, see interp_emit.c: vertices of lane i from i * max_vertices on */
    uint32_t *current; /* o# by lane */
    uint32_t *words;
    struct interp_vertex *vertices;
    uint32_t emitted[STAGE_BATCH];   /* by lane: vertices */
    uint32_t latest[STAGE_BATCH][4]; /* by lane and stream: the last vertex, or UINT32_MAX */
};

/* interp.c: runs operations until the group ends. */
void interp_execute(struct interp_worker *w);
/* Zeroes the registers that may be read before they are written. */
void interp_clear(struct interp_worker *w);

/* interp_stage.c */
bool interp_stage_new(struct interp_worker *w);
void interp_stage_free(struct interp_worker *w);
void interp_stage_batch(struct interp_worker *w, uint64_t batch);
/* Starts a part of a batch. Hull shaders have one for each STAGE_BATCH invocations of each phase, other stages one;
   parts run in their order. False: there is no such part. */
bool interp_stage_start(struct interp_worker *w, uint64_t batch, uint32_t part);
/* Hull: the phase of a part of the current batch. */
bool interp_stage_phase(const struct interp_worker *w, uint32_t part, uint32_t *phase);
/* After the last part: outputs of discarded pixels, and the vertices that the batch emitted. */
void interp_stage_finish(struct interp_worker *w);
/* The word of a record that a lane accesses, or NULL out of range. */
uint32_t *interp_record(const struct interp_worker *w, const struct plan_step *step, uint32_t lane);

/* The sample of an invocation; 0 at pixel frequency. */
uint32_t interp_sample_of(const struct interp_worker *w, uint64_t invocation);

/* interp_emit.c */
bool interp_emit_new(struct interp_worker *w);
void interp_emit_free(struct interp_worker *w);
void interp_emit_start(struct interp_worker *w);
void interp_stream(struct interp_worker *w, const struct plan_op *op);
/* Stores the vertices of the batch in the output of the run, in place of those of an earlier execution. */
void interp_emit_finish(struct interp_worker *w);
/* The memory of emitted vertices: part `i`, from 0; false past the last. */
bool interp_emit_memory(const struct interp_worker *w, unsigned i, void **bytes, size_t *size);

/* The words of the vertex that a lane emits next. The lane has emitted less than its limit. */
uint32_t *interp_emit_next(const struct interp_worker *w, uint32_t lane);
/* The vertex in the memory of a lane that word `at` of a stream's output is copied from, and the word in it; NULL past
   the end. After the last part of the batch. */
const uint32_t *interp_emit_origin(const struct interp_worker *w, uint8_t stream, size_t at);

/* interp_quad.c: lanes 4q to 4q + 3 are pixels (0,0), (1,0), (0,1), (1,1) of a quad. */
/* The derivative of lane `i` is the difference from lane `low` to `high`. */
void interp_pair(enum isa_derivative kind, uint32_t i, uint32_t *low, uint32_t *high);
void interp_derivative(struct interp_worker *w, const struct plan_op *op);
void interp_pull(struct interp_worker *w, const struct plan_op *op);
/* The difference of `s` across each lane's quad; 0 where one of its two lanes is not in `active` (NULL: all
   lanes). `d` may not be `s`. */
void interp_difference(uint32_t lanes, enum isa_derivative kind, const uint32_t *active, const uint32_t *s,
                       uint32_t *d);

/* interp_flow.c */
/* The first `count` threads start at `pc`; the others count as returned. */
void interp_flow_start(struct interp_worker *w, uint32_t pc, uint32_t count);
/* Removes lanes from all blocks and calls, as if they had returned from main. */
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
