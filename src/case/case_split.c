/* sm5 test --split N: each dispatch as N ranges of groups on copies of memory, merged as mpirun's ranks do. */
#include <stdlib.h>

#include "case/case_run.h"
#include "ranks/ranks.h"

struct parts {
    struct case_runner *r;
    const struct case_kernel *step;
    const struct sm5_dispatch_options *how;
    struct sm5_split *split;
    uint32_t *added; /* by part: what its groups add to each counter */
    struct sm5_blob *changes;
    size_t counters;
};

static bool run_range(const struct parts *p, const struct ranks_range *range)
{
    struct sm5_dispatch_options how = *p->how;
    how.first_group = range->first;
    how.group_count = range->count;
    if (!range->count)
        return true;
    enum sm5_status status = sm5_dispatch(p->step->kernel, p->step->bindings, &how, NULL, p->r->diags);
    return status == SM5_OK || case_stop_with_diags(p->r, status, "dispatch");
}

/* Runs the first pass of programs with counters, then the range, and keeps what it changes. */
static bool run_part(const struct parts *p, const struct ranks_range *range, uint32_t part)
{
    uint32_t *sums = calloc(p->counters + 1, sizeof *sums);
    for (uint32_t i = 0; sums && i < part; i++)
        for (size_t k = 0; k < p->counters; k++)
            sums[k] += p->added[i * p->counters + k];
    sm5_split_restore(p->split, NULL);
    bool ok = sums && (!p->counters || run_range(p, range));
    if (ok && p->counters) {
        sm5_split_count(p->split, p->added + part * p->counters);
        sm5_split_restore(p->split, sums);
    }
    free(sums);
    if (!ok || !run_range(p, range))
        return false;
    enum sm5_status status = sm5_split_take(p->split, &p->changes[part], p->r->diags);
    return status == SM5_OK || case_stop_with_diags(p->r, status, "split");
}

static bool merge_part(const struct parts *p, uint32_t part)
{
    struct sm5_split_conflict conflict;
    const struct sm5_blob *changes = &p->changes[part];
    enum sm5_status status = sm5_split_merge(p->split, changes->data, changes->size, &conflict, p->r->diags);
    if (conflict.buffer)
        return case_stop(p->r, CASE_FAILED,
                         "split: byte %llu of a resource is 0x%x by one group and 0x%x by another",
                         (unsigned long long)conflict.offset, conflict.values[0], conflict.values[1]);
    return status == SM5_OK || case_stop_with_diags(p->r, status, "split");
}

static bool run_parts(struct parts *p, uint32_t count, struct ranks_range *ranges)
{
    p->counters = sm5_split_counters(p->split);
    p->added = calloc(count * p->counters + 1, sizeof *p->added);
    p->changes = calloc(count, sizeof *p->changes);
    bool ok = p->added && p->changes;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = run_part(p, &ranges[i], i);
    sm5_split_restore(p->split, NULL);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = merge_part(p, i);
    for (uint32_t i = 0; p->changes && i < count; i++)
        sm5_blob_free(&p->changes[i]);
    free(p->changes);
    free(p->added);
    return ok;
}

bool case_dispatch_split(struct case_runner *r, const struct case_kernel *step,
                         const struct sm5_dispatch_options *how, uint64_t groups)
{
    struct parts parts = {.r = r, .step = step, .how = how};
    uint32_t count = r->options->split;
    enum sm5_status status = sm5_split_new(step->program, step->bindings, false, &parts.split, r->diags);
    if (status)
        return case_stop_with_diags(r, status, "split");
    double *weights = calloc(count, sizeof *weights);
    struct ranks_range *ranges = calloc(count, sizeof *ranges);
    bool ok = weights && ranges;
    for (uint32_t i = 0; ok && i < count; i++)
        weights[i] = 1;
    if (ok)
        ranks_divide(groups, 1, weights, (int)count, ranges);
    ok = ok && run_parts(&parts, count, ranges);
    free(weights);
    free(ranges);
    sm5_split_free(parts.split);
    return ok;
}
