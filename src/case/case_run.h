/* State of a test case while it runs; case_run.c performs the steps in order. */
#ifndef SM5_CLI_CASE_H
#define SM5_CLI_CASE_H

#include "case/case.h"
#include "case/case_spec.h"

/* Names of the words of an element: by the layout of a structure or constant buffer, or by the channels of a
   format. */
struct case_row {
    struct host_layout layout;
    char *names;    /* names of the layout's fields when the layout does not own them */
    char *types;    /* of each 32-bit word, as in case_rule; NULL: not known */
    uint32_t bytes; /* of an element; 0: not known */
};

/* The resource of a binding. */
struct case_place {
    struct sm5_slot slot;
    struct case_row row;
    char name[80]; /* the slot as spelled in the case, followed by the array index */
    struct sm5_buffer *buffer;
    bool owned;
    struct sm5_buffer
        *whole; /* contents of all runs, when each run has its own; `buffer` then holds those of one run */
    bool has_counter;
    uint32_t counter; /* carried from step to step */
};

/* The program of a step, ready to run. */
struct case_kernel {
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
};

/* Findings of a step, and the members they are about: member names are only known while the program is
   loaded. */
struct case_found {
    struct sm5_findings *findings;
    char **members; /* one for each finding; NULL: no name */
};

/* Maximum of constant buffers that a case sets without binding them. */
enum { CASE_OWN_BUFFERS = 16 };

struct case_runner {
    const struct case_options *options;
    struct case_spec test;
    struct case_place *places;   /* one for each binding */
    struct sm5_buffer **buffers; /* one for each named buffer */
    struct sm5_diags *diags;
    struct case_found *findings; /* one for each step or run; NULL: not run under the checker */
    size_t findings_count;
    struct case_edits *edits; /* --bless: changes to the case file; NULL: none */
    bool blessed;             /* some expectation was replaced */
    enum case_outcome outcome;
    FILE *log;
    struct sm5_program *program; /* of the first step, when the case uses names */
    struct host_texts structs;   /* layouts that bindings declare */
    struct case_binding *own_bindings;
    char own_slots[CASE_OWN_BUFFERS][64];
    int own_resources[CASE_OWN_BUFFERS];
    size_t own_count;
};

/* ---- case_load.c ---- */

/* Sets the outcome and prints the reason. Returns false. */
bool case_stop(struct case_runner *r, enum case_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same from the first error of the diagnostics. The outcome is a skip when the engine does not support
   something. */
bool case_stop_with_diags(struct case_runner *r, enum sm5_status status, const char *what);

/* case_split.c: a dispatch of `groups` groups as the ranges that the options request. */
bool case_dispatch_split(struct case_runner *r, const struct case_kernel *step,
                         const struct sm5_dispatch_options *how, uint64_t groups);
/* Loads contents; fails the case on an error. */
bool case_load(struct case_runner *r, const struct case_data *data, struct io_bytes *out);
/* Reads a step's program. `shader` NULL: the case's. */
bool case_read_program(struct case_runner *r, const char *shader, struct sm5_program **program);
/* The first step's program, read when the case uses names; NULL after a failure. */
const struct sm5_program *case_named_program(struct case_runner *r);

/* ---- case_constant.c ---- */

/* Called before case_make_places: checks layouts, and adds bindings for constant buffers that
   are only set. */
bool case_open_data(struct case_runner *r);
void case_free_data(struct case_runner *r);
/* Called after case_make_places: stores default values, and the case's constants. */
bool case_start_constants(struct case_runner *r);
bool case_set_constants(struct case_runner *r, const struct case_constant_values *values);

/* ---- case_data.c ---- */

/* Loads contents of a binding's resource, by the file's ending or by member. `binding` is NULL for a named
   buffer. */
bool case_load_for(struct case_runner *r, const struct case_binding *binding, const struct case_data *data,
                   struct io_bytes *out);
/* The texture that a binding describes; fails the case when it is invalid. */
bool case_texture(struct case_runner *r, const struct case_binding *binding, struct sm5_texture *out);

/* ---- case_step.c ---- */

/* Reads the program, creates its kernel, and bindings with nothing bound. `shader` NULL: the case's. */
bool case_open_step(struct case_runner *r, const char *shader, struct case_kernel *step);
/* Binds all resources and classes. */
bool case_bind(struct case_runner *r, const struct case_kernel *step);
void case_save_counters(struct case_runner *r, const struct case_kernel *step);
void case_close_step(struct case_kernel *step);
/* Seconds before a step fails, unless the case has `max_steps`. */
enum { CASE_SECONDS = 300 };

/* ---- case_stage.c: cases of the other stages ---- */

void case_run_stage(struct case_runner *r);

/* ---- case_resources.c ---- */

/* Creates the resources of all bindings. */
bool case_make_places(struct case_runner *r);
/* The place of a slot as spelled in a case, or NULL. */
struct case_place *case_find_place(struct case_runner *r, const char *slot);
/* A case_word_reader whose context is the runner. */
bool case_read_word(void *context, const char *slot, uint64_t index, uint32_t *word);
/* The sampler that a binding describes. */
bool case_sampler(struct case_runner *r, const struct case_binding *binding, struct sm5_sampler *out);
/* The view that a binding describes. */
bool case_view(struct case_runner *r, size_t binding, struct sm5_view *view);
/* Stores the contents of run `run` where each run has its own. */
void case_start_run(struct case_runner *r, uint32_t run);
/* Replaces the contents of the slots that a step sets. */
bool case_apply_sets(struct case_runner *r, const struct case_step *step);
void case_free_places(struct case_runner *r);

/* ---- case_row.c ---- */

/* Sets the names of words for all places that have none yet, as the step's program declares them. */
bool case_name_rows(struct case_runner *r, const struct case_kernel *step);
void case_free_row(struct case_row *row);
/* Prints the place of a word: "u0[2].position.y", "u0[2] word 3". */
void case_print_word(FILE *out, const char *name, const struct case_row *row, size_t word);
/* Guesses the type of a word: an integer where a float would be zero or denormal. */
char case_likely_type(uint32_t word);
/* Prints a value for a failure: "0.5"; for words without a type, also the bits. */
void case_print_value(FILE *out, char type, uint64_t bits);

/* ---- case_check.c ---- */

/* Checks the values of a step's `checkpoint`. */
bool case_check_points(struct case_runner *r, const struct case_step *step);
/* One comparison: a resource, a named buffer, an output register. */
struct case_subject {
    const char *name;
    const struct case_binding *binding;    /* NULL: not bound to a slot */
    const struct case_data *expect, *mask; /* mask may be NULL */
    const void *got;
    uint64_t size;
    const struct case_row *row; /* NULL: words without names */
    struct case_rule rule;
};
bool case_compare(struct case_runner *r, struct case_subject *subject);
/* Checks contents, counters and invariant after the last step. */
bool case_check_results(struct case_runner *r);

/* ---- case_bless.c ---- */

/* Whether --bless was given: differences replace expectations instead of failing the case. */
bool case_is_blessed(const struct case_runner *r);
/* Whether the expected file does not exist. */
bool case_is_new_file(const struct case_runner *r, const struct case_data *data);
bool case_bless_contents(struct case_runner *r, const struct case_subject *subject,
                         const struct io_bytes *expected);
/* Replaces a number, or a list of `count` words of a type, at a mark of the case file. */
bool case_bless_number(struct case_runner *r, const char *name, size_t mark, uint64_t expected, uint64_t got);
bool case_bless_list(struct case_runner *r, const char *name, size_t mark, char type, const void *words,
                     size_t count);
/* Writes the case file. */
bool case_bless_finish(struct case_runner *r);

/* ---- case_finding.c ---- */

/* Whether the case runs under the checker: by option, or because it lists findings. */
bool case_is_checked(const struct case_runner *r);
/* Runs a step, or a stage other than compute, under the checker. */
bool case_check_step(struct case_runner *r, const struct sm5_program *program, struct sm5_bindings *bindings,
                     const struct sm5_dispatch_options *options);
bool case_check_stage(struct case_runner *r, const struct case_kernel *step, const struct sm5_stage_run *run,
                      struct sm5_stage_outputs *outputs);
/* Checks that findings and expectations match one to one. */
bool case_compare_findings(struct case_runner *r);
void case_free_findings(struct case_runner *r);

/* ---- case_keep.c ---- */

/* Writes the results and the counters to DIR/CASE. */
bool case_keep(struct case_runner *r);
/* The same for an output of a stage. */
bool case_keep_output(struct case_runner *r, const struct case_data *expect, const char *slot,
                      const void *data, size_t size);

#endif
