/* Slices under mpirun: each rank holds the bytes of a resource that its groups access, where these are proven
   (sm5_footprints), and rank 0 collects what the ranks wrote while it writes a file. A resource larger than the memory of
   one machine is possible so. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

enum { PIECE = 16 << 20, WORD = 4 };

struct cli_slice *cli_slice_new(struct cli_content *content, uint64_t index)
{
    struct cli_slice *slice = calloc(1, sizeof *slice);
    slice->content = content;
    slice->index = index;
    slice->writes = calloc((size_t)ranks_count(), sizeof *slice->writes);
    return slice;
}

void cli_slice_free(struct cli_slice *slice)
{
    if (!slice)
        return;
    cli_content_free(slice->content);
    free(slice->writes);
    free(slice->piece);
    free(slice);
}

size_t cli_count_slices(const struct cli_resources *resources)
{
    size_t count = 0;
    for (size_t i = 0; i < resources->buffer_count; i++)
        count += resources->buffers[i].slice != NULL;
    return count;
}

bool cli_slices_are_small(const struct cli_resources *resources)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < resources->buffer_count; i++)
        bytes += resources->buffers[i].slice ? cli_content_size(resources->buffers[i].slice->content) : 0;
    return bytes <= cli_memory_limit() / 4;
}

/* ---- footprints ---- */

/* What a rank's groups access of one slice. */
struct part {
    struct cli_span all, writes;
    bool known;
};

static struct part part_of(const struct sm5_footprint *at)
{
    struct part part = {.known = at->known, .writes = {at->write_first, at->write_end}};
    bool reads = at->read_first < at->read_end, writes = at->write_first < at->write_end;
    part.all.first =
        !writes || (reads && at->read_first < at->write_first) ? at->read_first : at->write_first;
    part.all.end = !writes || (reads && at->read_end > at->write_end) ? at->read_end : at->write_end;
    uint64_t size = sm5_buffer_size(at->buffer), end = (part.all.end + WORD - 1) / WORD * WORD;
    part.all.first = part.all.first / WORD * WORD;
    part.all.end = end < size ? end : size;
    return part;
}

/* For each slice, in the order of the buffers. Unknown when the dispatch itself is wrong. NULL: there is none. */
static struct part *find_parts(struct cli_job *job, const uint32_t groups[3], uint64_t first, uint64_t count)
{
    size_t slices = cli_count_slices(&job->resources), k = 0;
    struct sm5_footprint *at = calloc(slices + 1, sizeof *at);
    struct part *parts = calloc(slices + 1, sizeof *parts);
    struct sm5_diags *quiet = sm5_diags_new();
    for (size_t i = 0; i < job->resources.buffer_count; i++)
        if (job->resources.buffers[i].slice)
            at[k++].buffer = job->resources.buffers[i].memory.buffer;
    bool ok = slices && !sm5_footprints(job->program, job->bindings, groups, first, count, at, slices, quiet);
    for (size_t i = 0; i < slices && ok; i++)
        parts[i] = part_of(&at[i]);
    sm5_diags_free(quiet);
    free(at);
    return parts;
}

/* ---- the plan ---- */

static bool is_empty(struct cli_span span)
{
    return span.first >= span.end;
}

/* Why one slice, of which parts[r * stride] is that of rank r, cannot be one. */
static const char *find_obstacle(const struct part *parts, size_t stride, uint64_t size)
{
    bool all = true;
    for (int r = 0; r < ranks_count(); r++) {
        const struct part *part = &parts[(size_t)r * stride];
        if (!part->known)
            return "what groups access is not known";
        all &= is_empty(part->all) || (part->all.first == 0 && part->all.end == size);
        for (int k = 0; k < r; k++) {
            struct cli_span a = part->writes, b = parts[(size_t)k * stride].writes;
            if (!is_empty(a) && !is_empty(b) && a.first < b.end && b.first < a.end)
                return "ranks may write the same bytes";
        }
    }
    return all ? "groups may access all of it" : NULL;
}

/* Binds all views of a buffer again. */
static enum sm5_status bind_views(struct cli_job *job, const struct sm5_buffer *buffer,
                                  struct sm5_diags *diags)
{
    enum sm5_status status = SM5_OK;
    for (size_t i = 0; i < job->resources.bound_count && !status; i++) {
        const struct cli_bound *bound = &job->resources.bound[i];
        if (bound->buffer == buffer)
            status = sm5_bind(job->bindings, &bound->slot, &bound->view, diags);
    }
    return status;
}

static void bind_whole(struct cli_job *job, const struct cli_buffer *owned)
{
    struct sm5_diags *quiet = sm5_diags_new();
    enum sm5_status status = bind_views(job, owned->memory.buffer, quiet);
    if (status)
        host_report(quiet, 0);
    sm5_diags_free(quiet);
    ranks_agree(host_exit_code(status), 0);
}

/* False: the slice became a whole, or (`strict`) has to. */
static bool plan_slice(struct cli_job *job, const struct cli_buffer *owned, const struct part *parts,
                       size_t stride, bool strict)
{
    const char *why = find_obstacle(parts, stride, sm5_buffer_size(owned->memory.buffer));
    if (why && !strict) {
        cli_hold_whole(&job->resources, owned->slice, why);
        bind_whole(job, owned);
    }
    if (why)
        return false;
    owned->slice->held = parts[(size_t)ranks_own() * stride].all;
    for (int r = 0; r < ranks_count(); r++)
        owned->slice->writes[r] = parts[(size_t)r * stride].writes;
    return true;
}

bool cli_slices_plan(struct cli_job *job, const uint32_t groups[3], const struct ranks_range *ranges,
                     bool strict)
{
    size_t slices = cli_count_slices(&job->resources), k = 0;
    const struct ranks_range *range = &ranges[ranks_own()];
    struct part *own = find_parts(job, groups, range->first, range->count);
    struct part *all = calloc((size_t)ranks_count() * slices + 1, sizeof *all);
    bool ok = true;
    ranks_agree(own && all ? HOST_OK : HOST_BAD_COMMAND, 0);
    ranks_exchange(own, slices * sizeof *own, all);
    for (size_t i = 0; i < job->resources.buffer_count; i++)
        if (job->resources.buffers[i].slice)
            ok &= plan_slice(job, &job->resources.buffers[i], &all[k++], slices, strict);
    free(own);
    free(all);
    return ok;
}

/* ---- holding ---- */

static struct io_range range_of(struct cli_span span)
{
    return (struct io_range){span.first, span.end - span.first};
}

/* For messages: of --buffer, or the slot. */
static const char *name_of(const struct cli_job *job, const struct cli_buffer *owned)
{
    const char *name = owned->name;
    for (size_t i = 0; i < job->resources.bound_count && !name; i++)
        if (job->resources.bound[i].slice == owned->slice)
            name = job->resources.bound[i].text;
    return name;
}

static bool hold(struct cli_job *job, const struct cli_buffer *owned)
{
    struct cli_slice *slice = owned->slice;
    struct sm5_diags *quiet = sm5_diags_new();
    slice->memory = sm5_slice_hold(owned->memory.buffer, slice->held.first, slice->held.end);
    bool ok = slice->memory && !bind_views(job, owned->memory.buffer, quiet);
    sm5_diags_free(quiet);
    return ok || host_error("no memory for %llu bytes of %s",
                            (unsigned long long)(slice->held.end - slice->held.first), name_of(job, owned));
}

/* Calls the function for each slice, on all ranks. */
static void for_each(struct cli_job *job, void (*visit)(struct cli_job *job, const struct cli_buffer *owned))
{
    for (size_t i = 0; i < job->resources.buffer_count; i++)
        if (job->resources.buffers[i].slice)
            visit(job, &job->resources.buffers[i]);
}

static void hold_read(struct cli_job *job, const struct cli_buffer *owned)
{
    struct cli_slice *slice = owned->slice;
    ranks_agree(hold(job, owned) ? HOST_OK : HOST_BAD_COMMAND, 0);
    if (!cli_content_is_zero(slice->content))
        cli_content_distribute(slice->content, range_of(slice->held), slice->memory);
}

void cli_slices_hold(struct cli_job *job)
{
    for_each(job, hold_read);
}

static void reset(struct cli_job *job, const struct cli_buffer *owned)
{
    bool is_written = false;
    for (size_t i = 0; i < job->resources.bound_count; i++)
        is_written |=
            job->resources.bound[i].slice == owned->slice && job->resources.bound[i].slot.kind == 'u';
    if (is_written)
        cli_content_distribute(owned->slice->content, range_of(owned->slice->held), owned->slice->memory);
}

void cli_slices_reset(struct cli_job *job)
{
    for_each(job, reset);
}

static bool probe(struct cli_job *job, const struct cli_buffer *owned, const struct part *part)
{
    struct cli_slice *slice = owned->slice;
    slice->held = part->all;
    return part->known && cli_content_is_shared(slice->content) && hold(job, owned) &&
           (cli_content_is_zero(slice->content) ||
            cli_content_read(slice->content, range_of(slice->held), slice->memory));
}

bool cli_slices_probe(struct cli_job *job, const uint32_t groups[3], uint64_t first, uint64_t count)
{
    struct part *parts = find_parts(job, groups, first, count);
    size_t k = 0;
    bool ok = true;
    for (size_t i = 0; i < job->resources.buffer_count && ok; i++)
        if (job->resources.buffers[i].slice)
            ok = probe(job, &job->resources.buffers[i], &parts[k++]);
    free(parts);
    return ok;
}

/* ---- collecting what was written ---- */

struct request {
    uint64_t index; /* of the slice; END */
    struct io_range range;
};
#define END UINT64_MAX

void cli_slices_serve(struct cli_resources *resources)
{
    struct request request;
    if (!cli_count_slices(resources))
        return;
    for (;;) {
        ranks_receive(&request, sizeof request, 0);
        if (request.index == END)
            return;
        const struct cli_slice *slice = resources->buffers[request.index].slice;
        ranks_send(slice->memory + (request.range.first - slice->held.first), request.range.size, 0);
    }
}

void cli_slices_end(const struct cli_resources *resources)
{
    const struct request end = {.index = END};
    for (int r = 1; r < ranks_count() && cli_count_slices(resources); r++)
        ranks_send(&end, sizeof end, r);
}

/* The rank that may have written the byte, else -1; where its bytes, or those that no rank wrote, end. */
static int find_writer(const struct cli_slice *slice, uint64_t at, uint64_t *end)
{
    for (int r = 0; r < ranks_count(); r++) {
        const struct cli_span *writes = &slice->writes[r];
        if (writes->first <= at && at < writes->end) {
            *end = writes->end;
            return r;
        }
        if (writes->first < writes->end && writes->first > at && writes->first < *end)
            *end = writes->first;
    }
    return -1;
}

/* The byte at `at` and others up to `most` at the furthest. */
static bool find_part(const struct cli_bound *bound, uint64_t at, uint64_t most, struct io_part *part)
{
    struct cli_slice *slice = bound->slice;
    uint64_t end = most, start = at / WORD * WORD;
    int writer = find_writer(slice, at, &end);
    end = end < most ? end : most;
    if (writer == 0) {
        *part = (struct io_part){slice->memory + (at - slice->held.first), (size_t)(end - at)};
        return true;
    }
    end = end - start < PIECE ? end : start + PIECE;
    if (!slice->piece)
        slice->piece = io_alloc(PIECE);
    errno = slice->piece ? EIO : ENOMEM; /* of a failure */
    if (!slice->piece)
        return false;
    *part = (struct io_part){slice->piece + (at - start), (size_t)(end - at)};
    if (writer < 0)
        return cli_content_read(slice->content, (struct io_range){start, end - start}, slice->piece);
    const struct request request = {slice->index, {at, end - at}};
    ranks_send(&request, sizeof request, writer);
    ranks_receive(slice->piece + (at - start), end - at, writer);
    return true;
}

bool cli_slice_part(void *context, uint64_t at, struct io_part *part)
{
    const struct cli_bound *bound = context;
    return find_part(bound, at, sm5_buffer_size(bound->buffer), part);
}

bool cli_slice_read(const struct cli_bound *bound, struct io_range range, uint8_t *out)
{
    struct io_part part;
    for (uint64_t done = 0; done < range.size; done += part.size) {
        if (!find_part(bound, range.first + done, range.first + range.size, &part))
            return host_error("%s: cannot be read: %s", bound->text, strerror(errno));
        memcpy(out + done, part.data, part.size);
    }
    return true;
}
