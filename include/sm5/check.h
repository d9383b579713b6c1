/* Checked runs: execution on the interpreter with detection of out-of-bounds accesses, races,
   uninitialised values and missed barriers. docs/check.md describes the rules. */
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
    SM5_FINDING_OOB_ADDRESS, /* structure index or raw DWORD past the end of a t# or u# view */
    SM5_FINDING_OOB_OFFSET,  /* structure inside the view, byte offset past its stride */
    SM5_FINDING_OOB_TGSM,    /* outside a g# */
    SM5_FINDING_OOB_CBUFFER, /* row past the end of a constant buffer or of the immediate constant buffer */
    SM5_FINDING_OOB_TEMP,    /* x# index past its declaration */
    SM5_FINDING_OOB_TYPED,   /* texel past the end of a typed view, or outside a texture */
    SM5_FINDING_MISALIGNED,  /* byte offset that is not a multiple of 4 */
    SM5_FINDING_UNBOUND,     /* access to a register without a bound resource */
    SM5_FINDING_COUNTER,     /* imm_atomic_alloc or imm_atomic_consume whose index is outside the view */
    SM5_FINDING_BARRIER,     /* sync with _t that some live thread does not reach; `thread` is one of those */
    SM5_FINDING_BUDGET,      /* max_steps or max_seconds was exceeded at this instruction */
    SM5_FINDING_VIEW_MISMATCH, /* the view's kind or stride differs from the declaration; no instruction */
    SM5_FINDING_RACE,          /* two unordered accesses of two threads to one word, at least one a write */
    SM5_FINDING_RACE_UNFENCED, /* the same; a sync lies between them, but its flags do not cover the memory */
    SM5_FINDING_RACE_SAME_VALUE,   /* the same; both are plain writes of one value */
    SM5_FINDING_RACE_ATOMIC_STORE, /* the same; one is an atomic, the other a plain store */
    SM5_FINDING_ATOMIC_ORDERED, /* possibly ordered by atomics, in a form that the checker does not track */
    SM5_FINDING_UNINITIALISED,  /* an uninitialised value decides a branch, an address or an output */
    SM5_FINDING_NUMBER, /* NaN or infinity from finite sources, division by zero, clamped conversion */
    SM5_FINDING_ORDER,  /* the result depends on the order of threads or groups */
};

/* One defect at one instruction, with the place where it first occurred. Fields that do not apply are 0,
   NULL or empty. Strings belong to the findings, except `file` and `other_file`, which belong to the
   program. */
struct sm5_finding {
    enum sm5_finding_kind kind;
    uint64_t count;       /* occurrences at this instruction */
    uint32_t instruction; /* from 0, declarations not counted; UINT32_MAX: none */
    uint32_t line;        /* source line, from 1; 0: unknown */
    const char *file;     /* source file of `line` by debug information; NULL: the program's own text */
    const char *text;     /* the instruction as assembly text; NULL when there is none */
    char reg[24];         /* register: "u0", "g1", "x0", "cb2", "icb"; empty: none */
    uint64_t element;     /* structure, DWORD (raw), texel (typed), row (cb#), index (x#), or counter value */
    bool has_offset;      /* byte_offset is valid */
    uint32_t byte_offset;
    bool has_element; /* element is valid */
    uint32_t thread[3], group[3];
    /* Races: the earlier access. Uninitialised values: the first read. Orders: the last write in that
       order. */
    bool has_other;
    uint32_t other_instruction, other_line;
    const char *other_text, *other_file;
    bool has_other_thread;
    uint32_t other_thread[3], other_group[3];
    uint64_t seed; /* SM5_FINDING_ORDER: sm5_check_options.seed that repeats it with orders = 1; else 0 */
    uint32_t values[2];  /* SM5_FINDING_ORDER: the word in the default order, and in that of `seed` */
    const char *message; /* what Direct3D specifies, and what sm5 does */
    const char *clause;  /* of the Direct3D 11.3 functional specification */
};

struct sm5_findings;

/* Optional checks. Zero-initialise for the defaults. */
struct sm5_check_options {
    /* Intended races, which are not reported: registers ("u0", "g1") or instruction numbers as in findings
       ("12"). `// sm5: allow-race` at the end of a line of assembly text does the same for its
       instruction, or for the register that the line declares. */
    const char *const *allowed_races;
    size_t allowed_race_count;
    bool atomic_ordered;            /* report SM5_FINDING_ATOMIC_ORDERED */
    bool numbers;                   /* report SM5_FINDING_NUMBER */
    uint32_t orders;                /* additional dispatches in permuted orders, for SM5_FINDING_ORDER */
    uint64_t seed;                  /* of the first permuted order, incremented for each; 0: 1 */
    enum sm5_validation validation; /* SM5_ERR_INPUT when the program breaks a rule that this mode requires */
};

/* Runs a compute program as sm5_dispatch does, on the interpreter and on one thread, and collects
   findings. Memory and counters hold the results of the default order on return, also when `orders` is not
   0; progress is counted from 0 for each order. `options` may be NULL; `dispatch->threads` and
   `dispatch->order` are ignored. *findings belongs to the caller, free it with sm5_findings_free. It is
   sorted by instruction, and is also set when the run was stopped; it is NULL when nothing was run.
   Statuses are those of sm5_kernel_new and sm5_dispatch. */
SM5_API enum sm5_status sm5_check(const struct sm5_program *program, struct sm5_bindings *bindings,
                                  const struct sm5_dispatch_options *dispatch,
                                  const struct sm5_check_options *options, struct sm5_findings **findings,
                                  struct sm5_diags *diags);
/* The same for a vertex, hull, domain, geometry or pixel shader, run as sm5_run_stage does. `thread` of a
   finding is the number of the invocation (hull: of the patch, then of the control point or instance);
   `group` is 0. `options->orders` applies to compute only. */
SM5_API enum sm5_status sm5_check_stage(const struct sm5_program *program, struct sm5_bindings *bindings,
                                        const struct sm5_stage_run *run,
                                        const struct sm5_check_options *options,
                                        struct sm5_stage_outputs *outputs, struct sm5_findings **findings,
                                        struct sm5_diags *diags);

/* The last write to one byte of a bound resource. */
struct sm5_writer {
    const struct sm5_buffer *buffer; /* set `buffer` and `offset`, in bytes */
    uint64_t offset;
    bool found;                 /* an instruction wrote the byte; the following are set */
    uint32_t instruction, line; /* this and the following: as in sm5_finding */
    const char *file;
    uint32_t thread[3], group[3];
};

/* Runs a compute program as sm5_check does, without checks, and finds the last writer of each byte by the rules of
   SM5_OOB_SPEC. Memory and counters are those of the run on return. */
SM5_API enum sm5_status sm5_find_writers(const struct sm5_program *program, struct sm5_bindings *bindings,
                                         const struct sm5_dispatch_options *dispatch,
                                         struct sm5_writer *writers, size_t count, struct sm5_diags *diags);

/* Orders that several processes run: each checks the same program on the same resources in orders of its own (`seed`,
   `orders`). The findings of kind SM5_FINDING_ORDER as bytes; free *orders with sm5_blob_free. */
SM5_API enum sm5_status sm5_findings_take_orders(const struct sm5_findings *findings, struct sm5_blob *orders,
                                                 struct sm5_diags *diags);
/* Adds those of later orders: processes merged in the order of their seeds give the findings of all orders in one.
   SM5_ERR_INPUT for bytes that another version made, or of another program. */
SM5_API enum sm5_status sm5_findings_merge_orders(struct sm5_findings *findings,
                                                  const struct sm5_program *program, const void *orders,
                                                  size_t size, struct sm5_diags *diags);

SM5_API size_t sm5_findings_count(const struct sm5_findings *findings);
/* Finding `i`, or NULL past the end. Valid until sm5_findings_free and while the program exists. */
SM5_API const struct sm5_finding *sm5_findings_at(const struct sm5_findings *findings, size_t i);
/* `findings` may be NULL. */
SM5_API void sm5_findings_free(struct sm5_findings *findings);
/* Name of a kind, such as "oob-address"; NULL past the last kind. Static, thread-safe. */
SM5_API const char *sm5_finding_kind_name(enum sm5_finding_kind kind);
/* Default message and clause of findings of a kind; some findings have more specific ones. Static,
   thread-safe. */
SM5_API const char *sm5_finding_kind_message(enum sm5_finding_kind kind);
SM5_API const char *sm5_finding_kind_clause(enum sm5_finding_kind kind);

#ifdef __cplusplus
}
#endif
#endif
