/* Resources, views, the address rules, bindings, and the dispatch of groups over a thread pool. Used by
   both engines, and independent of them. */
#ifndef SM5_RUNTIME_ROOM_H
#define SM5_RUNTIME_ROOM_H

#include <pthread.h>
#include <stdatomic.h>

#include "program/program.h"
#include "program/program_texture.h"
#include "sm5/resource.h"
#include "sm5/stage.h"
#include "texture/texture.h"

/* ---- buffer.c ---- */

/* Bytes of a resource: 4-byte aligned, and the library's own 64-byte aligned. The caller's memory ends where
   the resource does, so that nothing is read past it. */
struct sm5_buffer {
    uint8_t *data;
    uint64_t size;
    bool is_own; /* data is of memory_new */
    /* Of a slice: bytes [first, end) are in memory; `data` is where byte 0 would be. */
    bool is_slice;
    uint64_t first, end;
    void *held; /* of memory_new */
};

/* ---- view and address rules ---- */

enum view_kind {
    VIEW_NONE,
    VIEW_STRUCTURED,
    VIEW_RAW,
    VIEW_TYPED,
    VIEW_CBUFFER,
    VIEW_TEXTURE, /* described by `texture`; all other fields but `buffer` are 0 */
    VIEW_SAMPLER
};

/* A view for engines: only the bytes that it gives access to. VIEW_NONE (all zero) is an unbound slot: count
   and bytes are 0, so every access to it is out of bounds. */
struct runtime_view {
    uint8_t kind;
    bool mismatch;   /* does not match the declaration, bound in lenient mode */
    uint8_t *base;   /* first byte of the view */
    uint64_t start;  /* bytes of the buffer before it */
    uint64_t bytes;  /* of the view; a cbuffer's last row may be cut short by the buffer's end */
    uint32_t count;  /* structures, dwords (raw), texels (typed), float4 rows (cbuffer) */
    uint32_t stride; /* bytes of a structure or texel; 4 raw; 16 cbuffer */
    const struct format_info *format;   /* typed */
    _Atomic uint32_t *counter;          /* hidden counter, or NULL */
    const struct sm5_buffer *buffer;    /* viewed buffer */
    const struct texture_view *texture; /* of VIEW_TEXTURE, else NULL */
    const struct sm5_sampler *sampler;  /* of VIEW_SAMPLER, else NULL */
};

/* region.h measures views and computes the window of an access; mem.h has the accesses to memory that several
   threads access concurrently. */

bool runtime_has_slices(const struct sm5_bindings *bindings);

/* ---- bindings.c ---- */

/* The views of one declared resource: views[i] is register lower + i. Registers past `count` are unbound;
   the array grows on demand, as a range may extend to UINT32_MAX. */
struct runtime_slot {
    const struct program_resource *resource;
    struct runtime_view *views;
    uint32_t count, capacity;
    bool touched;                /* something, a null view included, has been bound */
    bool typed_atomic;           /* an atomic accesses this typed u# */
    _Atomic uint32_t **counters; /* [capacity]: own hidden counters, allocated on first use */
    void **details; /* [capacity]: the texture_view or sm5_sampler of views[i], allocated on first use */
};

/* Bindings, resolved against one program: slots[i] belongs to program->decls.resources[i]. */
struct runtime_bindings {
    struct runtime_slot *slots;
    uint32_t slot_count;
    /* Interfaces: for fp `i` (index in decls.interfaces), element e: tables[interface_base[i] + e] is the id
       of the bound function table or UINT32_MAX, and instances[...] the four words of this[]. */
    uint32_t *interface_base;
    uint32_t *tables;
    uint32_t (*instances)[4];
};

const struct runtime_bindings *runtime_bindings_of(const struct sm5_bindings *bindings);

/* The id of the function table bound to an element of interface `at` (index in decls.interfaces);
   UINT32_MAX when none is bound or the element does not exist. */
uint32_t runtime_table_of(const struct runtime_bindings *bindings, const struct sm5_program *program,
                          uint32_t at, uint32_t element);
/* The four words of this[number], or NULL. */
const uint32_t *runtime_instance_of(const struct runtime_bindings *bindings,
                                    const struct sm5_program *program, uint32_t number);

/* The view of an unbound register. */
extern const struct runtime_view runtime_unbound;

/* The view of an operand: slot of the declaration, register as counted by the operand's index (absolute).
   Out of range gives an unbound view. Never NULL. */
static inline const struct runtime_view *runtime_view_at(const struct runtime_slot *slot, uint32_t reg)
{
    uint32_t at = reg - slot->resource->lower; /* below `lower` it wraps past every count */
    return at < slot->count ? &slot->views[at] : &runtime_unbound;
}

/* The same for a declaration of the program. */
static inline const struct runtime_view *runtime_view_of(const struct runtime_bindings *bindings,
                                                         const struct sm5_program *program,
                                                         const struct program_resource *declared,
                                                         uint32_t reg)
{
    return runtime_view_at(&bindings->slots[declared - program->decls.resources], reg);
}

/* One warning for each declared slot with nothing bound, and for each buffer bound as t# and as u#. */
void runtime_report_bindings(const struct sm5_bindings *bindings, struct sm5_diags *diags);

/* ---- dispatch.c, pool.c: groups over threads ---- */

struct runtime_run;

/* The interface of an engine. A kernel is immutable and shared; a worker is used by one thread at a time. */
struct runtime_engine {
    const char *name;
    /* Creates a kernel. Programs that the engine does not support fail here, by the opcode's name. */
    enum sm5_status (*kernel_new)(const struct sm5_program *program, void **kernel, struct sm5_diags *diags);
    void (*kernel_free)(void *kernel);
    /* Optional: divides the groups into parts and compiles what the run needs, before its clock starts. */
    enum sm5_status (*prepare)(const void *kernel, struct runtime_run *run);
    /* Allocates all memory that running groups needs. Called by the thread that will use the worker first. */
    enum sm5_status (*worker_new)(const void *kernel, struct runtime_run *run, void **worker);
    void (*worker_free)(void *worker);
    /* Optional: resets a worker of an earlier run for another run of the same kernel, with other bindings
       and groups. SM5_ERR_MEMORY: it is then freed. */
    enum sm5_status (*worker_reset)(void *worker, struct runtime_run *run);
    /* Runs groups [first, first + count) in linear order, x fastest, with the float environment of
       num_env_enter. Tests runtime_stopped before each group and returns early when it is true. */
    void (*run_groups)(void *worker, uint64_t first, uint64_t count);
    /* Optional: after the worker's last groups, and perhaps before. */
    void (*worker_finish)(void *worker);
    /* Of an engine that is a device: runs all groups of a dispatch, in place of workers. On failure appends a line to
       `why`; `seconds` stays 0 when the device has no clock. The run's limit of steps is not supported. */
    enum sm5_status (*run_all)(const void *kernel, struct runtime_run *run, double *seconds,
                               struct strbuf *why);
    uint32_t (*lanes)(const void *kernel);
    /* Optional: refines `info`. Thread-safe. */
    void (*info)(const void *kernel, struct sm5_kernel_info *info);
};

enum runtime_fault_kind {
    RUNTIME_FAULT_BARRIER, /* sync not reached by every live thread */
    RUNTIME_FAULT_FCALL,   /* no body bound to the interface, or index out of range */
    RUNTIME_FAULT_STEPS,
    RUNTIME_FAULT_SECONDS,
    RUNTIME_FAULT_ABORT, /* abort instruction */
    RUNTIME_FAULT_MEMORY /* out of memory for the group's output */
};

struct runtime_fault {
    enum runtime_fault_kind kind;
    uint32_t instr;                /* index in program->instrs; UINT32_MAX: between groups */
    uint64_t group;                /* linear */
    uint32_t thread, other_thread; /* flattened: one that did not arrive (or that faulted), one that did */
    uint32_t missing;              /* number of threads that did not arrive */
};

struct runtime_stage;

/* A box of a dispatch's groups, and how they are executed. An engine may run several that are adjacent in x as one: `groups`
   counts these, and all group numbers of the run are theirs. */
struct runtime_part {
    uint32_t groups[3];
    uint32_t origin[3];    /* the first group's x, y, z */
    uint32_t merged;       /* groups in each, at least 1 */
    uint32_t held;         /* of these, that are in the dispatch: fewer in a part that reaches past its end */
    bool swapped;          /* before, x and y of all groups were exchanged */
    bool padded;           /* rows of threads are padded to whole warps */
    bool is_rest;          /* those at the end of rows that do not fill a group of merged ones */
    uint64_t first, count; /* of its groups, as if none were merged, those that are executed */
};

/* One dispatch while it runs. Shared by all workers. */
struct runtime_run {
    const struct sm5_program *program;
    const struct runtime_bindings *bindings;
    const struct runtime_stage
        *stage;               /* of a run of another stage, whose groups are batches; NULL: a dispatch */
    struct runtime_part part; /* that is executed: all groups, unless `prepare` divides them */
    struct runtime_part rest; /* that is executed afterwards; its count is 0: there is none */
    uint32_t workers;         /* that may execute the part, at most */
    bool is_exclusive;        /* nothing else accesses memory of u# meanwhile */
    uint64_t done_before;     /* groups, in the part before */
    bool is_disjoint;         /* set by `prepare`: stores are to words of one thread, whatever the order */
    uint64_t order;           /* interp_order_engine: seed of the order, from 1 on; 0: none */
    bool continues_after_barrier; /* a missed barrier ends only its group; the fault is kept */
    enum sm5_oob oob;             /* engines other than the interpreter support SM5_OOB_SPEC only */
    /* Groups from this number on stop; UINT64_MAX without a fault. A fault of group g stores g, so that
       lower groups still finish and the reported fault is the lowest one at any thread count. An exhausted
       budget stores 0. */
    _Atomic uint64_t stop_at;
    _Atomic uint64_t steps;            /* left, when limited */
    uint64_t max_steps;                /* 0: no limit */
    uint64_t deadline_ns;              /* CLOCK_MONOTONIC; 0: none */
    _Atomic uint64_t done;             /* groups that have ended */
    struct runtime_progress *progress; /* NULL: no callback */
    atomic_bool cancelled;             /* by the caller, through its progress */
    pthread_mutex_t lock;              /* for those below, and for what workers change when they end */
    bool lacks_copies;                 /* a worker had no memory for private copies of views */
    struct runtime_fault fault;        /* of the lowest group that faulted */
    bool failed;
};

/* Tested before a group starts, and on its back edges by runtime_step. */
static inline bool runtime_stopped(const struct runtime_run *run, uint64_t group)
{
    return group >= atomic_load_explicit(&run->stop_at, memory_order_relaxed);
}

/* The caller's callback. All fields but `thread` are used by the dispatching thread only. */
struct runtime_progress {
    sm5_progress *call;
    void *context;
    uint64_t total;       /* groups */
    pthread_t thread;     /* the dispatching thread, on which it is called */
    uint64_t next_ns;     /* when the next call is due */
    uint32_t environment; /* float state of the caller, num_env.h */
    bool called;
};

/* Calls the run's progress if it is due at `now` and this is its thread; a callback that returns false stops
   the run. Groups may be running on this thread: the callback has the caller's float environment. */
void runtime_poll(struct runtime_run *run, uint64_t now);
/* Time between two calls of the callback. */
enum { PROGRESS_NS = 20 * 1000 * 1000 };

/* Records a fault and stops the run; thread-safe. When several groups fault the lowest group is kept. */
void runtime_fault(struct runtime_run *run, const struct runtime_fault *fault);

/* Charges one step (a loop back edge or a call of a group); false when the group must stop (budget,
   deadline, fault, cancelled). Cheap: the clock is read once in many calls (`tick` is the worker's own
   counter, from 0). */
bool runtime_step(struct runtime_run *run, uint32_t *tick, uint32_t instr, uint64_t group);

/* Groups that have ended, in both parts; merged ones count as many. */
uint64_t runtime_done(const struct runtime_run *run);

/* x, y, z of a linear group number; of merged groups the first one's. */
void runtime_group_id(const struct runtime_run *run, uint64_t linear, uint32_t id[3]);
/* x, y, z of a flattened thread number. */
void runtime_thread_id(const struct sm5_program *program, uint32_t flat, uint32_t id[3]);

/* strip.c: how many threads of a group execute in lockstep: all, except where threads that store in a loop
   could overtake each other: then 8. */
uint32_t runtime_strip_threads(const struct sm5_program *program);

/* A dispatch as composed by api/. */
struct runtime_job {
    const struct runtime_engine *engine;
    const void *kernel;
    const struct sm5_program *program;
    struct sm5_bindings *bindings;
    /* Text of an instruction for messages, appended to `out`; may be NULL. */
    void (*describe)(const struct sm5_program *program, const struct program_instr *instr,
                     struct strbuf *out);
    struct pool *pool; /* of the kernel; NULL: a temporary one */
    uint64_t start_ns; /* when max_seconds began; 0: now */
    bool has_slices;   /* they hold what the groups access; otherwise slices are an error */
};

/* Implements sm5_dispatch. */
enum sm5_status runtime_dispatch(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                 struct sm5_dispatch_result *result, struct sm5_diags *diags);

/* The group counts of a dispatch, whose arguments it checks. Of the job only program and bindings are used. */
enum sm5_status runtime_read_groups(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                    uint32_t groups[3], struct sm5_diags *diags);
/* Adds the diagnostic of the fault that stopped a run. Of the job only program and `describe` are used. */
void runtime_report_fault(const struct runtime_job *job, const struct runtime_run *run, double max_seconds,
                          struct sm5_diags *diags);

/* ---- texture_run.c ---- */

/* A texture instruction of TEXTURE_LANES lanes. */
struct runtime_texture_call {
    const struct program_texture *access;
    const struct texture_code *code;   /* texture_code_best */
    const struct texture_view *view;   /* NULL: nothing bound, or not writable */
    const struct sm5_sampler *sampler; /* NULL: the default one */
    uint32_t raster_samples;           /* samples of sampleinfo and samplepos when `view` is NULL */
};
/* By enum texture_read: a word for each lane, NULL when the instruction has no such operand. */
typedef const uint32_t *runtime_texture_words[READ_COUNT];
/* For lanes whose bit is set in `mask`: stores the four words of a load or sample to `out`, or the word
   before an atomic to out[0]. Other lanes are undefined. `out` may alias columns of `words`. */
void runtime_texture(const struct runtime_texture_call *call, const runtime_texture_words words,
                     uint32_t mask, texture_words out);
/* The same with a view and a sampler for each lane, which are stored in `call`; the other lanes keep their
   words in `out`. Writes are in the order of the lanes. */
void runtime_texture_by_lane(struct runtime_texture_call *call, const struct texture_view *const *views,
                             const struct sm5_sampler *const *samplers, const runtime_texture_words words,
                             uint32_t mask, texture_words out);

/* The elements of a load, store or atomic, by lane; NULL: none, or the lane's bit in `mask` is 0. */
void runtime_texture_elements(const struct program_texture *access, const struct texture_view *view,
                              const runtime_texture_words words, uint32_t mask,
                              uint8_t *elements[TEXTURE_LANES]);

/* ---- stage.c: runs of the stages other than compute ---- */

/* Invocations of a batch; for hull shaders patches. A multiple of 4: quads are not split. */
enum { STAGE_BATCH = 32, STAGE_ROW = LIMIT_GROUPS /* batches, as groups of a dispatch */ };

/* Vertices that a batch emitted on one stream, in the order of primitives and instances; incomplete strips
   are included. */
struct runtime_emitted {
    struct {
        uint32_t *data;
        size_t count, capacity;
    } words, strips; /* four words a register; vertices of each strip */
};

struct runtime_stage {
    const struct sm5_stage_run *in;
    const struct sm5_stage_outputs *out;
    uint64_t invocations; /* geometry: instances counted; hull: patches */
    uint64_t items;       /* patches or primitives */
    uint32_t samples;     /* of a pixel, at least 1 */
    bool has_helpers;     /* pixels: some may not be covered */
    uint32_t *discarded;  /* pixels: marked by engines; NULL: the program discards none */
    struct runtime_emitted (
        *emitted)[4]; /* geometry: by batch and stream; owned by the worker while its batch runs */
};

/* The offset of a sample from its pixel's centre, in 1/16 pixels (D3D11.3 19.2.4); false when it does
   not exist. */
bool stage_sample_offset(uint32_t samples, uint32_t sample, int8_t offset[2]);
/* The samples that an invocation shades, as bits: all of its pixel's or, at sample frequency, its own. */
uint32_t stage_own_samples(const struct program_stage *decls, uint32_t samples, uint64_t invocation);
/* The offset of a pixel's centroid, in 1/16 pixels: the centre of a pixel that is covered fully or not at
   all, else its first covered sample (D3D11.3 3.5.5). */
void stage_centroid(uint32_t samples, uint32_t coverage, int8_t offset[2]);

/* Implements sm5_run_stage. */
enum sm5_status runtime_run_stage(const struct runtime_job *job, const struct sm5_stage_run *in,
                                  struct sm5_stage_outputs *out, struct sm5_diags *diags);

/* A run whose batches the caller executes. Inputs are copied; outputs are allocated, and zero. */
struct runtime_stage_run;
enum sm5_status runtime_stage_open(const struct runtime_job *job, const struct sm5_stage_run *in,
                                   struct runtime_stage_run **run, struct sm5_diags *diags);
void runtime_stage_close(struct runtime_stage_run *run);
/* For engines. */
const struct runtime_stage *runtime_stage_of(const struct runtime_stage_run *run);
/* Geometry: the words of vertex `row` of a stream of the first `batches` batches, as runtime_stage_outputs numbers
   them, and its batch; NULL past the end. */
const uint32_t *runtime_stage_vertex(const struct runtime_stage_run *run, uint64_t batches, unsigned stream,
                                     uint64_t row, uint64_t *batch);
/* Copies the outputs; of a geometry shader the vertices of the first `batches` batches. Freed with
   sm5_stage_outputs_free, also after a failure. */
enum sm5_status runtime_stage_outputs(const struct runtime_stage_run *run, uint64_t batches,
                                      struct sm5_stage_outputs *out, struct sm5_diags *diags);

/* ---- pool.c ---- */

struct pool;

/* The threads and workers of one kernel. Created on first use, asleep between dispatches, kept until
   pool_free. NULL when memory is exhausted. */
struct pool *pool_new(const struct runtime_engine *engine, const void *kernel);
/* Ends the threads. No dispatch may run. */
void pool_free(struct pool *pool);

/* Cores that threads may use. */
uint32_t pool_cores(struct pool *pool);

struct pool_job {
    struct pool *pool;
    struct runtime_run *run;
    uint64_t first, end; /* groups of the run that are executed */
    uint32_t threads;    /* at most, including the caller */
    uint32_t cores;      /* available */
};

/* Runs the groups; *ran is the number of threads that ran some. Several threads may run jobs of one pool
   at once: one of them uses its threads, the others create temporary ones. Worker threads are woken only
   when that is profitable. */
enum sm5_status pool_run(const struct pool_job *job, uint32_t *ran);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t pool_now(void);

#endif
