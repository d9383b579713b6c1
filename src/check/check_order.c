/* Repeats a dispatch in other orders, from the same initial memory. When a result differs, both orders run
   once more with hooks that record the last writer of the first differing word. */
#include "check/check_order.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_watch.h"
#include "runtime/runtime_diag.h"

/* ---- memory ---- */

static bool has_copy(const struct check_memory *memory, const struct check_copy *copy)
{
    for (size_t i = 0; i < memory->count; i++)
        if (memory->list[i].buffer == copy->buffer && memory->list[i].counter == copy->counter)
            return true;
    return false;
}

static bool save(struct check_memory *memory, const struct check_copy *what)
{
    struct check_copy copy = *what;
    if ((!copy.buffer && !copy.counter) || has_copy(memory, &copy))
        return true;
    struct check_copy *bigger = realloc(memory->list, (memory->count + 1) * sizeof *bigger);
    if (!bigger)
        return false;
    memory->list = bigger;
    if (copy.counter)
        copy.count = atomic_load_explicit(copy.counter, memory_order_relaxed);
    if (copy.buffer) {
        copy.bytes = malloc(copy.buffer->size + 1);
        if (!copy.bytes)
            return false;
        memcpy(copy.bytes, copy.buffer->data, copy.buffer->size);
    }
    memory->list[memory->count++] = copy;
    return true;
}

bool check_order_save(struct check_memory *memory, const struct sm5_bindings *bindings)
{
    const struct runtime_bindings *all = runtime_bindings_of(bindings);
    *memory = (struct check_memory){0};
    for (uint32_t s = 0; s < all->slot_count; s++) {
        const struct runtime_slot *slot = &all->slots[s];
        for (uint32_t i = 0; slot->resource->file == ISA_FILE_UAV && i < slot->count; i++) {
            const struct runtime_view *view = &slot->views[i];
            if (!save(memory, &(struct check_copy){.buffer = view->buffer}) ||
                !save(memory, &(struct check_copy){.counter = view->counter}))
                return false;
        }
    }
    return true;
}

void check_order_free(struct check_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++)
        free(memory->list[i].bytes);
    free(memory->list);
    *memory = (struct check_memory){0};
}

static void restore(const struct check_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++) {
        const struct check_copy *copy = &memory->list[i];
        if (copy->buffer)
            memcpy(copy->buffer->data, copy->bytes, copy->buffer->size);
        if (copy->counter)
            atomic_store_explicit(copy->counter, copy->count, memory_order_relaxed);
    }
}

/* The bytes to compare: those of the view, or the whole resource of a texture. */
static struct runtime_view compared_view(const struct runtime_view *view)
{
    struct runtime_view made = *view;
    if (view->kind != VIEW_TEXTURE)
        return made;
    made.base = view->buffer->data;
    made.bytes = view->buffer->size;
    made.stride = view->texture->format->bytes;
    return made;
}

/* The saved copy of a byte of a view. */
static const uint8_t *saved_byte(const struct check_memory *memory, const struct runtime_view *view,
                                 uint64_t offset)
{
    for (size_t i = 0; i < memory->count; i++)
        if (memory->list[i].buffer == view->buffer && view->buffer && view->base)
            return memory->list[i].bytes + (view->base - view->buffer->data) + offset;
    return NULL;
}

/* ---- all orders ---- */

struct orders {
    struct check *check;
    struct sm5_bindings *bindings;
    struct sm5_dispatch_options how;
    const struct check_memory *before, *plain;
    struct runtime_run shown; /* group counts for findings */
    struct sm5_diags *diags;  /* of the dispatches; not reported */
    uint64_t polled_ns;       /* when the caller's progress was last called between two dispatches */
    bool cancelled;
};

/* Dispatches may be too short to call the callback themselves. */
static void poll_progress(struct orders *o)
{
    const uint32_t *groups = o->shown.part.groups;
    uint64_t now = pool_now(), total = (uint64_t)groups[0] * groups[1] * groups[2];
    if (!o->how.progress || o->cancelled || now - o->polled_ns < PROGRESS_NS)
        return;
    o->cancelled = !o->how.progress(o->how.context, total, total);
    o->polled_ns = pool_now();
}

/* Order 0 is the default one. In the others each strip counts steps: a group may take as many as threads. */
static enum sm5_status dispatch(struct orders *o, uint64_t order, struct check_watch *d)
{
    const struct sm5_program *program = o->check->program;
    const uint32_t *size = program->decls.thread_group;
    uint64_t threads = (uint64_t)size[0] * size[1] * size[2];
    struct sm5_dispatch_options how = o->how;
    const struct runtime_job job = {
        .engine = &check_watch_engine, .kernel = d, .program = program, .bindings = o->bindings};
    how.order = order;
    if (order && how.max_steps)
        how.max_steps = how.max_steps < UINT64_MAX / threads ? how.max_steps * threads : UINT64_MAX;
    d->kernel = o->check->kernel;
    d->engine = order ? &interp_order_engine : &interp_engine;
    restore(o->before);
    enum sm5_status status = runtime_dispatch(&job, &how, NULL, o->diags);
    memcpy(o->shown.part.groups, d->groups, sizeof d->groups);
    o->shown.part.merged = 1;
    o->cancelled |= status == SM5_ERR_CANCELLED;
    poll_progress(o);
    return status;
}

static struct check_site last_writer(struct orders *o, uint64_t order, const uint8_t *target)
{
    struct check_target watched = {.byte = target, .last = {.at = CHECK_NOWHERE}};
    struct check_watch d = {.targets = &watched, .count = 1};
    if (dispatch(o, order, &d) == SM5_ERR_MEMORY)
        o->check->failed = true;
    return watched.last;
}

static struct sm5_finding *known_finding(struct check *check, const char *reg)
{
    for (size_t i = 0; i < check->findings.count; i++) {
        struct sm5_finding *finding = &check->findings.data[i].finding;
        if (finding->kind == SM5_FINDING_ORDER && strcmp(finding->reg, reg) == 0)
            return finding;
    }
    return NULL;
}

/* The word at `offset`, or the texel when that is smaller. */
static uint32_t value_of(const struct runtime_view *view, const uint8_t *at, uint64_t offset)
{
    uint32_t value = 0, width = view->stride % 4 ? view->stride : 4;
    memcpy(&value, at - offset % width, width);
    return value;
}

static void add_difference(struct orders *o, uint64_t order, const struct runtime_view *view,
                           struct sm5_finding *finding, uint64_t offset)
{
    const uint8_t *got = view->base + offset;
    uint64_t in_element = offset % view->stride;
    finding->has_element = true;
    finding->element = offset / view->stride;
    finding->has_offset = view->kind == VIEW_STRUCTURED || view->kind == VIEW_RAW;
    finding->byte_offset = (uint32_t)((view->kind == VIEW_RAW ? offset : in_element) & ~(uint64_t)3);
    finding->seed = order;
    finding->values[0] = value_of(view, saved_byte(o->plain, view, offset), offset);
    finding->values[1] = value_of(view, got, offset);
    struct check_site plain = last_writer(o, 0, got), other = last_writer(o, order, got);
    struct check_site *first = plain.at != CHECK_NOWHERE ? &plain : &other;
    check_add_pair(o->check, first, first == &plain && other.at != CHECK_NOWHERE ? &other : NULL, finding);
}

/* Memory holds the result of the order, before and after this function. */
static void compare_view(struct orders *o, uint64_t order, const struct runtime_slot *slot, uint32_t i)
{
    const struct runtime_view view = compared_view(&slot->views[i]);
    const uint8_t *plain = saved_byte(o->plain, &view, 0);
    uint64_t offset = 0;
    if (!plain || !view.stride || memcmp(plain, view.base, view.bytes) == 0)
        return;
    while (plain[offset] == view.base[offset])
        offset++;
    struct sm5_finding finding = {.kind = SM5_FINDING_ORDER};
    snprintf(finding.reg, sizeof finding.reg, "u%u", slot->resource->lower + i);
    struct sm5_finding *known = known_finding(o->check, finding.reg);
    if (known)
        known->count++;
    else
        add_difference(o, order, &view, &finding, offset);
}

static void compare(struct orders *o, uint64_t order)
{
    const struct runtime_bindings *all = runtime_bindings_of(o->bindings);
    for (uint32_t s = 0; s < all->slot_count; s++) {
        const struct runtime_slot *slot = &all->slots[s];
        for (uint32_t i = 0; slot->resource->file == ISA_FILE_UAV && i < slot->count; i++)
            compare_view(o, order, slot, i);
    }
}

const char check_order_stop[] = "the run stops here in another order of threads";

/* The run stopped in this order, but not in the default one. */
static void add_stop(struct orders *o, uint64_t order, const struct runtime_fault *fault)
{
    struct sm5_finding finding = {.kind = SM5_FINDING_ORDER, .seed = order, .message = check_order_stop};
    struct sm5_finding *known = known_finding(o->check, "");
    if (known)
        known->count++;
    else
        check_add(o->check, &(struct check_site){fault->instr, fault->group, fault->thread}, &finding);
}

static enum sm5_status run_orders(struct orders *o)
{
    const struct sm5_check_options *options = &o->check->options;
    for (uint32_t i = 0; i < options->orders; i++) {
        uint64_t order = options->seed + i ? options->seed + i : 1;
        struct check_watch d = {0};
        enum sm5_status status = dispatch(o, order, &d);
        if (status == SM5_ERR_MEMORY)
            return status;
        if (d.stopped)
            add_stop(o, order, &d.fault);
        else if (!o->cancelled)
            compare(o, order);
        if (o->cancelled)
            return SM5_ERR_CANCELLED;
    }
    return SM5_OK;
}

enum sm5_status check_order_run(struct check *check, struct sm5_bindings *bindings,
                                const struct sm5_dispatch_options *how, const struct check_memory *before,
                                struct sm5_diags *diags)
{
    struct check_memory plain;
    struct orders o = {.check = check,
                       .bindings = bindings,
                       .how = *how,
                       .before = before,
                       .plain = &plain,
                       .diags = sm5_diags_new(),
                       .polled_ns = pool_now()};
    check->run = &o.shown;
    bool saved = check_order_save(&plain, bindings);
    enum sm5_status status = saved && o.diags ? run_orders(&o) : SM5_ERR_MEMORY;
    if (saved)
        restore(&plain);
    check_order_free(&plain);
    sm5_diags_free(o.diags);
    check->run = NULL;
    if (status == SM5_ERR_CANCELLED)
        diag_add(diags, RUN_CANCELLED, DIAG_NOWHERE);
    else if (status)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status;
}
