/* Checked runs: programs on the interpreter, with reports of what goes wrong in them. */
#ifndef SM5_CHECK_H
#define SM5_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "program.h"
#include "resource.h"
#include "run.h"
#include "stage.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm5_finding_kind {
    SM5_FINDING_OOB_ADDRESS,     /* structure or raw word past a t# or u# view */
    SM5_FINDING_OOB_OFFSET,      /* byte offset past the structure, t# or u# */
    SM5_FINDING_OOB_TGSM,        /* outside a g# */
    SM5_FINDING_OOB_CBUFFER,     /* row past a constant buffer, or past the immediate one */
    SM5_FINDING_OOB_TEMP,        /* x# index past its declaration */
    SM5_FINDING_OOB_TYPED,       /* texel past a typed view, or outside a texture */
    SM5_FINDING_MISALIGNED,      /* byte offset that is no multiple of 4 */
    SM5_FINDING_UNBOUND,         /* access to a register that nothing is bound to */
    SM5_FINDING_COUNTER,         /* alloc or consume that gave an index outside the view */
    SM5_FINDING_BARRIER,         /* sync with _t that not all live threads reach; names one that is missing */
    SM5_FINDING_BUDGET,          /* max_steps or max_seconds ran out here */
    SM5_FINDING_VIEW_MISMATCH,   /* a view whose kind or stride is not the declared one; no instruction */
    SM5_FINDING_RACE,            /* two threads, one word, nothing that orders them, one of them writes */
    SM5_FINDING_RACE_UNFENCED,   /* the same, with a sync between them that does not cover the memory */
    SM5_FINDING_RACE_SAME_VALUE, /* plain writes of one value */
    SM5_FINDING_RACE_ATOMIC_STORE, /* an atomic and a plain store */
    SM5_FINDING_ATOMIC_ORDERED,    /* ordered by hand with atomics, in a way the checker could not follow */
    SM5_FINDING_UNINITIALISED,     /* a value that nothing wrote decides something */
    SM5_FINDING_NUMBER, /* NaN or infinity of finite values, division by zero, clamped conversion */
    SM5_FINDING_ORDER,  /* a result that another order of threads or groups changes */
};

/* What went wrong at one instruction, and where it first did. */
struct sm5_finding {
    enum sm5_finding_kind kind;
    uint64_t count;       /* threads that did the same at this instruction */
    uint32_t instruction; /* from 0, behind the declarations; UINT32_MAX: none */
    uint32_t line;        /* of the source text; 0: not known */
    const char *file;     /* that the line is one of, by debug information; NULL: the program's own text.
                             The program's */
    const char *text;     /* of the instruction; NULL when there is none */
    char reg[24];         /* "u0", "g1", "x0", "cb2", "icb"; empty: none */
    uint64_t element;     /* structure, dword (raw), texel (typed), row (cb#), index (x#), counter's index */
    bool has_offset;      /* byte_offset means something */
    uint32_t byte_offset;
    bool has_element; /* element means something */
    uint32_t thread[3], group[3];
    /* Races: the access before this one. Uninitialised: where the value was first read. */
    bool has_other;
    uint32_t other_instruction, other_line;
    const char *other_text, *other_file;
    bool has_other_thread;
    uint32_t other_thread[3], other_group[3];
    uint64_t seed;       /* order: the one that shows it, alone; else 0 */
    uint32_t values[2];  /* order: the word in the plain order, and in that one */
    const char *message; /* what Direct3D says happens, and what sm5 does */
    const char *clause;  /* of the Direct3D 11.3 functional specification */
};

struct sm5_findings;

/* What to look for beyond the default. Zero-initialise for the defaults. */
struct sm5_check_options {
    /* Races that are meant: registers ("u0", "g1") or numbers of instructions, counted as in findings ("12").
       A line of assembly text that ends with `// sm5: allow-race` says the same of its instruction, or of the
       register that it declares. */
    const char *const *allowed_races;
    size_t allowed_race_count;
    bool atomic_ordered;            /* report SM5_FINDING_ATOMIC_ORDERED */
    bool numbers;                   /* report SM5_FINDING_NUMBER */
    uint32_t orders;                /* dispatches in other orders than the plain one, for SM5_FINDING_ORDER */
    uint64_t seed;                  /* of the first of them, the next one's is 1 more; 0: 1 */
    enum sm5_validation validation; /* SM5_ERR_INPUT when the program breaks the rules it requires */
};

/* Runs the program as sm5_dispatch does, on the interpreter and on one thread, and collects what it finds.
   Memory is written as by a plain run, also when it runs in other orders after that; each order counts its
   progress from 0. `options` may be NULL.
   *findings is the caller's, in the order of instructions, also when the run was stopped; NULL when nothing
   ran. */
SM5_API enum sm5_status sm5_check(const struct sm5_program *program, struct sm5_bindings *bindings,
                                  const struct sm5_dispatch_options *dispatch,
                                  const struct sm5_check_options *options, struct sm5_findings **findings,
                                  struct sm5_diags *diags);
/* The same for a vertex, hull, domain, geometry or pixel shader, run as sm5_run_stage does. A finding's
   thread is the number of the invocation, of a hull shader that of the patch and of the control point or
   instance; its group is 0. Other orders are compute's alone. */
SM5_API enum sm5_status sm5_check_stage(const struct sm5_program *program, struct sm5_bindings *bindings,
                                        const struct sm5_stage_run *run,
                                        const struct sm5_check_options *options,
                                        struct sm5_stage_outputs *outputs, struct sm5_findings **findings,
                                        struct sm5_diags *diags);
SM5_API size_t sm5_findings_count(const struct sm5_findings *findings);
/* NULL past the end. */
SM5_API const struct sm5_finding *sm5_findings_at(const struct sm5_findings *findings, size_t i);
SM5_API void sm5_findings_free(struct sm5_findings *findings);
/* "oob-address"; NULL behind the last kind. Static. */
SM5_API const char *sm5_finding_kind_name(enum sm5_finding_kind kind);
/* What findings of the kind say, and the clause that they name, unless they have more to say. Static. */
SM5_API const char *sm5_finding_kind_message(enum sm5_finding_kind kind);
SM5_API const char *sm5_finding_kind_clause(enum sm5_finding_kind kind);

#ifdef __cplusplus
}
#endif
#endif
