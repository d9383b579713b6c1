/* Checked execution: an engine that is the interpreter with hooks, and the findings it collects. */
#ifndef CHECK_ROOM_H
#define CHECK_ROOM_H

#include "check/check_numbers.h"
#include "check/check_order.h"
#include "check/check_outputs.h"
#include "check/check_race.h"
#include "check/check_undef.h"
#include "runtime/runtime.h"
#include "sm5/check.h"

/* Its kernels are struct check. */
extern const struct runtime_engine check_engine;

#define CHECK_NOWHERE UINT32_MAX

struct check_finding {
    struct sm5_finding says;
    uint32_t at;    /* index in program->instrs; CHECK_NOWHERE */
    uint32_t other; /* the same, of the other place; CHECK_NOWHERE */
    uint32_t next;  /* finding + 1 at the same instruction; 0: none */
};

/* What one checked dispatch knows. Runs on one thread. */
struct check {
    const struct sm5_program *program;
    void *kernel; /* the interpreter's */
    const struct runtime_run *run;
    VEC(struct check_finding) findings;
    uint32_t *first;       /* by instruction: finding + 1; one entry more for findings without a place */
    uint8_t *seen;         /* by instruction: its static operands were looked at */
    bool stopped;          /* the fault that ended the run is among the findings */
    bool missed;           /* some group has missed a barrier */
    bool limited;          /* the run's limit of steps is ours */
    bool failed;           /* out of memory: findings are missing */
    struct arena messages; /* of findings that say more than their kind does */
    struct sm5_check_options options;
    struct check_race race;
    struct check_undef undef;
    struct check_numbers numbers;
    struct check_outputs outputs;
    uint32_t last; /* instruction that ran */
};

enum sm5_status check_new(const struct sm5_program *program, struct check **check, struct sm5_diags *diags);
void check_free(struct check *check);

/* Who did something where. Of the stages other than compute a group is a batch of invocations. */
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

/* What the lane does counts: it takes part, and is no helper and no discarded pixel. */
static inline bool check_counts(const struct interp_worker *w, uint32_t lane)
{
    return w->active[lane] && !(w->mute && w->mute[lane]);
}

/* Hull: how many invocations a patch has in the phase that the instruction stands in; else 1. */
uint32_t check_lanes_of_patch(const struct sm5_program *program, uint32_t at);

/* Counts a finding, and describes it when it is the first of its kind with this register there: then it is
   returned, for a message of its own, else NULL. */
struct sm5_finding *check_add(struct check *check, const struct check_site *site,
                              const struct sm5_finding *says);
/* The same for two places. Two accesses that race are the same pair in either order. */
struct sm5_finding *check_add_pair(struct check *check, const struct check_site *site,
                                   const struct check_site *other, const struct sm5_finding *says);
/* Puts a text before what the finding's kind says; NULL finding: nothing to do. Frees the text. */
void check_say(struct check *check, struct sm5_finding *finding, struct strbuf *text);
/* "(3,0,0)": a thread of the group. */
void check_print_thread(const struct check *check, uint32_t flat, struct strbuf *out);
/* The message and clause of a kind, where the finding has none of its own. */
void check_explain(struct sm5_finding *finding);

#endif
