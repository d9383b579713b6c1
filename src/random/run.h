/* Runs a generated program on every engine and compares the results. */
#ifndef SM5_RANDOM_RUN_H
#define SM5_RANDOM_RUN_H

#include "prog.h"
#include "sm5/stage.h"

enum { RUN_MOST_CONFIGS = 32, RUN_MOST_STEPS = 1000000 };

/* Name of configuration `i` of the table, NULL after the last. */
const char *run_config_name(unsigned i);
/* Part of the default list. */
bool run_config_is_default(unsigned i);
/* Runs on a device, so that only portable programs have one result. */
bool run_config_is_device(unsigned i);
/* False for an engine or instruction set that this machine or build lacks. */
bool run_config_available(unsigned i);

enum run_verdict {
    RUN_AGREES,
    RUN_INVALID, /* the first configuration rejects or stops the program */
    RUN_DIFFERS
};

struct run_outcome {
    enum run_verdict verdict;
    unsigned config;        /* that differs */
    enum sm5_status status; /* RUN_INVALID, or of the configuration that differs */
    bool memory;            /* memory differs, not whether the program ran */
    uint32_t left;          /* mask of configurations that leave the program to the interpreter */
    char why[160];          /* the last one of these does */
    char message[512];
};

struct rng;
struct lane_table;
struct interp_hooks;
struct interp_worker;

/* Hooks of the interpreter; this is the context of the callbacks. */
struct run_watch {
    const struct interp_hooks *hooks;
    const struct interp_worker *worker; /* set before the first callback */
};

struct run_setup {
    uint32_t configs; /* mask over the table; the lowest available one is the reference */
    /* One more configuration, when one of these is not NULL: the interpreter with these lane functions, or
       with hooks. */
    const struct lane_table *extra;
    struct run_watch *watch;
    /* In a separate process, so that crashes and endless runs are failures of the program. */
    bool isolate;
    const char *device; /* of Vulkan; NULL: the first */
    bool rules;         /* the program must validate, and round-trip through text and container */
    uint64_t max_steps; /* as of a dispatch; 0: RUN_MOST_STEPS */
};

/* Initial bytes of a buffer. */
void run_fill(const struct prog_buffer *buffer, uint8_t *bytes);
/* The next of the numbers of kind `fill`. */
uint32_t run_number(struct rng *rng, unsigned fill);
/* The binding of element `element` of a resource's range; the caller sets the view's buffer. */
void run_view(const struct prog *prog, const struct prog_resource *r, uint32_t element, struct sm5_slot *slot,
              struct sm5_view *view);
/* Bit of the reference configuration. */
uint32_t run_reference(const struct run_setup *setup);
/* Results of the first configuration of the table. */
struct run_results {
    uint8_t *buffers[PROG_BUFFERS];
    uint32_t counters[PROG_RESOURCES];
    struct sm5_stage_outputs outputs;
};
enum sm5_status run_results_make(const struct prog *prog, struct run_results *results);
void run_results_free(struct run_results *results);
/* Findings of the checker in the default order; NULL when the program does not run. The caller frees it. */
struct sm5_findings *run_checked(const struct prog *prog);
/* The invariant of all programs that is broken ("validate", "round trip"); NULL: none. */
const char *run_rules_broken(const struct prog *prog, const struct sm5_program *program,
                             struct sm5_diags *diags, enum sm5_status *status);
#define RUN_NOT_CHECKED UINT32_MAX
/* Mask of 1 << enum sm5_finding_kind; RUN_NOT_CHECKED when the program does not run. A program whose atomics do not
   commute also runs in other orders of threads; of another stage it has SM5_FINDING_ORDER. Of `setup` counts whether to isolate, and max_steps. */
uint32_t run_finding_kinds(const struct prog *prog, const struct run_setup *setup);
void run_program(const struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome);

#endif
