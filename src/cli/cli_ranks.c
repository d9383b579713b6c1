/* sm5 run under mpirun: every rank runs a range of the groups, on its slices of resources (cli_slices.c) and its own copies
   of the others; rank 0 merges what they changed in these. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

enum { GRAIN = 64 }; /* ranges begin at multiples of so many groups, which the JIT may merge */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- the groups ---- */

/* The number of all, 0 also for counts that the dispatch will reject. */
static uint64_t count_groups(struct cli_job *job, uint32_t groups[3])
{
    const struct sm5_dispatch_options *how = &job->plan.how;
    memcpy(groups, how->groups, sizeof how->groups);
    for (size_t i = 0; i < job->resources.bound_count && how->indirect; i++) {
        struct sm5_buffer *buffer = job->resources.bound[i].buffer;
        uint64_t size = buffer ? sm5_buffer_size(buffer) : 0, at = how->indirect_offset;
        if (buffer && buffer == how->indirect_buffer && size >= sizeof how->groups &&
            at <= size - sizeof how->groups)
            memcpy(groups, (const uint8_t *)sm5_buffer_data(buffer) + at, sizeof how->groups);
    }
    bool valid = groups[0] <= UINT16_MAX && groups[1] <= UINT16_MAX && groups[2] <= UINT16_MAX;
    return valid ? (uint64_t)groups[0] * groups[1] * groups[2] : 0;
}

/* Groups that a rank runs a multiple of: tiles of a picture are in different bytes where they are whole rows. */
static uint64_t unit_of(const uint32_t groups[3])
{
    uint64_t row = groups[0], plane = row * groups[1], least = 2 * (uint64_t)ranks_count();
    if (groups[2] >= least)
        return plane;
    return groups[2] * (uint64_t)groups[1] >= least ? row : 1;
}

static void divide_by(const uint32_t groups[3], uint64_t unit, const double *weights,
                      struct ranks_range *ranges)
{
    uint64_t total = (uint64_t)groups[0] * groups[1] * groups[2];
    ranks_divide(total / unit, unit == 1 ? GRAIN : 1, weights, ranks_count(), ranges);
    for (int i = 0; i < ranks_count(); i++)
        ranges[i] = (struct ranks_range){ranges[i].first * unit, ranges[i].count * unit};
}

/* ---- the ranks' speeds ---- */

enum { PROBES = 32 }; /* a probe runs at most this part of a rank's groups */
static const double probe_seconds = 0.01, even = 0.8;

/* Groups per second of this rank, by the same groups on all ranks; 0: not measured. Memory is restored. A fast rank
   holds larger slices than others: ranges are equal where memory may not allow that. */
static double measure_speed(struct cli_job *job, struct cli_ranks *ranks, uint64_t total)
{
    uint64_t most = total / (uint64_t)ranks_count() / PROBES, count = GRAIN < most ? GRAIN : most;
    double speed = 0, seconds = 0;
    bool measures = cli_slices_are_small(&job->resources);
    while (measures && count && count <= most && seconds < probe_seconds) {
        struct sm5_dispatch_options how = job->plan.how;
        how.first_group = (total - count) / 2 / GRAIN * GRAIN;
        how.group_count = count;
        if (!cli_slices_probe(job, ranks->groups, how.first_group, count))
            break;
        double start = now();
        if (sm5_dispatch(job->kernel, job->bindings, &how, NULL, job->diags))
            break;
        seconds = now() - start;
        speed = (double)count / (seconds + 1e-9);
        count *= 4;
    }
    sm5_split_restore(ranks->split, NULL);
    return seconds < probe_seconds / 4 ? 0 : speed;
}

/* Weights of the ranks. False unless speeds differ clearly. */
static bool weigh(struct cli_job *job, struct cli_ranks *ranks, uint64_t total, double *weights)
{
    double speed = measure_speed(job, ranks, total), low = 0, high = 0;
    sm5_diags_clear(job->diags);
    ranks_exchange(&speed, sizeof speed, weights);
    for (int i = 0; i < ranks_count(); i++) {
        low = i == 0 || weights[i] < low ? weights[i] : low;
        high = weights[i] > high ? weights[i] : high;
    }
    return low > 0 && low < even * high;
}

/* ---- running ---- */

/* All ranks end when one of them fails. A fault of the program outranks an exhausted limit, as among threads. */
void cli_ranks_agree(struct cli_job *job, enum sm5_status status, size_t first)
{
    if (status)
        host_report(job->diags, first);
    ranks_agree(host_exit_code(status), status == SM5_ERR_LIMIT ? 0 : 1);
}

static enum sm5_status run_range(struct cli_job *job, struct cli_ranks *ranks,
                                 struct sm5_dispatch_result *result)
{
    const struct ranks_range *range = &ranks->ranges[ranks_own()];
    struct sm5_dispatch_options how = job->plan.how;
    struct cli_progress progress;
    how.first_group = range->first;
    how.group_count = range->count;
    uint64_t total = (uint64_t)ranks->groups[0] * ranks->groups[1] * ranks->groups[2];
    if (!range->count && total) /* without groups, the dispatch tells whether their counts are wrong */
        return SM5_OK;
    cli_progress_of_groups(&progress, &how);
    enum sm5_status status = sm5_dispatch(job->kernel, job->bindings, &how, result, job->diags);
    cli_progress_close(&progress);
    ranks->seconds += result->seconds;
    return status;
}

/* Runs the range once to count, and again with indices of its own. */
static enum sm5_status run_counted(struct cli_job *job, struct cli_ranks *ranks,
                                   struct sm5_dispatch_result *result)
{
    size_t counters = sm5_split_counters(ranks->split), first = sm5_diags_count(job->diags);
    uint32_t *own = calloc(2 * counters, sizeof *own);
    ranks->added = calloc((size_t)ranks_count() * counters, sizeof *ranks->added);
    enum sm5_status status = own && ranks->added ? run_range(job, ranks, result) : SM5_ERR_MEMORY;
    cli_ranks_agree(job, status, first);
    sm5_split_count(ranks->split, own);
    ranks_exchange(own, counters * sizeof *own, ranks->added);
    uint32_t *advance = cli_ranks_advance(ranks, ranks_own());
    if (advance) {
        sm5_diags_clear(job->diags);
        sm5_split_restore(ranks->split, advance);
        cli_slices_reset(job);
        status = run_range(job, ranks, result);
        sm5_split_count(ranks->split, own + counters);
    }
    free(advance);
    bool same = advance && (status || memcmp(own, own + counters, counters * sizeof *own) == 0);
    free(own);
    if (!same && !job->options->ranks_racy)
        host_error(
            "run: the number of appended elements depends on their indices; --ranks-racy ignores this");
    return same || job->options->ranks_racy ? status : SM5_ERR_PROGRAM;
}

/* ---- the whole dispatch ---- */

static int check(const struct cli_job *job)
{
    if (job->options->oob_all)
        host_error("run: --oob all runs as one process, not under mpirun");
    else if (job->options->kernel.engine == SM5_ENGINE_VULKAN)
        host_error("run: --engine vulkan runs as one process, not under mpirun");
    else
        return HOST_OK;
    return HOST_BAD_COMMAND;
}

/* The ranges of equal weights, which decide what is held in slices. */
static void plan(struct cli_job *job, struct cli_ranks *ranks, double *weights)
{
    uint64_t total = count_groups(job, ranks->groups), unit = total ? unit_of(ranks->groups) : 1;
    memset(ranks->groups, 0, total ? 0 : sizeof ranks->groups);
    for (int i = 0; i < ranks_count(); i++)
        weights[i] = 1;
    divide_by(ranks->groups, unit, weights, ranks->ranges);
    cli_slices_plan(job, ranks->groups, ranks->ranges, false);
}

/* The ranges of the measured weights, unless the slices do not allow these. */
static void divide(struct cli_job *job, struct cli_ranks *ranks, double *weights)
{
    uint64_t total = (uint64_t)ranks->groups[0] * ranks->groups[1] * ranks->groups[2];
    bool has_slices = cli_count_slices(&job->resources);
    uint64_t unit = total && has_slices ? unit_of(ranks->groups) : 1;
    size_t bytes = (size_t)ranks_count() * sizeof *ranks->ranges;
    struct ranks_range *equal = malloc(bytes);
    ranks_agree(equal ? HOST_OK : HOST_BAD_COMMAND, 0);
    bool differ = weigh(job, ranks, total, weights);
    for (int i = 0; i < ranks_count() && !differ; i++)
        weights[i] = 1;
    memcpy(equal, ranks->ranges, bytes);
    divide_by(ranks->groups, unit, weights, ranks->ranges);
    if (has_slices && !cli_slices_plan(job, ranks->groups, ranks->ranges, true)) {
        memcpy(ranks->ranges, equal, bytes);
        cli_slices_plan(job, ranks->groups, ranks->ranges, true);
    }
    free(equal);
}

/* What --json tells of each rank. */
static void collect(const struct cli_job *job, struct cli_ranks *ranks)
{
    struct ranks_use use = ranks_use();
    struct cli_rank_result own = {ranks->seconds, use.seconds, use.sent, use.received};
    size_t count = job->resources.bound_count;
    uint64_t *held = calloc(count + 1, sizeof *held);
    ranks->results = calloc((size_t)ranks_count(), sizeof *ranks->results);
    ranks->held = calloc((size_t)ranks_count() * count + 1, sizeof *ranks->held);
    ranks_agree(held && ranks->held && ranks->results ? HOST_OK : HOST_BAD_COMMAND, 0);
    for (size_t i = 0; i < count; i++) {
        const struct cli_bound *bound = &job->resources.bound[i];
        if (bound->slice)
            held[i] = bound->slice->held.end - bound->slice->held.first;
        else if (bound->buffer)
            held[i] = sm5_buffer_size(bound->buffer);
    }
    ranks_exchange(&own, sizeof own, ranks->results);
    ranks_exchange(held, count * sizeof *held, ranks->held);
    free(held);
}

int cli_ranks_dispatch(struct cli_job *job, struct cli_ranks *ranks, struct sm5_dispatch_result *result)
{
    size_t first = sm5_diags_count(job->diags);
    ranks_agree(check(job), 0);
    if (!job->plan.how.threads)
        job->plan.how.threads = ranks_threads();
    double *weights = calloc((size_t)ranks_count(), sizeof *weights);
    ranks->ranges = calloc((size_t)ranks_count(), sizeof *ranks->ranges);
    ranks_agree(weights && ranks->ranges ? HOST_OK : HOST_BAD_COMMAND, 0);
    plan(job, ranks, weights);
    enum sm5_status status =
        sm5_split_new(job->program, job->bindings, job->options->ranks_racy, &ranks->split, job->diags);
    cli_ranks_agree(job, status, first);
    divide(job, ranks, weights);
    free(weights);
    cli_slices_hold(job);
    double start = now();
    status =
        sm5_split_counters(ranks->split) ? run_counted(job, ranks, result) : run_range(job, ranks, result);
    cli_ranks_agree(job, status, first);
    result->seconds = now() - start;
    host_report(job->diags, first);
    cli_ranks_merge(job, ranks);
    collect(job, ranks);
    return HOST_OK;
}

static void resource_json(const struct cli_ranks *ranks, const struct cli_resources *resources, size_t index,
                          struct host_json *json)
{
    static const char unread[] = "not contents that ranks read by parts";
    const struct cli_bound *bound = &resources->bound[index];
    host_json_open(json, NULL, '{');
    host_json_text(json, "slot", bound->text);
    if (bound->name)
        host_json_text(json, "buffer", bound->name);
    host_json_number(json, "bytes", sm5_buffer_size(bound->buffer));
    host_json_text(json, "held", bound->slice ? "slices" : "copies");
    if (!bound->slice)
        host_json_text(json, "reason", bound->whole ? bound->whole : unread);
    host_json_open(json, "bytes_held", '[');
    for (size_t i = 0; i < (size_t)ranks_count(); i++)
        host_json_number(json, NULL, ranks->held[i * resources->bound_count + index]);
    host_json_close(json, ']');
    host_json_close(json, '}');
}

void cli_ranks_json(const struct cli_ranks *ranks, const struct cli_resources *resources,
                    struct host_json *json)
{
    if (!ranks->results)
        return;
    host_json_open(json, "ranks", '[');
    for (int i = 0; i < ranks_count(); i++) {
        const struct cli_rank_result *rank = &ranks->results[i];
        host_json_open(json, NULL, '{');
        host_json_number(json, "first_group", ranks->ranges[i].first);
        host_json_number(json, "groups", ranks->ranges[i].count);
        host_json_real(json, "compute_seconds", rank->compute, 9);
        host_json_real(json, "communication_seconds", rank->communication, 9);
        host_json_number(json, "bytes_sent", rank->sent);
        host_json_number(json, "bytes_received", rank->received);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
    host_json_open(json, "resources", '[');
    for (size_t i = 0; i < resources->bound_count; i++)
        if (resources->bound[i].buffer)
            resource_json(ranks, resources, i, json);
    host_json_close(json, ']');
}

void cli_ranks_free(struct cli_ranks *ranks)
{
    sm5_split_free(ranks->split);
    free(ranks->ranges);
    free(ranks->added);
    free(ranks->results);
    free(ranks->held);
}
