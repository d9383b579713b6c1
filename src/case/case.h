/* Test cases: running them, and writing a new one for a program. */
#ifndef SM5_CASE_H
#define SM5_CASE_H

#include "host/host.h"

enum case_outcome { CASE_PASSED, CASE_FAILED, CASE_SKIPPED, CASE_BLESSED };

struct case_options {
    struct host_hlsl_options hlsl; /* first: cli_hlsl_table has offsets in it */
    bool check;                    /* run each case under the checker */
    const char *keep;              /* folder, or NULL */
    const char *folder;            /* of this case in `keep`; NULL: its name */
    bool no_skip;                  /* a case that is not supported fails */
    bool bless;                    /* write the results into the case as its expectations */
    struct sm5_kernel_options kernel;
    enum sm5_oob oob;
    uint32_t threads;
    uint32_t split;                /* ranges that each dispatch is divided into; 0: none */
    _Atomic size_t *nonconforming; /* counts nonconforming programs that run */
    _Atomic size_t *unknown_keys;  /* counts cases with keys that sm5 does not know */
};

/* The name of the case in `path`, malloc'ed; NULL when it cannot be read. */
char *case_name(const char *path);
/* Runs the case in `path`. *text is the reason of a failure or skip; *text and *name are
   malloc'ed, or NULL. */
enum case_outcome case_run(const char *path, const struct case_options *options, char **name, char **text);

/* ---- case_suite.c: many cases, several at a time ---- */

/* One case, found and then run. */
struct case_entry {
    char *path, *name, *text;
    char *folder; /* under --keep */
    enum case_outcome outcome;
    double seconds;
};

struct case_suite {
    struct case_options cases;
    const char *junit, *filter;
    _Atomic size_t nonconforming, unknown_keys;
    uint64_t jobs;
    double seconds; /* of all cases together */
    struct case_entry *entries;
    size_t count;
};

/* Adds a case file, or all cases in a folder. False after a message. */
bool case_suite_add(struct case_suite *suite, const char *path);
/* ---- case_ranks.c: cases are distributed among ranks ---- */

bool case_is_own(size_t index);
/* Completes rank 0's list with the results of the others. */
void case_ranks_collect(struct case_suite *suite);

/* Runs all cases and prints their results. Returns an exit code. */
int case_suite_run(struct case_suite *suite);
void case_suite_free(struct case_suite *suite);

/* ---- case_new.c ---- */

/* Writes a case for a program to `path` (NULL or "-": standard output); returns an exit code. */
int case_write_new(const char *shader, const char *path, const struct host_hlsl_options *hlsl);

#endif
