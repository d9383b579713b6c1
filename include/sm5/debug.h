/* The debugger: a dispatch, or a run of another stage, on the interpreter that stops at instructions, forwards and
   backwards, with access to all values. docs/debugging.md describes the command that uses this interface. */
#ifndef SM5_DEBUG_H
#define SM5_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"
#include "diag.h"
#include "program.h"
#include "reflect.h"
#include "resource.h"
#include "run.h"
#include "stage.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A debugger executes the groups of a dispatch one after the other, on the calling thread. Its position is
   before an instruction that some thread of the current group is about to execute. Snapshots of all state make
   every earlier position reachable. A debugger may be used by one thread at a time. */
struct sm5_debug;

struct sm5_debug_options {
    struct sm5_dispatch_options dispatch; /* groups, max_steps and oob; other members are not used */
    uint64_t snapshot_bytes;              /* limit of memory for snapshots; 0: 256 MiB */
};

/* Starts before the first instruction of the first group. The bindings and their resources hold the state
   at the position, and must not be used for anything else until sm5_debug_free. *debug belongs to the caller.
   SM5_ERR_SUPPORT for stages other than compute; SM5_ERR_ARGUMENT for a dispatch without groups. */
SM5_API enum sm5_status sm5_debug_new(const struct sm5_program *program, struct sm5_bindings *bindings,
                                      const struct sm5_debug_options *options, struct sm5_debug **debug,
                                      struct sm5_diags *diags);
/* The same for a run of a vertex, hull, domain, geometry or pixel shader; `run` is copied, and its threads,
   max_seconds, max_memory and progress are not used. Groups are batches of 32 vertices, patches, domain points,
   geometry instances or pixels. A thread is an invocation, and belongs to an item: a vertex, patch, domain point,
   primitive, or quad of pixels. */
SM5_API enum sm5_status sm5_debug_new_stage(const struct sm5_program *program, struct sm5_bindings *bindings,
                                            const struct sm5_stage_run *run, uint64_t snapshot_bytes,
                                            struct sm5_debug **debug, struct sm5_diags *diags);
/* Copies the outputs of a stage at the position: of a geometry shader the vertices of complete batches. Free them with
   sm5_stage_outputs_free, also after a failure. SM5_ERR_SUPPORT for a dispatch. */
SM5_API enum sm5_status sm5_debug_outputs(const struct sm5_debug *debug, struct sm5_stage_outputs *outputs,
                                          struct sm5_diags *diags);
/* Resources keep the values of the position. `debug` may be NULL. */
SM5_API void sm5_debug_free(struct sm5_debug *debug);

/* Names the members of declared resource `index` (numbered as in sm5_resource_at) in expressions, in place of the
   layout of sm5_layout_of. The layout belongs to the caller and must outlive the debugger. */
SM5_API void sm5_debug_set_layout(struct sm5_debug *debug, uint32_t index, const struct sm5_layout *layout);

/* ---- position ---- */

struct sm5_debug_position {
    bool ended;           /* all groups have run, or the run was stopped */
    uint64_t time;        /* operations executed since the start of the dispatch; grows with each step */
    uint32_t group[3];    /* the current group; at the end the last one */
    uint32_t instruction; /* that is executed next, from 0, declarations not counted; at the end UINT32_MAX */
    uint32_t line;        /* of the assembly text, or 0 */
    const char *file;     /* HLSL file and line from debug information, or NULL and 0. The program's */
    uint32_t file_line;
    uint32_t calls;          /* routines entered: depth of the call stack */
    uint32_t active, live;   /* threads that execute the instruction; that have not returned */
    uint32_t thread[3], all; /* the selected thread, and how many threads the group has */
    uint32_t flat;           /* its number in the group */
    bool is_selected;        /* steps are those of the selected thread, not of the group */
    /* Stages other than compute: group[0] is the batch, `thread` is {flat, 0, 0}. Strings are static. */
    const char *item_name;     /* "vertex", "patch", "point", "primitive" or "quad"; compute: NULL */
    uint64_t item;             /* of the selected thread, from 0 in the run */
    uint32_t instance;         /* of that thread in its item */
    const char *instance_name; /* "control point", "instance" or "pixel"; NULL: an item has one thread */
    const char *phase;         /* hull: "control point", "fork" or "join"; else NULL */
    uint32_t phase_number;     /* among the phases of its kind */
    bool is_focused;           /* steps are those of one item (sm5_debug_focus) */
};
SM5_API void sm5_debug_position(const struct sm5_debug *debug, struct sm5_debug_position *position);

enum sm5_thread_state {
    SM5_THREAD_WAITING, /* the other side of a branch, or after a loop that other threads are in */
    SM5_THREAD_ACTIVE,
    SM5_THREAD_RETURNED,
    SM5_THREAD_ELSEWHERE, /* threads of the group that run before or after the current ones */
    SM5_THREAD_HELPER     /* active, but a pixel without side effects: not covered, or discarded */
};
/* The state of a thread of the current group, by its number in the group. */
SM5_API enum sm5_thread_state sm5_debug_thread(const struct sm5_debug *debug, uint32_t flat);

/* The instruction of the call that is `depth` routines up the stack, from 1 (the call of the current routine) to
   the position's `calls`. UINT32_MAX: there is none. */
SM5_API uint32_t sm5_debug_caller(const struct sm5_debug *debug, uint32_t depth);

/* A hash of all state at the position: registers, active masks, shared memory, writable resources. */
SM5_API uint64_t sm5_debug_hash(const struct sm5_debug *debug);

/* Selects the thread that expressions refer to. With `only`, steps stop only where it is active. False: no such
   thread. Without a selected thread expressions refer to the thread of the last stop, or the first active one. */
SM5_API bool sm5_debug_select(struct sm5_debug *debug, const uint32_t thread[3], bool only);
SM5_API void sm5_debug_select_none(struct sm5_debug *debug);

/* The item of a thread of the current batch, and the thread's number in it. */
SM5_API uint64_t sm5_debug_item(const struct sm5_debug *debug, uint32_t flat, uint32_t *instance);

/* ---- moves ---- */

enum sm5_debug_move {
    SM5_MOVE_INSTRUCTION,      /* to the next instruction */
    SM5_MOVE_OVER_INSTRUCTION, /* the same, without those of called routines */
    SM5_MOVE_LINE,             /* to the next source line */
    SM5_MOVE_OVER_LINE,
    SM5_MOVE_FINISH,  /* until the current routine returns, in main to the end of the group */
    SM5_MOVE_LOOP,    /* until all threads have left the innermost loop; elsewhere as SM5_MOVE_OVER_LINE */
    SM5_MOVE_BARRIER, /* to a sync with _t */
    SM5_MOVE_GROUP,   /* to the start of the next group; backwards of this one, or the one before */
    SM5_MOVE_CONTINUE /* to a breakpoint or the end */
};

enum sm5_stop {
    SM5_STOP_MOVED,      /* where the move leads */
    SM5_STOP_BREAKPOINT, /* `breakpoint` */
    SM5_STOP_WATCH, /* `breakpoint`: the instruction before the position accessed it; backwards, the one after */
    SM5_STOP_FINDING,     /* the next instruction does what the checker reports: `text` */
    SM5_STOP_END,         /* of the dispatch */
    SM5_STOP_FAULT,       /* the program was stopped; diagnostics say why */
    SM5_STOP_START,       /* backwards: the start of the dispatch */
    SM5_STOP_INTERRUPTED, /* by sm5_debug_interrupt */
    SM5_STOP_ERROR        /* a condition cannot be evaluated: diagnostics */
};

struct sm5_debug_stop {
    enum sm5_stop why;
    uint32_t breakpoint;    /* its number */
    uint32_t instruction;   /* SM5_STOP_WATCH: that accessed the value; UINT32_MAX: none */
    bool has_thread;        /* SM5_STOP_WATCH: `thread` made the access */
    uint32_t thread[3];     /* number in the group */
    uint64_t before, after; /* SM5_STOP_WATCH: bits of the first word that changed */
    char type;              /* of that word, as in sm5_value */
    char name[64];          /* of that word */
    const char *text;       /* SM5_STOP_FINDING: belongs to the debugger */
    enum sm5_finding_kind finding;
};

/* Runs until the move is complete, or something else stops it. Breakpoints at the position where it starts are not
   hit. */
SM5_API void sm5_debug_run(struct sm5_debug *debug, enum sm5_debug_move move, bool backwards,
                           struct sm5_debug_stop *stop, struct sm5_diags *diags);
/* Goes to the start of a group. SM5_ERR_ARGUMENT when it does not exist. */
SM5_API enum sm5_status sm5_debug_go_group(struct sm5_debug *debug, const uint32_t group[3],
                                           struct sm5_debug_stop *stop, struct sm5_diags *diags);
/* Focuses on an item, or on one of its threads when `instance` is not UINT32_MAX: steps and breakpoints stop only where
   it is active, and expressions refer to it. Goes to the first such position of its batch, unless that is the current
   batch. sm5_debug_select_none ends the focus. SM5_ERR_ARGUMENT when the item does not exist. */
SM5_API enum sm5_status sm5_debug_focus(struct sm5_debug *debug, uint64_t item, uint32_t instance,
                                        struct sm5_debug_stop *stop, struct sm5_diags *diags);
/* Goes back to the last instruction that wrote a place: SM5_STOP_WATCH before it, with breakpoint 0, or SM5_STOP_START
   when none did. Breakpoints do not stop it. */
SM5_API enum sm5_status sm5_debug_go_write(struct sm5_debug *debug, const char *place,
                                           struct sm5_debug_stop *stop, struct sm5_diags *diags);
/* Goes to a position by its time: to it, or to the first position after it. */
SM5_API void sm5_debug_go(struct sm5_debug *debug, uint64_t time, struct sm5_debug_stop *stop,
                          struct sm5_diags *diags);
/* Stops a running sm5_debug_run, or the next one. May be called from another thread and from a signal handler. */
SM5_API void sm5_debug_interrupt(struct sm5_debug *debug);

/* ---- breakpoints ---- */

enum sm5_break_kind {
    SM5_BREAK_INSTRUCTION, /* `number` as in sm5_debug_position */
    SM5_BREAK_LINE,        /* line `number` of `file`, or of the assembly text when `file` is NULL */
    SM5_BREAK_WATCH,       /* `expression` changes */
    SM5_BREAK_ACCESS,      /* `expression`, a word of u# or g#, is read or written */
    SM5_BREAK_READ,
    SM5_BREAK_FINDINGS, /* the first occurrences of what sm5_check reports. `number`: the kinds, as bits
                           1 << enum sm5_finding_kind; 0: all but SM5_FINDING_NUMBER. Texts are not used */
    SM5_BREAK_WRITE     /* `expression` is written, words of u# and g# also with the same value */
};

struct sm5_break {
    enum sm5_break_kind kind;
    uint32_t number;
    const char *file;       /* the end of the file's name is enough; may be NULL */
    const char *expression; /* SM5_BREAK_WATCH, _ACCESS, _READ: evaluated for the current thread */
    const char *condition;  /* stop only when it is not 0 for some active thread; may be NULL */
    const char *
        log; /* SM5_BREAK_INSTRUCTION, _LINE: do not stop; report this text, with the values of {EXPRESSION}s, for
                        each active thread for which the condition holds, equal lines once. May be NULL */
    uint64_t ignore; /* hits to ignore before the first stop */
    bool temporary;  /* deleted when it stops the program */
    bool disabled;
    /* Set by the debugger. */
    uint32_t id; /* from 1 */
    uint64_t hits;
};

/* Adds a breakpoint; strings are copied. SM5_ERR_INPUT or SM5_ERR_ARGUMENT with a diagnostic when the place does not
   exist or an expression is malformed. */
SM5_API enum sm5_status sm5_debug_break(struct sm5_debug *debug, const struct sm5_break *request,
                                        uint32_t *id, struct sm5_diags *diags);
/* Breakpoint `index`, from 0, in the order of their numbers; NULL past the end. Valid until the next call. */
SM5_API const struct sm5_break *sm5_debug_break_at(const struct sm5_debug *debug, size_t index);
/* False when there is no breakpoint with that number. */
SM5_API bool sm5_debug_break_delete(struct sm5_debug *debug, uint32_t id);
SM5_API bool sm5_debug_break_enable(struct sm5_debug *debug, uint32_t id, bool enabled);
/* Ignores the next `count` hits. */
SM5_API bool sm5_debug_break_ignore(struct sm5_debug *debug, uint32_t id, uint64_t count);

/* Receives the lines of log points, during moves forwards. */
typedef void sm5_debug_log(void *context, uint32_t breakpoint, const char *text);
SM5_API void sm5_debug_on_log(struct sm5_debug *debug, sm5_debug_log *call, void *context);

/* ---- values ---- */

/* A word (or a double) of a value. */
struct sm5_value {
    char name[64]; /* "r0.x", "u0[3].position.y"; empty for a result of arithmetic */
    char type;     /* as in sm5_field_info; 'x': unknown */
    uint8_t bytes; /* 4; 8 for a double */
    bool is_place; /* can be set */
    uint64_t bits;
};

/* Evaluates an expression for the current thread: operators of C, numbers, registers (r0.x, x0[2].y, cb0[1].zw), inputs
   and outputs by register (v0, v[2][1].x, o1.xy, vpc0, oDepth) and by semantic (v.TEXCOORD1, o.SV_Position.x),
   memory (u0[3].position.y, g0[5], t1[r0.x]), names of reflection, thread numbers (vThreadID.x), asfloat() and the
   like. Stores at most `capacity` values and the number of all in *count. SM5_ERR_INPUT with a diagnostic when the
   expression is malformed or names what does not exist. */
SM5_API enum sm5_status sm5_debug_evaluate(const struct sm5_debug *debug, const char *expression,
                                           struct sm5_value *values, size_t capacity, size_t *count,
                                           struct sm5_diags *diags);
/* The same for a thread of the current group, by its number. */
SM5_API enum sm5_status sm5_debug_evaluate_thread(struct sm5_debug *debug, uint32_t flat,
                                                  const char *expression, struct sm5_value *values,
                                                  size_t capacity, size_t *count, struct sm5_diags *diags);
/* Assigns the value of an expression to a place, converted to its type; a channel of a texel that is narrower than 32
   bits is converted as a store converts it (D3D11.3 3.2.3). Later positions are computed from the new
   value; a step back before this position and forward again assigns it again. */
SM5_API enum sm5_status sm5_debug_assign(struct sm5_debug *debug, const char *place, const char *expression,
                                         struct sm5_diags *diags);

/* The same for each thread that has not returned, of those that run: each with its own values. */
SM5_API enum sm5_status sm5_debug_assign_all(struct sm5_debug *debug, const char *place,
                                             const char *expression, struct sm5_diags *diags);

/* Formats a value: 'f', 'd' (signed), 'u', 'x', 't' (binary) or 'c' (a truth value); 0: by its type. Writes at most
   `size` bytes with the terminating zero, and returns the length without truncation, as snprintf does. */
SM5_API size_t sm5_value_format(const struct sm5_value *value, char format, char *out, size_t size);

/* ---- variables: what there is to show ---- */

enum sm5_scope {
    SM5_SCOPE_REGISTERS, /* r#, x# */
    SM5_SCOPE_INPUTS,    /* thread numbers; of stages v#, vocp, vpc and system values */
    SM5_SCOPE_CONSTANTS, /* cb#, immediate constants */
    SM5_SCOPE_SHARED,    /* g# */
    SM5_SCOPE_RESOURCES, /* t#, u# */
    SM5_SCOPE_OUTPUTS    /* of stages, o# by semantic: what the thread has written so far */
};

struct sm5_variable {
    char name[64];           /* an expression, when `count` is 0 */
    const char *source_name; /* of reflection; NULL: none. The program's */
    const char *layout;      /* of a resource, as in sm5_resource_info; else NULL */
    uint64_t count;          /* elements, which sm5_debug_element names; 0: it has none, or is one value */
    uint32_t step;           /* of the index from one element to the next */
    uint32_t stride;         /* bytes of an element of a buffer, else 0 */
    uint64_t bytes;          /* of memory, for sm5_debug_read; 0: it is not in memory */
    uint32_t extent[3];      /* texels of a texture's first mip and layer; else 0 */
};
/* Variable `index` of a scope, from 0; false past the end. */
SM5_API bool sm5_debug_variable(const struct sm5_debug *debug, enum sm5_scope scope, uint32_t index,
                                struct sm5_variable *variable);
/* Writes the expression of element `index`, "u0[3]" or "t1[2,5]", at most `size` bytes with the terminating zero, and
   returns the length without truncation, as snprintf does. */
SM5_API size_t sm5_debug_element(const struct sm5_variable *variable, uint64_t index, char *out, size_t size);

/* Copies bytes of a variable in memory, as many as exist from `offset` on, and returns their number. */
SM5_API size_t sm5_debug_read(const struct sm5_debug *debug, const struct sm5_variable *variable,
                              uint64_t offset, void *bytes, size_t size);
/* Stores bytes as sm5_debug_assign does, and returns their number; 0 with a diagnostic when memory is exhausted. */
SM5_API size_t sm5_debug_write(struct sm5_debug *debug, const struct sm5_variable *variable, uint64_t offset,
                               const void *bytes, size_t size, struct sm5_diags *diags);

/* Where an instruction comes from: the line of the assembly text, or 0; HLSL file and line from debug information, or
   NULL and 0. False when it does not exist. The strings are the program's. */
struct sm5_place {
    uint32_t line;
    const char *file;
    uint32_t file_line;
};
SM5_API bool sm5_debug_place(const struct sm5_debug *debug, uint32_t instruction, struct sm5_place *place);

/* Calls `call` during long moves, and while the checker runs for SM5_BREAK_FINDINGS, every 10 ms with the groups that
   have run and their number. It must not use the debugger. False interrupts the move, as sm5_debug_interrupt does, or
   makes sm5_debug_break fail with SM5_ERR_CANCELLED. */
SM5_API void sm5_debug_on_progress(struct sm5_debug *debug, sm5_progress *call, void *context);

#ifdef __cplusplus
}
#endif
#endif
