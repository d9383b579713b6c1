/* Private to the verb `debug`: a terminal front end of include/sm5/debug.h. */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "cli/cli.h"

/* Of counts in commands. */
enum { DEBUG_COUNT_MAX = 1000000 };

struct debug_display {
    unsigned number;
    char format;
    char *expression;
};

/* Layouts by resource, for names of --struct. */
struct debug_layouts {
    struct host_layout *list;
    uint32_t count;
};

struct debug_front {
    struct cli_job *job;
    struct sm5_debug *debug;
    struct debug_display *displays;
    size_t display_count;
    unsigned last_display;
    uint32_t listed; /* instruction after those that `list` printed last; UINT32_MAX: none */
    bool moved;      /* since then */
    bool quits;
    bool failed;    /* a command was wrong */
    char *repeated; /* command that an empty line repeats */
};

/* ---- cli_debug_layouts.c ---- */

/* Zero-initialise `layouts`. False after a message. */
bool debug_layouts_open(struct debug_layouts *layouts, const struct cli_job *job, struct sm5_debug *debug);
/* After the debugger was freed. */
void debug_layouts_close(struct debug_layouts *layouts);

/* ---- cli_debug_command.c ---- */

/* Executes a line. False when it is wrong, after a message. */
bool debug_execute(struct debug_front *f, const char *line);
/* The names of the commands, for completion; NULL after the last. */
const char *debug_command_name(size_t index);

/* ---- cli_debug_move.c ---- */

bool debug_command_move(struct debug_front *f, enum sm5_debug_move move, bool backwards, const char *count);
bool debug_command_write(struct debug_front *f, const char *place);
bool debug_command_group(struct debug_front *f, const char *group);
/* "N[,INSTANCE]" or "all". */
bool debug_command_focus(struct debug_front *f, const char *item);
bool debug_command_goto(struct debug_front *f, const char *time);
bool debug_command_thread(struct debug_front *f, const char *thread);
/* Parses "X[,Y[,Z]]". */
bool debug_parse_place(const char *text, uint32_t out[3]);

/* ---- cli_debug_break.c ---- */

bool debug_command_break(struct debug_front *f, const char *place, bool temporary);
bool debug_command_watch(struct debug_front *f, enum sm5_break_kind kind, const char *expression);
bool debug_command_catch(struct debug_front *f, const char *what);
/* "PLACE,TEXT", "NUMBER COUNT". */
bool debug_command_log(struct debug_front *f, const char *arguments);
bool debug_command_ignore(struct debug_front *f, const char *arguments);
bool debug_command_delete(struct debug_front *f, const char *numbers);
bool debug_command_enable(struct debug_front *f, const char *number, bool enabled);
void debug_print_breaks(const struct debug_front *f);

/* ---- cli_debug_print.c ---- */

/* "thread (1,0,0)", or of another stage "quad 5, pixel 1". */
void debug_print_thread(const struct debug_front *f, const uint32_t thread[3]);
/* The position, as after each stop, and the displays. */
void debug_print_position(struct debug_front *f);
/* A grid of the states of threads; with an expression a list of its values by thread. */
bool debug_command_lanes(struct debug_front *f, const char *expression);
void debug_print_stack(const struct debug_front *f);
void debug_print_registers(const struct debug_front *f);
bool debug_command_print(struct debug_front *f, const char *argument, char format);
bool debug_command_display(struct debug_front *f, const char *argument, char format);
bool debug_command_undisplay(struct debug_front *f, const char *number);
bool debug_command_examine(struct debug_front *f, const char *argument, const char *how);
bool debug_command_set(struct debug_front *f, const char *argument, bool all);
bool debug_command_list(struct debug_front *f, const char *argument);
/* Reports diagnostics; returns false. */
bool debug_report(struct debug_front *f);
/* Prints an error; returns false. */
bool debug_wrong(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));

/* ---- cli_debug_input.c ---- */

/* A line of the terminal, with history and completion, or of a file. NULL at the end, or after a message with
   `failed` set. Freed by the caller. */
char *debug_read_terminal(const char *prompt);
char *debug_read_file(FILE *file, bool *failed);

#endif
