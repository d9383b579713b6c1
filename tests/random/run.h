/* Runs a generated program on every engine and compares what it leaves behind. */
#ifndef SM5_TEST_RUN_H
#define SM5_TEST_RUN_H

#include "prog.h"
#include "sm5/stage.h"

enum { RUN_MOST_CONFIGS = 16 };

/* Name of configuration `i` of the table, NULL behind the last. */
const char *run_config_name(unsigned i);
/* False for an engine or instruction set that this machine or build has not. */
bool run_config_available(unsigned i);

enum run_verdict {
    RUN_AGREES,
    RUN_INVALID, /* the first configuration refuses the program or stops it */
    RUN_DIFFERS
};

struct run_outcome {
    enum run_verdict verdict;
    unsigned config;        /* that differs */
    enum sm5_status status; /* RUN_INVALID, or of the configuration that differs */
    bool memory;            /* it is memory that differs, not whether the program ran */
    uint32_t left;          /* mask of configurations that leave the program to the interpreter */
    char message[512];
};

struct rng;
struct lane_table;
struct interp_hooks;
struct interp_worker;

/* Listens to the interpreter: the callbacks get this as their context. */
struct run_watch {
    const struct interp_hooks *hooks;
    const struct interp_worker *worker; /* set before the first callback */
};

struct run_setup {
    uint32_t configs; /* mask over the table; what the lowest available one does is right */
    /* One more configuration behind the table's, when one of these is not NULL: the interpreter on these lane
       functions, or watched. */
    const struct lane_table *extra;
    struct run_watch *watch;
    /* In a process of its own, so that a crash or a program that does not end is one more way to differ. */
    bool isolate;
    bool rules; /* the program has to validate, and to come through text and container as it is */
};

/* The bytes that a buffer starts with. */
void run_fill(const struct prog_buffer *buffer, uint8_t *bytes);
/* The next of the numbers of kind `fill`. */
uint32_t run_number(struct rng *rng, unsigned fill);
/* What element `element` of a resource's range is bound to; the view's buffer is left to the caller. */
void run_view(const struct prog *prog, const struct prog_resource *r, uint32_t element, struct sm5_slot *slot,
              struct sm5_view *view);
/* Bit of the configuration that the others are compared with. */
uint32_t run_reference(const struct run_setup *setup);
/* What the first configuration of the table leaves behind. */
struct run_results {
    uint8_t *buffers[PROG_BUFFERS];
    uint32_t counters[PROG_RESOURCES];
    struct sm5_stage_outputs outputs;
};
enum sm5_status run_results_make(const struct prog *prog, struct run_results *results);
void run_results_free(struct run_results *results);
/* What the checker finds in the program; NULL when it does not run. The caller frees it. */
struct sm5_findings *run_checked(const struct prog *prog);
/* Which of the rules that hold for all programs is broken ("validate", "round trip"); NULL: none. */
const char *run_rules_broken(const struct prog *prog, const struct sm5_program *program,
                             struct sm5_diags *diags, enum sm5_status *status);
void run_program(const struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome);

#endif
