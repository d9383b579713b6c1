/* Resources, views, the address rules, bindings, and the dispatch of groups over a thread pool. Both
   engines stand on this room; neither is known to it. */
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
};

/* ---- view and address rules ---- */

enum view_kind {
    VIEW_NONE,
    VIEW_STRUCTURED,
    VIEW_RAW,
    VIEW_TYPED,
    VIEW_CBUFFER,
    VIEW_TEXTURE, /* what `texture` says; the others of a view but `buffer` are 0 */
    VIEW_SAMPLER
};

/* A view as an engine sees it: its own bytes and nothing else. VIEW_NONE (all zero) is an unbound slot: count
   and bytes are 0, so every access to it is out of bounds. */
struct runtime_view {
    uint8_t kind;
    bool mismatch;   /* it does not fit the declaration, and was bound all the same */
    uint8_t *base;   /* first byte of the view */
    uint64_t bytes;  /* of the view; a cbuffer's last row may be cut short by the buffer's end */
    uint32_t count;  /* structures, dwords (raw), texels (typed), float4 rows (cbuffer) */
    uint32_t stride; /* bytes of a structure or texel; 4 raw; 16 cbuffer */
    const struct format_info *format;   /* typed */
    _Atomic uint32_t *counter;          /* hidden counter, or NULL */
    const struct sm5_buffer *buffer;    /* that it views */
    const struct texture_view *texture; /* of VIEW_TEXTURE, else NULL */
    const struct sm5_sampler *sampler;  /* of VIEW_SAMPLER, else NULL */
};

/* address.h holds the rules themselves, inline, one function a kind of access; mem.h the accesses to u#
   memory that several threads may make at once. */

/* ---- bindings.c ---- */

/* The views behind one declared resource: views[i] is register lower + i. Registers past `count` are unbound;
   the array grows with what is bound, as a range may reach to UINT32_MAX. */
struct runtime_slot {
    const struct program_resource *resource;
    struct runtime_view *views;
    uint32_t count, capacity;
    bool touched;                /* something, a null view included, has been bound */
    bool typed_atomic;           /* some atomic works on this typed u# */
    _Atomic uint32_t **counters; /* [capacity]: own hidden counters, made on first use */
    void **details; /* [capacity]: the texture_view or sm5_sampler of views[i], made on first use */
};

/* What is bound, resolved against one program: slots[i] belongs to program->decls.resources[i]. */
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

/* The view that nothing is bound to. */
extern const struct runtime_view runtime_unbound;

/* The view an operand names: slot of the declaration, register as the operand's index counts it (absolute).
   Out of range gives an unbound view. Never NULL. */
static inline const struct runtime_view *runtime_view_at(const struct runtime_slot *slot, uint32_t reg)
{
    uint32_t at = reg - slot->resource->lower; /* below `lower` it wraps past every count */
    return at < slot->count ? &slot->views[at] : &runtime_unbound;
}

/* One warning for each declared slot with nothing bound, and for each buffer bound as t# and as u#. */
void runtime_report_bindings(const struct sm5_bindings *bindings, struct sm5_diags *diags);

/* ---- dispatch.c, pool.c: groups over threads ---- */

struct runtime_run;

/* What an engine gives the runtime. A kernel is immutable and shared; a worker is used by one thread at a
 * time. */
struct runtime_engine {
    const char *name;
    /* Makes a kernel. Programs that the engine has no meaning for fail here, by the opcode's name. */
    enum sm5_status (*kernel_new)(const struct sm5_program *program, void **kernel, struct sm5_diags *diags);
    void (*kernel_free)(void *kernel);
    /* Optional: makes what the run will want of the kernel, before its clock starts. */
    enum sm5_status (*prepare)(const void *kernel, struct runtime_run *run);
    /* All memory that running groups needs. Called by the thread that will use the worker first. */
    enum sm5_status (*worker_new)(const void *kernel, struct runtime_run *run, void **worker);
    void (*worker_free)(void *worker);
    /* Optional: makes a worker of an earlier run fit for another run of the same kernel, whose bindings and
       groups may be others. SM5_ERR_MEMORY: it is then freed. */
    enum sm5_status (*worker_reset)(void *worker, struct runtime_run *run);
    /* Runs groups [first, first + count) in linear order x fastest, with the float environment of
       num_env_enter. Asks runtime_stopped before each group and leaves early when it says so. */
    void (*run_groups)(void *worker, uint64_t first, uint64_t count);
    uint32_t (*lanes)(const void *kernel);
    /* Optional: puts what it knows better than `info` says already. Thread-safe. */
    void (*info)(const void *kernel, struct sm5_kernel_info *info);
};

enum runtime_fault_kind {
    RUNTIME_FAULT_BARRIER, /* sync not reached by every live thread */
    RUNTIME_FAULT_FCALL,   /* no body behind the interface, or index out of range */
    RUNTIME_FAULT_STEPS,
    RUNTIME_FAULT_SECONDS,
    RUNTIME_FAULT_ABORT, /* abort instruction */
    RUNTIME_FAULT_MEMORY /* none left for what the group produces */
};

struct runtime_fault {
    enum runtime_fault_kind kind;
    uint32_t instr;                /* index in program->instrs; UINT32_MAX: between groups */
    uint64_t group;                /* linear */
    uint32_t thread, other_thread; /* flattened: one that did not arrive (or that went wrong), one that did */
    uint32_t missing;              /* how many threads did not arrive */
};

struct runtime_stage;

/* One dispatch while it runs. Shared by all workers. */
struct runtime_run {
    const struct sm5_program *program;
    const struct runtime_bindings *bindings;
    const struct runtime_stage *stage; /* not a dispatch: a run of another stage, whose groups are batches */
    uint32_t groups[3];
    uint64_t order;   /* interp_order_engine: what its order is made of, from 1 on; 0: none */
    bool goes_on;     /* a missed barrier ends its group alone; the fault is kept */
    enum sm5_oob oob; /* engines other than the interpreter know SM5_OOB_SPEC alone */
    /* Groups from this number on run no further; UINT64_MAX while all is well. A fault of group g puts g
       here, so that lower groups still finish and the fault reported is the lowest one at any thread count. A
       used-up budget puts 0. */
    _Atomic uint64_t stop_at;
    _Atomic uint64_t steps;            /* left, when limited */
    uint64_t max_steps;                /* 0: no limit */
    uint64_t deadline_ns;              /* CLOCK_MONOTONIC; 0: none */
    _Atomic uint64_t done;             /* groups that have ended */
    struct runtime_progress *progress; /* NULL: nobody is told */
    atomic_bool cancelled;             /* by the caller, through its progress */
    pthread_mutex_t lock;              /* for the two below */
    struct runtime_fault fault;        /* of the lowest group that went wrong */
    bool failed;
};

/* A group asks before it starts, and on its back edges through runtime_step, whether it may go on. */
static inline bool runtime_stopped(const struct runtime_run *run, uint64_t group)
{
    return group >= atomic_load_explicit(&run->stop_at, memory_order_relaxed);
}

/* The caller's callback. All but `thread` is the dispatching thread's alone. */
struct runtime_progress {
    sm5_progress *call;
    void *context;
    uint64_t total;       /* groups */
    pthread_t thread;     /* that dispatches, and that is called */
    uint64_t next_ns;     /* when the next call is due */
    uint32_t environment; /* MXCSR of the caller */
    bool called;
};

/* Calls the run's progress if it is due at `now` and this is its thread; a callback that returns false stops
   the run. Groups may be running on this thread: the callback has the caller's float environment. */
void runtime_poll(struct runtime_run *run, uint64_t now);
/* Time between two calls of the callback. */
enum { PROGRESS_NS = 20 * 1000 * 1000 };

/* Notes a fault and stops the run; thread-safe. When several groups fault the lowest group is kept. */
void runtime_fault(struct runtime_run *run, const struct runtime_fault *fault);

/* Spends one step (a loop back edge or a call of a group); false when the group must stop (budget, deadline,
   fault, cancelled). Cheap: the clock is read once in many calls of a worker (`tick` is the worker's own
   counter, from 0). */
bool runtime_step(struct runtime_run *run, uint32_t *tick, uint32_t instr, uint64_t group);

/* x, y, z of a linear group number. */
void runtime_group_id(const struct runtime_run *run, uint64_t linear, uint32_t id[3]);

/* strip.c: how many threads of a group move together. All of them, but where threads that store in a
   loop could overtake each other: then 8 at a time. */
uint32_t runtime_strip_threads(const struct sm5_program *program);

/* What to dispatch, put together by api/. */
struct runtime_job {
    const struct runtime_engine *engine;
    const void *kernel;
    const struct sm5_program *program;
    struct sm5_bindings *bindings;
    /* Text of an instruction for messages, appended to `out`; may be NULL. */
    void (*describe)(const struct sm5_program *program, const struct program_instr *instr,
                     struct strbuf *out);
    struct pool *pool; /* of the kernel; NULL: one for this dispatch alone */
};

/* What sm5_dispatch promises. */
enum sm5_status runtime_dispatch(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                 struct sm5_dispatch_result *result, struct sm5_diags *diags);

/* ---- texture_run.c ---- */

/* An instruction on a texture, as TEXTURE_LANES lanes make it. */
struct runtime_texture_call {
    const struct program_texture *access;
    const struct texture_code *code;   /* texture_code_best */
    const struct texture_view *view;   /* NULL: nothing bound, or nothing may be written */
    const struct sm5_sampler *sampler; /* NULL: the default one */
    uint32_t raster_samples;           /* what sampleinfo and samplepos say where `view` is NULL */
};
/* By enum texture_read a word for each lane, NULL where the instruction has none. */
typedef const uint32_t *runtime_texture_words[READ_COUNT];
/* For lanes whose bit is set in `mask`: a load's or sample's four words to `out`, the word before an atomic
   to out[0]. What the other lanes get there is not defined. It may be where columns of `words` are. */
void runtime_texture(const struct runtime_texture_call *call, const runtime_texture_words words,
                     uint32_t mask, texture_words out);
/* The same where each lane has a view and a sampler of its own, which are put into `call`; the other lanes
   keep what they have in `out`. Writes are in the order of the lanes. */
void runtime_texture_by_lane(struct runtime_texture_call *call, const struct texture_view *const *views,
                             const struct sm5_sampler *const *samplers, const runtime_texture_words words,
                             uint32_t mask, texture_words out);

/* The element that a lane's load, store or atomic is of, or NULL. */
uint8_t *runtime_texture_element(const struct program_texture *access, const struct texture_view *view,
                                 const runtime_texture_words words, unsigned lane);

/* ---- stage.c: runs of the stages other than compute ---- */

/* Invocations of a batch, and for hull shaders patches. A multiple of 4: quads are not parted. */
enum { STAGE_BATCH = 32, STAGE_ROW = 65535 /* batches, as groups of a dispatch */ };

/* What a batch emitted on one stream, in the order of primitives and instances; incomplete strips are in. */
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
    uint32_t *discarded;  /* pixels: for engines to note which; NULL: the program discards none */
    struct runtime_emitted (*emitted)[4]; /* geometry: by batch and stream; a batch's are its worker's */
};

/* The offset of a sample from its pixel's centre, in 1/16 pixels (D3D11.3 19.2.4.1); false where there is no
   such sample. */
bool stage_sample_offset(uint32_t samples, uint32_t sample, int8_t offset[2]);
/* The samples that an invocation shades, as bits: all of its pixel's or, at sample frequency, its own. */
uint32_t stage_own_samples(const struct program_stage *decls, uint32_t samples, uint64_t invocation);
/* Where a pixel's centroid is, as stage_sample_offset has it: the centre of a pixel that is covered fully or
   not at all, else its first covered sample (D3D11.3 3.5.5). */
void stage_centroid(uint32_t samples, uint32_t coverage, int8_t offset[2]);

/* What sm5_run_stage promises. */
enum sm5_status runtime_run_stage(const struct runtime_job *job, const struct sm5_stage_run *in,
                                  struct sm5_stage_outputs *out, struct sm5_diags *diags);

/* ---- pool.c ---- */

struct pool;

/* The threads and workers of one kernel. Made when a dispatch first wants them, and kept until pool_free;
   asleep between dispatches. NULL when memory is out. */
struct pool *pool_new(const struct runtime_engine *engine, const void *kernel);
/* Ends the threads. No dispatch may run. */
void pool_free(struct pool *pool);

struct pool_job {
    struct pool *pool;
    struct runtime_run *run;
    uint64_t total;   /* groups */
    uint32_t threads; /* at most, the calling one among them */
    uint32_t cores;   /* that there are */
};

/* Runs all groups; *ran threads had some. Several threads may run jobs of one pool at once: one of them has
   its threads, the others make threads for the time. Others than the caller are called only when there is
   enough work to be worth it. */
enum sm5_status pool_run(const struct pool_job *job, uint32_t *ran);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t pool_now(void);

#endif
