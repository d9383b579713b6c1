/* The command: one file a verb, on the public headers and io/ alone. */
#ifndef SM5_CLI_H
#define SM5_CLI_H

#include <stdio.h>

#include "io/io.h"
#include "sm5/sm5.h"

/* Exit codes. */
enum { CLI_GOOD = 0, CLI_WRONG_PROGRAM = 1, CLI_WRONG_COMMAND = 2 };

/* ---- cli_options.c: options from a table, --help from the same table ---- */

struct cli_option {
    const char *name;  /* "--groups" or "-b" */
    const char *value; /* what it takes, as --help shows it; NULL for a flag */
    const char *help;
    /* Takes the value into the verb's options; false after having said what is wrong. */
    bool (*take)(void *options, const char *value);
};

struct cli_verb {
    const char *name, *arguments, *summary;
    const struct cli_option *options; /* ends with a row without name */
    /* Takes a positional argument. */
    bool (*argument)(void *options, const char *text);
    int (*run)(int argc, char **argv);
    const char *notes; /* more for --help, or NULL */
};

/* Reads the arguments behind the verb into `options`. Returns -1 when the verb shall go on, else the exit
 * code. */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options);
void cli_help(const struct cli_verb *verb);

/* ---- cli_report.c ---- */

/* "sm5: ..." on standard error. Returns false, so that a failing function can return it. */
bool cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* All diagnostics of a list on standard error. */
void cli_report(const struct sm5_diags *diags);
/* A string in JSON, with its quotes. */
void cli_json_string(FILE *out, const char *text);

/* ---- cli_program.c ---- */

/* Reads a program and reports. *exit_code is set on failure. */
struct sm5_program *cli_read_program(const char *path, struct sm5_diags *diags, int *exit_code);
/* Exit code of a library status. */
int cli_exit_code(enum sm5_status status);
/* Writes to a file or, when `path` is NULL or "-", to standard output. */
int cli_write(const char *path, const struct sm5_blob *blob);

bool cli_take_count(const char *option, const char *value, uint64_t limit, uint64_t *out);

/* ---- cli_source.c: resources of `run` ---- */

struct cli_buffer {
    char *name; /* NULL: of one slot alone */
    struct sm5_buffer *buffer;
};

struct cli_bound {
    struct sm5_slot slot;
    char text[64];
    struct sm5_buffer *buffer;
    struct sm5_view view;
    uint32_t row_bytes; /* of an element */
    int resource;       /* index for sm5_resource_at, or -1 */
};

struct cli_resources {
    const struct sm5_program *program;
    struct cli_buffer *buffers;
    size_t buffer_count;
    struct cli_bound *bound;
    size_t bound_count;
};

/* NAME=SOURCE[,key=value]... of --buffer, SLOT=SOURCE[,key=value]... of -b. */
bool cli_add_buffer(struct cli_resources *resources, const char *text);
bool cli_add_binding(struct cli_resources *resources, const char *text);
struct cli_bound *cli_find_bound(struct cli_resources *resources, const struct sm5_slot *slot);
void cli_free_resources(struct cli_resources *resources);
/* Index of the declared resource that holds the slot, or -1. */
int cli_find_resource(const struct sm5_program *program, const struct sm5_slot *slot);

/* ---- cli_output.c ---- */

/* SLOT=FILE[,width=N] of -o. */
bool cli_save(struct cli_resources *resources, const char *text);
/* SLOT[:ROWS] of --print. */
bool cli_print(struct cli_resources *resources, const char *text);

/* ---- cli_case.c: one test case ---- */

enum cli_outcome { CLI_PASSED, CLI_FAILED, CLI_SKIPPED };

struct cli_case_options {
    const char *keep; /* folder, or NULL */
    enum sm5_engine engine;
    uint32_t threads;
    uint64_t max_steps;
};

/* Runs the case in `path`; *text (malloc'ed) says why it failed or was skipped, *name is malloc'ed. */
enum cli_outcome cli_run_case(const char *path, const struct cli_case_options *options, char **name,
                              char **text);

bool cli_take_engine(const char *value, enum sm5_engine *engine);

/* ---- the verbs ---- */

extern const struct cli_verb cli_asm, cli_dis, cli_info, cli_run, cli_test;

#endif
