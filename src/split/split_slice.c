/* What ranges of groups access of a buffer, and dispatches on slices. */
#include <stdlib.h>

#include "ir/ir.h"
#include "runtime/bindings.h"
#include "runtime/region.h"
#include "runtime/runtime_diag.h"
#include "split/split.h"
#include "split/split_diag.h"

enum { LANES = 16 }; /* of the widest warp: threads that pad it access memory too */

/* ---- the analysed program ---- */

struct analysis {
    const struct runtime_bindings *bindings;
    struct ir_function *function; /* NULL: the program cannot be analysed */
    struct ir_extent *extents;    /* by view */
};

static const struct runtime_slot *slot_at(const struct analysis *a, uint32_t slot)
{
    return slot < a->bindings->slot_count ? &a->bindings->slots[slot] : NULL;
}

static bool overlaps(const struct sm5_buffer *buffer, const void *at, uint64_t size)
{
    uintptr_t first = (uintptr_t)buffer->data, begin = (uintptr_t)at;
    return begin < first + buffer->size && first < begin + size;
}

/* A u# or its counter in the memory of a constant buffer may change its values; two buffers may wrap the same memory. That
   of a slice is its own, and is not where its first byte would be. */
static bool is_written(const struct analysis *a, const struct sm5_buffer *buffer)
{
    for (uint32_t s = 0; s < a->bindings->slot_count; s++)
        for (uint32_t i = 0; i < a->bindings->slots[s].count; i++) {
            const struct runtime_view *view = &a->bindings->slots[s].views[i];
            if (a->bindings->slots[s].resource->file != ISA_FILE_UAV || !view->buffer)
                continue;
            bool is_slice = view->buffer->is_slice;
            if ((!is_slice && overlaps(buffer, view->buffer->data, view->buffer->size)) ||
                (view->counter && overlaps(buffer, view->counter, sizeof *view->counter)))
                return true;
        }
    return false;
}

static struct ir_extent extent_of(const struct analysis *a, const struct ir_view *at)
{
    const struct runtime_slot *slot = slot_at(a, at->slot);
    const struct runtime_view *view = slot ? runtime_view_at(slot, at->reg) : NULL;
    if (!view || view->texture)
        return (struct ir_extent){0};
    struct region region = region_of_view(slot->resource, view);
    bool is_constant = slot->resource->file == ISA_FILE_CBUFFER && view->base && !is_written(a, view->buffer);
    return (struct ir_extent){
        .bytes = region.bytes, .count = region.count, .words = is_constant ? view->base : NULL};
}

static void close_analysis(struct analysis *a)
{
    if (a->function)
        ir_free(a->function);
    free(a->extents);
}

static enum sm5_status open_analysis(const struct sm5_program *program,
                                     const struct runtime_bindings *bindings, struct analysis *a)
{
    /* Views may be of one buffer: a load does not have the value of an earlier one. */
    const struct ir_options all_loads = {.keeps_loads = true, .alias = true};
    *a = (struct analysis){.bindings = bindings};
    enum sm5_status status =
        program->stage == ISA_COMPUTE ? ir_build(program, &all_loads, &a->function) : SM5_ERR_SUPPORT;
    if (!status)
        status = ir_analyse(a->function, LANES);
    if (status && status != SM5_ERR_MEMORY) {
        close_analysis(a);
        *a = (struct analysis){.bindings = bindings};
        return SM5_OK;
    }
    if (!status)
        a->extents = calloc(a->function->view_count + 1, sizeof *a->extents);
    if (!status && !a->extents)
        status = SM5_ERR_MEMORY;
    for (uint32_t i = 0; !status && i < a->function->view_count; i++)
        a->extents[i] = extent_of(a, &a->function->views[i]);
    if (status)
        close_analysis(a);
    return status;
}

/* ---- footprints ---- */

enum { BOXES = 5 }; /* the rest of a row, rows, planes, rows, the start of a row */

/* The boxes that groups [first, first + count), numbered by rows, consist of. Returns their number. */
static unsigned boxes_of(const uint32_t groups[3], uint64_t first, uint64_t count, struct ir_box boxes[BOXES])
{
    uint64_t row = groups[0], plane = row * groups[1];
    unsigned made = 0;
    while (count) {
        uint32_t at[3] = {(uint32_t)(first % row), (uint32_t)(first / row % groups[1]),
                          (uint32_t)(first / plane)};
        unsigned axis = at[0] || count < row ? 0 : at[1] || count < plane ? 1 : 2;
        uint64_t unit = axis == 2 ? plane : axis == 1 ? row : 1, length = count / unit;
        length = length < groups[axis] - at[axis] ? length : groups[axis] - at[axis];
        struct ir_box *box = &boxes[made++];
        *box = (struct ir_box){.first = {at[0], at[1], at[2]}, .end = {groups[0], groups[1], at[2] + 1}};
        for (unsigned i = axis; i < 3; i++)
            box->end[i] = at[i] + (i == axis ? (uint32_t)length : 1);
        first += length * unit;
        count -= length * unit;
    }
    return made;
}

static uint32_t unit_of(const struct program_resource *resource, const struct runtime_view *view)
{
    if (resource->dimension == ISA_DIM_STRUCTURED)
        return resource->stride;
    return view->format ? view->format->bytes : 1;
}

static struct ir_span joined(struct ir_span a, struct ir_span b)
{
    if (a.first >= a.end || b.first >= b.end)
        return a.first < a.end ? a : b;
    return (struct ir_span){a.first < b.first ? a.first : b.first, a.end > b.end ? a.end : b.end};
}

static struct ir_span shifted(struct ir_span span, uint64_t start)
{
    return span.first < span.end ? (struct ir_span){start + span.first, start + span.end}
                                 : (struct ir_span){0};
}

/* What is accessed of a buffer, through all of its views. */
struct measure {
    bool known;
    struct ir_span reads, writes;
};

static enum sm5_status measure_view(const struct analysis *a, const struct ir_box *boxes, unsigned box_count,
                                    uint32_t s, uint32_t element, struct measure *out)
{
    const struct runtime_slot *slot = &a->bindings->slots[s];
    const struct runtime_view *view = &slot->views[element];
    uint8_t file = slot->resource->file;
    bool is_plain = !view->texture && (file == ISA_FILE_SRV || file == ISA_FILE_UAV);
    out->known &= is_plain;
    for (unsigned i = 0; i < box_count && is_plain; i++) {
        struct ir_footprint found = {0};
        enum sm5_status status =
            ir_find_footprint(a->function, &boxes[i], a->extents, s, slot->resource->lower + element,
                              unit_of(slot->resource, view), &found);
        if (status)
            return status;
        out->known &= found.is_known;
        out->reads = joined(out->reads, shifted(found.reads, view->start));
        out->writes = joined(out->writes, shifted(found.writes, view->start));
    }
    return SM5_OK;
}

static enum sm5_status measure(const struct analysis *a, const struct ir_box *boxes, unsigned box_count,
                               struct sm5_footprint *footprint)
{
    struct measure all = {.known = true};
    size_t views = 0;
    for (uint32_t s = 0; s < a->bindings->slot_count && a->function; s++)
        for (uint32_t i = 0; i < a->bindings->slots[s].count; i++) {
            if (a->bindings->slots[s].views[i].buffer != footprint->buffer)
                continue;
            enum sm5_status status = measure_view(a, boxes, box_count, s, i, &all);
            if (status)
                return status;
            views++;
        }
    *footprint = (struct sm5_footprint){.buffer = footprint->buffer,
                                        .known = views && all.known,
                                        .read_first = all.reads.first,
                                        .read_end = all.reads.end,
                                        .write_first = all.writes.first,
                                        .write_end = all.writes.end};
    return SM5_OK;
}

enum sm5_status split_footprints(const struct sm5_program *program, const struct runtime_bindings *bindings,
                                 const uint32_t groups[3], uint64_t first, uint64_t count,
                                 struct sm5_footprint *footprints, size_t footprint_count)
{
    struct analysis a;
    struct ir_box boxes[BOXES];
    enum sm5_status status = open_analysis(program, bindings, &a);
    if (status)
        return status;
    unsigned box_count = boxes_of(groups, first, count, boxes);
    for (size_t i = 0; i < footprint_count && !status; i++)
        status = measure(&a, boxes, box_count, &footprints[i]);
    close_analysis(&a);
    return status;
}

static bool is_dispatch(const uint32_t groups[3], uint64_t first, uint64_t count)
{
    bool valid = groups[0] <= IR_GROUPS_MOST && groups[1] <= IR_GROUPS_MOST && groups[2] <= IR_GROUPS_MOST;
    uint64_t all = valid ? (uint64_t)groups[0] * groups[1] * groups[2] : 0;
    return first <= all && count <= all - first;
}

enum sm5_status sm5_footprints(const struct sm5_program *program, struct sm5_bindings *bindings,
                               const uint32_t groups[3], uint64_t first, uint64_t count,
                               struct sm5_footprint *footprints, size_t footprint_count,
                               struct sm5_diags *diags)
{
    if (bindings->program != program) {
        diag_add(diags, DISPATCH_PROGRAM, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    if (!is_dispatch(groups, first, count)) {
        diag_add(diags, SPLIT_GROUPS, DIAG_NOWHERE, count, first);
        return SM5_ERR_ARGUMENT;
    }
    enum sm5_status status = split_footprints(program, runtime_bindings_of(bindings), groups, first, count,
                                              footprints, footprint_count);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status;
}

/* ---- dispatches on slices ---- */

static bool holds(const struct sm5_buffer *buffer, uint64_t first, uint64_t end)
{
    return first >= end || (buffer->first <= first && end <= buffer->end);
}

static enum sm5_status check_view(const struct runtime_slot *slot, uint32_t element,
                                  const struct sm5_footprint *footprint, struct sm5_diags *diags)
{
    const struct runtime_view *view = &slot->views[element];
    const struct sm5_buffer *slice = view->buffer;
    char kind = slot->resource->file == ISA_FILE_UAV ? 'u' : 't';
    uint32_t reg = slot->resource->lower + element;
    if (view->base != slice->data + view->start) {
        diag_add(diags, SPLIT_SLICE_MOVED, DIAG_NOWHERE, kind, reg);
        return SM5_ERR_BINDING;
    }
    if (footprint->known && holds(slice, footprint->read_first, footprint->read_end) &&
        holds(slice, footprint->write_first, footprint->write_end))
        return SM5_OK;
    diag_add(diags, SPLIT_SLICE, DIAG_NOWHERE, kind, reg, slice->first, slice->end);
    return SM5_ERR_BINDING;
}

/* Calls check_view for each view of a slice, or only notes their buffers in `footprints`; returns their number. */
static size_t visit_slices(const struct runtime_bindings *bindings, struct sm5_footprint *footprints,
                           enum sm5_status *status, struct sm5_diags *diags)
{
    size_t count = 0;
    for (uint32_t s = 0; s < bindings->slot_count; s++)
        for (uint32_t i = 0; i < bindings->slots[s].count; i++) {
            const struct sm5_buffer *buffer = bindings->slots[s].views[i].buffer;
            if (!buffer || !buffer->is_slice)
                continue;
            if (status && !*status)
                *status = check_view(&bindings->slots[s], i, &footprints[count], diags);
            else if (footprints && !status)
                footprints[count].buffer = buffer;
            count++;
        }
    return count;
}

enum sm5_status split_check_slices(const struct sm5_program *program, const struct runtime_bindings *bindings,
                                   const uint32_t groups[3], uint64_t first, uint64_t count,
                                   struct sm5_diags *diags)
{
    size_t slices = visit_slices(bindings, NULL, NULL, NULL);
    struct sm5_footprint *footprints = calloc(slices + 1, sizeof *footprints);
    enum sm5_status status = SM5_ERR_MEMORY;
    if (footprints) {
        visit_slices(bindings, footprints, NULL, NULL);
        status = split_footprints(program, bindings, groups, first, count, footprints, slices);
    }
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    visit_slices(bindings, footprints, &status, diags);
    free(footprints);
    return status;
}
