/* sm5 diff: results of several engines, and recorded ones, compared with those of the first. */
#ifndef SM5_CLI_DIFF_H
#define SM5_CLI_DIFF_H

#include "case/case_spec.h"
#include "cli/cli.h"

struct diff_options {
    struct cli_job_options job;
    const char *engines;   /* list of --engines; NULL: the default */
    const char *tolerance; /* --tolerance; NULL: exact */
    struct host_texts dumps;
    bool no_explain, why;
};

/* The results of one engine, or recorded results. */
struct diff_results {
    char name[64];
    struct sm5_kernel_options kernel;
    bool is_recorded;
    struct cli_copy *copy;   /* recorded: `bytes` of the recorded resources only */
    enum sm5_status stopped; /* the run was stopped, and its results are not compared */
};

enum diff_pattern { DIFF_ONE, DIFF_ALL, DIFF_TAIL, DIFF_RANGE, DIFF_STRIDE, DIFF_SCATTERED };

/* Profiles of --oob other than spec. */
enum { DIFF_PROFILES = SM5_OOB_ROBUST2 };

/* What is known about a difference. */
struct diff_causes {
    struct sm5_writer writer;
    /* The interpreter gives the other value, under profile i + 1: at the first element; everywhere. */
    bool profile_first[DIFF_PROFILES], profile_all[DIFF_PROFILES];
};

/* The differences of one resource, or of one counter. */
struct diff_resource {
    size_t results; /* compared with results 0 */
    size_t binding; /* index of the bound resource */
    bool is_counter;
    uint64_t elements, differing; /* of the resource */
    uint64_t first, last, step;   /* differing elements; `step`: DIFF_STRIDE */
    enum diff_pattern pattern;
    bool same_member;   /* all differences are at one offset in their elements */
    uint64_t at;        /* byte of the first difference in the resource */
    char type;          /* of the value, as in case_rule; 'h', 'c': of a texel of 2, 1 bytes */
    uint64_t values[2]; /* bits, of results 0 and the others' */
    struct diff_causes causes;
};

/* The differences of one output of a stage other than compute. */
struct diff_output {
    size_t results;       /* compared with results 0 */
    const char *name;     /* "out", "constants", "m0" */
    const char *count_of; /* the numbers of these differ, and nothing below is set; NULL: values differ */
    uint64_t counts[2];   /* of results 0 and the others' */
    uint64_t records, differing;
    uint64_t record, word; /* of the first difference */
    char column[96];       /* its name */
    char type;             /* as in case_rule */
    uint64_t values[2];
};

struct diff {
    struct cli_job *job;
    const struct diff_options *options;
    struct case_tolerance tolerance;
    struct diff_results *results; /* of the engines, then recorded */
    size_t count;
    bool is_stage; /* not a compute shader: differences are not explained */
    struct cli_copy *before;
    struct diff_resource *list;
    size_t list_count;
    struct diff_output *outputs;
    size_t output_count;
    struct sm5_findings *findings; /* of the checker; NULL: not run */
    bool failed;                   /* out of memory */
};

/* ---- cli_diff_compare.c ---- */

/* Parses the tolerance: ulp=N, rel=R[,abs=A], abs=A, steps=N or max_mismatch=F. False after a message. */
bool diff_parse_tolerance(const char *text, struct case_tolerance *out);
/* Whether the binding is an output that is compared: a u#, and the first one that views its buffer. */
bool diff_is_output(const struct cli_resources *resources, size_t binding);
/* Adds the differences of results `other` and the first ones. False after a message. */
bool diff_compare(struct diff *d, size_t other);
/* Whether contents of a binding's resource are equal within the tolerance. */
bool diff_equal(struct diff *d, size_t binding, const uint8_t *expected, const uint8_t *got);

/* ---- cli_diff_dump.c ---- */

/* Reads the files of --dump. False after a message. */
bool diff_read_dumps(struct diff *d, struct diff_results *out);

/* ---- cli_diff_explain.c ---- */

/* Finds writers, findings of the checker, and profiles that explain the values. Returns an exit code. */
int diff_explain(struct diff *d);
/* Profiles are to explain the values of results 0, as the others are those of the interpreter or the JIT. */
bool diff_explains_first(const struct diff *d, const struct diff_resource *r);
/* A finding about the resource, or about the instruction that wrote its first difference. */
bool diff_finding_applies(const struct diff *d, const struct diff_resource *r, const struct sm5_finding *f);

/* ---- cli_diff_why.c: --why ---- */

/* Prints how the first difference was computed. Returns an exit code. */
int diff_why(struct diff *d);

/* ---- cli_diff_stage.c ---- */

/* Runs and compares all engines on a stage other than compute. Returns an exit code. */
int diff_run_stage(struct diff *d, const char *stage);

/* ---- cli_diff_report.c ---- */

void diff_print(const struct diff *d);
bool diff_write_json(const struct diff *d, const char *path);

#endif
