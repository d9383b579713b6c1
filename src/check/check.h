/* Checked execution: the interpreter with hooks that collect findings. */
#ifndef CHECK_ROOM_H
#define CHECK_ROOM_H

#include "check/check_numbers.h"
#include "check/check_order.h"
#include "check/check_outputs.h"
#include "check/check_race.h"
#include "check/check_texture.h"
#include "check/check_undef.h"
#include "runtime/runtime.h"
#include "sm5/check.h"

/* A kernel is a struct check. */
extern const struct runtime_engine check_engine;

#define CHECK_NOWHERE UINT32_MAX

struct check_finding {
    struct sm5_finding finding;
    uint32_t at;    /* index in program->instrs; CHECK_NOWHERE */
    uint32_t other; /* the same, of the second instruction; CHECK_NOWHERE */
    uint32_t next;  /* finding + 1 at the same instruction; 0: none */
    uint64_t time;  /* with check->counts_operations: operations executed before it */
};

/* The state of one checked dispatch, which runs on one thread. */
struct check {
    const struct sm5_program *program;
    void *kernel; /* the interpreter's */
    const struct runtime_run *run;
    VEC(struct check_finding) findings;
    uint32_t *first;       /* by instruction: finding + 1; the last entry: findings without an instruction */
    uint8_t *seen;         /* by instruction: its static operands are checked */
    bool stopped;          /* the fault that ended the run has been added */
    bool missed;           /* threads of some group did not reach a barrier */
    bool limited;          /* the step limit was set by check_barrier_start */
    bool failed;           /* out of memory: findings are incomplete */
    struct arena messages; /* of findings whose message is not their kind's */
    struct sm5_check_options options;
    struct check_race race;
    struct check_undef undef;
    struct check_numbers numbers;
    struct check_outputs outputs;
    struct check_texels texels;
    uint32_t last; /* latest instruction executed */
    bool counts_operations;
    uint64_t operations; /* executed by the dispatch */
};

enum sm5_status check_new(const struct sm5_program *program, struct check **check, struct sm5_diags *diags);
void check_free(struct check *check);

/* An instruction executed by a thread. In stages other than compute a group is a batch of invocations. */
struct check_site {
    uint32_t at; /* instruction, or CHECK_NOWHERE */
    uint64_t group;
    uint32_t thread; /* flattened; hull: patch * lanes of the phase + lane of it */
};

static inline struct check_site check_site_of(const struct interp_worker *w, const struct plan_op *op,
                                              uint32_t lane)
{
    return (struct check_site){op->instr, w->group, w->first + lane};
}

/* The lane is active and has side effects: it is not a helper or discarded pixel. */
static inline bool check_has_effects(const struct interp_worker *w, uint32_t lane)
{
    return w->active[lane] && !(w->helpers && w->helpers[lane]);
}

/* Hull: the number of invocations of a patch in the phase that contains the instruction; else 1. */
uint32_t check_lanes_of_patch(const struct sm5_program *program, uint32_t at);

/* Adds a finding, or increments the count of one with the same kind, register and instruction. Returns a new
   finding, so that the caller can extend its message, else NULL. */
struct sm5_finding *check_add(struct check *check, const struct check_site *site,
                              const struct sm5_finding *finding);
/* The same for a pair of instructions, whose order does not matter. */
struct sm5_finding *check_add_pair(struct check *check, const struct check_site *site,
                                   const struct check_site *other, const struct sm5_finding *finding);
/* Inserts a text before the finding's message (NULL finding: does nothing) and frees the text. */
void check_prefix_message(struct check *check, struct sm5_finding *finding, struct strbuf *text);
/* "(3,0,0)": a thread of the group. */
void check_print_thread(const struct check *check, uint32_t flat, struct strbuf *out);
/* Sets the finding's instruction, line, thread and group. */
void check_describe_site(const struct check *check, const struct check_site *site,
                         struct sm5_finding *finding);
/* Sets the message and clause to those of the kind, where the finding has none of its own. */
void check_set_defaults(struct sm5_finding *finding);
/* The line of an instruction in the text that was parsed, or in the source that the program was compiled from. */
void check_describe_line(const struct sm5_program *program, uint32_t at, uint32_t *line, const char **file);

#endif
