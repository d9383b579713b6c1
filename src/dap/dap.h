/* A server of the Debug Adapter Protocol (https://microsoft.github.io/debug-adapter-protocol), version 1.68, for one
   client. It translates requests to calls of include/sm5/debug.h, and has no state of the program itself. One thread:
   while the program runs, the debugger calls dap_run.c every 10 ms, which looks for messages. */
#ifndef DAP_H
#define DAP_H

#include "protocol/protocol.h"
#include "sm5/debug.h"

/* ---- for the command ---- */

/* What a launch opens. */
struct dap_target {
    const struct sm5_program *program;
    struct sm5_debug *debug;
    const char *path; /* of the program's file, absolute */
    bool stops_at_entry, stops_at_end;
    bool steps_group; /* a step goes to the next instruction of any thread */
};

enum { DAP_MESSAGE_MAX = 8 << 20 }; /* bytes */

struct dap;

/* NULL when memory is exhausted. */
struct dap *dap_open(int in, int out);
/* False with the reason when the client sent what cannot be read. */
bool dap_close(struct dap *dap, const char **why);
/* Serves requests up to the next launch and returns its arguments, which are valid until the next call. NULL: the client
   has left. */
const json_t *dap_wait_launch(struct dap *dap);
/* Answers the launch that was waited for: it failed. */
void dap_refuse_launch(struct dap *dap, const char *text);
/* Answers it, and serves requests until the program is to be closed. */
void dap_debug(struct dap *dap, const struct dap_target *target);
/* Sends text of the program's results or messages; `category` is "stdout", "stderr" or "console". */
void dap_output(struct dap *dap, const char *category, const char *text);
/* Ends the session with an exit code, unless it is to be restarted. */
void dap_end(struct dap *dap, int exit_code);

/* ---- state ---- */

enum dap_handle_kind { DAP_SCOPE, DAP_LANES, DAP_LANES_OF, DAP_VARIABLE, DAP_EXPRESSION };

/* What a variablesReference refers to; valid until the program moves. */
struct dap_handle {
    enum dap_handle_kind kind;
    uint32_t thread; /* number in the group */
    enum sm5_scope scope;
    uint32_t index;       /* DAP_VARIABLE: in the scope */
    char expression[128]; /* DAP_EXPRESSION, DAP_LANES_OF */
};

enum dap_break_owner { DAP_OWNER_SOURCE, DAP_OWNER_INSTRUCTION, DAP_OWNER_DATA, DAP_OWNER_EXCEPTION };

/* A breakpoint as the client set it; a restart adds it to the new debugger. */
struct dap_break {
    enum dap_break_owner owner;
    uint32_t id;       /* for the client */
    uint32_t debug_id; /* 0: not verified */
    char *source;      /* DAP_OWNER_SOURCE: key of the source */
    struct sm5_break request;
    uint32_t thread; /* DAP_OWNER_DATA: evaluated for this one */
    int line;        /* DAP_OWNER_SOURCE */
    char *error;
};

struct dap_move {
    bool is_due, backwards;
    enum sm5_debug_move move;
};

struct dap {
    struct protocol_channel channel;
    json_int_t seq, request; /* request: its number */
    char error[400];         /* of the request */
    bool initialized, configured;
    bool leaves, closes, restarts; /* the client, the program; the program is launched again */
    bool lines_from_0, shows_progress;
    json_t *launch;        /* arguments */
    json_int_t launch_seq; /* request to answer; 0: none */
    const char *launch_command;
    const struct dap_target *target; /* NULL: no program */
    struct sm5_diags *diags;
    VEC(struct dap_handle) handles;
    VEC(struct dap_break) breaks;
    uint32_t last_break, exception; /* exception: id of the debugger's */
    uint32_t findings;              /* kinds that stop the program */
    struct dap_move move;
    bool runs, pauses;
    struct sm5_debug_stop stop;
    char stop_text[400];
    /* progress of a long operation */
    const char *progress_title; /* NULL: is not shown */
    uint64_t progress_start, progress_shown;
    unsigned progress_id;
    bool progress_is_open, cancelled;
    uint64_t began; /* when the last request or move did, in milliseconds */
};

/* ---- dap.c ---- */

/* Fills in the body of a response. False after dap_fail. Members that are wrong are reported by the caller. */
typedef bool dap_handler(struct dap *dap, struct protocol_members *in, json_t *body);

bool dap_fail(struct dap *dap, const char *format, ...) BASE_PRINTF(2, 3);
/* Fails with the first error of the diagnostics. */
bool dap_fail_diags(struct dap *dap);
/* Consumes the body. */
void dap_event(struct dap *dap, const char *name, json_t *body);
/* Sets a member; consumes the value. */
void dap_set(json_t *object, const char *key, json_t *value);
/* Handles one message. */
void dap_handle_message(struct dap *dap, json_t *message);

/* ---- dap_run.c ---- */

dap_handler dap_continue, dap_next, dap_step_in, dap_step_out, dap_step_back, dap_reverse_continue, dap_pause,
    dap_cancel, dap_exception_info;
/* Executes the move that is due, and reports where it stops. */
void dap_run(struct dap *dap);
/* After configuration: the first stop or move. */
void dap_start(struct dap *dap);
/* Prepares the debugger's callbacks. */
void dap_watch_progress(struct dap *dap);
/* A request or a move begins. */
void dap_begin(struct dap *dap);
/* Shows progress of an operation that is not a move; NULL: it ends. */
void dap_progress(struct dap *dap, const char *title);

/* ---- dap_break.c ---- */

dap_handler dap_set_breakpoints, dap_set_instruction_breakpoints, dap_set_data_breakpoints,
    dap_set_exception_breakpoints, dap_data_breakpoint_info;
/* Adds all breakpoints to the debugger of a new target. */
void dap_restore_breaks(struct dap *dap);
void dap_free_breaks(struct dap *dap);
/* The client's number of a breakpoint of the debugger; 0: none. */
uint32_t dap_break_id(const struct dap *dap, uint32_t debug_id);
json_t *dap_exception_filters(void);

/* ---- dap_frame.c ---- */

dap_handler dap_threads, dap_stack_trace, dap_scopes;
uint32_t dap_thread_count(const struct dap *dap);
/* Selects a thread by its number in the group, for expressions. */
void dap_select(struct dap *dap, uint32_t flat, bool only);
/* The thread of a frame; false after a message. */
bool dap_frame_thread(struct dap *dap, struct protocol_members *in, uint32_t *thread);

/* ---- dap_variable.c ---- */

dap_handler dap_variables, dap_set_variable, dap_set_expression, dap_evaluate;
/* The reference of a new handle; 0 when memory is exhausted. */
json_int_t dap_handle(struct dap *dap, const struct dap_handle *handle);
const struct dap_handle *dap_handle_at(const struct dap *dap, json_int_t reference);
/* The expression of a handle's child. False after a message. */
bool dap_child_expression(struct dap *dap, const struct dap_handle *handle, const char *name, char *out,
                          size_t size);

/* ---- dap_source.c ---- */

dap_handler dap_source, dap_loaded_sources, dap_disassemble;
/* The part of a path after its last separator. */
const char *dap_base_name(const char *path);
/* "0x...": the reference of an instruction's address. */
void dap_instruction_reference(uint32_t number, char out[24]);
bool dap_parse_instruction(const char *reference, json_int_t offset, json_int_t *number);
/* Source and line of an instruction, as members `key` and "line" of `out`. */
void dap_set_place(json_t *out, const char *key, const struct dap *dap, uint32_t number);
/* Instruction `number` as text, without spaces around it; false past the last. */
bool dap_instruction_text(const struct dap *dap, uint32_t number, char *out, size_t size);

/* ---- dap_memory.c ---- */

dap_handler dap_read_memory, dap_write_memory;
/* "0x...": the reference of a variable's memory; false: it has none. */
bool dap_memory_reference(const struct dap *dap, enum sm5_scope scope, uint32_t index, uint64_t offset,
                          char out[24]);

#endif
