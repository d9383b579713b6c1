/* What ranks changed in copies of u#, merged on rank 0 in the order of the ranges. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

uint32_t *cli_ranks_advance(const struct cli_ranks *ranks, int rank)
{
    size_t counters = sm5_split_counters(ranks->split);
    uint32_t *sums = calloc(counters + 1, sizeof *sums);
    for (int r = 0; sums && r < rank; r++)
        for (size_t i = 0; i < counters; i++)
            sums[i] += ranks->added[(size_t)r * counters + i];
    return sums;
}

static void print_writer(const struct sm5_writer *writer)
{
    if (writer->found)
        host_error("  instruction %u in thread (%u,%u,%u) of group (%u,%u,%u)", writer->instruction,
                   writer->thread[0], writer->thread[1], writer->thread[2], writer->group[0],
                   writer->group[1], writer->group[2]);
}

/* Runs groups [first, end), which begin with those of `rank`, again from the initial memory, to find who wrote the word. */
static void explain(struct cli_job *job, struct cli_ranks *ranks, const struct sm5_split_conflict *conflict,
                    int rank, uint64_t first, uint64_t end)
{
    uint32_t *advance = ranks->added ? cli_ranks_advance(ranks, rank) : NULL;
    struct sm5_diags *quiet = sm5_diags_new();
    struct sm5_dispatch_options how = job->plan.how;
    how.first_group = first;
    how.group_count = end - first;
    struct sm5_writer writer = {.buffer = conflict->buffer, .offset = conflict->offset};
    sm5_split_restore(ranks->split, advance);
    free(advance);
    if (quiet && end > first && !sm5_find_writers(job->program, job->bindings, &how, &writer, 1, quiet))
        print_writer(&writer);
    sm5_diags_free(quiet);
}

/* Ranks [first, middle) and [middle, end), whose changes are merged. */
struct pair {
    int first, middle, end;
};

static void explain_ranks(struct cli_job *job, struct cli_ranks *ranks,
                          const struct sm5_split_conflict *conflict, int first, int end)
{
    const struct ranks_range *last = &ranks->ranges[end - 1];
    explain(job, ranks, conflict, first, ranks->ranges[first].first, last->first + last->count);
}

static void report_conflict(struct cli_job *job, struct cli_ranks *ranks,
                            const struct sm5_split_conflict *conflict, const struct pair *pair)
{
    const char *slot = "a resource";
    for (size_t i = 0; i < job->resources.bound_count; i++)
        if (job->resources.bound[i].buffer == conflict->buffer && job->resources.bound[i].slot.kind == 'u')
            slot = job->resources.bound[i].text;
    host_error("the program races: byte %" PRIu64 " of %s is 0x%0*x by one group and 0x%0*x by another:",
               conflict->offset, slot, (int)(2 * conflict->width), conflict->values[0],
               (int)(2 * conflict->width), conflict->values[1]);
    explain_ranks(job, ranks, conflict, pair->first, pair->middle);
    explain_ranks(job, ranks, conflict, pair->middle, pair->end);
}

/* Free the result with sm5_blob_free. */
static struct sm5_blob receive_changes(int from)
{
    struct sm5_blob changes = {0};
    uint64_t size;
    ranks_receive(&size, sizeof size, from);
    changes.data = malloc(size + 1);
    changes.size = size;
    if (!changes.data) {
        host_error("no memory for the changes of rank %d", from);
        host_end_out_of_memory();
    }
    ranks_receive(changes.data, size, from);
    return changes;
}

/* Merges changes of the pair's second half into the memory of this rank, which has those of the first. */
static enum sm5_status merge_pair(struct cli_job *job, struct cli_ranks *ranks, const struct pair *pair,
                                  const struct sm5_blob *changes)
{
    struct sm5_split_conflict conflict = {0};
    size_t first = sm5_diags_count(job->diags);
    enum sm5_status status =
        sm5_split_merge(ranks->split, changes->data, changes->size, &conflict, job->diags);
    host_report(job->diags, first);
    if (conflict.buffer)
        report_conflict(job, ranks, &conflict, pair);
    return status;
}

static void send_changes(const struct sm5_blob *changes, int to)
{
    uint64_t size = changes->size;
    ranks_send(&size, sizeof size, to);
    ranks_send(changes->data, size, to);
}

/* Rank 0 merges one rank after the other. */
static void merge_in_line(struct cli_job *job, struct cli_ranks *ranks, const struct sm5_blob *own)
{
    enum sm5_status status = SM5_OK;
    if (ranks_own())
        send_changes(own, 0);
    for (int r = 1; r < ranks_count() && ranks_own() == 0; r++) {
        struct sm5_blob changes =
            receive_changes(r); /* also after a failure: ranks wait until they have sent */
        if (!status)
            status = merge_pair(job, ranks, &(struct pair){0, r, r + 1}, &changes);
        sm5_blob_free(&changes);
    }
    ranks_agree(host_exit_code(status), 0);
}

/* A rank that has merged takes the changes of its whole subtree. */
static void send_subtree(struct cli_job *job, struct cli_ranks *ranks, const struct sm5_blob *own, int step)
{
    struct sm5_blob merged = {0};
    if (step > 1 && sm5_split_take(ranks->split, &merged, job->diags))
        host_end_out_of_memory();
    send_changes(step > 1 ? &merged : own, ranks_own() - step);
    sm5_blob_free(&merged);
}

/* Neighbours merge in pairs, then the first ones of pairs, and so on. */
static void merge_as_tree(struct cli_job *job, struct cli_ranks *ranks, const struct sm5_blob *own)
{
    int rank = ranks_own(), count = ranks_count();
    for (int step = 1; step < count; step *= 2) {
        struct pair pair = {rank, rank + step, rank + 2 * step < count ? rank + 2 * step : count};
        enum sm5_status status = SM5_OK;
        if (rank % (2 * step) == step)
            send_subtree(job, ranks, own, step);
        else if (rank % (2 * step) == 0 && rank + step < count) {
            struct sm5_blob changes = receive_changes(pair.middle);
            status = merge_pair(job, ranks, &pair, &changes);
            sm5_blob_free(&changes);
        }
        ranks_agree(host_exit_code(status), 0);
    }
}

/* Bytes of the copies that ranks may change. */
static uint64_t count_bytes(const struct cli_resources *resources)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < resources->bound_count; i++)
        if (resources->bound[i].slot.kind == 'u' && resources->bound[i].buffer && !resources->bound[i].slice)
            bytes += sm5_buffer_size(resources->bound[i].buffer);
    return bytes;
}

/* In a tree, rank 0 merges fewer bytes where ranks change the same words, and the same number where they change others;
   the ranks between have to find the changes once more. */
static bool prefers_tree(const struct cli_job *job, uint64_t size)
{
    uint64_t total = 0, *sizes = calloc((size_t)ranks_count(), sizeof *sizes);
    ranks_agree(sizes ? HOST_OK : HOST_BAD_COMMAND, 0);
    ranks_exchange(&size, sizeof size, sizes);
    for (int r = 0; r < ranks_count(); r++)
        total += sizes[r];
    free(sizes);
    return total > 2 * count_bytes(&job->resources);
}

/* Rank 0 has its own changes in memory. */
void cli_ranks_merge(struct cli_job *job, struct cli_ranks *ranks)
{
    struct sm5_blob own = {0};
    size_t first = sm5_diags_count(job->diags);
    enum sm5_status status = ranks_own() ? sm5_split_take(ranks->split, &own, job->diags) : SM5_OK;
    cli_ranks_agree(job, status, first);
    if (prefers_tree(job, own.size))
        merge_as_tree(job, ranks, &own);
    else
        merge_in_line(job, ranks, &own);
    sm5_blob_free(&own);
}
