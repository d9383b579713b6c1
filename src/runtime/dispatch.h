/* Private to runtime/: runs groups, or batches of a stage, on threads. */
#ifndef SM5_DISPATCH_H
#define SM5_DISPATCH_H

#include "runtime.h"

struct dispatch_range {
    uint64_t first, count;
};

/* Runs the groups of `range` and reports faults. result->groups is an input; the rest is filled in. */
enum sm5_status dispatch_groups(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                const struct runtime_stage *stage, const struct dispatch_range *range,
                                struct sm5_dispatch_result *result, struct sm5_diags *diags);

#endif
