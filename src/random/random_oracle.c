/* The oracle: shadow state of every byte, independent of the checker. */
#include "random_oracle.h"

#include <stdlib.h>

#include "interp/interp_worker.h"
#include "runtime/address.h"

enum { THREADS_OF_A_GROUP = 1024, TGSM_BYTES = 32768 };

/* An access: the thread in the dispatch, and the number of barriers that its group had passed. */
struct mark {
    uint32_t thread; /* plus 1; 0: none */
    uint32_t epoch;
    uint32_t instr; /* number, without declarations */
};

/* The last accesses to one byte, for reads those of two different threads. */
struct byte_marks {
    struct mark write, atomic, read, other_read;
};

struct area {
    const void *base; /* of the buffer, or the declaration of a g# */
    struct byte_marks *bytes;
    uint64_t size;
    uint64_t group; /* g#: whose marks these are */
};

struct oracle {
    struct run_watch watch;
    struct area areas[PROG_RESOURCES];
    uint64_t group;
    uint32_t epoch, tgsm_epoch;
    struct oracle_report *report;
};

static struct area *area_of(struct oracle *o, const void *base, uint64_t size)
{
    struct area *area = o->areas;
    while (area->base && area->base != base)
        area++;
    if (!area->base) {
        area->base = base;
        area->size = size;
        area->bytes = calloc(size + 1, sizeof *area->bytes);
        prog_require_memory(area->bytes);
    }
    return area;
}

static bool is_noted(const struct oracle_report *report, struct oracle_pair pair)
{
    for (unsigned i = 0; i < report->pair_count; i++)
        if (report->pairs[i].first == pair.first && report->pairs[i].second == pair.second)
            return true;
    return false;
}

static void expect_no_clash(struct oracle *o, const struct mark *before, const struct mark *now)
{
    bool same_group = (before->thread - 1) / THREADS_OF_A_GROUP == (now->thread - 1) / THREADS_OF_A_GROUP;
    if (before->thread == 0 || before->thread == now->thread || (same_group && before->epoch != now->epoch))
        return;
    struct oracle_pair pair = {before->instr, now->instr};
    o->report->clashes++;
    if (o->report->pair_count < ORACLE_PAIRS && !is_noted(o->report, pair))
        o->report->pairs[o->report->pair_count++] = pair;
}

static void follow(struct oracle *o, struct byte_marks *byte, enum interp_access_kind kind, struct mark now)
{
    expect_no_clash(o, &byte->write, &now);
    if (kind != INTERP_ATOMIC)
        expect_no_clash(o, &byte->atomic, &now);
    if (kind != INTERP_LOAD) {
        expect_no_clash(o, &byte->read, &now);
        expect_no_clash(o, &byte->other_read, &now);
    }
    if (kind == INTERP_STORE)
        byte->write = now;
    else if (kind == INTERP_ATOMIC)
        byte->atomic = now;
    else {
        if (byte->read.thread != now.thread)
            byte->other_read = byte->read;
        byte->read = now;
    }
}

/* ---- from an access to bytes ---- */

struct window {
    struct area *area;
    uint64_t first; /* first byte of the view in the area */
    uint64_t bytes;
    uint32_t count, stride;
};

static struct window window_of(struct oracle *o, const struct interp_access *access)
{
    const struct program_resource *r = access->resource;
    if (r->file == ISA_FILE_TGSM) {
        struct area *area = area_of(o, r, TGSM_BYTES);
        if (area->group != o->group)
            memset(area->bytes, 0, TGSM_BYTES * sizeof *area->bytes);
        area->group = o->group;
        return (struct window){area, 0, r->bytes, r->count, r->stride};
    }
    const struct runtime_run *run = o->watch.worker->run;
    const struct runtime_slot *slot = run->bindings->slots;
    while (slot->resource != r)
        slot++;
    const struct runtime_view *view = runtime_view_at(slot, access->reg);
    if (!view->buffer)
        return (struct window){0};
    struct area *area = area_of(o, view->buffer, view->buffer->size);
    return (struct window){area, (uint64_t)(view->base - view->buffer->data), view->bytes, view->count,
                           view->stride};
}

/* Start of an access in its view, and how many of its DWORDs (typed: elements) are in bounds. */
static struct address place(const struct interp_access *access, const struct window *w, uint32_t thread)
{
    uint32_t index = access->address[thread];
    struct address at = {0};
    switch (access->resource->dimension) {
    case ISA_DIM_BUFFER: at.words = address_typed(w->count, w->stride, index, &at.offset); return at;
    case ISA_DIM_RAW: return address_raw(w->bytes, index);
    default: return address_structured(w->count, w->stride, index, access->offset[thread]);
    }
}

static void follow_thread(struct oracle *o, const struct interp_access *access, const struct window *w,
                          uint32_t thread, struct mark now)
{
    uint32_t bytes = access->resource->dimension == ISA_DIM_BUFFER ? w->stride : 4;
    struct address at = place(access, w, thread);
    if (access->words >> at.words) {
        o->report->outside++;
        o->report->outside_instr = now.instr;
    }
    for (uint32_t k = 0; k < at.words; k++)
        for (uint32_t i = 0; access->words >> k & 1 && i < bytes; i++)
            follow(o, &w->area->bytes[w->first + at.offset + 4 * k + i], access->kind, now);
}

/* ---- callbacks ---- */

static void on_instruction(void *context, const struct interp_event *event)
{
    struct oracle *o = context;
    if (o->group == event->group + 1)
        return;
    o->group = event->group + 1;
    o->epoch++;
    o->tgsm_epoch++;
}

static void on_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct oracle *o = context;
    if (!access->resource) /* a slot that is not declared */
        return;
    struct window window = window_of(o, access);
    bool tgsm = access->resource->file == ISA_FILE_TGSM;
    uint32_t number = program_instr_number(o->watch.worker->plan->program, event->at);
    for (uint32_t i = 0; window.area && i < event->threads; i++) {
        uint32_t thread = (uint32_t)event->group * THREADS_OF_A_GROUP + event->first + i + 1;
        struct mark now = {thread, tgsm ? o->tgsm_epoch : o->epoch, number};
        if (event->active[i])
            follow_thread(o, access, &window, i, now);
    }
}

static void on_sync(void *context, const struct interp_event *event, uint32_t flags)
{
    struct oracle *o = context;
    (void)event;
    if (!(flags & ISA_SYNC_T))
        return;
    o->tgsm_epoch += (flags & ISA_SYNC_G) != 0;
    o->epoch += (flags & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL)) != 0;
}

/* Elements of the register file that an operand indexes. */
static uint32_t length_of(const struct sm5_program *program, const struct program_operand *operand)
{
    const struct program_decls *decls = &program->decls;
    if (operand->file == ISA_FILE_ICB)
        return decls->icb_rows;
    if (operand->file == ISA_FILE_CBUFFER && operand->index[0].relative)
        return UINT32_MAX;
    if (operand->file == ISA_FILE_CBUFFER)
        return program_resource_of(program, operand)->count;
    const struct program_indexable *x = program_indexable_of(program, operand);
    return x ? x->size : 0;
}

static void on_indexed(void *context, const struct interp_event *event, const struct program_operand *operand,
                       unsigned component, uint32_t base, const uint32_t *index, bool write)
{
    struct oracle *o = context;
    const struct sm5_program *program = o->watch.worker->plan->program;
    uint32_t length = length_of(program, operand);
    (void)component, (void)write;
    for (uint32_t i = 0; i < event->threads; i++) {
        if (!event->active[i] || base + index[i] < length)
            continue;
        o->report->outside++;
        o->report->outside_instr = program_instr_number(program, event->at);
    }
}

static const struct interp_hooks hooks = {
    .instruction = on_instruction, .indexed = on_indexed, .memory = on_memory, .sync = on_sync};

void oracle_watch(const struct prog *prog, struct oracle_report *report)
{
    struct oracle oracle = {.watch = {.hooks = &hooks}, .report = report};
    const struct run_setup setup = {.watch = &oracle.watch};
    *report = (struct oracle_report){0};
    run_program(prog, &setup, &report->outcome);
    for (unsigned i = 0; i < PROG_RESOURCES; i++)
        free(oracle.areas[i].bytes);
}
