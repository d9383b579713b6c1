/* Ranges of a dispatch: on copies of memory, and on slices. */
#include "api.h"

static const struct sm5_dispatch_options range = {
    .groups = {4, 1, 1}, .first_group = 1, .group_count = 2, .threads = 1};

/* A dispatch of two groups on what they access. */
static enum sm5_status call_slices(struct call *c)
{
    struct api_subject s;
    struct sm5_kernel *kernel = NULL;
    struct sm5_footprint footprint = {0};
    enum sm5_status status = api_open(c, &s, api_racing, "", 0);
    if (!status) {
        footprint.buffer = s.buffers[0] = sm5_slice_new(32);
        status = api_bind(c, &s, 'u', s.buffers[0]);
    }
    if (!status)
        status = sm5_footprints(s.program, s.bindings, range.groups, 1, 2, &footprint, 1, c->diags);
    if (!status && !sm5_slice_hold(s.buffers[0], footprint.write_first, footprint.write_end))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = api_bind(c, &s, 'u', s.buffers[0]);
    if (!status)
        status = sm5_kernel_new(s.program, c->engine, &kernel, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, s.bindings, &range, NULL, c->diags);
    if (!status)
        api_note(c, &footprint.write_end, sizeof footprint.write_end);
    sm5_kernel_free(kernel);
    api_close(&s);
    return status;
}

/* The changes of a dispatch, and their merge. */
static enum sm5_status merge(struct call *c, struct api_subject *s, const struct sm5_kernel *kernel,
                             struct sm5_split *split)
{
    uint32_t counted = 0;
    struct sm5_split_conflict conflict;
    struct sm5_blob changes = {0};
    enum sm5_status status = sm5_dispatch(kernel, s->bindings, &range, NULL, c->diags);
    if (sm5_split_counters(split) == 1)
        sm5_split_count(split, &counted);
    api_note(c, &counted, sizeof counted);
    if (!status)
        status = sm5_split_take(split, &changes, c->diags);
    if (!status) {
        sm5_split_restore(split, NULL);
        status = sm5_split_merge(split, changes.data, changes.size, &conflict, c->diags);
    }
    api_note_blob(c, &changes, status);
    return status;
}

static enum sm5_status split_with(struct call *c, const char *text, bool has_counter)
{
    const struct sm5_slot slot = {.kind = 'u'};
    struct api_subject s;
    struct sm5_split *split = NULL;
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = api_open(c, &s, text, "", 0);
    const struct sm5_view view = {.buffer = status ? NULL : sm5_buffer_new(32), .has_counter = has_counter};
    s.buffers[0] = view.buffer;
    if (!status && !view.buffer)
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(s.bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_kernel_new(s.program, c->engine, &kernel, c->diags);
    if (!status)
        status = sm5_split_new(s.program, s.bindings, false, &split, c->diags);
    if (!status)
        status = merge(c, &s, kernel, split);
    sm5_split_free(split);
    sm5_kernel_free(kernel);
    api_close(&s);
    return status;
}

static enum sm5_status call_split(struct call *c)
{
    return split_with(c, api_racing, false);
}

static enum sm5_status call_split_counter(struct call *c)
{
    static const char text[] =
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured_opc u0, 4\n"
        "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
        "imm_atomic_alloc r0.x, u0\nstore_structured u0.x, r0.x, l(0), vThreadID.x\nret\n";
    return split_with(c, text, true);
}

API_SCENARIOS({"sm5_split_new, take and merge", call_split, SM5_ENGINE_INTERP},
              {"sm5_split_count", call_split_counter, SM5_ENGINE_INTERP},
              {"sm5_footprints, and a dispatch on a slice", call_slices, SM5_ENGINE_INTERP});
