/* The JIT engine. This room does not link LLVM: the compiler is a plugin (llvm/), loaded when a kernel is
   not in the cache. */
#ifndef SM5_JIT_H
#define SM5_JIT_H

#include <limits.h>

#include "jit/jit_abi.h"
#include "runtime/runtime.h"

/* kernel_new of this engine uses the defaults of struct jit_options. */
extern const struct runtime_engine jit_engine;

struct jit_options {
    uint32_t lanes; /* of a warp: 8 or 16; 0: chosen for program and processor */
    bool no_cache;
    bool limits_size; /* refuse programs above JIT_MOST_VALUES and JIT_MOST_INSTRUCTIONS */
    const char *cpu;  /* to compile for, by LLVM's name; NULL: this one */
    /* For tests, wherever possible: merged groups, several warps at once, optimised code in place of quick code, stores that
       bypass the cache, special code from the first dispatch on, with every second word of cb# as a literal. */
    bool eager;
};

/* The budget of compilation: values of the function, then LLVM instructions made of them.
   LLVM takes 10 to 50 microseconds and some 2 KiB for each of these. */
enum { JIT_MOST_VALUES = 30000, JIT_MOST_INSTRUCTIONS = 100000 };

/* A run with a limit of time that can use the interpreter compiles functions that take at most half of the time left, at
   this rate: what takes twice as long still ends in time. */
enum { JIT_INSTRUCTION_NS = 25000 };
/* What compiles in 0.1 seconds is compiled anyway: runs are stopped as late on a busy machine. */
enum { JIT_INSTRUCTIONS_ANYWAY = 4000 };
/* Functions of more values are compiled in a process of their own when the run can be stopped: making that many LLVM
   instructions of them may take longer. */
enum { JIT_VALUES_HERE = 500 };

/* Makes a kernel for jit_engine. SM5_ERR_SUPPORT: `why` gets a sentence. */
enum sm5_status jit_kernel_make(const struct sm5_program *program, const struct jit_options *options,
                                void **kernel, struct strbuf *why);

/* Why a dispatch ended with SM5_ERR_SUPPORT or SM5_ERR_INTERNAL: the variant that its bindings need could not be
   compiled. */
void jit_kernel_why(const void *kernel, struct strbuf *out);

enum jit_form { JIT_FORM_IR, JIT_FORM_LLVM, JIT_FORM_ASM };

/* Prints a form of the program. */
enum sm5_status jit_dump(const struct sm5_program *program, const struct jit_options *options,
                         enum jit_form form, struct strbuf *out, struct strbuf *why);

struct jit_digest {
    uint8_t bytes[32];
};

/* ---- jit_lower.c ---- */

/* All that determines a function besides its program. */
struct jit_lowering {
    uint32_t lanes;
    bool alias;
    enum ir_jam_choice jam;
    bool swapped;                      /* x and y; those of the program's group already are */
    uint32_t merged;                   /* groups; the program's group is already that much wider */
    bool clipped;                      /* merged groups may reach past the end of the dispatch */
    uint32_t padded;                   /* ir_options; the program's group is already wider */
    const struct ir_outcome *outcomes; /* of special code, those of the function without; NULL: none */
    uint32_t outcome_count;
};

/* The only caller of ir_build, ir_assume, ir_analyse and ir_jam_warps for machine code. `general`: with outcomes, the
   function without. SM5_ERR_LIMIT: the function has more than `most` values, not 0. */
enum sm5_status jit_lower(const struct sm5_program *program, const struct jit_lowering *lowering,
                          uint32_t most, const struct ir_function *general, struct ir_function **function);

/* ---- jit_target_*.c: what depends on the processor outside the compiler; meson.build selects the file ---- */

/* Lanes of a warp for a program by the shape of its groups, and why; 0 when the processor lacks AVX2, FMA or BMI2. */
struct jit_width {
    uint32_t lanes;
    const char *why;
};
struct jit_width jit_target_width(const struct sm5_program *program);
/* The widest warp of the processor. */
uint32_t jit_target_widest(void);
enum { JIT_TARGET_WORDS = 15 };
/* All JIT_TARGET_WORDS feature words of the processor, for the cache key. */
const uint32_t *jit_target_words(void);
/* Orders non-temporal stores of compiled code before later ones. */
void jit_target_fence(void);
/* e_machine of the objects that the compiler emits. */
uint16_t jit_target_machine(void);
/* Applies a relocation: `value` is the symbol's address plus the addend, `place` the address of the patched
   bytes, of which `space` are left in their section. False when the type is unknown or the bytes do not fit. */
bool jit_target_relocate(uint32_t type, uint64_t value, uint64_t place, uint8_t *patch, uint64_t space);
/* For struct jit_helpers, not to be called from C: calls a helper and preserves all registers. */
void jit_preserving_call(void);

/* ---- jit_merge.c ---- */

/* Groups as code runs them. */
struct jit_groups {
    struct sm5_program program; /* the declared one, but for the size of its group */
    bool swapped;               /* x and y are exchanged */
    bool is_ungrouped;          /* requires that views do not overlap: ir_is_ungrouped */
    bool is_narrow; /* a row is a warp; what remains of a row of the dispatch is executed as declared */
    uint32_t
        merge; /* groups adjacent in x, after the exchange, that are one; 1: they cannot be merged, or gain nothing */
    uint32_t padded; /* threads of a row as declared, where rows are padded to whole warps; 0: they are not */
};

enum jit_grouping {
    JIT_GROUPS_SWAPPED = 1,   /* x and y are exchanged */
    JIT_GROUPS_LONG = 2,      /* groups are merged also where rows fill warps */
    JIT_GROUPS_UNGROUPED = 4, /* code without views that overlap is ungrouped (ir_is_ungrouped) */
    JIT_GROUPS_DISJOINT = 8,  /* the order of the threads of a group makes no difference */
    JIT_GROUPS_PROVED = 16,   /* nor does a thread load what another one stores: proved before use */
};

/* For warps of `lanes` threads (0: the widest). `how`: enum jit_grouping. */
struct jit_groups jit_groups_of(const struct sm5_program *declared, unsigned how, uint32_t lanes);
/* Groups of so many warps at least, if they can be merged: for loops that are executed for several warps at once. */
struct jit_groups jit_groups_lengthen(const struct sm5_program *declared, unsigned how, uint32_t lanes,
                                      uint32_t warps);
/* So many groups of whole warps that are rows, if they can be merged: for loads by the thread's number in its group. */
struct jit_groups jit_groups_repeat(const struct sm5_program *declared, uint32_t lanes, uint32_t count);
/* Groups of rows that are padded to whole warps, where few lanes are lost and threads wait for each other. */
struct jit_groups jit_groups_pad(const struct sm5_program *declared, uint32_t lanes);
static inline bool jit_groups_differ(const struct jit_groups *groups)
{
    return groups->merge > 1 || groups->swapped || groups->padded;
}
/* Divides the run's groups into merged ones and a rest, where the size of the dispatch allows it. `lanes`: of the code's
   warps; `always`: also where few groups are left. False: it does not. */
bool jit_groups_use(const struct jit_groups *groups, uint32_t lanes, bool always, struct runtime_run *run);
/* The first group's number and the end of the dispatch's threads in x, as the part's code, for this program, numbers them. */
uint32_t jit_groups_first(const struct runtime_part *part, unsigned axis);
uint32_t jit_groups_end(const struct runtime_part *part, const struct sm5_program *program);
/* The end in x of the threads, active or not, of the warps that are executed: clipped code skips warps that are past the end of
   the dispatch. 0: all threads of the part's groups. */
uint32_t jit_groups_reach(const struct runtime_part *part, const struct sm5_program *program, uint32_t lanes);
/* Results do not depend on which of x and y the threads of a warp differ in. */
bool jit_groups_may_swap(const struct sm5_program *program);
/* Some instruction has an operand of the file. */
bool jit_names(const struct sm5_program *program, enum isa_file file);
/* The program reads vThreadGroupID, vThreadIDInGroup or vThreadIDInGroupFlattened. */
bool jit_names_groups(const struct sm5_program *program);

/* ---- jit_plugin.c ---- */

/* The compiler, loaded on first use and never unloaded. NULL with a sentence in `why`. */
const struct jit_compiler *jit_plugin_load(struct strbuf *why);
/* The plugin's file, and another one in its folder; false when it has none. */
bool jit_plugin_path(char path[PATH_MAX]);
bool jit_plugin_beside(const char *file, char path[PATH_MAX]);
/* The build id of the plugin's file, without loading it; false when it has none. */
bool jit_plugin_build(struct jit_digest *build);

/* ---- jit_stop.c: compilation and waiting end with the run ---- */

struct jit_compilation {
    const struct sm5_program *program; /* with the group of the form */
    const struct jit_lowering *lowering;
    const struct ir_function *function; /* made of these */
    const struct jit_target *target;
    struct runtime_run *run; /* NULL: none */
    bool is_optional;        /* it can do without the code: half of its time is kept */
    uint32_t
        refused; /* LLVM instructions of the function, as far as they are known: as of struct jit_object */
};
/* The run has a limit of time or can be cancelled, and compilation can be stopped for it. */
bool jit_is_stoppable(const struct runtime_run *run);
/* Nanoseconds until the run's deadline. */
uint64_t jit_time_left(const struct runtime_run *run);
/* Calls the run's progress. SM5_OK: it goes on; SM5_ERR_LIMIT, SM5_ERR_CANCELLED. */
enum sm5_status jit_poll_run(struct runtime_run *run);
/* As compile of struct jit_compiler, and SM5_ERR_CANCELLED and SM5_ERR_LIMIT when the run was stopped. SM5_ERR_INPUT: it cannot
   be stopped here, which the target did not take into account. */
enum sm5_status jit_compile(const struct jit_compiler *compiler, const struct jit_compilation *compilation,
                            struct jit_object *object, struct strbuf *why);

/* ---- jit_process.c: compilation in another process ---- */

/* The program that compiles is installed beside the plugin, and makes the same code. */
bool jit_process_exists(void);
/* As compile of struct jit_compiler, and SM5_ERR_CANCELLED when the run was stopped, SM5_ERR_LIMIT at the time `give_up_ns`, not
   0, SM5_ERR_INPUT when the process would make other code. Calls the run's progress. */
enum sm5_status jit_process_compile(const struct jit_compilation *compilation, uint64_t give_up_ns,
                                    struct jit_object *object, struct strbuf *why);

/* ---- jit_load.c: linker ---- */

struct jit_code {
    void *mapping;
    size_t size;
    jit_entry *entry;
};

/* Lays out and links an ELF object; its bytes may be anything. Code is never writable and executable at
   once. SM5_ERR_INPUT for objects that the compiler does not emit. */
enum sm5_status jit_load(const uint8_t *bytes, size_t size, struct jit_code *code);
void jit_unload(struct jit_code *code);

/* ---- jit_key.c: what code is known by in the cache ---- */

/* Code for the function depends on the kinds of texels of its views. */
bool jit_has_texels(const struct ir_function *function);
/* Bytes of the kinds of texels and samples. */
static inline size_t jit_kinds_size(const struct ir_function *function)
{
    return function->view_count + JIT_SAMPLE_BYTES * (size_t)function->texture_count;
}

struct jit_key {
    struct jit_digest digest; /* of all that determines the code */
    struct strbuf terms;      /* what the code assumes: how it was lowered, views, limits, kinds of texels */
};

/* The part of the input that all code for a program shares. `cpu` is that of struct jit_options. False: it is not
   known, and code must not be cached. */
bool jit_source_of(const struct sm5_program *program, const char *cpu, struct jit_digest *source);
/* The key of code for a function that jit_lower has made. `target` NULL: the key of the record that code for the
   function exists. Free it with jit_key_free. */
void jit_key_make(const struct jit_digest *source, const struct jit_lowering *lowering,
                  const struct ir_function *function, const struct jit_target *target, struct jit_key *key);
void jit_key_free(struct jit_key *key);

/* ---- jit_cache.c: compiled objects on disk ---- */

/* True when there is an entry; it may still turn out to be damaged. */
bool jit_cache_has(const struct jit_key *key);
/* True with a malloc'ed object. */
bool jit_cache_find(const struct jit_key *key, struct jit_object *object);
void jit_cache_keep(const struct jit_key *key, const struct jit_object *object);

/* ---- workers ---- */

/* Code for the groups of a box, in which more is known than in all of them. */
struct jit_special {
    jit_entry *entry;         /* NULL: none */
    _Atomic uint64_t *ran_ns; /* as of struct jit_worker */
    struct ir_box box;        /* from the part's first group on */
    uint64_t count;           /* groups it has run of the last range */
};

/* Groups for which special code may be made, each kind a part of those before. */
enum jit_box {
    JIT_BOX_ALL,
    JIT_BOX_ROWS,  /* but the outermost in y and z */
    JIT_BOX_INNER, /* nor in x */
    JIT_BOXES
};

enum { JIT_SPECIALS = 2 };

struct jit_worker {
    struct jit_context context;
    struct runtime_run *run;
    const struct ir_function *function;
    jit_entry *entry;
    _Atomic uint64_t *ran_ns;                  /* of the code, over all threads */
    struct jit_special specials[JIT_SPECIALS]; /* the first whose box holds a group runs it */
    struct jit_view *views;
    void *memory;
    void *storage;
    uint64_t storage_bytes;
    uint8_t *tgsm;      /* with JIT_TGSM_MARGIN on both sides */
    uint8_t *constants; /* copies of cb#: code reads the values that bounds were proven with */
    uint64_t constant_bytes;
    uint8_t *texels;            /* by view: enum jit_texel; then JIT_SAMPLE_BYTES by texture access */
    struct jit_sample *samples; /* by texture access */
    struct ir_extent *extents;  /* by view */
    struct ir_outcome *outcomes[JIT_BOXES];
    uint32_t known[JIT_BOXES];        /* decided ones; 0: there is no such box */
    struct jit_reduction *reductions; /* by view: when the worker may have a copy of its own */
    uint8_t **shared; /* by view: the memory that its copy is reduced into; NULL: it has none */
    uint64_t private_bytes;
    void *privates;
    uint32_t warps;
    int64_t granted;     /* warp steps last granted to context.steps */
    uint64_t uncharged;  /* warp steps used, less than one group step */
    uint32_t charged_at; /* instruction of the last request for steps */
    int64_t batch;       /* steps last granted to a run with a deadline or progress reports; 0: none yet */
    uint64_t stepped_ns; /* time of that request */
    const void *kernel;
    const struct texture_code *textures;
    uint32_t parameters[(IR_STAGE_PARAMETER_WORDS + 3) / 4 * 4]; /* rows */
    struct sm5_buffer *emitted;                                  /* geometry: the vertices of a batch */
    uint32_t emit_counts[2 * IR_STAGE_THREADS];                  /* by invocation; padded for vector loads */
    int32_t positions[16][2];                                    /* pixel: of samples */
};

/* ---- jit_worker.c: what a worker owns ---- */

/* For the choice of a variant of its function. */
bool jit_worker_memory(struct jit_worker *worker);
/* For running it: shared memory, and the storage that the code requires. */
bool jit_worker_storage(struct jit_worker *worker, uint64_t bytes);
/* Its context for its run, once views and code are chosen. */
void jit_worker_fill(struct jit_worker *worker);
/* NULL: memory is exhausted. */
struct jit_worker *jit_worker_new(const void *kernel);
void jit_worker_free(void *worker);

/* ---- jit_proof.c: range analysis of groups, cached ---- */

struct jit_proved {
    uint32_t bounded; /* as ir_bounds_hold */
    uint32_t known;   /* outcomes */
};
struct jit_proofs;
struct jit_proofs *jit_proofs_new(void);
void jit_proofs_free(struct jit_proofs *proofs);
/* Of these groups, with the extents of the worker's views. `outcomes` NULL: not wanted. When memory is exhausted nothing is
   proved. Thread-safe. */
struct jit_proved jit_prove(const struct jit_worker *worker, const struct ir_function *function,
                            const struct ir_box *box, struct ir_outcome *outcomes);

/* ---- jit_special.c: groups in which conditions are known ---- */

/* False where these groups are fewer than half, or those of the kind before. */
bool jit_special_box(const uint32_t groups[3], enum jit_box kind, struct ir_box *box);
/* Finds the outcomes in all boxes; jit_views_bounded has determined constants and extents. */
void jit_special_prove(struct jit_worker *worker);
/* The boxes that special code is worthwhile for, inner ones first; returns how many. `has_words`: words are known in all of them. */
unsigned jit_special_choose(const struct jit_worker *worker, bool is_bounded, bool has_words,
                            enum jit_box chosen[JIT_SPECIALS]);
/* As ir_bounds_hold, in executed warps of these groups. */
uint32_t jit_special_holds(const struct jit_worker *worker, const struct ir_function *function,
                           const struct ir_box *box);
/* Runs a range of groups, those in boxes with special code. */
void jit_special_run(struct jit_worker *worker, uint64_t first, uint64_t count);

/* ---- jit_stage.c: records of stages other than compute ---- */

struct jit_view jit_stage_view(struct jit_worker *worker, enum ir_stage_slot slot);
/* Samples of the rasterizer. */
uint32_t jit_stage_samples(const struct jit_worker *worker);
struct jit_view jit_stage_span(const void *base, uint64_t count, uint64_t stride);
uint32_t jit_stage_thread(const struct jit_worker *worker, uint32_t instr, uint32_t thread);
/* Marks the pixels of the batches that were written. */
void jit_stage_finish(const struct jit_worker *worker, uint64_t first, uint64_t count);

/* ---- jit_emit.c: vertices of geometry shaders ---- */

/* Allocates memory for the vertices of a batch if the worker's program is a geometry shader. */
bool jit_emit_new(struct jit_worker *worker);
struct jit_view jit_emit_vertices(const struct jit_worker *worker);
struct jit_view jit_emit_counts(const struct jit_worker *worker);
/* Runs batches one by one and passes the emitted vertices to the run. */
void jit_emit_run(struct jit_worker *worker, uint64_t first, uint64_t count);

/* ---- jit_views.c: views of a worker ---- */

/* True when some u# view shares bytes with another view, and when memory is exhausted. */
bool jit_views_overlap(const struct runtime_bindings *bindings);
void jit_views_fill(struct jit_worker *worker);
/* As ir_bounds_hold, of the worker's run. The constant buffers that the proof used are replaced by the worker's copies. */
uint32_t jit_views_bounded(struct jit_worker *worker);
/* Makes views the worker's own: with one worker as they are, else by a private copy of each that the program only
   reduces into, if there is memory for them. */
void jit_views_own(struct jit_worker *worker);
/* Reduces the copies into the views and resets them. */
void jit_views_merge(struct jit_worker *worker);

/* ---- jit_texels.c: what texels and samples code accesses inline ---- */

/* The texel kind of a format. */
enum jit_texel jit_texel_of(const struct format_info *format);
/* Describes a mip; false when code cannot access it. */
bool jit_texture_fill(const struct texture_view *view, uint32_t mip, enum jit_texel texel, uint32_t lanes,
                      struct jit_texture *out);
/* Fills worker->samples and their kinds. */
void jit_samples_fill(struct jit_worker *worker);

/* ---- jit_help.c ---- */

/* The view at a register; `slot` IR_NONE: an unbound one. */
const struct runtime_view *jit_help_bound(const struct jit_worker *worker, uint32_t slot, uint32_t reg);

void jit_help_fill(struct jit_helpers *helpers);
/* The region of a register, as compiled code reads it. */
struct jit_view jit_help_view(struct jit_worker *worker, uint32_t slot, uint32_t reg);

/* Charges the run for the steps used since the last call; false when its budget is exhausted. */
bool jit_help_charge(struct jit_worker *worker);

#endif
