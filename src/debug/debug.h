/* Debugging: a dispatch or a stage run on the interpreter whose state is saved in snapshots, so that it can be moved to any
   position forwards and backwards. Execution is deterministic: the number of operations executed since the start
   of the dispatch, the time, identifies a position. In stages other than compute a group is a batch of invocations,
   and its strips are the parts of interp_stage_start. */
#ifndef DEBUG_ROOM_H
#define DEBUG_ROOM_H

#include <stdatomic.h>

#include "base/base.h"
#include "debug/debug_diag.h"
#include "interp/interp_worker.h"
#include "layout/layout.h"
#include "runtime/runtime.h"
#include "sm5/debug.h"

/* ---- state ---- */

/* What the worker and the run hold outside of memory, with the position. No padding: it is hashed. */
struct debug_clock {
    uint64_t time;
    uint64_t group, steps, stop_at;
    struct runtime_fault fault;
    uint32_t pc, tick, depth, calls, active_count, live_count, first, strip;
    uint32_t previous, previous_calls; /* instruction before the position in the group; PROGRAM_NONE: none */
    uint32_t done, failed, ended, spare;
    uint64_t work; /* estimated cost of all operations so far; not hashed */
};

/* Bytes that a dispatch modifies. */
struct debug_region {
    uint8_t *bytes;
    uint64_t size;
};

/* Part of a region, shared by the snapshots between which it does not change. */
struct debug_chunk {
    uint32_t references, size;
    uint8_t bytes[];
};

struct debug_snapshot {
    struct debug_clock clock;
    struct debug_chunk **chunks; /* of all regions, in order */
};

/* A word, or 1 or 2 bytes of a texel, that the user has assigned at a time. */
struct debug_edit {
    uint64_t time;
    uint8_t *place;
    uint32_t value, before;
    uint32_t size; /* bytes */
};

/* ---- breakpoints ---- */

/* A word that a data breakpoint watches. */
struct debug_word {
    const uint8_t *place;
    uint32_t last;
    struct sm5_value value;
};

struct debug_break {
    struct sm5_break info;
    bool is_hidden; /* during a move that only another one may stop */
    uint8_t *marks; /* by instruction: it stops here; NULL: a data breakpoint */
    VEC(struct debug_word) words;
    uint64_t group; /* the only group of registers that are watched; UINT64_MAX: any */
    uint32_t strip; /* the only strip of that group */
};

/* A finding of the checker, at the time of its first occurrence. */
struct debug_finding {
    uint64_t time;
    uint32_t thread[3];
    enum sm5_finding_kind kind;
    char *text;
};

/* The last access to a watched word. */
struct debug_access {
    bool found, is_write;
    uint32_t thread;
};

struct sm5_debug {
    const struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_dispatch_options options;
    struct plan *plan;
    struct runtime_run run;
    struct runtime_stage_run *stage; /* NULL: compute */
    struct interp_worker *worker;
    uint64_t groups;
    struct debug_clock clock;
    struct interp_hooks hooks;
    const struct sm5_layout **layouts; /* by resource; NULL: none */
    struct sm5_layout **own_layouts;
    uint32_t *tgsm_first; /* by resource: offset in shared memory */
    /* snapshots */
    VEC(struct debug_region) regions;
    VEC(struct debug_snapshot) snapshots; /* in order of time; the first one is the start and stays */
    size_t chunk_count;                   /* of a snapshot */
    uint64_t bytes, limit;                /* of chunks */
    uint64_t interval;                    /* work between two snapshots */
    uint64_t next_save;                   /* work of the next time to look for one */
    VEC(struct debug_edit) edits;         /* in order of time */
    size_t next_edit;
    /* selection */
    bool selects_only, has_thread;
    uint32_t thread; /* number in the group */
    bool has_item;   /* steps are those of an item of a stage, or of one thread of it */
    uint64_t item;
    uint32_t instance; /* UINT32_MAX: all threads of the item */
    /* breakpoints */
    VEC(struct debug_break *) breaks;
    uint32_t last_id;
    VEC(struct debug_finding) findings;
    uint32_t find_kinds; /* findings that stop the program, as bits 1 << enum sm5_finding_kind */
    sm5_debug_log *log;  /* may be NULL */
    void *log_context;
    struct debug_break *accessed;
    struct debug_access access;
    atomic_bool interrupted;
    sm5_progress *progress; /* NULL: none */
    void *progress_context;
    uint64_t next_progress; /* ns */
    uint32_t progress_tick;
};

/* ---- debug.c ---- */

/* Implements sm5_debug_new, and with `run` not NULL sm5_debug_new_stage, for a program of that stage. */
enum sm5_status debug_open(const struct sm5_program *program, struct sm5_bindings *bindings,
                           const struct sm5_debug_options *options, const struct sm5_stage_run *run,
                           struct sm5_debug **debug, struct sm5_diags *diags);

/* ---- debug_thread.c: threads, and the items of stages that they belong to ---- */

/* The number in the group of the thread on a lane; of a hull shader in the phase of the batch. */
uint32_t debug_flat(const struct sm5_debug *d, uint32_t lane);
/* Threads of the group. */
uint32_t debug_thread_count(const struct sm5_debug *d);
/* x, y, z of a thread number, and the number of these. */
void debug_thread_id(const struct sm5_debug *d, uint32_t flat, uint32_t id[3]);
uint32_t debug_thread_of_id(const struct sm5_debug *d, const uint32_t id[3]);
/* The current thread, as a lane of the worker. False: it is not among the threads that run. */
bool debug_lane(const struct sm5_debug *d, uint32_t *lane);
/* The lane is that of an item of the focus; always true without one. */
bool debug_in_focus(const struct sm5_debug *d, uint32_t lane);
/* Steps may stop here: a thread that they are restricted to is active. */
bool debug_is_active(const struct sm5_debug *d);
/* Makes a thread the current one for a while. */
struct debug_selection {
    bool has_thread;
    uint32_t thread;
};
struct debug_selection debug_select_thread(struct sm5_debug *d, uint32_t flat);
void debug_restore_selection(struct sm5_debug *d, struct debug_selection kept);
/* Items of the run, and the batch that an item begins in. */
uint64_t debug_item_count(const struct sm5_debug *d);
uint64_t debug_batch_of_item(const struct sm5_debug *d, uint64_t item);
/* "vertex", "patch", ...; NULL: compute. Static. */
const char *debug_item_name(const struct sm5_debug *d);
/* Sets what a position says about items. */
void debug_describe_item(const struct sm5_debug *d, struct sm5_debug_position *position);
/* Hull: the phase that runs; else NULL. */
const struct program_phase *debug_phase(const struct sm5_debug *d);

/* ---- debug_snapshot.c ---- */

/* Lists the regions and saves the start. False when memory is exhausted. */
bool debug_snapshots_open(struct sm5_debug *d);
void debug_snapshots_close(struct sm5_debug *d);
/* Saves the state when the last snapshot is too far back. */
void debug_save_if_due(struct sm5_debug *d);
/* Returns to the last snapshot at or before `time`. */
void debug_restore(struct sm5_debug *d, uint64_t time);
/* The time of the last snapshot before `time`, which is not 0. */
uint64_t debug_snapshot_before(const struct sm5_debug *d, uint64_t time);
/* The time of the last snapshot of a group before `group`, or at its start. */
uint64_t debug_snapshot_of_group(const struct sm5_debug *d, uint64_t group);
/* Deletes snapshots at `time` and later, except the first; a change at this time makes them wrong. */
void debug_forget_from(struct sm5_debug *d, uint64_t time);
uint64_t debug_hash(const struct sm5_debug *d);

/* ---- debug_step.c: execution ---- */

/* Starts the first group. */
void debug_start(struct sm5_debug *d);
/* Executes the next instruction and what follows it up to the next position. */
void debug_advance(struct sm5_debug *d);
/* Goes to a position: the first at or after `time`. */
void debug_go(struct sm5_debug *d, uint64_t time);
/* The instruction at the position; PROGRAM_NONE at the end. */
uint32_t debug_instr(const struct sm5_debug *d);
/* Applies edits whose time has come. */
void debug_apply_edits(struct sm5_debug *d);

/* ---- debug_move.c ---- */

/* Calls the progress function when it is due; whether the move is interrupted, once. */
bool debug_is_interrupted(struct sm5_debug *d);

/* ---- debug_place.c: lines and instruction numbers ---- */

/* The first instruction of a line: its predecessor is on another one. */
bool debug_starts_line(const struct sm5_program *program, uint32_t at);
/* Two instructions are on one source line; PROGRAM_NONE is on none. */
bool debug_same_line(const struct sm5_program *program, uint32_t a, uint32_t b);
/* Index of the instruction with a number; PROGRAM_NONE: none. */
uint32_t debug_instr_of_number(const struct sm5_program *program, uint32_t number);

/* ---- debug_break.c ---- */

void debug_break_free(struct debug_break *b);
/* Notes the values of watched words before an instruction. */
void debug_watch_before(struct sm5_debug *d);
/* The data breakpoint that the instruction triggered, or NULL; fills in the stop. */
struct debug_break *debug_watch_after(struct sm5_debug *d, struct sm5_debug_stop *stop);
/* The breakpoint at the position, or NULL. On an error in a condition sets why to SM5_STOP_ERROR. */
struct debug_break *debug_break_hit(struct sm5_debug *d, struct sm5_debug_stop *stop,
                                    struct sm5_diags *diags);
/* The finding of the checker at the position, or NULL. */
const struct debug_finding *debug_finding_here(const struct sm5_debug *d);
/* Counts a hit; whether it stops the program: not the ones to ignore. */
bool debug_break_counts(struct debug_break *b);

/* Whether a breakpoint at the position applies to the thread of a lane: it is active, in focus, and the condition
   holds. */
enum sm5_status debug_break_applies(struct sm5_debug *d, const struct debug_break *b, uint32_t lane,
                                    bool *applies, struct sm5_diags *diags);
/* Reports log points at the position. False on an error in one of their expressions. */
bool debug_break_log(struct sm5_debug *d, struct sm5_diags *diags);

/* ---- debug_log.c ---- */

/* Appends a log point's text with values of the current thread. */
enum sm5_status debug_log_text(const struct sm5_debug *d, const char *text, struct strbuf *out,
                               struct sm5_diags *diags);
/* Reports the text for each thread that it applies to. */
enum sm5_status debug_log_hit(struct sm5_debug *d, const struct debug_break *b, struct sm5_diags *diags);

/* ---- debug_finding.c ---- */

/* Runs the checker over the dispatch; the state is that of the start afterwards. */
enum sm5_status debug_find(struct sm5_debug *d, struct sm5_diags *diags);

/* ---- debug_value.c: registers and memory ---- */

enum { DEBUG_VALUES = 256 };

/* Values with the places of the words. */
struct debug_values {
    struct sm5_value list[DEBUG_VALUES];
    uint8_t *places[DEBUG_VALUES];         /* NULL: has none */
    const uint32_t *emitted[DEBUG_VALUES]; /* a word of a vertex that a complete batch emitted; else NULL */
    uint32_t count, all;                   /* all: with those that did not fit */
    bool is_row;                           /* of a structure: members may be selected */
    uint8_t *element; /* of values with names: the texel or element that has them all; NULL: none */
    uint32_t element_bytes;
    const struct format_info *format; /* of the element */
};

/* An index of a name: x0[i], u0[i][j], and i, j, k of a texel. */
struct debug_indices {
    uint32_t index[4];
    unsigned count;
};

/* Adds a value, which is at `place` or has none. */
void debug_add_value(struct debug_values *out, struct sm5_value value, uint8_t *place);
/* The values of a name without its selection ("r0", "u0", "vThreadID"). On failure *why is a message for users. */
bool debug_lookup(const struct sm5_debug *d, const char *name, const struct debug_indices *indices,
                  struct debug_values *out, const char **why);
/* Keeps the components or members that a selection (".zw", ".position.y") names. */
bool debug_select(struct debug_values *values, const char *selection, const char **why);
/* debug_record.c. The same for inputs and outputs of stages; false with *why NULL: the name is of neither. */
bool debug_lookup_record(const struct sm5_debug *d, const char *name, const struct debug_indices *indices,
                         struct debug_values *out, const char **why);
/* The records of a name: v, vicp, vocp, vpc, o, or rows of results. */
struct debug_records {
    enum plan_records records;
    enum sm5_stage_part part;
    enum plan_stage_system item; /* column with the number of a lane's record, or of its first one */
    uint32_t vertices;           /* of an item; 0: the item is the record */
    int stream;                  /* geometry: of the elements; -1: all */
};
/* debug_record.c. Adds the words of a record by semantic, and of one of its registers. */
void debug_add_elements(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t *record, struct debug_values *out);
void debug_add_register(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t *record, uint32_t reg, struct debug_values *out);
/* debug_record.c. Names word `component` of a register of a record as debug_add_elements does. */
void debug_name_element(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t reg, unsigned component, struct sm5_value *value);
/* debug_record.c. An element as an expression: "v.TEXCOORD1"; without a semantic "v1.xy", "oDepth". */
void debug_element_expression(const struct sm5_stage_element *e, char prefix, char *out, size_t size);
/* debug_record.c. System value `index` of the stage, from 0, that the current phase has; NULL past the end. */
const char *debug_system_value_at(const struct sm5_debug *d, uint32_t index);
/* debug_signature.c. Variable `index` of SM5_SCOPE_INPUTS and _OUTPUTS of a stage. */
bool debug_input_at(const struct sm5_debug *d, uint32_t index, struct sm5_variable *v);
bool debug_output_at(const struct sm5_debug *d, uint32_t index, struct sm5_variable *v);
/* debug_record.c. The name of a system value by its column, a number of enum plan_stage_system. */
void debug_name_system_value(const struct sm5_debug *d, uint32_t number, struct sm5_value *value);
/* debug_row.c. Rows of results by number, in any batch: out[5], constants[2], m0[7]. False: the name is of none. */
bool debug_lookup_row(const struct sm5_debug *d, const char *name, const struct debug_indices *indices,
                      struct debug_values *out, const char **why);
/* debug_record.c. The word is of an input or output. */
bool debug_is_record(const struct sm5_debug *d, const uint8_t *place);
/* The type of a component of an input register; 0: unknown. */
char debug_type_of_input(const struct sm5_debug *d, const struct program_operand *operand,
                         unsigned component);
/* The type of a register's component at the position, by the instructions that write and read it. */
char debug_type_of(const struct sm5_debug *d, uint32_t file, uint32_t reg, unsigned component);
/* The same for words of memory without a layout. */
char debug_type_of_memory(const struct sm5_debug *d, const struct program_resource *resource);

/* Stores `size` bytes of a word, at most 4, now, and again when the run reaches this position from an earlier one. False when memory is
   exhausted. */
bool debug_add_edit(struct sm5_debug *d, uint8_t *place, uint32_t word, uint32_t size);
/* debug_channel.c. The value is a channel of fewer than 32 bits that can be assigned to. */
bool debug_is_channel(const struct debug_values *values, uint32_t i);
/* debug_channel.c. Stores a value, converted to the type of the channel; the others keep their bits. False when memory
   is exhausted. */
bool debug_assign_channel(struct sm5_debug *d, const struct debug_values *values, uint32_t i, uint32_t value);
/* Drops what belongs to a run that an edit at the position replaces. */
void debug_forget_future(struct sm5_debug *d);

/* ---- debug_expression.c ---- */

/* Evaluates for the current thread. SM5_ERR_INPUT with a diagnostic. */
enum sm5_status debug_evaluate(const struct sm5_debug *d, const char *text, struct debug_values *out,
                               struct sm5_diags *diags);
/* The bits of a value after conversion to a type. */
uint64_t debug_convert(const struct sm5_value *value, char type);
bool debug_is_true(const struct sm5_value *value);

#endif
