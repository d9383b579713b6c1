/* sm5 reduce: the smallest program, groups and buffers that still show a behaviour. */
#ifndef SM5_CLI_REDUCE_H
#define SM5_CLI_REDUCE_H

#include <signal.h>
#include <sys/types.h>

#include "cli/cli_stage.h"
#include "reduce/reduce.h"

/* Options of run that are passed on as they are. */
enum { REDUCE_PASSED = 14 };
extern const char *const reduce_passed_names[REDUCE_PASSED];
/* Indices of those that the reduction changes, or that decide what it may change. */
enum { REDUCE_COUNT = 7, REDUCE_RECT, REDUCE_SAMPLES, REDUCE_FACTORS = 12 };

struct reduce_options {
    struct cli_input input;
    const char *command, *engines, *tolerance; /* --while, --while-diff, --tolerance */
    const char *out;
    uint64_t jobs;
    double timeout; /* seconds; 0: by the time of the original */
    bool no_check, has_groups;
    uint32_t groups[3];
    struct host_texts bindings, buffers, sets, structs, classes, inputs;
    const char *passed[REDUCE_PASSED];
};

/* ---- cli_reduce_data.c: numbers of groups and bytes, and the options that they make ---- */

enum { REDUCE_GROUPS = 3 };

/* A resource of -b, and the one of --set for a constant buffer that is not bound. */
struct reduce_data {
    const struct cli_bound *bound;
    const char *text;     /* of -b; NULL: made by --set */
    const char *contents; /* the same without slot and keys: "@NAME" */
    char *keys;           /* ",counter=3": those that apply to a file too */
    bool is_changed;      /* by --set: the text does not describe the contents */
    int number;           /* index of its size; -1: is not reduced */
};

/* What is left of invocations, of the rows of a rectangle, or of domain points: [begin, end) of `total`. */
enum { REDUCE_MAIN, REDUCE_ROWS, REDUCE_POINTS, REDUCE_WINDOWS };
struct reduce_window {
    uint64_t total;
    size_t end,
        begin; /* indices of numbers: the end, and what is left of the total from the begin on; 0: none */
};

/* Inputs of a stage other than compute. */
struct reduce_stage {
    struct cli_job run; /* of the program only */
    struct stage_job job;
    struct io_table *tables; /* of -i */
    int *kinds;              /* enum stage_rows, by table; -1: none */
    size_t table_count;
    struct reduce_window windows[REDUCE_WINDOWS];
    bool has_rect;
    uint32_t rect[4];
    uint64_t samples; /* rows of a pixel */
};

struct reduce_inputs {
    const struct reduce_options *options;
    struct reduce_stage stage;
    struct cli_resources resources;
    struct reduce_data *data;
    size_t data_count;
    struct reduce_number *numbers;
    size_t number_count;
    unsigned slots;      /* candidates at a time, on this rank */
    bool uses_arguments; /* the tests run the program: groups and sizes matter */
};

/* Loads the resources. False after a message; to be freed in either case. */
bool reduce_inputs_open(struct reduce_inputs *in, const struct reduce_options *options,
                        const struct sm5_program *program);
void reduce_inputs_free(struct reduce_inputs *in);

/* Arguments of run, malloc'ed. */
struct reduce_arguments {
    char **list;
    size_t count;
    bool failed;
};
/* Options for a program with these numbers. The data of buffers that are smaller go to files
   `prefix`u0SUFFIX, where the suffix is ".bin", after the size when `named_by_size`: they are written
   unless they exist then. */
struct reduce_arguments reduce_arguments_of(const struct reduce_inputs *in, const struct sm5_program *program,
                                            const struct reduce_number *numbers, const char *prefix,
                                            bool named_by_size);
void reduce_arguments_free(struct reduce_arguments *arguments);
void reduce_arguments_add(struct reduce_arguments *arguments, const char *option, const char *value);
/* Appends text in quotes of the shell where it needs them. */
void reduce_print_quoted(FILE *out, const char *text);
void reduce_print_arguments(FILE *out, const struct reduce_arguments *arguments);

/* ---- cli_reduce_stage.c ---- */

/* Reads the files of -i. False after a message; to be freed in either case. */
bool reduce_stage_open(struct reduce_inputs *in);
void reduce_stage_free(struct reduce_stage *stage);
/* Appends the numbers of the windows. */
void reduce_stage_numbers(struct reduce_inputs *in);
/* Adds -i and the options that are passed on, as reduce_arguments_of. False after a message. */
bool reduce_stage_arguments(const struct reduce_inputs *in, const struct reduce_number *numbers,
                            const char *prefix, bool named_by_rows, struct reduce_arguments *arguments);

/* ---- cli_reduce_state.c: the reduction until now, in the output file and FILE.state ---- */

/* A number for the program and the options, which a state must have to be continued. */
uint64_t reduce_key(const struct reduce_options *options, const struct sm5_program *program);
/* Reads the numbers of a state, and the program beside it. NULL: there is none to continue. */
struct sm5_program *reduce_state_read(const struct reduce_inputs *in, uint64_t key,
                                      struct reduce_number *numbers);
/* False after a message. */
bool reduce_state_write(const struct reduce_inputs *in, uint64_t key, const struct sm5_program *program,
                        const struct reduce_number *numbers);
void reduce_state_remove(const struct reduce_inputs *in);
/* Writes a program, as a container when the path ends in .dxbc or .cso. False after a message. */
bool reduce_write_program(const char *path, const struct sm5_program *program);
/* The same to memory, to be freed with sm5_blob_free. */
bool reduce_print_program(const char *path, const struct sm5_program *program, struct sm5_blob *blob);

/* ---- cli_reduce_test.c: candidates in processes ---- */

enum { REDUCE_KINDS_MOST = 64 };

/* Words of a JSON report: registers that differ, kinds of findings. */
struct reduce_words {
    char list[REDUCE_KINDS_MOST][32];
    size_t count;
};

struct reduce_process {
    pid_t pid; /* 0: none */
    double started;
    bool is_done, shows, checks; /* checks: sm5 check runs, after sm5 diff found a difference */
    char *path, *report;         /* of the candidate, of --json */
    struct reduce_arguments arguments;
};

struct reduce_tests {
    const struct reduce_inputs *in;
    struct host_temporary folder;
    char self[4096];
    const char *ending; /* of candidates: ".asm" or ".dxbc" */
    struct reduce_process *processes;
    unsigned slots;
    uint64_t serial, key;
    double limit; /* seconds of a test */
    bool is_first;
    /* Of the original: candidates show nothing else. */
    struct reduce_words registers, findings;
    bool stopped, has_checked; /* an engine was stopped; sm5 check ran */
    struct cli_progress progress;
    char line[128]; /* of the progress */
    const char *pass;
    unsigned round;
    bool failed;
};

bool reduce_tests_open(struct reduce_tests *tests, const struct reduce_inputs *in, uint64_t key);
void reduce_tests_close(struct reduce_tests *tests);
struct reduce_tester reduce_tester_of(struct reduce_tests *tests);

/* ---- cli_reduce_ranks.c: tests on all ranks ---- */

/* A tester whose slots are those of all ranks. */
struct reduce_ranked {
    struct reduce_tests *tests;
    struct reduce_tester local;
};
struct reduce_tester reduce_ranks_tester(struct reduce_ranked *ranked, struct reduce_tests *tests);
/* The tests of other ranks, until rank 0 ends them. */
void reduce_ranks_serve(struct reduce_tests *tests);
void reduce_ranks_end(void);
/* Candidates to test at a time on each rank; called by all. */
unsigned reduce_slots(const struct reduce_options *options);

/* cli_reduce.c: --while with the path of a candidate, and its options of run, in place; malloc'ed. */
char *reduce_command_of(const char *command, const char *path, const char *arguments);
extern volatile sig_atomic_t reduce_signal; /* that ends the command; 0: none */

#endif
